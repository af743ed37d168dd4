//! `settles` closes a reading in one line.

use super::book::erratum;
use super::support::{answer, load, shown, told, with};
use chartroom::analysis::diff;
use chartroom::diagnostic::Code;
use chartroom::pack::overlay::fold;
use chartroom::source::Sources;

const THERE: &str = "at = \"book/reading:far\"\nsettles = \"there\"";
const HERE: &str = "at = \"book/reading:far\"\nsettles = \"here\"";

#[test]
fn the_option_that_is_right_is_taken_and_the_answer_names_the_erratum() {
    let rulebook = with(&[THERE]);
    let (value, text) = shown(&rulebook, "where", "target=horse");
    assert_eq!(value, "there");
    assert!(text.contains("[erratum a:"), "{text}");
}

#[test]
fn what_stands_for_the_other_options_is_no_finding() {
    let either = "at = \"book/haze-drm.rules\"\nadd = { when = \"haze is none and far is there\", gives = \"+7\" }";
    let rulebook = with(&[HERE, either]);
    let found = &rulebook.prove()[0].diagnostics;
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(
        answer(&rulebook, "haze-drm", "haze=none target=horse"),
        "+0"
    );
}

#[test]
fn settling_for_the_default_changes_no_answer_and_for_another_it_does() {
    let old = load(&[], "official");
    let changed = |new| {
        diff::games(&old.games, &with(&[new]).games, 10)[0]
            .questions
            .len()
    };
    assert_eq!((changed(HERE), changed(THERE)), (0, 1));
}

#[test]
fn an_option_that_there_is_not_is_told() {
    let nowhere = "at = \"book/reading:far\"\nsettles = \"nowhere\"";
    let rulebook = load(&[("a", erratum("a", "", &[nowhere]))], "official");
    assert_eq!(
        rulebook.diagnostics[0].code,
        Code::UnknownReading,
        "{}",
        told(&rulebook)
    );
}

#[test]
fn a_settled_reading_is_folded_in() {
    let files = super::book::files(&[("a", erratum("a", "", &[THERE]))]);
    let folded = fold(&Sources::from_texts(files), &["a"]).unwrap();
    let texts: Vec<&str> = folded
        .changed
        .iter()
        .map(|file| folded.sources.text(*file))
        .collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains("settled = \"there\"")),
        "{texts:?}"
    );
}

#[test]
fn another_option_of_a_settled_reading_is_refused() {
    let rulebook = with(&[THERE]);
    let model = &rulebook.games[0];
    let taken = |option: &str| {
        let mut situation = chartroom::turn::Situation::new(model);
        chartroom::rulebook::request::read_so(model, &mut situation, &format!("book/far={option}"))
    };
    assert!(taken("there").is_ok());
    assert!(taken("here").is_err());
}

#[test]
fn an_example_of_an_option_that_is_closed_is_counted_and_not_tried() {
    let texts = |settled: &str| {
        let pack = format!(
            "id = \"book\"\ngame = \"sample\"\n[reading.far]\ncite = \"1\"\nasks = \"?\"\noptions = {{ here = \"H\", there = \"T\" }}\n\
             default = \"here\"\nbecause = \"?\"\n{settled}\n[fact.roll]\ndomain = \"1..=2\"\n[question.where]\ncite = \"1\"\nanswer = \"bool\"\n\
             gives = \"far is there\"\n[[example]]\ncite = \"1\"\nreadings = {{ far = \"here\" }}\nexpect = {{ where = \"no\" }}\n"
        );
        chartroom::rulebook::Rulebook::texts([("book/pack.toml".to_owned(), pack)])
    };
    for (settled, closed) in [("", 0), ("settled = \"there\"", 1)] {
        let book = texts(settled);
        assert_eq!(told(&book), "");
        let found = &book.prove()[0].diagnostics;
        assert!(found.is_empty(), "{found:?}");
        assert_eq!(book.games[0].closed.len(), closed);
    }
}
