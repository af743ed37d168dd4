//! Arithmetic: like adds to like, a modifier to its roll, and every division says how to round.

use super::super::Checker;
use super::super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Beyond, Expr, Kind, Operation, Type, UnitOf};
use crate::source::Span;
use crate::syntax::{self, Arithmetic, Name, Rounding};
use crate::value::{Number, Value};

/// A number as an expression.
pub(super) const fn constant(value: Number, signed: bool, span: Span) -> Expr {
    let unit = if signed { UnitOf::Signed } else { UnitOf::Bare };
    Expr {
        kind: Kind::Constant(Value::Number(value)),
        of: Type::Number(unit),
        span,
    }
}

/// Two operands and an operation.
pub(super) fn binary(operation: Operation, left: Expr, right: Expr, of: Type, span: Span) -> Expr {
    Expr {
        kind: Kind::Binary(operation, Box::new(left), Box::new(right)),
        of,
        span,
    }
}

impl Checker {
    pub(super) fn arithmetic(
        &mut self,
        operation: Arithmetic,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let left = self.number(left, scope);
        let (right, right_unit) = self.number(right, scope)?;
        let (left, left_unit) = left?;
        let (operation, unit) = match operation {
            Arithmetic::Add => (Operation::Add, self.sum_unit(left_unit, right_unit, span)?),
            Arithmetic::Subtract => (
                Operation::Subtract,
                self.difference_unit(left_unit, right_unit, span)?,
            ),
            Arithmetic::Multiply => (
                Operation::Multiply,
                self.product_unit(left_unit, right_unit, span)?,
            ),
        };
        Some(binary(operation, left, right, Type::Number(unit), span))
    }

    /// An expression that must be a number, with its unit.
    pub(super) fn number(&mut self, expr: &syntax::Expr, scope: &Scope) -> Option<(Expr, UnitOf)> {
        let typed = self.expr(expr, None, scope)?;
        match typed.of {
            Type::Number(unit) | Type::NumberOr(unit, _) => Some((typed, unit)),
            _ => {
                let message = format!(
                    "this is {}, and a number is wanted",
                    self.show_type(&typed.of)
                );
                self.error(Code::WrongType, typed.span, message);
                None
            }
        }
    }

    /// The unit of a sum: a roll takes its own modifiers, everything else only its like.
    fn sum_unit(&mut self, left: UnitOf, right: UnitOf, span: Span) -> Option<UnitOf> {
        if let (UnitOf::Unit(one), UnitOf::Unit(other)) = (left, right) {
            let modifies = |unit| self.model.units[unit].modifies;
            if modifies(other) == Some(one) {
                return Some(left);
            }
            if modifies(one) == Some(other) {
                return Some(right);
            }
        }
        if let (UnitOf::Signed, UnitOf::Unit(unit)) | (UnitOf::Unit(unit), UnitOf::Signed) =
            (left, right)
            && self.model.units[unit].dice.is_some()
        {
            return Some(UnitOf::Unit(unit));
        }
        self.like_units(left, right, span, "is added to")
    }

    /// The unit of a difference: a modifier can be taken from its roll too.
    fn difference_unit(&mut self, left: UnitOf, right: UnitOf, span: Span) -> Option<UnitOf> {
        if let (UnitOf::Unit(roll), UnitOf::Unit(modifier)) = (left, right)
            && self.model.units[modifier].modifies == Some(roll)
        {
            return Some(left);
        }
        self.like_units(left, right, span, "is compared with, or taken from,")
    }

    fn product_unit(&mut self, left: UnitOf, right: UnitOf, span: Span) -> Option<UnitOf> {
        match (left, right) {
            (UnitOf::Bare, unit) | (unit, UnitOf::Bare) => Some(unit),
            (UnitOf::Unit(one), unit) if self.is_bare(one) => Some(unit),
            (unit, UnitOf::Unit(other)) if self.is_bare(other) => Some(unit),
            (UnitOf::Signed, UnitOf::Unit(_)) | (UnitOf::Unit(_), UnitOf::Signed) => {
                Some(UnitOf::Signed)
            }
            _ => self
                .like_units(left, right, span, "is multiplied by")
                .and_then(|_| {
                    let message = "a number in a unit is multiplied by another in a unit";
                    self.report(
                        Diagnostic::error(Code::UnitMismatch, span, message)
                            .help("say `as number` for the count"),
                    );
                    None
                }),
        }
    }

    pub(super) fn divide(
        &mut self,
        left: &syntax::Expr,
        right: &syntax::Expr,
        rounding: Option<Rounding>,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let left = self.number(left, scope);
        let (right, right_unit) = self.number(right, scope)?;
        let (left, left_unit) = left?;
        let rounding = self.rounding(rounding, span)?;
        let unit = match (left_unit, right_unit) {
            (unit, UnitOf::Bare) => unit,
            (unit, UnitOf::Unit(other)) if self.is_bare(other) => unit,
            (one, other) => {
                self.like_units(one, other, span, "is divided by")?;
                UnitOf::Bare
            }
        };
        Some(binary(
            Operation::Divide(rounding),
            left,
            right,
            Type::Number(unit),
            span,
        ))
    }

    fn rounding(&mut self, rounding: Option<Rounding>, span: Span) -> Option<Rounding> {
        if rounding.is_none() {
            self.missing_rounding(span);
        }
        rounding
    }

