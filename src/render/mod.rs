//! What a person or a program sees: text for a terminal, JSON, Markdown, CSV. It computes nothing.

pub mod answer;
pub mod answer_json;
pub mod answers;
pub mod chart;
pub mod count;
pub mod coverage;
pub mod diagnostic;
<<<<<<< HEAD
pub mod diff;
=======
pub mod erratum;
>>>>>>> 52262b0 (List, show, write and fold errata: the old value is filled in, and folding proves that nothing else changed)
pub mod list;
pub mod page;
pub mod style;
pub mod table;
pub mod trials;
