//! What is told of an erratum that does not fit, or is not one.

use super::book::{erratum, files};
use super::support::{answer, cell, load, told};
use chartroom::diagnostic::Code;
use chartroom::rulebook::Rulebook;

/// Says that an erratum of these changes is told so, and left out; of what it would change there is no answer.
fn refused(changes: &[&str], code: Code) -> String {
    let rulebook = load(&[("a", erratum("a", "", changes))], "official");
    let codes: Vec<Code> = rulebook
        .diagnostics
        .iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(codes, [code], "{}", told(&rulebook));
    assert!(
        !rulebook
            .written
            .errata
            .iter()
            .any(|erratum| erratum.applied)
    );
    let weather = answer(&rulebook, "weather", "dr=2 season=winter");
    match changes.iter().any(|change| change.contains("weather")) {
        true => assert!(weather.starts_with("Broken"), "{weather}"),
        false => assert_eq!(weather, "clear"),
    }
    told(&rulebook)
}

#[test]
fn an_old_value_that_differs_is_told_with_both() {
    insta::assert_snapshot!(refused(
        &["at = \"book/weather[2, spring]\"\nwas = \"mud\"\nnow = \"clear\""],
        Code::ErratumMismatch
    ));
    let exception = "at = \"book/haze-drm#H2.1.except[H2.2]\"\nwas = { cite = \"H2.2\", when = \"target is horse\" }\nremove = true";
    insta::assert_snapshot!(refused(&[exception], Code::ErratumMismatch));
    refused(
        &[
            "at = \"book/weather[*, spring]\"\nwas = { key = \"spring\", cells = [\"mud\"] }\nremove = true",
        ],
        Code::ErratumMismatch,
    );
    refused(
        &["at = \"book/haze-drm#H2.1.when\"\nadd = \"target is horse\""],
        Code::ErratumMismatch,
    );
}

#[test]
fn a_change_that_matches_nothing_is_told_with_the_nearest() {
    let misses = [
        "book/wether[2, spring]",
        "book/weather[5, spring]",
        "book/weather[2, sprung]",
        "book/weather[spring, 2]",
        "book/haze-drm#H2.7.gives",
        "book/haze-drm#H2.1.given",
        "book/haze-drm#H2.1.except[H2.9].gives",
        "book/fact:targets.domain",
        "book/target.domain",
        "book/fakt:target.domain",
        "boek/weather[2, spring]",
        "book/example#H2 EX2.expect",
        "book/may-fire#H3.gives",
        "book/pack.id",
    ];
    let mut all = String::new();
    for miss in misses {
        let text = refused(
            &[&format!("at = \"{miss}\"\nwas = \"mud\"\nnow = \"clear\"")],
            Code::ErratumMatchesNothing,
        );
        let lines = text
            .lines()
            .filter(|line| line.starts_with("error") || line.contains("help:"));
        all.push_str(&format!(
            "{miss}\n{}\n\n",
            lines.collect::<Vec<_>>().join("\n")
        ));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_not_written_as_an_erratum_is_told() {
    let mut all = String::new();
    let changes = [
        "at = \"weather\"\nwas = \"mud\"\nnow = \"clear\"",
        "at = \"haze-drm#H2.1.when\"\nwas = \"mud\"\nnow = \"clear\"",
        "at = \"book/weather[2\"\nwas = \"mud\"\nnow = \"clear\"",
        "at = \"book/weather[2, spring]\"\nnow = \"clear\"\nremove = true",
        "at = \"book/weather[2, spring]\"\nwas = \"gusty\"",
        "at = \"book/weather.rows\"\nwas = \"gusty\"\nadd = \"clear\"",
        "before = \"book/weather[2, spring]\"\nadd = \"clear\"",
        "at = \"book/weather.columns\"\nadd = \"winter\"",
    ];
    for change in changes {
        all.push_str(&refused(&[change], Code::BrokenErratum));
        all.push('\n');
    }
    for head in [
        "date = \"2024-02-30\"",
        "date = \"today\"",
        "status = \"offical\"",
    ] {
        let rulebook = load(
            &[(
                "a",
                erratum(
                    "a",
                    head,
                    &["at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"clear\""],
                ),
            )],
            "all",
        );
        assert_eq!(
            rulebook
                .diagnostics
                .iter()
                .map(|found| found.code)
                .collect::<Vec<_>>(),
            [Code::BrokenErratum]
        );
        all.push_str(&told(&rulebook));
        all.push('\n');
    }
    insta::assert_snapshot!(all);
}

#[test]
fn all_that_is_wrong_is_told_in_one_run() {
    let one = erratum(
        "one",
        "",
        &[
            "at = \"book/weather[2, spring]\"\nwas = \"mud\"\nnow = \"clear\"",
            "at = \"book/weather[7, spring]\"\nwas = \"mud\"\nnow = \"clear\"",
        ],
    );
    let two = erratum(
        "two",
        "supersedes = [\"zero\"]",
        &["at = \"book/weather[1, spring]\"\nwas = \"mud\"\nnow = \"cleer\""],
    );
    let rulebook = load(&[("one", one), ("two", two)], "official");
    let codes: Vec<Code> = rulebook
        .diagnostics
        .iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(
        codes,
        [
            Code::UnknownErratum,
            Code::ErratumMismatch,
            Code::ErratumMatchesNothing,
            Code::UnknownName
        ]
    );
    let place = &rulebook.diagnostics[3].labels[0];
    assert_eq!(
        rulebook.sources.path(place.span.file),
        "game/book/errata/two.toml"
    );
}

#[test]
fn a_pack_of_ones_own_holds_errata_for_those_it_requires() {
    let house = |head: &str| {
        let mut files = files(&[]);
        files.push((
            "game/house/pack.toml".to_owned(),
            format!("id = \"house\"\ngame = \"game\"\n{head}"),
        ));
        files.push((
            "game/house/changes.toml".to_owned(),
            erratum("house", "", &[&cell("mud")]),
        ));
        Rulebook::texts(files)
    };
    let allowed = house("requires = [\"book\"]\n");
    assert!(allowed.diagnostics.is_empty(), "{}", told(&allowed));
    assert_eq!(answer(&allowed, "weather", "dr=2 season=spring"), "mud");
    let stranger = house("");
    insta::assert_snapshot!(told(&stranger));
}

#[test]
fn files_of_errata_hold_nothing_else() {
    let rulebook = load(
        &[("a", "[fact.x]\ndomain = \"bool\"\n".to_owned())],
        "official",
    );
    assert_eq!(rulebook.diagnostics[0].code, Code::UnknownKey);
}

/// What is written in the block of a question is its rule, and has the address of that.
#[test]
fn a_field_of_the_only_rule_of_a_question_is_found() {
    let pack = r#"
id = "p"
[paragraphs]
"1" = "One"
[fact]
wet = { domain = "bool" }
[question.shift]
cite = "1"
asks = "By how much?"
answer = "number"
otherwise = "0"
when = "wet"
gives = "-1"
[erratum.more]
source = "a letter"
status = "official"
date = "2026-01-01"
says = "more"
change = [{ at = "p/shift.gives", was = "-1", now = "-2" }]
"#;
    let folder = crate::common::folder([("g/p/pack.toml", pack)]);
    let ran = crate::common::chartroom_in(folder.path(), &["check", "--rules", "g"]);
    assert!(
        ran.error.contains("error[erratum-matches-nothing]"),
        "{}",
        ran.both()
    );
    assert!(
        ran.error.contains("its rule has one: `p/shift#1.gives`"),
        "{}",
        ran.both()
    );
}
