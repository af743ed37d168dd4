//! Rules and their exceptions.

use super::{ChartId, Expr, GapId, PackId, QuestionId};
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// One contribution to a question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Rule {
    pub question: QuestionId,
    pub cite: String,
    pub when: Option<Expr>,
    pub outcome: Outcome,
    pub except: Vec<Exception>,
    /// Whether the rules of the packs that its own wins over stand beside it.
    pub beside: bool,
    pub note: String,
    /// The chart's cell or line that it is, if it is one.
    pub cell: Option<Cell>,
    pub pack: PackId,
    pub span: Span,
}

/// What a rule or exception gives.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Outcome {
    Gives(Expr),
    /// The source lost it.
    Gap(GapId),
}

/// An exception to a rule, or to an exception.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Exception {
    pub cite: String,
    /// When it applies, within its rule.
    pub when: Option<Expr>,
    /// What holds instead; nothing, if not said.
    pub outcome: Option<Outcome>,
    pub except: Vec<Exception>,
    pub note: String,
    pub span: Span,
}

/// A place in a chart: its row and column, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    pub chart: ChartId,
    pub row: u32,
    pub column: u32,
}

impl Rule {
    /// Its expressions and those of its exceptions, in the order of the text.
    pub fn exprs(&self) -> Vec<&Expr> {
        let own = self.when.iter().chain(self.outcome.gives());
        own.chain(self.except.iter().flat_map(Exception::exprs))
            .collect()
    }

    /// The gaps that it answers, with those of its exceptions.
    pub fn gaps(&self) -> Vec<GapId> {
        let own = self.outcome.gap().into_iter();
        own.chain(self.except.iter().flat_map(Exception::gaps))
            .collect()
    }

    /// Its exceptions, each before those that it has itself.
    pub fn exceptions(&self) -> Vec<&Exception> {
        self.except.iter().flat_map(Exception::with_own).collect()
    }

    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        let own = self.when.iter_mut().chain(self.outcome.gives_mut());
        own.chain(self.except.iter_mut().flat_map(Exception::exprs_mut))
            .collect()
    }
}

impl Exception {
    fn with_own(&self) -> Vec<&Self> {
        let own = self.except.iter().flat_map(Self::with_own);
        std::iter::once(self).chain(own).collect()
    }

    fn gaps(&self) -> Vec<GapId> {
        let own = self.outcome.iter().filter_map(Outcome::gap);
        own.chain(self.except.iter().flat_map(Self::gaps)).collect()
    }

    fn exprs(&self) -> Vec<&Expr> {
        let gives = self.outcome.iter().filter_map(Outcome::gives);
        let inner = self.except.iter().flat_map(Self::exprs);
        self.when.iter().chain(gives).chain(inner).collect()
    }

    fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        let gives = self.outcome.iter_mut().filter_map(Outcome::gives_mut);
        let inner = self.except.iter_mut().flat_map(Self::exprs_mut);
        self.when.iter_mut().chain(gives).chain(inner).collect()
    }
}

impl Outcome {
    const fn gap(&self) -> Option<GapId> {
        match self {
            Self::Gap(gap) => Some(*gap),
            Self::Gives(_) => None,
        }
    }

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
