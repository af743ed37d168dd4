//! The steps of procedures: what is changed in them, and what becomes of that.

use super::base::Base;
use super::edit::Edit;
use super::in_toml::in_toml;
use super::ready::nothing;
use super::sites::{Sites, words_of};
use super::texts::{Changed, of_condition, of_value};
use super::ways::{Compared, Way, compare};
use super::{Fate, Kind, Ready};
use crate::check::{prove_example, prove_procedure};
use crate::diagnostic::Diagnostic;
use crate::diagram::{Compiler, Leaf};
use crate::dice::{Fall, falls};
use crate::model::{Asked, Example, Model, Procedure, VariableId};
use crate::pack::{Pack, ProcedureStep, StepDoes};
use crate::source::{Spanned, Text};
use crate::turn::{ProcedurePlan, Slots, Thrown};

impl Sites<'_> {
    pub(super) fn procedures(&mut self, pack: &Pack) {
        for (number, procedure) in pack.procedures.iter().enumerate() {
            for (place, step) in procedure.steps.iter().enumerate() {
                self.step(&procedure.id.value, (number, place), step);
            }
        }
    }

    fn step(&mut self, procedure: &str, (number, place): (usize, usize), step: &ProcedureStep) {
        if matches!(step.does, StepDoes::Do(_)) {
            return;
        }
        self.add_step(
            Kind::Rule,
            (step.span, "step"),
            "",
            procedure,
            Edit::SkipStep(number, place),
        );
        let model = self.model;
        let mut change =
            |text: &Text, changes: Vec<Changed>, edit: fn(usize, usize, String) -> Edit| {
                for (kind, new) in changes {
                    self.add_step(
                        kind,
                        (text.span, &text.value),
                        &new,
                        procedure,
                        edit(number, place, new.clone()),
                    );
                }
            };
        if let Some(text) = &step.when {
            change(text, of_condition(&text.value), Edit::StepWhen);
        }
        if let StepDoes::Ask { ask, bind } = &step.does {
            let words = words_of(model, &bind.value);
            change(ask, of_value(&ask.value, &words), Edit::StepAsk);
            if let Some(text) = &step.otherwise {
                change(text, of_value(&text.value, &words), Edit::StepOtherwise);
            }
        }
    }
}

impl Base<'_> {
    /// What becomes of a procedure with one of its steps changed.
    pub(super) fn judge_procedure(&self, name: &str, model: &Model) -> Fate {
        let find = |model: &'_ Model| model.procedure_names.get(name).copied();
        let (Some(old), Some(new)) = (find(self.trial.model), find(model)) else {
            return Fate::Refused;
        };
        let (Some(before), Some(after)) = (self.trial.model.procedure(old), model.procedure(new))
        else {
            return Fate::Refused;
        };
        if after.broken || !prove_procedure(model, after).is_empty() {
            return Fate::Refused;
        }
        let plans = (
            ProcedurePlan::new(self.trial.model, before, &[]),
            ProcedurePlan::new(model, after, &[]),
        );
        let (Ok(before), Ok(after)) = plans else {
            return Fate::Refused;
        };
        let compared = compare(&before, &after);
        if compared == Compared::Same {
            return Fate::Equivalent;
        }
        let mut compiler = Compiler::new(model);
        let asks =
            |example: &&Example| matches!(&example.asked, Asked::Procedure(id, ..) if *id == new);
        let mut examples = model.examples.iter().filter(asks);
        if let Some(example) =
            examples.find(|example| !prove_example(&mut compiler, example).is_empty())
        {
            return Fate::ByExample(example.span);
        }
        let ready = match compared {
            Compared::Differ(way) => ready(&before, &after, &way),
            _ => nothing(),
        };
        Fate::Survives(Box::new(ready))
    }
}

/// The rolls of a procedure that begins so.
struct Gone {
    start: Way,
    rolls: Vec<Thrown>,
    slots: Slots,
}

/// The first fall of these dice that goes on with what was rolled.
fn throw(model: &Model, fact: VariableId, rolled: &mut Way) -> Thrown {
    let dice = model.dice_of(fact);
    let falls = falls(model, fact, &dice).unwrap_or_default();
    let is_next = |fall: &&Fall| {
        fall.0
            .iter()
            .all(|known| rolled.iter().take(fall.0.len()).any(|own| own == known))
    };
    let next = falls.iter().find(is_next);
    if let Some((known, _)) = next {
        rolled.drain(..known.len());
    }
    let known = next.or(falls.first()).map_or(&[][..], |(known, _)| known);
    let index = |fact| {
        known
            .iter()
            .find(|(own, _)| *own == fact)
            .map_or(0, |(_, index)| *index)
    };
    Thrown {
        fact,
        faces: None,
        index: index(fact),
        dice: dice.into_iter().map(|die| (die, index(die))).collect(),
    }
}

