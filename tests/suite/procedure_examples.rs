//! Worked examples of procedures: rolls go in, outcomes are expected, and mutants show which steps no example notices.

use crate::common;

use chartroom::rulebook::Rulebook;
use common::{chartroom, chartroom_in, folder, found, told};

const TOML: &str = r#"
id = "sample"
game = "sample"
title = "A storm"
edition = "1"

[paragraphs]
"1" = "Wind"

[unit.DR]
dice = "colored d6 + white d6"
[unit.dr]
dice = "d6"

[fact.wind-dr]
domain = "2..=12"
unit = "DR"
[fact.colored-die]
domain = "1..=6"
unit = "dr"
die = "colored of wind-dr"
[fact.storm-dr]
domain = "1..=6"
unit = "dr"
[fact.season]
domain = "summer | winter"
[fact.wind]
domain = "none | breeze | strong"
[fact.storm]
domain = "bool"
[fact.sector]
domain = "1..=6"
"#;

const RON: &str = r#"Procedure(
    id: "set-up", title: "Set-up", cite: ["1"], start: ["season"],
    steps: [
        (roll: "wind-dr", cite: "1"),
        (ask: "strong if wind-dr >= 9, else breeze if wind-dr >= 5, else none", as: "wind", cite: "1"),
        (roll: "storm-dr", when: "wind is strong and season is winter", cite: "1"),
        (ask: "storm-dr >= 4", as: "storm", when: "wind is strong and season is winter", otherwise: "no", cite: "1"),
        (ask: "colored-die", as: "sector", when: "storm", cite: "1"),
    ],
    outcome: ["wind", "storm"], sometimes: ["sector"],
)"#;

fn with(examples: &str) -> Rulebook {
    Rulebook::texts([
        ("sample/pack.toml", TOML),
        ("sample/set-up.ron", RON),
        ("sample/examples.toml", examples),
    ])
}

const GOOD: &str = r#"
[[example]]
cite = "1"
procedure = "set-up"
start = { season = "winter" }
rolls = ["6+4", "5"]
outcome = { wind = "strong", storm = "yes", sector = "6" }

[[example]]
cite = "1"
procedure = "set-up"
start = { season = "summer" }
rolls = ["9"]
outcome = { storm = "no" }
"#;

#[test]
fn an_example_of_a_procedure_holds_or_says_why_not() {
    assert_eq!(told(&found(&with(GOOD)), &with(GOOD).sources), "");
    let wrong = [
        (
            "another outcome",
            r#"rolls = ["6+4", "5"]"#,
            r#"outcome = { wind = "breeze", storm = "yes" }"#,
        ),
        (
            "too few rolls",
            r#"rolls = ["6+4"]"#,
            r#"outcome = { wind = "strong" }"#,
        ),
        (
            "too many rolls",
            r#"rolls = ["8", "5"]"#,
            r#"outcome = { wind = "breeze" }"#,
        ),
        (
            "no roll of these dice",
            r#"rolls = ["7+4", "5"]"#,
            r#"outcome = { wind = "strong" }"#,
        ),
        (
            "a single die is not known from a total",
            r#"rolls = ["10", "5"]"#,
            r#"outcome = { sector = "4" }"#,
        ),
        (
            "what does not come out",
            r#"rolls = ["8"]"#,
            r#"outcome = { sector = "4" }"#,
        ),
        (
            "no outcome",
            r#"rolls = ["8"]"#,
            r#"outcome = { season = "winter" }"#,
        ),
        (
            "no value of the outcome",
            r#"rolls = ["8"]"#,
            r#"outcome = { wind = "stong" }"#,
        ),
        ("nothing expected", r#"rolls = ["8"]"#, ""),
    ];
    let mut all = String::new();
    for (what, rolls, outcome) in wrong {
        let text = format!(
            "[[example]]\ncite = \"1\"\nprocedure = \"set-up\"\nstart = {{ season = \"winter\" }}\n{rolls}\n{outcome}\n"
        );
        let rulebook = with(&text);
        all += &format!(
            "## {what}\n{}\n",
            told(&found(&rulebook), &rulebook.sources)
        );
    }
    let others = [
        (
            "no such procedure",
            "[[example]]\ncite = \"1\"\nprocedure = \"setup\"\nrolls = []\noutcome = {}\n",
        ),
        (
            "a fact of the start is missing",
            "[[example]]\ncite = \"1\"\nprocedure = \"set-up\"\nrolls = [\"9\"]\noutcome = {}\n",
        ),
        (
            "no fact of the start",
            "[[example]]\ncite = \"1\"\nprocedure = \"set-up\"\nstart = { wind = \"none\" }\nrolls = [\"9\"]\noutcome = {}\n",
        ),
    ];
    for (what, text) in others {
        let rulebook = with(text);
        all += &format!(
            "## {what}\n{}\n",
            told(&found(&rulebook), &rulebook.sources)
        );
    }
    insta::assert_snapshot!(all);
}

#[test]
fn mutants_try_the_steps_of_a_procedure() {
    let dir = folder([
        ("sample/pack.toml", TOML),
        ("sample/set-up.ron", RON),
        ("sample/examples.toml", GOOD),
    ]);
    let ran = chartroom(&[
        "--rules",
        dir.path().to_str().unwrap(),
        "mutants",
        "--examples-only",
    ]);
    insta::assert_snapshot!(ran.both().replace(dir.path().to_str().unwrap(), "DIR"));
}

#[test]
fn the_example_that_a_mutant_wants_notices_it() {
    let dir = folder([
        ("sample/pack.toml", TOML),
        ("sample/set-up.ron", RON),
        ("sample/examples.toml", GOOD),
    ]);
    let arguments = [
        "--rules",
        dir.path().to_str().unwrap(),
        "mutants",
        "--examples-only",
        "--limit",
        "100",
    ];
    let before = chartroom(&arguments).both();
    let wanted: Vec<&str> = before
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| !line.starts_with([' ', '`']))
        .collect();
    let survivors = before.matches("nothing notices").count();
    assert!(survivors > 0, "{before}");
    std::fs::write(
        dir.path().join("sample/examples.toml"),
        format!("{GOOD}\n{}\n", wanted.join("\n")),
    )
    .unwrap();
    let after = chartroom(&arguments).both();
    assert!(after.contains("score 1"), "{after}");
}

