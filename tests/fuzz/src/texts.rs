//! The small languages, and whole topics of any text: read or refused, and what is read is printed so that it reads the same.

use chartroom::diagnostic::Code;
use chartroom::game::Record;
use chartroom::pack::format::{Rewrite, formatted};
use chartroom::pack::overlay::Address;
use chartroom::rulebook::Rulebook;
use chartroom::rulebook::import::Wish;
use chartroom::source::{FileId, Span};
use chartroom::syntax::{parse, parse_set, words};
use chartroom::value::{DomainKind, Words, meant_domain, parse_dice, parse_domain};
use std::sync::LazyLock;

static EMPTY: LazyLock<Rulebook> =
    LazyLock::new(|| Rulebook::texts([("a/pack.toml", "id = \"a\"\ngame = \"a\"\n")]));

/// One of the small languages, by the first byte.
pub fn small(data: &[u8]) {
    let Some((which, text)) = split(data) else {
        return;
    };
    match which % 6 {
        0 | 1 => expression(text),
        2 => key(text),
        3 => domain(text),
        4 => {
            let _ = parse_dice(text, &mut Words::default());
        }
        _ => {
            let _ = Record::read(text);
            let _ = Address::parse(text);
        }
    }
}

/// A whole text that is laid out anew or brought from a spreadsheet, by the first byte.
pub fn sheet(data: &[u8]) {
    let Some((which, text)) = split(data) else {
        return;
    };
    match which % 3 {
        0 => layout("a.toml", text),
        1 => layout("a.ron", text),
        _ => {
            let _ = EMPTY.import(text, Wish::default());
        }
    }
}

/// A topic of a pack: as TOML or RON, by the first byte.
pub fn topic(data: &[u8]) {
    let Some((which, text)) = split(data) else {
        return;
    };
    let path = ["a/rules.toml", "a/chart.ron"][usize::from(which) % 2];
    let head =
        "id = \"a\"\ngame = \"a\"\nparagraphs = { R1 = \"One\" }\n[unit.DR]\ndice = \"2d6\"\n";
    let book = Rulebook::texts([("a/pack.toml", head), (path, text)]);
    for found in book.check() {
        let _ = book.show(&found);
    }
    if let Some(model) = book.games.first() {
        for question in model.questions.iter().take(5) {
            let asked = book.ask(&question.name);
            let _ = asked.answer().map(|answer| answer.to_string());
        }
    }
}

fn split(data: &[u8]) -> Option<(u8, &str)> {
    let (which, text) = data.split_first()?;
    Some((*which, std::str::from_utf8(text).ok()?))
}

fn whole(text: &str) -> Span {
    Span {
        file: FileId(0),
        start: 0,
        end: u32::try_from(text.len()).unwrap_or(u32::MAX),
    }
}

fn expression(text: &str) {
    let _ = words(text).count();
    let Ok(read) = parse(text, whole(text)) else {
        return;
    };
    let printed = read.to_string();
    match parse(&printed, whole(&printed)) {
        Ok(again) => assert_eq!(again.to_string(), printed, "{text}"),
        // Its parentheses can nest it deeper than it was written.
        Err(refused) if refused.code == Code::OverLimit => {}
        Err(refused) => panic!("{text}\n{printed}\n{refused}"),
    }
}

fn key(text: &str) {
    let Ok(read) = parse_set(text, whole(text)) else {
        return;
    };
    for member in read {
        let printed = member.to_string();
        // What is itself a set is one value of a list in braces alone.
        let listed = match printed.starts_with('{') {
            true => format!("{{{printed}}}"),
            false => printed.clone(),
        };
        let again = match parse_set(&listed, whole(&listed)) {
            Err(refused) if refused.code == Code::OverLimit => continue,
            again => again.expect(&listed),
        };
        assert_eq!(again.len(), 1, "{listed}");
        assert_eq!(again.first().expect("one").to_string(), printed);
    }
}

fn domain(text: &str) {
    let mut words = Words::default();
    if let Ok(domain) = parse_domain(text, false, &mut words) {
        let shown = domain.show(&words);
        // A truth and a text are shown by what can be said.
        if !matches!(domain.kind, DomainKind::Bool | DomainKind::Text(_)) {
            let again = parse_domain(&shown, false, &mut words);
            assert_eq!(again.as_ref(), Ok(&domain), "{text}: {shown}");
        }
        for index in (0..domain.size()).take(50) {
            assert_eq!(domain.index(&domain.value(index)), Some(index), "{shown}");
        }
    }
    let _ = meant_domain(text);
}

fn layout(path: &str, text: &str) {
    let Ok(once) = formatted(path, text, FileId(0), Rewrite::Layout) else {
        return;
    };
    match formatted(path, &once, FileId(0), Rewrite::Layout) {
        Ok(twice) => assert_eq!(once, twice, "{text}"),
        Err(found) => panic!("{text}\n{once}\n{found:?}"),
    }
}
