//! Arithmetic: like adds to like, a modifier to its roll, and every division says how to round.

use super::super::{Checker, all};
use super::types::{BARE, binary, rank, typed};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Beyond, Expr, Kind, Operation, Type, UnitOf};
use crate::source::Span;
use crate::syntax::{self, Arithmetic, ExprKind, Name, Rounding};
use crate::value::{Number, Value};
use itertools::Itertools;

pub const fn constant(value: Number, signed: bool, span: Span) -> Expr {
    let unit = if signed { UnitOf::Signed } else { UnitOf::Bare };
    typed(
        Kind::Constant(Value::Number(value)),
        Type::Number(unit),
        span,
    )
}

pub fn whole(value: i32, span: Span) -> Expr {
    constant(Number::from_integer(value.into()), false, span)
}

impl Checker {
    pub fn arithmetic(
        &mut self,
        operation: Arithmetic,
        [left, right]: [&syntax::Expr; 2],
        span: Span,
        wanted: Option<&Type>,
    ) -> Option<Expr> {
        let (written, first) = ([left, right], left);
        if operation == Arithmetic::Subtract {
            self.refuse_close_minus(left, right)?;
        }
        let left = self.expr(left, wanted.filter(|wanted| matches!(wanted, Type::Set(_))))?;
        if let Type::Set(_) = left.of {
            return self.with_members(operation, (left, wanted), right, span);
        }
        let (left, right) = (self.in_unit(left, first), self.number(right));
        let (left, right) = left.zip(right)?;
        if operation == Arithmetic::Add {
            self.note_one_throw(&left.0, &right.0, span);
        }
        let units = (left.1, right.1);
        if operation != Arithmetic::Multiply {
            self.refuse_converted_part(written, units, span)?;
        }
        let (operation, unit) = match operation {
            Arithmetic::Add => (Operation::Add, self.sum_unit(units, span)),
            Arithmetic::Subtract => (Operation::Subtract, self.difference_unit(units, span)),
            Arithmetic::Multiply => (Operation::Multiply, self.product_unit(units, span)),
        };
        Some(binary(
            operation,
            left.0,
            right.0,
            Type::Number(unit?),
            span,
        ))
    }

    /// Tells of `a + 1 as boxes` where it is the sum that is meant.
    fn refuse_converted_part(
        &mut self,
        [left, right]: [&syntax::Expr; 2],
        units: (UnitOf, UnitOf),
        span: Span,
    ) -> Option<()> {
        let (ExprKind::As(inner, to), (UnitOf::Unit(own), UnitOf::Unit(unit))) =
            (&right.kind, units)
        else {
            return Some(());
        };
        let units = &self.model.units;
        let go_together = |one, other| units.fits(one, other) || units[one].modifies == Some(other);
        if self.is_bare(unit) || go_together(own, unit) || go_together(unit, own) {
            return Some(());
        }
        let to = &to.text;
        let message = format!("`as {to}` stands for `{inner}` alone, and `{left}` is no {to}");
        let found = Diagnostic::error(Code::UnitMismatch, span, message);
        self.refuse(found.help(format!(
            "for both write brackets: `(…) as {to}`, as in `({left} + {inner}) as {to}`"
        )))
    }

    pub fn number(&mut self, expr: &syntax::Expr) -> Option<(Expr, UnitOf)> {
        let number = self.expr(expr, None)?;
        self.in_unit(number, expr)
    }

    fn in_unit(&mut self, number: Expr, written: &syntax::Expr) -> Option<(Expr, UnitOf)> {
        if let Some(unit) = number.of.unit() {
            return Some((number, unit));
        }
        let shown = self.show_type(&number.of);
        let message = format!("this is {shown}, and a number is wanted");
        let error = Diagnostic::error(Code::WrongType, number.span, message);
        self.refuse(match number.of {
            Type::Words { ordered: true, .. } => error.help(format!(
                "a step along a scale is `{written} one level up`, `{written} 2 levels down`"
            )),
            _ => error,
        })
    }

    fn numbers(
        &mut self,
        left: &syntax::Expr,
        right: &syntax::Expr,
    ) -> Option<((Expr, UnitOf), (Expr, UnitOf))> {
        let (left, right) = (self.number(left), self.number(right));
        left.zip(right)
    }

    /// The unit of a sum: a roll takes its own modifiers, everything else only its like.
    fn sum_unit(&mut self, (left, right): (UnitOf, UnitOf), span: Span) -> Option<UnitOf> {
        match (left, right) {
            (UnitOf::Unit(roll), UnitOf::Unit(other))
                if self.model.units[other].modifies == Some(roll) =>
            {
                Some(left)
            }
            (UnitOf::Unit(other), UnitOf::Unit(roll))
                if self.model.units[other].modifies == Some(roll) =>
            {
                Some(right)
            }
            (UnitOf::Signed, UnitOf::Unit(unit)) | (UnitOf::Unit(unit), UnitOf::Signed)
                if self.model.units[unit].dice.is_some() =>
            {
                Some(UnitOf::Unit(unit))
            }
            _ => self.like_units(left, right, span, "is added to"),
        }
    }

