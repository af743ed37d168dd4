//! The main loop: messages come in, texts are taken, requests are answered, and findings go out.

use super::base::Base;
use super::desk::Desk;
use super::place::{Columns, path_of, uri_of};
use super::worker::{Done, Order, Report, Told, Worker};
use super::{Failure, Setting, dispatch, findings};
use crossbeam_channel::{Receiver, select, unbounded};
use gen_lsp_types::{
    ClientCapabilities, InitializeParams, MessageType, ProgressNotification, ProgressParams,
    ProgressToken, PublishDiagnosticsNotification, PublishDiagnosticsParams,
    ShowMessageNotification, ShowMessageParams, Uri, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkspaceFolders,
};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

/// What the server knows between two messages.
struct Server<'c> {
    connection: &'c Connection,
    desk: Desk,
    client: ClientCapabilities,
    /// What has come, however much: the connection's own channel holds one message at a time.
    incoming: Receiver<Message>,
    waiting: VecDeque<Message>,
    worker: Worker,
    /// The files of which something is told, and how much.
    told: FxHashMap<usize, FxHashSet<Uri>>,
    sent: i32,
    /// By which the editor knows that the worker is at work, while it is.
    progress: Option<ProgressToken>,
}

/// Serves an editor until it ends.
///
/// # Errors
///
/// Where the editor does not speak the protocol.
pub fn run(connection: &Connection, setting: Setting) -> Result<bool, Failure> {
    let Some((id, params)) = first_asked(connection)? else {
        return Ok(false);
    };
    let params: InitializeParams = serde_json::from_value(params)?;
    let (capabilities, columns) = dispatch::capabilities(&params.capabilities);
    let result = serde_json::to_value(capabilities)?;
    // What comes before the editor says that it is ready too is taken as any other message.
    let answer = Response::new_ok(id, result);
    connection.sender.send(answer.into())?;
    Server::new(connection, setting, params, columns).serve()
}

/// Waits until the editor says what it is; nothing, if it ends before.
fn first_asked(connection: &Connection) -> Result<Option<(RequestId, serde_json::Value)>, Failure> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                return Ok(Some((request.id, request.params)));
            }
            Message::Request(request) => {
                let code = ErrorCode::ServerNotInitialized as i32;
                let why = format!("`{}` came before `initialize`", request.method);
                let refused = Response::new_err(request.id, code, why);
                connection.sender.send(refused.into())?;
            }
            Message::Notification(own) if own.method == "exit" => break,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Ok(None)
}

impl<'c> Server<'c> {
    fn new(
        connection: &'c Connection,
        mut setting: Setting,
        params: InitializeParams,
        columns: Columns,
    ) -> Self {
        let folders = params.workspace_folders_initialize_params.workspace_folders;
        let mut folders: Vec<_> = match folders {
            Some(WorkspaceFolders::WorkspaceFolderList(all)) => all
                .iter()
                .filter_map(|workspace_folder| path_of(&workspace_folder.uri))
                .collect(),
            _ => Vec::new(),
        };
        #[expect(deprecated, reason = "older editors send nothing else")]
        let root = params.root_uri.as_ref().and_then(path_of);
        if folders.is_empty() {
            folders.extend(root);
        }
        if let Some(options) = &params.initialization_options {
            setting.take(options);
        }
        let mut desk = Desk::new(setting, folders, columns);
        desk.shows = dispatch::shows(&params.capabilities);
        Self {
            connection,
            desk,
            client: params.capabilities,
            incoming: forwarded(connection.receiver.clone()),
            waiting: VecDeque::new(),
            worker: Worker::start(),
            told: FxHashMap::default(),
            sent: 0,
            progress: None,
        }
    }

    /// Until it is to end: whether it was told so before.
    fn serve(mut self) -> Result<bool, Failure> {
        let mut is_ending = false;
        while let Some(message) = self.next()? {
            match message {
                Message::Request(request) if is_ending => {
                    let code = ErrorCode::InvalidRequest as i32;
                    let why = "it was told to end".to_owned();
                    self.send(Response::new_err(request.id, code, why))?;
                }
                Message::Request(request) if request.method == "shutdown" => {
                    is_ending = true;
                    self.send(Response::new_ok(request.id, ()))?;
                }
                Message::Notification(own) if own.method == "exit" => return Ok(is_ending),
                Message::Request(request) => {
                    self.refresh()?;
                    let (response, shown) = dispatch::answer(&mut self.desk, request);
                    self.send(response)?;
                    shown.map_or(Ok(()), |page| self.show(&page))?;
                }
                Message::Notification(notification) => self.take(notification),
                Message::Response(_) => {}
            }
        }
        Ok(true)
    }

