//! Facts and readings.

use super::{Entry, Holdings, text_or_null};
use crate::model::{Model, Role, Variable, VariableId};
use crate::value::{Domain, DomainKind};
use serde_json::{Map, Value, json};

pub(super) fn facts(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let facts = model
        .variables
        .iter()
        .filter(|variable| variable.role == Role::Fact);
    facts
        .map(|fact| one(model, fact).at(holdings.sources, fact.span))
        .collect()
}

fn one(model: &Model, fact: &Variable) -> Entry {
    let domain = fact.domain.show(&model.words);
    let unit = fact.unit.map(|unit| model.units.name(unit));
    let groups: Map<String, Value> = fact
        .groups
        .iter()
        .map(|(name, values)| {
            let values: Vec<String> = values
                .iter()
                .map(|value| value.show(&model.words, false))
                .collect();
            (name.clone(), json!(values))
        })
        .collect();
    let words: Map<String, Value> = fact
        .comparatives
        .iter()
        .map(|(word, below)| (word.clone(), json!(if *below { "below" } else { "above" })))
        .collect();
    let finder = model
        .question_names
        .get(&fact.name)
        .and_then(|id| model.question(*id))
        .map(|found| &found.name);
    let cells = vec![
        fact.name.clone(),
        domain.clone(),
        unit.unwrap_or_default().to_owned(),
        fact.means.clone(),
    ];
    let own = json!({
        "name": fact.name,
        "alias": fact.alias,
        "domain": domain,
        "type": type_of(&fact.domain),
        "values": values(model, &fact.domain),
        "cyclic": matches!(fact.domain.kind, DomainKind::Words { cyclic: true, .. }),
        "unit": unit,
        "means": fact.means,
        "groups": groups,
        "words": words,
        "found-by": finder,
    });
    Entry::new(model, fact.pack, cells, own)
}

const fn type_of(domain: &Domain) -> &'static str {
    match &domain.kind {
        DomainKind::Bool => "yes-or-no",
        DomainKind::Numbers { .. } => "number",
        DomainKind::Words { ordered: true, .. } => "scale",
        DomainKind::Words { .. } => "word",
        DomainKind::Sets(_) => "set",
        DomainKind::Text(_) => "text",
    }
}

/// The words of a domain; of numbers, their ends and step; of free text, those that rules name.
fn values(model: &Model, domain: &Domain) -> Value {
    match &domain.kind {
        DomainKind::Bool => json!(["no", "yes"]),
        DomainKind::Numbers { step, count, .. } => {
            let end = |index| domain.value(index).show(&model.words, false);
            json!({ "low": end(0), "high": end(count.saturating_sub(1)), "step": step.to_string() })
        }
        _ => domain
            .words()
            .iter()
            .map(|word| json!(model.words.text(*word)))
            .collect(),
    }
}

pub(super) fn readings(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = (0..).zip(&model.variables).filter_map(|(index, variable)| {
        let entry = reading(model, VariableId(index), variable)?;
        Some(entry.at(holdings.sources, variable.span))
    });
    made.collect()
}

fn reading(model: &Model, id: VariableId, variable: &Variable) -> Option<Entry> {
    let reading = variable.reading.as_ref()?;
    let Role::Reading(default) = variable.role else {
        return None;
    };
    let default = model.show_index(id, default);
    let options: Map<String, Value> = (0..)
        .zip(&reading.options)
        .map(|(index, says)| (model.show_index(id, index), json!(says)))
        .collect();
    let cells = vec![
        variable.name.clone(),
        default.clone(),
        reading.cite.join(", "),
        reading.asks.clone(),
    ];
    let own = json!({
        "name": variable.name,
        "cite": reading.cite,
        "asks": reading.asks,
        "options": options,
        "default": default,
        "because": text_or_null(&reading.because),
        "used-by": used_by(model, id),
    });
    Some(Entry::new(model, variable.pack, cells, own))
}

/// The questions whose rules ask for a reading.
fn used_by(model: &Model, id: VariableId) -> Vec<&str> {
    let mut names: Vec<&str> = model
        .rules
        .iter()
        .filter(|rule| super::rules::variables(rule).contains(&id))
        .filter_map(|rule| model.question(rule.question))
        .map(|question| {
            match question
                .process
                .and_then(|process| model.processes.at(process.index()))
            {
                Some(process) => process.name.as_str(),
                None => question.name.as_str(),
            }
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
