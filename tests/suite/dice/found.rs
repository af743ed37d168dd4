//! Facts that questions find, or that are usual, in odds: each is put in once, whatever else comes from it; and what has several values
//! has a column for each wherever it is looked at.

use crate::common::{chartroom_in, folder};
use tempfile::TempDir;

const HEAD: &str = "id = \"reef\"\ngame = \"reef\"\ntitle = \"Reef\"\n";

const RULES: &str = r#"
[unit]
dr = { dice = "d10" }
DR = { dice = "red d6 + blue d6" }

[fact]
roll   = { domain = "dice", unit = "dr" }
throw  = { domain = "dice", unit = "DR" }
red    = { domain = "1..=6", die = "red of throw" }
sky    = { domain = "fair | foul" }
crew   = { domain = "1..=2" }
season = { domain = "spring | summer | autumn" }
reefed = { domain = "bool", usually = { is = "no", when = "season is spring" } }
tide   = { domain = "low < mid < high" }

[question.sky]
cite      = "1"
answer    = "sky"
otherwise = "fair"
when      = ["roll > 5"]
gives     = "foul"

[question.crew]
cite      = "1"
answer    = "crew"
otherwise = "2"
when      = ["sky is foul"]
gives     = "1"

# It takes what is found, and what is found from that.
[question.speed]
cite      = "1"
answer    = "0..=9"
otherwise = "0"
rules     = """
when                      | gives
sky is foul               | 5
sky is fair and crew = 2  | 7
"""

[question.drift]
cite      = "1"
answer    = "1..=10"
otherwise = "1"
when      = ["sky is fair and roll > 3"]
gives     = "roll"

[question.red-die]
cite   = "1"
answer = "1..=6"
gives  = "red"

[question.leeway]
cite      = "1"
answer    = "0..=2"
otherwise = "0"
rules     = """
when                              | gives
reefed                            | 1
season is summer and not reefed   | 2
"""

[process.tides]
cite      = "2"
asks      = "The tide, hour by hour"
each      = "hour"
start     = ["tide"]
turn      = ["throw"]
state     = ["tide"]
initially = { tide = "low" }
otherwise = { tide = "was (tide)" }
[[process.tides.step]]
sets  = "tide"
when  = "throw = 7"
gives = "was (tide) one level up"
"#;

fn reef() -> TempDir {
    folder([("reef/reef/pack.toml", HEAD), ("reef/reef/10.toml", RULES)])
}

/// The odds of something, without the lines that only say what it is.
fn odds(line: &str) -> String {
    let folder = reef();
    let words = ["odds", "--rules", "."].into_iter().chain(line.split(", "));
    chartroom_in(folder.path(), &Vec::from_iter(words)).dense()
}

#[test]
fn what_is_found_from_what_is_found_is_put_in_first() {
    assert_eq!(
        odds("speed"),
        "Speed   1\n  5  1/2  50.00 %  ████████████\n  7  1/2  50.00 %  ████████████"
    );
    assert!(odds("speed, sky=foul").contains("5  1  100.00 %"));
    let each = odds("speed, roll=each");
    assert!(each.contains("Roll  │         1–5        6–10"), "{each}");
}

#[test]
fn what_is_given_of_a_fact_that_is_told_is_of_the_fact() {
    let never = odds("drift, sky=foul, --given, sky is fair");
    assert!(never.contains("can never be so"), "{never}");
    let told = odds("drift, sky=foul, --given, sky is foul");
    assert!(told.contains("1  1  100.00 %"), "{told}");
    // Of one that is found it is what is found.
    let found = odds("drift, --given, sky is foul");
    assert!(found.contains("1  1  100.00 %"), "{found}");
}

#[test]
fn a_die_in_columns_falls_with_the_throw_that_is_given() {
    let told = odds("red-die, red=each, --given, throw = 4");
    let row = told.lines().find(|line| line.contains("Red  │"));
    assert_eq!(
        row,
        Some("  Red  │           1           2           3  4–6"),
        "{told}"
    );
    let row = told.lines().find(|line| line.starts_with("  3"));
    assert_eq!(
        row,
        Some("  3    │           -           -  1 100.00 %    -"),
        "{told}"
    );
}

