//! Typed expressions: every name resolved, every unit checked. Both the diagram and the plain evaluator work on these.

use super::{QuestionId, VariableId};
use crate::source::Span;
use crate::syntax::{Comparison, Rounding};
use crate::value::{Number, UnitId, Value, Word};

/// The type of an expression or an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Yes or no.
    Bool,
    /// A number in a unit.
    Number(UnitOf),
    /// A number in a unit, or one of some words.
    NumberOr(UnitOf, Vec<Word>),
    /// One of some words; a scale where ordered.
    Words {
        /// The words, in order.
        words: Vec<Word>,
        /// Whether the order means something.
        ordered: bool,
    },
    /// Any number of some words.
    Set(Vec<Word>),
    /// Free text.
    Text,
}

/// The unit of a number, as far as its expression tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnitOf {
    /// A bare number: fits any unit.
    Bare,
    /// A signed number or a rate: a modifier, fits where modifiers do.
    Signed,
    /// A declared unit.
    Unit(UnitId),
}

/// A typed expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Its type.
    pub of: Type,
    /// Where it is written.
    pub span: Span,
}

/// Arithmetic and selections of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient, rounded.
    Divide(Rounding),
    /// The lesser.
    Least,
    /// The greater.
    Greatest,
    /// A comparison of numbers; equality of any two values.
    Compare(Comparison),
    /// Both.
    And,
    /// Either.
    Or,
    /// Whether the set on the left has the word on the right.
    Includes,
}

/// Membership: one of some values, or within one of some ranges of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// One of these.
    Values(Vec<Value>),
    /// Within one of these ranges, ends included; an end that is missing is open.
    Ranges(Vec<(Option<Number>, Option<Number>)>),
}

impl Test {
    /// Whether a value passes.
    #[must_use]
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
}

/// Where a step beyond the end of a scale leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    /// To the end.
    Stops,
    /// Around to the other end.
    Wraps,
}

/// The kinds of typed expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A value.
    Constant(Value),
    /// A fact, reading or state.
    Variable(VariableId),
    /// Another question, with these variables bound for it.
    Question(QuestionId, Vec<(VariableId, Expr)>),
    /// Two operands.
    Binary(Operation, Box<Expr>, Box<Expr>),
    /// Not.
    Not(Box<Expr>),
    /// Rounded.
    Round(Rounding, Box<Expr>),
    /// The first where the condition holds, else the second: (condition, then, else).
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The position of a word on a scale, from 0.
    Rank(Vec<Word>, Box<Expr>),
    /// The word at a position of a scale.
    Unrank(Vec<Word>, Beyond, Box<Expr>),
    /// Membership.
    In(Test, Box<Expr>),
}

impl Expr {
    /// Calls `visit` for this expression and all within it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        visit(self);
        match &self.kind {
            Kind::Constant(_) | Kind::Variable(_) => {}
            Kind::Question(_, bound) => bound.iter().for_each(|(_, value)| value.walk(visit)),
            Kind::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => {
                inner.walk(visit);
            }
            Kind::If(condition, then, other) => {
                condition.walk(visit);
                then.walk(visit);
                other.walk(visit);
            }
        }
    }

    /// Calls `change` for this expression and all within it, innermost first.
    pub fn walk_mut(&mut self, change: &mut dyn FnMut(&mut Self)) {
        match &mut self.kind {
            Kind::Constant(_) | Kind::Variable(_) => {}
            Kind::Question(_, bound) => {
                bound
                    .iter_mut()
                    .for_each(|(_, value)| value.walk_mut(change));
            }
            Kind::Binary(_, left, right) => {
                left.walk_mut(change);
                right.walk_mut(change);
            }
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => inner.walk_mut(change),
            Kind::If(condition, then, other) => {
                condition.walk_mut(change);
                then.walk_mut(change);
                other.walk_mut(change);
            }
        }
        change(self);
    }

    /// The parts of a condition that must all hold: `a and b and c` is three.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<&Self> {
        match &self.kind {
            Kind::Binary(Operation::And, left, right) => {
                let mut parts = left.conjuncts();
                parts.extend(right.conjuncts());
                parts
            }
            _ => vec![self],
        }
    }
}
