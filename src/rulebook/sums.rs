//! Results taken together: those of some names, and those for which a condition holds.

use super::{request, terms};
use crate::answer::{Asker, Ruling, told};
use crate::check::Within;
use crate::diagnostic::{Code, Diagnostic, did_you_mean, nearest};
use crate::diagram::Leaf;
use crate::dice::Table;
use crate::model::{Expr, Model, Type, VariableId};
use crate::render::odds::Sum;
use crate::turn::Situation;
use crate::value::{Value, folded};
use indexmap::{IndexMap, IndexSet};
use itertools::Itertools as _;

/// One thing asked: its name, its type, and every result that it has.
pub struct Distribution {
    name: String,
    of: Option<Type>,
    results: IndexSet<Leaf>,
}

/// All that is asked.
pub fn distributions(odds: &Table) -> Vec<Distribution> {
    let mut all: IndexMap<&str, Distribution> = IndexMap::new();
    for results in odds.parts.iter().flat_map(|part| &part.results) {
        let known = all.entry(&results.name).or_insert_with(|| Distribution {
            name: results.name.clone(),
            of: results.of.clone(),
            results: IndexSet::new(),
        });
        let leaves = results.chances.iter().map(|(leaf, _)| leaf.clone());
        known.results.extend(leaves);
    }
    all.into_values().collect()
}

impl Distribution {
    /// All that it can answer: the words of its type, and what came out; each as it is shown.
    fn possible(&self, model: &Model) -> Vec<(String, Leaf)> {
        let words = match &self.of {
            Some(Type::Words { words, .. } | Type::NumberOr(_, words)) => words.as_slice(),
            _ => &[],
        };
        let words = words.iter().map(|word| Leaf::Value(Value::Word(*word)));
        let leaves = words.chain(self.results.iter().cloned()).unique();
        let shown = leaves.map(|leaf| (told::words(model, &leaf, self.of.as_ref()), leaf));
        shown.filter(|(shown, _)| !shown.is_empty()).collect()
    }

    /// The fact in a condition that has all its results.
    fn fact_in(&self, model: &Model, condition: &Expr) -> Option<VariableId> {
        condition.variables().find(|fact| {
            let domain = &model.variables[*fact].domain;
            self.results
                .iter()
                .filter_map(Leaf::value)
                .all(|value| domain.index(value).is_some())
        })
    }

    fn sum(&self, name: String, results: Vec<Leaf>) -> Sum {
        Sum {
            name,
            of: self.name.clone(),
            results,
        }
    }
}

fn nothing() -> Diagnostic {
    Diagnostic::request("there is nothing to add up")
}

/// The sum of results named with commas between them, of the first thing asked that can have them all.
pub fn of_values(model: &Model, all: &[Distribution], text: &str) -> Result<Sum, Diagnostic> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut problem = None;
    for distribution in all {
        let known = distribution.possible(model);
        let of_name = |name| {
            let leaf = known
                .iter()
                .find(|(shown, _)| folded(shown) == folded(name));
            leaf.map(|(_, leaf)| leaf.clone()).ok_or(name)
        };
        match names
            .iter()
            .copied()
            .map(of_name)
            .collect::<Result<Vec<Leaf>, &str>>()
        {
            Ok(results) => return Ok(distribution.sum(names.join(", "), results)),
            Err(name) => {
                problem.get_or_insert_with(|| {
                    let message = format!("`{name}` is no result of `{}`", distribution.name);
                    let texts: Vec<&str> = known.iter().map(|(shown, _)| shown.as_str()).collect();
                    let near = nearest(name, texts.iter().copied()).map(did_you_mean);
                    Diagnostic::error_nowhere(Code::UnknownName, message).help(
                        near.unwrap_or_else(|| format!("its results are {}", texts.join(", "))),
                    )
                });
            }
        }
    }
    Err(problem.unwrap_or_else(nothing))
}

/// The sum of the results of a question for which a condition holds that names them as a fact: `weather in mud-class`.
pub fn of_condition(
    model: &Model,
    all: &[Distribution],
    facts: &[String],
    text: &str,
) -> Result<Sum, Diagnostic> {
    let every: Vec<VariableId> = model.variables.ids().collect();
    let condition = terms::condition(model, text, Within::Facts(&every))?;
    let distribution = all.first().ok_or_else(nothing)?;
    let fact = distribution.fact_in(model, &condition).ok_or_else(|| {
        let message = format!(
            "`{text}` names no fact that has the results of `{}`",
            distribution.name
        );
        let help = "name a fact that has them, as in `fact is value`, or the results: `--sum A,B`";
        Diagnostic::request(message).help(help)
    })?;
    let mut situation = Situation::new(model);
    for given in facts {
        let known = terms::pair(given).and_then(|(name, value)| request::fact(model, name, value));
        if let Ok(told) = known {
            request::know(&mut situation, &told);
        }
    }
    let mut asker = Asker::new(model);
    let mut results = Vec::new();
    for leaf in &distribution.results {
        let domain = &model.variables[fact].domain;
        let Some(index) = leaf.value().and_then(|value| domain.index(value)) else {
            continue;
        };
        situation.set(fact, Some(index));
        match asker.value_of(&condition, &mut situation) {
            Ruling::Value(Value::Bool(true)) => results.push(leaf.clone()),
            Ruling::Needs(needs) => {
                let names = needs.facts.iter().map(|fact| model.variable_name(*fact));
                let names = names.collect::<Vec<_>>().join(", ");
                let message = format!("`{text}` depends on {names}");
                return Err(Diagnostic::request(message).help("give them too"));
            }
            _ => {}
        }
    }
    Ok(distribution.sum(text.to_owned(), results))
}
