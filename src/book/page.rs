//! The page as one text.

use super::content::{Errata, Things, content};
use super::export::{Game, engine};
use super::memo::Memo;
use super::packed::{packed, source};
use super::states::Book;
use crate::render::document::escaped;
use crate::render::visible;

/// The scripts, in the order in which they run.
const SCRIPTS: &[&str] = &[
    include_str!("walker/values.js"),
    include_str!("walker/diagrams.js"),
    include_str!("walker/game.js"),
    include_str!("walker/asker.js"),
    include_str!("walker/ahead.js"),
    include_str!("walker/reasons.js"),
    include_str!("walker/parts.js"),
    include_str!("walker/answer.js"),
    include_str!("walker/turns.js"),
    include_str!("walker/chances.js"),
    include_str!("walker/journal.js"),
    include_str!("walker/speech.js"),
    include_str!("walker/words.js"),
    include_str!("walker/denied.js"),
    include_str!("walker/hearing.js"),
    include_str!("page.js"),
    include_str!("asked.js"),
    include_str!("doubt.js"),
    include_str!("telling.js"),
    include_str!("naming.js"),
    include_str!("likely.js"),
    include_str!("successive.js"),
    include_str!("search.js"),
    include_str!("unsaid.js"),
    include_str!("find.js"),
    include_str!("errata.js"),
    include_str!("charts.js"),
    include_str!("book.js"),
    include_str!("controls.js"),
    include_str!("ask.js"),
    include_str!("laid.js"),
    include_str!("dice.js"),
    include_str!("table.js"),
];

const STYLE: &str = include_str!("style.css");

/// What begins the page once all its scripts are there.
const START: &str = "Page.start();";

/// What a preview needs besides: it asks for the next page, and shows what changed.
const LIVE: &str = include_str!("live.js");

/// The parts of a book that depend on the models of a game alone.
#[derive(Debug, Default)]
pub struct Kept {
    games: Memo<Game>,
    things: Memo<Things>,
    errata: Memo<Errata>,
}

/// The book: one file of HTML; what is kept of one that was made before is not made again.
#[must_use]
pub fn page(book: &Book<'_>, kept: &Kept) -> String {
    let live = book.live.map(|_| LIVE);
    let scripts = SCRIPTS.iter().copied().chain(live).chain([START]);
    let sources: Vec<String> = scripts.clone().map(source).collect();
    let net = if book.live.is_some() {
        "'self'"
    } else {
        "'none'"
    };
    let policy = format!(
        "default-src 'none'; connect-src {net}; img-src data:; base-uri 'none'; form-action 'none'; \
         script-src {}; style-src {}",
        sources.join(" "),
        source(STYLE)
    );
    let scripts: String = scripts
        .map(|script| format!("<script>{script}</script>\n"))
        .collect();
    let (engine, content) = rayon::join(
        || engine(book.states, &kept.games),
        || packed(&content(book, (&kept.things, &kept.errata))),
    );
    let live = book.live.map(|live| ("live", packed(live)));
    let data = [
        ("engine", engine.games),
        ("diagrams", engine.diagrams),
        ("content", content),
    ];
    let data: String = data
        .into_iter()
        .chain(live)
        .map(|(id, data)| {
            format!("<script type=\"application/octet-stream\" id=\"{id}\">{data}</script>\n")
        })
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <noscript>This book answers by its own scripts: allow them for this file.</noscript>\n\
         {data}{scripts}</body>\n</html>\n",
        escaped(&visible::for_people(book.title))
    )
}
