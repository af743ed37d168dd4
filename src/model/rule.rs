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
    /// Whether the rules of the packs that its own wins over stand beside it.
    pub beside: bool,
    /// Free text.
    pub note: String,
    /// The chart's cell or line that it is, if it is one.
    pub cell: Option<Cell>,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

impl Rule {
    /// Its expressions and those of its exceptions, in the order of the text.
    #[must_use]
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut all: Vec<&Expr> = self.when.iter().chain(self.outcome.gives()).collect();
        self.except
            .iter()
            .for_each(|exception| exception.exprs(&mut all));
        all
    }

    /// Calls `change` for each of them.
    pub fn each_expr_mut(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        self.when.iter_mut().for_each(&mut *change);
        self.outcome.gives_mut().into_iter().for_each(&mut *change);
        self.except
            .iter_mut()
            .for_each(|exception| exception.each_expr_mut(change));
    }
}

impl Exception {
    fn exprs<'a>(&'a self, all: &mut Vec<&'a Expr>) {
        all.extend(&self.when);
        all.extend(self.outcome.as_ref().and_then(Outcome::gives));
        self.except.iter().for_each(|inner| inner.exprs(all));
    }

    fn each_expr_mut(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        self.when.iter_mut().for_each(&mut *change);
        let outcome = self.outcome.as_mut().and_then(Outcome::gives_mut);
        outcome.into_iter().for_each(&mut *change);
        self.except
            .iter_mut()
            .for_each(|inner| inner.each_expr_mut(change));
    }
}

impl Outcome {
    /// The expression that it gives the value of.
    #[must_use]
    pub const fn gives(&self) -> Option<&Expr> {
        match self {
            Self::Gives(expr) => Some(expr),
            Self::Gap(_) => None,
        }
    }

    const fn gives_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Self::Gives(expr) => Some(expr),
            Self::Gap(_) => None,
        }
    }
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
