//! A question made ready to be asked many times, by indices or by names.

use super::request;
use super::{Named, Rulebook};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, Prepared};
use crate::model::{Model, Role, VariableId};
use rustc_hash::FxHashMap;

/// The facts up to which an answer takes no memory.
const FEW: usize = 64;

/// A question ready for many answers, its readings taken as their defaults.
#[derive(Debug, Clone)]
pub struct Ready<'r> {
    /// The model that it belongs to.
    pub model: &'r Model,
    /// What answers it.
    pub prepared: Prepared,
    /// The place of each fact by name, aliases included.
    places: FxHashMap<&'r str, usize>,
    /// For each fact, the index of each value by its usual text.
    values: Vec<FxHashMap<String, u32>>,
}

impl Rulebook {
    /// Makes a question ready.
    ///
    /// # Errors
    ///
    /// Where no question, or more than one, has the name, or it needs too large a diagram.
    pub fn ready(&self, name: &str) -> Result<Ready<'_>, Diagnostic> {
        let unknown = || {
            Diagnostic::error_nowhere(
                Code::UnknownQuestion,
                format!("no pack declares one question `{name}`"),
            )
        };
        let found = self.find(name);
        let [(model, Named::Question(question))] = found.as_slice() else {
            return Err(unknown());
        };
        let mut compiler = Compiler::new(model);
        let reading = |variable| match model.variable(variable)?.role {
            Role::Reading(default) => Some(default),
            _ => None,
        };
        let prepared = Prepared::new(&mut compiler, *question, &reading).map_err(|_| {
            Diagnostic::error_nowhere(
                Code::TooLarge,
                "the question needs too large a decision diagram",
            )
        })?;
        Ok(Ready::new(model, prepared))
    }
}

impl<'r> Ready<'r> {
    fn new(model: &'r Model, prepared: Prepared) -> Self {
        let place_of = |fact| prepared.facts.iter().position(|own| *own == fact);
        let named = model
            .variable_names
            .iter()
            .filter_map(|(name, fact)| Some((name.as_str(), place_of(*fact)?)));
        let places = named.collect();
        let values = prepared
            .facts
            .iter()
            .map(|fact| values_of(model, *fact))
            .collect();
        Self {
            model,
            prepared,
            places,
            values,
        }
    }
}

/// The indices of a fact's values by their usual texts; what is written otherwise is read the long way.
fn values_of(model: &Model, fact: VariableId) -> FxHashMap<String, u32> {
    let size = model.variable(fact).map_or(0, |found| found.domain.size());
    (0..size)
        .map(|index| (model.show_index(fact, index), index))
        .collect()
}

impl Ready<'_> {
    /// The answer for facts given by name, in any order.
    ///
    /// # Errors
    ///
    /// Where a name or value is not known, or a fact is missing.
    pub fn answer(&self, facts: &[(&str, &str)]) -> Result<&Leaf, Diagnostic> {
        let (mut few, mut many) = ([u32::MAX; FEW], Vec::new());
        let indices = match few.get_mut(..self.prepared.facts.len()) {
            Some(few) => few,
            None => {
                many.resize(self.prepared.facts.len(), u32::MAX);
                many.as_mut_slice()
            }
        };
        for (name, value) in facts {
            let Some(place) = self.places.get(name) else {
                request::fact(self.model, name, value)?;
                continue;
            };
            let index = match self
                .values
                .get(*place)
                .and_then(|values| values.get(*value))
            {
                Some(index) => *index,
                None => request::fact(self.model, name, value)?.1,
            };
            if let Some(slot) = indices.get_mut(*place) {
                *slot = index;
            }
        }
        if let Some(missing) = indices.iter().position(|index| *index == u32::MAX) {
            let name = self
                .prepared
                .facts
                .get(missing)
                .map_or("", |fact| self.model.variable_name(*fact));
            return Err(Diagnostic::request(format!("`{name}` is not given")));
        }
        Ok(self.prepared.answer(indices))
    }
}
