//! Rates: `+1 per 6 hexes FRU beyond 12`.

use super::super::Checker;
use super::number::{constant, whole};
use super::types::{BARE, binary};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Operation, Role, Thing, Type, UnitOf, VariableId};
use crate::source::Span;
use crate::syntax::{Name, Rate, Rounding};
use crate::value::{DomainKind, Number, UnitId};
use itertools::Itertools;

impl Checker {
    pub fn rate(&mut self, rate: &Rate, span: Span) -> Option<Expr> {
        let (counted, unit) = self.counted(rate, span)?;
        let is_exact = rate.step == Number::from_integer(1) && self.is_integral(&counted);
        let rounding =
            self.rounding(rate.rounding.or(is_exact.then_some(Rounding::Exact)), span)?;
        let mut number = Expr {
            of: BARE,
            ..counted
        };
        if let Some(beyond) = &rate.beyond {
            let (beyond, beyond_unit) = self.number(beyond)?;
            self.like_units(unit, beyond_unit, span, "is counted beyond")?;
            number = binary(Operation::Subtract, number, beyond, BARE, span);
        }
        let steps = binary(
            Operation::Divide(rounding),
            binary(Operation::Greatest, number, whole(0, span), BARE, span),
            constant(rate.step, false, span),
            BARE,
            span,
        );
        Some(binary(
            Operation::Multiply,
            constant(rate.amount, true, span),
            steps,
            Type::Number(UnitOf::Signed),
            span,
        ))
    }

    fn counted(&mut self, rate: &Rate, span: Span) -> Option<(Expr, UnitOf)> {
        if let Some(of) = &rate.of {
            let (counted, unit) = self.number(of)?;
            if let Some(name) = &rate.unit {
                let named = UnitOf::Unit(self.unit_named(&name.text, name.span)?);
                self.like_units(unit, named, name.span, "is counted in")?;
            }
            return Some((counted, unit));
        }
        let Some(name) = &rate.unit else {
            return self.error(
                Code::AmbiguousFact,
                span,
                "this rate does not say what it counts",
            );
        };
        let is_unit = self.model.units.find(&name.text).is_some();
        let fact = self.model.variable_names.get(&name.text).copied();
        if let Some(fact) = fact.filter(|fact| !is_unit && self.scope.allows(*fact)) {
            self.mention(name.span, Thing::Variable(fact));
            let counted = self.variable(fact, name.span);
            if let Type::Number(unit) = counted.of {
                return Some((counted, unit));
            }
            let shown = self.show_type(&counted.of);
            return self.error(
                Code::WrongType,
                name.span,
                format!("a rate counts a number, and this is {shown}"),
            );
        }
        let unit = self.unit_named(&name.text, name.span)?;
        let fact = self.only_fact_in(unit, name)?;
        Some((self.variable(fact, name.span), UnitOf::Unit(unit)))
    }

    /// The one fact at hand in a unit, or of several the one that the unit counts.
    fn only_fact_in(&mut self, unit: UnitId, name: &Name) -> Option<VariableId> {
        let facts = self.model.variables.enumerated();
        let in_unit: Vec<VariableId> = facts
            .filter(|(_, fact)| fact.unit == Some(unit) && fact.role == Role::Fact)
            .map(|(id, _)| id)
            .filter(|id| self.scope.allows(*id))
            .collect();
        if let Ok(only) = in_unit
            .iter()
            .copied()
            .filter(|id| self.scope.listed.contains(id))
            .exactly_one()
        {
            return Some(only);
        }
        if let [only] = in_unit.as_slice() {
            return Some(*only);
        }
        let counts = self.model.units[unit].counts.as_ref();
        let counted = counts.and_then(|fact| self.model.variable_names.get(fact));
        if let Some(counted) = counted.filter(|fact| in_unit.contains(fact)) {
            return Some(*counted);
        }
        let which = if in_unit.is_empty() {
            "no fact"
        } else {
            "more than one fact"
        };
        let error = Diagnostic::error(
            Code::AmbiguousFact,
            name.span,
            format!("{which} at hand is in {}", name.text),
        );
        if in_unit.is_empty() {
            return self.refuse(error);
        }
        let facts = in_unit
            .iter()
            .map(|id| self.model.variable_name(*id))
            .join(", ");
        let help = "say which one with `of`, or in the unit with `counts`";
        self.refuse(error.help(format!("{help}: {facts}")))
    }

    /// Whether an expression is always a whole number, as far as its form tells.
    fn is_integral(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Variable(variable) => match &self.model.variables[*variable].domain.kind {
                DomainKind::Numbers { low, step, .. } => low.is_integer() && step.is_integer(),
                DomainKind::Listed(numbers) => numbers.iter().all(Number::is_integer),
                _ => false,
            },
            Kind::Constant(value) => value.number().is_some_and(|number| number.is_integer()),
            Kind::Round(rounding, _) | Kind::Binary(Operation::Divide(rounding), _, _) => {
                *rounding != Rounding::Exact
            }
            Kind::Binary(_, left, right) | Kind::If(_, left, right) => {
                self.is_integral(left) && self.is_integral(right)
            }
            _ => false,
        }
    }
}
