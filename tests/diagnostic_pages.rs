//! The pages of the diagnostic codes: each explains its code, and its samples can be read.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test fails by panicking"
)]

use chartroom::diagnostic::Code;
use chartroom::pack::read;
use chartroom::source::Sources;
use std::collections::BTreeSet;

/// The files of a page's fences, with their paths: `wrong/…` and `right/…`.
fn files(page: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(info) => match info.split_once(' ') {
                Some((_, path)) => {
                    open = true;
                    files.push((path.to_owned(), String::new()));
                }
                None => assert_eq!(info.trim_end(), if info.is_empty() { "" } else { "console" }),
            },
            None if open => files.last_mut().unwrap().1.push_str(&format!("{line}\n")),
            None => {}
        }
    }
    files
}

/// The rulebook of one side of a page, with a `pack.toml` supplied if it has none.
fn rulebook(page: &str, side: &str) -> Option<Sources> {
    let mut files = files(page);
    files.retain(|(path, _)| path.starts_with(&format!("{side}/")));
    if files.is_empty() {
        return None;
    }
    if !files.iter().any(|(path, _)| path.ends_with("/pack.toml")) {
        let head = "id = \"sample\"\ngame = \"sample\"\ntitle = \"Sample\"\n";
        files.push((format!("{side}/pack.toml"), head.to_owned()));
    }
    Some(Sources::from_texts(files))
}

/// The codes found in reading a rulebook.
fn found(sources: &Sources) -> BTreeSet<Code> {
    read(sources).1.iter().map(|found| found.code).collect()
}

/// The codes that reading finds; those of all others are for the checker to find.
const OF_READING: &[Code] = &[
    Code::EmptyFile,
    Code::BrokenToml,
    Code::BrokenRon,
    Code::UnknownKey,
    Code::MissingKey,
    Code::WrongShape,
    Code::BadName,
    Code::BrokenErratum,
    Code::UnknownErratum,
    Code::ErratumMismatch,
    Code::ErratumMatchesNothing,
    Code::ErratumConflict,
];

#[test]
fn every_page_explains_its_code() {
    for code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {}\n\n", code.name())), "{code}");
        assert!(page.contains("```"), "{code} has no sample");
        assert_eq!(rulebook(page, "wrong").is_some(), rulebook(page, "right").is_some(), "{code}");
    }
}

#[test]
fn every_sample_reads_as_its_page_says() {
    for code in Code::ALL {
        let (Some(wrong), Some(right)) = (rulebook(code.page(), "wrong"), rulebook(code.page(), "right")) else {
            continue;
        };
        let expected = if OF_READING.contains(code) { BTreeSet::from([*code]) } else { BTreeSet::new() };
        assert_eq!(found(&wrong), expected, "{code}, wrong: {:#?}", read(&wrong).1);
        assert_eq!(found(&right), BTreeSet::new(), "{code}, right: {:#?}", read(&right).1);
    }
}
