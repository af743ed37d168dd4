//! What a person or a program sees: text for a terminal, JSON. It computes nothing.

pub mod answer;
pub mod answer_json;
pub mod diagnostic;
pub mod style;
