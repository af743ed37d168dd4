//! What can be said of a whole rulebook: which of its data the examples exercise, what its laws and examples come to,
//! everything that a question answers, what changed between two rulebooks. Models go in, findings come out as data; nothing is
//! rendered here.

pub mod about;
pub mod card;
pub mod coverage;
pub mod diff;
pub mod example;
pub mod fingerprint;
mod indicators;
pub mod mutants;
pub mod regions;
pub mod space;
pub mod table;
pub mod trials;

use crate::model::VariableId;

/// The value of a fact in a situation; its first value where that does not say it.
pub fn index_in(situation: &[(VariableId, u32)], fact: VariableId) -> u32 {
    let known = situation.iter().find(|(other, _)| *other == fact);
    known.map_or(0, |(_, index)| *index)
}

/// The paragraph of a citation: what stands before the first space, `F11.62` of `F11.62 EX1`.
pub fn paragraph_of(cite: &str) -> &str {
    cite.split(' ').next().unwrap_or_default()
}

/// The section that a paragraph belongs to: its number up to the first digit after the first full stop, `F11.6` of
/// `F11.621`.
pub fn section_of(paragraph: &str) -> &str {
    let end = paragraph.find('.').map_or(paragraph.len(), |dot| dot + 2);
    paragraph.get(..end).unwrap_or(paragraph)
}
