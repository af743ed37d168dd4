//! Facts of several values: a column is what comes out with its value alone, and all alike are the mean of the columns, whatever
//! follows from the fact and whichever dice fall with it.

use super::{model, small};
use chartroom::diagram::Leaf;
use chartroom::dice::{Chance, Part};
use chartroom::rulebook::odds::OddsRequest;
use chartroom::rulebook::{Named, Rulebook};
use num_traits::Zero;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(|| {
    small(
        r#"
[unit]
DR = { dice = "colored d6 + white d6" }
dr = { dice = "d6" }
[fact]
total   = { domain = "dice", unit = "DR" }
colored = { domain = "1..=6", die = "colored of total" }
white   = { domain = "1..=6", die = "white of total" }
roll    = { domain = "dice", unit = "dr" }
weather = { domain = "dry | wet | snow", usually = "dry" }
ground  = { domain = "open | mud | ice", usually = [{ is = "mud", when = "weather is wet" }, { is = "ice", when = "tracks is ice" }, { is = "open" }] }
tracks  = { domain = "open | ice", usually = [{ is = "ice", when = "weather is snow", cite = "S1" }, { is = "open" }] }
forest  = { domain = "bool", usually = "no" }
bogged  = { domain = "bool" }
losses  = { domain = "0..=3" }

[question.slow]
cite   = "S1"
answer = "bool"
gives  = "ground is mud and roll > 3 or ground is ice and roll > 1 or forest and roll = 1"

[question.color-high]
cite   = "S2"
answer = "bool"
gives  = "colored >= 5"

[question.sum-high]
cite   = "S2"
answer = "bool"
gives  = "total >= 9"

[question.both-high]
cite   = "S2"
answer = "0..=2"
gives  = "(1 if total >= 9, else 0) + (1 if colored >= 5, else 0)"

[process.bogging]
cite  = "S3"
asks  = "Is it bogged, turn by turn?"
start = ["bogged"]
each  = "turn"
turn  = ["roll", "weather", "ground", "tracks", "forest"]
state = ["bogged"]
otherwise = { bogged = "was (bogged)" }
[[process.bogging.step]]
sets  = "bogged"
when  = "slow"
gives = "yes"

[process.firing]
cite  = "S3"
asks  = "The losses, shot by shot"
start = ["losses"]
each  = "shot"
turn  = ["total"]
state = ["losses"]
[[process.firing.step]]
sets  = "losses"
gives = "(was (losses) + 1 if sum-high, else was (losses)) at most 3"
"#,
        r#"[
Procedure(id: "march", title: "March", cite: "S4", start: ["weather", "ground", "tracks", "forest"],
    steps: [(roll: "roll", cite: "S4"), (ask: "slow", as: "bogged", cite: "S4")], outcome: ["bogged"]),
Procedure(id: "volley", title: "Volley", cite: "S4", start: [],
    steps: [(roll: "total", cite: "S4"), (ask: "both-high", as: "losses", cite: "S4")], outcome: ["losses"]),
]"#,
    )
});

/// What comes out, by name.
type Came = BTreeMap<(String, String), Chance>;

fn odds(name: &str, facts: &[String], turns: u32, strict: bool) -> Result<Vec<Part>, String> {
    let rulebook = &*RULEBOOK;
    let (model, named) = (model(rulebook), rulebook.named(name).unwrap().1);
    let request = OddsRequest {
        facts: facts.to_vec(),
        turns: matches!(named, Named::Process(_)).then_some(turns),
        strict,
        ..OddsRequest::default()
    };
    let shown = request.odds(model, named);
    Ok(shown.map_err(|refused| refused.message)?.odds.parts)
}

fn came(part: &Part) -> Came {
    let mut came = Came::new();
    for results in &part.results {
        for (leaf, chance) in &results.chances {
            let shown = match leaf {
                Leaf::Value(value) => value.show(&RULEBOOK.games[0].words, false),
                other => format!("{other:?}"),
            };
            came.insert((results.name.clone(), shown), chance.clone());
        }
    }
    came
}

/// The one column of what is asked.
fn one(name: &str, facts: &[String], strict: bool) -> Option<Came> {
    let parts = odds(name, facts, 1, strict).ok()?;
    let [part] = parts.as_slice() else {
        panic!("{name} {facts:?}: {} columns", parts.len());
    };
    Some(came(part))
}

/// What each fact may be, and what is told besides.
const ASKED: [(&str, &str, &[&str]); 17] = [
    ("slow", "weather", &[]),
    ("slow", "weather", &["roll=4"]),
    ("slow", "weather", &["forest=yes"]),
    ("slow", "tracks", &["weather=dry"]),
    ("slow", "ground", &[]),
    ("slow", "roll", &["weather=wet"]),
    ("color-high", "total", &[]),
    ("sum-high", "colored", &[]),
    ("sum-high", "colored", &["white=4"]),
    ("both-high", "total", &[]),
    ("both-high", "white", &[]),
    ("bogging", "weather", &["bogged=no"]),
    ("bogging", "roll", &["bogged=no", "weather=snow"]),
    ("firing", "colored", &["losses=0"]),
    ("firing", "total", &["losses=1"]),
    ("march", "weather", &[]),
    ("volley", "colored", &[]),
];

fn values(fact: &str) -> Vec<String> {
    let model = model(&RULEBOOK);
    let variable = super::fact(model, fact);
    let all = 0..model.variables[variable].domain.size();
    all.map(|index| model.show_index(variable, index)).collect()
}

