//! Processes that go on until a condition holds: exact chances of how they end, and the turns that it takes.

use super::{model, small};
use crate::common::chartroom;
use chartroom::diagnostic::Diagnostic;
use chartroom::dice::{Chance, Results, Table};
use chartroom::model::Model;
use chartroom::rulebook::odds::OddsRequest;
use chartroom::rulebook::{Named, Rulebook};
use num_bigint::BigUint;
use num_traits::{One, Zero};

fn rulebook() -> Rulebook {
    small(
        r#"
[unit.three]
dice = "d3"
[fact.three]
domain = "1..=3"
unit = "three"
[fact.x]
domain = "0..=3"
[process.walk]
cite = "S1"
asks = "Where does it lead?"
start = ["x"]
each = "turn"
turn = ["three"]
state = ["x"]
[[process.walk.step]]
sets = "x"
cite = "S1"
gives = "(was (x) + (three as number) - 2) at least 0 at most 3"

[fact.place]
domain = "0..=2"
[process.pit]
cite = "S1"
asks = "Does it come out of the pit?"
start = ["place"]
each = "turn"
turn = ["three"]
state = ["place"]
initially = { place = "0" }
otherwise = { place = "was (place)" }
[[process.pit.step]]
sets = "place"
cite = "S1"
when = "was (place) is 0"
gives = "(three as number) - 1"

[unit.coin]
dice = "d2"
[fact.coin]
domain = "1..=2"
unit = "coin"
[fact.other-coin]
domain = "1..=2"
unit = "coin"
[fact.far]
domain = "0..=400"
[fact.high]
domain = "0..=400"
[process.plane]
cite = "S1"
asks = "Where in the plane is it?"
start = ["far", "high"]
each = "turn"
turn = ["coin", "other-coin"]
state = ["far", "high"]
initially = { far = "0", high = "0" }
[[process.plane.step]]
sets = "far"
cite = "S1"
gives = "(was (far) + (coin as number) - 1) at most 400"
[[process.plane.step]]
sets = "high"
cite = "S1"
gives = "(was (high) + (other-coin as number) - 1) at most 400"
"#,
        "",
    )
}

fn request(facts: &[&str]) -> OddsRequest {
    OddsRequest {
        facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
        ..OddsRequest::default()
    }
}

fn ask(model: &Model, process: &str, request: &OddsRequest) -> Result<Table, Diagnostic> {
    let id = model
        .processes
        .ids()
        .find(|id| model.processes[*id].name == process);
    let shown = request.odds(model, Named::Process(id.unwrap()))?;
    Ok(shown.odds)
}

fn until(model: &Model, process: &str, facts: &[&str], until: &str) -> Table {
    let asked = OddsRequest {
        until: Some(until.to_owned()),
        ..request(facts)
    };
    ask(model, process, &asked).unwrap()
}

fn of<'t>(table: &'t Table, name: &str) -> &'t Results {
    let [part] = table.parts.as_slice() else {
        panic!("{table:?}")
    };
    part.results
        .iter()
        .find(|results| results.name == name)
        .unwrap()
}

fn told(table: &Table, name: &str) -> String {
    let chances = of(table, name).chances.iter();
    let chances = chances.map(|(leaf, chance)| format!("{leaf:?} {chance}"));
    chances.collect::<Vec<_>>().join(", ")
}

fn fraction(of: u32, all: u32) -> Chance {
    Chance::new(BigUint::from(of), BigUint::from(all))
}

fn chances(table: &Table, name: &str) -> Vec<Chance> {
    let chances = &of(table, name).chances;
    chances.iter().map(|(_, chance)| chance.clone()).collect()
}

/// The turns to expect, and the chance that it never ends.
fn ending(table: &Table) -> (Option<Chance>, Chance) {
    let ending = table.parts[0].ending.clone().unwrap();
    (ending.turns, ending.never)
}

#[test]
fn a_walk_ends_at_either_side_as_the_ruin_of_a_gambler_does() {
    let rulebook = rulebook();
    let model = model(&rulebook);
    // A third of the turns have no effect: of n = 3, from x = 1, it takes 1 · 2 turns that have one.
    let table = until(model, "walk", &["x=1"], "x is 0 or x is 3");
    assert_eq!(chances(&table, "x"), [fraction(2, 3), fraction(1, 3)]);
    assert_eq!(ending(&table), (Some(fraction(3, 1)), Chance::zero()));
    // It ends after a turn at the earliest, and goes back to 1 from 0.
    let table = until(model, "walk", &["x=0"], "x is 0");
    assert_eq!(ending(&table).1, Chance::zero(), "{}", told(&table, "x"));
    // What the turns bring one after the other.
    let table = until(model, "walk", &["x=1", "three=2 then 3"], "x is 3");
    assert_eq!(ending(&table), (Some(fraction(4, 1)), Chance::zero()));
    // Each start in a column of its own.
    let table = until(model, "walk", &["x=1,2"], "x is 0 or x is 3");
    assert_eq!(table.parts.len(), 2);
}

