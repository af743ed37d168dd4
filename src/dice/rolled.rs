//! A procedure rolled: each step with its dice, what it found and why, and the outcome.

use super::hand::Hand;
use super::set_up::plan;
use super::table::Terms;
use crate::answer::{Evaluator, Explanation};
use crate::diagnostic::Diagnostic;
use crate::model::{Kind, Model, Procedure, StepDoes, VariableId};
use crate::source::Sources;
use crate::turn::{Effect, Halt, Situation, Slot, Slots, StepDone, Thrown, to_give};
use rustc_hash::FxHashMap;

/// A procedure, rolled.
#[derive(Debug, Clone)]
pub struct Rolled {
    /// What each step did that was done, with its place among the steps.
    pub steps: Vec<(usize, Taken)>,
    /// The outcomes; those that this way does not have are left out.
    pub outcome: Vec<(VariableId, Slot)>,
    /// The facts of the start that were given.
    pub start: Vec<(VariableId, u32)>,
}

/// What a step did.
#[derive(Debug, Clone)]
pub enum Taken {
    /// The players did something.
    Done(String),
    /// Dice fell.
    Thrown(Thrown),
    /// A fact was found.
    Found {
        /// The fact.
        fact: VariableId,
        /// What was found.
        slot: Slot,
        /// Why: the questions that were asked.
        why: Vec<Explanation>,
        /// The places of the steps whose rolls it comes from, directly or by way of other facts.
        rolls: Vec<usize>,
    },
    /// The step was not done, which says what the fact is.
    Otherwise(VariableId, Slot),
}

/// Rolls a procedure. Rolls that are known already are not thrown.
pub fn roll(
    model: &Model,
    sources: &Sources,
    procedure: &Procedure,
    terms: &Terms,
    hand: &mut Hand,
) -> Result<Rolled, Diagnostic> {
    let plan = plan(model, procedure, terms, &[])?;
    let mut steps = Vec::new();
    let mut origins: FxHashMap<VariableId, Vec<usize>> = FxHashMap::default();
    let mut throw = |fact| match terms.known.get(fact) {
        Some(index) => {
            let known = |die| Some((die, terms.known.get(die)?));
            let dice = model.dice_of(fact).into_iter().filter_map(known).collect();
            Ok(Thrown {
                fact,
                faces: None,
                index,
                dice,
            })
        }
        None => hand.roll(model, fact, &|die| terms.known.get(die)),
    };
    let mut see = |done: StepDone<'_>| match done.effect {
        Effect::Passed => {}
        Effect::Done => {
            if let Some(StepDoes::Do(words)) =
                procedure.steps.get(done.place).map(|step| &step.does)
            {
                steps.push((done.place, Taken::Done(words.clone())));
            }
        }
        Effect::Roll(fact) => {
            for own in std::iter::once(fact).chain(model.dice_of(fact)) {
                origins.insert(own, vec![done.place]);
            }
            steps.extend(
                done.thrown
                    .map(|thrown| (done.place, Taken::Thrown(thrown.clone()))),
            );
        }
        Effect::Found(fact, slot) => {
            let why = why(model, sources, procedure, done.place, done.known);
            let rolls = rolls_of(model, procedure, done.place, &origins);
            origins.insert(fact, rolls.clone());
            steps.push((
                done.place,
                Taken::Found {
                    fact,
                    slot,
                    why,
                    rolls,
                },
            ));
        }
        Effect::Otherwise(fact, slot) => steps.push((done.place, Taken::Otherwise(fact, slot))),
    };
    let slots = plan
        .run(Slots::of(model, &terms.known), &mut throw, &mut see)
        .map_err(|halt| fault(model, procedure, &terms.known, halt))?;
    hand.finish()?;
    let outcome = procedure
        .outcome
        .iter()
        .chain(&procedure.sometimes)
        .map(|fact| (*fact, slots.get(*fact)));
    let outcome = outcome.filter(|(_, slot)| *slot != Slot::UNKNOWN).collect();
    let start = procedure
        .start
        .iter()
        .filter_map(|fact| Some((*fact, terms.known.get(*fact)?)))
        .collect();
    Ok(Rolled {
        steps,
        outcome,
        start,
    })
}

fn fault(model: &Model, procedure: &Procedure, known: &Situation, halt: Halt) -> Diagnostic {
    match halt {
        Halt::Dice(fault) => fault,
        Halt::Needs(fact) => {
            // What stands at its start is all told at once.
            let is_missing = |own: &VariableId| *own != fact && known.get(*own).is_none();
            let others = procedure.start.iter().copied().filter(is_missing);
            let missing: Vec<VariableId> = std::iter::once(fact).chain(others).collect();
            let names: Vec<String> = missing
                .iter()
                .map(|fact| format!("`{}`", model.variable_name(*fact)))
                .collect();
            Diagnostic::request(format!("the procedure needs {}", names.join(", ")))
                .help(to_give(model, &missing))
        }
    }
}

/// The places of the rolls that the facts named in a step come from.
fn rolls_of(
    model: &Model,
    procedure: &Procedure,
    place: usize,
    origins: &FxHashMap<VariableId, Vec<usize>>,
) -> Vec<usize> {
    let Some(StepDoes::Ask { gives, .. }) = procedure.steps.get(place).map(|step| &step.does)
    else {
        return Vec::new();
    };
    let mut named = Vec::new();
    gives.walk(&mut |part| match &part.kind {
        Kind::Variable(variable) => named.push(*variable),
        Kind::Question(id, bound) => {
            let from = model
                .question(*id)
                .map(|question| question.from.as_slice())
                .unwrap_or_default();
            named.extend(
                from.iter()
                    .filter(|fact| !bound.iter().any(|(own, _)| own == *fact)),
            );
        }
        _ => {}
    });
    let mut rolls: Vec<usize> = named
        .iter()
        .filter_map(|fact| origins.get(fact))
        .flatten()
        .copied()
        .collect();
    rolls.sort_unstable();
    rolls.dedup();
    rolls
}

fn why(
    model: &Model,
    sources: &Sources,
    procedure: &Procedure,
    place: usize,
    slots: &Slots,
) -> Vec<Explanation> {
    match procedure.steps.get(place).map(|step| &step.does) {
        Some(StepDoes::Ask { gives, .. }) => {
            Evaluator::with_texts(model, sources).explain_parts(gives, &slots.situation(model))
        }
        _ => Vec::new(),
    }
}
