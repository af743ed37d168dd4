//! Typed expressions in the words of the language: as they are written, or, where they stand in no text, such as a chart's
//! headings, as they would be.

use super::evaluate::Evaluator;
use super::told::GAP;
use crate::model::{
    Cell, Expr, Kind, Model, Operation, Outcome, QuestionId, Rule, Test, Usual, VariableId,
};
use crate::syntax::Rounding;
use crate::value::{Number, Value, show_number};

impl Evaluator<'_> {
    /// An expression as it is written, or, where it is made from a chart's headings, as it would be.
    #[must_use]
    pub fn words(&self, expr: &Expr) -> String {
        let inside = |inner: &Expr| expr.span.holds(inner.span);
        let is_written = !matches!(&expr.kind, Kind::In(_, inner) if !inside(inner));
        let written = self.texts.map(|texts| texts.slice(expr.span));
        match written.filter(|text| is_written && !text.is_empty() && !text.contains('\n')) {
            Some(text) => text.to_owned(),
            None => Describer { model: self.model }.expr(expr, Tightness::Loose),
        }
    }

    /// What is usual, and when.
    pub fn usual(&self, usual: &Usual) -> String {
        let is = self.words(&usual.is);
        match &usual.when {
            Some(when) => format!("{is} if {}", self.words(when)),
            None => is,
        }
    }

    /// What a rule gives; where it does not say that, the condition under which it gives its yes or no.
    pub fn rule_says(&self, rule: &Rule) -> String {
        let is_list = |cell: Cell| self.model.charts[cell.chart].list;
        // What is not written has the place of its rule, as the cell of a chart has.
        let is_unwritten = |gives: &Expr| {
            gives.span == rule.span
                && matches!(gives.kind, Kind::Constant(Value::Bool(_)))
                && rule.cell.is_none_or(is_list)
        };
        match (
            rule.outcome.gives().filter(|own| is_unwritten(own)),
            &rule.when,
        ) {
            (Some(_), Some(when)) => self.words(when),
            (Some(gives), None) => Describer { model: self.model }.expr(gives, Tightness::Loose),
            (None, _) => self.says(&rule.outcome),
        }
    }

    /// What a rule or exception gives.
    pub fn says(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Gives(expr) => self.words(expr),
            Outcome::Gap(gap) => {
                format!("{GAP}: {}", self.model.gaps[*gap].lost)
            }
        }
    }
}

/// A cell of a chart, or a line of a list, with the title.
#[must_use]
pub fn cell_words(model: &Model, cell: Cell) -> Option<String> {
    let chart = &model.charts[cell.chart];
    let row = &chart.rows.get(cell.row as usize)?.heading;
    let column = chart
        .columns
        .get(cell.column as usize)
        .filter(|_| !chart.list);
    let column = column.map_or_else(String::new, |column| format!(", {column}"));
    Some(format!("{} [{row}{column}]", chart.title))
}

/// A cell of a chart as people say it, with the chart's title; of a list, its line.
pub fn cell_in_words(model: &Model, cell: Cell) -> Option<String> {
    let chart = &model.charts[cell.chart];
    let (row, column) = (cell.row as usize, cell.column as usize);
    let row = chart.rows.get(row)?.heading.as_str();
    if chart.list {
        return Some(row.to_owned());
    }
    let column = chart.columns.get(column).map(String::as_str);
    let headings: Vec<String> = std::iter::once(row)
        .chain(column)
        .map(|heading| model.in_words(heading))
        .collect();
    Some(format!("{} [{}]", chart.title, headings.join(", ")))
}

/// How tightly the words around an expression bind: what binds less tightly stands in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Loose,
    Otherwise,
    Choice,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Factor,
    Whole,
}

struct Describer<'a> {
    model: &'a Model,
}