#[test]
fn what_held_on_the_way_and_in_the_end_is_told_of_those_that_end() {
    let rulebook = rulebook();
    let asked = OddsRequest {
        until: Some("x is 0 or x is 3".to_owned()),
        ever: vec!["x is 2".to_owned()],
        at: vec!["x is 3".to_owned()],
        ..request(&["x=1"])
    };
    let table = ask(model(&rulebook), "walk", &asked).unwrap();
    assert_eq!(
        chances(&table, "at: x is 3"),
        [fraction(1, 3), fraction(2, 3)]
    );
    // From 1 it goes to 2 or to 0, each alike.
    assert_eq!(
        chances(&table, "ever: x is 2"),
        [fraction(1, 2), fraction(1, 2)]
    );
}

#[test]
fn a_state_that_repeats_for_ever_never_ends() {
    let rulebook = rulebook();
    let model = model(&rulebook);
    let table = until(model, "pit", &[], "place is 1");
    assert_eq!(chances(&table, "place"), [fraction(1, 2)]);
    assert_eq!(of(&table, "place").never, fraction(1, 2));
    assert_eq!(ending(&table), (None, fraction(1, 2)));
    let table = until(model, "pit", &["place=2"], "place is 1");
    assert!(chances(&table, "place").is_empty());
    assert_eq!(ending(&table), (None, Chance::one()));
}

#[test]
fn so_many_turns_come_nearer_and_nearer_to_how_it_ends() {
    let rulebook = rulebook();
    let model = model(&rulebook);
    let within = |process: &str, facts: &[&str], condition: &str, turns: u32| {
        let asked = OddsRequest {
            turns: Some(turns),
            ever: vec![condition.to_owned()],
            ..request(facts)
        };
        let table = ask(model, process, &asked).unwrap();
        of(&table, &format!("ever: {condition}")).by_turn.clone()
    };
    for (process, facts, condition) in [
        ("walk", &["x=1"][..], "x is 0 or x is 3"),
        ("walk", &["x=1"], "x is 3"),
        ("pit", &["place=0"], "place is 1"),
    ] {
        let table = until(model, process, facts, condition);
        let (turns, never) = ending(&table);
        let ends = Chance::one() - &never;
        let by_turn = within(process, facts, condition, 60);
        assert!(by_turn.is_sorted());
        assert!(by_turn.iter().all(|chance| *chance < ends));
        assert!(
            &ends - by_turn.last().unwrap() < fraction(1, 20),
            "{process} {condition}"
        );
        // The turns to expect are the sum of the chances that it goes on.
        if let Some(turns) = turns {
            let goes_on = by_turn.iter().map(|chance| Chance::one() - chance);
            let sum = goes_on.sum::<Chance>() + Chance::one();
            assert!(sum < turns && turns - sum < fraction(1, 1));
        }
    }
}

#[test]
fn a_process_of_too_many_states_is_told_with_what_to_ask() {
    let rulebook = rulebook();
    let asked = OddsRequest {
        until: Some("far is 400 and high is 400".to_owned()),
        ..request(&[])
    };
    let told = ask(model(&rulebook), "plane", &asked).unwrap_err();
    assert_eq!(told.message, "the process can be in more than 20000 states");
    assert!(
        told.help
            .iter()
            .any(|help| help.to_string().contains("--turns N --ever")),
        "{told:?}"
    );
}

const ASSAULT: [&str; 6] = [
    "assault",
    "printed-attack-total=9",
    "mud=no",
    "defender-strength=4",
    "defender-side=soviet",
    "defender-terrain=forest",
];

#[test]
fn an_assault_goes_on_until_the_hex_is_vacated() {
    let ran = |more: &[&str]| {
        let arguments = [&["odds"], &ASSAULT[..], &["--until", "hex-vacated"], more].concat();
        chartroom(&arguments).both()
    };
    let page = ran(&[]);
    let forms = ["csv", "json", "markdown"].map(|form| ran(&["--format", form]));
    for line in page.lines().skip(5) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    insta::assert_snapshot!("until_hex_vacated", [page, forms.join("\n")].join("\n"));
    let open = ran(&["attacker-step=each", "fortified=each"]);
    insta::assert_snapshot!("until_side_by_side", open);
}
