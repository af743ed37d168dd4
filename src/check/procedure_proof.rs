//! Every way through a procedure is tried: all values of its start, all rolls. No step may ask for what is not known then,
//! and every way must end with its outcomes.

use super::Proof;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, Procedure, VariableId};
use crate::source::Span;
use crate::turn::{Effect, Missing, ProcedurePlan, Situation, Slot, Slots};
use rustc_hash::FxHashMap;

/// The most ways that are kept apart at one step.
const MOST_WAYS: usize = 200_000;

/// How a way came about: the facts of the start that were looked at, and the rolls.
type Witness = Vec<(VariableId, u32)>;

/// Ways that differ in what later steps look at, each with one way to come about.
type Ways = FxHashMap<Slots, Witness>;

/// Proves all procedures of a game.
pub(super) fn prove(model: &Model, proof: &mut Proof) {
    for procedure in model.procedures.iter().filter(|procedure| !procedure.broken) {
        if super::procedure::uses_broken(model, procedure) {
            continue;
        }
        match try_prove(model, procedure) {
            Ok(()) => proof.procedures += 1,
            Err(diagnostic) => proof.diagnostics.push(diagnostic),
        }
    }
}

/// What is wrong with one procedure.
#[must_use]
pub fn prove_procedure(model: &Model, procedure: &Procedure) -> Vec<Diagnostic> {
    try_prove(model, procedure).err().into_iter().collect()
}

fn too_large(procedure: &Procedure) -> Diagnostic {
    let message = format!("`{}` has too many ways to go", procedure.name);
    Diagnostic::error(Code::TooLarge, procedure.span, message).help("split it into two procedures")
}

fn try_prove(model: &Model, procedure: &Procedure) -> Result<(), Diagnostic> {
    let plan = ProcedurePlan::new(model, procedure, &[]).map_err(|_| too_large(procedure))?;
    let first = Slots::of(model, &Situation::new(model));
    let mut ways: Ways = std::iter::once((first, Witness::new())).collect();
    for place in 0..plan.len() {
        let span = procedure.steps.get(place).map_or(procedure.span, |step| step.span);
        let prover = Prover { model, procedure, plan: &plan, place, span };
        ways = prover.step(ways)?;
    }
    for (slots, witness) in &ways {
        if let Some(open) = procedure.outcome.iter().find(|fact| slots.get(**fact) == Slot::UNKNOWN) {
            let message = format!("`{}` can end without `{}`", procedure.name, model.variable_name(*open));
            let error = Diagnostic::error(Code::UnfinishedProcedure, procedure.span, message);
            return Err(with_witness(model, error, witness));
        }
    }
    Ok(())
}

fn with_witness(model: &Model, error: Diagnostic, witness: &Witness) -> Diagnostic {
    let facts: Vec<String> = witness
        .iter()
        .map(|(variable, index)| {
            format!("{} = {}", model.variable_name(*variable), model.show_index(*variable, *index))
        })
        .collect();
    if facts.is_empty() { error } else { error.help(format!("for example {}", facts.join(", "))) }
}

struct Prover<'p> {
    model: &'p Model,
    procedure: &'p Procedure,
    plan: &'p ProcedurePlan<'p>,
    place: usize,
    span: Span,
}

impl Prover<'_> {
    fn step(&self, ways: Ways) -> Result<Ways, Diagnostic> {
        let looked_at = self.plan.looked_at_from(self.place + 1);
        let mut next = Ways::default();
        let mut waiting: Vec<(Slots, Witness)> = ways.into_iter().collect();
        while let Some((slots, witness)) = waiting.pop() {
            match self.plan.effect(self.place, &slots) {
                Err(Missing(fact)) if self.procedure.start.contains(&fact) => {
                    waiting.extend(self.each_value(fact, &slots, &witness));
                }
                Err(Missing(fact)) => return Err(self.missing(fact, &witness)),
                Ok(Effect::Roll(fact)) => {
                    for (slots, witness) in self.each_roll(fact, &slots, &witness) {
                        self.keep(slots, witness, &looked_at, &mut next);
                    }
                }
                Ok(Effect::Found(fact, slot) | Effect::Otherwise(fact, slot)) => {
                    if slot == Slot::NONE {
                        return Err(self.no_value(fact, &witness));
                    }
                    let mut slots = slots;
                    slots.set(fact, slot);
                    self.keep(slots, witness, &looked_at, &mut next);
                }
                Ok(Effect::Passed | Effect::Done) => self.keep(slots, witness, &looked_at, &mut next),
            }
            if next.len() + waiting.len() > MOST_WAYS {
                return Err(too_large(self.procedure));
            }
        }
        Ok(next)
    }

    /// Forgets what no later step looks at; of an outcome, all but that it is known.
    fn keep(&self, mut slots: Slots, witness: Witness, looked_at: &[VariableId], next: &mut Ways) {
        for id in self.changing() {
            if looked_at.binary_search(&id).is_err() && slots.get(id) != Slot::UNKNOWN {
                let is_outcome = self.procedure.outcome.contains(&id);
                slots.set(id, if is_outcome { Slot::value(0) } else { Slot::UNKNOWN });
            }
        }
        next.entry(slots).or_insert(witness);
    }

    fn changing(&self) -> Vec<VariableId> {
        let mut all = self.plan.sets();
        all.extend(&self.procedure.start);
        all
    }

    fn each_value(&self, fact: VariableId, slots: &Slots, witness: &Witness) -> Vec<(Slots, Witness)> {
        let size = self.model.variable(fact).map_or(0, |found| found.domain.size());
        (0..size)
            .map(|index| {
                let (mut slots, mut witness) = (slots.clone(), witness.clone());
                slots.set(fact, Slot::value(index));
                witness.push((fact, index));
                (slots, witness)
            })
            .collect()
    }

    /// Every fall of a roll, with those facts that are single dice of it.
    fn each_roll(&self, fact: VariableId, slots: &Slots, witness: &Witness) -> Vec<(Slots, Witness)> {
        let dice = self.model.dice_of(fact);
        let mut all = self.each_value(fact, slots, witness);
        for die in dice {
            all = all.into_iter().flat_map(|(slots, witness)| self.each_value(die, &slots, &witness)).collect();
        }
        all
    }

    fn missing(&self, fact: VariableId, witness: &Witness) -> Diagnostic {
        let message = format!("this step asks for `{}`, which is not known here", self.model.variable_name(fact));
        let error = Diagnostic::error(Code::UnfinishedProcedure, self.span, message);
        let error = error.help("do the step only `when` it is known, or let an earlier one say what it is `otherwise`");
        with_witness(self.model, error, witness)
    }

    fn no_value(&self, fact: VariableId, witness: &Witness) -> Diagnostic {
        let message = format!("this step finds no value of `{}`", self.model.variable_name(fact));
        let error = Diagnostic::error(Code::OutsideDomain, self.span, message);
        with_witness(self.model, error, witness)
    }
}
