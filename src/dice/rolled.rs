//! A procedure rolled: each step with its dice, what it found and why, and the outcome.

use super::hand::Hand;
use super::procedure::plan;
use super::terms::Terms;
use crate::answer::{Asker, Evaluator, Explanation};
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, Impossible, Kind, Model, Procedure, StepDoes, VariableId};
use crate::source::Sources;
use crate::turn::{Effect, Halt, Situation, Slot, Slots, StepDone, Thrown, to_give};
use itertools::Itertools;
use rustc_hash::FxHashMap;

#[derive(Debug, Clone)]
pub struct Rolled {
    /// What each step did that was done, with its place among the steps.
    pub steps: Vec<(usize, Taken)>,
    /// The outcomes; those that this way does not have are left out.
    pub outcome: Vec<(VariableId, Slot)>,
    /// The facts of the start that were given.
    pub start: Vec<(VariableId, u32)>,
}

#[derive(Debug, Clone)]
pub enum Taken {
    Done(String),
    Thrown(Thrown),
    Found {
        fact: VariableId,
        slot: Slot,
        why: Vec<Explanation>,
        /// The places of the steps whose rolls it comes from, directly or by way of other facts.
        rolls: Vec<usize>,
    },
    /// The step was not done, which says what the fact is.
    Otherwise(VariableId, Slot),
}

impl Rolled {
    /// Whether all that comes out of it is known, and nothing lost.
    pub fn is_known(&self) -> bool {
        let mut outcome = self.outcome.iter();
        outcome.all(|(_, slot)| slot.index().is_some())
    }

    /// The place of the first step after which the situation cannot be, from what was known before, and what excludes it.
    pub fn impossible(
        &self,
        asker: &mut Asker<'_>,
        mut known: Situation,
    ) -> Option<(usize, Impossible)> {
        self.steps.iter().find_map(|(place, taken)| {
            match taken {
                Taken::Thrown(thrown) => {
                    let facts = thrown.facts();
                    facts.for_each(|(fact, index)| known.set(fact, Some(index)));
                }
                Taken::Found { fact, slot, .. } | Taken::Otherwise(fact, slot) => {
                    known.set(*fact, slot.index());
                }
                Taken::Done(_) => {}
            }
            let excluded = asker.impossible(&known)?;
            Some((*place, excluded.clone()))
        })
    }
}

/// Rolls a procedure. Rolls that are known already are not thrown.
pub fn roll(
    model: &Model,
    sources: &Sources,
    procedure: &Procedure,
    terms: &Terms,
    hand: &mut Hand,
) -> Result<Rolled, Diagnostic> {
    let plan = plan(model, procedure, terms)?;
    let known = |fact| terms.known.get(fact);
    let evaluator = Evaluator::with_texts(model, sources);
    let mut steps = Vec::new();
    let mut origins: FxHashMap<VariableId, Vec<usize>> = FxHashMap::default();
    let mut throw = |fact| match known(fact) {
        Some(index) => {
            let dice = model.dice_of(fact).into_iter();
            Ok(Thrown {
                fact,
                faces: None,
                index,
                dice: dice.filter_map(|die| Some((die, known(die)?))).collect(),
            })
        }
        None => hand.roll(model, fact, &known),
    };
    let mut see = |done: StepDone<'_>| {
        let does = procedure.steps.get(done.place).map(|step| &step.does);
        let taken = match (done.effect, does, done.thrown) {
            (Effect::Done, Some(StepDoes::Do(words)), _) => Taken::Done(words.clone()),
            (Effect::Roll(fact), _, Some(thrown)) => {
                let parts = model.dice_of(fact).into_iter().chain([fact]);
                origins.extend(parts.map(|part| (part, vec![done.place])));
                Taken::Thrown(thrown.clone())
            }
            (Effect::Found(fact, slot), Some(StepDoes::Ask { gives, .. }), _) => {
                let rolls = rolls_of(model, gives, &origins);
                origins.insert(fact, rolls.clone());
                Taken::Found {
                    fact,
                    slot,
                    why: evaluator.explain_parts(gives, &done.known.situation(model)),
                    rolls,
                }
            }
            (Effect::Otherwise(fact, slot), ..) => Taken::Otherwise(fact, slot),
            _ => return,
        };
        steps.push((done.place, taken));
    };
    let slots = plan.run(Slots::of(model, &terms.known), &mut throw, &mut see);
    let slots = slots.map_err(|halt| match halt {
        Halt::Dice(wrong) => wrong,
        Halt::Needs(fact) => {
            // What stands at its start is all told at once.
            let others = procedure.start.iter().copied();
            let others = others.filter(|start| *start != fact && known(*start).is_none());
            let missing: Vec<VariableId> = std::iter::once(fact).chain(others).collect();
            let names = missing.iter().map(|fact| model.variable_name(*fact));
            let names = names.format_with(", ", |name, show| show(&format_args!("`{name}`")));
            Diagnostic::request(format!("the procedure needs {names}"))
                .help(to_give(model, &missing))
        }
    })?;
    hand.finish()?;
    let outcome = procedure.outcome.iter().chain(&procedure.sometimes);
    let outcome = outcome.map(|fact| (*fact, slots.get(*fact)));
    let start = procedure.start.iter();
    Ok(Rolled {
        steps,
        outcome: outcome.filter(|(_, slot)| *slot != Slot::UNKNOWN).collect(),
        start: start
            .filter_map(|fact| Some((*fact, known(*fact)?)))
            .collect(),
    })
}

/// The places of the rolls that the facts named in an expression come from.
fn rolls_of(
    model: &Model,
    gives: &Expr,
    origins: &FxHashMap<VariableId, Vec<usize>>,
) -> Vec<usize> {
    let mut named = Vec::new();
    gives.walk(&mut |part| match &part.kind {
        Kind::Variable(variable) => named.push(*variable),
        Kind::Question(id, bound) => {
            let from = model.questions[*id].from.iter().copied();
            named.extend(from.filter(|fact| !bound.iter().any(|(other, _)| other == fact)));
        }
        _ => {}
    });
    let rolls = named.iter().filter_map(|fact| origins.get(fact)).flatten();
    rolls.copied().sorted_unstable().dedup().collect()
}
