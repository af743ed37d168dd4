//! Typed expressions: every name resolved, every unit checked. Both the diagram and the plain evaluator work on these.

use super::{QuestionId, VariableId};
use crate::source::Span;
use crate::syntax::{Comparison, Rounding};
use crate::value::{Domain, Number, UnitId, Value, Word};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The type of an expression or an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Type {
    Bool,
    Number(UnitOf),
    NumberOr(UnitOf, Vec<Word>),
    /// One of some words; a scale where ordered.
    Words {
        words: Vec<Word>,
        ordered: bool,
    },
    Set(Vec<Word>),
    Text,
}

impl Type {
    /// The unit of a number, where it has one of a game.
    pub const fn unit_id(&self) -> Option<UnitId> {
        match self {
            Self::Number(UnitOf::Unit(unit)) | Self::NumberOr(UnitOf::Unit(unit), _) => Some(*unit),
            _ => None,
        }
    }
}

/// The unit of a number, as far as its expression tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnitOf {
    /// A bare number fits any unit.
    Bare,
    /// A signed number or a rate: a modifier, fits where modifiers do.
    Signed,
    Unit(UnitId),
}

/// A typed expression and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expr {
    pub kind: Kind,
    pub of: Type,
    pub span: Span,
}

/// An operation of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide(Rounding),
    Least,
    Greatest,
    /// A comparison of numbers; equality of any two values.
    Compare(Comparison),
    And,
    Or,
    /// Whether the set on the left has the word on the right.
    Includes,
    /// The words of both sets.
    Union,
    /// The words of the left set that the right one has not.
    Without,
}

/// Membership: one of some values, or within one of some ranges of numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    Values(Vec<Value>),
    /// Ends included; an end that is missing is open.
    Ranges(Vec<(Option<Number>, Option<Number>)>),
}

impl Test {
    pub fn holds(&self, value: &Value) -> bool {
        match self {
            Self::Values(values) => values.contains(value),
            Self::Ranges(ranges) => value.number().is_some_and(|number| {
                ranges.iter().any(|(low, high)| {
                    low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
                })
            }),
        }
    }

    /// The indices of a domain's values for which it holds: ranges in order that do not meet.
    pub fn within(&self, domain: &Domain) -> Vec<Range<u32>> {
        let mut all: Vec<Range<u32>> = match self {
            Self::Values(values) => {
                let indices = values.iter().filter_map(|value| domain.index(value));
                indices.map(|index| index..index + 1).collect()
            }
            Self::Ranges(ranges) => ranges
                .iter()
                .map(|(low, high)| domain.indices(*low, *high))
                .collect(),
        };
        all.retain(|range| !range.is_empty());
        all.sort_unstable_by_key(|range| range.start);
        let mut joined: Vec<Range<u32>> = Vec::with_capacity(all.len());
        for range in all {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        joined
    }
}

/// Where a step beyond the end of a scale leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Beyond {
    /// To the end.
    Stops,
    /// Around to the other end.
    Wraps,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    Constant(Value),
    Variable(VariableId),
    /// Another question, with these variables bound for it.
    Question(QuestionId, Bound),
    Binary(Operation, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Round(Rounding, Box<Expr>),
    /// The second where the first holds, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The position of a word on a scale, from 0.
    Rank(Vec<Word>, Box<Expr>),
    /// The word at a position of a scale.
    Unrank(Vec<Word>, Beyond, Box<Expr>),
    In(Test, Box<Expr>),
}

/// The variables that are bound for a question, and by what.
pub type Bound = Vec<(VariableId, Expr)>;

impl Expr {
    /// Visits this expression and all within it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        match &self.kind {
            Kind::Constant(_) | Kind::Variable(_) => {}
            Kind::Question(_, bound) => bound.iter().for_each(|(_, value)| value.walk(visit)),
            Kind::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Kind::If(condition, then, other) => {
                condition.walk(visit);
                then.walk(visit);
                other.walk(visit);
            }
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => inner.walk(visit),
        }
    }

    /// This expression and all within it, outermost first.
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = Vec::new();
        self.walk(&mut |part| parts.push(part));
        parts
    }

    /// The questions that it asks, each as often as it does.
    pub fn questions(&self) -> impl Iterator<Item = QuestionId> {
        let parts = self.parts().into_iter();
        parts.filter_map(|part| match part.kind {
            Kind::Question(id, _) => Some(id),
            _ => None,
        })
    }

    /// The variables that it names, each as often as it does.
    pub fn variables(&self) -> impl Iterator<Item = VariableId> {
        let parts = self.parts().into_iter();
        parts.filter_map(|part| match part.kind {
            Kind::Variable(id) => Some(id),
            _ => None,
        })
    }

    /// Changes the bindings of each question called within it, innermost first.
    pub fn each_call_mut(&mut self, change: &mut dyn FnMut(QuestionId, &mut Bound, Span)) {
        match &mut self.kind {
            Kind::Constant(_) | Kind::Variable(_) => {}
            Kind::Question(called, bound) => {
                let inner = bound.iter_mut().map(|(_, value)| value);
                inner.for_each(|value| value.each_call_mut(change));
                change(*called, bound, self.span);
            }
            Kind::Binary(_, left, right) => {
                left.each_call_mut(change);
                right.each_call_mut(change);
            }
            Kind::If(condition, then, other) => {
                condition.each_call_mut(change);
                then.each_call_mut(change);
                other.each_call_mut(change);
            }
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => inner.each_call_mut(change),
        }
    }

    /// The parts of a condition that must all hold: `a and b and c` is three.
    pub fn conjuncts(&self) -> Vec<&Self> {
        match &self.kind {
            Kind::Binary(Operation::And, left, right) => {
                [left.conjuncts(), right.conjuncts()].concat()
            }
            _ => vec![self],
        }
    }
}