fn with(told: &[&str], fact: &str, value: &str) -> Vec<String> {
    let told = told.iter().map(|text| (*text).to_owned());
    told.chain([format!("{fact}={value}")]).collect()
}

#[test]
fn a_column_is_what_comes_out_with_its_value_alone() {
    for (name, fact, told) in ASKED {
        for strict in [false, true] {
            let alone = values(fact).into_iter().map(|value| {
                let facts = with(told, fact, &value);
                (
                    value,
                    odds(name, &facts, 1, strict)
                        .map(|parts| parts.iter().map(came).collect::<Vec<_>>()),
                )
            });
            let columns = odds(name, &with(told, fact, "each"), 1, strict);
            let columns = columns.unwrap_or_else(|refused| panic!("{name} {fact}: {refused}"));
            let model = model(&RULEBOOK);
            let variable = super::fact(model, fact);
            for (value, alone) in alone {
                let index = model.variables[variable].domain.read(&value, &model.words);
                let is_here = |part: &&Part| {
                    let own = part.facts.iter().find(|(other, _)| *other == variable);
                    own.is_none_or(|(_, indices)| indices.contains(&index.unwrap()))
                };
                let mut here: Vec<Came> = columns.iter().filter(is_here).map(came).collect();
                here.dedup();
                let mut alone = alone.unwrap();
                alone.dedup();
                assert_eq!(here, alone, "{name} {fact}={value} strict: {strict}");
            }
        }
    }
}

#[test]
fn all_alike_are_the_mean_of_the_columns() {
    for (name, fact, told) in ASKED {
        let alone = values(fact).into_iter();
        let alone: Vec<Came> = alone
            .map(|value| one(name, &with(told, fact, &value), false).unwrap())
            .collect();
        let count = Chance::from_integer(u32::try_from(alone.len()).unwrap().into());
        let mut mean = Came::new();
        for (result, chance) in alone.into_iter().flatten() {
            *mean.entry(result).or_insert_with(Chance::zero) += chance / &count;
        }
        let alike = one(name, &with(told, fact, "alike"), false).unwrap();
        assert_eq!(alike, mean, "{name} {fact}");
    }
}

/// Each turn draws anew, and what follows is found anew with it.
#[test]
fn what_changes_from_turn_to_turn_takes_what_follows_with_it() {
    let chance = |facts: &[&str]| {
        let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
        let came = came(&odds("bogging", &facts, 2, false).unwrap()[0]);
        came[&("bogged".to_owned(), "yes".to_owned())].to_string()
    };
    assert_eq!(chance(&["bogged=no", "weather=dry then wet"]), "1/2");
    assert_eq!(chance(&["bogged=no", "weather=wet then snow"]), "11/12");
    // Of three weathers, one bogs half of the time and one five times in six.
    assert_eq!(chance(&["bogged=no", "weather=alike"]), "56/81");
    assert_eq!(chance(&["bogged=alike", "weather=alike"]), "137/162");
}

#[test]
fn dice_that_cannot_all_fall_together_are_refused() {
    let told = |facts: &[&str], name: &str| {
        let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
        odds(name, &facts, 1, false).unwrap_err()
    };
    let never = "no roll of `total` falls as is given";
    assert_eq!(told(&["colored=5,6", "total=2"], "sum-high"), never);
    assert_eq!(told(&["colored=alike", "total=alike"], "sum-high"), never);
    assert_eq!(
        told(&["colored=alike", "total=alike", "losses=0"], "firing"),
        never
    );
    assert_eq!(told(&["colored=1,2", "total=12"], "volley"), never);
    let in_turn = "`weather` cannot be one value and then another where there are no turns";
    assert_eq!(told(&["weather=dry then wet"], "slow"), in_turn);
    assert_eq!(told(&["weather=dry then wet"], "march"), in_turn);
    // A column that cannot be is none.
    let facts = ["colored=4,5", "total=10,11"].map(str::to_owned);
    assert_eq!(odds("color-high", &facts, 1, false).unwrap().len(), 3);
}

#[test]
fn an_estimate_takes_them_too_or_says_that_it_has_no_columns() {
    let rulebook = &*RULEBOOK;
    for (name, fact, told) in ASKED {
        let (model, named) = (model(rulebook), rulebook.named(name).unwrap().1);
        let estimated = |value: &str| {
            let request = OddsRequest {
                facts: with(told, fact, value),
                turns: matches!(named, Named::Process(_)).then_some(1),
                simulate: Some(40_000),
                seed: 7,
                ..OddsRequest::default()
            };
            request.odds(model, named)
        };
        let refused = estimated("each").unwrap_err().message;
        assert_eq!(
            refused,
            format!("an estimate has no column for each value of `{fact}`")
        );
        let exact = one(name, &with(told, fact, "alike"), false).unwrap();
        let near = came(&estimated("alike").unwrap().odds.parts[0]);
        for (result, chance) in &exact {
            let [exact, near] = [Some(chance), near.get(result)].map(|chance| {
                chance.map_or(0.0, |chance| {
                    chartroom::dice::decimal(chance, 6).parse::<f64>().unwrap()
                })
            });
            assert!(
                (exact - near).abs() < 0.02,
                "{name} {fact}: {result:?} {exact} {near}"
            );
        }
    }
}
