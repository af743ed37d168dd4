//! A procedure rolled: each step with its dice, what it found and why, and the outcome.

use super::hand::{Fault, Hand, Thrown};
use super::set_up::plan;
use super::table::Terms;
use crate::answer::{Evaluator, Explanation};
use crate::model::{Kind, Model, Procedure, StepDoes, VariableId};
use crate::source::Sources;
use crate::turn::{Effect, Slot, Slots};
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
        /// The rolls that it comes from, directly or by way of other facts.
        rolls: Vec<VariableId>,
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
) -> Result<Rolled, Fault> {
    let plan = plan(model, procedure, terms, &[])?;
    let mut slots = Slots::of(model, &terms.known);
    let mut steps = Vec::new();
    let mut origins: FxHashMap<VariableId, Vec<VariableId>> = FxHashMap::default();
    for place in 0..plan.len() {
        let effect = plan.effect(place, &slots).map_err(|missing| {
            let name = model.variable_name(missing.0);
            let means = model.variable(missing.0).map_or_else(String::new, |found| found.domain.show(&model.words));
            Fault::new(format!("the procedure needs `{name}`")).help(format!("give it: {name}=…, one of {means}"))
        })?;
        match effect {
            Effect::Passed => {}
            Effect::Done => {
                if let Some(StepDoes::Do(words)) = procedure.steps.get(place).map(|step| &step.does) {
                    steps.push((place, Taken::Done(words.clone())));
                }
            }
            Effect::Roll(fact) => {
                let thrown = match terms.known.get(fact) {
                    Some(index) => Thrown { fact, faces: None, index, dice: Vec::new() },
                    None => hand.roll(model, fact)?,
                };
                slots.set(fact, Slot::value(thrown.index));
                for own in std::iter::once(fact).chain(model.dice_of(fact)) {
                    origins.insert(own, vec![fact]);
                }
                thrown.dice.iter().for_each(|(die, index)| slots.set(*die, Slot::value(*index)));
                steps.push((place, Taken::Thrown(thrown)));
            }
            Effect::Found(fact, slot) => {
                let why = why(model, sources, procedure, place, &slots);
                let rolls = rolls_of(model, procedure, place, &origins);
                slots.set(fact, slot);
                origins.insert(fact, rolls.clone());
                steps.push((place, Taken::Found { fact, slot, why, rolls }));
            }
            Effect::Otherwise(fact, slot) => {
                slots.set(fact, slot);
                steps.push((place, Taken::Otherwise(fact, slot)));
            }
        }
    }
    hand.finish()?;
    let outcome = procedure.outcome.iter().chain(&procedure.sometimes).map(|fact| (*fact, slots.get(*fact)));
    let outcome = outcome.filter(|(_, slot)| *slot != Slot::UNKNOWN).collect();
    let start = procedure.start.iter().filter_map(|fact| Some((*fact, terms.known.get(*fact)?))).collect();
    Ok(Rolled { steps, outcome, start })
}

/// The rolls that the facts named in a step come from.
fn rolls_of(
    model: &Model,
    procedure: &Procedure,
    place: usize,
    origins: &FxHashMap<VariableId, Vec<VariableId>>,
) -> Vec<VariableId> {
    let Some(StepDoes::Ask { gives, .. }) = procedure.steps.get(place).map(|step| &step.does) else {
        return Vec::new();
    };
    let mut named = Vec::new();
    gives.walk(&mut |part| match &part.kind {
        Kind::Variable(variable) => named.push(*variable),
        Kind::Question(id, bound) => {
            let from = model.question(*id).map(|question| question.from.as_slice()).unwrap_or_default();
            named.extend(from.iter().filter(|fact| !bound.iter().any(|(own, _)| own == *fact)));
        }
        _ => {}
    });
    let mut rolls: Vec<VariableId> = named.iter().filter_map(|fact| origins.get(fact)).flatten().copied().collect();
    rolls.sort_unstable();
    rolls.dedup();
    rolls
}

fn why(model: &Model, sources: &Sources, procedure: &Procedure, place: usize, slots: &Slots) -> Vec<Explanation> {
    match procedure.steps.get(place).map(|step| &step.does) {
        Some(StepDoes::Ask { gives, .. }) => {
            Evaluator::with_texts(model, sources).explain_parts(gives, &slots.situation(model))
        }
        _ => Vec::new(),
    }
}
