//! What is tried, and what the worked examples exercise.

use crate::common;

use chartroom::analysis::coverage::{Paragraph, Share, Status, coverage};
use chartroom::rulebook::Rulebook;
use common::{Ran, chartroom_in, found, told};
use std::path::Path;

/// Runs the program on the rulebook made for these tests.
fn sample(arguments: &[&str]) -> Ran {
    common::chartroom(&[arguments, &["--rules", "tests/rules"]].concat())
}

/// The paragraphs of a rulebook of one pack whose only topic is this.
fn paragraphs(topic: &str) -> Vec<Paragraph> {
    let pack = "id = \"sample\"\ngame = \"sample\"\n[paragraphs]\nS1 = \"One\"\n";
    let rulebook = Rulebook::texts([("sample/pack.toml", pack), ("sample/topic.toml", topic)]);
    let found = found(&rulebook);
    assert!(found.is_empty(), "{}", told(&found, &rulebook.sources));
    coverage(&rulebook.games[0], &rulebook.sources)
}

/// What is not exercised, in words.
fn open(topic: &str) -> Vec<String> {
    let all = paragraphs(topic);
    let data = all.iter().flat_map(|paragraph| &paragraph.data);
    data.filter(|datum| !datum.exercised)
        .map(|datum| datum.says.clone())
        .collect()
}