    /// The next message; what is known when none is waiting is told first.
    fn next(&mut self) -> Result<Option<Message>, Failure> {
        loop {
            self.gather()?;
            if let Some(message) = self.waiting.pop_front() {
                return Ok(Some(message));
            }
            self.refresh()?;
            select! {
                recv(self.incoming) -> message => match message {
                    Ok(message) => self.waiting.push_back(message),
                    Err(_) => return Ok(None),
                },
                recv(self.worker.told) -> told => match told? {
                    Told::Done(done) => self.done(done)?,
                    Told::End(number) if self.worker.is_latest(number) => self.end()?,
                    Told::End(_) => {}
                },
            }
        }
    }

    /// Takes in all messages that have come; a request that is no longer wanted is refused.
    fn gather(&mut self) -> Result<(), Failure> {
        while let Ok(message) = self.incoming.try_recv() {
            let cancelled = match &message {
                Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                    cancelled(notification)
                }
                _ => {
                    self.waiting.push_back(message);
                    continue;
                }
            };
            let is_it = |other: &Message| matches!(other, Message::Request(Request { id, .. }) if Some(id) == cancelled.as_ref());
            if let Some(place) = self.waiting.iter().position(is_it)
                && self.waiting.remove(place).is_some()
                && let Some(id) = cancelled
            {
                let code = ErrorCode::RequestCanceled as i32;
                self.send(Response::new_err(id, code, "no longer wanted".to_owned()))?;
            }
        }
        Ok(())
    }

    fn send(&self, message: impl Into<Message>) -> Result<(), Failure> {
        Ok(self.connection.sender.send(message.into())?)
    }

    /// Asks something of the editor; what it answers is of no use.
    fn request(&mut self, method: &str, params: impl serde::Serialize) -> Result<(), Failure> {
        self.sent += 1;
        let id = RequestId::from(self.sent);
        self.send(Request::new(id, method.to_owned(), params))
    }

    fn notify<N: gen_lsp_types::Notification>(&self, params: N::Params) -> Result<(), Failure> {
        let method = N::METHOD.as_str().to_owned();
        self.send(Notification::new(method, params))
    }

    fn take(&mut self, notification: Notification) {
        // What is no notification of ours, or not as the protocol has it, changes nothing.
        let _ = dispatch::take(&mut self.desk, &notification);
    }

    /// Makes what was written known: what reading finds at once, proofs when they are done.
    fn refresh(&mut self) -> Result<(), Failure> {
        let fresh = self.desk.refresh();
        if fresh.is_empty() {
            return Ok(());
        }
        let mut orders = Vec::new();
        for root in fresh {
            self.publish(root)?;
            if let Some(own) = self.desk.roots.get(root)
                && let Some(snapshot) = &own.snapshot
            {
                let saved = (&own.disk, own.has_shipped());
                let setting = &self.desk.setting;
                let base = Base::of(own.folder.as_deref(), setting, own.errata(), saved);
                let snapshot = Arc::clone(snapshot);
                orders.push(Order {
                    root,
                    snapshot,
                    base,
                });
            }
        }
        if !orders.is_empty() {
            self.begin()?;
        }
        self.worker.order(orders);
        Ok(())
    }

    /// The worker is at work: an editor that can shows it until the end.
    fn begin(&mut self) -> Result<(), Failure> {
        let window = self.client.window.as_ref();
        let can_show = window.and_then(|window| window.work_done_progress) == Some(true);
        if !can_show || self.progress.is_some() {
            return Ok(());
        }
        let token = ProgressToken::String(format!("proofs-{}", self.sent));
        self.progress = Some(token.clone());
        let create = WorkDoneProgressCreateParams::new(token.clone());
        self.request("window/workDoneProgress/create", create)?;
        let title = "Proving the packs".to_owned();
        let begin = serde_json::to_value(WorkDoneProgressBegin::new(title, None, None, None))?;
        self.notify::<ProgressNotification>(ProgressParams::new(token, begin))
    }

    fn end(&mut self) -> Result<(), Failure> {
        let Some(token) = self.progress.take() else {
            return Ok(());
        };
        let end = serde_json::to_value(WorkDoneProgressEnd::new(None))?;
        self.notify::<ProgressNotification>(ProgressParams::new(token, end))
    }

    fn done(&mut self, done: Done) -> Result<(), Failure> {
        let is_current = |other: &super::desk::Root| {
            other
                .snapshot
                .as_ref()
                .is_some_and(|snapshot| Arc::ptr_eq(snapshot, &done.snapshot))
        };
        if !self.desk.roots.get(done.root).is_some_and(is_current) {
            return Ok(());
        }
        match done.report {
            Report::Proved(findings) => {
                if let Some(root) = self.desk.roots.get_mut(done.root) {
                    root.proved = Some((done.snapshot, findings));
                }
                self.publish(done.root)
            }
            Report::Effect(effect) => {
                if let Some(root) = self.desk.roots.get_mut(done.root) {
                    root.effect = Some(effect);
                }
                let lenses = self.client.workspace.as_ref();
                let lenses = lenses.and_then(|workspace_client_capabilities| {
                    workspace_client_capabilities
                        .code_lens
                        .as_ref()?
                        .refresh_support
                });
                if lenses == Some(true) {
                    self.request("workspace/codeLens/refresh", ())?;
                }
                Ok(())
            }
        }
    }

    /// Tells what is found in a rulebook; of proofs, those that are not made again yet stand where nothing was written.
    fn publish(&mut self, root: usize) -> Result<(), Failure> {
        let Some(own) = self.desk.roots.get(root) else {
            return Ok(());
        };
        let Some(snapshot) = own.snapshot.clone() else {
            return Ok(());
        };
        let proved = own.proved_of(&snapshot);
        let mut all = findings::by_file(&snapshot, &proved);
        let told: FxHashSet<Uri> = all.keys().cloned().collect();
        let before = self.told.insert(root, told);
        for uri in before.into_iter().flatten() {
            all.entry(uri).or_default();
        }
        let open: Vec<Uri> = self.desk.open.keys().cloned().collect();
        for uri in open.into_iter().filter(|uri| snapshot.file(uri).is_some()) {
            all.entry(uri).or_default();
        }
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by(|(one, _), (other, _)| one.0.cmp(&other.0));
        for (uri, diagnostics) in all {
            let version = self.desk.open.get(&uri).map(|open| open.version);
            self.notify::<PublishDiagnosticsNotification>(PublishDiagnosticsParams {
                uri,
                version,
                diagnostics,
            })?;
        }
        Ok(())
    }
}

