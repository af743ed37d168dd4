//! One fault is one finding: what follows from something that is wrong is told no more.

use crate::common;
use chartroom::rulebook::Rulebook;

const HEAD: &str = r#"
id    = "river"
game  = "sample"
title = "River"
[paragraphs]
"1" = "Weather"
"2" = "Attacks"
"#;

const TOPIC: &str = r#"
[unit]
DR  = { dice = "2d6" }
DRM = { modifies = "DR" }
[fact]
weather-dr = { domain = "dice", unit = "DR" }
month      = { domain = "jan < feb < mar", cyclic = true }
weather    = { domain = "clear | mud | snow" }
cover      = { domain = "open | woods" }
tired      = { domain = "bool", usually = "no" }
range      = { domain = "0..=12" }
[question.weather]
cite   = "1"
asks   = "What is the weather?"
answer = "weather"
[question.drm]
cite   = "2"
asks   = "What DRM?"
answer = "sum of DRM"
rules  = """
when                     | gives
cover is woods and tired | +1
range >= 3               | +2
"""
examples = """
cover | tired | range | =
woods | yes   | 5     | +3
open  | yes   | 5     | +2
"""
[question.hindered]
cite   = "2"
asks   = "Is it hindered?"
answer = "any"
when   = ["drm > 0", "weather is mud", "fords"]
[question.fords]
cite   = "2"
asks   = "Can it ford?"
answer = "bool"
from   = ["month", "weather"]
gives  = "month is mar and weather is not snow"
examples = """
month | weather | =
mar   | mud     | yes
jan   | clear   | no
"""
[[law]]
cite   = "2"
says   = "what is hindered has a DRM in woods"
always = "drm >= 0"
[guide]
plots = [{ of = "weather", given = { month = "jan" } }, { of = "set-up", given = { month = "feb" } }]
"#;

const CHART: &str = r#"[
Chart(
    id: "weather-chart", title: "Weather", cite: "1", answers: "weather",
    down: "weather-dr", across: "month",
    columns: ["jan", "feb", "mar"],
    rows: [
        ("2..5",   ["clear", "mud", "snow"]),
        ("6..9",   ["mud", "mud", "snow"]),
        ("10..12", ["snow", "clear", "snow"]),
    ],
),
Procedure(
    id: "set-up", title: "Set-up", cite: "1", start: ["month"],
    steps: [(roll: "weather-dr"), (ask: "weather", as: "weather"), (ask: "fords", as: "tired")],
    outcome: ["weather", "tired"],
),
Card(id: "now", title: "Now", sections: [("Weather", ["weather", (ask: "drm with tired = yes")])]),
]
"#;

const ERRATUM: &str = r#"
[erratum.woods]
source = "me"
status = "official"
says   = "woods give more"
change = [
  { at = "river/drm#2[1].gives", was = "+1", now = "+2" },
  { at = "river/example#2[woods].expect", was = "+3", now = "+4" },
]
"#;

/// What is told of the pack, with something in it written otherwise.
fn told(old: &str, new: &str) -> String {
    let changed = |text: &str| text.replacen(old, new, 1);
    let texts = [
        ("river/pack.toml", HEAD),
        ("river/10.toml", TOPIC),
        ("river/10.ron", CHART),
        ("river/errata/woods.toml", ERRATUM),
    ];
    assert!(texts.iter().any(|(_, text)| text.contains(old)), "{old}");
    let book = Rulebook::texts(texts.map(|(name, text)| (name, changed(text))));
    common::told(&common::found(&book), &book.sources)
}

/// The first line of what is told of each fault, of which nothing else is told.
fn first_lines(faults: &[(&str, &str)]) -> String {
    assert_eq!(told("Weather", "Weather"), "");
    let line = |(old, new): &(&str, &str)| {
        let told = told(old, new);
        let findings = told.split("\n\n").filter(|part| part.contains(" --> "));
        assert_eq!(findings.count(), 1, "{old} -> {new}\n{told}");
        let first: Vec<&str> = told
            .lines()
            .take_while(|line| !line.contains("-->"))
            .collect();
        let written = if new.is_empty() { "(left out)" } else { new };
        format!("{} -> {written}\n    {}\n", old.trim(), first.join(" "))
    };
    faults.iter().map(line).collect()
}

#[test]
fn dice_that_cannot_be_read_are_told_once() {
    insta::assert_snapshot!(first_lines(&[
        ("dice = \"2d6\"", "dice = \"1d6+1\""),
        ("dice = \"2d6\"", "dice = \"W6\""),
    ]), @r#"
    dice = "2d6" -> dice = "1d6+1"
        error[wrong-shape]: `1` is not a number of dice such as `2d6`, `d10` or     `d[0, 1, 1]`
    dice = "2d6" -> dice = "W6"
        error[wrong-shape]: `W6` is not a number of dice such as `2d6`, `d10` or     `d[0, 1, 1]`
    "#);
}

#[test]
fn an_answer_that_is_of_no_known_type_is_told_once() {
    let drm = "\"sum of DRM\"";
    insta::assert_snapshot!(first_lines(&[
        ("\"any\"", "\"yes/no\""),
        ("\"any\"", "\"anyx\""),
        (drm, "\"yes/no\""),
        (drm, "\"sum DRM\""),
        (drm, "\"sum of DRMs\""),
        ("answer = \"weather\"", "answer = \"wether\""),
        ("answer = \"bool\"", "answer = \"yes or no\""),
        ("answer = \"bool\"", "answer = \"what?\""),
    ]));
}

#[test]
fn a_fact_or_unit_that_is_wrong_or_missing_is_told_once() {
    insta::assert_snapshot!(first_lines(&[
        ("\"open | woods\"", "\"open/woods!\""),
        ("\"0..=12\"", "\"zero to twelve!\""),
        ("\"clear | mud | snow\"", "\"clear and so on\""),
        ("unit = \"DR\"", "unit = \"DRs\""),
        ("cover      = { domain = \"open | woods\" }\n", ""),
        ("weather    = { domain = \"clear | mud | snow\" }\n", ""),
        ("range      = { domain = \"0..=12\" }\n", ""),
        ("tired      = {", "tird       = {"),
        ("DRM = { modifies = \"DR\" }\n", ""),
    ]));
}

#[test]
fn a_question_that_is_misspelt_or_that_nothing_answers_is_told_once() {
    insta::assert_snapshot!(first_lines(&[
        ("[question.fords]", "[question.ford]"),
        ("answers: \"weather\"", "answers: \"wether\""),
        ("gives  = \"month is mar and weather is not snow\"\n", ""),
        ("[\"month\", \"weather\"]", "[\"month\", \"wether\"]"),
        ("(roll: \"weather-dr\")", "(roll: \"wether-dr\")"),
        ("start: [\"month\"]", "start: [\"months\"]"),
    ]));
}

#[test]
fn a_question_that_nothing_answers_yet_is_told_with_what_can_answer_it() {
    let told = told("gives  = \"month is mar and weather is not snow\"\n", "");
    let words: Vec<&str> = told.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        words.contains("nothing answers it yet: add `gives`"),
        "{words}"
    );
    assert!(words.contains("`chartroom import`"), "{words}");
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_erratum_from_fitting() {
    insta::assert_snapshot!(first_lines(&[
        ("asks   = \"What DRM?\"", "asks   = \"What DRM?"),
        ("when                     | gives\n", ""),
        ("cover | tired | range | =\n", ""),
        ("\n[question.drm]", "\n[question.drm"),
    ]));
}
