//! The facts of turns as a program tells them: JSON Lines, an object of facts a turn.

use super::turns::Facts;
use crate::diagnostic::Diagnostic;
use crate::model::{Model, Process};
use crate::rulebook::unique::Unique;
use crate::rulebook::{lines, request, terms};
use serde_json::Value;

/// The facts of each turn.
pub fn read_events(model: &Model, process: &Process, text: &str) -> Result<Vec<Facts>, Diagnostic> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = lines.map(|(number, line)| {
        read_event(model, process, line).map_err(|wrong| {
            let message = format!("line {number} of the events: {}", wrong.message);
            wrong.says(message)
        })
    });
    read.collect()
}

fn read_event(model: &Model, process: &Process, line: &str) -> Result<Facts, Diagnostic> {
    let wrong = |message: String| Diagnostic::request(message);
    let Unique(fields) =
        serde_json::from_str(line).map_err(|error| wrong(format!("it is no JSON: {error}")))?;
    let Value::Object(fields) = fields else {
        return Err(wrong("it is no object of facts".to_owned()));
    };
    let mut facts = Facts::new();
    for (name, value) in &fields {
        let text = lines::text(name, value)?;
        let fact = request::named(model, name)?;
        lines::refuse_foreign(model, process, (name, fact))?;
        for (fact, index) in terms::one(model, fact, &text)? {
            match facts.iter().find(|(own, _)| *own == fact) {
                None => facts.push((fact, index)),
                Some((_, other)) if *other == index => {}
                Some(_) => {
                    let name = model.variable_name(fact);
                    return Err(wrong(format!("`{name}` is told in two ways")));
                }
            }
        }
    }
    Ok(facts)
}
