//! An example written as a pack has it.

use crate::diagram::Leaf;
use crate::model::{Asked, Example, ExampleTurn, Model, QuestionId, VariableId};
use crate::source::Text;
use crate::value::{DomainKind, Value};

/// An example as a pack has it.
pub(super) fn in_toml(model: &Model, example: &Example) -> String {
    let first = |(fact, indices): &(VariableId, Vec<u32>)| Some((*fact, *indices.first()?));
    let given: Vec<(VariableId, u32)> = example.given.iter().filter_map(first).collect();
    let given = table(model, &given);
    let mut text = format!("[[example]]\ncite = {}\n", quoted(&example.cite));
    text.push_str(&match &example.asked {
        Asked::Questions(asked) => {
            let asked = asked
                .iter()
                .map(|(id, value, _)| question(model, *id, value.as_ref()));
            format!("given = {given}\n{}", asked.collect::<String>())
        }
        Asked::Procedure(id, rolls, outcome) => {
            let name = model.procedure(*id).map_or("", |own| own.name.as_str());
            let named = |(fact, value, _): &(VariableId, Option<Value>, _)| {
                let name = model.variable_name(*fact);
                format!("{name} = {}", expected(model, value.as_ref()))
            };
            let ends: Vec<String> = outcome.iter().map(named).collect();
            runs("procedure", name, &given) + &rolled(rolls, &ends)
        }
        Asked::Process(id, turns) => {
            let name = model.process(*id).map_or("", |own| own.name.as_str());
            let turns = turns.iter().map(|own| turn(model, own));
            runs("process", name, &given) + &turns.collect::<String>()
        }
    });
    if !example.readings.is_empty() {
        text.push_str(&format!("readings = {}\n", table(model, &example.readings)));
    }
    text
}

/// An answer as an example expects it.
pub(super) fn answer(model: &Model, id: QuestionId, leaf: &Leaf) -> String {
    let question = model.question(id);
    let signed = question.is_some_and(|question| model.is_signed(&question.answer));
    match leaf {
        Leaf::Value(value) => value.show(&model.words, signed),
        Leaf::Gap(_) => "gap".to_owned(),
        Leaf::Outside => "not asked".to_owned(),
        _ => "no answer".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn table(model: &Model, facts: &[(VariableId, u32)]) -> String {
    let fields = facts.iter().map(|(variable, index)| {
        let name = model.variable_name(*variable);
        let key = if name.contains(['/', ' ']) {
            quoted(name)
        } else {
            name.to_owned()
        };
        format!("{key} = {}", quoted(&fact(model, *variable, *index)))
    });
    in_braces(&fields.collect::<Vec<_>>())
}

fn in_braces(fields: &[String]) -> String {
    if fields.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", fields.join(", "))
    }
}

/// A value as an example gives it.
fn fact(model: &Model, variable: VariableId, index: u32) -> String {
    let shown = model.show_index(variable, index);
    match model.variable(variable).map(|found| &found.domain.kind) {
        Some(DomainKind::Text(_)) => format!("'{shown}'"),
        Some(DomainKind::Sets(_)) if index == 0 => "none".to_owned(),
        _ => shown,
    }
}

fn expected(model: &Model, value: Option<&Value>) -> String {
    quoted(&value.map_or_else(|| "gap".to_owned(), |value| value.show(&model.words, false)))
}

fn question(model: &Model, id: QuestionId, value: Option<&Value>) -> String {
    let name = model.question(id).map_or("", |own| own.name.as_str());
    let value = value.map_or_else(
        || "gap".to_owned(),
        |value| answer(model, id, &Leaf::Value(value.clone())),
    );
    format!("ask = {}\nexpect = {}\n", quoted(name), quoted(&value))
}

fn runs(what: &str, name: &str, start: &str) -> String {
    format!("{what} = {}\nstart = {start}\n", quoted(name))
}

fn rolled(rolls: &[Text], ends: &[String]) -> String {
    let rolls: Vec<String> = rolls.iter().map(|roll| quoted(&roll.value)).collect();
    format!(
        "rolls = [{}]\noutcome = {}\n",
        rolls.join(", "),
        in_braces(ends)
    )
}

fn turn(model: &Model, turn: &ExampleTurn) -> String {
    let states = turn.expect.iter();
    let states =
        states.map(|(name, value, _)| format!("{name} = {}", expected(model, value.as_ref())));
    let states: Vec<String> = states.collect();
    let given = table(model, &turn.given);
    format!("turns = [{given}]\nstates = [{}]\n", in_braces(&states))
}
