//! What odds say besides: what they found or took as usual where nobody said it, and what cannot be and is reached.

use super::{model, small};
use chartroom::render::View;
use chartroom::rulebook::odds::OddsRequest;
use chartroom::rulebook::{Named, Rulebook};
use std::sync::LazyLock;

static RULEBOOK: LazyLock<Rulebook> = LazyLock::new(|| {
    small(
        r#"
[unit.six]
dice = "d6"
[fact.die]
domain = "1..=6"
unit = "six"
[fact.month]
domain = "jan < jul"
[fact.ground]
domain = "dry | mud"
[fact.forest]
domain = "bool"
usually = "no"
[fact.hits]
domain = "0..=2"
[fact.losses]
domain = "0..=12"

[question.ground]
cite = "S1"
answer = "ground"
gives = "mud if month is jul, else dry"

[question.hit]
cite = "S2"
answer = "bool"
gives = "die >= (4 if forest, else 2) and ground is dry"

[process.battle]
cite = "S3"
asks = "The losses, assault by assault"
start = ["losses"]
each = "assault"
turn = ["die", "forest", "ground"]
state = ["losses"]
initially = { losses = "0" }
[[process.battle.step]]
sets = "losses"
cite = "S3"
gives = "(was (losses) + 1 if hit, else was (losses)) at most 12"
"#,
        r#"Procedure(id: "assault", title: "Assault", cite: "S4", start: ["forest", "ground"],
            steps: [(roll: "die", cite: "S4"), (ask: "1 if hit, else 0", as: "hits", cite: "S4")], outcome: ["hits"])"#,
    )
});

fn told(named: Named, facts: &[&str], strict: bool) -> String {
    told_of(&RULEBOOK, named, facts, strict)
}