/// Goes on from a way to the end of a procedure: what the way leaves open is its first value.
fn go_on(plan: &ProcedurePlan<'_>, way: &Way) -> Option<Gone> {
    let model = plan.model;
    let mut start: Way = way
        .iter()
        .filter(|(fact, _)| plan.procedure.start.contains(fact))
        .copied()
        .collect();
    loop {
        let mut slots = Slots::of(model, &crate::turn::Situation::new(model));
        start
            .iter()
            .for_each(|(fact, index)| slots.set(*fact, crate::turn::Slot::value(*index)));
        let mut rolled: Vec<(VariableId, u32)> = way
            .iter()
            .filter(|own| !start.contains(own))
            .copied()
            .collect();
        let mut rolls = Vec::new();
        let mut throw = |fact: VariableId| {
            let thrown = throw(model, fact, &mut rolled);
            rolls.push(thrown.clone());
            Ok::<_, Diagnostic>(thrown)
        };
        if let Ok(slots) = plan.run(slots, &mut throw, &mut |_| ()) {
            return Some(Gone {
                start,
                rolls,
                slots,
            });
        }
        let open = plan
            .procedure
            .start
            .iter()
            .find(|fact| !start.iter().any(|(own, _)| own == *fact))?;
        start.push((*open, 0));
    }
}

/// An example that would notice the change.
fn ready(before: &ProcedurePlan<'_>, after: &ProcedurePlan<'_>, way: &Way) -> Ready {
    let model = before.model;
    let (Some(old), Some(new)) = (go_on(before, way), go_on(after, way)) else {
        return nothing();
    };
    let shown = |(fact, index): (VariableId, u32)| {
        (
            model.variable_name(fact).to_owned(),
            model.show_index(fact, index),
        )
    };
    let rolls = old.rolls.iter().map(|thrown| (thrown.fact, thrown.index));
    let example = example(before.procedure, model, &old);
    let mut compilers = (Compiler::new(model), Compiler::new(after.model));
    let is_tried = prove_example(&mut compilers.0, &example).is_empty()
        && !prove_example(&mut compilers.1, &example).is_empty();
    Ready {
        question: before.procedure.name.clone(),
        facts: old.start.iter().copied().chain(rolls).map(shown).collect(),
        answers: outcome(model, before.procedure, &old, &new),
        instead: outcome(model, before.procedure, &new, &old),
        example: is_tried.then(|| in_toml(model, &example)),
    }
}

/// What comes out otherwise than it does on the other side.
fn outcome(model: &Model, procedure: &Procedure, gone: &Gone, other: &Gone) -> String {
    let ends = procedure.outcome.iter().chain(&procedure.sometimes);
    let shown = ends
        .filter(|fact| gone.slots.get(**fact) != other.slots.get(**fact))
        .map(|fact| {
            let (name, slot) = (model.variable_name(*fact), gone.slots.get(*fact));
            match (slot.index(), slot.lost()) {
                (Some(index), _) => format!("{name} = {}", model.show_index(*fact, index)),
                (None, Some(_)) => format!("{name} = gap"),
                (None, None) => format!("no {name}"),
            }
        });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() {
        let rolls: Vec<&str> = gone
            .rolls
            .iter()
            .map(|thrown| model.variable_name(thrown.fact))
            .collect();
        return format!("rolled with {}", rolls.join(", "));
    }
    shown.join(", ")
}

/// These rolls as an example: what comes out is expected.
fn example(procedure: &Procedure, model: &Model, gone: &Gone) -> Example {
    let id = model.procedure_names.get(&procedure.name).copied();
    let told =
        |thrown: &Thrown| Spanned::new(thrown.told(model).unwrap_or_default(), procedure.span);
    let rolls = gone.rolls.iter().map(told);
    let ends = procedure.outcome.iter().chain(&procedure.sometimes);
    let expected = ends.filter_map(|fact| match gone.slots.get(*fact).leaf(model, *fact) {
        Leaf::Value(value) => Some((*fact, Some(value), procedure.span)),
        Leaf::Gap(_) => Some((*fact, None, procedure.span)),
        _ => None,
    });
    Example {
        cite: procedure.cite.first().cloned().unwrap_or_default(),
        given: gone
            .start
            .iter()
            .map(|(fact, index)| (*fact, vec![*index]))
            .collect(),
        texts: Vec::new(),
        readings: Vec::new(),
        asked: Asked::Procedure(
            id.unwrap_or(crate::model::ProcedureId(0)),
            rolls.collect(),
            expected.collect(),
        ),
        pack: procedure.pack,
        span: procedure.span,
    }
}
