//! Packs, checked.

use super::PackId;
use crate::source::Span;

/// What a pack is.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its edition.
    pub edition: String,
    /// The packs that it requires, by name.
    pub requires: Vec<String>,
    /// The packs over which it takes precedence, and the paragraph that says so.
    pub over: Vec<(PackId, String)>,
    /// Its paragraphs: number and title.
    pub paragraphs: Vec<(String, String)>,
    /// Where each of its paragraphs is declared.
    pub paragraph_spans: Vec<Span>,
    /// Paragraphs without anything to compute, and why.
    pub nothing_to_compute: Vec<(String, String)>,
}
