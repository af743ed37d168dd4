//! Every way through a procedure is tried: all values of its start, all rolls. No step may ask for what is not known then,
//! and every way must end with its outcomes.

use super::cycle::uses_broken;
use super::imprint::Imprints;
use super::memory::{Memory, recalled};
use super::taken::taken_by_expr;
use super::{procedure, show_situation};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{NodeId, support};
use crate::model::{Expr, Impossible, Model, PackId, Procedure, StepDoes, VariableId};
use crate::source::Span;
use crate::turn::{
    Effect, Missing, ProcedurePlan, Situation, Slot, Slots, falls, holds_whatever, may_hold,
};
use rustc_hash::FxHashMap;

const MOST_WAYS: usize = 200_000;

/// How a way came about: the facts of the start that were looked at, and the rolls.
type Witness = Vec<(VariableId, u32)>;

/// Ways that differ in what is kept of them: all that is known on one of each, and how it came about.
type Ways = FxHashMap<Vec<Slot>, (Slots, Witness)>;

/// Proves all procedures of a game: the packs of those that come to their end, and what is wrong with the others.
pub fn prove(
    model: &Model,
    memory: Option<&Memory<'_>>,
    goes_on: &dyn Fn() -> bool,
) -> (Vec<PackId>, Vec<Diagnostic>) {
    let (mut proved, mut failed) = (Vec::new(), Vec::new());
    for own in model
        .procedures
        .iter()
        .filter(|own| !procedure::is_broken(model, own))
        .take_while(|_| goes_on())
    {
        let imprint = |imprints: &Imprints<'_>| imprints.procedure(own);
        let mut found = recalled(memory, imprint, || prove_procedure(model, own));
        if found.is_empty() {
            proved.push(own.pack);
        }
        failed.append(&mut found);
    }
    (proved, failed)
}

pub fn prove_procedure(model: &Model, procedure: &Procedure) -> Vec<Diagnostic> {
    try_prove(model, procedure).err().into_iter().collect()
}

fn too_large(procedure: &Procedure) -> Diagnostic {
    Diagnostic::error(
        Code::TooLarge,
        procedure.span,
        format!("`{}` has too many ways to go", procedure.name),
    )
    .help("split it into two procedures")
}

fn try_prove(model: &Model, procedure: &Procedure) -> Result<(), Diagnostic> {
    let impossible = reachable(model, procedure);
    let conditions: Vec<Expr> = impossible.iter().map(|own| own.when.clone()).collect();
    let plan =
        ProcedurePlan::new(model, procedure, &conditions).map_err(|_| too_large(procedure))?;
    let mut ways = Ways::from_iter([(
        Vec::new(),
        (Slots::of(model, &Situation::new(model)), Witness::new()),
    )]);
    for place in 0..plan.len() {
        let step = procedure.steps.get(place);
        let prover = Prover {
            model,
            procedure,
            plan: &plan,
            place,
            span: step.map_or(procedure.span, |step| step.span),
            changes: changes(procedure, &plan, place),
        };
        ways = prover.step(ways)?;
        prover.refuse_impossible(&impossible, &ways)?;
    }
    for (slots, witness) in ways.values() {
        if let Some(open) = procedure
            .outcome
            .iter()
            .find(|fact| slots.get(**fact) == Slot::UNKNOWN)
        {
            let (name, open) = (&procedure.name, model.variable_name(*open));
            return Err(with_witness(
                model,
                Diagnostic::error(
                    Code::UnfinishedProcedure,
                    procedure.span,
                    format!("`{name}` can end without `{open}`"),
                ),
                witness,
            ));
        }
    }
    Ok(())
}

/// The situations that cannot be and that depend on what a procedure rolls or finds.
fn reachable<'m>(model: &'m Model, procedure: &Procedure) -> Vec<&'m Impossible> {
    let mut sets = Vec::new();
    for step in &procedure.steps {
        match step.does {
            StepDoes::Roll(fact) => {
                sets.push(fact);
                sets.extend(model.dice_of(fact));
            }
            StepDoes::Ask { fact, .. } => sets.push(fact),
            StepDoes::Do(_) => {}
        }
    }
    let is_set = |impossible: &&Impossible| {
        let taken = taken_by_expr(model, &impossible.when);
        !uses_broken(model, &impossible.when) && sets.iter().any(|fact| taken.contains(fact))
    };
    model.impossible.iter().filter(is_set).collect()
}

