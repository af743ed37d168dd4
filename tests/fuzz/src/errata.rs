//! Errata: whatever applies says the same when it is folded into the texts.

#[path = "../../suite/errata/book.rs"]
mod book;

use arbitrary::{Result, Unstructured};
use book::{CHANGES, erratum, files};
use chartroom::analysis::diff;
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::{Status, fold};
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

const PIECES: &[&str] = &[
    "haze",
    "target",
    "H2.1",
    "book/",
    "\"",
    "[",
    "]",
    "#",
    "rules",
    "except",
    "add",
    "was",
    "now",
    "before",
    "after",
    "remove = true",
    "gives",
    "when",
    "cite",
    "{",
    "}",
    ",",
    "+1",
    "infantry",
    "summer",
    "*",
    "note",
    "mud",
    "'",
    "\n",
];

/// Some errata of some changes each, a few of them altered.
pub fn folded(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(errata) = some(&mut bytes) else { return };
    let sources = Sources::from_texts(files(&errata));
    let with = Rulebook::from_sources(sources.clone(), &ErrataSet::Official);
    for found in with.check() {
        let _ = with.show(&found);
    }
    let ids: Vec<&str> = errata.iter().map(|(id, _)| *id).collect();
    let Ok(folded) = fold(&sources, &ids) else {
        return;
    };
    if with.has_errors() {
        return;
    }
    let after = Rulebook::from_sources(folded.sources, &ErrataSet::Official);
    assert!(!after.has_errors(), "{errata:?}\n{:?}", after.diagnostics);
    let mut written = after.written.errata.iter();
    assert!(written.all(|erratum| erratum.status == Status::Incorporated));
    let [before, after] = [&with, &after].map(|book| book.games.first().expect("a game"));
    let diff = diff::diff(before, after, 10);
    assert!(diff.is_empty(), "{errata:?}");
}

fn some(bytes: &mut Unstructured<'_>) -> Result<Vec<(&'static str, String)>> {
    let mut errata = Vec::new();
    for id in ["a", "b"].into_iter().take(bytes.int_in_range(1..=2)?) {
        let mut changes = Vec::new();
        for _ in 0..bytes.int_in_range(1..=3)? {
            let change = (*bytes.choose(CHANGES)?).to_owned();
            changes.push(if bytes.ratio(1_u8, 2_u8)? {
                altered(&change, bytes)?
            } else {
                change
            });
        }
        let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
        errata.push((id, erratum(id, "", &changes)));
    }
    Ok(errata)
}

/// A text with one of its words in the place of another.
fn altered(text: &str, bytes: &mut Unstructured<'_>) -> Result<String> {
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '-';
    let words: Vec<&str> = text.split_inclusive(is_end).collect();
    let at = bytes.choose_index(words.len())?;
    let piece = if bytes.ratio(1_u8, 3_u8)? {
        words.get(bytes.choose_index(words.len())?).copied()
    } else {
        Some(*bytes.choose(PIECES)?)
    };
    let words = words.iter().enumerate();
    let words = words.map(|(place, word)| match piece {
        Some(piece) if place == at => piece,
        _ => word,
    });
    Ok(words.collect())
}
