//! What an answer that is open may still be, and what each value of the fact to tell first leads to, is what asking with it gives.

use crate::common;
use crate::meant_otherwise::HEAD;
use crate::usual_values::at_random;
use chartroom::answer::{Asker, Needs, Ruling};
use chartroom::diagram::Leaf;
use chartroom::model::QuestionId;
use chartroom::turn::Situation;
use std::collections::BTreeSet;

/// What the rules answer to what is given, as it is told.
fn told(asker: &mut Asker<'_>, id: QuestionId, given: &Situation) -> Ruling {
    let (mut ruling, taken) = asker.ask(id, &mut given.clone());
    asker.look_ahead(id, given, (&mut ruling, &taken));
    ruling
}

/// Answers, in which what is lost is one thing.
fn set<'l>(leaves: impl IntoIterator<Item = &'l Leaf>) -> BTreeSet<String> {
    let shown = |leaf: &Leaf| match leaf {
        Leaf::Gap(_) => "gap".to_owned(),
        leaf => format!("{leaf:?}"),
    };
    leaves.into_iter().map(shown).collect()
}

/// What is possible once more is told; none where that is not known, or it is no answer.
fn possible(ruling: &Ruling) -> Option<BTreeSet<String>> {
    match ruling {
        Ruling::Value(value) => Some(set([&Leaf::Value(value.clone())])),
        Ruling::Gap(gap) => Some(set([&Leaf::Gap(*gap)])),
        Ruling::Needs(needs) if !needs.possible.is_empty() => Some(set(&needs.possible)),
        _ => None,
    }
}

/// The answers to which a value is told to lead, if it is told.
fn led_to(needs: &Needs, index: u32) -> Option<BTreeSet<String>> {
    let cases = needs.cases.iter().find(|(_, all)| all.contains(&index));
    let leads = needs.leads.iter().find(|(_, all)| all.contains(&index));
    cases
        .map(|(leaf, _)| set([leaf]))
        .or_else(|| leads.map(|(all, _)| set(all)))
}

#[test]
fn a_value_leads_where_asking_with_it_does() {
    let (mut tried, mut led) = (0, 0);
    for (seed, often) in [(1, 3), (2, 5), (3, 7)] {
        at_random(seed, often, &mut |asker, id, given| {
            let Ruling::Needs(needs) = told(asker, id, given) else {
                return;
            };
            let model = asker.model;
            let Some(first) = needs.facts.first().copied() else {
                return;
            };
            if needs.possible.is_empty() || asker.impossible(given).is_some() {
                return;
            }
            let all = set(&needs.possible);
            for index in (0..model.variables[first].domain.size()).step_by(3) {
                let mut with = given.clone();
                with.set(first, Some(index));
                let mut known = with.clone();
                asker.ask(id, &mut known);
                let Some(then) = possible(&told(asker, id, &with)) else {
                    continue;
                };
                if asker.impossible(&known).is_some() {
                    continue;
                }
                let shown = || {
                    let name = &model.questions[id].name;
                    let value = model.show_index(first, index);
                    format!("{name}: {} = {value}", model.variable_name(first))
                };
                assert!(then.is_subset(&all), "{}: {then:?} of {all:?}", shown());
                tried += 1;
                if let Some(lead) = led_to(&needs, index) {
                    assert!(then.is_subset(&lead), "{}: {then:?} of {lead:?}", shown());
                    led += 1;
                }
            }
        });
    }
    assert!(tried > 1000, "{tried}");
    assert!(led > 300, "{led}");
}

#[test]
fn what_is_told_first_may_make_otherwise_what_is_usual_or_lost() {
    let pack = r#"
[fact]
side = { domain = "a | b" }
seen = { domain = "bool", usually = "no" }
torn = { domain = "0..=9" }
[question.seen]
cite = "1"
answer = "seen"
gives = "side is a"
[question.q]
cite = "1"
answer = "0..=20"
gives = "10 if side is a and seen, else (5 if side is a, else 1)"
[question.torn]
cite = "1"
answer = "torn"
rules = """
when      | gives
side is a | 3
"""
[[question.torn.rule]]
cite = "1"
when = "side is b"
gap = "the second table"
[question.r]
cite = "1"
answer = "0..=20"
gives = "torn + 1"
"#;
    let place = common::folder([("g/p/pack.toml", format!("{HEAD}{pack}"))]);
    let commands = ["ask q", "ask q side=a", "ask r", "ask r side=b"];
    let ran = commands.map(|command| {
        let words: Vec<&str> = command.split(' ').chain(["--rules", "g"]).collect();
        let told = common::chartroom_in(place.path(), &words);
        format!("$ {command}\n{}\n", told.both())
    });
    insta::assert_snapshot!(ran.concat());
}