#[test]
fn a_column_in_which_something_is_as_usual_says_so() {
    insta::assert_snapshot!(odds("leeway, season=each"));
    // Of those that are alike it would be as usual for one, and open for the others.
    let alike = odds("leeway, season=alike");
    assert!(
        alike.contains("`reefed` usually goes by `season`, which varies here"),
        "{alike}"
    );
    assert!(odds("leeway, season=alike, reefed=yes").contains("1  1  100.00 %"));
}

#[test]
fn a_state_that_has_a_first_value_can_be_given_in_several() {
    insta::assert_snapshot!(
        ["", "tide=mid", "tide=each", "tide=alike", "tide=low,mid"]
            .map(|told| odds(
                &["tides, --turns, 1", told]
                    .iter()
                    .filter(|own| !own.is_empty())
                    .copied()
                    .collect::<Vec<_>>()
                    .join(", ")
            ))
            .join("\n\n")
    );
}

#[test]
fn an_estimate_does_not_begin_as_a_state_is_at_first_where_it_is_alike() {
    let told = odds("tides, --turns, 1, tide=alike, --simulate, 100");
    assert!(
        told.contains("`tide` is alike before the first turn, and an estimate begins in one way"),
        "{told}"
    );
    let told = odds("tides, --turns, 1, tide=each, --simulate, 100");
    assert!(told.contains("error:"), "{told}");
    let told = odds("tides, --turns, 1, tide=high, --simulate, 100");
    assert!(told.contains("High"), "{told}");
}

/// A crew that a procedure leaves as it was, unless the roll is a ten.
const PRESS: &str = r#"Procedure(id: "press", title: "Press", cite: "1", start: ["crew"],
    steps: [(roll: "roll", cite: "1"), (ask: "2", as: "crew", when: "roll = 10", cite: "1")], outcome: ["crew"])"#;

#[test]
fn what_comes_out_can_be_what_it_was_at_the_start() {
    let rules = RULES.replace("[question.crew]", "[question.crew-by-sky]");
    let folder = folder([
        ("reef/reef/pack.toml", HEAD),
        ("reef/reef/10.toml", &rules),
        ("reef/reef/20.ron", PRESS),
    ]);
    let ran = |words: &[&str]| chartroom_in(folder.path(), &[words, &["--rules", "."]].concat());
    let checked = ran(&["check"]);
    assert_eq!(checked.code, 0, "{}", checked.both());
    insta::assert_snapshot!(ran(&["odds", "press"]).out);
    assert!(ran(&["odds", "press", "crew=2"]).says("2  1  100.00 %"));
    let rolled = ran(&["roll", "press", "--rolls", "3"]);
    assert!(
        rolled.says("the procedure needs `crew`"),
        "{}",
        rolled.both()
    );
    assert!(ran(&["roll", "press", "crew=1", "--rolls", "3"]).says("Crew: 1"));
}

#[test]
fn dice_that_are_figures_of_one_number_are_told_one_by_one() {
    let table = "[unit]\nd66 = { dice = \"d66\" }\n[fact]\nevent = { domain = \"dice\", unit = \"d66\" }\n[question.storm]\ncite = \"1\"\nanswer = \"bool\"\ngives = \"event = 26\"\n";
    let steps = r#"Procedure(id: "turn", title: "Turn", cite: "1", start: [],
        steps: [(roll: "event", cite: "1"), (ask: "storm", as: "stormy", cite: "1")], outcome: ["stormy"])"#;
    let table = table.replace(
        "[question.storm]",
        "stormy = { domain = \"bool\" }\n[question.storm]",
    );
    let folder = folder([
        ("reef/reef/pack.toml", HEAD),
        ("reef/reef/10.toml", &table),
        ("reef/reef/20.ron", steps),
    ]);
    let stormy = |told: &str| {
        let ran = chartroom_in(
            folder.path(),
            &["roll", "turn", "--rolls", told, "--rules", "."],
        );
        ran.both()
    };
    for told in ["26", "20+6", "2+6"] {
        assert!(stormy(told).contains("Stormy: Yes"), "{}", stormy(told));
    }
    assert!(
        stormy("2+7").contains("is not a roll of `event`"),
        "{}",
        stormy("2+7")
    );
}
