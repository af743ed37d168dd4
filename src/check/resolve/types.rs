//! Typed expressions, and whether types and units go together, told in the hobby's words.

use super::super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Operation, Type, UnitOf};
use crate::source::Span;
use crate::value::{Domain, DomainKind, UnitId, Units, Value, Word};
use itertools::Itertools;

pub const BARE: Type = Type::Number(UnitOf::Bare);

pub const fn typed(kind: Kind, of: Type, span: Span) -> Expr {
    Expr { kind, of, span }
}

pub fn binary(operation: Operation, left: Expr, right: Expr, of: Type, span: Span) -> Expr {
    typed(
        Kind::Binary(operation, Box::new(left), Box::new(right)),
        of,
        span,
    )
}

/// The position of a word on a scale.
pub fn rank(scale: &[Word], word: Expr) -> Expr {
    let span = word.span;
    typed(Kind::Rank(scale.to_vec(), Box::new(word)), BARE, span)
}

/// The type of a domain's values, of which numbers may be in a unit.
pub fn type_of_domain(domain: &Domain, unit: Option<UnitId>) -> Type {
    match &domain.kind {
        DomainKind::Bool => Type::Bool,
        DomainKind::Words { words, ordered, .. } => Type::Words {
            words: words.clone(),
            ordered: *ordered,
        },
        DomainKind::Numbers { .. } | DomainKind::Listed(_) => {
            Type::Number(unit.map_or(UnitOf::Bare, UnitOf::Unit))
        }
        DomainKind::Sets(words) => Type::Set(words.clone()),
        DomainKind::Text(_) => Type::Text,
    }
}

impl Type {
    /// The words among its values, or of which its values are sets.
    pub fn words(&self) -> &[Word] {
        match self {
            Self::Words { words, .. } | Self::NumberOr(_, words) | Self::Set(words) => words,
            Self::Bool | Self::Number(_) | Self::Text => &[],
        }
    }

    pub const fn unit(&self) -> Option<UnitOf> {
        match self {
            Self::Number(unit) | Self::NumberOr(unit, _) => Some(*unit),
            _ => None,
        }
    }
}

impl Checker {
    pub fn fit(&mut self, mut expr: Expr, wanted: &Type) -> Option<Expr> {
        let words = expr.of.words();
        let allowed = wanted.words();
        let are_all_in = words.iter().all(|word| allowed.contains(word));
        match (&expr.of, wanted) {
            (Type::Bool, Type::Bool) | (Type::Text, Type::Text) => return Some(expr),
            (Type::Set(_), Type::Set(_)) if are_all_in => return Some(expr),
            (Type::Words { .. }, Type::Set(_)) if are_all_in => {
                // Only rules of a `union` give a single word, and they join words as they are.
                if let Kind::Constant(Value::Word(word)) = expr.kind {
                    expr.kind = Kind::Constant(Value::Set(vec![word]));
                }
                return Some(expr);
            }
            (Type::Number(unit_of), Type::Number(unit) | Type::NumberOr(unit, _)) => {
                self.fit_unit(&expr, *unit_of, *unit)?;
            }
            (Type::NumberOr(unit_of, _), Type::NumberOr(unit, _)) if are_all_in => {
                self.fit_unit(&expr, *unit_of, *unit)?;
            }
            (Type::Words { .. }, Type::Words { .. } | Type::NumberOr(..))
                if share(words, allowed) => {}
            (Type::Text, Type::Words { .. } | Type::NumberOr(..)) if matches!(&expr.kind, Kind::Constant(Value::Word(word)) if allowed.contains(word)) =>
                {}
            _ => {
                let value = match &expr.kind {
                    Kind::Constant(value) if *wanted == Type::Bool => {
                        let sign = if value.number().is_some() { "=" } else { "is" };
                        Some((sign, value.show(&self.model.words, false)))
                    }
                    _ => None,
                };
                let (text, wanted) = (self.show_type(&expr.of), self.show_type(wanted));
                let message = format!("this is {text}, and {wanted} is wanted");
                let found = Diagnostic::error(Code::WrongType, expr.span, message);
                return self.refuse(match value {
                    Some((sign, value)) => found.help(format!(
                        "say which fact has this value, as in `… {sign} {value}`; several are a set: `… in {{{value}, …}}`"
                    )),
                    None => found,
                });
            }
        }
        expr.of = wanted.clone();
        Some(expr)
    }

