//! What a person, or a proof, knows of each variable.

use crate::model::{Model, Role, VariableId};
use itertools::Itertools;

/// What is known of each variable: the index of its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation(Vec<Option<u32>>);

impl Situation {
    /// A situation in which nothing is known but how the readings are taken.
    pub fn new(model: &Model) -> Self {
        let known = model.variables.iter().map(|variable| match variable.role {
            Role::Reading(default) => Some(default),
            _ => None,
        });
        Self(known.collect())
    }

    /// A situation in which nothing is known, not even how the readings are taken.
    pub fn unknown(model: &Model) -> Self {
        Self(vec![None; model.variables.len()])
    }

    pub fn get(&self, variable: VariableId) -> Option<u32> {
        self.0.get(variable.index()).copied().flatten()
    }

    /// The same as the list of the indices that it may have.
    pub fn indices(&self, variable: VariableId) -> Option<&[u32]> {
        let known = self.0.get(variable.index());
        known.filter(|known| known.is_some()).map(Option::as_slice)
    }

    /// What is known.
    pub fn known(&self) -> impl Iterator<Item = (VariableId, u32)> {
        let known = (0..).map(VariableId).zip(&self.0);
        known.filter_map(|(variable, index)| Some((variable, (*index)?)))
    }

    /// Makes a variable known, or unknown.
    pub fn set(&mut self, variable: VariableId, index: Option<u32>) {
        if let Some(place) = self.0.get_mut(variable.index()) {
            *place = index;
        }
    }
}

/// Which facts to give, each with its values.
pub fn to_give(model: &Model, facts: &[VariableId]) -> String {
    let line = |fact: &VariableId| {
        let variable = &model.variables[*fact];
        let values = variable.domain.show(&model.words);
        format!("{}=…, one of {values}", variable.name)
    };
    match facts {
        [fact] => format!("give it: {}", line(fact)),
        several => format!("give each:\n  {}", several.iter().map(line).join("\n  ")),
    }
}
