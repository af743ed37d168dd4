//! Questions, and how their rules make an answer.

use super::{Expr, PackId, ProcessId, QuestionId, RuleId, Type, VariableId};
use crate::source::Span;
use crate::value::{Domain, Number, Value};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Question {
    pub name: String,
    pub alias: Vec<String>,
    pub cite: Vec<String>,
    pub asks: String,
    pub from: Vec<VariableId>,
    /// The values that it is limited to: for each fact, which indices are asked.
    pub only: Vec<(VariableId, Vec<bool>)>,
    /// The answers of other questions that are told beside its own.
    pub beware: Vec<(QuestionId, Value)>,
    pub answer: Type,
    pub answer_text: String,
    /// The values it may answer, where these are a finite domain.
    pub range: Option<Domain>,
    /// Whether some part of it could not be resolved, so that nothing can be proved of it.
    pub broken: bool,
    /// Whether a fault of one of its charts is told already: a gap or an overlap that follows from it is not told again.
    pub chart_fault: bool,
    pub combine: Combine,
    /// In the order of the packs and files.
    pub rules: Vec<RuleId>,
    pub otherwise: Option<Otherwise>,
    /// The fact that it finds, where it bears the name of one.
    pub finds: Option<VariableId>,
    /// The process whose step it is, if it is one.
    pub process: Option<ProcessId>,
    pub pack: PackId,
    pub note: String,
    pub span: Span,
}

impl Question {
    /// Whether it is asked where a fact has the value at an index.
    pub fn is_asked_for(&self, fact: VariableId, index: u32) -> bool {
        let only = self.only.iter().find(|(other, _)| *other == fact);
        only.is_none_or(|(_, asked)| asked.get(index as usize) == Some(&true))
    }

    /// Whether nothing at all answers it.
    pub fn is_unanswered(&self) -> bool {
        let adds_up = matches!(
            self.combine,
            Combine::Sum | Combine::Any | Combine::All | Combine::Union
        );
        self.rules.is_empty() && self.otherwise.is_none() && !adds_up
    }
}

/// What a question answers where no rule applies.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Otherwise {
    pub gives: Expr,
    pub cite: String,
}

/// How the rules of a question make its answer: the hit policy of its decision table, as DMN (Decision Model and Notation) calls
/// it. Its *Priority*, *First* and *Rule order* are not here: which rule wins is said by exceptions and by packs, not by order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Combine {
    /// The answer of the rules that apply; they must agree. DMN: *Any*.
    OnlyOne,
    /// DMN: *Collect*, `C+`.
    Sum,
    /// DMN: *Collect*, `C<`.
    Least,
    /// DMN: *Collect*, `C>`.
    Greatest,
    /// Yes if any applies and gives yes.
    Any,
    /// No if any applies and gives no.
    All,
    /// The set of all words given. DMN: *Collect*, `C`.
    Union,
}

impl Combine {
    const NAMES: [(Self, &'static str); 7] = [
        (Self::OnlyOne, "only-one"),
        (Self::Sum, "sum"),
        (Self::Least, "least"),
        (Self::Greatest, "greatest"),
        (Self::Any, "any"),
        (Self::All, "all"),
        (Self::Union, "union"),
    ];

    /// Its name in a pack.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(combine, _)| *combine == self);
        named.map_or("", |(_, name)| name)
    }

    pub fn parse(name: &str) -> Option<Self> {
        let named = Self::NAMES.iter().find(|(_, text)| *text == name);
        named.map(|(combine, _)| *combine)
    }

    /// What the question answers where no rule applies and it has no `otherwise`.
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
