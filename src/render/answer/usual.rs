//! What an answer takes as usual, in few words.

use crate::answer::Answer;
use crate::model::{Model, VariableId};
use crate::value::DomainKind;

/// How many facts that are taken as usual are named.
const MOST_USUAL: usize = 3;

/// What was taken as usual of an answer, as it is told; of too many facts, how many they are.
pub fn usual_told(answer: &Answer<'_>) -> Option<Result<String, usize>> {
    let model = answer.model;
    let assumed = answer.taken.iter().filter(|taken| taken.is_assumed(model));
    let told: Vec<String> = assumed
        .map(|taken| as_told(model, taken.fact, taken.index))
        .collect();
    match told.len() {
        0 => None,
        many if many > MOST_USUAL => Some(Err(many)),
        _ => Some(Ok(told.join(", "))),
    }
}

/// A fact as people tell it: `emplaced`, `not emplaced`, `Hex terrain woods`.
pub fn as_told(model: &Model, fact: VariableId, index: u32) -> String {
    let title = model.title_of(fact);
    let is_bool = model.variables[fact].domain.kind == DomainKind::Bool;
    match (is_bool, model.label_of(fact, index).as_str()) {
        (true, "yes") => title,
        (true, _) => format!("not {title}"),
        (false, label) => format!("{title} {label}"),
    }
}