    fn fit_unit(&mut self, expr: &Expr, unit_of: UnitOf, wanted: UnitOf) -> Option<()> {
        let units = &self.model.units;
        let UnitOf::Unit(unit) = wanted else {
            return Some(());
        };
        let fits = match unit_of {
            UnitOf::Bare => true,
            UnitOf::Signed => !units.is_count(unit) && !self.is_bare(unit),
            UnitOf::Unit(own) => units.fits(own, unit) || self.is_bare(unit),
        };
        if fits {
            return Some(());
        }
        let shown = self.show_unit(wanted);
        let message = match unit_of {
            UnitOf::Signed => format!("a modifier is used as a count: {shown} is wanted"),
            _ => format!(
                "this is in {}, and {shown} is wanted",
                self.show_unit(unit_of)
            ),
        };
        let error = Diagnostic::error(Code::UnitMismatch, expr.span, message);
        let name = self.model.units.name(unit);
        let said = match expr.kind {
            Kind::Binary(..) | Kind::If(..) => format!("(…) as {name}"),
            _ => format!("as {name}"),
        };
        self.refuse(error.help(format!("if the book means it so, say `{said}`")))
    }

    pub fn common_type(&mut self, left: &Expr, right: &Expr, span: Span) -> Option<Type> {
        match (&left.of, &right.of) {
            (ty, other) if ty == other => Some(ty.clone()),
            (Type::Number(unit_of), Type::Number(other)) => self
                .like_units(*unit_of, *other, span, "stands beside")
                .map(Type::Number),
            (Type::Number(unit), Type::Words { words, .. })
            | (Type::Words { words, .. }, Type::Number(unit)) => {
                Some(Type::NumberOr(*unit, words.clone()))
            }
            (Type::Words { words, ordered }, Type::Words { words: others, .. }) => {
                let all: Vec<Word> = words.iter().chain(others).copied().unique().collect();
                Some(Type::Words {
                    ordered: *ordered && all.len() == words.len(),
                    words: all,
                })
            }
            (ty, other) => {
                let (text, other) = (self.show_type(ty), self.show_type(other));
                self.error(
                    Code::WrongType,
                    span,
                    format!("one is {text}, the other {other}"),
                )
            }
        }
    }

    pub fn like_units(
        &mut self,
        unit_of: UnitOf,
        other: UnitOf,
        span: Span,
        how: &str,
    ) -> Option<UnitOf> {
        let units = &self.model.units;
        match (unit_of, other) {
            (UnitOf::Bare, unit) | (unit, UnitOf::Bare) => return Some(unit),
            (UnitOf::Signed, UnitOf::Signed) => return Some(unit_of),
            (UnitOf::Signed, UnitOf::Unit(unit)) | (UnitOf::Unit(unit), UnitOf::Signed) => {
                if !units.is_count(unit) {
                    return Some(UnitOf::Unit(unit));
                }
            }
            (UnitOf::Unit(left), UnitOf::Unit(right)) => {
                if units.fits(left, right) {
                    return Some(other);
                }
                if units.fits(right, left) || self.is_bare(right) {
                    return Some(unit_of);
                }
                if self.is_bare(left) {
                    return Some(other);
                }
            }
        }
        let modifier = [unit_of, other].into_iter().find_map(|unit| match unit {
            UnitOf::Unit(unit) => Some((unit, units[unit].modifies?)),
            _ => None,
        });
        let error = Diagnostic::error(
            Code::UnitMismatch,
            span,
            format!(
                "{} {how} {}",
                self.show_unit(unit_of),
                self.show_unit(other)
            ),
        );
        self.refuse(match modifier {
            Some((unit, roll)) => {
                let (unit, roll) = (units.name(unit), units.name(roll));
                error.help(format!("`{unit}` modifies `{roll}`"))
            }
            None => error.help("if the book means it so, say `as` and the unit"),
        })
    }

    pub fn is_bare(&self, unit: UnitId) -> bool {
        self.model.units.name(unit) == Units::NUMBER
    }

    pub fn show_type(&self, of: &Type) -> String {
        let join = |by: &str| {
            of.words()
                .iter()
                .map(|word| self.model.words.text(*word))
                .join(by)
        };
        match of {
            Type::Bool => "a condition (yes or no)".to_owned(),
            Type::Number(unit) => self.show_unit(*unit),
            Type::NumberOr(unit, _) => format!("{} or {}", self.show_unit(*unit), join(" or ")),
            Type::Words { ordered, .. } => {
                format!("one of {}", join(if *ordered { " < " } else { " | " }))
            }
            Type::Set(_) => format!("a set of {}", join(" | ")),
            Type::Text => "a text".to_owned(),
        }
    }

    fn show_unit(&self, unit: UnitOf) -> String {
        match unit {
            UnitOf::Bare => "a number".to_owned(),
            UnitOf::Signed => "a modifier".to_owned(),
            UnitOf::Unit(unit) => format!("`{}`", self.model.units.name(unit)),
        }
    }
}

pub fn share(words: &[Word], other: &[Word]) -> bool {
    words.iter().any(|word| other.contains(word))
}
