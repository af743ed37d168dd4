//! Slips in the names of an expression, and how it is written instead.

use super::super::Checker;
use super::super::scope::{Meaning, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Type, VariableId};
use crate::source::Span;
use crate::syntax::{self, ExprKind, Member};
use crate::value::Word;

/// `range-2`, where `range` is known: a subtraction without its spaces.
pub(super) fn difference(name: &str, known: &[String]) -> Option<String> {
    let is_known = |name: &str| known.iter().any(|known| known == name);
    let is_amount = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()) || is_known(part);
    let cuts = name
        .match_indices('-')
        .filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
    let mut cuts =
        cuts.filter(|(left, right)| is_known(left) && !right.is_empty() && is_amount(right));
    cuts.next().map(|(left, right)| format!("{left} - {right}"))
}

/// `2-4` and `nov-apr`: a range written as books print it. The ends, where both are among the values.
pub(super) fn printed_range(
    expr: &syntax::Expr,
    is_value: impl Fn(&str) -> bool,
) -> Option<String> {
    match &expr.kind {
        ExprKind::Arithmetic(syntax::Arithmetic::Subtract, low, high) => {
            Some(format!("{low}..{high}"))
        }
        ExprKind::Name(name) => {
            let cuts = name
                .match_indices('-')
                .filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
            let mut cuts = cuts.filter(|(low, high)| is_value(low) && is_value(high));
            cuts.next().map(|(low, high)| format!("{low}..{high}"))
        }
        _ => None,
    }
}

impl Checker {
    /// Whether a fact that may not be used here could not stand here anyway: its values are others than those wanted.
    pub(super) fn is_no_value_of(&self, variable: VariableId, wanted: Option<&Type>) -> bool {
        let words = |of: &Type| match of {
            Type::Words { words, .. } | Type::NumberOr(_, words) | Type::Set(words) => {
                words.clone()
            }
            _ => Vec::new(),
        };
        let is_number = |of: &Type| matches!(of, Type::Number(_) | Type::NumberOr(..));
        match (self.type_of_variable(variable), wanted) {
            (Some(own), Some(wanted)) if !words(wanted).is_empty() => {
                let own_words = words(&own);
                let shares = words(wanted).iter().any(|word| own_words.contains(word));
                !(shares || is_number(&own) && is_number(wanted))
            }
            _ => false,
        }
    }

    /// Tells that a name is none of the values wanted.
    pub(super) fn no_value(&mut self, name: &str, span: Span, wanted: Option<&Type>) {
        let message = format!("`{name}` is not one of the values wanted here");
        let mut error = Diagnostic::error(Code::UnknownValue, span, message);
        if let Some(Type::Words { words, .. } | Type::NumberOr(_, words) | Type::Set(words)) =
            wanted
        {
            let known = words.iter().map(|word| self.model.words.text(*word));
            error = error.nearest(name, known);
        }
        if let Some(wanted) = wanted {
            let wanted = self.show_type(wanted);
            error = error.help(format!(
                "wanted: {wanted}; if it is one more answer, add it to `answer`"
            ));
        }
        self.report(error);
    }

    /// Tells of `ec is mud or wet`: values that stand where a condition must; whether there are any.
    pub(super) fn refuse_bare_values(&mut self, list: &[syntax::Expr], scope: &Scope) -> bool {
        for (place, part) in list.iter().enumerate() {
            let ExprKind::In { left, set, negated } = &part.kind else {
                continue;
            };
            let [Member::One(first)] = set.as_slice() else {
                continue;
            };
            let words = self.words_of_name(left, scope);
            let bare: Vec<&syntax::Expr> = list
                .iter()
                .skip(place + 1)
                .take_while(|next| self.is_bare_value(next, &words, scope))
                .collect();
            if let Some(stray) = bare.first() {
                let values: Vec<String> = std::iter::once(first)
                    .chain(bare.iter().copied())
                    .map(ToString::to_string)
                    .collect();
                let not = if *negated { "not " } else { "" };
                let message = format!("`{stray}` is a value, and a condition is wanted after `or`");
                let error = Diagnostic::error(Code::WrongType, stray.span, message);
                self.report(
                    error.help(format!("write `{left} {not}in {{{}}}`", values.join(", "))),
                );
                return true;
            }
        }
        false
    }

    fn words_of_name(&self, left: &syntax::Expr, scope: &Scope) -> Vec<Word> {
        let ExprKind::Name(name) = &left.kind else {
            return Vec::new();
        };
        let of = match self.meaning(name, scope) {
            Some(Meaning::Variable(variable)) => self.type_of_variable(variable),
            Some(Meaning::Question(question)) => self
                .model
                .question(question)
                .map(|found| found.answer.clone()),
            _ => None,
        };
        match of {
            Some(Type::Words { words, .. } | Type::NumberOr(_, words)) => words,
            _ => Vec::new(),
        }
    }

    fn is_bare_value(&self, expr: &syntax::Expr, words: &[Word], scope: &Scope) -> bool {
        let ExprKind::Name(name) = &expr.kind else {
            return false;
        };
        self.meaning(name, scope).is_none()
            && self
                .model
                .words
                .find(name)
                .is_some_and(|word| words.contains(&word))
    }
}
