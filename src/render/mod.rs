//! What a person or a program sees: text for a terminal, JSON, Markdown, CSV. It computes nothing.

pub mod about;
pub mod answer;
pub mod answers;
pub mod card;
pub mod chart;
pub mod codes;
pub mod count;
pub mod coverage;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod erratum;
pub mod find;
pub mod fold;
pub mod game;
pub mod list;
pub mod mutants;
pub mod odds;
pub mod page;
pub mod pins;
pub mod play;
pub mod roll;
pub mod schema;
pub mod style;
pub mod table;
pub mod told;
pub mod trials;
pub mod visible;
pub mod words;

pub use fold::{PAGE_WIDTH, fold};

use document::Document;

/// What is shown of a result, once: a program reads it as it stands (each is a [`serde::Serialize`] with a published schema),
/// and all that a person reads is made from its page.
pub trait View: serde::Serialize {
    /// The page, to be printed for a terminal, as Markdown or as HTML.
    fn page(&self) -> Document;

    /// The table, where there is one that a spreadsheet takes.
    fn csv(&self) -> String {
        String::new()
    }

    /// What the table for a spreadsheet does not say, a line each.
    fn beside_csv(&self) -> Vec<String> {
        Vec::new()
    }
}