    /// The unit of a difference: a modifier can be taken from its roll too.
    fn difference_unit(&mut self, (left, right): (UnitOf, UnitOf), span: Span) -> Option<UnitOf> {
        match (left, right) {
            (UnitOf::Unit(roll), UnitOf::Unit(other))
                if self.model.units[other].modifies == Some(roll) =>
            {
                Some(left)
            }
            _ => self.like_units(left, right, span, "is compared with, or taken from,"),
        }
    }

    fn product_unit(&mut self, (left, right): (UnitOf, UnitOf), span: Span) -> Option<UnitOf> {
        match (left, right) {
            (UnitOf::Bare, unit) | (unit, UnitOf::Bare) => Some(unit),
            (UnitOf::Unit(one), unit) if self.is_bare(one) => Some(unit),
            (unit, UnitOf::Unit(other)) if self.is_bare(other) => Some(unit),
            (UnitOf::Signed, UnitOf::Unit(_)) | (UnitOf::Unit(_), UnitOf::Signed) => {
                Some(UnitOf::Signed)
            }
            _ => {
                self.like_units(left, right, span, "is multiplied by")?;
                self.refuse(
                    Diagnostic::error(
                        Code::UnitMismatch,
                        span,
                        "a number in a unit is multiplied by another in a unit",
                    )
                    .help("say `as number` for the count"),
                )
            }
        }
    }

    pub fn divide(
        &mut self,
        left: &syntax::Expr,
        right: &syntax::Expr,
        rounding: Option<Rounding>,
        span: Span,
    ) -> Option<Expr> {
        let ((left, left_unit), (right, right_unit)) = self.numbers(left, right)?;
        let operation = Operation::Divide(self.rounding(rounding, span)?);
        let unit = match right_unit {
            UnitOf::Bare => left_unit,
            UnitOf::Unit(other) if self.is_bare(other) => left_unit,
            _ => {
                self.like_units(left_unit, right_unit, span, "is divided by")?;
                UnitOf::Bare
            }
        };
        Some(binary(operation, left, right, Type::Number(unit), span))
    }

    pub fn rounding(&mut self, rounding: Option<Rounding>, span: Span) -> Option<Rounding> {
        rounding.or_else(|| {
            self.refuse(
                Diagnostic::error(
                    Code::MissingRounding,
                    span,
                    "this division does not say how to round",
                )
                .help("add `FRU` (fractions up), `FRD` (fractions down) or `exact` (kept)"),
            )
        })
    }

    pub fn part(
        &mut self,
        part: Number,
        whole: &syntax::Expr,
        rounding: Option<Rounding>,
        span: Span,
    ) -> Option<Expr> {
        let (whole, unit) = self.number(whole)?;
        let rounding = self.rounding(rounding, span)?;
        let of = Type::Number(unit);
        Some(typed(
            Kind::Round(
                rounding,
                Box::new(binary(
                    Operation::Multiply,
                    constant(part, false, span),
                    whole,
                    of.clone(),
                    span,
                )),
            ),
            of,
            span,
        ))
    }

    pub fn negate(&mut self, inner: &syntax::Expr, span: Span) -> Option<Expr> {
        let (inner, unit) = self.number(inner)?;
        let unit = match unit {
            UnitOf::Bare => UnitOf::Signed,
            unit => unit,
        };
        Some(binary(
            Operation::Subtract,
            whole(0, span),
            inner,
            Type::Number(unit),
            span,
        ))
    }

    pub fn clamp(
        &mut self,
        inner: &syntax::Expr,
        [least, most]: [Option<&syntax::Expr>; 2],
        span: Span,
    ) -> Option<Expr> {
        let (mut clamped, mut unit) = self.number(inner)?;
        for (bound, operation) in [(least, Operation::Greatest), (most, Operation::Least)] {
            let Some(bound) = bound else { continue };
            let (bound, bound_unit) = self.number(bound)?;
            unit = self.like_units(unit, bound_unit, span, "is bounded by")?;
            clamped = binary(operation, clamped, bound, Type::Number(unit), span);
        }
        self.note_bounds(inner, [least, most], span)?;
        Some(clamped)
    }

    /// Refuses bounds between which no number lies, and notes one above a rate that falls, which bounds it where it begins.
    fn note_bounds(
        &mut self,
        inner: &syntax::Expr,
        [least, most]: [Option<&syntax::Expr>; 2],
        span: Span,
    ) -> Option<()> {
        let [least_amount, most_amount] = [least, most].map(|bound| match bound?.kind {
            ExprKind::Number { value, .. } => Some(value),
            _ => None,
        });
        if let (Some(low), Some(high)) = (least_amount, most_amount)
            && let (Some(least), Some(most)) = (least, most)
            && low > high
        {
            let message = format!("no number is at least {least} and at most {most}");
            let found = Diagnostic::error(Code::OutsideDomain, span, message);
            return self.refuse(found.help(format!("write `at least {most} at most {least}`")));
        }
        if let (ExprKind::Rate(rate), Some(high), Some(most)) = (&inner.kind, most_amount, most)
            && rate.amount < Number::ZERO
            && high < Number::ZERO
        {
            let message = format!(
                "this rate falls, and `up to {most}` bounds it where it begins: it is {most} there, too"
            );
            let found = Diagnostic::note(Code::IdleFact, most.span, message);
            self.report(found.help(format!(
                "if it falls no further than that, write `at least {most}`"
            )));
        }
        Some(())
    }

