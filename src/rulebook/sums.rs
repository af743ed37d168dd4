//! Results taken together: those of some names, and those for which a condition holds.

use super::request;
use super::terms;
use crate::answer::{Answer, Asker};
use crate::check::Within;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::diagram::Leaf;
use crate::dice::Table;
use crate::model::{Expr, Kind, Model, Type, VariableId};
use crate::render::odds::Sum;
use crate::turn::Situation;
use crate::value::{Value, folded};
use indexmap::IndexMap;

/// One thing asked: its name, its type, and every result that it has.
pub(super) struct Distribution {
    name: String,
    of: Option<Type>,
    results: Vec<Leaf>,
}

/// All that is asked.
pub(super) fn distributions(odds: &Table) -> Vec<Distribution> {
    let mut all: IndexMap<&str, Distribution> = IndexMap::new();
    for results in odds.parts.iter().flat_map(|part| &part.results) {
        let known = all.entry(&results.name).or_insert_with(|| Distribution {
            name: results.name.clone(),
            of: results.of.clone(),
            results: Vec::new(),
        });
        for (leaf, _) in &results.chances {
            if !known.results.contains(leaf) {
                known.results.push(leaf.clone());
            }
        }
    }
    all.into_values().collect()
}

/// The sum of results named with commas between them, of the first thing asked that can have them all.
pub(super) fn of_values(
    model: &Model,
    all: &[Distribution],
    text: &str,
) -> Result<Sum, Diagnostic> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut missing = None;
    for own in all {
        let known: Vec<Leaf> = possible(model, own);
        let found: Result<Vec<Leaf>, &str> = names
            .iter()
            .map(|name| {
                let is_named = |leaf: &&Leaf| folded(&shown(model, own, leaf)) == folded(name);
                known.iter().find(is_named).cloned().ok_or(*name)
            })
            .collect();
        match found {
            Ok(results) => {
                let names = names.join(", ");
                return Ok(Sum {
                    name: names,
                    of: own.name.clone(),
                    results,
                });
            }
            Err(name) => missing = missing.or(Some((own, known, name))),
        }
    }
    let Some((own, known, name)) = missing else {
        return Err(Diagnostic::request("there is nothing to add up"));
    };
    let texts: Vec<String> = known.iter().map(|leaf| shown(model, own, leaf)).collect();
    let message = format!("`{name}` is no result of `{}`", own.name);
    let near = nearest(name, texts.iter().map(String::as_str));
    let help = near.map_or_else(
        || format!("its results are {}", texts.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    Err(Diagnostic::error_nowhere(Code::UnknownName, message).help(help))
}

/// All that a thing asked can answer: the words of its type, and what came out.
fn possible(model: &Model, own: &Distribution) -> Vec<Leaf> {
    let words = match &own.of {
        Some(Type::Words { words, .. } | Type::NumberOr(_, words)) => words.as_slice(),
        _ => &[],
    };
    let words = words.iter().map(|word| Leaf::Value(Value::Word(*word)));
    let mut known: Vec<Leaf> = words
        .filter(|leaf| !shown(model, own, leaf).is_empty())
        .collect();
    known.extend(
        own.results
            .iter()
            .filter(|leaf| !known.contains(leaf))
            .cloned()
            .collect::<Vec<_>>(),
    );
    known
}

fn shown(model: &Model, own: &Distribution, leaf: &Leaf) -> String {
    crate::render::words::leaf(model, leaf, own.of.as_ref())
}

/// The sum of the results of a question for which a condition holds that names them as a fact: `weather in mud-class`.
pub(super) fn of_condition(
    model: &Model,
    all: &[Distribution],
    facts: &[String],
    text: &str,
) -> Result<Sum, Diagnostic> {
    let every: Vec<VariableId> = (0..).map(VariableId).take(model.variables.len()).collect();
    let condition = terms::condition(model, text, Within::Facts(&every))?;
    let Some(own) = all.first() else {
        return Err(Diagnostic::request("there is nothing to add up"));
    };
    let Some(fact) = fact_of(model, own, &condition) else {
        let message = format!(
            "`{text}` names no fact that has the results of `{}`",
            own.name
        );
        let help = "name a fact that has them, as in `fact is value`, or the results: `--sum A,B`";
        return Err(Diagnostic::request(message).help(help));
    };
    let mut situation = Situation::new(model);
    for given in facts {
        let known = terms::pair(given).and_then(|(name, value)| request::fact(model, name, value));
        if let Ok((fact, index)) = known {
            situation.set(fact, Some(index));
        }
    }
    let mut asker = Asker::new(model);
    let mut results = Vec::new();
    for leaf in &own.results {
        let index = leaf
            .value()
            .and_then(|value| model.variable(fact)?.domain.index(value));
        let Some(index) = index else { continue };
        situation.set(fact, Some(index));
        match asker.value_of(&condition, &mut situation) {
            Answer::Value(Value::Bool(true)) => results.push(leaf.clone()),
            Answer::Needs(needs) => {
                let names = needs.facts.iter().map(|fact| model.variable_name(*fact));
                let names = names.collect::<Vec<_>>().join(", ");
                let message = format!("`{text}` depends on {names}");
                return Err(Diagnostic::request(message).help("give them too"));
            }
            _ => {}
        }
    }
    Ok(Sum {
        name: text.to_owned(),
        of: own.name.clone(),
        results,
    })
}

/// The fact in a condition that has the results of a thing asked.
fn fact_of(model: &Model, own: &Distribution, condition: &Expr) -> Option<VariableId> {
    let mut named = Vec::new();
    condition.walk(&mut |part| {
        if let Kind::Variable(variable) = part.kind {
            named.push(variable);
        }
    });
    let has_all = |fact: &VariableId| {
        let domain = model.variable(*fact).map(|found| &found.domain);
        let mut values = own.results.iter().filter_map(Leaf::value);
        domain.is_some_and(|domain| values.all(|value| domain.index(value).is_some()))
    };
    named.into_iter().find(has_all)
}
