//! Cards: the page of three scenarios, what is wrong with a card, and what a card shows and hides.

use crate::common;

use chartroom::analysis::card::page;
use chartroom::render::View;
use chartroom::render::card::{Shown, view};
use chartroom::rulebook::{Rulebook, cards};
use common::{found, plain, told};

/// What the program prints, and its exit code.
fn chartroom(arguments: &str) -> (i32, String) {
    let ran = common::chartroom(&arguments.split_whitespace().collect::<Vec<_>>());
    (ran.code, ran.both())
}

const SUMMER_IN_THE_DESERT: &str = "region=north-africa month=jul weather=clear-and-gusty ec=very-dry desert-boards=all \
    steppe-terrain=no dust=heavy wind-force=heavy-wind gusts=no heat-haze=normal sun-blindness=none ad-terrain=no \
    broken-terrain=no";
const DEEP_WINTER: &str = "region=europe month=jan year=1942 weather=snow snow=deep-and-falling extreme-winter=no \
    precipitation=intensified desert-boards=none wind-force=heavy-wind ad-terrain=no broken-terrain=no";
const OVERCAST_MUD: &str = "region=europe month=oct weather=mud-and-overcast desert-boards=none precipitation=normal \
    ad-terrain=no broken-terrain=no";

#[test]
fn a_summer_scenario_in_the_desert_with_dust() {
    insta::assert_snapshot!(chartroom(&format!("card scenario {SUMMER_IN_THE_DESERT}")).1);
}

#[test]
fn a_winter_scenario_in_deep_snow() {
    insta::assert_snapshot!(chartroom(&format!("card scenario {DEEP_WINTER}")).1);
}

#[test]
fn an_overcast_scenario_in_mud() {
    insta::assert_snapshot!(chartroom(&format!("card scenario {OVERCAST_MUD}")).1);
}

#[test]
fn a_card_for_a_program_and_to_be_pasted() {
    insta::assert_snapshot!(
        "json",
        chartroom(&format!("card scenario {OVERCAST_MUD} --format json")).1
    );
    insta::assert_snapshot!(
        "markdown",
        chartroom(&format!("card scenario {OVERCAST_MUD} --format markdown")).1
    );
}

#[test]
fn a_card_prints_on_one_small_page() {
    let (code, text) = chartroom(&format!("card scenario {DEEP_WINTER} --format html"));
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("<!doctype html>"), "{text}");
    for part in [
        "@page { size: A5",
        "<title>What is in effect",
        "<h2>",
        "E3.732",
        "</html>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_card_is_as_wide_as_is_wanted() {
    for width in [50, 80, 100] {
        let (_, text) = chartroom(&format!("card scenario {DEEP_WINTER} --width {width}"));
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(width), "{width}: {text}");
    }
}

#[test]
fn the_operational_game_has_a_card_of_its_own() {
    insta::assert_snapshot!(chartroom("card turn north-weather=snow country=germany all-sea=no").1);
}

#[test]
fn another_reading_is_told_and_changes_the_page() {
    let facts =
        "card scenario weather=mud-and-overcast precipitation=normal --reading e3/mud-in-rain=wet";
    let (code, text) = chartroom(facts);
    assert_eq!(code, 0);
    assert!(text.contains("read as  e3/mud-in-rain = wet"), "{text}");
    assert!(text.contains("E3.51"), "{text}");
}

#[test]
fn wrong_names_are_told_with_the_nearest() {
    for (arguments, says) in [
        (
            "card scenari",
            "no pack has a card `scenari`; did you mean `scenario`?",
        ),
        (
            "card scenario wether=mud",
            "no pack declares a fact `wether`; did you mean `weather`?",
        ),
        (
            "card scenario weather=mudd",
            "`mudd` is not a value of `weather`; did you mean `mud`?",
        ),
        (
            "card scenario weather=mud weather=mud",
            "`weather` is given twice",
        ),
        (
            "card scenario turn",
            "`turn` says nothing of what is asked here; write a fact as NAME=VALUE",
        ),
        (
            "card whether=mud",
            "no card is named; there are scenario, turn",
        ),
    ] {
        let (code, text) = chartroom(arguments);
        assert_eq!(
            (code, text.contains(says)),
            (2, true),
            "{arguments}: {text}"
        );
    }
}

