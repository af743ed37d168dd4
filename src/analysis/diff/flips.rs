//! Examples and laws that hold in one model only.

use super::{Flip, Thing};
use crate::analysis::example::in_words;
use crate::check::{prove_example, prove_law, used_by};
use crate::diagnostic::Diagnostic;
use crate::diagram::Compiler;
use crate::model::{Asked, Example, Kind, Law, Model, QuestionId};
use crate::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// The flips of all examples and laws that both models have and that ask a question that changed.
pub(super) fn flips(
    old: &mut Compiler<'_>,
    new: &mut Compiler<'_>,
    changed: &[(QuestionId, QuestionId)],
) -> Vec<Flip> {
    let (old_model, new_model) = (old.model, new.model);
    let changed: FxHashSet<QuestionId> = changed.iter().map(|(_, id)| *id).collect();
    let mut found = Vec::new();
    let before: FxHashMap<String, &Example> = old_model
        .examples
        .iter()
        .map(|example| (describe(old_model, example, true), example))
        .collect();
    for example in &new_model.examples {
        let says = describe(new_model, example, true);
        let Some(was) = before
            .get(&says)
            .filter(|_| asks_any(new_model, example, &changed))
        else {
            continue;
        };
        let (then, now) = (prove_example(old, was), prove_example(new, example));
        found.extend(flip(
            Thing::Example,
            (&example.cite, &says, example.span),
            &then,
            &now,
        ));
    }
    let before: FxHashMap<&str, &Law> = old_model
        .laws
        .iter()
        .map(|law| (law.says.as_str(), law))
        .collect();
    for law in &new_model.laws {
        let Some(was) = before
            .get(law.says.as_str())
            .filter(|_| uses_any(new_model, law, &changed))
        else {
            continue;
        };
        let (then, now) = (prove_law(old, was), prove_law(new, law));
        found.extend(flip(
            Thing::Law,
            (&law.cite, &law.says, law.span),
            &then,
            &now,
        ));
    }
    found
}

fn flip(
    thing: Thing,
    (cite, says, span): (&str, &str, Span),
    then: &[Diagnostic],
    now: &[Diagnostic],
) -> Option<Flip> {
    if then.is_empty() == now.is_empty() {
        return None;
    }
    let failing = if now.is_empty() { then } else { now };
    let why = failing.iter().map(|found| found.message.clone()).collect();
    Some(Flip {
        thing,
        cite: cite.to_owned(),
        says: says.to_owned(),
        holds_now: now.is_empty(),
        span,
        why,
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
    let mut found = false;
    for expr in law.when.iter().chain([&law.always]) {
        expr.walk(&mut |part| {
            if let Kind::Question(id, _) = part.kind {
                found |= changed.contains(&id)
                    || used_by(model, id).iter().any(|used| changed.contains(used));
            }
        });
    }
    found
}

/// An example in words: what is given, asked and, if wanted, expected.
pub(super) fn describe(model: &Model, example: &Example, with_answers: bool) -> String {
    let words = in_words(model, example);
    format!(
        "{}: {} → {}",
        example.cite,
        words.given.join(", "),
        words.told(with_answers)
    )
}

/// What makes an example the one that it is: what it says, in whatever order.
pub(super) fn identity(model: &Model, example: &Example, with_answers: bool) -> Vec<String> {
    let words = in_words(model, example);
    let mut told = words.asked(with_answers);
    let mut given = words.given;
    given.sort_unstable();
    if words.runs.is_none() {
        told.sort_unstable();
    }
    let runs = words.runs.unwrap_or_default();
    [example.cite.clone(), runs]
        .into_iter()
        .chain(given)
        .chain([String::new()])
        .chain(told)
        .collect()
}
