//! A procedure as an experiment: first what is left to chance alike is drawn, then each step is a stage.

use super::experiment::{Experiment, Plan, Stage};
use super::impossible::Judge;
use super::odds::odds;
use super::simulate::Trials;
use super::table::Table;
use super::terms::Terms;
use super::varied::Following;
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Model, Procedure, ProcedureStep, StepDoes, VariableId};
use crate::turn::{Effect, Missing, ProcedurePlan, Slot, Slots};

/// The most choices of facts left open for which a procedure is gone through.
const MOST_CHOICES: usize = 500;

/// The procedure compiled, its conditions with it.
pub(super) fn plan<'a>(
    model: &'a Model,
    procedure: &'a Procedure,
    terms: &Terms,
) -> Result<ProcedurePlan<'a>, Diagnostic> {
    if procedure.broken {
        return Err(Diagnostic::in_rulebook("it"));
    }
    ProcedurePlan::new(model, procedure, &terms.conditions())
        .map_err(|_| Diagnostic::too_large("the procedure"))
}

pub fn of_procedure(
    model: &Model,
    procedure: &Procedure,
    terms: &Terms,
    trials: Option<Trials>,
) -> Result<Table, Diagnostic> {
    terms.refuse_in_turn(model)?;
    terms.refuse_never(model)?;
    let plan = plan(model, procedure, terms)?;
    let looked_at = plan.looked_at_from(0);
    let rolls = (0..plan.len()).filter_map(|step| plan.rolls(step));
    let thrown: Vec<VariableId> = rolls.flat_map(|roll| model.throw_of(roll)).collect();
    let mut open = procedure.start.clone();
    open.retain(|fact| looked_at.contains(fact) || comes_out_as_it_was(procedure, *fact));
    let (terms, taken, following) = terms.filled(model, &open, &[])?;
    let terms = &terms;
    // What has a column for each value bears on what follows from it, and on how its dice fall.
    let columns = terms.open.iter().map(|(fact, _)| *fact);
    let bearing = |fact: &VariableId| thrown.contains(fact) || following.from().contains(fact);
    let more = columns.filter(|fact| bearing(fact) && !open.contains(fact));
    let more: Vec<VariableId> = more.collect();
    open.extend(more);
    let follows: Vec<VariableId> = following.facts().collect();
    open.retain(|fact| {
        let is_known = terms.known.get(*fact).is_some() || terms.alike(*fact).is_some();
        !is_known && !follows.contains(fact)
    });
    let drawn: Vec<VariableId> = terms.uniform.iter().map(|(fact, _)| *fact).collect();
    let changing = plan.sets().into_iter();
    let changing: Vec<VariableId> = changing
        .chain(drawn.iter().copied())
        .chain(follows)
        .collect();
    let chosen = open.clone();
    let judge = Judge::new(model, changing.clone(), &|fact| {
        chosen.contains(&fact) || terms.known.get(fact).is_some()
    });
    let steps = Steps {
        drawn,
        thrown,
        changing,
        following,
        plan: &plan,
        judged: judge.looks_at(),
    };
    let stages = steps.stages(terms);
    let type_of = |fact| {
        (
            model.variable_name(fact).to_owned(),
            check::type_of(model, fact),
        )
    };
    let table = odds((model, terms), (open, MOST_CHOICES), trials, |choice| {
        let mut start = Slots::of(model, &terms.known);
        start.know(choice);
        Experiment {
            kind: "procedure",
            most_ways: 20_000_000,
            model,
            terms,
            plan: &steps,
            judge: judge.clone().beginning(&start),
            start,
            given: terms.with(choice).known,
            length: stages.len(),
            stages: stages.clone(),
            shown: steps.shown().map(type_of).collect(),
        }
    })?;
    Ok(Table { taken, ..table })
}

/// Whether a fact of the start can come out as it was, as no step is sure to find it.
fn comes_out_as_it_was(procedure: &Procedure, fact: VariableId) -> bool {
    let is_found = |step: &ProcedureStep| {
        let found = match step.does {
            StepDoes::Roll(fact) | StepDoes::Ask { fact, .. } => Some(fact),
            StepDoes::Do(_) => None,
        };
        step.when.is_none() && found == Some(fact)
    };
    procedure.outcome.contains(&fact) && !procedure.steps.iter().any(is_found)
}

struct Steps<'a> {
    /// What is left to chance alike.
    drawn: Vec<VariableId>,
    /// Its rolls and their single dice.
    thrown: Vec<VariableId>,
    /// What is not the same whichever way it goes.
    changing: Vec<VariableId>,
    /// What follows from what takes several values.
    following: Following,
    plan: &'a ProcedurePlan<'a>,
    /// The facts on which what cannot be depends.
    judged: Vec<VariableId>,
}

impl Steps<'_> {
    /// The outcomes, and those that come out on some ways.
    fn shown(&self) -> impl Iterator<Item = VariableId> {
        let procedure = self.plan.procedure;
        procedure
            .outcome
            .iter()
            .chain(&procedure.sometimes)
            .copied()
    }

    fn stages(&self, terms: &Terms) -> Vec<Stage> {
        // What was drawn of a roll is kept for when it falls.
        let mut fixed = self.drawn.clone();
        fixed.retain(|fact| self.thrown.contains(fact));
        let looked_at_from = |step| {
            let mut looked_at = self.plan.looked_at_from(step);
            looked_at.extend(self.shown().chain(self.judged.iter().copied()));
            looked_at.retain(|fact| self.changing.contains(fact));
            looked_at.extend(&fixed);
            looked_at.sort_unstable();
            looked_at.dedup();
            looked_at
        };
        let first = Stage {
            drawn: terms.uniform.clone(),
            is_seen: self.plan.len() == 0,
            ..Stage::default()
        };
        let steps = (0..self.plan.len()).map(|step| Stage {
            rolls: self.plan.rolls(step).into_iter().collect(),
            fixed: fixed.clone(),
            kept: looked_at_from(step),
            told_apart: looked_at_from(step + 1),
            is_seen: step + 1 == self.plan.len(),
            ..Stage::default()
        });
        std::iter::once(first).chain(steps).collect()
    }
}

impl Plan for Steps<'_> {
    fn begin(&self, _: &mut Slots) {}

    fn throws(&self, stage: usize, roll: VariableId) -> bool {
        let step = stage.checked_sub(1);
        step.and_then(|step| self.plan.rolls(step)) == Some(roll)
    }

    fn run(
        &self,
        stage: usize,
        slots: &mut Slots,
        _: &mut usize,
    ) -> Result<Option<VariableId>, Missing> {
        let Some(step) = stage.checked_sub(1) else {
            let drawn = self.drawn.iter().copied();
            let mut missing = drawn.filter(|fact| slots.get(*fact) == Slot::UNKNOWN);
            return match missing.next() {
                Some(fact) => Err(Missing(fact)),
                None => self.following.begin(slots).map(|()| None),
            };
        };
        match self.plan.effect(step, slots)? {
            Effect::Roll(fact) => return Ok(Some(fact)),
            Effect::Found(fact, slot) | Effect::Otherwise(fact, slot) => slots.set(fact, slot),
            Effect::Passed | Effect::Done => {}
        }
        Ok(None)
    }

    fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        let outcome = |fact| match slots.get(fact) {
            // The way that was gone does not have it.
            Slot::UNKNOWN => Leaf::Silent,
            slot => slot.leaf(self.plan.model, fact),
        };
        Ok(self.shown().map(outcome).collect())
    }

    fn holds(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing> {
        Ok(self.plan.holds(slots))
    }
}
