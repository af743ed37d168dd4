//! Comparisons.

use super::super::Checker;
use super::sets::variable_of;
use super::types::{binary, rank, share, typed};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Operation, Test, Type, UnitOf};
use crate::source::Span;
use crate::syntax::{self, Comparison, ExprKind, Name};
use crate::value::{Value, Word};

/// What can be done with texts.
const TEXTS_ARE_TOLD: &str = "a fact of texts is compared with texts as they are written, `overlay is 'SD'`; what rules tell apart by \
                              more than that has words of its own: `domain = \"a | b\"`";

/// What a fact that is compared with numbers says of itself.
const NUMBERS_HAVE_RANGES: &str = "words are compared with words; the domain of a number is its range, `0..=12`, and that of a roll `dice`, with its unit";

impl Checker {
    /// Two expressions, the right one as a value of the left one's type if it can be.
    pub fn alike(&mut self, left: &syntax::Expr, right: &syntax::Expr) -> Option<(Expr, Expr)> {
        let left = self.expr(left, None)?;
        let right = self.expr(right, Some(&left.of))?;
        Some((left, right))
    }

    /// A comparison of two typed sides: numbers in like units, words of one scale, or equality of one kind.
    pub fn compared(
        &mut self,
        comparison: Comparison,
        mut left: Expr,
        mut right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (&left.of, &right.of) {
            (
                Type::Number(unit_of) | Type::NumberOr(unit_of, _),
                Type::Number(other) | Type::NumberOr(other, _),
            ) => self.refuse_unlike(*unit_of, *other, span)?,
            (Type::Bool, Type::Bool) | (Type::Set(_), Type::Set(_)) if is_equality => {}
            (Type::Text, Type::Text) if is_equality => {
                return self.text_compared(comparison, [left, right], span);
            }
            (Type::Words { words: one, .. }, Type::Words { words: other, .. })
                if is_equality && share(one, other) => {}
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
                let scale = self.common_scale(one, other, span)?;
                (left, right) = (rank(&scale, left), rank(&scale, right));
            }
            (ty, other) => {
                let (text, shown) = (self.show_type(ty), self.show_type(other));
                let message = format!("{text} cannot be compared with {shown} so");
                let error = Diagnostic::error(Code::WrongType, span, message);
                return self.refuse(match (ty, other) {
                    (Type::Words { .. }, Type::Number(_)) => error.help(NUMBERS_HAVE_RANGES),
                    _ => error,
                });
            }
        }
        Some(binary(
            Operation::Compare(comparison),
            left,
            right,
            Type::Bool,
            span,
        ))
    }

    /// Whether a fact is a text as it is written. Of other texts all that is known is which of those that rules name they are, if any.
    fn text_compared(
        &mut self,
        comparison: Comparison,
        [left, right]: [Expr; 2],
        span: Span,
    ) -> Option<Expr> {
        let ((fact, Kind::Constant(text)) | (Kind::Constant(text), fact)) =
            (&left.kind, &right.kind)
        else {
            let message = "of two texts nobody knows whether they are alike";
            return self
                .refuse(Diagnostic::error(Code::WrongType, span, message).help(TEXTS_ARE_TOLD));
        };
        let (fact, test) = (fact.clone(), Test::Values(vec![text.clone()]));
        let fact = typed(fact, Type::Text, left.span);
        self.text_tested(&test, &fact, span)?;
        let is_so = typed(Kind::In(test, Box::new(fact)), Type::Bool, span);
        Some(match comparison {
            Comparison::NotEqual => typed(Kind::Not(Box::new(is_so)), Type::Bool, span),
            _ => is_so,
        })
    }

    /// Adds the texts that a test names to those of its fact; tells of a test that is of no fact, or of a text that is put together.
    pub fn text_tested(&mut self, test: &Test, fact: &Expr, span: Span) -> Option<()> {
        if fact.of != Type::Text {
            return Some(());
        }
        let Test::Values(values) = test else {
            return Some(());
        };
        let is_made = |value: &Value| {
            let text = value.show(&self.model.words, false);
            !self.model.named_in(&text).is_empty()
        };
        let message = match (variable_of(fact), values.iter().any(is_made)) {
            (_, true) => "a text with a fact in it is an answer, and compared with nothing",
            (None, _) => "a text that is answered is compared with nothing",
            (variable, _) => {
                self.name_texts(test, variable);
                return Some(());
            }
        };
        self.refuse(Diagnostic::error(Code::WrongType, span, message).help(TEXTS_ARE_TOLD))
    }

    fn refuse_unlike(&mut self, unit_of: UnitOf, other: UnitOf, span: Span) -> Option<()> {
        let ((UnitOf::Signed, UnitOf::Unit(unit)) | (UnitOf::Unit(unit), UnitOf::Signed)) =
            (unit_of, other)
        else {
            return self
                .like_units(unit_of, other, span, "is compared with")
                .map(drop);
        };
        if !self.model.units.is_count(unit) {
            return Some(());
        }
        self.refuse(
            Diagnostic::error(Code::UnitMismatch, span, "a modifier is used as a count")
                .help("write the number without its sign"),
        )
    }

    /// The scale on which both can be compared: the longer, where it holds the other in the same order.
    fn common_scale(&mut self, words: &[Word], other: &[Word], span: Span) -> Option<Vec<Word>> {
        let (long, short) = if words.len() >= other.len() {
            (words, other)
        } else {
            (other, words)
        };
        let mut rest = long.iter();
        if short.iter().all(|word| rest.any(|own| own == word)) {
            return Some(long.to_vec());
        }
        self.error(Code::WrongType, span, "these are two different scales")
    }

    /// `ec wetter than dry`, by a word that a fact with this scale declares.
    pub fn comparative_word(
        &mut self,
        left: &syntax::Expr,
        word: &Name,
        right: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        let written = (left, right);
        let (left, right) = self.alike(left, right)?;
        let declared = self.model.variables.iter().filter(|variable| {
            matches!(&left.of, Type::Words { words, .. } if variable.domain.words() == words)
        });
        let mut declared = declared.flat_map(|variable| &variable.comparatives);
        let known = declared.clone().map(|(name, _)| name.as_str());
        if let Some((_, is_below)) = declared.find(|(name, _)| *name == word.text) {
            let below = if *is_below {
                Comparison::Below
            } else {
                Comparison::Above
            };
            return self.compared(below, left, right, span);
        }
        let sign = match word.text.as_str() {
            "less" | "lower" | "fewer" | "smaller" | "under" => "<",
            "more" | "higher" | "greater" | "larger" | "over" => ">",
            _ => "",
        };
        if matches!(left.of, Type::Number(_)) && !sign.is_empty() {
            let message = format!("`{} than` is written as a sign", word.text);
            let error = Diagnostic::error(Code::WrongType, word.span, message);
            let (left, right) = written;
            return self.refuse(error.help(format!("write `{left} {sign} {right}`")));
        }
        self.refuse(
            Diagnostic::error(
                Code::UnknownName,
                word.span,
                format!("this scale declares no word `{}`", word.text),
            )
            .nearest(&word.text, known)
            .help(
                "a scale can be compared with `is at least`, `is at most`, `is above`, `is below`",
            ),
        )
    }

    pub fn includes(
        &mut self,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        let left = self.expr(left, None)?;
        let Type::Set(words) = &left.of else {
            let shown = self.show_type(&left.of);
            return self.error(
                Code::WrongType,
                left.span,
                format!("only a set includes something, and this is {shown}"),
            );
        };
        let wanted = Type::Words {
            words: words.clone(),
            ordered: false,
        };
        let is_set = matches!(right.kind, ExprKind::Set(_));
        let right = self.expr(right, Some(if is_set { &left.of } else { &wanted }))?;
        if let Type::Set(_) = right.of {
            return Some(includes_all(left, right, span));
        }
        let right = self.fit(right, &wanted)?;
        let of = Type::Bool;
        Some(binary(Operation::Includes, left, right, of, span))
    }
}

/// Whether nothing of the right set is left without those of the left one.
fn includes_all(left: Expr, right: Expr, span: Span) -> Expr {
    let of = right.of.clone();
    let none = typed(Kind::Constant(Value::Set(Vec::new())), of.clone(), span);
    let rest = binary(Operation::Without, right, left, of, span);
    let equal = Operation::Compare(Comparison::Equal);
    binary(equal, rest, none, Type::Bool, span)
}