impl Describer<'_> {
    fn expr(&self, expr: &Expr, tight: Tightness) -> String {
        use Tightness::{Choice, Comparison, Loose, Otherwise, Sum, Whole};
        match &expr.kind {
            Kind::Constant(value) => value.show(&self.model.words, self.model.is_signed(&expr.of)),
            Kind::Variable(variable) => self.variable(*variable).to_owned(),
            Kind::Question(id, bound) => self.question(*id, bound, tight),
            Kind::Binary(operation, left, right) => self.binary(*operation, left, right, tight),
            Kind::Not(inner) => format!("not {}", self.expr(inner, Whole)),
            Kind::Round(rounding, inner) => {
                format!("{}{}", self.expr(inner, Sum), rounding_word(*rounding))
            }
            Kind::If(condition, then, other) => {
                let [then, condition] = [then, condition].map(|part| self.expr(part, Choice));
                let other = self.expr(other, Otherwise);
                brackets(
                    format!("{then} if {condition}, else {other}"),
                    tight > Loose,
                )
            }
            Kind::Rank(_, inner) => self.expr(inner, tight),
            Kind::Unrank(_, _, inner) => self.shifted(inner),
            Kind::In(test, inner) => {
                let text = format!("{} {}", self.expr(inner, Sum), self.test(test));
                brackets(text, tight > Comparison)
            }
        }
    }

    fn variable(&self, variable: VariableId) -> &str {
        let known = &self.model.variables[variable];
        known
            .reading
            .as_ref()
            .map_or(&known.name, |reading| &reading.name)
    }

    fn question(&self, id: QuestionId, bound: &[(VariableId, Expr)], tight: Tightness) -> String {
        let name = &self.model.questions[id].name;
        if bound.is_empty() {
            return name.clone();
        }
        let bound = bound.iter().map(|(fact, value)| {
            format!(
                "{} = {}",
                self.variable(*fact),
                self.expr(value, Tightness::Sum)
            )
        });
        let bound = bound.collect::<Vec<_>>().join(", ");
        brackets(format!("{name} with {bound}"), tight > Tightness::Loose)
    }

    fn binary(&self, by: Operation, left: &Expr, right: &Expr, tight: Tightness) -> String {
        use Tightness::{And, Choice, Comparison, Factor, Or, Product, Sum};
        let of_both = |lead: &str| {
            let [left, right] = [left, right].map(|side| self.expr(side, Choice));
            format!("{lead} of ({left}, {right})")
        };
        let (word, level, next) = match by {
            Operation::Or => ("or".to_owned(), Or, And),
            Operation::And => ("and".to_owned(), And, Comparison),
            Operation::Compare(comparison) => (comparison.to_string(), Comparison, Sum),
            Operation::Includes => ("includes".to_owned(), Comparison, Sum),
            Operation::Add | Operation::Union => ("+".to_owned(), Sum, Product),
            Operation::Subtract | Operation::Without => ("-".to_owned(), Sum, Product),
            Operation::Multiply => ("*".to_owned(), Product, Factor),
            Operation::Divide(_) => ("/".to_owned(), Product, Factor),
            Operation::Least => return of_both("least"),
            Operation::Greatest => return of_both("greatest"),
        };
        let (left, right) = (self.expr(left, level), self.expr(right, next));
        let rounding = match by {
            Operation::Divide(rounding) => rounding_word(rounding),
            _ => "",
        };
        brackets(format!("{left} {word} {right}{rounding}"), tight > level)
    }

    /// A word so many levels up or down its scale.
    fn shifted(&self, inner: &Expr) -> String {
        let way = match &inner.kind {
            Kind::Binary(Operation::Add, ..) => "up",
            _ => "down",
        };
        match &inner.kind {
            Kind::Binary(Operation::Add | Operation::Subtract, rank, steps) => {
                let levels = match self.expr(steps, Tightness::Loose).as_str() {
                    "1" => "one level".to_owned(),
                    count if matches!(steps.kind, Kind::Constant(_)) => format!("{count} levels"),
                    count => format!("({count}) levels"),
                };
                format!("{} {levels} {way}", self.expr(rank, Tightness::Factor))
            }
            _ => self.expr(inner, Tightness::Loose),
        }
    }

    fn test(&self, test: &Test) -> String {
        let shown: Vec<String> = match test {
            Test::Values(values) => values
                .iter()
                .map(|value| value.show(&self.model.words, false))
                .collect(),
            Test::Ranges(ranges) => ranges.iter().map(|range| show_range(*range)).collect(),
        };
        match shown.as_slice() {
            [only] => format!("is {only}"),
            _ => format!("in {{{}}}", shown.join(", ")),
        }
    }
}

fn show_range(range: (Option<Number>, Option<Number>)) -> String {
    let show = |number| show_number(number, false);
    match range {
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

fn brackets(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}
