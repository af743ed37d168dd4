//! Cards, checked.

use super::{Expr, PackId, QuestionId, VariableId};
use crate::source::Span;

/// A page that shows, of the questions it names, those whose answers matter in a situation.
#[derive(Debug, Clone)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it takes facts to be where they are not given, in order.
    pub finds: Vec<CardFind>,
    /// Its sections, in order.
    pub sections: Vec<CardSection>,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// What a card takes a fact to be where it is not given.
#[derive(Debug, Clone)]
pub struct CardFind {
    /// The fact.
    pub fact: VariableId,
    /// What it is.
    pub is: Expr,
    /// When; always, if not said.
    pub when: Option<Expr>,
    /// By which paragraph; those of the question that it asks, if empty.
    pub cite: String,
}

/// A section of a card.
#[derive(Debug, Clone)]
pub struct CardSection {
    /// Its title.
    pub title: String,
    /// Its lines, in order.
    pub lines: Vec<CardLine>,
}

/// A line of a card.
#[derive(Debug, Clone)]
pub struct CardLine {
    /// The question.
    pub question: QuestionId,
    /// The facts for which it is asked, whatever the situation says of them.
    pub bound: Vec<(VariableId, Expr)>,
    /// The words before the answer.
    pub label: String,
    /// When the line stands on the page; wherever its answer says something, if not said.
    pub when: Option<Expr>,
    /// Where it is written.
    pub span: Span,
}
