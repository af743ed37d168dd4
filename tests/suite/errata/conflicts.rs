//! Which errata apply, and which are in conflict.

use super::book::{erratum, files};
use super::support::{answer, cell, load, told};
use chartroom::diagnostic::Code;
use chartroom::pack::ErrataSet;
use chartroom::pack::overlay::fold;
use chartroom::rulebook::Rulebook;
use chartroom::source::Sources;

/// One erratum for each status, each about a cell of its own.
fn statuses() -> Vec<(&'static str, String)> {
    let cell = |row: u8, was: &str| {
        format!("at = \"book/weather[{row}, spring]\"\nwas = \"{was}\"\nnow = \"clear\"")
    };
    vec![
        (
            "official",
            erratum("official", "date = 2024-01-10", &[&cell(1, "mud")]),
        ),
        (
            "later",
            erratum("later", "date = 2025-01-10", &[&cell(2, "gusty")]),
        ),
        (
            "club",
            erratum(
                "club",
                "status = \"unofficial\"",
                &["at = \"book/weather[1, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud\""],
            ),
        ),
        (
            "doubt",
            erratum(
                "doubt",
                "status = \"disputed\"",
                &["at = \"book/weather[2, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud\""],
            ),
        ),
        (
            "old",
            erratum(
                "old",
                "status = \"obsolete\"",
                &["at = \"book/weather[3..4, spring]\"\nwas = \"clear\"\nnow = \"mud\""],
            ),
        ),
        (
            "in",
            erratum(
                "in",
                "status = \"incorporated\"",
                &["at = \"book/weather[3..4, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
            ),
        ),
    ]
}

#[test]
fn a_set_chooses_by_status_name_and_date() {
    let chosen = |set: &str| {
        let rulebook = load(&statuses(), set);
        assert!(
            rulebook.diagnostics.is_empty(),
            "{set}: {}",
            told(&rulebook)
        );
        let applied = rulebook
            .written
            .errata
            .iter()
            .filter(|erratum| erratum.applied);
        applied
            .map(|erratum| erratum.id.value.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(chosen("official"), "official later");
    assert_eq!(chosen("none"), "");
    assert_eq!(chosen("all"), "official club doubt later");
    assert_eq!(chosen("until:2024-01-10"), "official");
    assert_eq!(chosen("until:2024-01-09"), "");
    assert_eq!(chosen("doubt, old"), "doubt old");
    assert_eq!(chosen("in"), "");
    for broken in ["until:2024-13-01", "until:", ""] {
        assert!(broken.parse::<ErrataSet>().is_err(), "{broken}");
    }
    let unknown = load(&statuses(), "club,doupt");
    insta::assert_snapshot!(told(&unknown));
}

#[test]
fn errata_of_other_statuses_must_fit_too() {
    let club = erratum(
        "club",
        "status = \"disputed\"",
        &["at = \"book/weather[9, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
    );
    assert_eq!(
        load(&[("a", club)], "none").diagnostics[0].code,
        Code::ErratumMatchesNothing
    );
    let old = erratum(
        "old",
        "status = \"obsolete\"",
        &["at = \"book/weather[9, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
    );
    assert!(load(&[("a", old.clone())], "all").diagnostics.is_empty());
    assert_eq!(
        load(&[("a", old)], "old").diagnostics[0].code,
        Code::ErratumMatchesNothing
    );
}

#[test]
fn two_errata_that_change_one_thing_are_in_conflict_in_whatever_order() {
    let (one, two) = (
        erratum("one", "", &[&cell("mud")]),
        erratum("two", "", &[&cell("clear")]),
    );
    let report = |files: &[(&str, String)]| {
        let rulebook = load(files, "official");
        // What of them holds nobody knows, and so not what is the answer.
        let weather = answer(&rulebook, "weather", "dr=2 season=spring");
        assert!(weather.starts_with("Broken"), "{weather}");
        told(&rulebook)
    };
    let first = report(&[("x", one.clone()), ("y", two.clone())]);
    insta::assert_snapshot!(first);
    assert_eq!(report(&[("y", two.clone()), ("x", one.clone())]), first);
    // Under the other names of files, the same but for these.
    let swapped = report(&[("y", one), ("x", two)]);
    let names = |text: &str| {
        text.replace("errata/x", "errata/?")
            .replace("errata/y", "errata/?")
    };
    assert_eq!(names(&swapped), names(&first));
}

#[test]
fn every_kind_of_conflict_is_told() {
    let row = "at = \"book/weather[2]\"\nwas = { key = \"2\", cells = [\"gusty\", \"clear\"] }\nremove = true";
    let column = "at = \"book/weather[*, spring]\"\nwas = { key = \"spring\", cells = [\"mud\", \"gusty\", \"clear\"] }\nremove = true";
    let new_row = "at = \"book/weather.rows\"\nadd = { key = \"5\", cells = [\"mud\", \"mud\"] }";
    let new_column = "at = \"book/weather.columns\"\nadd = { key = \"autumn\", cells = [\"mud\", \"mud\", \"mud\"] }";
    let rule = "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true";
    let value = "at = \"book/haze-drm#H2.gives\"\nwas = \"+2\"\nnow = \"+3\"";
    let except = "at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is horse\" }";
    let other = "at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is vehicle\" }";
    let gap = "at = \"book/may-fire.gap\"\nadd = \"all of it\"";
    let other_row = new_row.replace("[\"mud\"", "[\"clear\"");
    let other_gap = gap.replace("all", "some");
    let (other_row, other_gap) = (other_row.as_str(), other_gap.as_str());
    let conflicts = [
        (cell("mud"), row),
        (cell("mud"), column),
        (row.to_owned(), column),
        (new_row.to_owned(), new_column),
        (new_row.to_owned(), other_row),
        (rule.to_owned(), value),
        (rule.to_owned(), except),
        (gap.to_owned(), other_gap),
    ];
    let mut all = String::new();
    for (one, two) in &conflicts {
        let rulebook = load(
            &[
                ("a", erratum("one", "", &[one])),
                ("b", erratum("two", "", &[two])),
            ],
            "official",
        );
        let codes: Vec<Code> = rulebook
            .diagnostics
            .iter()
            .map(|found| found.code)
            .collect();
        assert_eq!(
            codes,
            [Code::ErratumConflict],
            "{one} / {two}: {}",
            told(&rulebook)
        );
        all.push_str(&format!("{}\n", rulebook.diagnostics[0].message));
    }
    let twice = load(
        &[("a", erratum("one", "", &[&cell("mud"), &cell("clear")]))],
        "official",
    );
    all.push_str(&format!("{}\n", twice.diagnostics[0].message));
    insta::assert_snapshot!(all);
    for (one, two) in [(except, other), (value, except), (new_row, value)] {
        let rulebook = load(
            &[
                ("a", erratum("one", "", &[one])),
                ("b", erratum("two", "", &[two])),
            ],
            "official",
        );
        assert!(
            rulebook
                .diagnostics
                .iter()
                .all(|found| found.code != Code::ErratumConflict),
            "{}",
            told(&rulebook)
        );
    }
}

#[test]
fn an_erratum_that_supersedes_another_stands_in_its_place() {
    let one = || ("one", erratum("one", "", &[&cell("mud")]));
    let two = || {
        (
            "two",
            erratum(
                "two",
                "date = 2025-01-01\nsupersedes = [\"one\"]",
                &[&cell("clear")],
            ),
        )
    };
    let three = || {
        (
            "three",
            erratum(
                "three",
                "date = 2025-02-01\nsupersedes = [\"two\"]",
                &[&cell("gusty").replace("now = \"gusty\"", "now = \"mud\"")],
            ),
        )
    };
    let both = load(&[one(), two()], "official");
    assert!(both.diagnostics.is_empty(), "{}", told(&both));
    assert_eq!(answer(&both, "weather", "dr=2 season=spring"), "clear");
    assert_eq!(
        answer(
            &load(&[one(), two()], "until:2024-12-31"),
            "weather",
            "dr=2 season=spring"
        ),
        "mud"
    );
    assert_eq!(
        answer(
            &load(&[one(), two()], "one"),
            "weather",
            "dr=2 season=spring"
        ),
        "mud"
    );
    let all = load(&[three(), two(), one()], "official");
    assert!(all.diagnostics.is_empty(), "{}", told(&all));
    assert_eq!(answer(&all, "weather", "dr=2 season=spring"), "mud");
    // What is written into the pack goes on standing in the place of what it superseded.
    let texts = Sources::from_texts(files(&[one(), two()]));
    let folded = Rulebook::from_sources(
        fold(&texts, &["two"]).unwrap().sources,
        &ErrataSet::Official,
    );
    assert!(folded.diagnostics.is_empty(), "{}", told(&folded));
    assert_eq!(answer(&folded, "weather", "dr=2 season=spring"), "clear");
    let circle = load(
        &[
            ("a", erratum("one", "supersedes = \"two\"", &[&cell("mud")])),
            two(),
        ],
        "official",
    );
    assert_eq!(circle.diagnostics[0].code, Code::BrokenErratum);
}

/// Of very many errata about one thing none applies, and each is told, but no longer each with each other.
#[test]
fn very_many_errata_about_one_thing_are_told_once_each() {
    let names: Vec<String> = (0..60).map(|number| format!("e{number:03}")).collect();
    let texts: Vec<(&str, String)> = names
        .iter()
        .map(|name| {
            let value = if name.ends_with(['1', '3', '5', '7', '9']) {
                "mud"
            } else {
                "clear"
            };
            (name.as_str(), erratum(name, "", &[&cell(value)]))
        })
        .collect();
    let rulebook = load(&texts, "official");
    let conflicts = rulebook
        .diagnostics
        .iter()
        .filter(|found| found.code == Code::ErratumConflict);
    let conflicts: Vec<String> = conflicts.map(|found| found.message.clone()).collect();
    assert!((100..160).contains(&conflicts.len()), "{}", told(&rulebook));
    for name in &names {
        assert!(
            conflicts.iter().any(|told| told.contains(name.as_str())),
            "{name}"
        );
    }
    assert!(
        rulebook
            .written
            .errata
            .iter()
            .all(|erratum| !erratum.applied)
    );
}
