//! The words for values, and for what is no value: said here, and nowhere else.

pub use crate::answer::told::{GAP, NO_ANSWER, NOT_ASKED, TWO_ANSWERS, no_value, words as leaf};

use crate::answer::Found;
use crate::model::{Gap, GapId, Model, VariableId};

/// Whether a text says that there is no value.
pub fn is_no_value(text: &str) -> bool {
    let lost = text
        .strip_prefix(GAP)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    lost || [NOT_ASKED, NO_ANSWER, TWO_ANSWERS].contains(&text)
}

/// `gap: what is lost`
pub fn gap(model: &Model, id: GapId) -> String {
    format!("{GAP}: {}", lost(model, id).map_or("", |gap| &gap.lost))
}

/// What is lost, and where.
pub fn lost(model: &Model, id: GapId) -> Option<&Gap> {
    model.gaps.at(id.index())
}

/// `fact = value`
pub fn equation(model: &Model, fact: VariableId, index: u32) -> String {
    format!(
        "{} = {}",
        model.variable_name(fact),
        model.show_index(fact, index)
    )
}

/// `fact = value, fact = value`
pub fn equations<N: std::fmt::Display, V: std::fmt::Display>(
    pairs: impl IntoIterator<Item = (N, V)>,
) -> String {
    let told = pairs
        .into_iter()
        .map(|(name, value)| format!("{name} = {value}"));
    told.collect::<Vec<_>>().join(", ")
}

/// The facts that nobody gave: what the rules say of them, and what is only usual.
pub fn found<'f>(model: &Model, found: impl IntoIterator<Item = &'f Found>) -> [String; 2] {
    let mut told = [Vec::new(), Vec::new()];
    for own in found {
        let [hence, usual] = &mut told;
        let place = if own.is_assumed(model) { usual } else { hence };
        let text = equation(model, own.fact, own.index);
        if !place.contains(&text) {
            place.push(text);
        }
    }
    told.map(|told| told.join(", "))
}

/// `1 region`, `2 regions`
pub fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A word as it stands alone.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