fn with_witness(model: &Model, error: Diagnostic, witness: &Witness) -> Diagnostic {
    match witness.as_slice() {
        [] => error,
        witness => error.help(format!("for example {}", show_situation(model, witness))),
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
    let changing = plan
        .sets()
        .into_iter()
        .chain(procedure.start.iter().copied());
    let changes = changing.map(|fact| {
        let is_forgotten = looked_at.binary_search(&fact).is_err();
        let kept = if procedure.outcome.contains(&fact) {
            Slot::value(0)
        } else {
            Slot::UNKNOWN
        };
        (fact, is_forgotten.then_some(kept))
    });
    changes.collect()
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
                    let size = self.model.variables[fact].domain.size();
                    waiting.extend(
                        (0..size)
                            .map(|index| vec![(fact, index)])
                            .map(|known| with(&slots, &witness, known)),
                    );
                }
                Err(Missing(fact)) => return Err(self.missing(fact, &witness)),
                Ok(Effect::Roll(fact)) => {
                    for (slots, witness) in self.each_roll(fact, slots, &witness)? {
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

    /// Tells of the first way on which the situation cannot be after this step.
    fn refuse_impossible(&self, impossible: &[&Impossible], ways: &Ways) -> Result<(), Diagnostic> {
        let (_, roots) = self.plan.asked();
        for (slots, witness) in ways.values() {
            for (root, own) in roots.iter().zip(impossible) {
                let Some(start) = self.start_for(*root, slots) else {
                    continue;
                };
                let (name, says) = (&self.procedure.name, &own.says);
                let message = format!("`{name}` can come to a situation that cannot be: {says}");
                let error = Diagnostic::error(Code::ImpossibleReached, self.span, message);
                let error = error
                    .label(own.span, "it is excluded here")
                    .cite(own.cite.clone());
                let witness = [witness.as_slice(), &start].concat();
                return Err(with_witness(self.model, error, &witness));
            }
        }
        Ok(())
    }

    /// What facts of the start that nothing has looked at so far are to be, for a condition to hold whatever else is not known.
    fn start_for(&self, root: NodeId, slots: &Slots) -> Option<Witness> {
        let (store, _) = self.plan.asked();
        if !may_hold(store, root, slots) {
            return None;
        }
        let is_open = |fact: &VariableId| {
            slots.get(*fact) == Slot::UNKNOWN && self.procedure.start.contains(fact)
        };
        let Some(open) = support(store, root).into_iter().find(is_open) else {
            return holds_whatever(store, root, slots).then(Witness::new);
        };
        (0..self.model.variables[open].domain.size()).find_map(|index| {
            let (slots, _) = with(slots, &Witness::new(), vec![(open, index)]);
            let mut start = self.start_for(root, &slots)?;
            start.insert(0, (open, index));
            Some(start)
        })
    }

    /// Forgets what no later step looks at.
    fn keep(&self, mut slots: Slots, witness: Witness, next: &mut Ways) {
        let kept = self.changes.iter().map(|(fact, forgotten)| {
            if let Some(forgotten) = forgotten.filter(|_| slots.get(*fact) != Slot::UNKNOWN) {
                slots.set(*fact, forgotten);
            }
            slots.get(*fact)
        });
        next.entry(kept.collect()).or_insert((slots, witness));
    }

    /// Every fall of a roll, with those facts that are single dice of it and that a later step looks at.
    fn each_roll(
        &self,
        fact: VariableId,
        mut slots: Slots,
        witness: &Witness,
    ) -> Result<Vec<(Slots, Witness)>, Diagnostic> {
        let is_forgotten = |die: &VariableId| {
            self.changes
                .iter()
                .any(|(own, kept)| own == die && kept.is_some())
        };
        let dice = self.model.dice_of(fact).into_iter();
        let (others, dice): (Vec<_>, Vec<_>) = dice.partition(is_forgotten);
        for die in others {
            // Of a die that nothing looks at, it matters only that it is known.
            slots.set(die, Slot::value(0));
        }
        Ok(falls(self.model, fact, &dice)
            .map_err(|_| too_large(self.procedure))?
            .into_iter()
            .map(|(known, _)| with(&slots, witness, known))
            .collect())
    }

    fn missing(&self, fact: VariableId, witness: &Witness) -> Diagnostic {
        let name = self.model.variable_name(fact);
        let error = Diagnostic::error(
            Code::UnfinishedProcedure,
            self.span,
            format!("this step asks for `{name}`, which is not known here"),
        );
        let help =
            "do the step only `when` it is known, or let an earlier one say what it is `otherwise`";
        with_witness(self.model, error.help(help), witness)
    }

    fn no_value(&self, fact: VariableId, witness: &Witness) -> Diagnostic {
        with_witness(
            self.model,
            Diagnostic::error(
                Code::OutsideDomain,
                self.span,
                format!(
                    "this step finds no value of `{}`",
                    self.model.variable_name(fact)
                ),
            ),
            witness,
        )
    }
}

fn with(slots: &Slots, witness: &Witness, known: Witness) -> (Slots, Witness) {
    let (mut slots, mut witness) = (slots.clone(), witness.clone());
    for (fact, index) in &known {
        slots.set(*fact, Slot::value(*index));
    }
    witness.extend(known);
    (slots, witness)
}
