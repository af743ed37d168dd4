//! `Card(…)`: a page of questions for one situation, as written.

use crate::source::{Span, Text};

/// A page that shows, of the questions it names, those whose answers matter in a situation.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its name.
    pub id: Text,
    /// Its title.
    pub title: String,
    /// What it takes facts to be where they are not given, in order.
    pub finds: Vec<CardFind>,
    /// Its sections, in order.
    pub sections: Vec<CardSection>,
}

/// `(fact: "snow", is: "none", when: "weather is not snow", cite: "E3.7")`
#[derive(Debug, Clone)]
pub struct CardFind {
    /// The fact.
    pub fact: Text,
    /// What it is, where it is not given: an expression.
    pub is: Text,
    /// When; always, if not said.
    pub when: Option<Text>,
    /// By which paragraph; those of the question that it asks, if not said.
    pub cite: Option<Text>,
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
