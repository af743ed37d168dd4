//! Processes and procedures, step by step: a start and the facts of each turn go in, the states after each turn come out. It never asks how
//! a question is answered: that is the caller's choice, the diagram or the plain evaluator.

mod falls;
mod procedure;
mod process;
mod slots;
mod thrown;

pub use falls::{Fall, can_fall, falls, ways};
pub use procedure::{Effect, Halt, ProcedurePlan, StepDone};
pub use process::ProcessPlan;
pub use slots::{Finding, Missing, Seen, Slot, Slots, leaf, walk};
pub use thrown::Thrown;

use crate::diagram::Leaf;
use crate::model::{Model, Process, QuestionId, Role, State, VariableId};
use crate::value::Value;

/// Which facts to give, each with its values.
#[must_use]
pub fn to_give(model: &Model, facts: &[VariableId]) -> String {
    let line = |fact: &VariableId| {
        let values = model
            .variable(*fact)
            .map_or_else(String::new, |found| found.domain.show(&model.words));
        format!("{}=…, one of {values}", model.variable_name(*fact))
    };
    match facts {
        [one] => format!("give it: {}", line(one)),
        several => format!(
            "give each:\n  {}",
            several.iter().map(line).collect::<Vec<_>>().join("\n  ")
        ),
    }
}

/// What is known of each variable: the index of its value, by [`VariableId`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    known: Vec<Option<u32>>,
}

impl Situation {
    /// A situation in which nothing is known but how the readings are taken.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let known = model.variables.iter().map(|variable| match variable.role {
            Role::Reading(default) => Some(default),
            _ => None,
        });
        Self {
            known: known.collect(),
        }
    }

    /// A situation in which nothing is known, not even how the readings are taken.
    #[must_use]
    pub fn unknown(model: &Model) -> Self {
        Self {
            known: vec![None; model.variables.len()],
        }
    }

    /// The index of a variable's value, if it is known.
    #[must_use]
    pub fn get(&self, variable: VariableId) -> Option<u32> {
        self.known.get(variable.index()).copied().flatten()
    }

    /// The same as the list of the indices that it may have.
    #[must_use]
    pub fn indices(&self, variable: VariableId) -> Option<&[u32]> {
        self.known
            .get(variable.index())
            .filter(|known| known.is_some())
            .map(Option::as_slice)
    }

    /// Makes a variable known, or unknown.
    pub fn set(&mut self, variable: VariableId, index: Option<u32>) {
        if let Some(place) = self.known.get_mut(variable.index()) {
            *place = index;
        }
    }
}

/// A process under way.
#[derive(Debug, Clone)]
pub struct Run<'a> {
    model: &'a Model,
    process: &'a Process,
    /// What is known after the last step.
    pub situation: Situation,
}

impl<'a> Run<'a> {
    /// A process before its first step; `situation` holds its start.
    #[must_use]
    pub fn new(model: &'a Model, process: &'a Process, mut situation: Situation) -> Self {
        for (variable, index) in &process.initially {
            if situation.get(*variable).is_none() {
                situation.set(*variable, Some(*index));
            }
        }
        Self {
            model,
            process,
            situation,
        }
    }

    /// Takes a step with the facts of its turn, and gives the states that the process shows, by name. `answer` answers a
    /// question in a situation.
    pub fn step(
        &mut self,
        turn: &[(VariableId, u32)],
        answer: &mut dyn FnMut(QuestionId, &Situation) -> Leaf,
    ) -> Vec<(&'a str, Leaf)> {
        for (of, copy) in &self.process.before {
            let value = self.situation.get(*of);
            self.situation.set(*copy, value);
        }
        for (variable, index) in turn {
            self.situation.set(*variable, Some(*index));
        }
        let mut failed = Vec::new();
        for (variable, question) in &self.process.steps {
            let leaf = answer(*question, &self.situation);
            let index = leaf
                .value()
                .and_then(|value| self.model.variable(*variable)?.domain.index(value));
            self.situation.set(*variable, index);
            if index.is_none() {
                let leaf = if leaf.value().is_some() {
                    Leaf::Overflow
                } else {
                    leaf
                };
                failed.push((*variable, leaf));
            }
        }
        self.shown(&failed, answer)
    }

    fn shown(
        &self,
        failed: &[(VariableId, Leaf)],
        answer: &mut dyn FnMut(QuestionId, &Situation) -> Leaf,
    ) -> Vec<(&'a str, Leaf)> {
        let mut shown = Vec::with_capacity(self.process.state.len());
        for (name, state) in &self.process.state {
            let leaf = match state {
                State::Question(question) => answer(*question, &self.situation),
                State::Variable(variable) => self.state(*variable, failed),
            };
            shown.push((name.as_str(), leaf));
        }
        shown
    }

    fn state(&self, variable: VariableId, failed: &[(VariableId, Leaf)]) -> Leaf {
        if let Some((_, leaf)) = failed.iter().find(|(own, _)| *own == variable) {
            return leaf.clone();
        }
        self.value(variable).map_or(Leaf::Nothing, Leaf::Value)
    }

    /// The value of a variable after the last step, if it is known.
    #[must_use]
    pub fn value(&self, variable: VariableId) -> Option<Value> {
        let index = self.situation.get(variable)?;
        Some(self.model.variable(variable)?.domain.value(index))
    }
}