#[test]
fn what_is_tried_is_told_by_section() {
    let ran = sample(&["test"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!("tried", ran.out);
    let json = sample(&["test", "tides", "--format", "json"]).json();
    assert_eq!(json["version"], 1);
    assert_eq!(
        (
            json["examples"].as_u64(),
            json["laws"].as_u64(),
            json["failed"].as_u64()
        ),
        (Some(6), Some(1), Some(0))
    );
    assert_eq!(json["sections"][0]["tests"][0]["outcome"], "holds");
}

#[test]
fn what_fails_is_underlined_and_fails_the_command() {
    let pack = "id = \"waves\"\ngame = \"sample\"\n";
    let topic = r#"
[fact.surf]
domain = "0..=3"

[question.waves]
cite   = "S1"
from   = ["surf"]
answer = "number"
gives  = "2 * surf"

[[example]]
cite   = "S1 EX"
given  = { surf = "0..2" }
ask    = "waves"
expect = "2"
"#;
    let folder = common::folder([
        ("sample/waves/pack.toml", pack),
        ("sample/waves/waves.toml", topic),
    ]);
    let ran = chartroom_in(folder.path(), &["test", "--rules", "."]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.contains("1 example and 0 laws tried: 1 failed"),
        "{}",
        ran.out
    );
    assert!(
        ran.error.contains("`waves` gives 0, not 2") && ran.error.contains("^"),
        "{}",
        ran.error
    );
}

/// An example or a law of what has no answer neither holds nor fails: it counts for nothing, in `test` as in `check`.
#[test]
fn what_has_no_answer_is_no_proof() {
    let pack = r#"id = "p"
game = "g"
title = "P"
[paragraphs]
1 = "One"
[fact]
a = { domain = "1..3" }
b = { domain = "1..3" }
[question.q]
cite = "1"
answer = "0..9"
[[question.q.rule]]
gives = "1"
when = "a = 1"
[[law]]
cite = "1"
says = "two is seven"
always = "q = 7"
when = "a = 2"
[[law]]
cite = "1"
says = "one is little"
always = "q = 1"
when = "a = 1"
[[example]]
cite = "1"
given = { a = "2" }
expect = { q = "7" }
[[example]]
cite = "1"
given = { a = "1" }
expect = { q = "2" }
"#;
    let place = common::folder([("g/p/pack.toml", pack)]);
    let ran = |command| chartroom_in(place.path(), &[command, "--rules", "g"]);
    let (check, test) = (ran("check"), ran("test"));
    assert!(
        check.out.contains("1 law holds, 0 examples hold"),
        "{}",
        check.both()
    );
    insta::assert_snapshot!(test.both());
}

#[test]
fn coverage_tells_each_paragraph() {
    let ran = sample(&["coverage", "tides"]);
    assert_eq!(ran.code, 1, "two paragraphs are not accounted for");
    insta::assert_snapshot!("coverage_human", ran.out);
    let json = sample(&["coverage", "tides", "--format", "json"]).json();
    let all = json["paragraphs"].as_array().unwrap();
    let told: Vec<(&str, &str)> = all
        .iter()
        .map(|entry| {
            (
                entry["paragraph"].as_str().unwrap(),
                entry["status"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("T1", "unexplained"),
        ("T1.1", "partly-exercised"),
        ("T1.2", "partly-exercised"),
        ("T2", "partly-exercised"),
        ("T2.1", "partly-exercised"),
        ("T2.2", "partly-exercised"),
        ("T3", "nothing-to-compute"),
        ("T4", "unexplained"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn coverage_can_be_demanded() {
    assert_eq!(sample(&["coverage", "roads"]).code, 0);
    let ran = sample(&["coverage", "roads", "--min", "50"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.error
            .contains("examples exercise 0% of the data, less than 50%"),
        "{}",
        ran.error
    );
}

const HAZE: &str = r#"
[fact.range]
domain = "0..=60"

[fact.aerial]
domain = "bool"

[fact.dusty]
domain = "bool"

[fact.rain]
domain = "bool"

[question.hazy]
cite    = "S1"
from    = ["range", "rain"]
answer  = "bool"
combine = "any"

[[rule]]
answers = "hazy"
cite    = "S1"
when    = "range >= 12"
except  = [{ cite = "S1", when = "rain" }]

[question.haze]
cite   = "S1"
from   = ["range", "aerial", "dusty", "rain"]
answer = "number"
combine = "sum"

[[rule]]
answers = "haze"
cite    = "S1"
when    = "hazy"
gives   = "+1"
except  = [{ cite = "S1", when = "aerial", gives = "+2", except = [{ cite = "S1", when = "range = 60", gives = "+3" }] }]

[[rule]]
answers = "haze"
cite    = "S1"
when    = "dusty"
gives   = "+4"
"#;

fn with_example(given: &str, expect: &str) -> String {
    format!(
        "{HAZE}\n[[example]]\ncite = \"S1 EX\"\ngiven = {{ {given} }}\nask = \"haze\"\nexpect = \"{expect}\"\n"
    )
}

#[test]
fn an_exception_that_takes_a_rules_place_is_exercised_and_the_rule_is_not() {
    let topic = with_example(
        "range = \"20\", aerial = \"yes\", dusty = \"no\", rain = \"no\"",
        "+2",
    );
    assert_eq!(
        open(&topic),
        [
            "nothing when rain",
            "+1 when hazy",
            "+3 when range = 60",
            "+4 when dusty"
        ]
    );
}

#[test]
fn what_keeps_a_rule_from_applying_is_exercised_too() {
    let topic = with_example(
        "range = \"20\", aerial = \"no\", dusty = \"no\", rain = \"yes\"",
        "0",
    );
    assert!(
        !open(&topic).contains(&"nothing when rain".to_owned()),
        "{:?}",
        open(&topic)
    );
}

#[test]
fn what_holds_beside_what_does_not_is_no_reason() {
    let pack = |facts: &str, expect: &str| {
        format!(
            "id = \"reef\"\ngame = \"sea\"\ntitle = \"Reef\"\n[paragraphs]\nR1 = \"One\"\nR2 = \"Two\"\nR3 = \"Both\"\n\
             [fact.a]\ndomain = \"bool\"\n[fact.b]\ndomain = \"bool\"\n[fact.c]\ndomain = \"bool\"\n\
             [question.one]\ncite = \"R1\"\nanswer = \"any\"\nwhen = [\"a\", \"c\"]\n\
             [question.two]\ncite = \"R2\"\nanswer = \"any\"\nwhen = \"b\"\n\
             [question.both]\ncite = \"R3\"\nanswer = \"any\"\nwhen = \"one and two\"\n\
             [[example]]\ncite = \"R3\"\ngiven = {{ {facts} }}\nexpect = {{ both = \"{expect}\" }}\n"
        )
    };
    for (facts, expect, exercised) in [
        (
            "a = \"yes\", b = \"yes\", c = \"no\"",
            "yes",
            vec!["R1", "R2", "R3"],
        ),
        (
            "a = \"yes\", b = \"yes\", c = \"yes\"",
            "yes",
            vec!["R1", "R1", "R2", "R3"],
        ),
        // That `one` holds is not why `both` does not.
        ("a = \"yes\", b = \"no\", c = \"yes\"", "no", vec![]),
    ] {
        let book = Rulebook::texts([("reef/pack.toml", pack(facts, expect))]);
        let all = coverage(&book.games[0], &book.sources);
        let data = all.iter().flat_map(|paragraph| &paragraph.data);
        let told = data.filter(|datum| datum.exercised);
        let told: Vec<&str> = told.map(|datum| datum.cite.as_str()).collect();
        assert_eq!(told, exercised, "{facts}");
    }
}

#[test]
fn every_situation_of_a_range_counts() {
    let topic = with_example(
        "range = \"0..11\", aerial = \"any\", dusty = \"yes\", rain = \"any\"",
        "4",
    );
    assert_eq!(open(&topic).len(), 5, "{:?}", open(&topic));
    let topic = with_example(
        "range = \"60\", aerial = \"yes\", dusty = \"yes\", rain = \"no\"",
        "7",
    );
    assert_eq!(
        open(&topic),
        ["nothing when rain", "+1 when hazy", "+2 when aerial"]
    );
}

#[test]
fn every_paragraph_of_the_shipped_packs_is_accounted_for() {
    let rulebook = Rulebook::embedded();
    for model in &rulebook.games {
        let open: Vec<String> = coverage(model, &rulebook.sources)
            .iter()
            .filter(|paragraph| paragraph.status == Status::Unexplained)
            .map(|paragraph| paragraph.paragraph.clone())
            .collect();
        assert!(open.is_empty(), "{open:?}");
    }
}

#[test]
fn a_cell_is_a_datum_of_its_own() {
    let rulebook = Rulebook::folder(Path::new("tests/rules"));
    let shore = rulebook
        .games
        .iter()
        .find(|model| model.game == "shore")
        .unwrap();
    let all = coverage(shore, &rulebook.sources);
    let table = all
        .iter()
        .find(|paragraph| paragraph.paragraph == "T1.1")
        .unwrap();
    assert_eq!(
        table.cells,
        Share {
            exercised: 1,
            all: 15
        }
    );
}

#[test]
fn an_example_exercises_what_it_takes_as_usual() {
    let pack = concat!(
        include_str!("common/desert.toml"),
        r#"
[usually]
dust = [{ is = "heavy", when = "range >= 3", cite = "2" }, { is = "none", cite = "2" }]
[question.dust-drm]
cite = "2"
asks = "What DRM does dust give?"
answer = "DRM"
otherwise = "+0"
[[rule]]
answers = "dust-drm"
cite = "2"
when = "dust is heavy and range >= 2"
gives = "+2"
[[example]]
cite = "2"
given = { range = "4" }
ask = "dust-drm"
expect = "+2"
"#
    );
    let rulebook = Rulebook::texts([("sample/pack.toml", pack)]);
    let all = coverage(&rulebook.games[0], &rulebook.sources);
    let data = all.iter().flat_map(|paragraph| &paragraph.data);
    let told: Vec<_> = data
        .map(|datum| (datum.says.as_str(), datum.exercised))
        .collect();
    assert_eq!(
        told,
        [
            ("usually heavy when range >= 3", true),
            ("usually none", false),
            ("otherwise +0", false),
            ("+2 when dust is heavy and range >= 2", true),
        ]
    );
}

#[test]
fn what_the_steps_of_a_procedure_ask_is_exercised_by_its_example() {
    let topic = r#"
[unit]
d = { dice = "d6" }

[fact.storm-dr]
domain = "dice"
unit   = "d"

[fact.stormy]
domain = "bool"

[question.storm]
cite   = "S1"
answer = "any"
when   = ["storm-dr >= 4"]

[[example]]
cite      = "S1"
procedure = "by-day"
rolls     = ["6"]
outcome   = { stormy = "yes" }
"#;
    let procedure = r#"Procedure(
        id: "by-day", title: "By day", cite: ["S1"], start: [],
        steps: [(roll: "storm-dr"), (ask: "storm", as: "stormy")],
        outcome: ["stormy"],
    )"#;
    let pack = "id = \"sample\"\ngame = \"sample\"\n[paragraphs]\nS1 = \"One\"\n";
    let texts = [
        ("sample/pack.toml", pack),
        ("sample/topic.toml", topic),
        ("sample/by-day.ron", procedure),
    ];
    let rulebook = Rulebook::texts(texts);
    let found = found(&rulebook);
    assert!(found.is_empty(), "{}", told(&found, &rulebook.sources));
    let all = coverage(&rulebook.games[0], &rulebook.sources);
    let data = all.iter().flat_map(|paragraph| &paragraph.data);
    let open = data.filter(|datum| !datum.exercised);
    assert_eq!(open.map(|datum| &datum.says).collect::<Vec<_>>(), [""; 0]);
}

/// What an example does not give is as usual in it, however many situations it has.
#[test]
fn what_no_situation_of_an_example_reaches_is_not_exercised_by_it() {
    let topic = |rows: &str| {
        format!(
            r#"
[fact.x]
domain = "0..=999"

[fact.storm]
domain  = "bool"
usually = "no"

[question.depth]
cite   = "S1"
answer = "number"
rules  = """
when                | gives
{rows}
"""

[[example]]
cite   = "S1"
given  = {{ x = "any" }}
ask    = "depth"
expect = "1"
"#
        )
    };
    let beyond = topic("storm and x > 5     | 2\nnot storm or x <= 5 | 1");
    assert_eq!(open(&beyond), ["2 when storm and x > 5"]);
    let within = topic("not storm and x > 5 | 1\nstorm or x <= 5     | 1");
    assert_eq!(open(&within), [""; 0]);
}

#[test]
fn a_rule_that_gives_way_exercises_nothing_and_a_number_is_that_of_its_own_pack() {
    let head = |id: &str, more: &str| {
        format!(
            "id = \"{id}\"\ngame = \"sample\"\n{more}\n[paragraphs]\nS1 = \"One\"\nS2 = \"Two\"\n"
        )
    };
    let below = r#"
fact.night.domain = "bool"
[question.move]
cite = "S1"
answer = "number"
gives = "base"
[question.base]
cite = "S2"
answer = "number"
gives = "4"
"#;
    let above = r#"
[[rule]]
answers = "move"
cite = "S1"
when = "night"
gives = "2"
[[example]]
cite = "S1"
given = { night = "yes" }
ask = "move"
expect = "2"
"#;
    let over = "requires = [\"below\"]\nover = [{ pack = \"below\", cite = \"S2\" }]";
    let rulebook = Rulebook::texts([
        ("below/pack.toml", head("below", "")),
        ("below/topic.toml", below.to_owned()),
        ("above/pack.toml", head("above", over)),
        ("above/topic.toml", above.to_owned()),
    ]);
    let found = found(&rulebook);
    assert!(found.is_empty(), "{}", told(&found, &rulebook.sources));
    let of = |paragraph: &Paragraph| {
        let Share { exercised, all } = Share::of(&paragraph.data);
        format!(
            "{} {} {exercised} of {all}",
            paragraph.pack, paragraph.paragraph
        )
    };
    let told: Vec<String> = coverage(&rulebook.games[0], &rulebook.sources)
        .iter()
        .map(of)
        .collect();
    // The exercised datum is the rule of the pack above alone: `base` is not asked where it applies.
    insta::assert_debug_snapshot!(told, @r#"
    [
        "below S1 0 of 1",
        "below S2 0 of 1",
        "above S1 1 of 1",
        "above S2 0 of 0",
    ]
    "#);
}
