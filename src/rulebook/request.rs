//! What a person or program gives with a question: facts and readings by name, checked against the rulebook.

use crate::diagnostic::{Code, Command, Diagnostic, did_you_mean, nearest};
use crate::model::{Model, Role, Variable, VariableId};
use crate::turn::Situation;
use crate::value::DomainKind;

pub use crate::check::{taken_by, taken_by_expr};

/// Finds a fact by name.
pub fn named(model: &Model, name: &str) -> Result<VariableId, Diagnostic> {
    model
        .fact_named(name)
        .ok_or_else(|| unknown_fact(model, name))
}

/// Facts as a person gives them, each as `FACT=VALUE`: their names and values.
pub fn pairs(facts: &[String]) -> Result<Vec<(&str, &str)>, Diagnostic> {
    let spaced = |parts: &[&String]| {
        let whole: String = parts.iter().map(|part| part.as_str()).collect();
        Diagnostic::request("a fact is given with no space around its `=`")
            .help(format!("write `{whole}`"))
    };
    let mut pairs = Vec::new();
    for (index, text) in facts.iter().enumerate() {
        let next = facts.get(index + 1);
        match (text.split_once('='), next) {
            (Some((name, value)), _) if !name.trim().is_empty() && !value.trim().is_empty() => {
                pairs.push((name.trim(), value.trim()));
            }
            (None, Some(next)) if next == "=" => {
                let parts: Vec<&String> = facts.iter().skip(index).take(3).collect();
                return Err(spaced(&parts));
            }
            (None, Some(next)) if next.starts_with('=') => return Err(spaced(&[text, next])),
            (Some(("", _)), _) => return Err(no_value(text)),
            (Some(_), Some(next)) if !next.contains('=') => return Err(spaced(&[text, next])),
            _ => return Err(no_value(text.trim_end_matches('='))),
        }
    }
    Ok(pairs)
}

/// The problem that no value stands with a fact.
#[must_use]
pub fn no_value(text: &str) -> Diagnostic {
    Diagnostic::request(format!("`{text}` has no value")).help("write FACT=VALUE")
}

/// Finds a fact by name, and the index of a value given for it.
pub fn fact(model: &Model, name: &str, value: &str) -> Result<(VariableId, u32), Diagnostic> {
    let variable = named(model, name)?;
    index(model, variable, value).map(|index| (variable, index))
}

fn is_fact(model: &Model, id: VariableId) -> bool {
    model
        .variable(id)
        .is_some_and(|found| found.role == Role::Fact)
}

/// The index of a value given for a variable.
pub fn index(model: &Model, variable: VariableId, value: &str) -> Result<u32, Diagnostic> {
    let Some(found) = model.variable(variable) else {
        return Err(Diagnostic::error_nowhere(Code::UnknownFact, "no such fact"));
    };
    model.index_named(variable, value).ok_or_else(|| {
        let problem = Diagnostic::error_nowhere(
            Code::UnknownValue,
            format!("`{value}` is not a value of `{}`", found.name),
        );
        let words: Vec<&str> = found
            .domain
            .words()
            .iter()
            .map(|word| model.words.text(*word))
            .collect();
        problem.nearest_or(value, words, || {
            format!("its values: {}", found.domain.show(&model.words))
        })
    })
}

/// The problem that no pack declares a fact.
#[must_use]
pub fn unknown_fact(model: &Model, name: &str) -> Diagnostic {
    let known = model
        .variable_names
        .iter()
        .filter(|(_, id)| is_fact(model, **id))
        .map(|(name, _)| name.as_str());
    let message = format!("no pack declares a fact `{name}`");
    Diagnostic::error_nowhere(Code::UnknownFact, message).nearest(name, known)
}

/// Takes a reading as `PACK/NAME=OPTION` says, the pack in any case.
pub fn read_so(model: &Model, situation: &mut Situation, text: &str) -> Result<(), Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::error_nowhere(Code::UnknownReading, message).help("write PACK/NAME=OPTION")
    };
    let (name, option) = text
        .split_once('=')
        .ok_or_else(|| wrong(format!("`{text}` has no option")))?;
    let Some((pack, short)) = name.split_once('/') else {
        let problem = wrong(format!("`{name}` names a reading without its pack"));
        return Err(match packs_with(model, name).as_slice() {
            [] => problem,
            several => problem.help_instead(did_you_mean(several.join("` or `"))),
        });
    };
    let full = format!("{}/{short}", pack.to_lowercase());
    let variable = model.variable_names.get(&full).copied().ok_or_else(|| {
        let known = model
            .variables
            .iter()
            .filter(|found| found.reading.is_some())
            .map(|found| found.name.as_str());
        let problem = Diagnostic::error_nowhere(
            Code::UnknownReading,
            format!("no pack declares a reading `{name}`"),
        );
        problem.nearest_or(&full, known, || {
            Command::new(["list", "readings"]).then(" lists them")
        })
    })?;
    let taken = index(model, variable, option)?;
    let settled = model.variable(variable).and_then(Variable::settled);
    if let Some(right) = settled.filter(|right| *right != taken) {
        let right = model.show_index(variable, right);
        return Err(wrong(format!(
            "the reading `{full}` is settled: it is `{right}`"
        )));
    }
    situation.set(variable, Some(taken));
    Ok(())
}

/// The readings of a short name, the nearest one if there is none of it.
fn packs_with(model: &Model, short: &str) -> Vec<String> {
    let all = || {
        model
            .variables
            .iter()
            .filter(|found| found.reading.is_some())
            .map(|found| found.name.as_str())
    };
    let own = |name: &str| name.split_once('/').map_or(name, |(_, own)| own).to_owned();
    let shorts: Vec<String> = all().map(own).collect();
    let wanted = short.to_lowercase();
    let Some(near) = nearest(&wanted, shorts.iter().map(String::as_str)) else {
        return Vec::new();
    };
    all()
        .filter(|name| own(name) == near)
        .map(str::to_owned)
        .collect()
}

/// Whether the given text of a fact matters beyond the values that rules name.
#[must_use]
pub fn is_text(model: &Model, variable: VariableId) -> bool {
    model
        .variable(variable)
        .is_some_and(|found| matches!(found.domain.kind, DomainKind::Text(_)))
}