#[test]
fn facts_of_one_card_alone_need_not_name_it() {
    let [named, unnamed] = [
        "card scenario month=july raining",
        "card month=july raining",
    ]
    .map(chartroom);
    assert_eq!(named, unnamed);
}

#[test]
fn what_cannot_be_and_what_the_rules_find_otherwise_is_told_on_the_card() {
    let (code, text) = chartroom("card scenario dust=light raining=yes");
    let first = text.lines().next().unwrap_or_default();
    assert_eq!(code, 1);
    assert!(
        first.contains("impossible: rain ends all Dust") && first.contains("F11.77"),
        "{text}"
    );
    let note = "note  the rules make `dust` none (F11.71); it stays as given";
    assert!(text.contains(note), "{text}");
    let (code, text) = chartroom(
        "odds attack-drm attack=small-arms target=infantry range=3 raining=yes dust=light",
    );
    assert_eq!(code, 1);
    assert!(text.contains("impossible: rain ends all Dust"), "{text}");
}

#[test]
fn a_fact_that_changes_nothing_on_the_card_is_told() {
    let (code, text) = chartroom("card scenario weather=clear morale=7");
    assert_eq!(code, 0);
    assert!(text.contains("without effect  Morale"), "{text}");
}

const PACK: &str = r#"
id = "sample"
game = "sample"

[unit.steps]
one = "step"

[fact.ground]
domain = "dry | wet"
means  = "the ground"

[fact.tired]
domain = "bool"
means  = "the unit is tired"

[fact.load]
domain = "none | light | heavy"
means  = "what it bears"

[question.load]
cite      = "1.1"
from      = ["tired"]
answer    = "none | light | heavy"
otherwise = "light"

[[rule]]
answers = "load"
cite    = "1.1"
when    = "tired"
gives   = "none"

[question.pace]
cite   = "1.2"
from   = ["ground", "load"]
answer = "steps"
gives  = "2 if ground is dry, else 1 if load is none, else 0"

[question.rests]
cite   = "1.3"
from   = ["tired"]
answer = "bool"
gives  = "tired"

[question.lost]
cite   = "1.4"
from   = []
answer = "steps"
gap    = "the table of the lost"
"#;

fn rulebook(card: &str) -> Rulebook {
    Rulebook::texts([("sample/pack.toml", PACK), ("sample/card.ron", card)])
}

/// The page for facts, as a person sees it without color.
fn shown(card: &str, facts: &[&str]) -> String {
    let rulebook = rulebook(card);
    assert!(
        rulebook.diagnostics.is_empty(),
        "{}",
        told(&rulebook.diagnostics, &rulebook.sources)
    );
    let (model, card) = rulebook.card("day").unwrap();
    let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
    let given = cards::read(model, card, &facts, &[]).unwrap();
    let page = page(model, card, &given.situation);
    let shown = Shown {
        page: &page,
        given: &given.facts,
        texts: &given.texts,
        readings: &given.readings,
        unused: &given.unused,
    };
    plain(&view(&shown, true).page().human(80))
}

/// What reading, resolving and proving find, as a person sees it.
fn findings(card: &str) -> String {
    let rulebook = rulebook(card);
    told(&found(&rulebook), &rulebook.sources)
}

const DAY: &str = r#"Card(
    id: "day", title: "The day",
    finds: [(fact: "tired", is: "no", when: "ground is dry", cite: "1.0")],
    sections: [
        ("March", [
            "pace",
            (ask: "pace with ground = wet", label: "on wet ground"),
            (ask: "rests", label: "rests at noon"),
            (ask: "rests", label: "rests, said in any case", when: "ground is dry"),
            (ask: "lost", label: "the lost"),
            (ask: "lost", label: "the lost, said in any case", when: "ground is dry"),
        ]),
        ("Load", ["load"]),
    ],
)"#;

#[test]
fn a_line_stands_there_if_its_answer_says_something_or_its_condition_holds() {
    insta::assert_snapshot!(shown(DAY, &["ground=dry"]));
}

#[test]
fn what_is_given_goes_before_what_is_found() {
    insta::assert_snapshot!(shown(DAY, &["ground=dry", "tired=yes"]));
    assert!(shown(DAY, &["ground=wet", "load=heavy"]).contains("load  heavy"));
}

