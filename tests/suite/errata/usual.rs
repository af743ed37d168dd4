//! An erratum that changes what a fact usually is.

use super::book::erratum;
use super::support::{load, told};
use crate::common::found;
use chartroom::diagnostic::Code;

const TARGET: &str = "at = \"book/fact:target.usually\"\nadd = \"infantry\"";

#[test]
fn what_a_fact_usually_is_belongs_to_what_an_erratum_changes() {
    let beyond = |scope: &str| {
        let book = load(&[("a", erratum("a", scope, &[TARGET]))], "official");
        let beyond = found(&book).into_iter();
        let beyond = beyond.filter(|found| found.code == Code::ErratumBeyondScope);
        beyond.map(|found| found.message).collect::<Vec<_>>()
    };
    assert_eq!(
        beyond("changes = [\"haze-drm\", \"may-fire\"]"),
        [
            "the erratum `a` changes what `target` usually is, and with it `where`, which it does not say"
        ]
    );
    assert_eq!(
        beyond("changes = [\"haze-drm\", \"may-fire\", \"where\"]"),
        [""; 0]
    );
}

#[test]
fn what_can_come_of_a_usual_value_is_shown_with_the_erratum() {
    let book = load(&[("a", erratum("a", "", &[TARGET]))], "official");
    assert!(!book.has_errors(), "{}", told(&book));
    let usual = book.made_usual_by("a");
    let questions = ["haze-drm", "may-fire", "where"]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(usual, [("target".to_owned(), questions)]);
}
