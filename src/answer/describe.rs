//! Typed expressions in the words of the language: for conditions that stand in no text, such as a chart's headings.

use crate::model::{Expr, Kind, Model, Operation, QuestionId, Test, VariableId};
use crate::syntax::{Comparison, Rounding};

/// A typed expression in the words of the language.
#[must_use]
pub(super) fn describe(model: &Model, expr: &Expr) -> String {
    Describer { model }.expr(expr, 0)
}

struct Describer<'a> {
    model: &'a Model,
}

impl Describer<'_> {
    fn expr(&self, expr: &Expr, tight: u8) -> String {
        match &expr.kind {
            Kind::Constant(value) => value.show(
                &self.model.words,
                matches!(&expr.of, of if self.model.is_signed(of)),
            ),
            Kind::Variable(variable) => self.variable(*variable),
            Kind::Question(id, bound) => self.question(*id, bound, tight),
            Kind::Binary(operation, left, right) => self.binary(*operation, left, right, tight),
            Kind::Not(inner) => format!("not {}", self.expr(inner, 9)),
            Kind::Round(rounding, inner) => {
                format!("{}{}", self.expr(inner, 6), rounding_word(*rounding))
            }
            Kind::If(condition, then, other) => {
                let text = format!(
                    "{} if {}, else {}",
                    self.expr(then, 2),
                    self.expr(condition, 2),
                    self.expr(other, 1)
                );
                brackets(text, tight > 0)
            }
            Kind::Rank(_, inner) => self.expr(inner, tight),
            Kind::Unrank(_, _, inner) => self.shifted(inner),
            Kind::In(test, inner) => brackets(
                format!("{} {}", self.expr(inner, 6), self.test(test)),
                tight > 5,
            ),
        }
    }

    fn variable(&self, variable: VariableId) -> String {
        let found = self.model.variable(variable);
        found.map_or_else(String::new, |found| {
            found
                .reading
                .as_ref()
                .map_or_else(|| found.name.clone(), |reading| reading.name.clone())
        })
    }

    fn question(&self, id: QuestionId, bound: &[(VariableId, Expr)], tight: u8) -> String {
        let name = self
            .model
            .question(id)
            .map_or_else(String::new, |question| question.name.clone());
        if bound.is_empty() {
            return name;
        }
        let bound: Vec<String> = bound
            .iter()
            .map(|(variable, value)| {
                format!("{} = {}", self.variable(*variable), self.expr(value, 6))
            })
            .collect();
        brackets(format!("{name} with {}", bound.join(", ")), tight > 0)
    }

    fn binary(&self, operation: Operation, left: &Expr, right: &Expr, tight: u8) -> String {
        let (word, level) = match operation {
            Operation::Or => ("or", 3),
            Operation::And => ("and", 4),
            Operation::Compare(comparison) => (comparison_word(comparison), 5),
            Operation::Includes => ("includes", 5),
            Operation::Add => ("+", 6),
            Operation::Subtract => ("-", 6),
            Operation::Multiply => ("*", 7),
            Operation::Divide(rounding) => {
                let text = format!(
                    "{} / {}{}",
                    self.expr(left, 7),
                    self.expr(right, 8),
                    rounding_word(rounding)
                );
                return brackets(text, tight > 7);
            }
            Operation::Least => {
                return format!("least of ({}, {})", self.expr(left, 2), self.expr(right, 2));
            }
            Operation::Greatest => {
                return format!(
                    "greatest of ({}, {})",
                    self.expr(left, 2),
                    self.expr(right, 2)
                );
            }
        };
        brackets(
            format!(
                "{} {word} {}",
                self.expr(left, level),
                self.expr(right, level + 1)
            ),
            tight > level,
        )
    }

    fn shifted(&self, inner: &Expr) -> String {
        if let Kind::Binary(Operation::Add, rank, steps) = &inner.kind
            && let Kind::Constant(crate::value::Value::Number(steps)) = &steps.kind
        {
            let way = if *steps.numer() < 0 { "down" } else { "up" };
            let size = steps.numer().unsigned_abs();
            let levels = if size == 1 {
                "one level".to_owned()
            } else {
                format!("{size} levels")
            };
            return format!("{} {levels} {way}", self.expr(rank, 8));
        }
        self.expr(inner, 0)
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::Values(values) => {
                let shown: Vec<String> = values
                    .iter()
                    .map(|value| value.show(&self.model.words, false))
                    .collect();
                match shown.as_slice() {
                    [one] => format!("is {one}"),
                    _ => format!("in {{{}}}", shown.join(", ")),
                }
            }
            Test::Ranges(ranges) => {
                let shown: Vec<String> = ranges
                    .iter()
                    .map(|(low, high)| show_range(*low, *high))
                    .collect();
                match shown.as_slice() {
                    [one] => format!("is {one}"),
                    _ => format!("in {{{}}}", shown.join(", ")),
                }
            }
        }
    }
}

fn show_range(low: Option<crate::value::Number>, high: Option<crate::value::Number>) -> String {
    let show = |number| crate::value::show_number(number, false);
    match (low, high) {
        (Some(low), Some(high)) if low == high => show(low),
        (Some(low), Some(high)) => format!("{}..{}", show(low), show(high)),
        (Some(low), None) => format!(">= {}", show(low)),
        (None, Some(high)) => format!("<= {}", show(high)),
        (None, None) => "any".to_owned(),
    }
}

const fn rounding_word(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Fru => " FRU",
        Rounding::Frd => " FRD",
        Rounding::Exact => "",
    }
}

const fn comparison_word(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Below => "<",
        Comparison::AtMost => "<=",
        Comparison::Above => ">",
        Comparison::AtLeast => ">=",
    }
}

fn brackets(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}
