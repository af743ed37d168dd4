//! Whole questions of people who never saw the data (`questions.txt`), each with the command to which `find` leads and facts that this
//! names, or with a question that is among those answered at once.

use chartroom::pack::{self, ErrataSet};
use chartroom::rulebook::finding::{Library, find};
use chartroom::source::Sources;
use rayon::prelude::*;

#[test]
fn whole_questions_lead_to_their_answers() {
    let (written, _) = pack::read_for_answers(&Sources::embedded(), &ErrataSet::Official);
    let library = Library::of(&written);
    let lost = include_str!("../questions.txt")
        .par_lines()
        .filter_map(|line| {
            let (question, expected) = line
                .split_once(" | ")
                .expect("a question and what it leads to");
            let found = find(&library, question, None);
            let meant = found.parts.iter().flat_map(|part| &part.meant);
            let meant: Vec<&str> = meant.map(|(thing, _)| thing.own_name()).collect();
            let is_found = match expected.strip_prefix("among ") {
                Some(name) => meant.contains(&name),
                None => {
                    let mut parts = found.parts.iter().map(|part| &part.next);
                    expected
                        .split(" + ")
                        .all(|expected| parts.next().is_some_and(|next| leads_to(next, expected)))
                }
            };
            let next = found.parts.iter().map(|part| part.next.join(" "));
            let next: Vec<String> = next.collect();
            let next = next.join(" + ");
            (!is_found)
                .then(|| format!("{question}\n  not {expected}\n  but {next}\n  of {meant:?}"))
        });
    let lost: Vec<String> = lost.collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// Whether a command begins with the first two words of what is expected, and has the others.
fn leads_to(next: &[String], expected: &str) -> bool {
    let mut words = expected.split(' ');
    let next: Vec<&str> = next.iter().map(String::as_str).collect();
    let command: Vec<&str> = words.by_ref().take(2).collect();
    next.starts_with(&command) && words.all(|fact| next.contains(&fact))
}
