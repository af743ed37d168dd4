//! What a person or program gives with a question: facts and readings by name, checked against the rulebook.

use crate::answer::Stated;
use crate::diagnostic::{Code, Command, Diagnostic, did_you_mean, nearest};
use crate::model::{Model, Role, VariableId};
use crate::turn::Situation;

pub use crate::check::{taken_by, taken_by_expr};

/// Finds a fact by name.
pub fn named(model: &Model, name: &str) -> Result<VariableId, Diagnostic> {
    model
        .fact_named(name)
        .ok_or_else(|| unknown_fact(model, name))
}

/// Facts as a person gives them, each as `FACT=VALUE`: their names and values.
pub fn pairs(facts: &[String]) -> Result<Vec<(&str, &str)>, Diagnostic> {
    let spaced = |parts: &[String]| {
        Diagnostic::request("a fact is given with no space around its `=`")
            .help(format!("write `{}`", parts.concat()))
    };
    let mut pairs = Vec::new();
    for (place, text) in facts.iter().enumerate() {
        let parts = facts.get(place..).unwrap_or_default();
        let next = parts.get(1).map(String::as_str);
        match (text.split_once('='), next) {
            (Some((name, value)), _) if !name.trim().is_empty() && !value.trim().is_empty() => {
                pairs.push((name.trim(), value.trim()));
            }
            (None, Some("=")) => return Err(spaced(parts.get(..3).unwrap_or(parts))),
            (None, Some(next)) if next.starts_with('=') => {
                return Err(spaced(parts.get(..2).unwrap_or(parts)));
            }
            (Some(("", _)), _) => return Err(no_value(text)),
            (Some(_), Some(next)) if !next.contains('=') => {
                return Err(spaced(parts.get(..2).unwrap_or(parts)));
            }
            _ => return Err(no_value(text.trim_end_matches('='))),
        }
    }
    Ok(pairs)
}

/// The problem that no value stands with a fact.
pub fn no_value(text: &str) -> Diagnostic {
    Diagnostic::request(format!("`{text}` has no value")).help("write FACT=VALUE")
}

/// Finds a fact by name, and the index of a value given for it.
pub fn fact(model: &Model, name: &str, value: &str) -> Result<(VariableId, u32), Diagnostic> {
    let variable = named(model, name)?;
    index(model, variable, value).map(|index| (variable, index))
}

/// States a fact, once.
pub fn state(
    model: &Model,
    stated: &mut Stated,
    name: &str,
    value: &str,
) -> Result<VariableId, Diagnostic> {
    let (fact, index) = fact(model, name, value)?;
    if stated.situation.get(fact).is_some() {
        return Err(Diagnostic::request(format!("`{name}` is given twice")));
    }
    stated.set(model, fact, index, value);
    Ok(fact)
}

/// The index of a value given for a variable.
pub fn index(model: &Model, variable: VariableId, value: &str) -> Result<u32, Diagnostic> {
    let known = &model.variables[variable];
    model.index_named(variable, value).ok_or_else(|| {
        let message = format!("`{value}` is not a value of `{}`", known.name);
        let words = known
            .domain
            .words()
            .iter()
            .map(|word| model.words.text(*word));
        Diagnostic::error_nowhere(Code::UnknownValue, message).nearest_or(value, words, || {
            format!("its values: {}", known.domain.show(&model.words))
        })
    })
}

/// The problem that no pack declares a fact.
pub fn unknown_fact(model: &Model, name: &str) -> Diagnostic {
    let known = model.variable_names.iter();
    let known = known.filter(|(_, id)| model.variables[**id].role == Role::Fact);
    let message = format!("no pack declares a fact `{name}`");
    Diagnostic::error_nowhere(Code::UnknownFact, message)
        .nearest(name, known.map(|(name, _)| name.as_str()))
}

/// Takes a reading as `PACK/NAME=OPTION` says, the pack in any case.
pub fn read_so(model: &Model, situation: &mut Situation, text: &str) -> Result<(), Diagnostic> {
    let problem = |message| Diagnostic::error_nowhere(Code::UnknownReading, message);
    let wrong = |message| problem(message).help("write PACK/NAME=OPTION");
    let (name, option) = text
        .split_once('=')
        .ok_or_else(|| wrong(format!("`{text}` has no option")))?;
    let Some((pack, short)) = name.split_once('/') else {
        let message = format!("`{name}` names a reading without its pack");
        return Err(match packs_with(model, name).as_slice() {
            [] => wrong(message),
            several => problem(message).help(did_you_mean(several.join("` or `"))),
        });
    };
    let full = format!("{}/{short}", pack.to_lowercase());
    let variable = model.variable_names.get(&full).copied().ok_or_else(|| {
        problem(format!("no pack declares a reading `{name}`")).nearest_or(
            &full,
            readings(model),
            || Command::new(["list", "readings"]).then(" lists them"),
        )
    })?;
    let taken = index(model, variable, option)?;
    if let Some(right) = model.variables[variable]
        .settled()
        .filter(|right| *right != taken)
    {
        let right = model.show_index(variable, right);
        return Err(wrong(format!(
            "the reading `{full}` is settled: it is `{right}`"
        )));
    }
    situation.set(variable, Some(taken));
    Ok(())
}

fn readings(model: &Model) -> impl Iterator<Item = &str> {
    let readings = model
        .variables
        .iter()
        .filter(|known| known.reading.is_some());
    readings.map(|known| known.name.as_str())
}

/// The readings of a short name, the nearest one if there is none of it.
fn packs_with(model: &Model, short: &str) -> Vec<String> {
    let own = |name| str::split_once(name, '/').map_or(name, |(_, own)| own);
    let Some(near) = nearest(&short.to_lowercase(), readings(model).map(own)) else {
        return Vec::new();
    };
    readings(model)
        .filter(|name| own(name) == near)
        .map(str::to_owned)
        .collect()
}
