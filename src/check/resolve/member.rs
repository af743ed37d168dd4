//! Membership: `is`, `in`, ranges that wrap, groups of values. The same sets stand in chart keys, `only` and examples.

use super::super::Checker;
use super::super::scope::Scope;
use super::slips::printed_range;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Test, Type, VariableId};
use crate::source::Span;
use crate::syntax::{self, Comparison, ExprKind, Member};
use crate::value::{DomainKind, Number, Value, Word};

impl Checker {
    pub(super) fn membership(
        &mut self,
        left: &syntax::Expr,
        set: &[Member],
        negated: bool,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let left = self.expr(left, None, scope)?;
        if let [Member::One(one)] = set
            && self.as_value(one, &left.of).is_none()
            && !self.is_group(one, &left)
        {
            let right = self.expr(one, Some(&left.of.clone()), scope)?;
            let comparison = if negated {
                Comparison::NotEqual
            } else {
                Comparison::Equal
            };
            return self.compared(comparison, left, right, span);
        }
        let variable = variable_of(&left);
        let test = self.test(set, &left.of.clone(), variable)?;
        self.name_texts(&test, variable);
        let inside = Expr {
            kind: Kind::In(test, Box::new(left)),
            of: Type::Bool,
            span,
        };
        Some(if negated {
            Expr {
                kind: Kind::Not(Box::new(inside)),
                of: Type::Bool,
                span,
            }
        } else {
            inside
        })
    }

    fn is_group(&self, one: &syntax::Expr, left: &Expr) -> bool {
        let ExprKind::Name(name) = &one.kind else {
            return false;
        };
        self.group_of(name, variable_of(left)).is_some()
    }

