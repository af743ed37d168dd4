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
    /// Its sections, in order.
    pub sections: Vec<CardSection>,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
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
