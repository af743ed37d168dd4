//! `Card(…)`: a page of questions for one situation, as written.

use crate::source::{Span, Text};

/// A page that shows, of the questions it names, those whose answers matter in a situation.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its name.
    pub id: Text,
    /// Its title.
    pub title: String,
    /// Its sections, in order.
    pub sections: Vec<CardSection>,
}

/// `("Weather", […])`
#[derive(Debug, Clone)]
pub struct CardSection {
    /// Its title.
    pub title: String,
    /// Its lines, in order.
    pub lines: Vec<CardLine>,
}

/// `"air-support-allowed"`, or `(ask: "…", label: "…", when: "…")`.
#[derive(Debug, Clone)]
pub struct CardLine {
    /// The question, with facts bound where it is to be asked for these.
    pub ask: Text,
    /// The words before the answer; the question's own name, if not said.
    pub label: Option<Text>,
    /// When the line stands on the page; wherever its answer says something, if not said.
    pub when: Option<Text>,
    /// The whole line.
    pub span: Span,
}