#[test]
fn facts_that_are_missing_are_named_with_the_lines_that_wait_for_them() {
    insta::assert_snapshot!(shown(DAY, &[]));
}

#[test]
fn what_is_wrong_with_a_card_is_told_at_its_place() {
    insta::assert_snapshot!(findings(
        r#"Card(
    id: "day", title: "The day",
    finds: [
        (fact: "tird", is: "no"),
        (fact: "tired", is: "maybe"),
    ],
    sections: [
        ("March", [
            "pase",
            "pase with ground = wet",
            "pace with grund = wet",
            "pace + 1",
            (ask: "rests", label: "rests", when: "ground is damp"),
            (ask: "rests", when: "ground is dry and ground is wet"),
        ]),
    ],
)"#
    ));
}

#[test]
fn a_card_of_the_wrong_shape_is_told_at_its_place() {
    insta::assert_snapshot!(findings(
        r#"Card(
    id: "day", title: "The day",
    finds: [(fact: "ground", is: "dry", wen: "tired"), (fact: "tired")],
    sections: [("March", ["pace", (label: "rests"), 7]), ("Load", ["load"], "more"), (title: "Rest")],
)"#
    ));
}

#[test]
fn two_cards_of_one_name_are_told() {
    let both = format!("[{DAY}, {DAY}]");
    assert!(
        findings(&both).contains("the card `day` is defined twice"),
        "{}",
        findings(&both)
    );
}

#[test]
fn a_weather_turn_is_one_dr() {
    let request = r#"{"question": "weather-turn", "start": {"weather": "overcast", "wind-force": "mild-breeze", "fog-level": 1}, "turns": [{"wind-change-dr": 12, "wind-change-second-dr": 1}, {"wind-change-dr": 2, "wind-change-second-dr": 5}]}"#;
    let folder = common::folder([("request.jsonl", format!("{request}\n"))]);
    let file = folder.path().join("request.jsonl");
    let (code, text) = chartroom(&format!("ask --batch {}", file.display()));
    assert_eq!(code, 0, "{text}");
    insta::assert_snapshot!(text.replace("},{", "},\n{"));
}

/// A card says a free text as it was told, in a line that names it and among what is given.
#[test]
fn a_card_says_texts_as_they_were_told() {
    let rules = r#"
[fact]
n     = { domain = "0..=3" }
place = { domain = "text" }
[question.spot]
cite   = "1"
answer = "text"
gives  = "'hex {place}{n}'"
[question.where]
cite   = "1"
answer = "text"
gives  = "place"
"#;
    let card = r#"Card(
    id: "march", title: "March",
    sections: [("Where", [(ask: "spot", label: "Spot"), (ask: "where", label: "Place")])],
)"#;
    let desk = common::folder([
        ("p/pack.toml", "id = \"p\"\ngame = \"g\"\n"),
        ("p/10.toml", rules),
        ("p/20.ron", card),
    ]);
    let run = |words: &[&str]| {
        let ran = common::chartroom_in(desk.path(), &[words, &["--rules", "p"]].concat());
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.both());
        ran
    };
    let told = run(&["card", "march", "n=2", "place=the {n} mills"]);
    insta::assert_snapshot!(told.out, @"
    March   g
      given  N: 2, Place: the {n} mills

    Where
      Spot   hex the {n} mills2  1
      Place  the {n} mills       1
    ");
    let json = run(&[
        "card",
        "march",
        "n=2",
        "place=the {n} mills",
        "--format",
        "json",
    ])
    .json();
    assert_eq!(json["given"]["place"], "the {n} mills");
    assert_eq!(
        json["sections"][0]["lines"][0]["answer"],
        "hex the {n} mills2"
    );
    run(&["game", "new", "a.game", "n=1", "place=a ford"]);
    let at_table = run(&["card", "march", "--game", "a.game"]);
    assert!(at_table.out.contains("hex a ford1"), "{}", at_table.out);
}

#[test]
fn what_is_lost_of_the_condition_of_a_line_is_told() {
    let card = r#"Card(id: "day", title: "The day", sections: [("March", [(ask: "pace", label: "pace of the lost", when: "lost = 1")])])"#;
    insta::assert_snapshot!(shown(card, &["ground=dry"]));
}
