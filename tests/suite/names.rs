//! Names for people: how they are written, and read in any case.

use crate::common;

use chartroom::model::{Model, Stage};
use chartroom::rulebook::{Named, Rulebook};
use common::{chartroom_in, folder, found, rulebook, told};

const PACK: &str = r#"
id = "haze"
[paragraphs]
"H1" = "Haze"
"#;

const TOPIC: &str = r#"
[unit.hexes]
[fact.sky]
domain = "clear | clear-and-gusty | low-los"
title  = "Weather"
labels = { clear-and-gusty = "Clear & Gusty" }
[fact.gear]
domain = "set of rope | long-rope"
[fact.range-to-los]
domain = "0..=9"
unit   = "hexes"

[question.sky-tomorrow]
cite   = "H1"
title  = "Tomorrow's weather"
asks   = "What comes?"
from   = ["sky"]
answer = "clear | clear-and-gusty | low-los"
gives  = "sky"
[question.all-gear]
cite   = "H1"
asks   = "What is carried?"
from   = ["gear"]
answer = "set of rope | long-rope"
gives  = "gear"

[guide]
title    = "A hazy game"
spelling = ["LOS", "Long Rope"]
scenario = ["sky"]
turn     = ["gear"]
asked    = ["sky-tomorrow"]
asked-as = { all-gear = "rucksack, what is in the pack" }
"#;

fn book(topic: &str) -> Rulebook {
    rulebook([("g/haze/pack.toml", PACK), ("g/haze/10.toml", topic)])
}

fn model(book: &Rulebook) -> &Model {
    &book.games[0]
}

#[test]
fn facts_values_and_questions_have_names_for_people() {
    let book = book(TOPIC);
    let model = model(&book);
    let fact = |name: &str| model.fact_named(name).unwrap();
    let values = |name| (0..3).map(move |index| model.label_of(fact(name), index));
    assert_eq!(model.title_of(fact("range-to-los")), "Range to LOS");
    assert_eq!(model.title_of(fact("sky")), "Weather");
    assert_eq!(
        values("sky").collect::<Vec<_>>(),
        ["clear", "Clear & Gusty", "low LOS"]
    );
    assert_eq!(values("gear").next_back().unwrap(), "{Long Rope}");
    let question = |name: &str| model.question_named(name).unwrap();
    assert_eq!(
        model.title_of_question(question("sky-tomorrow")),
        "Tomorrow's weather"
    );
    assert_eq!(model.title_of_question(question("all-gear")), "All gear");
    let gusty = chartroom::value::Value::Word(model.words.find("clear-and-gusty").unwrap());
    assert_eq!(
        model.answer_of(question("sky-tomorrow"), &gusty),
        "Clear & Gusty"
    );
}

#[test]
fn people_write_names_in_any_case() {
    let book = book(TOPIC);
    let model = model(&book);
    let sky = model.fact_named("weather").unwrap();
    assert_eq!(model.fact_named("Sky"), Some(sky));
    for value in ["Clear & Gusty", "clear and gusty", "CLEAR_AND_GUSTY"] {
        assert_eq!(model.index_named(sky, value), Some(1), "{value}");
    }
    assert_eq!(model.index_named(sky, "gusty"), None);
    let gear = model.fact_named("gear").unwrap();
    assert_eq!(model.index_named(gear, "{rope, long-rope}"), Some(3));
    let found = book.find("Tomorrow's Weather");
    assert!(matches!(found.as_slice(), [(_, Named::Question(_))]));
}

#[test]
fn a_guide_says_which_facts_belong_to_the_scenario_and_in_which_order_they_are_told() {
    let book = book(TOPIC);
    let model = model(&book);
    let stage = |name: &str| model.stage_of(model.fact_named(name).unwrap());
    assert_eq!(stage("sky"), Stage::Scenario);
    assert_eq!(stage("gear"), Stage::Turn);
    assert_eq!(stage("range-to-los"), Stage::Moment);
    let at = |name: &str| model.told_at(model.fact_named(name).unwrap());
    assert!(at("sky") < at("gear") && at("gear") < at("range-to-los"));
}

#[test]
fn a_guide_that_names_nothing_is_told() {
    let wrong = TOPIC
        .replace("scenario = [\"sky\"]", "scenario = [\"skyy\", \"gear\"]")
        .replace(
            "asked    = [\"sky-tomorrow\"]",
            "asked    = [\"sky-tomorow\"]",
        )
        .replace("{ all-gear =", "{ al-gear =")
        .replace("labels = { clear-and-gusty", "labels = { clear-and-dusty");
    let book = Rulebook::texts([("g/haze/pack.toml", PACK), ("g/haze/10.toml", &wrong)]);
    insta::assert_snapshot!(told(&found(&book), &book.sources));
}

#[test]
fn asking_takes_names_as_people_write_them() {
    let folder = folder([("g/haze/pack.toml", PACK), ("g/haze/10.toml", TOPIC)]);
    let rules = [
        "--rules",
        "g",
        "ask",
        "Sky Tomorrow",
        "Weather=Clear & Gusty",
    ];
    let ran = chartroom_in(folder.path(), &rules);
    assert_eq!(ran.code, 0, "{}", ran.both());
    assert!(ran.out.starts_with("Tomorrow's weather: "), "{}", ran.out);
}

