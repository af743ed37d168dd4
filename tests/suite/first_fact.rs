//! Where several facts are open, what each value of the first of them leads to is told as far as that settles it.

use crate::common;
use chartroom::answer::{Asker, Ruling, Stated};
use chartroom::diagram::Leaf;
use chartroom::model::Model;
use chartroom::render::answer::{Shown, human};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use chartroom::value::Value;

const PACK: &str = r#"
id   = "book"
game = "sample"

[fact.shot]
domain = "rifle | gun | bomb"

[fact.range]
domain = "0..=30"

[fact.smoke]
domain = "bool"

[question.shot-drm]
answer = "sum of number"
rules  = """
when                         | gives
shot is rifle and range > 12 | +2
shot is gun and smoke        | +3
shot is gun and range > 20   | +1
"""
"#;

fn situation(model: &Model, told: &[(&str, u32)]) -> Situation {
    let mut situation = Situation::new(model);
    for (fact, index) in told {
        situation.set(model.variable_names[*fact], Some(*index));
    }
    situation
}

fn shown(rulebook: &Rulebook, told: &[(&str, u32)]) -> String {
    let model = &rulebook.games[0];
    let stated = Stated::new(situation(model, told));
    let question = model.question_names["shot-drm"];
    let answer = Asker::new(model).answer(&rulebook.sources, question, stated);
    common::plain(&human(&Shown::new(&answer)))
}

fn ruling(model: &Model, told: &[(&str, u32)]) -> Ruling {
    let question = model.question_names["shot-drm"];
    Asker::new(model)
        .ask(question, &mut situation(model, told))
        .0
}

#[test]
fn what_each_value_of_the_first_open_fact_leads_to_is_told() {
    let rulebook = Rulebook::texts([("sample/book/pack.toml", PACK)]);
    let all = shown(&rulebook, &[]);
    assert!(
        all.contains("  0 or 2  Shot is rifle\n   0 … 4  Shot is gun\n       0  Shot is bomb\n"),
        "{all}"
    );
    assert!(all.contains("tell first: shot\n"), "{all}");
    // Where one fact alone is open, each of its values is told by the answer.
    let rifle = shown(&rulebook, &[("shot", 0)]);
    assert!(rifle.contains("0  Range is 0 to 12"), "{rifle}");
}

/// What is told is what is possible then, and all of it: each value stands in one line, with the answers to which it can lead.
#[test]
fn what_is_told_of_each_value_is_what_is_possible_with_it() {
    let rulebook = Rulebook::texts([("sample/book/pack.toml", PACK)]);
    let model = &rulebook.games[0];
    let Ruling::Needs(needs) = ruling(model, &[]) else {
        panic!("all is open");
    };
    let first = needs.facts[0];
    let shot = model.variable_names["shot"];
    assert_eq!(first, shot);
    let told = needs.leads.iter();
    let mut indices: Vec<u32> = told.flat_map(|(_, indices)| indices.clone()).collect();
    indices.sort_unstable();
    assert_eq!(indices, [0, 1, 2]);
    for (possible, indices) in &needs.leads {
        for index in indices {
            let situations =
                (0..=30).flat_map(|range| [0, 1].map(|smoke| [("range", range), ("smoke", smoke)]));
            let mut found: Vec<Leaf> = situations
                .map(|facts| {
                    let told = [&facts[..], &[("shot", *index)]].concat();
                    match ruling(model, &told) {
                        Ruling::Value(value @ Value::Number(_)) => Leaf::Value(value),
                        other => panic!("{other:?}"),
                    }
                })
                .collect();
            found.sort();
            found.dedup();
            assert_eq!(*possible, found);
        }
    }
}