fn told_of(rulebook: &Rulebook, named: Named, facts: &[&str], strict: bool) -> String {
    let request = OddsRequest {
        facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
        turns: matches!(named, Named::Process(_)).then_some(2),
        strict,
        ..OddsRequest::default()
    };
    let odds = request.odds(model(rulebook), named);
    let text = odds.map_or_else(
        |wrong| wrong.to_string(),
        |odds| odds.view().page().human(80),
    );
    let named = format!("{facts:?}{}\n", if strict { ", strictly" } else { "" });
    named + &anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn odds_take_what_the_rules_find_and_what_is_usual() {
    let model = model(&RULEBOOK);
    let all = [
        Named::Question(model.question_names["hit"]),
        Named::Procedure(model.procedure_names["assault"]),
        Named::Process(model.process_names["battle"]),
    ];
    let told = all.map(|named| {
        [
            told(named, &["month=jan"], false),
            told(named, &["month=jan", "forest=each"], false),
            told(named, &["month=jan"], true),
            told(named, &["ground=dry", "forest=yes"], false),
        ]
        .join("\n")
    });
    insta::assert_snapshot!(told.join("\n\n"));
}

/// What is told decides what a fact can usually be, though it does not settle it.
#[test]
fn a_fact_that_follows_from_what_is_told_has_columns_for_what_it_can_be() {
    let rulebook = small(
        r#"
[fact]
sky = { domain = "clear | fog | storm" }
rolled = { domain = "mud < wet < moist < dry" }
night = { domain = "bool", usually = "no" }
[fact.surface]
domain = "mud < wet < moist < dry"
usually = [{ is = "dry", when = "night" }, { is = "after-weather" }]
[question.after-weather]
cite = "S1"
answer = "surface"
gives = "mud if sky is storm, else moist if sky is fog, else rolled"
[question.cost]
cite = "S2"
answer = "1..=4"
gives = "4 if surface is mud, else 2 if surface is wet, else 1"
"#,
        "",
    );
    let model = &rulebook.games[0];
    let named = Named::Question(model.question_names["cost"]);
    let told = [
        &[][..],
        &["rolled=wet"],
        &["rolled=dry"],
        &["sky=fog"],
        &["sky=clear"],
    ];
    let told = told.map(|facts| told_of(&rulebook, named, facts, false));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_cannot_be_and_is_reached_is_counted_and_told() {
    let rulebook = small(
        r#"
[unit.six]
dice = "d6"
[fact.die]
domain = "1..=6"
unit = "six"
[fact.rain]
domain = "bool"
[fact.dust]
domain = "none | light | heavy"
[fact.in-los]
domain = "bool"

[process.weather]
cite = "S1"
asks = "The weather"
start = ["rain", "dust"]
each = "turn"
turn = ["die"]
state = ["rain", "dust"]
initially = { rain = "no", dust = "light" }
[[process.weather.step]]
sets = "rain"
cite = "S1"
gives = "was (rain) or die is 6"
[[process.weather.step]]
sets = "dust"
cite = "S1"
gives = "none if was (rain), else was (dust)"

[[impossible]]
cite = "S2"
says = "rain ends all dust"
when = "rain and (dust is not none or in-los)"
[[impossible]]
cite = "S3"
says = "there is no dust in the line of sight"
when = "in-los and dust is none"
"#,
        "",
    );
    let model = &rulebook.games[0];
    let request = OddsRequest {
        turns: Some(2),
        start: vec!["dust=light".to_owned()],
        ..OddsRequest::default()
    };
    let named = Named::Process(model.process_names["weather"]);
    let odds = request.odds(model, named).unwrap();
    let text = odds.view().page().human(80);
    insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
    for results in &odds.odds.parts[0].results {
        let sum: chartroom::dice::Chance = results.chances.iter().map(|(_, chance)| chance).sum();
        assert_eq!(sum.to_string(), "1", "{}", results.name);
    }
}

#[test]
fn what_a_question_usually_finds_by_a_roll_is_rolled() {
    let book = small(
        r#"
[unit.six]
dice = "d6"
[fact.die]
domain = "dice"
unit = "six"
[fact.area]
domain = "north | south"
[fact.sky]
domain = "clear | squall"
[usually]
sky = "sky-rolled"
[question.sky-rolled]
cite = "S1"
asks = "What is the sky?"
answer = "sky"
gives = "squall if die = 6 or area is north and die = 5, else clear"
[question.sight]
cite = "S2"
asks = "How far can be seen?"
answer = "number"
gives = "30 if sky is clear, else 5"
"#,
        "[]",
    );
    let model = model(&book);
    let told = |facts: &[&str]| {
        let request = OddsRequest {
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            ..OddsRequest::default()
        };
        let named = Named::Question(model.question_names["sight"]);
        let odds = request.odds(model, named).expect("odds");
        let text = odds.view().page().human(80);
        anstream::adapter::strip_str(&text).to_string()
    };
    let all = [
        told(&["area=north"]),
        told(&["area=each"]),
        told(&["sky=squall"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

/// What rolls could find and is usually something is that, as in an answer, unless its roll is said to be left to the dice.
#[test]
fn a_fact_is_as_usual_where_nobody_rolls_for_it() {
    let rulebook = small(
        r#"
[unit.six]
dice = "d6"
[fact.die]
domain = "1..=6"
unit = "six"
[fact.hour]
domain = "1..=6"
unit = "six"
[fact.light]
domain = "day | dusk"
usually = "day"

[question.light]
cite = "S1"
answer = "light"
gives = "dusk if hour >= 5, else day"

[question.hit]
cite = "S2"
answer = "bool"
gives = "die >= 4 and light is day"
"#,
        r#"Procedure(id: "aim", title: "Aim", cite: "S3", steps: [(roll: "die", cite: "S3")], outcome: ["die"])"#,
    );
    let told = |facts: &[&str]| {
        let request = OddsRequest {
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            ..OddsRequest::default()
        };
        let model = model(&rulebook);
        let hit = Named::Question(model.question_names["hit"]);
        let odds = request.odds(model, hit).unwrap();
        anstream::adapter::strip_str(&odds.view().page().human(80)).to_string()
    };
    let all = [&[][..], &["hour=any"], &["light=dusk"]].map(told);
    insta::assert_snapshot!(all.join("\n"));
}
