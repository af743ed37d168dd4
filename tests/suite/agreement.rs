//! The diagrams, the plain evaluator and the difference agree: on every shipped question, and on random small packs.
//!
//! `CHARTROOM_FULL=1` tries whole spaces of up to a million situations, 100,000 random situations of larger ones, and 10,000
//! random packs.

mod exact;
mod random_pack;

use chartroom::analysis::diff;
use chartroom::answer::Evaluator;
use chartroom::diagram::{Compiler, Leaf, Store};
use chartroom::model::{Model, QuestionId, VariableId};
use chartroom::rulebook::Rulebook;
use chartroom::turn::Situation;
use exact::{agree_everywhere, is_exact};
use proptest::prelude::*;

fn full() -> bool {
    std::env::var_os("CHARTROOM_FULL").is_some()
}

/// The largest space that is tried whole, and how many random situations of a larger one.
fn most() -> (u64, u64) {
    if full() {
        (1_000_000, 100_000)
    } else {
        (20_000, 2_000)
    }
}

#[test]
fn the_evaluator_and_the_diagrams_agree_on_every_shipped_question() {
    for model in &Rulebook::embedded().games {
        agree_everywhere(model, most());
    }
}

#[test]
fn rules_that_are_told_to_matter_are_missed() {
    assert!(
        Rulebook::embedded()
            .games
            .iter()
            .all(each_telling_rule_is_missed)
    );
}

/// Whether a question is answered otherwise without each of the rules that are found to tell something alone.
fn each_telling_rule_is_missed(model: &Model) -> bool {
    let mut compiler = Compiler::new(model);
    (0..)
        .map(QuestionId)
        .zip(&model.questions)
        .filter(|(_, question)| !question.broken)
        .all(|(id, question)| {
            let telling = compiler.telling(question).unwrap_or_default();
            telling
                .iter()
                .all(|rule| !compiler.does_without(id, &[*rule]).unwrap_or(true))
        })
}

fn cases() -> ProptestConfig {
    ProptestConfig {
        cases: if full() { 10_000 } else { 60 },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_evaluator_the_diagrams_and_the_difference_agree_on_random_packs(
        entropy in proptest::collection::vec(any::<u8>(), 40..160),
        tweaks in proptest::collection::vec((0_usize..90, 1_u8..9), 1..4),
    ) {
        let before = random_pack::pack(&entropy, &[]);
        let after = random_pack::pack(&entropy, &tweaks);
        let old = Rulebook::texts([("sample/pack.toml", before.as_str())]);
        let new = Rulebook::texts([("sample/pack.toml", after.as_str())]);
        prop_assert!(!old.has_errors(), "{before}\n{:?}", old.diagnostics);
        prop_assert!(!new.has_errors(), "{after}\n{:?}", new.diagnostics);
        agree_everywhere(&old.games[0], most());
        agree_everywhere(&new.games[0], most());
        prop_assert!(each_telling_rule_is_missed(&old.games[0]));
        let diff = diff::diff(&old.games[0], &new.games[0], usize::MAX);
        prop_assert!(diff.uncompared.is_empty());
        if before == after {
            prop_assert!(diff.is_empty());
        }
        is_exact(&old.games[0], &new.games[0], &diff);
    }
}

/// What is bound for a question goes before what was bound for the one that asks it, a value that the fact cannot have makes no
/// answer, and a choice whose condition is not known is one only where both ways are the same.
#[test]
fn the_evaluator_takes_what_is_bound_and_what_is_not_known_as_it_is() {
    let pack = r#"
        id = "a"
        game = "a"
        [fact.range]
        domain = "0..=6"
        [fact.near]
        domain = "0..=5"
        [fact.night]
        domain = "bool"
        [question.far]
        answer = "number"
        gives = "range"
        [question.middle]
        answer = "number"
        gives = "(far with range = 2) + range"
        [question.outer]
        answer = "number"
        gives = "(middle with range = 1) + (far with range = 5)"
        [question.beyond]
        answer = "number"
        gives = "far with range = near + 3"
        [question.seen]
        answer = "number"
        gives = "1 if night, else 2"
        [question.alike]
        answer = "number"
        gives = "range if night, else range"
    "#;
    let rulebook = Rulebook::texts([("a/a/pack.toml", pack)]);
    let model = &rulebook.games[0];
    agree_everywhere(model, most());
    let mut situation = Situation::unknown(model);
    situation.set(model.variable_names["range"], Some(4));
    let evaluator = Evaluator::new(model);
    let answer = |name: &str| {
        let leaf = evaluator.question(model.question_names[name], &situation);
        leaf.and_then(|leaf| leaf.value()?.number())
            .map(|number| number.to_string())
    };
    let answers = ["outer", "seen", "alike"].map(answer);
    assert_eq!(answers, [Some("8".to_owned()), None, Some("4".to_owned())]);
}

#[test]
fn a_store_forgets_what_was_made_since_a_mark() {
    let mut store = Store::new(vec![2, 2], Vec::new(), &chartroom::model::Budget::default());
    let [yes, no] = [true, false].map(|truth| store.leaf(Leaf::truth(truth)));
    let kept = store.node(VariableId(1), vec![(1, yes), (2, no)]).unwrap();
    let mark = store.mark();
    let other = store.leaf(Leaf::Silent);
    store
        .node(VariableId(0), vec![(1, kept), (2, other)])
        .unwrap();
    store.go_back(mark);
    assert_eq!(store.len(), 1);
    assert_eq!(
        store.node(VariableId(1), vec![(1, yes), (2, no)]).unwrap(),
        kept
    );
}
