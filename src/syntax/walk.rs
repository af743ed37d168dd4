//! The parts of an expression.

use super::{Expr, ExprKind, Member};

impl Expr {
    /// The expressions directly in it, in the order of the text.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Number { .. } | ExprKind::Quoted(_) | ExprKind::Name(_) => Vec::new(),
            ExprKind::Set(members) => members.iter().flat_map(Member::parts).collect(),
            ExprKind::Arithmetic(_, expression, other)
            | ExprKind::Divide(expression, other, _)
            | ExprKind::Compare(_, expression, other)
            | ExprKind::Word(expression, _, other)
            | ExprKind::Includes(expression, other) => vec![expression, other],
            ExprKind::Part(_, inner, _)
            | ExprKind::Negate(inner)
            | ExprKind::As(inner, _)
            | ExprKind::Was(inner)
            | ExprKind::Not(inner) => vec![inner],
            ExprKind::Rate(rate) => rate
                .of
                .iter()
                .chain(&rate.beyond)
                .map(|part| &**part)
                .collect(),
            ExprKind::Clamp(inner, least, most) => {
                let bounds = [least, most].into_iter().flatten();
                std::iter::once(inner)
                    .chain(bounds)
                    .map(|part| &**part)
                    .collect()
            }
            ExprKind::Least(list)
            | ExprKind::Greatest(list)
            | ExprKind::And(list)
            | ExprKind::Or(list) => list.iter().collect(),
            ExprKind::If(then, condition, other) => vec![then, condition, other],
            ExprKind::Shift { of, levels, .. } => vec![of, levels],
            ExprKind::With(question, bindings) => {
                let values = bindings.iter().map(|binding| &binding.value);
                std::iter::once(&**question).chain(values).collect()
            }
            ExprKind::In { left, set, .. } => {
                let members = set.iter().flat_map(Member::parts);
                std::iter::once(&**left).chain(members).collect()
            }
        }
    }

    /// The name that it is, if it is nothing else.
    #[must_use]
    pub const fn name(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) => Some(name.as_str()),
            _ => None,
        }
    }
}

impl Member {
    /// The values that it names.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::One(expression) | Self::AtMost(expression) | Self::AtLeast(expression) => {
                vec![expression]
            }
            Self::Range(low, high) => vec![low, high],
            Self::Any(_) => Vec::new(),
        }
    }
}
