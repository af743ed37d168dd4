//! Procedures: their steps.

use super::super::node::{Node, Problems};
use super::super::{Procedure, ProcedureStep, StepDoes};
use super::fields::Fields;
use super::{names, nouns, texts};
use crate::diagnostic::Diagnostic;
use crate::source::Text;

/// `Procedure(…)`
pub(super) fn procedure(item: &Text, node: &Node, problems: &Problems) -> Option<Procedure> {
    let fields = Fields::open(node, item.span, &nouns::PROCEDURE, problems)?;
    let (id, outcome) = (fields.need_text("id"), fields.need_texts("outcome"));
    let steps = fields
        .need("steps")
        .map(|_| fields.each("steps", step))
        .unwrap_or_default();
    let id = id?;
    names::check(&id, problems);
    Some(Procedure {
        id,
        title: fields.prose("title"),
        cite: fields.texts("cite"),
        start: fields.texts("start"),
        steps,
        sometimes: fields.texts("sometimes"),
        outcome: outcome?,
    })
}

fn step(node: &Node, problems: &Problems) -> Option<ProcedureStep> {
    let fields = Fields::open(node, node.span, &nouns::PROCEDURE_STEP, problems)?;
    let does = does(&fields)?;
    Some(ProcedureStep {
        does,
        when: fields.text("when"),
        otherwise: fields.text("otherwise"),
        cite: fields.text("cite"),
        note: fields.prose("note"),
        span: fields.span,
    })
}

/// One of `roll`, `ask` with `as`, and `do`.
fn does(fields: &Fields<'_>) -> Option<StepDoes> {
    let given: Vec<&str> = ["roll", "ask", "do"]
        .into_iter()
        .filter(|key| fields.get(key).is_some())
        .collect();
    if let [_, _, ..] = given.as_slice() {
        let node = fields.get(given.get(1)?)?;
        let found = texts::wrong(node, "a step", "one of `roll`, `ask` and `do`");
        fields.problems.report(Diagnostic {
            message: "a step does one thing".to_owned(),
            ..found
        });
        return None;
    }
    match given.first() {
        Some(&"roll") => Some(StepDoes::Roll(fields.need_text("roll")?)),
        Some(&"do") => Some(StepDoes::Do(fields.need_text("do")?)),
        _ => {
            let (ask, bind) = (fields.need_text("ask"), fields.need_text("as"));
            Some(StepDoes::Ask {
                ask: ask?,
                bind: bind?,
            })
        }
    }
}