    pub(super) fn missing_rounding(&mut self, span: Span) {
        self.report(
            Diagnostic::error(
                Code::MissingRounding,
                span,
                "this division does not say how to round",
            )
            .help("add `FRU` (fractions up), `FRD` (fractions down) or `exact` (kept)"),
        );
    }

    pub(super) fn part(
        &mut self,
        part: Number,
        whole: &syntax::Expr,
        rounding: Option<Rounding>,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let (whole, unit) = self.number(whole, scope)?;
        let rounding = self.rounding(rounding, span)?;
        let of = Type::Number(unit);
        let product = binary(
            Operation::Multiply,
            constant(part, false, span),
            whole,
            of.clone(),
            span,
        );
        Some(Expr {
            kind: Kind::Round(rounding, Box::new(product)),
            of,
            span,
        })
    }

    pub(super) fn negate(
        &mut self,
        inner: &syntax::Expr,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let (inner, unit) = self.number(inner, scope)?;
        let unit = if unit == UnitOf::Bare {
            UnitOf::Signed
        } else {
            unit
        };
        let zero = constant(Number::from_integer(0), false, span);
        Some(binary(
            Operation::Subtract,
            zero,
            inner,
            Type::Number(unit),
            span,
        ))
    }

    pub(super) fn clamp(
        &mut self,
        inner: &syntax::Expr,
        least: Option<&syntax::Expr>,
        most: Option<&syntax::Expr>,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let (mut clamped, mut unit) = self.number(inner, scope)?;
        for (bound, operation) in [(least, Operation::Greatest), (most, Operation::Least)] {
            let Some(bound) = bound else { continue };
            let (bound, bound_unit) = self.number(bound, scope)?;
            unit = self.like_units(unit, bound_unit, span, "is bounded by")?;
            clamped = binary(operation, clamped, bound, Type::Number(unit), span);
        }
        Some(clamped)
    }

    /// The least or greatest of a list: of numbers in one unit, or of words on one scale.
    pub(super) fn extreme(
        &mut self,
        operation: Operation,
        list: &[syntax::Expr],
        span: Span,
        wanted: Option<&Type>,
        scope: &Scope,
    ) -> Option<Expr> {
        let typed: Vec<Option<Expr>> = list
            .iter()
            .map(|part| self.expr(part, wanted, scope))
            .collect();
        let mut whole: Option<Expr> = None;
        for part in typed {
            let part = part?;
            whole = Some(match whole {
                None => part,
                Some(left) => self.lesser_or_greater(operation, left, part, span)?,
            });
        }
        whole
    }

    fn lesser_or_greater(
        &mut self,
        operation: Operation,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let of = self.common_type(&left, &right, span)?;
        match &of {
            Type::Number(_) => Some(binary(operation, left, right, of, span)),
            Type::Words {
                words,
                ordered: true,
            } => {
                let words = words.clone();
                let number = Type::Number(UnitOf::Bare);
                let rank = |expr: Expr| Expr {
                    span: expr.span,
                    kind: Kind::Rank(words.clone(), Box::new(expr)),
                    of: number.clone(),
                };
                let chosen = binary(operation, rank(left), rank(right), number.clone(), span);
                Some(Expr {
                    kind: Kind::Unrank(words.clone(), Beyond::Stops, Box::new(chosen)),
                    of,
                    span,
                })
            }
            _ => {
                let message = format!("{} has no order", self.show_type(&of));
                self.error(Code::WrongType, span, message);
                None
            }
        }
    }

    pub(super) fn convert(
        &mut self,
        inner: &syntax::Expr,
        unit: &Name,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let converted = self.number(inner, scope);
        let unit = self.unit(&crate::source::Spanned::new(unit.text.clone(), unit.span))?;
        let (inner, _) = converted?;
        Some(Expr {
            of: Type::Number(UnitOf::Unit(unit)),
            span,
            ..inner
        })
    }

    pub(super) fn shift(
        &mut self,
        inner: &syntax::Expr,
        steps: i32,
        span: Span,
        wanted: Option<&Type>,
        scope: &Scope,
    ) -> Option<Expr> {
        let inner = self.expr(inner, wanted, scope)?;
        let Type::Words {
            words,
            ordered: true,
        } = inner.of.clone()
        else {
            let message = format!("{} has no levels to move along", self.show_type(&inner.of));
            self.error(Code::WrongType, inner.span, message);
            return None;
        };
        let beyond = self.beyond(&inner);
        let (of, number) = (inner.of.clone(), Type::Number(UnitOf::Bare));
        let rank = Expr {
            kind: Kind::Rank(words.clone(), Box::new(inner)),
            of: number.clone(),
            span,
        };
        let steps = constant(Number::from_integer(i64::from(steps)), false, span);
        let moved = binary(Operation::Add, rank, steps, number, span);
        Some(Expr {
            kind: Kind::Unrank(words, beyond, Box::new(moved)),
            of,
            span,
        })
    }

    /// Where a step beyond the end of an expression's scale leads: around where it is that of a cyclic fact.
    fn beyond(&self, expr: &Expr) -> Beyond {
        let domain = match &expr.kind {
            Kind::Unrank(_, beyond, _) => return *beyond,
            Kind::Variable(variable) => self.model.variable(*variable).map(|own| &own.domain),
            Kind::Question(id, _) => self.model.question(*id).and_then(|own| own.range.as_ref()),
            _ => None,
        };
        if domain.is_some_and(|domain| domain.is_cyclic()) {
            Beyond::Wraps
        } else {
            Beyond::Stops
        }
    }
}
