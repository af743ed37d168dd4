//! Slips in the names of an expression, and how it is written instead.

use super::super::Checker;
use super::super::scope::Meaning;
use super::types::share;
use super::{ONE_MORE, type_of_variable};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Type, VariableId};
use crate::pack;
use crate::source::{Span, Text};
use crate::syntax::{self, Arithmetic, ExprKind, Member};
use itertools::Itertools;

fn cuts(name: &str) -> impl Iterator<Item = (&str, &str)> {
    name.match_indices('-')
        .filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)))
}

/// `range-2`, where `range` is known: a subtraction without its spaces.
pub fn difference(name: &str, known: &[String]) -> Option<String> {
    let is_known = |name: &str| known.iter().any(|known| known == name);
    let is_amount = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()) || is_known(part);
    cuts(name)
        .find(|(left, right)| is_known(left) && !right.is_empty() && is_amount(right))
        .map(|(left, right)| format!("{left} - {right}"))
}

/// `2-4` and `nov-apr`: a range written as books print it. The ends, where both are among the values.
pub fn printed_range(expr: &syntax::Expr, is_value: impl Fn(&str) -> bool) -> Option<String> {
    match &expr.kind {
        ExprKind::Arithmetic(Arithmetic::Subtract, low, high) => {
            let (low, high) = (low.to_string(), high.to_string());
            let high = in_full(&low, &high).unwrap_or(high);
            Some(format!("{low}..{high}"))
        }
        ExprKind::Name(name) => cuts(name)
            .find(|(low, high)| is_value(low) && is_value(high))
            .map(|(low, high)| format!("{low}..{high}")),
        _ => None,
    }
}

/// The end of a range of which only the last digits are written: `1940-41` ends with `1941`.
pub fn in_full(low: &str, high: &str) -> Option<String> {
    let kept = low.len().checked_sub(high.len()).filter(|kept| *kept > 0)?;
    let is_whole = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let full = format!("{}{high}", low.get(..kept)?);
    (is_whole(low) && is_whole(high) && full.as_str() > low).then_some(full)
}

/// Whether two numbers as they are written are the ends of a range.
fn in_order(low: &str, high: &str) -> bool {
    let [low, high] = [low, high].map(|end| end.parse::<u64>());
    matches!((low, high), (Ok(low), Ok(high)) if low < high)
}

/// A label as it would be read where an expression stands.
fn plain_label(label: &str) -> String {
    label.replace(' ', "").replace(['\u{2013}', ':'], "-")
}

impl Checker {
    /// Notes how the values of a fact are shown, so that a label in the place of a value is known as such.
    pub fn note_labels(&mut self, fact: &pack::Fact) {
        let Some(id) = self.model.variable_names.get(&fact.name.value) else {
            return;
        };
        let labels = fact.labels.iter();
        let labels =
            labels.map(|(value, label)| ((*id, plain_label(&label.value)), value.value.clone()));
        self.labelled.extend(labels);
    }

    /// Whether a fact that may not be used here could not stand here anyway: its values are others than those wanted.
    pub fn is_no_value_of(&self, variable: VariableId, wanted: &Type) -> bool {
        let ty = type_of_variable(&self.model, variable);
        let are_numbers = ty.unit().is_some() && wanted.unit().is_some();
        !wanted.words().is_empty() && !share(wanted.words(), ty.words()) && !are_numbers
    }

    pub fn no_value<T>(&mut self, name: &str, span: Span, wanted: &Type) -> Option<T> {
        let error = Diagnostic::error(
            Code::UnknownValue,
            span,
            format!("`{name}` is not one of the values wanted here"),
        )
        .nearest(
            name,
            wanted
                .words()
                .iter()
                .map(|word| self.model.words.text(*word)),
        );
        let wanted = self.show_type(wanted);
        self.refuse(error.help(format!("wanted: {wanted}; {ONE_MORE}")))
    }

    /// Tells of `range at least 3` where a condition is wanted.
    pub fn refuse_bound(&mut self, expr: &syntax::Expr) -> Option<()> {
        let (of, sign, bound) = match &expr.kind {
            ExprKind::Clamp(of, Some(least), None) => (of, ">=", least),
            ExprKind::Clamp(of, None, Some(most)) => (of, "<=", most),
            _ => return Some(()),
        };
        let message = "this bounds a number, and a condition (yes or no) is wanted";
        self.refuse(
            Diagnostic::error(Code::WrongType, expr.span, message)
                .help(format!("write `{of} {sign} {bound}`")),
        )
    }

    /// Tells of `range is 3 or more`.
    fn refuse_amount(&mut self, of: &syntax::Expr, least: &str, next: &syntax::Expr) -> Option<()> {
        let sign = match next.name() {
            Some("more" | "higher" | "greater" | "above" | "over") => ">=",
            Some("less" | "lower" | "fewer" | "below" | "under") => "<=",
            _ => return Some(()),
        };
        let message = format!("`{next}` is a word of English here");
        self.refuse(
            Diagnostic::error(Code::WrongType, next.span, message)
                .help(format!("write `{of} {sign} {least}`")),
        )
    }