#[test]
fn a_question_is_found_by_the_words_with_which_players_ask_it() {
    let folder = folder([("g/haze/pack.toml", PACK), ("g/haze/10.toml", TOPIC)]);
    for (words, is_found) in [
        ("rucksack", true),
        ("what's in your pack?", true),
        ("tent", false),
    ] {
        let ran = chartroom_in(folder.path(), &["find", words, "--rules", "g"]);
        assert_eq!(
            ran.out.contains("chartroom ask all-gear"),
            is_found,
            "{words}: {}",
            ran.both()
        );
    }
    let words = "what is in the rucksack";
    let ran = chartroom_in(folder.path(), &["ask", words, "--rules", "g", "gear=rope"]);
    let is_sure = ran.code == 0 && !ran.says("perhaps");
    assert!(
        is_sure && ran.out.contains("All gear: {rope}"),
        "{}",
        ran.both()
    );
}

/// Most names are passed over for their letters alone: the nearest is still the one that is nearest by every edit, or else the only one
/// that has all the words.
#[test]
fn the_nearest_name_is_the_nearest_of_all() {
    let book = chartroom::rulebook::Rulebook::embedded_for_answers();
    let known: Vec<&str> = book.games[0]
        .question_names
        .keys()
        .map(String::as_str)
        .collect();
    let slow = |name: &str| {
        let limit = (name.chars().count() / 3).max(1);
        let far = known
            .iter()
            .map(|own| match name.eq_ignore_ascii_case(own) {
                true => (0, *own),
                false => (strsim::damerau_levenshtein(name, own), *own),
            });
        let near = far.filter(|(distance, _)| *distance <= limit).min();
        let has_all = |own: &&&str| {
            let mut words = name.split('-');
            name.contains('-') && words.all(|word| own.split('-').any(|other| other == word))
        };
        let mut longer = known.iter().filter(has_all);
        let only = longer.next().filter(|_| longer.next().is_none());
        near.map(|(_, own)| own).or(only.copied())
    };
    let near = |name: &str| {
        let near = chartroom::diagnostic::nearest(name, known.iter().copied());
        near.map(str::to_owned)
    };
    assert_eq!(
        near("attack-hindrance"),
        Some("attack-blocking-hindrance".to_owned())
    );
    assert_eq!(near("arid-allowed"), None, "there are several");
    for (place, name) in known.iter().step_by(5).enumerate() {
        let at = place % name.len();
        let (before, after) = name.split_at(at);
        let misspelt = [
            format!("{before}é{after}"),
            format!("{before}{}", after.get(1..).unwrap_or_default()),
            format!("{after}{before}"),
            name.to_uppercase(),
            name.replace(['a', 'r'], ""),
            name.split('-').step_by(2).collect::<Vec<_>>().join("-"),
        ];
        for misspelt in misspelt {
            assert_eq!(near(&misspelt).as_deref(), slow(&misspelt), "{misspelt}");
        }
    }
}

/// Labels that differ by a sign alone are two values, and a sign that no value has makes none of it.
#[test]
fn a_sign_is_part_of_a_value() {
    let pack = r#"
id = "school"
game = "school"
paragraphs = { S1 = "Marks" }
[fact]
mark = { domain = "a | a-plus | a-minus | b", labels = { a-plus = "A+", a-minus = "A-" } }
[question.points]
cite   = "S1"
answer = "number"
rules  = """
when            | gives
mark is a       | 1
mark is a-plus  | 2
mark is a-minus | 3
mark is b       | 4
"""
"#;
    let folder = common::folder([("school/pack.toml", pack)]);
    let ask = |mark: &str| {
        let mark = format!("mark={mark}");
        common::chartroom_in(folder.path(), &["ask", "points", &mark, "--rules", "."])
    };
    for (mark, points) in [
        ("A", 1),
        ("A+", 2),
        ("a+", 2),
        ("A-", 3),
        ("A−", 3),
        ("A Plus", 2),
    ] {
        let ran = ask(mark);
        assert!(
            ran.out.contains(&format!("Points: {points}")),
            "{mark}: {}",
            ran.both()
        );
    }
    for mark in ["B+", "!a", "<= a", ">b", "-b"] {
        let ran = ask(mark);
        assert_eq!(ran.code, 2, "{mark}: {}", ran.both());
    }
}

/// What would be read as something else wherever it stands is told where it is declared.
#[test]
fn words_of_the_rule_language_are_no_names() {
    let names = |[fact, value, question]: [&str; 3]| {
        let pack = format!(
            r#"
id = "p"
game = "p"
[paragraphs]
"1" = "One"
[fact]
{fact} = {{ domain = "bool" }}
side = {{ domain = "{value} | out" }}
[question.{question}]
cite = "1"
asks = "Is it so?"
when = "side is out"
"#
        );
        let rulebook = Rulebook::texts([("p/pack.toml", &pack)]);
        told(&found(&rulebook), &rulebook.sources)
    };
    for (named, is_wrong) in [
        (["yes", "inside", "so"], "`yes`"),
        (["moving", "in", "so"], "`in`"),
        (["moving", "inside", "not"], "`not`"),
    ] {
        let shown = names(named);
        let message = format!("error[bad-name]: {is_wrong} cannot be a name");
        assert_eq!(shown.matches(&message).count(), 1, "{shown}");
        assert_eq!(shown.matches("error").count(), 1, "{shown}");
    }
}
