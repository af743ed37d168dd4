//! What a person or a program sees: text for a terminal, JSON, Markdown, CSV. It computes nothing.

pub mod answer;
pub mod answer_json;
pub mod answers;
pub mod card;
pub mod chart;
pub mod count;
pub mod coverage;
pub mod diagnostic;
pub mod diff;
pub mod erratum;
mod fold;
pub mod list;
mod markdown;
pub mod mutants;
pub mod odds;
pub mod page;
pub mod pins;
pub mod play;
pub mod roll;
pub mod style;
pub mod table;
pub mod trials;

pub use fold::fold;