/// The same messages in a channel that holds them all.
fn forwarded(messages: Receiver<Message>) -> Receiver<Message> {
    let (forward, forwarded) = unbounded();
    thread::spawn(move || {
        let mut messages = messages.into_iter();
        messages.try_for_each(|message| forward.send(message)).ok();
    });
    forwarded
}

/// The request that is no longer wanted.
fn cancelled(notification: &Notification) -> Option<RequestId> {
    let id = notification.params.get("id")?;
    match id.as_i64() {
        Some(number) => Some(RequestId::from(i32::try_from(number).ok()?)),
        None => Some(RequestId::from(id.as_str()?.to_owned())),
    }
}

impl Server<'_> {
    /// Shows a page: as a document, where the editor can; as a message, where it cannot.
    fn show(&mut self, page: &str) -> Result<(), Failure> {
        let window = self.client.window.as_ref();
        let support = window.and_then(|window| window.show_document.as_ref());
        if support.is_some_and(|show_document_client_capabilities| {
            show_document_client_capabilities.support
        }) && let Some(path) = crate::source::page_to_show("difference.md", page)
        {
            return self.request(
                "window/showDocument",
                serde_json::json!({ "uri": uri_of(&path), "takeFocus": true }),
            );
        }
        self.notify::<ShowMessageNotification>(ShowMessageParams {
            kind: MessageType::Info,
            message: page.to_owned(),
        })
    }
}
