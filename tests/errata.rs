//! Errata: every operation, status and conflict, on a small pack; what is told of each; and that their order means nothing.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test fails by panicking"
)]

use chartroom::answer::{Answer, Asker, Evaluator};
use chartroom::diagnostic::Code;
use chartroom::pack::ErrataSet;
use chartroom::render::answer::{Shown, human};
use chartroom::render::diagnostic;
use chartroom::rulebook::{Named, Rulebook, request};
use chartroom::source::Sources;
use chartroom::turn::Situation;
use proptest::prelude::*;

const BASE: &str = r#"
[unit.DR]
dice = "2d6"
[unit.DRM]
modifies = "DR"

[fact.season]
domain = "spring | summer | winter"
[fact.dr]
domain = "1..=4"
[fact.target]
domain = "infantry | vehicle | horse"
[fact.haze]
domain = "none < normal < intense"

[question.weather]
cite   = "H1"
from   = ["dr", "season"]
answer = "clear | gusty | mud"

[question.haze-drm]
cite      = ["H2", "H2.1"]
from      = ["haze", "target"]
answer    = "DRM"
combine   = "sum"

[[rule]]
answers = "haze-drm"
cite    = "H2.1"
when    = "haze is normal and target is not vehicle"
gives   = "+1"
except  = [{ cite = "H2.2", when = "target is horse", gives = "+3" }]

[[rule]]
answers = "haze-drm"
when    = "haze is intense"     # with no paragraph of its own
gives   = "+2"
note    = "as printed"

[question.may-fire]
cite      = "H3"
from      = ["target"]
answer    = "bool"
otherwise = "no"

[reading.far]
cite    = "H4"
asks    = "How far?"
options = { here = "here", there = "there" }
default = "here"
because = "it is nearer"

[question.where]
cite   = "H4"
from   = ["target"]
answer = "here | there"
gives  = "'x' if far is here, else 'y'"

[[example]]
cite   = "H2 EX"
given  = { haze = "normal", target = "infantry" }
ask    = "haze-drm"
expect = "+1"
"#;

const CHARTS: &str = r#"[
    Chart(
        id: "weather-chart", title: "Weather Chart", cite: "H1",
        answers: "weather", down: "dr", across: "season",
        columns: ["spring", "summer, winter"],
        rows: [
            ("1", ["mud", "clear"]),
            ("2", ["gusty", "clear"]),   // as printed
            ("3..4", ["clear", "gusty"], "*"),
        ],
        notes: [(mark: "*", cite: "H1 note", when: "dr = 4", gives: "mud")],
    ),
]
"#;

/// The base without what no test of charts needs.
fn base() -> String {
    BASE.replace("gives  = \"'x' if far is here, else 'y'\"", "gives  = \"here if far is here, else there\"")
}

