//! The preview of a book: a page on this machine alone, made anew for each file that is saved, with what that changed. It writes
//! nothing.

use super::{Outcome, Session, Stop};
use crate::book::{Book, Kept, State, page, saved, titles};
use crate::diagnostic::Diagnostic;
use crate::pack::ErrataSet;
use crate::rulebook::{Before, Proofs, Rulebook};
use crate::source::{Place, Sources};
use axum::extract::{Path, Request, State as Shared};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::{Router, routing::get};
use notify::{Event, RecursiveMode, Watcher};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long it stays quiet after a file was saved before it is read: an editor writes in several steps.
const QUIET: Duration = Duration::from_millis(40);

/// How long a page waits for the next one before it asks again.
const PATIENCE: Duration = Duration::from_secs(25);

/// The page as it stands, and how many came before it.
#[derive(Debug, Clone, Default)]
struct Shown {
    number: u64,
    page: String,
}

/// What the pages are made of.
struct Maker {
    title: Option<String>,
    places: Vec<Place>,
    errata: ErrataSet,
    /// The texts as they were saved last.
    last: Sources,
    /// The last state that could be read.
    good: State,
    number: u64,
    /// What is known from having read and proved it before.
    before: Before,
    proofs: Option<Proofs>,
    kept: Kept,
}

/// Runs the preview until it is stopped.
pub(super) fn run(title: Option<&str>, port: u16, session: &mut Session) -> Result<Outcome, Stop> {
    let good = State {
        label: String::new(),
        set: session.global.errata.to_string(),
        rulebook: Arc::new(session.open_sound()?),
    };
    let mut maker = Maker {
        title: title.map(str::to_owned),
        places: session.global.places().to_vec(),
        errata: session.global.errata.clone(),
        number: 0,
        last: good.rulebook.sources.clone(),
        good,
        before: Before::default(),
        proofs: None,
        kept: Kept::default(),
    };
    let (saving, saves) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let is_change = event.is_ok_and(|event| !event.kind.is_access());
        if is_change {
            let _ = saving.send(());
        }
    })
    .map_err(refused)?;
    for folder in maker.places.iter().filter_map(Place::folder) {
        watcher
            .watch(folder, RecursiveMode::Recursive)
            .map_err(refused)?;
    }
    let (shows, shown) = watch::channel(maker.first());
    std::thread::spawn(move || follow(&saves, &mut maker, &shows));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(refused)?;
    runtime.block_on(serve(port, shown, session))?;
    drop(watcher);
    Ok(Outcome::Clean)
}

fn refused(error: impl std::fmt::Display) -> Stop {
    Diagnostic::request(format!("the preview cannot be shown: {error}")).into()
}

/// Makes a page for each time that something was saved.
fn follow(saves: &Receiver<()>, maker: &mut Maker, shows: &watch::Sender<Shown>) {
    while saves.recv().is_ok() {
        while saves.recv_timeout(QUIET).is_ok() {}
        if let Some(shown) = maker.next() {
            shows.send_replace(shown);
        }
    }
}

impl Maker {
    fn first(&mut self) -> Shown {
        let book = Arc::clone(&self.good.rulebook);
        self.shown(book)
    }

    /// The page after a file was saved; nothing, where no text is another.
    fn next(&mut self) -> Option<Shown> {
        let (sources, problems) = Sources::of(&self.places);
        if problems.is_empty() && sources.is_same(&self.last) {
            return None;
        }
        self.last = sources.clone();
        let known = problems.is_empty().then(|| {
            let read = self
                .before
                .read(sources, &self.errata, Some(&self.good.rulebook));
            read.ok()
        });
        let book = known.flatten();
        let book = book.unwrap_or_else(|| Rulebook::of_places(&self.places, &self.errata));
        Some(self.shown(Arc::new(book)))
    }

    /// The page of a rulebook; where it cannot be read, that of the last one which could, with what is wrong.
    fn shown(&mut self, book: Arc<Rulebook>) -> Shown {
        let findings = self.findings(&book);
        self.number += 1;
        let live = saved(self.number, [&self.good.rulebook, &book], &findings);
        if !book.is_unreadable() && !book.games.is_empty() {
            self.good.rulebook = book;
        }
        let title = self.title.clone();
        let book = Book {
            title: &title.unwrap_or_else(|| titles(&self.good.rulebook)),
            states: std::slice::from_ref(&self.good),
            chosen: 0,
            packs: &[],
            game: None,
            live: Some(&live),
        };
        let page = page(&book, &self.kept);
        Shown {
            number: self.number,
            page,
        }
    }

    /// All that is wrong with a rulebook.
    fn findings(&mut self, book: &Arc<Rulebook>) -> Vec<Diagnostic> {
        let mut findings = book.diagnostics.clone();
        if !book.is_unreadable() {
            let proofs = Proofs::of(book, self.proofs.as_ref(), &|| true);
            findings.extend(proofs.found());
            self.proofs = Some(proofs);
        }
        findings
    }
}

async fn serve(
    port: u16,
    shown: watch::Receiver<Shown>,
    session: &mut Session,
) -> Result<(), Stop> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    let port = listener.local_addr().map_err(refused)?.port();
    session.output.line(&format!("http://127.0.0.1:{port}/"));
    session
        .output
        .note("each file that is saved shows there; Ctrl-C ends the preview");
    let hosts = ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}"));
    let routes = Router::new()
        .route("/", get(whole))
        .route("/next/{after}", get(next))
        .layer(middleware::from_fn_with_state(hosts, of_this_machine))
        .with_state(shown);
    axum::serve(listener, routes).await.map_err(refused)
}

/// Lets those pass alone that asked for this machine by its own name: another name that leads here is somebody else's page.
async fn of_this_machine(
    Shared(hosts): Shared<[String; 2]>,
    request: Request,
    then: Next,
) -> Response {
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !hosts.iter().any(|text| text == host) {
        return (
            StatusCode::FORBIDDEN,
            "this preview is for this machine alone",
        )
            .into_response();
    }
    let mut response = then.run(request).await;
    let headers = response.headers_mut();
    headers.insert(
        header::CACHE_CONTROL,
        header::HeaderValue::from_static("no-store"),
    );
    headers.insert(
        header::X_FRAME_OPTIONS,
        header::HeaderValue::from_static("DENY"),
    );
    response
}

async fn whole(Shared(shown): Shared<watch::Receiver<Shown>>) -> Html<String> {
    Html(shown.borrow().page.clone())
}

/// Waits until there is a page after the one of a number; the number of the one that stands.
async fn next(Shared(mut shown): Shared<watch::Receiver<Shown>>, Path(after): Path<u64>) -> String {
    let waited = shown.wait_for(|shown| shown.number > after);
    let waited = tokio::time::timeout(PATIENCE, waited).await;
    let number = waited.map_or(after, |found| found.map_or(after, |shown| shown.number));
    number.to_string()
}
