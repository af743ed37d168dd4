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

/// What is kept of a way: what is known of each fact that changes on it.
type Way = Vec<Slot>;

/// Ways that differ in what is kept of them, each with how one of them came about.
type Ways = FxHashMap<Way, Witness>;

/// Proves all procedures of a game: the packs of those that come to their end, and what is wrong with the others.
pub fn prove(
    model: &Model,
    memory: Option<&Memory<'_>>,
    goes_on: &dyn Fn() -> bool,
) -> (Vec<PackId>, Vec<Diagnostic>) {
    let (mut proved, mut failed) = (Vec::new(), Vec::new());
    for procedure in model
        .procedures
        .iter()
        .filter(|procedure| !procedure::is_broken(model, procedure))
        .take_while(|_| goes_on())
    {
        let imprint = |imprints: &Imprints<'_>| imprints.procedure(procedure);
        let mut findings = recalled(memory, imprint, || prove_procedure(model, procedure));
        if findings.is_empty() {
            proved.push(procedure.pack);
        }
        failed.append(&mut findings);
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
    let conditions: Vec<Expr> = impossible.iter().map(|each| each.when.clone()).collect();
    let plan =
        ProcedurePlan::new(model, procedure, &conditions).map_err(|_| too_large(procedure))?;
    let (store, roots) = plan.asked();
    let excluded = roots.iter().zip(impossible).map(|(root, other)| {
        let mut start = support(store, *root);
        start.retain(|fact| procedure.start.contains(fact));
        Excluded {
            own: other,
            root: *root,
            start,
        }
    });
    let excluded: Vec<Excluded<'_>> = excluded.collect();
    let facts = changing(procedure, &plan);
    let unknown = vec![Slot::UNKNOWN; facts.len()];
    let mut ways = Ways::from_iter([(unknown, Witness::new())]);
    for place in 0..plan.len() {
        let step = procedure.steps.get(place);
        let prover = Prover {
            model,
            procedure,
            plan: &plan,
            place,
            span: step.map_or(procedure.span, |step| step.span),
            facts: &facts,
            forgotten: forgotten(procedure, &plan, place, &facts),
        };
        ways = prover.step(ways)?;
        prover.refuse_impossible(&excluded, &ways)?;
    }
    for (way, witness) in &ways {
        let is_open = |fact: &&VariableId| {
            let place = facts.iter().position(|other| other == *fact);
            place
                .and_then(|place| way.get(place))
                .is_none_or(|slot| *slot == Slot::UNKNOWN)
                && !procedure.start.contains(fact)
        };
        if let Some(open) = procedure.outcome.iter().find(is_open) {
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

/// A situation that cannot be, with those of its facts that a procedure starts with.
struct Excluded<'m> {
    own: &'m Impossible,
    root: NodeId,
    start: Vec<VariableId>,
}

/// The facts that change on the way.
fn changing(procedure: &Procedure, plan: &ProcedurePlan<'_>) -> Vec<VariableId> {
    let mut facts = plan.sets();
    facts.extend(&procedure.start);
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// Of each fact what is kept of it where no step after this one looks at it: of an outcome, that it is known.
fn forgotten(
    procedure: &Procedure,
    plan: &ProcedurePlan<'_>,
    place: usize,
    facts: &[VariableId],
) -> Vec<Option<Slot>> {
    let looked_at = plan.looked_at_from(place + 1);
    let kept = |fact: &VariableId| {
        let is_forgotten = looked_at.binary_search(fact).is_err();
        let kept = match procedure.outcome.contains(fact) {
            true => Slot::value(0),
            false => Slot::UNKNOWN,
        };
        is_forgotten.then_some(kept)
    };
    facts.iter().map(kept).collect()
}

struct Prover<'p> {
    model: &'p Model,
    procedure: &'p Procedure,
    plan: &'p ProcedurePlan<'p>,
    place: usize,
    span: Span,
    facts: &'p [VariableId],
    forgotten: Vec<Option<Slot>>,
}

impl Prover<'_> {
    fn step(&self, ways: Ways) -> Result<Ways, Diagnostic> {
        let mut next = Ways::default();
        let mut waiting: Vec<(Way, Witness)> = ways.into_iter().collect();
        let mut slots = Slots::of(self.model, &Situation::new(self.model));
        let (others, falls) = self.falls()?;
        while let Some((mut way, witness)) = waiting.pop() {
            self.know(&mut slots, &way);
            match self.plan.effect(self.place, &slots) {
                Ok(_) if self.plan.is_unasked(self.place, &slots) => {
                    return Err(self.unasked(&witness));
                }
                Err(Missing(fact)) if self.procedure.start.contains(&fact) => {
                    let size = self.model.variables[fact].domain.size();
                    waiting.extend((0..size).map(|index| {
                        let mut way = way.clone();
                        self.set(&mut way, fact, Slot::value(index));
                        (way, [witness.as_slice(), &[(fact, index)]].concat())
                    }));
                }
                Err(Missing(fact)) => return Err(self.missing(fact, &witness)),
                Ok(Effect::Roll(_)) => {
                    for die in &others {
                        self.set(&mut way, *die, Slot::value(0));
                    }
                    for fall in &falls {
                        let mut fallen = way.clone();
                        for (fact, index) in fall {
                            self.set(&mut fallen, *fact, Slot::value(*index));
                        }
                        self.keep(fallen, &witness, fall, &mut next);
                    }
                }
                Ok(Effect::Found(fact, slot) | Effect::Otherwise(fact, slot)) => {
                    if slot == Slot::NONE {
                        return Err(self.no_value(fact, &witness));
                    }
                    self.set(&mut way, fact, slot);
                    self.keep(way, &witness, &[], &mut next);
                }
                Ok(Effect::Passed | Effect::Done) => self.keep(way, &witness, &[], &mut next),
            }
            if next.len() + waiting.len() > MOST_WAYS {
                return Err(too_large(self.procedure));
            }
        }
        Ok(next)
    }

    /// Makes known what is known on a way.
    fn know(&self, slots: &mut Slots, way: &[Slot]) {
        for (fact, slot) in self.facts.iter().zip(way) {
            slots.set(*fact, *slot);
        }
    }

    fn set(&self, way: &mut [Slot], fact: VariableId, slot: Slot) {
        let place = self.facts.binary_search(&fact).ok();
        if let Some(own) = place.and_then(|place| way.get_mut(place)) {
            *own = slot;
        }
    }

    /// Tells of the first way on which the situation cannot be after this step.
    fn refuse_impossible(&self, all: &[Excluded<'_>], ways: &Ways) -> Result<(), Diagnostic> {
        let mut slots = Slots::of(self.model, &Situation::new(self.model));
        for (way, witness) in ways {
            self.know(&mut slots, way);
            for Excluded {
                own: impossible,
                root,
                start,
            } in all
            {
                let Some(start) = self.start_for(*root, start, &mut slots) else {
                    continue;
                };
                let (name, says) = (&self.procedure.name, &impossible.says);
                let message = format!("`{name}` can come to a situation that cannot be: {says}");
                let error = Diagnostic::error(Code::ImpossibleReached, self.span, message);
                let error = error
                    .label(impossible.span, "it is excluded here")
                    .cite(impossible.cite.clone());
                let witness = [witness.as_slice(), &start].concat();
                return Err(with_witness(self.model, error, &witness));
            }
        }
        Ok(())
    }

    /// What facts of the start that nothing has looked at so far are to be, for a condition to hold whatever else is not known.
    fn start_for(&self, root: NodeId, start: &[VariableId], slots: &mut Slots) -> Option<Witness> {
        let (store, _) = self.plan.asked();
        if !may_hold(store, root, slots) {
            return None;
        }
        let is_open = |fact: &&VariableId| slots.get(**fact) == Slot::UNKNOWN;
        let Some(open) = start.iter().find(is_open).copied() else {
            return holds_whatever(store, root, slots).then(Witness::new);
        };
        let told = (0..self.model.variables[open].domain.size()).find_map(|index| {
            slots.set(open, Slot::value(index));
            let mut told = self.start_for(root, start, slots)?;
            told.insert(0, (open, index));
            Some(told)
        });
        slots.set(open, Slot::UNKNOWN);
        told
    }

    /// Keeps a way, but for what no later step looks at.
    fn keep(&self, mut way: Way, witness: &Witness, fall: &[(VariableId, u32)], next: &mut Ways) {
        for (slot, forgotten) in way.iter_mut().zip(&self.forgotten) {
            if let Some(forgotten) = forgotten.filter(|_| *slot != Slot::UNKNOWN) {
                *slot = forgotten;
            }
        }
        next.entry(way).or_insert_with(|| [witness, fall].concat());
    }

    /// Every fall of what this step rolls, with those of its dice that a later step looks at; and the others, of which it matters
    /// only that they are known.
    fn falls(&self) -> Result<(Vec<VariableId>, Vec<Witness>), Diagnostic> {
        let Some(fact) = self.plan.rolls(self.place) else {
            return Ok((Vec::new(), Vec::new()));
        };
        let is_forgotten = |die: &VariableId| {
            let place = self.facts.binary_search(die).ok();
            place
                .and_then(|place| *self.forgotten.get(place)?)
                .is_some()
        };
        let dice = self.model.dice_of(fact).into_iter();
        let (others, dice): (Vec<_>, Vec<_>) = dice.partition(is_forgotten);
        let falls = falls(self.model, fact, &dice).map_err(|_| too_large(self.procedure))?;
        Ok((others, falls.into_iter().map(|(fall, _)| fall).collect()))
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

    fn unasked(&self, witness: &Witness) -> Diagnostic {
        let message = "the condition of this step asks a question where that one is not asked";
        let error = Diagnostic::error(Code::OutsideOnly, self.span, message);
        let help = "ask it under a condition: `… and …` asks the second where the first holds";
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