/// One erratum with these changes.
fn erratum(id: &str, head: &str, changes: &[&str]) -> String {
    let mut text = format!("[erratum.{id}]\nsource = \"the {id} sheet\"\nsays = \"it does so\"\n");
    for (key, value) in [("date", "2024-05-31"), ("status", "\"official\"")] {
        if !head.contains(key) {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    text.push_str(&format!("{head}\n"));
    for change in changes {
        text.push_str(&format!("[[erratum.{id}.change]]\n{change}\n"));
    }
    text
}

fn files(errata: &[(&str, String)]) -> Vec<(String, String)> {
    let mut files = vec![
        ("game/book/pack.toml".to_owned(), "id = \"book\"\ngame = \"game\"\n".to_owned()),
        ("game/book/rules.toml".to_owned(), base()),
        ("game/book/charts.ron".to_owned(), CHARTS.to_owned()),
    ];
    files.extend(errata.iter().map(|(name, text)| (format!("game/book/errata/{name}.toml"), text.clone())));
    files
}

fn load(errata: &[(&str, String)], set: &str) -> Rulebook {
    Rulebook::from_sources(Sources::from_texts(files(errata)), &set.parse().unwrap())
}

/// The rulebook with one erratum of these changes, which must be clean but for failed examples.
fn with(changes: &[&str]) -> Rulebook {
    let rulebook = load(&[("a", erratum("a", "", changes))], "official");
    assert!(rulebook.diagnostics.is_empty(), "{}", told(&rulebook));
    rulebook
}

/// What is told of a rulebook.
fn told(rulebook: &Rulebook) -> String {
    diagnostic::human(&rulebook.diagnostics, &rulebook.sources, false)
}

fn answer(rulebook: &Rulebook, question: &str, facts: &str) -> String {
    shown(rulebook, question, facts).0
}

/// The answer to a question, and the whole of what a person sees.
fn shown(rulebook: &Rulebook, question: &str, facts: &str) -> (String, String) {
    let found = rulebook.find(question);
    let [(model, Named::Question(id))] = found.as_slice() else { panic!("{question}") };
    let mut situation = Situation::new(model);
    for fact in facts.split_whitespace() {
        let (name, value) = fact.split_once('=').unwrap();
        let (variable, index) = request::fact(model, name, value).unwrap();
        situation.set(variable, Some(index));
    }
    let (answer, found) = Asker::new(model).ask(*id, &mut situation);
    let why = Evaluator::with_texts(model, &rulebook.sources).explain(*id, &situation);
    let value = match &answer {
        Answer::Value(value) => value.show(&model.words, model.is_signed(&model.question(*id).unwrap().answer)),
        other => format!("{other:?}"),
    };
    let text = human(&Shown {
        model,
        sources: &rulebook.sources,
        question: *id,
        answer: &answer,
        text: None,
        found: &found,
        why: &why,
        notes: Vec::new(),
    });
    (value, plain(&text))
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    for (place, part) in text.split("\x1b[").enumerate() {
        plain.push_str(if place == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    plain
}

/// Says that an erratum of these changes is told so, and left out.
fn refused(changes: &[&str], code: Code) -> String {
    let rulebook = load(&[("a", erratum("a", "", changes))], "official");
    let codes: Vec<Code> = rulebook.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [code], "{}", told(&rulebook));
    assert!(!rulebook.written.errata.iter().any(|erratum| erratum.applied));
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=winter"), "clear");
    told(&rulebook)
}

#[test]
fn a_cell_is_replaced_and_the_answer_names_the_erratum() {
    let change = "at = \"book/weather[2, 'summer, winter']\"\nwas = \"clear\"\nnow = \"mud\"";
    let rulebook = with(&[change]);
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=summer"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=2 season=spring"), "gusty");
    insta::assert_snapshot!(shown(&rulebook, "weather", "dr=2 season=winter").1);
    assert!(!shown(&rulebook, "weather", "dr=1 season=winter").1.contains("erratum"));
}

#[test]
fn a_chart_is_named_by_itself_too() {
    let rulebook = with(&["at = \"book/chart:weather-chart[1, spring]\"\nwas = \"mud\"\nnow = \"clear\""]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=spring"), "clear");
    let rulebook = with(&["at = \"book/weather-chart[1, spring]\"\nwas = \"mud\"\nnow = \"clear\""]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=spring"), "clear");
}

#[test]
fn rows_are_added_replaced_and_taken_away() {
    let changes = [
        "at = \"book/weather[3..4]\"\nwas = { key = \"3..4\", cells = [\"clear\", \"gusty\"], marks = \"*\" }\nremove = true",
        "after = \"book/weather[2]\"\nadd = { key = \"4\", cells = [\"mud\", \"mud\"] }",
        "before = \"book/weather[3..4]\"\nadd = { key = \"3\", cells = [\"gusty\", \"gusty\"] }",
        "at = \"book/weather[1]\"\nwas = { key = \"1\", cells = [\"mud\", \"clear\"] }\nnow = { key = \"1\", cells = [\"clear\", \"mud\"] }",
    ];
    let rulebook = with(&changes);
    let rows = &rulebook.games[0].charts[0].rows;
    assert_eq!(rows.iter().map(|row| row.heading.as_str()).collect::<Vec<_>>(), ["1", "2", "4", "3"]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=winter"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=spring"), "mud");
}

#[test]
fn a_row_goes_to_the_end_and_a_key_is_split() {
    let changes = [
        "at = \"book/weather[3..4].key\"\nwas = \"3..4\"\nnow = \"3\"",
        "at = \"book/weather.rows\"\nadd = { key = \"4\", cells = [\"mud\", \"mud\"] }",
    ];
    let rulebook = with(&changes);
    assert_eq!(answer(&rulebook, "weather", "dr=4 season=winter"), "mud");
    assert!(shown(&rulebook, "weather", "dr=3 season=winter").1.contains("H1 [erratum a:"));
}

#[test]
fn columns_are_added_replaced_and_taken_away() {
    let split = [
        "at = \"book/weather[*, 'summer, winter'].key\"\nwas = \"summer, winter\"\nnow = \"winter\"",
        "before = \"book/weather[*, 'summer, winter']\"\nadd = { key = \"summer\", cells = [\"mud\", \"mud\", \"mud\"] }",
    ];
    let rulebook = with(&split);
    assert_eq!(rulebook.games[0].charts[0].columns, ["spring", "summer", "winter"]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=summer"), "mud");
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=winter"), "clear");
    let merged = [
        "at = \"book/weather[*, spring]\"\nwas = { key = \"spring\", cells = [\"mud\", \"gusty\", \"clear\"] }\nremove = true",
        "at = \"book/weather[*, 'summer, winter']\"\nwas = { key = \"summer, winter\", cells = [\"clear\", \"clear\", \"gusty\"] }\nnow = { key = \"any\", cells = [\"mud\", \"mud\", \"clear\"] }",
    ];
    let rulebook = with(&merged);
    assert_eq!(rulebook.games[0].charts[0].columns, ["any"]);
    assert_eq!(answer(&rulebook, "weather", "dr=1 season=spring"), "mud");
}

#[test]
fn marks_and_footnotes_are_changed() {
    let rulebook = with(&[
        "at = \"book/weather[2].marks\"\nadd = \"*\"",
        "at = \"book/weather.notes[*].when\"\nwas = \"dr = 4\"\nnow = \"dr >= 2\"",
    ]);
    let (value, text) = shown(&rulebook, "weather", "dr=2 season=spring");
    assert_eq!(value, "mud");
    assert!(text.contains("H1 note [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/weather[3..4].marks\"\nwas = \"*\"\nremove = true"]);
    let (value, text) = shown(&rulebook, "weather", "dr=4 season=spring");
    assert_eq!(value, "clear");
    assert!(text.contains("H1 [erratum a:"), "{text}");
}

#[test]
fn conditions_and_values_of_rules_are_changed() {
    let rulebook = with(&["at = \"book/haze-drm#H2.1.gives\"\nwas = \"+1\"\nnow = \"+2\""]);
    insta::assert_snapshot!(shown(&rulebook, "haze-drm", "haze=normal target=infantry").1);
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.when\"\nwas = \"haze is normal and target is not vehicle\"\nnow = \"haze is normal\"",
    ]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=normal target=vehicle"), "+1");
    let (_, text) = shown(&rulebook, "haze-drm", "haze=none target=vehicle");
    assert!(text.contains("H2.1 [erratum a:"), "{text}");
    let rulebook =
        with(&["at = \"book/haze-drm#H2.1.when\"\nwas = \"haze is normal and target is not vehicle\"\nremove = true"]);
    let (value, text) = shown(&rulebook, "haze-drm", "haze=none target=vehicle");
    assert_eq!(value, "+1");
    assert!(text.contains("H2.1 [erratum a:"), "{text}");
}

#[test]
fn a_rule_without_a_paragraph_has_that_of_its_question() {
    let rulebook = with(&["at = \"book/haze-drm#H2.note\"\nwas = \"as printed\"\nnow = \"as mended\""]);
    assert!(rulebook.games[0].rules.iter().any(|rule| rule.note == "as mended"));
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.gives\"\nwas = \"+2\"\nremove = true",
        "at = \"book/haze-drm#H2.gap\"\nadd = \"the modifier\"",
    ]);
    assert!(answer(&rulebook, "haze-drm", "haze=intense target=horse").starts_with("Gap"));
}

