//! Worked examples of procedures: rolls go in, outcomes are expected, and mutants show which steps no example notices.

use crate::common;

use chartroom::rulebook::Rulebook;
use common::{chartroom, folder, found, told};

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
