//! Whether types and units go together, told in the hobby's words.

use super::super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Type, UnitOf};
use crate::source::Span;
use crate::value::{UnitId, Value, Word};

impl Checker {
    /// The expression as a value of the type wanted; an error where it is none.
    pub(in super::super) fn fit(&mut self, typed: Expr, wanted: &Type) -> Option<Expr> {
        match (&typed.of, wanted) {
            (Type::Bool, Type::Bool) | (Type::Text, Type::Text) => Some(typed),
            (Type::Number(own), Type::Number(unit) | Type::NumberOr(unit, _)) => {
                self.fit_unit(*own, *unit, typed.span)?;
                Some(Expr {
                    of: wanted.clone(),
                    ..typed
                })
            }
            (Type::NumberOr(own, words), Type::NumberOr(unit, allowed))
                if all_in(words, allowed) =>
            {
                self.fit_unit(*own, *unit, typed.span)?;
                Some(Expr {
                    of: wanted.clone(),
                    ..typed
                })
            }
            (
                Type::Words { words, .. },
                Type::Words { words: allowed, .. } | Type::NumberOr(_, allowed),
            ) if shares(words, allowed) => Some(Expr {
                of: wanted.clone(),
                ..typed
            }),
            (Type::Set(words), Type::Set(allowed)) if all_in(words, allowed) => Some(typed),
            (Type::Words { words, .. }, Type::Set(allowed)) if all_in(words, allowed) => {
                Some(as_set(typed))
            }
            (Type::Text, Type::Words { words, .. } | Type::NumberOr(_, words))
                if is_word_of(&typed, words) =>
            {
                Some(Expr {
                    of: wanted.clone(),
                    ..typed
                })
            }
            _ => {
                let message = format!(
                    "this is {}, and {} is wanted",
                    self.show_type(&typed.of),
                    self.show_type(wanted)
                );
                self.error(Code::WrongType, typed.span, message);
                None
            }
        }
    }

    /// Whether a number in one unit may stand for one in another.
    fn fit_unit(&mut self, own: UnitOf, wanted: UnitOf, span: Span) -> Option<()> {
        let units = &self.model.units;
        let fits = match (own, wanted) {
            (UnitOf::Bare, _) | (UnitOf::Signed, UnitOf::Bare | UnitOf::Signed) => true,
            (UnitOf::Signed, UnitOf::Unit(unit)) => !units.is_count(unit) && !self.is_bare(unit),
            (UnitOf::Unit(own), UnitOf::Unit(wanted)) => {
                units.fits(own, wanted) || self.is_bare(wanted)
            }
            (UnitOf::Unit(_), UnitOf::Bare | UnitOf::Signed) => true,
        };
        if fits {
            return Some(());
        }
        let message = match (own, wanted) {
            (UnitOf::Signed, UnitOf::Unit(unit)) => {
                format!(
                    "a modifier is used as a count: {} is wanted",
                    self.show_unit(unit)
                )
            }
            _ => format!(
                "this is in {}, and {} is wanted",
                self.show_unit_of(own),
                self.show_unit_of(wanted)
            ),
        };
        let mut error = Diagnostic::error(Code::UnitMismatch, span, message);
        if let UnitOf::Unit(unit) = wanted {
            error = error.help(format!(
                "if the book means it so, say `as {}`",
                self.model.units.name(unit)
            ));
        }
        self.report(error);
        None
    }