    /// The least or greatest of a list: of numbers in one unit, or of words on one scale.
    pub fn extreme(
        &mut self,
        operation: Operation,
        list: &[syntax::Expr],
        span: Span,
        wanted: Option<&Type>,
    ) -> Option<Expr> {
        let mut parts = all(list.iter().map(|part| self.expr(part, wanted)))?.into_iter();
        let first = parts.next()?;
        parts.try_fold(first, |left, right| {
            self.note_one_throw(&left, &right, span);
            self.lesser_or_greater(operation, left, right, span)
        })
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
                let beyond = self.beyond_either(&left, &right);
                let (left, right) = (rank(words, left), rank(words, right));
                Some(typed(
                    Kind::Unrank(
                        words.clone(),
                        beyond,
                        Box::new(binary(operation, left, right, BARE, span)),
                    ),
                    of,
                    span,
                ))
            }
            _ => self.error(
                Code::WrongType,
                span,
                format!("{} has no order", self.show_type(&of)),
            ),
        }
    }

    pub fn convert(&mut self, inner: &syntax::Expr, unit: &Name, span: Span) -> Option<Expr> {
        Some(typed(
            self.number(inner)?.0.kind,
            Type::Number(UnitOf::Unit(self.unit_named(&unit.text, unit.span)?)),
            span,
        ))
    }

    pub fn shift(
        &mut self,
        inner: &syntax::Expr,
        (levels, is_down): (&syntax::Expr, bool),
        span: Span,
        wanted: Option<&Type>,
    ) -> Option<Expr> {
        let inner = self.expr(inner, wanted)?;
        let (levels, _) = self.number(levels)?;
        let of = inner.of.clone();
        let Type::Words {
            words,
            ordered: true,
        } = &of
        else {
            return self.error(
                Code::WrongType,
                inner.span,
                format!("{} has no levels to move along", self.show_type(&of)),
            );
        };
        let beyond = self.beyond(&inner);
        let from = Expr {
            span,
            ..rank(words, inner)
        };
        let way = if is_down {
            Operation::Subtract
        } else {
            Operation::Add
        };
        Some(typed(
            Kind::Unrank(
                words.clone(),
                beyond,
                Box::new(binary(way, from, levels, BARE, span)),
            ),
            of,
            span,
        ))
    }

    /// A set with members more, or fewer: `found + {rope}`, `found - spade`.
    fn with_members(
        &mut self,
        operation: Arithmetic,
        (left, wanted): (Expr, Option<&Type>),
        right: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        // The other set may have words that the left one has not, where these are wanted.
        let wanted = wanted.map(Type::words).unwrap_or_default();
        let words = || left.of.words().iter().chain(wanted).copied();
        let right = self.expr(right, Some(&Type::Set(words().unique().collect())))?;
        let own = match &right.of {
            Type::Set(own) => own.as_slice(),
            _ => &[],
        };
        let all = Type::Set(words().chain(own.iter().copied()).unique().collect());
        let (operation, of) = match operation {
            Arithmetic::Add => (Operation::Union, all.clone()),
            Arithmetic::Subtract => (Operation::Without, left.of.clone()),
            Arithmetic::Multiply => {
                return self.error(Code::WrongType, span, "sets are not multiplied");
            }
        };
        let right = self.fit(right, &all)?;
        Some(binary(operation, left, right, of, span))
    }

    /// The same of two expressions of one scale: a value by itself may not show that it goes around.
    fn beyond_either(&self, one: &Expr, other: &Expr) -> Beyond {
        match self.beyond(one) {
            Beyond::Wraps => Beyond::Wraps,
            Beyond::Stops => self.beyond(other),
        }
    }

    /// Where a step beyond the end of an expression's scale leads: around where it is that of a cyclic fact.
    fn beyond(&self, expr: &Expr) -> Beyond {
        let domain = match &expr.kind {
            Kind::Unrank(_, beyond, _) => return *beyond,
            Kind::Variable(variable) => Some(&self.model.variables[*variable].domain),
            Kind::Question(id, _) => self.model.questions[*id].range.as_ref(),
            Kind::If(_, then, other) => return self.beyond_either(then, other),
            // A value by itself is of the scale whose words stand around it.
            Kind::Constant(_) => {
                let mut domains = self.model.variables.iter().map(|fact| &fact.domain);
                domains.find(|domain| domain.is_cyclic() && domain.words() == expr.of.words())
            }
            _ => None,
        };
        if domain.is_some_and(|domain| domain.is_cyclic()) {
            Beyond::Wraps
        } else {
            Beyond::Stops
        }
    }
}
