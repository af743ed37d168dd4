//! What an erratum does is never done without a word.

use super::book::erratum;
use super::support::{load, told, with};
use chartroom::analysis::diff;
use chartroom::diagnostic::{Code, Severity};

const OTHER_DEFAULT: &str = "at = \"book/reading:far.default\"\nwas = \"here\"\nnow = \"there\"";

#[test]
fn a_reading_that_has_another_default_is_a_difference() {
    let (old, new) = (load(&[], "official"), with(&[OTHER_DEFAULT]));
    let diffs = diff::games(&old.games, &new.games, 10);
    let changed: Vec<&str> = diffs[0]
        .questions
        .iter()
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(changed, ["where"]);
    assert_eq!(diffs[0].questions[0].regions.len(), 1);
}

#[test]
fn a_guard_tells_of_answers_that_another_default_changes() {
    let guarded = erratum("a", "changes = [\"weather\"]", &[OTHER_DEFAULT]);
    let rulebook = load(&[("a", guarded)], "official");
    let found = &rulebook.prove()[0].diagnostics;
    let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::ErratumBeyondScope]);
}

#[test]
fn what_a_superseded_erratum_changes_besides_is_told() {
    let fire = "at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\"";
    let later = "date = 2025-01-01\nsupersedes = [\"one\"]";
    let rulebook = load(
        &[
            ("a", erratum("one", "", &[OTHER_DEFAULT, fire])),
            ("b", erratum("two", later, &[OTHER_DEFAULT])),
        ],
        "official",
    );
    let [found] = rulebook.diagnostics.as_slice() else {
        panic!("{}", told(&rulebook))
    };
    assert_eq!(found.severity, Severity::Warning);
    assert!(
        found.message.contains("book/may-fire.otherwise"),
        "{}",
        found.message
    );
}

#[test]
fn a_value_is_not_said_to_be_in_a_domain_to_which_it_is_added() {
    let change = "at = \"book/fact:season.domain\"\nadd = \"autumn\"";
    let rulebook = load(&[("a", erratum("a", "", &[change]))], "official");
    let told = told(&rulebook);
    assert!(!told.contains("already"), "{told}");
}
