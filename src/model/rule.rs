//! Rules and their exceptions, checked.

use super::{ChartId, Expr, GapId, PackId, QuestionId};
use crate::source::Span;

/// One contribution to a question.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The question.
    pub question: QuestionId,
    /// Its paragraph.
    pub cite: String,
    /// When it applies.
    pub when: Option<Expr>,
    /// What it gives.
    pub outcome: Outcome,
    /// When it does not, or gives something else.
    pub except: Vec<Exception>,
    /// Free text.
    pub note: String,
    /// The chart's cell or line that it is, if it is one.
    pub cell: Option<Cell>,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// What a rule or exception gives.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The value of an expression.
    Gives(Expr),
    /// Nothing: the source lost it.
    Gap(GapId),
}

/// An exception to a rule, or to an exception.
#[derive(Debug, Clone)]
pub struct Exception {
    /// Its paragraph.
    pub cite: String,
    /// When it applies, within its rule.
    pub when: Option<Expr>,
    /// What holds instead; nothing, if not said.
    pub outcome: Option<Outcome>,
    /// Its own exceptions.
    pub except: Vec<Exception>,
    /// Free text.
    pub note: String,
    /// Where it is written.
    pub span: Span,
}

/// A place in a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The chart.
    pub chart: ChartId,
    /// Its row, from 0.
    pub row: u32,
    /// Its column, from 0.
    pub column: u32,
}
