//! Every way through a procedure is tried: all values of its start, all rolls, however the readings and switches that it looks at
//! are taken. No step may ask for what is not known then, every way must end with its outcomes, and each step must be done on some.

use super::aside::is_foregone;
use super::cycle::uses_broken;
use super::foregone::names_values;
use super::imprint::Imprints;
use super::memory::{Memory, recalled};
use super::{impossible_found, procedure, show_situation};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::{Impossible, Model, PackId, Procedure, ProcedureStep, StepDoes, VariableId};
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
        if findings.iter().all(is_foregone) {
            proved.push(procedure.pack);
        }
        failed.append(&mut findings);
    }
    (proved, failed)
}

/// What is wrong with a procedure, and notes on conditions of its steps.
pub fn prove_procedure(model: &Model, procedure: &Procedure) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let wrong = try_prove(model, procedure, &mut found).err();
    found.extend(wrong);
    found
}

fn too_large(procedure: &Procedure) -> Diagnostic {
    Diagnostic::error(
        Code::TooLarge,
        procedure.span,
        format!("`{}` has too many ways to go", procedure.name),
    )
    .help("split it into two procedures")
}

fn try_prove(
    model: &Model,
    procedure: &Procedure,
    found: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let plan = ProcedurePlan::asking(model, procedure, |compiler| excluding(compiler, procedure));
    let plan = plan.map_err(|_| too_large(procedure))?;
    let (store, roots) = plan.asked();
    let sets = plan.sets();
    let excluded = roots
        .iter()
        .zip(&model.impossible)
        .filter_map(|(root, other)| {
            let facts = support(store, *root);
            if !sets.iter().any(|fact| facts.contains(fact)) {
                return None;
            }
            let mut start = facts;
            start.retain(|fact| {
                procedure.start.contains(fact) || model.variables[*fact].is_choice()
            });
            Some(Excluded {
                own: other,
                root: *root,
                start,
            })
        });
    let excluded: Vec<Excluded<'_>> = excluded.collect();
    let of_start = |(_, facts): &(NodeId, Vec<VariableId>)| {
        !facts.is_empty() && !sets.iter().any(|fact| facts.contains(fact))
    };
    let starts = roots.iter().map(|root| (*root, support(store, *root)));
    let starts: Vec<_> = starts.filter(of_start).collect();
    let after_steps: Vec<NodeId> = excluded.iter().map(|own| own.root).collect();
    let facts = changing(procedure, &plan);
    let unknown = vec![Slot::UNKNOWN; facts.len()];
    let mut ways = Ways::from_iter([(unknown, Witness::new())]);
    for place in 0..plan.len() {
        let step = procedure.steps.get(place);
        let mut prover = Prover {
            model,
            procedure,
            plan: &plan,
            place,
            span: step.map_or(procedure.span, |step| step.span),
            facts: &facts,
            forgotten: forgotten(&plan, place, &facts, (&after_steps, &starts)),
            starts: &starts,
            is_done: false,
            is_passed: false,
        };
        ways = prover.step(ways)?;
        found.extend(step.and_then(|step| prover.idle(step)));
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

/// The diagram of each situation that cannot be, where questions find what a procedure neither starts with, nor rolls, nor finds.
fn excluding(compiler: &mut Compiler<'_>, procedure: &Procedure) -> Result<Vec<NodeId>, TooLarge> {
    let model = compiler.model;
    let mut said = procedure.start.clone();
    for step in &procedure.steps {
        match step.does {
            StepDoes::Roll(fact) => said.extend(model.throw_of(fact)),
            StepDoes::Ask { fact, .. } => said.push(fact),
            StepDoes::Do(_) => {}
        }
    }
    let all = model.impossible.iter().enumerate();
    let roots = all.map(|(place, impossible)| {
        if uses_broken(model, &impossible.when) {
            return Ok(compiler.store.leaf(Leaf::truth(false)));
        }
        compiler.store.renew_budget();
        impossible_found(compiler, place, &|fact| said.contains(&fact))
    });
    roots.collect()
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

/// The facts that change on the way, and the readings and switches that are looked at.
fn changing(procedure: &Procedure, plan: &ProcedurePlan<'_>) -> Vec<VariableId> {
    let mut facts = plan.sets();
    facts.extend(&procedure.start);
    facts.extend(plan.choices());
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// Of each fact what is kept of it where no step after this one looks at it: of an outcome, that it is known. What excludes a start
/// looks at all of its facts as long as one of them may come to be looked at.
fn forgotten(
    plan: &ProcedurePlan<'_>,
    place: usize,
    facts: &[VariableId],
    (after_steps, starts): (&[NodeId], &[(NodeId, Vec<VariableId>)]),
) -> Vec<Option<Slot>> {
    let mut looked_at = plan.looked_at_with(place + 1, after_steps);
    let may_exclude = |(_, facts): &&(NodeId, Vec<VariableId>)| {
        facts
            .iter()
            .any(|fact| looked_at.binary_search(fact).is_ok())
    };
    let of_start: Vec<VariableId> = (starts.iter().filter(may_exclude))
        .flat_map(|(_, facts)| facts.iter().copied())
        .collect();
    looked_at.extend(of_start);
    let kept = |fact: &VariableId| {
        let is_forgotten = !looked_at.contains(fact);
        let kept = match plan.procedure.outcome.contains(fact) {
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
    /// What excludes a start by itself, with the facts at which that looks.
    starts: &'p [(NodeId, Vec<VariableId>)],
    /// Whether there is a way on which the step is done.
    is_done: bool,
    /// Whether there is one on which it is not.
    is_passed: bool,
}

impl Prover<'_> {
    fn step(&mut self, ways: Ways) -> Result<Ways, Diagnostic> {
        let mut next = Ways::default();
        let mut waiting: Vec<(Way, Witness)> = ways.into_iter().collect();
        let mut slots = Slots::of(self.model, &Situation::new(self.model));
        let mut start = Slots::of(self.model, &Situation::unknown(self.model));
        let (others, falls) = self.falls()?;
        while let Some((mut way, witness)) = waiting.pop() {
            self.know(&mut slots, &way);
            if let Ok(guard) = self.plan.guard(self.place, &slots) {
                match guard {
                    Leaf::Outside => return Err(self.unasked(&witness)),
                    Leaf::Value(_) | Leaf::Gap(_) => {}
                    _ => return Err(self.undecided(&witness)),
                }
                self.is_done |= !guard.is(false);
                self.is_passed |= !guard.is(true);
            }
            match self.plan.effect(self.place, &slots) {
                Err(Missing(fact)) if self.is_of_start(fact) => {
                    let size = self.model.variables[fact].domain.size();
                    let ways = (0..size).map(|index| {
                        let mut way = way.clone();
                        self.set(&mut way, fact, Slot::value(index));
                        (way, [witness.as_slice(), &[(fact, index)]].concat())
                    });
                    waiting.extend(ways.filter(|(_, witness)| self.can_start(witness, &mut start)));
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

    /// Whether nothing excludes what is known of the start, of which the last fact is new; `slots` are empty before and after.
    fn can_start(&self, witness: &Witness, slots: &mut Slots) -> bool {
        let looks = |facts: &[VariableId]| {
            let last = witness.last();
            last.is_some_and(|(fact, _)| facts.contains(fact))
        };
        let starts = self.starts.iter().filter(|(_, facts)| looks(facts));
        let starts: Vec<NodeId> = starts.map(|(root, _)| *root).collect();
        if starts.is_empty() {
            return true;
        }
        let known = witness.iter().filter(|(fact, _)| self.is_of_start(*fact));
        for (fact, index) in known.clone() {
            slots.set(*fact, Slot::value(*index));
        }
        let (store, _) = self.plan.asked();
        let can_be = !starts
            .iter()
            .any(|root| holds_whatever(store, *root, slots));
        known.for_each(|(fact, _)| slots.set(*fact, Slot::UNKNOWN));
        can_be
    }

    /// Whether a fact may have any of its values before the first step.
    fn is_of_start(&self, fact: VariableId) -> bool {
        self.procedure.start.contains(&fact) || self.model.variables[fact].is_choice()
    }

    /// What is told of a step that is done on no way, or on every one for all its condition.
    fn idle(&self, step: &ProcedureStep) -> Option<Diagnostic> {
        let when = step.when.as_ref()?;
        if !self.is_done {
            let message = "this step is never done: its condition holds on no way";
            let never = Diagnostic::error(Code::NeverHolds, when.span, message);
            return Some(never.help("look for a value that cannot be known here, or for two parts that exclude each other"));
        }
        // All values by their names: another pack may add one that is not meant.
        (!self.is_passed && !names_values(when)).then(|| {
            let message = "this step is always done: its condition holds on every way";
            let always = Diagnostic::note(Code::AlwaysHolds, when.span, message);
            always.help("look for an `or` that should be an `and`, or a limit that takes in all")
        })
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

    /// What facts of the start that nothing has looked at so far are to be, for a condition to hold whatever else is not known, from a
    /// start that can be.
    fn start_for(&self, root: NodeId, start: &[VariableId], slots: &mut Slots) -> Option<Witness> {
        let (store, _) = self.plan.asked();
        if !may_hold(store, root, slots) {
            return None;
        }
        let is_open = |fact: &&VariableId| slots.get(**fact) == Slot::UNKNOWN;
        let Some(open) = start.iter().find(is_open).copied() else {
            let mut starts = self.starts.iter();
            let can_be = !starts.any(|(start, _)| holds_whatever(store, *start, slots));
            return (can_be && holds_whatever(store, root, slots)).then(Witness::new);
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

    fn undecided(&self, witness: &Witness) -> Diagnostic {
        let message = "whether this step is done has no answer: its condition cannot be calculated, or asks what no rule answers";
        let error = Diagnostic::error(Code::UnfinishedProcedure, self.span, message);
        with_witness(self.model, error, witness)
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
