//! An example written as a pack has it.

use super::ready::answer;
use crate::diagram::Leaf;
use crate::model::{Asked, Example, Model, QuestionId, VariableId};
use crate::value::{DomainKind, Value};

/// A value as an example gives it.
fn in_example(model: &Model, variable: VariableId, index: u32) -> String {
    let shown = model.show_index(variable, index);
    match model.variable(variable).map(|found| &found.domain.kind) {
        Some(DomainKind::Text(_)) => format!("'{shown}'"),
        Some(DomainKind::Sets(_)) if index == 0 => "none".to_owned(),
        _ => shown,
    }
}

/// An example as a pack has it.
pub(super) fn in_toml(model: &Model, example: &Example) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let one = |variable: VariableId, index: u32| {
        let name = model.variable_name(variable);
        let key = if name.contains(['/', ' ']) {
            quoted(name)
        } else {
            name.to_owned()
        };
        format!("{key} = {}", quoted(&in_example(model, variable, index)))
    };
    let table = |facts: &[(VariableId, u32)]| {
        let facts: Vec<String> = facts
            .iter()
            .map(|(variable, index)| one(*variable, *index))
            .collect();
        if facts.is_empty() {
            "{}".to_owned()
        } else {
            format!("{{ {} }}", facts.join(", "))
        }
    };
    let given: Vec<(VariableId, u32)> = example
        .given
        .iter()
        .filter_map(|(own, indices)| Some((*own, *indices.first()?)))
        .collect();
    let expected = |id: Option<QuestionId>, value: &Option<Value>| {
        let leaf = value.clone().map(Leaf::Value);
        let shown = leaf.map_or_else(
            || "gap".to_owned(),
            |leaf| {
                id.map_or_else(
                    || {
                        leaf.value()
                            .map_or_else(String::new, |value| value.show(&model.words, false))
                    },
                    |id| answer(model, id, &leaf),
                )
            },
        );
        quoted(&shown)
    };
    let mut text = format!("[[example]]\ncite = {}\n", quoted(&example.cite));
    match &example.asked {
        Asked::Questions(asked) => {
            text.push_str(&format!("given = {}\n", table(&given)));
            for (id, value, _) in asked {
                let name = model
                    .question(*id)
                    .map_or("", |question| question.name.as_str());
                text.push_str(&format!(
                    "ask = {}\nexpect = {}\n",
                    quoted(name),
                    expected(Some(*id), value)
                ));
            }
        }
        Asked::Procedure(procedure, rolls, outcome) => {
            let name = model
                .procedure(*procedure)
                .map_or("", |procedure| procedure.name.as_str());
            let rolls: Vec<String> = rolls.iter().map(|roll| quoted(&roll.value)).collect();
            let ends = outcome.iter().map(|(fact, value, _)| {
                format!("{} = {}", model.variable_name(*fact), expected(None, value))
            });
            let ends: Vec<String> = ends.collect();
            text.push_str(&format!(
                "procedure = {}\nstart = {}\n",
                quoted(name),
                table(&given)
            ));
            text.push_str(&format!(
                "rolls = [{}]\noutcome = {{ {} }}\n",
                rolls.join(", "),
                ends.join(", ")
            ));
        }
        Asked::Process(process, turns) => {
            let name = model
                .processes
                .get(process.index())
                .map_or("", |process| process.name.as_str());
            text.push_str(&format!(
                "process = {}\nstart = {}\n",
                quoted(name),
                table(&given)
            ));
            for turn in turns {
                let states = turn
                    .expect
                    .iter()
                    .map(|(name, value, _)| format!("{name} = {}", expected(None, value)));
                let states: Vec<String> = states.collect();
                text.push_str(&format!(
                    "turns = [{}]\nstates = [{{ {} }}]\n",
                    table(&turn.given),
                    states.join(", ")
                ));
            }
        }
    }
    if !example.readings.is_empty() {
        text.push_str(&format!("readings = {}\n", table(&example.readings)));
    }
    text
}