#[test]
fn exceptions_are_added_changed_and_taken_away() {
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.3\", when = \"target is infantry\", gives = \"+0\" }",
    ]);
    insta::assert_snapshot!(shown(&rulebook, "haze-drm", "haze=normal target=infantry").1);
    let rulebook = with(&["at = \"book/haze-drm#H2.1.except[H2.2].gives\"\nwas = \"+3\"\nnow = \"+4\""]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=normal target=horse"), "+4");
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.except[H2.2]\"\nwas = { when = \"target is horse\", cite = \"H2.2\", gives = \"+3\" }\nremove = true",
    ]);
    let (value, text) = shown(&rulebook, "haze-drm", "haze=normal target=horse");
    assert_eq!(value, "+1");
    assert!(text.contains("H2.1 [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is horse\" }"]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=intense target=horse"), "+0");
    let rulebook = with(&[
        "at = \"book/haze-drm#H2.1.except[H2.2].except\"\nadd = { cite = \"H2.4\", when = \"haze is normal\" }",
    ]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=normal target=horse"), "+1");
}

#[test]
fn rules_are_added_replaced_and_taken_away() {
    let rulebook =
        with(&["at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }"]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=intense target=horse"), "+7");
    let rulebook = with(&[
        "before = \"book/haze-drm#H2.1\"\nadd = { cite = \"H2.5\", when = \"target is horse\", gives = \"+5\" }",
    ]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=none target=horse"), "+5");
    let rulebook =
        with(&["at = \"book/may-fire.rules\"\nadd = { cite = \"H3.1\", when = \"target is horse\", gives = \"yes\" }"]);
    assert_eq!(answer(&rulebook, "may-fire", "target=horse"), "yes");
    let rulebook = with(&[
        "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true",
    ]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=intense target=horse"), "+0");
    let rulebook = with(&[
        "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nnow = { cite = \"H2.6\", when = \"haze is intense\", gives = \"+6\" }",
    ]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=intense target=horse"), "+6");
}

#[test]
fn facts_questions_readings_and_examples_are_changed() {
    let rulebook = with(&[
        "at = \"book/fact:target.domain\"\nwas = \"infantry | vehicle | horse\"\nnow = \"infantry | vehicle | horse | gun\"",
    ]);
    assert_eq!(answer(&rulebook, "haze-drm", "haze=normal target=gun"), "+1");
    let rulebook = with(&["at = \"book/may-fire.otherwise\"\nwas = \"no\"\nnow = \"yes\""]);
    let (value, text) = shown(&rulebook, "may-fire", "target=horse");
    assert_eq!(value, "yes");
    assert!(text.contains("H3 [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/may-fire.only\"\nadd = { target = \"horse\" }"]);
    assert!(answer(&rulebook, "may-fire", "target=vehicle").starts_with("NotAsked"));
    let rulebook = with(&["at = \"book/reading:far.default\"\nwas = \"here\"\nnow = \"there\""]);
    let (value, text) = shown(&rulebook, "where", "target=horse");
    assert_eq!(value, "there");
    assert!(text.contains("H4 [erratum a:"), "{text}");
    let rulebook = with(&["at = \"book/example#H2 EX.expect\"\nwas = \"+1\"\nnow = \"+9\""]);
    assert_eq!(rulebook.prove()[0].diagnostics[0].code, Code::ExampleFails);
    let rulebook = with(&[
        "at = \"book/example\"\nadd = { cite = \"H1 EX\", given = { dr = 1, season = \"spring\" }, ask = \"weather\", expect = \"clear\" }",
    ]);
    assert_eq!(rulebook.prove()[0].diagnostics.len(), 1);
    let rulebook =
        with(&["at = \"book/law\"\nadd = { cite = \"H2\", says = \"never more\", always = \"haze-drm <= +3\" }"]);
    assert_eq!(rulebook.prove()[0].laws, 1);
    let rulebook = with(&[
        "at = \"book/fact:night\"\nadd = { domain = \"bool\" }",
        "at = \"book/may-fire.from\"\nadd = \"night\"",
        "at = \"book/may-fire.gives\"\nadd = \"night\"",
    ]);
    assert_eq!(answer(&rulebook, "may-fire", "night=yes target=horse"), "yes");
    let rulebook = with(&["at = \"book/haze-drm.cite[H2.1]\"\nwas = \"H2.1\"\nremove = true"]);
    assert_eq!(rulebook.games[0].questions[1].cite, ["H2"]);
    let rulebook = with(&["at = \"book/pack.edition\"\nadd = \"the second\""]);
    assert_eq!(rulebook.games[0].packs[0].edition, "the second");
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
        &["at = \"book/weather[*, spring]\"\nwas = { key = \"spring\", cells = [\"mud\"] }\nremove = true"],
        Code::ErratumMismatch,
    );
    refused(&["at = \"book/haze-drm#H2.1.when\"\nadd = \"target is horse\""], Code::ErratumMismatch);
}

#[test]
fn a_change_that_matches_nothing_is_told_with_the_nearest() {
    let misses = [
        "book/wether[2, spring]",
        "book/weather[5, spring]",
        "book/weather[2, sprung]",
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
        let text = refused(&[&format!("at = \"{miss}\"\nwas = \"mud\"\nnow = \"clear\"")], Code::ErratumMatchesNothing);
        let lines = text.lines().filter(|line| line.starts_with("error") || line.contains("help:"));
        all.push_str(&format!("{miss}\n{}\n\n", lines.collect::<Vec<_>>().join("\n")));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn what_is_not_written_as_an_erratum_is_told() {
    let mut all = String::new();
    let changes = [
        "at = \"weather\"\nwas = \"mud\"\nnow = \"clear\"",
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
    for head in ["date = \"2024-02-30\"", "date = \"today\"", "status = \"offical\""] {
        let rulebook = load(
            &[("a", erratum("a", head, &["at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"clear\""]))],
            "all",
        );
        assert_eq!(rulebook.diagnostics.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::BrokenErratum]);
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
    let codes: Vec<Code> = rulebook.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [Code::UnknownErratum, Code::ErratumMismatch, Code::ErratumMatchesNothing, Code::UnknownName]);
    let place = &rulebook.diagnostics[3].labels[0];
    assert_eq!(rulebook.sources.path(place.span.file), "game/book/errata/two.toml");
}

/// One erratum for each status, each about a cell of its own.
fn statuses() -> Vec<(&'static str, String)> {
    let cell = |row: u8, was: &str| format!("at = \"book/weather[{row}, spring]\"\nwas = \"{was}\"\nnow = \"clear\"");
    vec![
        ("official", erratum("official", "date = 2024-01-10", &[&cell(1, "mud")])),
        ("later", erratum("later", "date = 2025-01-10", &[&cell(2, "gusty")])),
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
        assert!(rulebook.diagnostics.is_empty(), "{set}: {}", told(&rulebook));
        let applied = rulebook.written.errata.iter().filter(|erratum| erratum.applied);
        applied.map(|erratum| erratum.id.value.clone()).collect::<Vec<_>>().join(" ")
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
    let club =
        erratum("club", "status = \"disputed\"", &["at = \"book/weather[9, spring]\"\nwas = \"mud\"\nnow = \"clear\""]);
    assert_eq!(load(&[("a", club)], "none").diagnostics[0].code, Code::ErratumMatchesNothing);
    let old =
        erratum("old", "status = \"obsolete\"", &["at = \"book/weather[9, spring]\"\nwas = \"mud\"\nnow = \"clear\""]);
    assert!(load(&[("a", old.clone())], "all").diagnostics.is_empty());
    assert_eq!(load(&[("a", old)], "old").diagnostics[0].code, Code::ErratumMatchesNothing);
}

fn cell(now: &str) -> String {
    format!("at = \"book/weather[2, spring]\"\nwas = \"gusty\"\nnow = \"{now}\"")
}

#[test]
fn two_errata_that_change_one_thing_are_in_conflict_in_whatever_order() {
    let (one, two) = (erratum("one", "", &[&cell("mud")]), erratum("two", "", &[&cell("clear")]));
    let report = |files: &[(&str, String)]| {
        let rulebook = load(files, "official");
        assert_eq!(answer(&rulebook, "weather", "dr=2 season=spring"), "gusty");
        told(&rulebook)
    };
    let first = report(&[("x", one.clone()), ("y", two.clone())]);
    insta::assert_snapshot!(first);
    assert_eq!(report(&[("y", two.clone()), ("x", one.clone())]), first);
    // Under the other names of files, the same but for these.
    let swapped = report(&[("y", one), ("x", two)]);
    let names = |text: &str| text.replace("errata/x", "errata/?").replace("errata/y", "errata/?");
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
    let conflicts = [
        (cell("mud"), row),
        (cell("mud"), column),
        (row.to_owned(), column),
        (new_row.to_owned(), new_column),
        (new_row.to_owned(), new_row),
        (rule.to_owned(), value),
        (rule.to_owned(), except),
        (gap.to_owned(), gap),
    ];
    let mut all = String::new();
    for (one, two) in &conflicts {
        let rulebook = load(&[("a", erratum("one", "", &[one])), ("b", erratum("two", "", &[two]))], "official");
        let codes: Vec<Code> = rulebook.diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(codes, [Code::ErratumConflict], "{one} / {two}: {}", told(&rulebook));
        all.push_str(&format!("{}\n", rulebook.diagnostics[0].message));
    }
    let twice = load(&[("a", erratum("one", "", &[&cell("mud"), &cell("clear")]))], "official");
    all.push_str(&format!("{}\n", twice.diagnostics[0].message));
    insta::assert_snapshot!(all);
    for (one, two) in [(except, other), (value, except), (new_row, value)] {
        let rulebook = load(&[("a", erratum("one", "", &[one])), ("b", erratum("two", "", &[two]))], "official");
        assert!(rulebook.diagnostics.iter().all(|found| found.code != Code::ErratumConflict), "{}", told(&rulebook));
    }
}

#[test]
fn an_erratum_that_supersedes_another_stands_in_its_place() {
    let one = || ("one", erratum("one", "", &[&cell("mud")]));
    let two = || ("two", erratum("two", "date = 2025-01-01\nsupersedes = [\"one\"]", &[&cell("clear")]));
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
    assert_eq!(answer(&load(&[one(), two()], "until:2024-12-31"), "weather", "dr=2 season=spring"), "mud");
    assert_eq!(answer(&load(&[one(), two()], "one"), "weather", "dr=2 season=spring"), "mud");
    let all = load(&[three(), two(), one()], "official");
    assert!(all.diagnostics.is_empty(), "{}", told(&all));
    assert_eq!(answer(&all, "weather", "dr=2 season=spring"), "mud");
    let circle = load(&[("a", erratum("one", "supersedes = \"two\"", &[&cell("mud")])), two()], "official");
    assert_eq!(circle.diagnostics[0].code, Code::BrokenErratum);
}

#[test]
fn a_pack_of_ones_own_holds_errata_for_those_it_requires() {
    let house = |head: &str| {
        let mut files = files(&[]);
        files.push(("game/house/pack.toml".to_owned(), format!("id = \"house\"\ngame = \"game\"\n{head}")));
        files.push(("game/house/changes.toml".to_owned(), erratum("house", "", &[&cell("mud")])));
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
    let rulebook = load(&[("a", "[fact.x]\ndomain = \"bool\"\n".to_owned())], "official");
    assert_eq!(rulebook.diagnostics[0].code, Code::UnknownKey);
}

/// Changes of which some are in conflict with some.
fn pool() -> Vec<String> {
    let mut pool: Vec<String> = ["mud", "clear"].map(cell).to_vec();
    pool.extend(
        [
            "at = \"book/weather[1, spring]\"\nwas = \"mud\"\nnow = \"clear\"",
            "at = \"book/weather[1]\"\nwas = { key = \"1\", cells = [\"mud\", \"clear\"] }\nnow = { key = \"1\", cells = [\"clear\", \"clear\"] }",
            "at = \"book/weather[2].marks\"\nadd = \"*\"",
            "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.7\", when = \"target is infantry\", gives = \"+5\" }",
            "at = \"book/haze-drm#H2.1.except\"\nadd = { cite = \"H2.7\", when = \"haze is intense\" }",
            "before = \"book/haze-drm#H2.1.except[H2.2]\"\nadd = { cite = \"H2.8\", when = \"target is vehicle\" }",
            "at = \"book/haze-drm#H2.1.except[H2.2].gives\"\nwas = \"+3\"\nnow = \"+4\"",
            "at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is horse\", gives = \"+7\" }",
            "at = \"book/haze-drm#H2.except\"\nadd = { when = \"target is vehicle\" }",
            "at = \"book/haze-drm.rules\"\nadd = { cite = \"H2.9\", when = \"target is horse\", gives = \"+1\" }",
            "before = \"book/haze-drm#H2\"\nadd = { cite = \"H2.9\", gives = \"+2\" }",
            "at = \"book/haze-drm#H2\"\nwas = { when = \"haze is intense\", gives = \"+2\", note = \"as printed\" }\nremove = true",
            "at = \"book/fact:target.domain\"\nwas = \"infantry | vehicle | horse\"\nnow = \"infantry | vehicle | horse | gun\"",
            "at = \"book/may-fire.cite\"\nadd = \"H2\"",
            "at = \"book/may-fire.cite\"\nadd = \"H1\"",
        ]
        .map(str::to_owned),
    );
    pool
}

/// All that a rulebook says: its rules as they are shown, and its findings.
fn everything(rulebook: &Rulebook) -> String {
    let model = &rulebook.games[0];
    let mut all = told(rulebook);
    for question in &model.questions {
        all.push_str(&format!("{} {:?}\n", question.name, question.cite));
        for rule in question.rules.iter().filter_map(|rule| model.rule(*rule)) {
            let text = |span| rulebook.sources.slice(span);
            let when = rule.when.as_ref().map(|when| text(when.span));
            let except: Vec<_> = rule.except.iter().map(|exception| text(exception.span)).collect();
            all.push_str(&format!("  {} {when:?} {:?} {except:?}\n", rule.cite, text(rule.span)));
        }
        for haze in ["none", "normal", "intense"] {
            for target in ["infantry", "vehicle", "horse"] {
                if question.name == "haze-drm" {
                    all.push_str(&shown(rulebook, "haze-drm", &format!("haze={haze} target={target}")).1);
                }
            }
        }
    }
    all
}

/// All orders of a few things.
fn orders<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders_ = Vec::new();
    for (place, first) in things.iter().enumerate() {
        let mut rest = things.to_vec();
        rest.remove(place);
        orders_.extend(orders(&rest).into_iter().map(|mut order| {
            order.insert(0, first.clone());
            order
        }));
    }
    orders_
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_errata_changes_nothing(chosen in proptest::sample::subsequence(pool(), 2..=4), dates in proptest::collection::vec(1_u8..=3, 4)) {
        let errata: Vec<String> = chosen
            .iter()
            .zip(&dates)
            .enumerate()
            .map(|(number, (change, day))| erratum(&format!("e{number}"), &format!("date = 2024-01-0{day}"), &[change]))
            .collect();
        let names = ["p", "q", "r", "s"];
        let mut first: Option<String> = None;
        for order in orders(&errata) {
            // The files in another order, and each erratum in a file of another name.
            let files: Vec<(&str, String)> = names.into_iter().zip(order).collect();
            let mut all = everything(&load(&files, "official"));
            for name in names {
                all = all.replace(&format!("errata/{name}.toml"), "errata/?.toml");
            }
            match &first {
                None => first = Some(all),
                Some(first) => prop_assert_eq!(first, &all),
            }
        }
    }
}
