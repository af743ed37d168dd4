//! Rates: `+1 per 6 hexes FRU beyond 12`.

use super::super::Checker;
use super::super::scope::Scope;
use super::number::{binary, constant};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Operation, Role, Type, UnitOf, VariableId};
use crate::source::Span;
use crate::syntax::{Name, Rate, Rounding};
use crate::value::{DomainKind, Number, UnitId};

impl Checker {
    pub(super) fn rate(&mut self, rate: &Rate, span: Span, scope: &Scope) -> Option<Expr> {
        let (counted, unit) = self.counted(rate, span, scope)?;
        let rounding = match rate.rounding {
            Some(rounding) => rounding,
            None if is_whole(rate.step)
                && self.is_integral(&counted)
                && rate.step == Number::from_integer(1) =>
            {
                Rounding::Exact
            }
            None => {
                self.missing_rounding(span);
                return None;
            }
        };
        let bare = Type::Number(UnitOf::Bare);
        let mut number = Expr {
            of: bare.clone(),
            ..counted
        };
        if let Some(beyond) = &rate.beyond {
            let (beyond, beyond_unit) = self.number(beyond, scope)?;
            self.like_units(unit, beyond_unit, span, "is counted beyond")?;
            number = binary(Operation::Subtract, number, beyond, bare.clone(), span);
        }
        let zero = constant(Number::from_integer(0), false, span);
        let number = binary(Operation::Greatest, number, zero, bare.clone(), span);
        let step = constant(rate.step, false, span);
        let steps = binary(Operation::Divide(rounding), number, step, bare, span);
        let amount = constant(rate.amount, true, span);
        Some(binary(
            Operation::Multiply,
            amount,
            steps,
            Type::Number(UnitOf::Signed),
            span,
        ))
    }

    /// What a rate counts, with its unit.
    fn counted(&mut self, rate: &Rate, span: Span, scope: &Scope) -> Option<(Expr, UnitOf)> {
        if let Some(of) = &rate.of {
            let (counted, unit) = self.number(of, scope)?;
            if let Some(name) = &rate.unit {
                let named = self.rate_unit(name)?;
                self.like_units(unit, UnitOf::Unit(named), name.span, "is counted in")?;
            }
            return Some((counted, unit));
        }
        let Some(name) = &rate.unit else {
            self.error(
                Code::AmbiguousFact,
                span,
                "this rate does not say what it counts",
            );
            return None;
        };
        if let Some(variable) = self.fact_named(&name.text, scope) {
            let typed = self.variable(variable, name.span, scope)?;
            return self.numeric(typed);
        }
        let unit = self.rate_unit(name)?;
        let variable = self.only_fact_in(unit, name, scope)?;
        Some((
            self.variable(variable, name.span, scope)?,
            UnitOf::Unit(unit),
        ))
    }

    fn numeric(&mut self, typed: Expr) -> Option<(Expr, UnitOf)> {
        match typed.of {
            Type::Number(unit) => Some((typed, unit)),
            _ => {
                let message = format!(
                    "a rate counts a number, and this is {}",
                    self.show_type(&typed.of)
                );
                self.error(Code::WrongType, typed.span, message);
                None
            }
        }
    }

    fn fact_named(&self, name: &str, scope: &Scope) -> Option<VariableId> {
        let is_unit = self.model.units.find(name).is_some();
        self.model
            .variable_names
            .get(name)
            .copied()
            .filter(|variable| !is_unit && scope.allows(*variable))
    }

    fn rate_unit(&mut self, name: &Name) -> Option<UnitId> {
        self.unit(&crate::source::Spanned::new(name.text.clone(), name.span))
    }

    /// The one fact at hand in a unit, or of several the one that the unit counts.
    fn only_fact_in(&mut self, unit: UnitId, name: &Name, scope: &Scope) -> Option<VariableId> {
        let in_unit: Vec<VariableId> = (0..)
            .map(VariableId)
            .zip(&self.model.variables)
            .filter(|(_, fact)| fact.unit == Some(unit) && fact.role == Role::Fact)
            .map(|(id, _)| id)
            .filter(|id| scope.allows(*id))
            .collect();
        let is_listed = |id: &&VariableId| scope.facts.listed().contains(*id);
        let listed: Vec<VariableId> = in_unit.iter().filter(is_listed).copied().collect();
        if let ([only], _) | (_, [only]) = (listed.as_slice(), in_unit.as_slice()) {
            return Some(*only);
        }
        let counts = self.model.units[unit].counts.as_ref();
        let counted = counts.and_then(|fact| self.model.variable_names.get(fact).copied());
        if let Some(counted) = counted.filter(|fact| in_unit.contains(fact)) {
            return Some(counted);
        }
        let which = if in_unit.is_empty() {
            "no fact"
        } else {
            "more than one fact"
        };
        let message = format!("{which} at hand is in {}", name.text);
        let mut error = Diagnostic::error(Code::AmbiguousFact, name.span, message);
        if !in_unit.is_empty() {
            let facts: Vec<&str> = in_unit
                .iter()
                .map(|id| self.model.variable_name(*id))
                .collect();
            error = error.help(format!(
                "say which one with `of`, or in the unit with `counts`: {}",
                facts.join(", ")
            ));
        }
        self.report(error);
        None
    }

    /// Whether an expression is always a whole number, as far as its form tells.
    fn is_integral(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Variable(variable) => {
                self.model
                    .variable(*variable)
                    .is_some_and(|found| match &found.domain.kind {
                        DomainKind::Numbers { low, step, .. } => is_whole(*low) && is_whole(*step),
                        _ => false,
                    })
            }
            Kind::Constant(value) => value.number().is_some_and(is_whole),
            Kind::Round(rounding, _) | Kind::Binary(Operation::Divide(rounding), _, _) => {
                *rounding != Rounding::Exact
            }
            Kind::Binary(_, left, right) => self.is_integral(left) && self.is_integral(right),
            Kind::If(_, then, other) => self.is_integral(then) && self.is_integral(other),
            _ => false,
        }
    }
}

fn is_whole(number: Number) -> bool {
    number.is_integer()
}