    /// The value of a fact that is shown so: `3-1`, which would be a subtraction.
    pub fn labelled(&self, shown: &syntax::Expr, fact: Option<VariableId>) -> Option<String> {
        let label = plain_label(&shown.to_string());
        self.labelled.get(&(fact?, label)).cloned()
    }

    /// Tells of `odds is 3-1`, where that is how a value is shown.
    pub fn refuse_label(&mut self, shown: &syntax::Expr, fact: Option<VariableId>) -> Option<()> {
        let is_sum = matches!(shown.kind, ExprKind::Arithmetic(..));
        match self.labelled(shown, fact).filter(|_| is_sum) {
            Some(name) => {
                let message = format!("`{shown}` is the label of a value");
                let error = Diagnostic::error(Code::WrongType, shown.span, message);
                self.refuse(error.help(format!("write `{name}`")))
            }
            None => Some(()),
        }
    }

    /// Notes `die + die` and `greatest of die, die`, which look at one throw.
    pub fn note_one_throw(&mut self, left: &Expr, right: &Expr, span: Span) {
        let (Kind::Variable(roll), Kind::Variable(other)) = (&left.kind, &right.kind) else {
            return;
        };
        if roll != other || self.model.variables[*roll].roll.is_none() {
            return;
        }
        let name = self.model.variable_name(*roll);
        let message = format!("`{name}` is one throw, however often it is named");
        self.report(Diagnostic::note(Code::ToldTwice, span, message).help(
            "for two dice, the unit has `dice = \"red d6 + blue d6\"`, and each a fact of its own, `die = \"red of roll\"`",
        ));
    }

    /// Tells of `range is 3-5`.
    pub fn refuse_printed_range(
        &mut self,
        left: &syntax::Expr,
        value: &syntax::Expr,
        negated: bool,
    ) -> Option<()> {
        let lies = if negated { "not in" } else { "in" };
        let is_number = |part: &syntax::Expr| matches!(part.kind, ExprKind::Number { .. });
        let ExprKind::Arithmetic(Arithmetic::Subtract, low, high) = &value.kind else {
            return Some(());
        };
        match printed_range(value, |_| false).filter(|_| is_number(low) && is_number(high)) {
            Some(range) => self.refuse(
                Diagnostic::error(
                    Code::WrongType,
                    value.span,
                    "this is a subtraction, and no range",
                )
                .help(format!("write `{left} {lies} {range}`")),
            ),
            None => Some(()),
        }
    }

    /// Tells of `1-1/2` and `2-4`: a mixed number or a range, as books print them, and no subtraction.
    pub fn refuse_close_minus(&mut self, low: &syntax::Expr, high: &syntax::Expr) -> Option<()> {
        let is_number = |part: &syntax::Expr| matches!(part.kind, ExprKind::Number { .. });
        let is_close = low.span.end + 1 == high.span.start;
        if !(is_close && is_number(low) && is_number(high)) {
            return Some(());
        }
        let is_whole = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (low_text, high_text) = (low.to_string(), high.to_string());
        let is_mixed = high_text.contains('/') && is_whole(&low_text);
        let printed = match in_order(&low_text, &high_text) {
            _ if is_mixed => format!("a mixed number is `{low_text} {high_text}`, "),
            true => format!("a range is `{low_text}..{high_text}`, "),
            false => String::new(),
        };
        let span = low.span.to(high.span);
        let message = "a minus needs spaces around it";
        self.refuse(
            Diagnostic::error(Code::BrokenExpression, span, message)
                .help(format!("{printed}a difference `{low_text} - {high_text}`")),
        )
    }

