//! What would take too long or too much memory is told, and is not begun.

use super::{findings, model, small};
use crate::common::chartroom;
use chartroom::dice::{self, Terms};
use chartroom::rulebook::Rulebook;
use num_bigint::BigUint;
use num_rational::Ratio;
use std::fmt::Write;

/// Rules with twelve dice of one roll, each a fact, and with dice of many sides.
fn rules() -> String {
    let names: Vec<String> = ('a'..='l').map(|letter| format!("die-{letter}")).collect();
    let dice: Vec<String> = names.iter().map(|name| format!("{name} d6")).collect();
    let mut text = format!(
        "[unit.twelve]\ndice = \"{}\"\n[fact.twelve]\ndomain = \"12..=72\"\nunit = \"twelve\"\n",
        dice.join(" + ")
    );
    for name in &names {
        write!(
            text,
            "[fact.{name}]\ndomain = \"1..=6\"\ndie = \"{name} of twelve\"\n"
        )
        .unwrap();
    }
    let from: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let six: Vec<String> = names.iter().map(|name| format!("{name} is 6")).collect();
    write!(
        text,
        r#"
[fact.b]
domain = "bool"
[question.lucky]
cite = "S1"
asks = "Is there a six in a high roll?"
from = ["twelve", {from}]
answer = "bool"
gives = "({six}) and twelve > 40"
[process.lucky-by-turn]
cite = "S1"
asks = "The same, turn by turn."
start = ["b"]
each = "turn"
turn = ["twelve", {from}]
state = ["b"]
[[process.lucky-by-turn.step]]
sets = "b"
cite = "S1"
gives = "lucky"
"#,
        from = from.join(", "),
        six = six.join(" or ")
    )
    .unwrap();
    text
}

const PROCEDURE: &str = r#"Procedure(id: "luck", title: "Luck", cite: "S1", start: [],
    steps: [(roll: "twelve", cite: "S1"), (ask: "lucky", as: "b", cite: "S1")], outcome: ["b"])"#;

#[test]
fn many_single_dice_are_told_and_can_be_simulated() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "pack.toml",
        "id = \"sample\"\ngame = \"sample\"\ntitle = \"Sample\"\n",
    );
    write("rules.toml", &rules());
    let rules = folder.path().to_str().unwrap().to_owned();
    let ran = |line: &str| {
        let mut arguments: Vec<&str> = line.split(' ').collect();
        arguments.extend(["--rules", &rules]);
        chartroom(&arguments)
    };
    let message = "the single dice of `twelve` fall in too many ways";
    let told = ran("odds lucky-by-turn b=no --turns 2");
    assert!(
        told.code == 2 && told.both().contains(message),
        "{}",
        told.both()
    );
    let told = ran("odds lucky-by-turn b=no --turns 2 --simulate 2000");
    assert_eq!(told.code, 0, "{}", told.both());
    assert_eq!(ran("play lucky-by-turn b=no --turns 3 --seed 1").code, 0);
    assert_eq!(
        findings(&small(&self::rules(), PROCEDURE)),
        ["too-large: `luck` has too many ways to go"]
    );
}

fn of_walk(turns: u32) -> Result<dice::Table, chartroom::diagnostic::Diagnostic> {
    let rulebook: Rulebook = small(
        r#"
[unit.ten]
dice = "d10"
[fact.ten]
domain = "1..=10"
unit = "ten"
[fact.x]
domain = "0..=400"
[process.walk]
cite = "S1"
asks = "Where does it lead?"
start = ["x"]
each = "turn"
turn = ["ten"]
state = ["x"]
initially = { x = "200" }
[[process.walk.step]]
sets = "x"
cite = "S1"
gives = "(was (x) + (ten as number) - 5) at least 0 at most 400"

[fact.y]
domain = "0..=400"
[process.two]
cite = "S1"
asks = "Where do two of them lead?"
start = ["x", "y"]
each = "turn"
turn = ["ten", "other-ten"]
state = ["x", "y"]
initially = { x = "200", y = "200" }
[[process.two.step]]
sets = "x"
cite = "S1"
gives = "(was (x) + (ten as number) - 5) at least 0 at most 400"
[[process.two.step]]
sets = "y"
cite = "S1"
gives = "(was (y) + (other-ten as number) - 5) at least 0 at most 400"
[fact.other-ten]
domain = "1..=10"
unit = "ten"
"#,
        "",
    );
    let model = model(&rulebook);
    let terms = Terms {
        turns,
        ..Terms::new(model)
    };
    let process = |name: &str| {
        model
            .processes
            .iter()
            .find(|process| process.name == name)
            .unwrap()
    };
    dice::of_process(model, process("walk"), &terms, None)?;
    dice::of_process(model, process("two"), &terms, None)
}

#[test]
fn a_process_with_too_many_ways_is_told() {
    let told = of_walk(1000).unwrap_err();
    assert_eq!(told.message, "the process can go in more than 3000000 ways");
}

#[test]
fn few_facts_of_many_values_are_told_like_many_facts() {
    let mut text = "[unit.mille]\ndice = \"d1000\"\n".to_owned();
    for name in ["m1", "m2", "m3", "m4"] {
        write!(
            text,
            "[fact.{name}]\ndomain = \"1..=1000\"\nunit = \"mille\"\n"
        )
        .unwrap();
    }
    text.push_str(
        r#"
[question.product]
cite = "S1"
asks = "Is the one product greater than the other?"
from = ["m1", "m2", "m3", "m4"]
answer = "bool"
gives = "(m1 as number) * (m2 as number) > (m3 as number) * (m4 as number)"
"#,
    );
    assert_eq!(
        findings(&small(&text, "")),
        ["too-large: `product` needs too large a decision diagram"]
    );
}

#[test]
fn a_roll_of_too_many_totals_is_told() {
    let dice: Vec<String> = (0..16_u32)
        .map(|place| format!("d[0, {}]", 1 << place))
        .collect();
    let text = format!("[unit.bits]\ndice = \"{}\"\n", dice.join(" + "));
    let found = findings(&small(&text, ""));
    assert!(
        found.len() == 1 && found[0].contains("a roll may have at most 20000 totals"),
        "{found:?}"
    );
}

/// A hundred dice, of which each counts that shows five or more: by hand, in how many ways just so many count.
#[test]
fn the_odds_of_a_pool_of_a_hundred_dice_are_exact() {
    let rulebook = Rulebook::texts([(
        "sample/pool/pack.toml",
        r#"
        id = "pool"
        game = "sample"
        [unit.pool]
        dice = "100d[0, 0, 0, 0, 1, 1]"
        [fact.pool]
        domain = "dice"
        unit = "pool"
        [question.hits]
        cite = "1"
        answer = "0..=100"
        gives = "pool"
        "#,
    )]);
    assert!(rulebook.check().is_empty(), "{:?}", rulebook.check());
    let odds = rulebook.ask("hits").odds().unwrap();
    let all = BigUint::from(3_u32).pow(100);
    let mut choices = BigUint::from(1_u32);
    let mut seen = 0;
    for hits in 0..=100_u32 {
        let ways = &choices * BigUint::from(2_u32).pow(100 - hits);
        let wanted = Ratio::new(ways, all.clone()).to_string();
        let is_this = |chance: &chartroom::Chance<'_>| chance.result() == hits.to_string();
        let found = odds.chances().find(is_this).unwrap();
        assert_eq!(found.fraction(), wanted, "{hits} hits");
        choices = choices * (100 - hits) / (hits + 1);
        seen += 1;
    }
    assert_eq!(seen, odds.chances().count());
}