    fn group_of(&self, name: &str, variable: Option<VariableId>) -> Option<Vec<Value>> {
        let found = self.model.variable(variable?)?;
        found
            .groups
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, values)| values.clone())
    }

    /// The test that a written set makes of values of a type. `variable` lends its groups and whether ranges wrap.
    pub(in super::super) fn test(
        &mut self,
        set: &[Member],
        of: &Type,
        variable: Option<VariableId>,
    ) -> Option<Test> {
        match of {
            Type::Number(_) => self.number_test(set, of),
            Type::Set(_) => {
                let place = set.first().map(member_span)?;
                self.report(
                    Diagnostic::error(Code::WrongType, place, "a set is not one of several values")
                        .help("ask `… includes …`"),
                );
                None
            }
            _ => self.word_test(set, of, variable),
        }
    }

    fn number_test(&mut self, set: &[Member], of: &Type) -> Option<Test> {
        let mut ranges = Vec::new();
        for member in set {
            ranges.push(match member {
                Member::One(one) => {
                    let number = self.set_number(one, of)?;
                    (Some(number), Some(number))
                }
                Member::Range(low, high) => {
                    let (low, high) = (self.set_number(low, of)?, self.set_number(high, of)?);
                    if high < low {
                        self.error(
                            Code::WrongType,
                            member_span(member),
                            "the range ends before it begins",
                        );
                        return None;
                    }
                    (Some(low), Some(high))
                }
                Member::AtMost(high) => (None, Some(self.set_number(high, of)?)),
                Member::AtLeast(low) => (Some(self.set_number(low, of)?), None),
                Member::Any(_) => (None, None),
            });
        }
        Some(Test::Ranges(ranges))
    }

    fn set_number(&mut self, expr: &syntax::Expr, of: &Type) -> Option<Number> {
        let number = self.as_value(expr, of).and_then(|value| value.number());
        if number.is_none() {
            let error = Diagnostic::error(Code::WrongType, expr.span, "a number is wanted here");
            self.report(error.help(match printed_range(expr, |_| false) {
                Some(range) => format!("a range is written `{range}`"),
                None => "for another fact or question, compare with `=`, `>=` or `<=`".to_owned(),
            }));
        }
        number
    }

    fn word_test(
        &mut self,
        set: &[Member],
        of: &Type,
        variable: Option<VariableId>,
    ) -> Option<Test> {
        let mut values = Vec::new();
        for member in set {
            match member {
                Member::One(one) => match self.as_value(one, of) {
                    Some(value) => values.push(value),
                    None => values.extend(self.group_or_tell(one, of, variable)?),
                },
                Member::Range(first, last) => {
                    let (first, last) = (self.place(first, of)?, self.place(last, of)?);
                    values.extend(self.word_range(
                        first,
                        last,
                        of,
                        variable,
                        member_span(member),
                    )?);
                }
                Member::AtMost(last) => {
                    let last = self.place(last, of)?;
                    values.extend(self.word_range(0, last, of, variable, member_span(member))?);
                }
                Member::AtLeast(first) => {
                    let first = self.place(first, of)?;
                    let last = words_of(of).len().saturating_sub(1);
                    values.extend(self.word_range(
                        first,
                        last,
                        of,
                        variable,
                        member_span(member),
                    )?);
                }
                Member::Any(_) => values.extend(self.whole(of, variable)),
            }
        }
        Some(Test::Values(values))
    }

    fn whole(&self, of: &Type, variable: Option<VariableId>) -> Vec<Value> {
        match (
            of,
            variable.and_then(|variable| self.model.variable(variable)),
        ) {
            (_, Some(found)) => (0..found.domain.size())
                .map(|index| found.domain.value(index))
                .collect(),
            (Type::Bool, None) => vec![Value::Bool(false), Value::Bool(true)],
            (_, None) => words_of(of).iter().map(|word| Value::Word(*word)).collect(),
        }
    }

    fn group_or_tell(
        &mut self,
        one: &syntax::Expr,
        of: &Type,
        variable: Option<VariableId>,
    ) -> Option<Vec<Value>> {
        if let ExprKind::Name(name) = &one.kind {
            if let Some(group) = self.group_of(name, variable) {
                return Some(group);
            }
            let mut known: Vec<String> = words_of(of)
                .iter()
                .map(|word| self.model.words.text(*word).to_owned())
                .collect();
            if let Some(found) = variable.and_then(|variable| self.model.variable(variable)) {
                known.extend(found.groups.iter().map(|(name, _)| name.clone()));
            }
            let mut error = Diagnostic::error(
                Code::UnknownValue,
                one.span,
                format!("`{name}` is not one of the values here"),
            );
            let range = printed_range(one, |end| known.iter().any(|known| known == end));
            error = match range {
                Some(range) => error.help(format!("a range is written `{range}`")),
                None => error.nearest_or(name, known.iter().map(String::as_str), || {
                    format!("wanted here: {}", self.show_type(of))
                }),
            };
            self.report(error);
        } else {
            let message = format!("a value is wanted here: {}", self.show_type(of));
            self.error(Code::WrongType, one.span, message);
        }
        None
    }

    fn place(&mut self, expr: &syntax::Expr, of: &Type) -> Option<usize> {
        let value = match self.as_value(expr, of) {
            Some(value) => value,
            None => self.group_or_tell(expr, of, None)?.first()?.clone(),
        };
        match value {
            Value::Word(word) => words_of(of).iter().position(|own| *own == word),
            _ => None,
        }
    }

    fn word_range(
        &mut self,
        first: usize,
        last: usize,
        of: &Type,
        variable: Option<VariableId>,
        span: Span,
    ) -> Option<Vec<Value>> {
        let words = words_of(of);
        if !matches!(of, Type::Words { ordered: true, .. }) {
            let error = Diagnostic::error(
                Code::WrongType,
                span,
                "a range needs a scale, and these values have no order",
            );
            self.report(error.help("list them in braces: `{a, b}`"));
            return None;
        }
        let cyclic = variable
            .and_then(|variable| self.model.variable(variable))
            .is_some_and(|found| {
                matches!(found.domain.kind, DomainKind::Words { cyclic: true, .. })
            });
        if last < first && !cyclic {
            let error = Diagnostic::error(Code::WrongType, span, "the range ends before it begins");
            self.report(error.help("only a fact with `cyclic = true` has ranges that wrap"));
            return None;
        }
        let length = if last < first {
            words.len() - first + last + 1
        } else {
            last - first + 1
        };
        Some(
            words
                .iter()
                .cycle()
                .skip(first)
                .take(length)
                .map(|word| Value::Word(*word))
                .collect(),
        )
    }

    /// Adds the texts that a test names to the values of a fact of free text.
    pub(in super::super) fn name_texts(&mut self, test: &Test, variable: Option<VariableId>) {
        let (Some(variable), Test::Values(values)) = (variable, test) else {
            return;
        };
        let Some(found) = self.model.variables.at_mut(variable.index()) else {
            return;
        };
        if let DomainKind::Text(named) = &mut found.domain.kind {
            for value in values {
                if let Value::Word(word) = value
                    && !named.contains(word)
                {
                    named.insert(named.len().saturating_sub(1), *word);
                }
            }
        }
    }
}

fn variable_of(expr: &Expr) -> Option<VariableId> {
    match expr.kind {
        Kind::Variable(variable) => Some(variable),
        _ => None,
    }
}

fn words_of(of: &Type) -> &[Word] {
    match of {
        Type::Words { words, .. } | Type::NumberOr(_, words) => words,
        _ => &[],
    }
}

/// Where a member of a set is written.
pub(in super::super) fn member_span(member: &Member) -> Span {
    match member {
        Member::One(one) | Member::AtMost(one) | Member::AtLeast(one) => one.span,
        Member::Range(first, last) => first.span.to(last.span),
        Member::Any(span) => *span,
    }
}
