//! A question made ready to be asked many times, by indices or by names.

use super::{Named, Rulebook, request};
use crate::diagnostic::{Code, Diagnostic};
use crate::diagram::{Compiler, Leaf, Prepared};
use crate::model::{Model, Role};
use rustc_hash::FxHashMap;

/// The facts up to which an answer takes no memory.
const FEW: usize = 64;

/// A question ready for many answers, its readings taken as their defaults.
#[derive(Debug, Clone)]
pub struct Ready<'r> {
    pub model: &'r Model,
    pub prepared: Prepared,
    /// The place of each fact by name, aliases included.
    places: FxHashMap<&'r str, usize>,
    /// For each fact, the index of each value by its usual text; what is written otherwise is read the long way.
    values: Vec<FxHashMap<String, u32>>,
}

impl Rulebook {
    /// Makes a question ready.
    #[doc(hidden)]
    pub fn ready(&self, name: &str) -> Result<Ready<'_>, Diagnostic> {
        let refused = Diagnostic::error_nowhere;
        let [(model, Named::Question(question))] = *self.find(name).as_slice() else {
            let message = format!("no pack declares one question `{name}`");
            return Err(refused(Code::UnknownQuestion, message));
        };
        let reading = |variable| match model.variables[variable].role {
            Role::Reading(default) => Some(default),
            _ => None,
        };
        let mut compiler = Compiler::new(model);
        let prepared = Prepared::new(&mut compiler, question, &reading);
        let prepared = prepared.map_err(|_| compiler.too_large(question))?;
        let place_of = |fact| prepared.facts.iter().position(|own| *own == fact);
        let named = model.variable_names.iter();
        let named = named.filter_map(|(name, fact)| Some((name.as_str(), place_of(*fact)?)));
        let values = prepared.facts.iter().map(|fact| {
            let indices = 0..model.variables[*fact].domain.size();
            indices
                .map(|index| (model.show_index(*fact, index), index))
                .collect()
        });
        Ok(Ready {
            model,
            places: named.collect(),
            values: values.collect(),
            prepared,
        })
    }
}

impl Ready<'_> {
    /// The answer for facts given by name, in any order.
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
            let place = self.places.get(name).copied();
            let values = place.and_then(|place| self.values.get(place));
            let index = match values.and_then(|values| values.get(*value)) {
                Some(index) => *index,
                None => {
                    let told = request::fact(self.model, name, value)?;
                    told.first().map_or(u32::MAX, |(_, index)| *index)
                }
            };
            if let Some(slot) = place.and_then(|place| indices.get_mut(place)) {
                *slot = index;
            }
        }
        let missing = indices
            .iter()
            .zip(&self.prepared.facts)
            .find(|(index, _)| **index == u32::MAX);
        if let Some((_, fact)) = missing {
            let name = self.model.variable_name(*fact);
            return Err(Diagnostic::request(format!("`{name}` is not given")));
        }
        Ok(self.prepared.answer(indices))
    }
}
