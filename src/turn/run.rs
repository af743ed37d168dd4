//! A process under way where the caller answers its questions: by a diagram, or by the plain evaluator.

use super::Situation;
use crate::diagram::Leaf;
use crate::model::{Model, Process, QuestionId, State, VariableId};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone)]
pub struct Run<'a> {
    model: &'a Model,
    process: &'a Process,
    /// What is known after the last step.
    pub situation: Situation,
}

impl<'a> Run<'a> {
    /// A process before its first step; `situation` holds its start.
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
            self.situation.set(*copy, self.situation.get(*of));
        }
        for fact in &self.process.turn {
            self.situation.set(*fact, None);
        }
        for (variable, index) in turn {
            self.situation.set(*variable, Some(*index));
        }
        let mut lost = FxHashMap::default();
        for (variable, question) in &self.process.steps {
            let leaf = answer(*question, &self.situation);
            let domain = &self.model.variables[*variable].domain;
            let index = leaf.value().and_then(|value| domain.index(value));
            self.situation.set(*variable, index);
            if index.is_none() {
                let is_outside = leaf.value().is_some();
                lost.insert(*variable, if is_outside { Leaf::Overflow } else { leaf });
            }
        }
        let shown = self.process.state.iter().map(|(name, state)| {
            let leaf = match state {
                State::Question(question) => answer(*question, &self.situation),
                State::Variable(variable) => match lost.get(variable) {
                    Some(leaf) => leaf.clone(),
                    None => self.value(*variable),
                },
            };
            (name.as_str(), leaf)
        });
        shown.collect()
    }

    fn value(&self, variable: VariableId) -> Leaf {
        let domain = &self.model.variables[variable].domain;
        let index = self.situation.get(variable);
        index.map_or(Leaf::Nothing, |index| Leaf::Value(domain.value(index)))
    }
}
