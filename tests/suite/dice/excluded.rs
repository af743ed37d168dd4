//! What cannot be, in odds of a question: nothing of it is counted, in columns, alike or estimated, and that is told.

use crate::common::{chartroom_in, folder};
use serde_json::Value;
use tempfile::TempDir;

const HEAD: &str = "id = \"sea\"\ngame = \"sea\"\ntitle = \"Sea\"\n";

const RULES: &str = r#"
[unit]
dr = { dice = "d6" }

[fact]
season = { domain = "summer | winter | spring" }
ice    = { domain = "none | thin | thick" }
roll   = { domain = "dice", unit = "dr" }
gale   = { domain = "bool" }
cold   = { domain = "bool" }

[question.cold]
cite = "S1"
when = ["season is winter"]

[question.speed]
cite   = "S2"
answer = "number"
rules  = """
when         | gives
ice is none  | 3
ice is thin  | 2
ice is thick | 1
"""

[question.way]
cite   = "S2"
answer = "number"
gives  = "speed + (1 if season is winter, else 0) + (3 if gale and roll > 3, else 0)"

[question.shiver]
cite   = "S3"
gives  = "cold and ice is not thick"
"#;

/// What cannot be, as data, and as a condition.
const IMPOSSIBLE: &str = r#"
[[impossible]]
cite = "S4"
says = "there is no ice in summer"
when = "season is summer and ice is not none"
[[impossible]]
cite = "S5"
says = "no gale blows over thick ice"
when = "gale and ice is thick"
[[impossible]]
cite = "S6"
says = "where it is cold there is ice"
when = "cold and ice is none"
"#;
const POSSIBLE: &str = "not (season is summer and ice is not none) and not (gale and ice is thick) and not (season is winter and ice is none)";

fn sea(more: &str) -> TempDir {
    let rules = format!("{RULES}{more}");
    folder([("sea/sea/pack.toml", HEAD), ("sea/sea/10.toml", &rules)])
}

fn odds(folder: &TempDir, words: &[&str]) -> String {
    let words = [&["odds", "--rules", "."][..], words].concat();
    chartroom_in(folder.path(), &words).dense()
}

/// The results of each column in which there are any.
fn parts(folder: &TempDir, words: &[&str]) -> Vec<Value> {
    let told = odds(folder, &[words, &["--format", "json"]].concat());
    let told: Value = serde_json::from_str(&told).unwrap_or_else(|_| panic!("{told}"));
    let parts = told["odds"].as_array().cloned().unwrap_or_default();
    let has_any = |part: &Value| part["results"][0]["chances"] != serde_json::json!([]);
    parts.into_iter().filter(has_any).collect()
}

#[test]
fn nothing_is_counted_that_cannot_be() {
    let sea = sea(IMPOSSIBLE);
    let told = |words: &[&str]| format!("> odds {}\n{}", words.join(" "), odds(&sea, words));
    let told = [
        told(&["speed", "ice=alike", "season=summer"]),
        told(&["speed", "ice=alike", "season=alike"]),
        told(&["way", "season=each", "ice=each", "gale=yes"]),
        told(&["speed", "ice=thin", "season=summer"]),
        told(&["speed", "ice=thin,thick", "season=summer"]),
        told(&[
            "speed",
            "ice=alike",
            "season=alike",
            "--simulate",
            "7000",
            "--seed",
            "3",
        ]),
    ];
    insta::assert_snapshot!(told.join("\n\n"));
}

#[test]
fn what_can_be_is_counted_as_if_that_were_given() {
    let (with, without) = (sea(IMPOSSIBLE), sea(""));
    let all = ["season", "ice", "gale"];
    let ways = ["each", "alike"];
    let mut compared = 0;
    for question in ["way", "speed", "shiver"] {
        for bits in 0..8 {
            let facts = all.iter().zip(0..);
            let facts = facts.map(|(fact, bit)| format!("{fact}={}", ways[bits >> bit & 1]));
            let facts: Vec<String> = facts.collect();
            let asked = std::iter::once(question).chain(facts.iter().map(String::as_str));
            let asked: Vec<&str> = asked.collect();
            let given = [&asked[..], &["--given", POSSIBLE]].concat();
            let [told, expected] = [parts(&with, &asked), parts(&without, &given)];
            // A fact that does not matter has no columns.
            if told.first().map(facts_of) == expected.first().map(facts_of) {
                assert_eq!(told, expected, "{asked:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 18, "{compared}");
}

/// The facts that have columns.
fn facts_of(part: &Value) -> Vec<String> {
    let facts = part["facts"].as_object().into_iter().flatten();
    facts.map(|(name, _)| name.clone()).collect()
}

/// What is excluded of a roll is not counted where the question looks at its single dice alone, by what is told.
#[test]
fn what_cannot_be_of_a_roll_cannot_be_of_its_dice() {
    let rules = r#"
[unit]
DR = { dice = "colored d6 + white d6" }
[fact]
dr = { domain = "dice", unit = "DR" }
c  = { domain = "1..=6", die = "colored of dr" }
w  = { domain = "1..=6", die = "white of dr" }
t  = { domain = "la | lb | lc" }

[question.q]
cite   = "P1"
answer = "sum of number"
rules  = """
when    | gives
c = w   | 1
t is lb | dr as number
"""

[question.double]
cite   = "P1"
answer = "number"
gives  = "1 if c = w, else 0"

[question.six]
cite   = "P1"
answer = "number"
gives  = "1 if w = 6, else 0"

[[impossible]]
cite = "P1"
says = "no"
when = "t is lc and dr = 12"
"#;
    let folder = folder([
        ("p/pack.toml", "id = \"p\"\ngame = \"g\"\n"),
        ("p/10.toml", rules),
    ]);
    for question in ["q", "double", "six"] {
        let chance = |told: &str| {
            let words = ["odds", question, told, "--format", "json", "--rules", "p"];
            let odds = chartroom_in(folder.path(), &words).json();
            odds["odds"][0]["results"][0]["chances"][1]["fraction"].clone()
        };
        // Of 35 throws that can be, five are doubles, and five have a white six.
        assert_eq!(chance("t=lc"), "1/7", "{question}");
        assert_eq!(chance("t=la"), "1/6", "{question}");
    }
}
