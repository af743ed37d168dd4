//! Every way through a procedure is tried: all values of its start, all rolls. No step may ask for what is not known then,
//! and every way must end with its outcomes.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Model, PackId, Procedure, VariableId};
use crate::source::Span;
use crate::turn::{Effect, Missing, ProcedurePlan, Situation, Slot, Slots, falls};
use rustc_hash::FxHashMap;

/// The most ways that are kept apart at one step.
const MOST_WAYS: usize = 200_000;

/// How a way came about: the facts of the start that were looked at, and the rolls.
type Witness = Vec<(VariableId, u32)>;

/// Ways that differ in what is kept of them: all that is known on one of each, and how it came about.
type Ways = FxHashMap<Vec<Slot>, (Slots, Witness)>;

/// Proves all procedures of a game: the packs of those that come to their end, and what is wrong with the others.
pub(super) fn prove(model: &Model) -> (Vec<PackId>, Vec<Diagnostic>) {
    let whole = |procedure: &&Procedure| {
        !procedure.broken && !super::procedure::uses_broken(model, procedure)
    };
    let (mut proved, mut failed) = (Vec::new(), Vec::new());
    for procedure in model.procedures.iter().filter(whole) {
        match try_prove(model, procedure) {
            Ok(()) => proved.push(procedure.pack),
            Err(diagnostic) => failed.push(diagnostic),
        }
    }
    (proved, failed)
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
    let mut ways: Ways = std::iter::once((Vec::new(), (first, Witness::new()))).collect();
    for place in 0..plan.len() {
        let span = procedure
            .steps
            .get(place)
            .map_or(procedure.span, |step| step.span);
        let prover = Prover {
            model,
            procedure,
            plan: &plan,
            place,
            span,
            changes: changes(procedure, &plan, place),
        };
        ways = prover.step(ways)?;
    }
    for (slots, witness) in ways.values() {
        if let Some(open) = procedure
            .outcome
            .iter()
            .find(|fact| slots.get(**fact) == Slot::UNKNOWN)
        {
            let message = format!(
                "`{}` can end without `{}`",
                procedure.name,
                model.variable_name(*open)
            );
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
            format!(
                "{} = {}",
                model.variable_name(*variable),
                model.show_index(*variable, *index)
            )
        })
        .collect();
    if facts.is_empty() {
        error
    } else {
        error.help(format!("for example {}", facts.join(", ")))
    }
}

/// The facts that change on the way, each with what is kept of it where no step after this one looks at it: of an outcome, that
/// it is known.
fn changes(
    procedure: &Procedure,
    plan: &ProcedurePlan<'_>,
    place: usize,
) -> Vec<(VariableId, Option<Slot>)> {
    let looked_at = plan.looked_at_from(place + 1);
    let kept = |fact| {
        if procedure.outcome.contains(&fact) {
            Slot::value(0)
        } else {
            Slot::UNKNOWN
        }
    };
    let forgotten = |fact: VariableId| looked_at.binary_search(&fact).is_err().then(|| kept(fact));
    plan.sets()
        .into_iter()
        .chain(procedure.start.iter().copied())
        .map(|fact| (fact, forgotten(fact)))
        .collect()
}

struct Prover<'p> {
    model: &'p Model,
    procedure: &'p Procedure,
    plan: &'p ProcedurePlan<'p>,
    place: usize,
    span: Span,
    changes: Vec<(VariableId, Option<Slot>)>,
}

impl Prover<'_> {
    fn step(&self, ways: Ways) -> Result<Ways, Diagnostic> {
        let mut next = Ways::default();
        let mut waiting: Vec<(Slots, Witness)> = ways.into_values().collect();
        while let Some((slots, witness)) = waiting.pop() {
            match self.plan.effect(self.place, &slots) {
                Err(Missing(fact)) if self.procedure.start.contains(&fact) => {
                    waiting.extend(self.each_value(fact, &slots, &witness));
                }
                Err(Missing(fact)) => return Err(self.missing(fact, &witness)),
                Ok(Effect::Roll(fact)) => {
                    for (slots, witness) in self.each_roll(fact, &slots, &witness)? {
                        self.keep(slots, witness, &mut next);
                    }
                }
                Ok(Effect::Found(fact, slot) | Effect::Otherwise(fact, slot)) => {
                    if slot == Slot::NONE {
                        return Err(self.no_value(fact, &witness));
                    }
                    let mut slots = slots;
                    slots.set(fact, slot);
                    self.keep(slots, witness, &mut next);
                }
                Ok(Effect::Passed | Effect::Done) => self.keep(slots, witness, &mut next),
            }
            if next.len() + waiting.len() > MOST_WAYS {
                return Err(too_large(self.procedure));
            }
        }
        Ok(next)
    }

    /// Forgets what no later step looks at.
    fn keep(&self, mut slots: Slots, witness: Witness, next: &mut Ways) {
        let kept = self.changes.iter().map(|(fact, forgotten)| {
            if let Some(forgotten) = forgotten.filter(|_| slots.get(*fact) != Slot::UNKNOWN) {
                slots.set(*fact, forgotten);
            }
            slots.get(*fact)
        });
        let kept = kept.collect();
        next.entry(kept).or_insert((slots, witness));
    }

    fn each_value(
        &self,
        fact: VariableId,
        slots: &Slots,
        witness: &Witness,
    ) -> Vec<(Slots, Witness)> {
        let size = self
            .model
            .variable(fact)
            .map_or(0, |found| found.domain.size());
        (0..size)
            .map(|index| {
                let (mut slots, mut witness) = (slots.clone(), witness.clone());
                slots.set(fact, Slot::value(index));
                witness.push((fact, index));
                (slots, witness)
            })
            .collect()
    }

    /// Every fall of a roll, with those facts that are single dice of it and that a later step looks at.
    fn each_roll(
        &self,
        fact: VariableId,
        slots: &Slots,
        witness: &Witness,
    ) -> Result<Vec<(Slots, Witness)>, Diagnostic> {
        let mut slots = slots.clone();
        let forgotten = |die: &VariableId| {
            self.changes
                .iter()
                .any(|(own, kept)| own == die && kept.is_some())
        };
        let (others, dice): (Vec<VariableId>, Vec<VariableId>) =
            self.model.dice_of(fact).into_iter().partition(forgotten);
        // Of a die that nothing looks at, it matters only that it is known.
        others
            .iter()
            .for_each(|die| slots.set(*die, Slot::value(0)));
        let falls = falls(self.model, fact, &dice).map_err(|_| too_large(self.procedure))?;
        let fallen = |(known, _): crate::turn::Fall| {
            let (mut slots, mut witness) = (slots.clone(), witness.clone());
            known
                .iter()
                .for_each(|(fact, index)| slots.set(*fact, Slot::value(*index)));
            witness.extend(known);
            (slots, witness)
        };
        Ok(falls.into_iter().map(fallen).collect())
    }

    fn missing(&self, fact: VariableId, witness: &Witness) -> Diagnostic {
        let message = format!(
            "this step asks for `{}`, which is not known here",
            self.model.variable_name(fact)
        );
        let error = Diagnostic::error(Code::UnfinishedProcedure, self.span, message);
        let error = error.help(
            "do the step only `when` it is known, or let an earlier one say what it is `otherwise`",
        );
        with_witness(self.model, error, witness)
    }

    fn no_value(&self, fact: VariableId, witness: &Witness) -> Diagnostic {
        let message = format!(
            "this step finds no value of `{}`",
            self.model.variable_name(fact)
        );
        let error = Diagnostic::error(Code::OutsideDomain, self.span, message);
        with_witness(self.model, error, witness)
    }
}