    /// The type of one of two expressions.
    pub(super) fn common_type(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<Type> {
        match (&left.of, &right.of) {
            (one, other) if one == other => Some(one.clone()),
            (Type::Number(one), Type::Number(other)) => self
                .like_units(*one, *other, span, "stands beside")
                .map(Type::Number),
            (Type::Number(unit), Type::Words { words, .. })
            | (Type::Words { words, .. }, Type::Number(unit)) => {
                Some(Type::NumberOr(*unit, words.clone()))
            }
            (Type::Words { words, ordered }, Type::Words { words: others, .. }) => {
                let mut all = words.clone();
                all.extend(others.iter().filter(|word| !words.contains(word)));
                Some(Type::Words {
                    ordered: *ordered && all.len() == words.len(),
                    words: all,
                })
            }
            _ => {
                let message = format!(
                    "one is {}, the other {}",
                    self.show_type(&left.of),
                    self.show_type(&right.of)
                );
                self.error(Code::WrongType, span, message);
                None
            }
        }
    }

    /// The unit of two numbers that must be alike.
    pub(super) fn like_units(
        &mut self,
        one: UnitOf,
        other: UnitOf,
        span: Span,
        how: &str,
    ) -> Option<UnitOf> {
        match (one, other) {
            (UnitOf::Bare, unit) | (unit, UnitOf::Bare) => Some(unit),
            (UnitOf::Signed, UnitOf::Signed) => Some(UnitOf::Signed),
            (UnitOf::Signed, UnitOf::Unit(unit)) | (UnitOf::Unit(unit), UnitOf::Signed)
                if !self.model.units.is_count(unit) =>
            {
                Some(UnitOf::Unit(unit))
            }
            (UnitOf::Unit(one), UnitOf::Unit(other)) if self.model.units.fits(one, other) => {
                Some(UnitOf::Unit(other))
            }
            (UnitOf::Unit(one), UnitOf::Unit(other)) if self.model.units.fits(other, one) => {
                Some(UnitOf::Unit(one))
            }
            (UnitOf::Unit(one), UnitOf::Unit(other))
                if self.is_bare(one) || self.is_bare(other) =>
            {
                Some(UnitOf::Unit(if self.is_bare(one) { other } else { one }))
            }
            _ => {
                let message = format!(
                    "{} {how} {}",
                    self.show_unit_of(one),
                    self.show_unit_of(other)
                );
                let error = Diagnostic::error(Code::UnitMismatch, span, message);
                let error = self.help_with_units(error, one, other);
                self.report(error);
                None
            }
        }
    }

    fn help_with_units(&self, error: Diagnostic, one: UnitOf, other: UnitOf) -> Diagnostic {
        let modifier = [one, other].into_iter().find_map(|unit| match unit {
            UnitOf::Unit(unit) => Some((unit, self.model.units[unit].modifies?)),
            _ => None,
        });
        match modifier {
            Some((unit, roll)) => error.help(format!(
                "a {} modifies a {}",
                self.model.units.name(unit),
                self.model.units.name(roll)
            )),
            None => error.help("if the book means it so, say `as` and the unit"),
        }
    }

    /// Whether a unit is that of bare numbers.
    pub(super) fn is_bare(&self, unit: UnitId) -> bool {
        self.model.units.name(unit) == crate::value::Units::NUMBER
    }

    /// A type in words.
    pub(in super::super) fn show_type(&self, of: &Type) -> String {
        let join = |words: &[Word], by: &str| {
            words
                .iter()
                .map(|word| self.model.words.text(*word))
                .collect::<Vec<_>>()
                .join(by)
        };
        match of {
            Type::Bool => "a condition (yes or no)".to_owned(),
            Type::Number(unit) => self.show_unit_of(*unit),
            Type::NumberOr(unit, words) => {
                format!("{} or {}", self.show_unit_of(*unit), join(words, " or "))
            }
            Type::Words {
                words,
                ordered: true,
            } => format!("one of {}", join(words, " < ")),
            Type::Words { words, .. } => format!("one of {}", join(words, " | ")),
            Type::Set(words) => format!("a set of {}", join(words, " | ")),
            Type::Text => "a text".to_owned(),
        }
    }

    fn show_unit_of(&self, unit: UnitOf) -> String {
        match unit {
            UnitOf::Bare => "a number".to_owned(),
            UnitOf::Signed => "a modifier".to_owned(),
            UnitOf::Unit(unit) => self.show_unit(unit),
        }
    }

    fn show_unit(&self, unit: UnitId) -> String {
        format!("`{}`", self.model.units.name(unit))
    }
}

fn all_in(words: &[Word], allowed: &[Word]) -> bool {
    words.iter().all(|word| allowed.contains(word))
}

fn shares(words: &[Word], allowed: &[Word]) -> bool {
    words.iter().any(|word| allowed.contains(word))
}

fn is_word_of(typed: &Expr, words: &[Word]) -> bool {
    matches!(&typed.kind, Kind::Constant(Value::Word(word)) if words.contains(word))
}

/// A single word where a set is wanted: the set of it. Only rules of a `union` give one, and they join words as they are.
fn as_set(typed: Expr) -> Expr {
    match typed.kind {
        Kind::Constant(Value::Word(word)) => Expr {
            kind: Kind::Constant(Value::Set(vec![word])),
            ..typed
        },
        _ => typed,
    }
}