    /// Tells of `ec is mud or wet`: values that stand where a condition must.
    pub fn refuse_bare_values(&mut self, list: &[syntax::Expr], by: &str) -> Option<()> {
        if let [rate, fraction] = list
            && let (ExprKind::Rate(_), Some("fraction" | "part" | "portion")) =
                (&rate.kind, fraction.name())
        {
            let message = format!("`or {fraction}` is English");
            let found = Diagnostic::error(Code::UnknownName, fraction.span, message);
            return self.refuse(found.help(format!(
                "where a fraction counts as a whole, write `{rate} FRU`"
            )));
        }
        for (place, part) in list.iter().enumerate() {
            let ExprKind::In { left, set, negated } = &part.kind else {
                continue;
            };
            let [Member::One(first)] = set.as_slice() else {
                continue;
            };
            let next = list
                .get(place + 1)
                .filter(|next| by == "or" && self.is_nothing(next));
            if let (ExprKind::Number { .. }, Some(next)) = (&first.kind, next) {
                self.refuse_amount(left, &first.to_string(), next)?;
            }
            let of = self.type_of_name(left);
            let is_bare = |next: &&syntax::Expr| self.is_bare_value(next, left, of.as_ref());
            let rest = || list.iter().skip(place + 1);
            let mut bare: Vec<&syntax::Expr> = rest().take_while(is_bare).collect();
            // `kind is foot or horse and wet`: the last of the values, with what else is asked for.
            let mut besides = "";
            let mut and = String::new();
            if let Some(ExprKind::And(parts)) = rest().nth(bare.len()).map(|next| &next.kind)
                && let Some((last, others)) = parts.split_first().filter(|(last, _)| is_bare(last))
            {
                bare.push(last);
                besides = " and ";
                and = others.iter().join(besides);
            }
            if let Some(stray) = bare.first() {
                let values = std::iter::once(first)
                    .chain(bare.iter().copied())
                    .join(", ");
                let not = if *negated { "not " } else { "" };
                if self.is_nothing(left) {
                    self.expr(left, None);
                }
                return self.refuse(
                    Diagnostic::error(
                        Code::WrongType,
                        stray.span,
                        format!("`{stray}` is a value, and a condition is wanted after `{by}`"),
                    )
                    .help(format!("write `{left} {not}in {{{values}}}{besides}{and}`")),
                );
            }
        }
        Some(())
    }

    /// Tells of `'{overly}5'`: what stands in braces in a text is a fact.
    pub fn refuse_unknown_in_text(&mut self, text: &str, span: Span) -> Option<()> {
        for part in text.split('{').skip(1) {
            let Some((name, _)) = part.split_once('}') else {
                continue;
            };
            let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if !is_name || self.model.variable_names.contains_key(name) {
                continue;
            }
            if self.model.question_names.contains_key(name) {
                let message = format!("`{name}` is a question, and in braces stands a fact");
                return self.error(Code::UnknownFact, span, message);
            }
            self.fact_named(&Text::new(name.to_owned(), span))?;
        }
        Some(())
    }

    /// Tells of `rope in gear`, where `gear` is a set.
    pub fn refuse_within_set(
        &mut self,
        of: &syntax::Expr,
        set: &[Member],
        negated: bool,
    ) -> Option<()> {
        let [Member::One(expression)] = set else {
            return Some(());
        };
        if !self.is_nothing(of) || !matches!(self.type_of_name(expression), Some(Type::Set(_))) {
            return Some(());
        }
        let not = if negated { "not " } else { "" };
        let message = format!("`{expression}` is a set, and no list of values");
        self.refuse(
            Diagnostic::error(Code::WrongType, of.span.to(expression.span), message)
                .help(format!("write `{not}{expression} includes {of}`")),
        )
    }

    /// Tells of `gear is {rope, spade}`, where `gear` is a set.
    pub fn refuse_of_set<T>(
        &mut self,
        of: &syntax::Expr,
        set: &[Member],
        negated: bool,
        span: Span,
    ) -> Option<T> {
        let (not, sign) = if negated { ("not ", "!=") } else { ("", "=") };
        let members = set.iter().join(", ");
        let message = "a set is not one of several values";
        if set.iter().any(|member| member.to_string().starts_with('{')) {
            let or = if negated { " and " } else { " or " };
            let sets = set.iter().map(|member| format!("{of} {sign} {member}"));
            let help = format!("write `{}`", sets.format(or));
            return self.refuse(Diagnostic::error(Code::WrongType, span, message).help(help));
        }
        let text = set
            .first()
            .map(|first| format!(", or `{not}{of} includes {first}`"));
        self.refuse(
            Diagnostic::error(Code::WrongType, span, message).help(format!(
                "write `{of} {sign} {{{members}}}`{}",
                text.unwrap_or_default()
            )),
        )
    }

    fn type_of_name(&self, name: &syntax::Expr) -> Option<Type> {
        let ExprKind::Name(name) = &name.kind else {
            return None;
        };
        match self.meaning(name)? {
            Meaning::Variable(variable) => Some(type_of_variable(&self.model, variable)),
            Meaning::Question(question) => Some(self.model.questions[question].answer.clone()),
            Meaning::Barred(_) => None,
        }
    }

    /// Whether it is a name that means nothing here.
    fn is_nothing(&self, expr: &syntax::Expr) -> bool {
        let name = expr.name().filter(|name| !matches!(*name, "yes" | "no"));
        name.is_some_and(|name| self.meaning(name).is_none())
    }

    fn is_bare_value(&self, expr: &syntax::Expr, left: &syntax::Expr, of: Option<&Type>) -> bool {
        if self.is_nothing(left) && self.is_nothing(expr) {
            return true;
        }
        let (ExprKind::Name(name), Some(Type::Words { words, .. } | Type::NumberOr(_, words))) =
            (&expr.kind, of)
        else {
            return false;
        };
        let word = self.model.words.find(name);
        word.is_some_and(|word| words.contains(&word)) && self.meaning(name).is_none()
    }
}
