//! Comparisons.

use super::super::Checker;
use super::super::scope::Scope;
use super::number::binary;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Operation, Type, UnitOf};
use crate::source::Span;
use crate::syntax::{self, Comparison, ExprKind, Name};
use crate::value::{Value, Word};

impl Checker {
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let left = self.expr(left, None, scope)?;
        let right = self.expr(right, Some(&left.of.clone()), scope)?;
        self.compared(comparison, left, right, span)
    }

    /// A comparison of two typed sides: numbers in like units, words of one scale, or equality of one kind.
    pub(super) fn compared(
        &mut self,
        comparison: Comparison,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let operation = Operation::Compare(comparison);
        match (&left.of, &right.of) {
            (
                Type::Number(one) | Type::NumberOr(one, _),
                Type::Number(other) | Type::NumberOr(other, _),
            ) if !equality => {
                self.compared_units(*one, *other, span)?;
                Some(binary(operation, left, right, Type::Bool, span))
            }
            (
                Type::Number(one) | Type::NumberOr(one, _),
                Type::Number(other) | Type::NumberOr(other, _),
            ) => {
                self.compared_units(*one, *other, span)?;
                Some(binary(operation, left, right, Type::Bool, span))
            }
            (Type::Bool, Type::Bool) | (Type::Text, Type::Text) | (Type::Set(_), Type::Set(_))
                if equality =>
            {
                Some(binary(operation, left, right, Type::Bool, span))
            }
            (Type::Words { words: one, .. }, Type::Words { words: other, .. })
                if equality && one.iter().any(|word| other.contains(word)) =>
            {
                Some(binary(operation, left, right, Type::Bool, span))
            }
            (
                Type::Words {
                    words: one,
                    ordered: true,
                },
                Type::Words {
                    words: other,
                    ordered: true,
                },
            ) => {
                let scale = self.common_scale(one.clone(), other.clone(), span)?;
                Some(ranked(operation, &scale, left, right, span))
            }
            _ => {
                let message = format!(
                    "{} cannot be compared with {} so",
                    self.show_type(&left.of),
                    self.show_type(&right.of)
                );
                self.error(Code::WrongType, span, message);
                None
            }
        }
    }

    fn compared_units(&mut self, one: UnitOf, other: UnitOf, span: Span) -> Option<UnitOf> {
        let counts = |unit| matches!(unit, UnitOf::Unit(unit) if self.model.units.is_count(unit));
        if (one == UnitOf::Signed && counts(other)) || (other == UnitOf::Signed && counts(one)) {
            self.report(
                Diagnostic::error(Code::UnitMismatch, span, "a modifier is used as a count")
                    .help("write the number without its sign"),
            );
            return None;
        }
        self.like_units(one, other, span, "is compared with")
    }

    /// The scale on which both can be compared: the longer, where it holds the other in the same order.
    fn common_scale(&mut self, one: Vec<Word>, other: Vec<Word>, span: Span) -> Option<Vec<Word>> {
        let (long, short) = if one.len() >= other.len() {
            (one, other)
        } else {
            (other, one)
        };
        let mut rest = long.iter();
        if short.iter().all(|word| rest.any(|own| own == word)) {
            return Some(long);
        }
        self.error(Code::WrongType, span, "these are two different scales");
        None
    }

    /// `ec wetter than dry`, by a word that a fact with this scale declares.
    pub(super) fn comparative_word(
        &mut self,
        left: &syntax::Expr,
        word: &Name,
        right: &syntax::Expr,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let left = self.expr(left, None, scope)?;
        let right = self.expr(right, Some(&left.of.clone()), scope)?;
        let declared: Vec<(String, bool)> = self
            .model
            .variables
            .iter()
            .filter(
                |variable| matches!(&left.of, Type::Words { words, .. } if variable.domain.words() == words.as_slice()),
            )
            .flat_map(|variable| variable.comparatives.clone())
            .collect();
        match declared.iter().find(|(name, _)| *name == word.text) {
            Some((_, true)) => self.compared(Comparison::Below, left, right, span),
            Some((_, false)) => self.compared(Comparison::Above, left, right, span),
            None => {
                let error = Diagnostic::error(
                    Code::UnknownName,
                    word.span,
                    format!("this scale declares no word `{}`", word.text),
                );
                let known = declared.iter().map(|(name, _)| name.as_str());
                self.report(
                    error.nearest(&word.text, known).help("a scale can be compared with `is at least`, `is at most`, `is above`, `is below`"),
                );
                None
            }
        }
    }

    pub(super) fn includes(
        &mut self,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let left = self.expr(left, None, scope)?;
        let Type::Set(words) = left.of.clone() else {
            let message = format!(
                "only a set includes something, and this is {}",
                self.show_type(&left.of)
            );
            self.error(Code::WrongType, left.span, message);
            return None;
        };
        let wanted = Type::Words {
            words,
            ordered: false,
        };
        let right = self.expr(right, Some(&wanted), scope)?;
        let right = self.fit(right, &wanted)?;
        Some(binary(Operation::Includes, left, right, Type::Bool, span))
    }

    /// A name that is a value of this type, as a value.
    pub(super) fn as_value(&mut self, expr: &syntax::Expr, of: &Type) -> Option<Value> {
        match &expr.kind {
            ExprKind::Name(name) => self.value_of_type(name, of),
            ExprKind::Number { value, .. }
                if matches!(of, Type::Number(_) | Type::NumberOr(..)) =>
            {
                Some(Value::Number(*value))
            }
            ExprKind::Negate(inner) => match self.as_value(inner, of)? {
                Value::Number(number) => Some(Value::Number(-number)),
                _ => None,
            },
            ExprKind::Quoted(text) => match of {
                Type::Text => Some(Value::Word(self.model.words.intern(text))),
                _ => self.value_of_type(text, of),
            },
            _ => None,
        }
    }
}

fn ranked(operation: Operation, scale: &[Word], left: Expr, right: Expr, span: Span) -> Expr {
    let rank = |expr: Expr| Expr {
        span: expr.span,
        kind: Kind::Rank(scale.to_vec(), Box::new(expr)),
        of: Type::Number(UnitOf::Bare),
    };
    binary(operation, rank(left), rank(right), Type::Bool, span)
}
