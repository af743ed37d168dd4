//! Examples and laws that hold in one model only.

use super::before::Before;
use super::both::{Both, Item};
use super::{Flip, Thing};
use crate::analysis::example::in_words;
use crate::answer::Evaluator;
use crate::check::{prove_example, prove_law, used_by};
use crate::diagnostic::Diagnostic;
use crate::model::{Asked, Example, Law, Model, QuestionId};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// The flips of these examples, and of all laws, that both models have and that ask a question that changed; of all, where other
/// situations can be or another reading is settled.
pub fn flips<'a>(
    both: &mut Both<'a>,
    as_before: &Before<'_>,
    others: &[Vec<&'a Example>; 2],
) -> Vec<Flip> {
    let [old_model, new_model] = both.models;
    let is_any = scope(old_model) != scope(new_model);
    let all = [old_model, new_model].map(|model| model.examples.iter().collect());
    let [old_examples, new_examples] = if is_any { &all } else { others };
    let pairs = || both.changed.iter();
    let asked_before: FxHashSet<QuestionId> = pairs().map(|[old, _]| *old).collect();
    let changed: FxHashSet<QuestionId> = pairs().map(|[_, new]| *new).collect();
    let [old, new] = both.compilers();
    let says =
        |model: &Model, example: &Example| in_words(model, example).line(&example.cite, true);
    let before = old_examples
        .iter()
        .filter(|other| is_any || asks_any(old_model, other, &asked_before))
        .map(|example| (in_words(old_model, example).whole(&example.cite), *example));
    let before: FxHashMap<String, &Example> = before.collect();
    let mut flips = Vec::new();
    for example in new_examples
        .iter()
        .filter(|other| is_any || asks_any(new_model, other, &changed))
    {
        let known = as_before.words(example).whole(&example.cite);
        if let Some(was) = before.get(&known) {
            let says = says(new_model, example);
            let proofs = [prove_example(old, was), prove_example(new, example)];
            flips.extend(flip(Thing::Example, &example.cite, &says, proofs));
        }
    }
    let before = numbered(&old_model.laws);
    let words = [old_model, new_model].map(Evaluator::new);
    for (key, law) in numbered(&new_model.laws) {
        let Some(was) = before.get(&key) else {
            continue;
        };
        let says = |words: &Evaluator<'_>, law: &Law| {
            let when = law.when.as_ref().map(|when| words.words(when));
            (words.words(&law.always), when)
        };
        let is_same = says(&words[0], was) == says(&words[1], law);
        if is_any || !is_same || uses_any(new_model, law, &changed) {
            let proofs = [prove_law(old, was), prove_law(new, law)];
            flips.extend(flip(Thing::Law, &law.cite, &law.says, proofs));
        }
    }
    flips
}

/// What can be, in words, and which readings are settled: where that is other, whatever holds may hold of nothing.
fn scope(model: &Model) -> (Vec<String>, Vec<(&str, Option<u32>)>) {
    let words = Evaluator::new(model);
    let impossible = model.impossible.iter().map(|own| words.words(&own.when));
    let readings = model.variables.iter();
    let readings = readings.filter(|own| own.reading.is_some());
    let settled = readings.map(|own| (own.name.as_str(), own.settled()));
    (impossible.collect(), settled.collect())
}

/// Laws by their paragraph and words, those of the same in their order.
fn numbered(laws: &[Law]) -> IndexMap<(&str, &str, usize), &Law> {
    let mut counts: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    let laws = laws.iter().map(|law| {
        let key = (law.cite.as_str(), law.says.as_str());
        let count = counts.entry(key).or_default();
        *count += 1;
        ((key.0, key.1, *count), law)
    });
    laws.collect()
}

fn flip(thing: Thing, cite: &str, says: &str, [then, now]: [Vec<Diagnostic>; 2]) -> Option<Flip> {
    let holds_now = now.is_empty();
    (then.is_empty() != holds_now).then(|| Flip {
        thing,
        cite: cite.to_owned(),
        says: says.to_owned(),
        holds_now,
        why: then
            .into_iter()
            .chain(now)
            .map(|finding| finding.message)
            .collect(),
    })
}

fn asks_any(model: &Model, example: &Example, changed: &FxHashSet<QuestionId>) -> bool {
    match &example.asked {
        Asked::Questions(asked) => asked.iter().any(|(id, _, _)| changed.contains(id)),
        Asked::Process(process, _) => model.processes[*process]
            .questions()
            .iter()
            .any(|id| changed.contains(id)),
        // What a procedure does can change although no question does.
        Asked::Procedure(..) => true,
    }
}

fn uses_any(model: &Model, law: &Law, changed: &FxHashSet<QuestionId>) -> bool {
    let asked = law
        .when
        .iter()
        .chain([&law.always])
        .flat_map(|part| Item::Expr(part).uses(model));
    let mut used = asked.flat_map(|id| std::iter::once(id).chain(used_by(model, id)));
    used.any(|id| changed.contains(&id))
}
