//! Questions, checked.

use super::{Expr, PackId, ProcessId, RuleId, Type, VariableId};
use crate::source::Span;
use crate::value::{Domain, Number, Value};

/// A question.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name.
    pub name: String,
    /// Other names that it goes by.
    pub alias: Vec<String>,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// What it asks, in words.
    pub asks: String,
    /// The facts it takes.
    pub from: Vec<VariableId>,
    /// The values that it is limited to: for each fact, which indices are asked.
    pub only: Vec<(VariableId, Vec<bool>)>,
    /// The type of its answer.
    pub answer: Type,
    /// Its answer's type as written.
    pub answer_text: String,
    /// The values it may answer, where these are a finite domain.
    pub range: Option<Domain>,
    /// Whether some part of it could not be resolved, so that nothing can be proved of it.
    pub broken: bool,
    /// Whether a fault of one of its charts is told already: a gap or an overlap that follows from it is not told again.
    pub chart_fault: bool,
    /// How its rules make its answer.
    pub combine: Combine,
    /// Its rules, in the order of the packs and files.
    pub rules: Vec<RuleId>,
    /// What it answers where no rule applies.
    pub otherwise: Option<Otherwise>,
    /// The fact that it finds, where it bears the name of one.
    pub finds: Option<VariableId>,
    /// The process whose step it is, if it is one.
    pub process: Option<ProcessId>,
    /// Its pack.
    pub pack: PackId,
    /// Free text.
    pub note: String,
    /// Where it is declared.
    pub span: Span,
}

/// How the rules of a question make its answer: the hit policy of its decision table, as DMN (Decision Model and Notation) calls
/// it. Its *Priority*, *First* and *Rule order* are not here: which rule wins is said by exceptions and by packs, not by order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The answer of the rules that apply; they must agree. DMN: *Any*.
    OnlyOne,
    /// Their sum. DMN: *Collect*, `C+`.
    Sum,
    /// The least. DMN: *Collect*, `C<`.
    Least,
    /// The greatest. DMN: *Collect*, `C>`.
    Greatest,
    /// Yes if any applies and gives yes.
    Any,
    /// No if any applies and gives no.
    All,
    /// The set of all words given. DMN: *Collect*, `C`.
    Union,
}

impl Combine {
    /// Its name in a pack.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyOne => "only-one",
            Self::Sum => "sum",
            Self::Least => "least",
            Self::Greatest => "greatest",
            Self::Any => "any",
            Self::All => "all",
            Self::Union => "union",
        }
    }

    /// The way of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [
            Self::OnlyOne,
            Self::Sum,
            Self::Least,
            Self::Greatest,
            Self::Any,
            Self::All,
            Self::Union,
        ]
        .into_iter()
        .find(|combine| combine.name() == name)
    }

    /// What the question answers where no rule applies and it has no `otherwise`.
    #[must_use]
    pub fn where_none_applies(self) -> Option<Value> {
        match self {
            Self::Sum => Some(Value::Number(Number::from_integer(0))),
            Self::Any => Some(Value::Bool(false)),
            Self::All => Some(Value::Bool(true)),
            Self::Union => Some(Value::Set(Vec::new())),
            Self::OnlyOne | Self::Least | Self::Greatest => None,
        }
    }
}

/// What a question answers where no rule applies.
#[derive(Debug, Clone)]
pub struct Otherwise {
    /// The answer.
    pub gives: Expr,
    /// Its paragraph.
    pub cite: String,
}