/// A question that needs a fact which nobody names at the start, as usual where nobody gives it.
const NIGHT: &str = r#"
[fact.night]
domain  = "bool"
usually = "no"
[question.storm-by-day]
cite   = "1"
answer = "bool"
gives  = "storm-dr >= 4 and not night"

[process.weather]
cite  = "1"
asks  = "Does it storm?"
each  = "turn"
start = ["season"]
turn  = ["storm-dr"]
state = ["storm"]
[[process.weather.step]]
sets  = "storm"
gives = "storm-by-day"
"#;

const BY_DAY: &str = r#"Procedure(
    id: "by-day", title: "By day", cite: ["1"], start: ["season"],
    steps: [(roll: "storm-dr"), (ask: "storm-by-day", as: "storm")],
    outcome: ["storm"],
)"#;

#[test]
fn a_fact_that_a_question_needs_joins_the_start_and_is_as_usual_unless_it_is_given() {
    let by_night = |night: &str, storm: &str| {
        format!(
            r#"
[[example]]
cite = "1"
procedure = "by-day"
start = {{ season = "winter"{night} }}
rolls = ["6"]
outcome = {{ storm = "{storm}" }}
[[example]]
cite = "1"
process = "weather"
start = {{ season = "winter"{night} }}
turns = [{{ storm-dr = "6" }}, {{ storm-dr = "1" }}]
states = [{{ storm = "{storm}" }}, {{ storm = "no" }}]
"#
        )
    };
    let with = |examples: String| {
        Rulebook::texts([
            ("sample/pack.toml", TOML),
            ("sample/night.toml", NIGHT),
            ("sample/by-day.ron", BY_DAY),
            ("sample/examples.toml", &examples),
        ])
    };
    for right in [
        ("", "yes"),
        (", night = \"no\"", "yes"),
        (", night = \"yes\"", "no"),
    ] {
        let book = with(by_night(right.0, right.1));
        assert_eq!(told(&found(&book), &book.sources), "", "{right:?}");
    }
    let wrong = with(by_night("", "no"));
    assert_eq!(found(&wrong).len(), 2);
}

/// A step that looks at a roll which was not made has no odds, nor is the die thrown for it; where the roll does not matter, it is
/// not looked at.
#[test]
fn odds_of_a_procedure_that_comes_to_no_end_are_refused() {
    let sure = r#"(ask: "storm-dr >= 4", as: "storm", when: "wind is strong and season is winter", otherwise: "no", cite: "1")"#;
    let steps = RON.replace(
        sure,
        r#"(ask: "wind is strong and storm-dr >= 4", as: "storm", cite: "1")"#,
    );
    assert_ne!(steps, RON);
    let pack = folder([
        ("p/sample/pack.toml", TOML),
        ("p/sample/set-up.ron", &steps),
    ]);
    let odds = |words: &str| {
        let words = format!("odds set-up {words} --rules p");
        chartroom_in(pack.path(), &words.split(' ').collect::<Vec<_>>())
    };
    for words in ["season=summer", "season=summer --simulate 100"] {
        let ran = odds(words);
        assert_eq!(ran.code, 2, "{}", ran.both());
        let says = "the procedure asks for `storm-dr`, which is not known";
        assert!(ran.error.contains(says), "{}", ran.both());
    }
    let ran = odds("season=winter --of storm");
    assert!(ran.code == 0 && ran.says("Yes  5/36"), "{}", ran.both());
}
