//! Membership: `is`, `in`, ranges that wrap, groups of values. The same sets stand in chart keys, `only` and examples.

use super::super::Checker;
use super::super::ends::ends_beyond;
use super::slips::{in_full, printed_range};
use super::type_of_variable;
use super::types::typed;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Expr, Kind, Test, Thing, Type, VariableId};
use crate::source::{Span, Text};
use crate::syntax::{self, Comparison, ExprKind, Member};
use crate::value::{DomainKind, Number, Value};

impl Checker {
    pub fn membership(
        &mut self,
        of: &syntax::Expr,
        set: &[Member],
        negated: bool,
        span: Span,
    ) -> Option<Expr> {
        self.refuse_within_set(of, set, negated)?;
        let left = self.expr(of, None)?;
        let variable = variable_of(&left);
        if let [Member::One(one)] = set
            && self.as_value(one, &left.of).is_none()
            && self.group(one, variable).is_none()
        {
            if variable.is_some() {
                self.refuse_label(one, variable)?;
                self.refuse_printed_range(of, one, negated)?;
            }
            let right = self.expr(one, Some(&left.of))?;
            let comparison = if negated {
                Comparison::NotEqual
            } else {
                Comparison::Equal
            };
            return self.compared(comparison, left, right, span);
        }
        if let Type::Set(_) = left.of {
            return self.refuse_of_set(of, set, negated, span);
        }
        let test = self.test(set, &left.of, variable)?;
        self.text_tested(&test, &left, span)?;
        let inside = typed(Kind::In(test, Box::new(left)), Type::Bool, span);
        Some(if negated {
            typed(Kind::Not(Box::new(inside)), Type::Bool, span)
        } else {
            inside
        })
    }

    pub fn key_test(&mut self, key: &Text, subject: &Expr) -> Option<Test> {
        let variable = variable_of(subject);
        let members = self.parses.set(key);
        let members = self.parsed(members)?;
        let test = self.test(&members, &subject.of, variable)?;
        self.name_texts(&test, variable);
        Some(test)
    }

    /// A group of a variable's values, with its place among these.
    fn group(&self, name: &syntax::Expr, variable: Option<VariableId>) -> Option<(u32, &[Value])> {
        let ExprKind::Name(name) = &name.kind else {
            return None;
        };
        let mut groups = (0..).zip(&self.model.variables[variable?].groups);
        let (place, (_, values)) = groups.find(|(_, (text, _))| text == name)?;
        Some((place, values.as_slice()))
    }

    /// The test that a written set makes of values of a type. `variable` lends its groups and whether ranges wrap.
    pub fn test(
        &mut self,
        set: &[Member],
        of: &Type,
        variable: Option<VariableId>,
    ) -> Option<Test> {
        match of {
            Type::Number(_) => Some(Test::Ranges(
                set.iter()
                    .map(|member| self.number_range(member, of))
                    .collect::<Option<_>>()?,
            )),
            Type::Set(_) => self.refuse(
                Diagnostic::error(
                    Code::WrongType,
                    span_of(set.first()?),
                    "a set is not one of several values",
                )
                .help("ask `… includes …`"),
            ),
            _ => {
                let values: Vec<_> = set
                    .iter()
                    .map(|member| self.words(member, of, variable))
                    .collect::<Option<_>>()?;
                Some(Test::Values(values.concat()))
            }
        }
    }

    fn number_range(
        &mut self,
        member: &Member,
        of: &Type,
    ) -> Option<(Option<Number>, Option<Number>)> {
        Some(match member {
            Member::One(expression) => {
                let number = self.set_number(expression, of)?;
                (Some(number), Some(number))
            }
            Member::Range(low, high) => {
                let (low, high) = (self.set_number(low, of)?, self.set_number(high, of)?);
                if high < low {
                    let message = "the range ends before it begins";
                    let error = Diagnostic::error(Code::WrongType, span_of(member), message);
                    let hundred = Number::from_integer(100);
                    let full = in_full(&low.to_string(), &high.to_string());
                    return self.refuse(error.help(match (high == Number::default(), full) {
                        (true, _) => {
                            format!("where the dice read 00 as 100, write `{low}..{hundred}`")
                        }
                        // Of a year everybody leaves out the century; of a small number it is as well a slip.
                        (false, Some(full)) if low < hundred => format!(
                            "write `{high}..{low}`; or `{low}..{full}`, where `{high}` is short for that"
                        ),
                        (false, Some(full)) => format!("write `{low}..{full}`"),
                        (false, None) => format!("write `{high}..{low}`"),
                    }));
                }
                (Some(low), Some(high))
            }
            Member::AtMost(high) => (None, Some(self.set_number(high, of)?)),
            Member::AtLeast(low) => (Some(self.set_number(low, of)?), None),
            Member::Any(_) => (None, None),
        })
    }

    fn set_number(&mut self, expr: &syntax::Expr, of: &Type) -> Option<Number> {
        let number = self.as_value(expr, of).and_then(|value| value.number());
        number.or_else(|| {
            let error = Diagnostic::error(Code::WrongType, expr.span, "a number is wanted here");
            self.refuse(error.help(match printed_range(expr, |_| false) {
                Some(range) => format!("a range is written `{range}`"),
                None if matches!(expr.name(), Some("all" | "every" | "each")) => {
                    "write `any` for all of them".to_owned()
                }
                None => "for another fact or question, compare with `=`, `>=` or `<=`".to_owned(),
            }))
        })
    }

    /// The values of a type other than numbers that a member of a set holds.
    fn words(
        &mut self,
        member: &Member,
        of: &Type,
        variable: Option<VariableId>,
    ) -> Option<Vec<Value>> {
        let last_of_all = of.words().len().saturating_sub(1);
        let (first, last) = match member {
            Member::One(expression) => {
                return match self.as_value(expression, of) {
                    Some(value) => Some(vec![value]),
                    None => self.group_or_tell(expression, of, variable),
                };
            }
            Member::Any(_) => return Some(self.all_values(of, variable)),
            Member::Range(first, last) => (self.place(first, of)?, self.place(last, of)?),
            Member::AtMost(last) => (0, self.place(last, of)?),
            Member::AtLeast(first) => (self.place(first, of)?, last_of_all),
        };
        let words = of.words();
        let span = span_of(member);
        if !matches!(of, Type::Words { ordered: true, .. }) {
            return self.refuse(
                Diagnostic::error(
                    Code::WrongType,
                    span,
                    "a range needs a scale, and these values have no order",
                )
                .help("list them in braces: `{a, b}`"),
            );
        }
        let wraps = last < first;
        if wraps && !variable.is_some_and(|id| self.model.variables[id].domain.is_cyclic()) {
            return self.refuse(
                Diagnostic::error(Code::WrongType, span, "the range ends before it begins")
                    .help("only a fact with `cyclic = true` has ranges that wrap"),
            );
        }
        let end = if wraps { last + words.len() } else { last };
        Some(
            words
                .iter()
                .cycle()
                .skip(first)
                .take(end - first + 1)
                .map(|word| Value::Word(*word))
                .collect(),
        )
    }

    fn all_values(&self, of: &Type, variable: Option<VariableId>) -> Vec<Value> {
        match (of, variable) {
            (_, Some(variable)) => {
                let domain = &self.model.variables[variable].domain;
                (0..domain.size())
                    .map(|index| domain.value(index))
                    .collect()
            }
            (Type::Bool, None) => vec![Value::Bool(false), Value::Bool(true)],
            (_, None) => of.words().iter().map(|word| Value::Word(*word)).collect(),
        }
    }

    fn group_or_tell(
        &mut self,
        expression: &syntax::Expr,
        of: &Type,
        variable: Option<VariableId>,
    ) -> Option<Vec<Value>> {
        let ExprKind::Name(name) = &expression.kind else {
            let message = format!("a value is wanted here: {}", self.show_type(of));
            let error = Diagnostic::error(Code::WrongType, expression.span, message);
            return self.refuse(match self.labelled(expression, variable) {
                Some(name) => error.help(format!("write `{name}`, whose label this is")),
                None => error,
            });
        };
        if let Some((place, group)) = self.group(expression, variable) {
            let group = group.to_vec();
            if let Some(variable) = variable {
                self.mention(expression.span, Thing::Group(variable, place));
            }
            return Some(group);
        }
        let groups = variable
            .map(|id| self.model.variables[id].groups.as_slice())
            .unwrap_or_default()
            .iter();
        let known: Vec<&str> = of
            .words()
            .iter()
            .map(|word| self.model.words.text(*word))
            .chain(groups.map(|(name, _)| name.as_str()))
            .collect();
        let error = Diagnostic::error(
            Code::UnknownValue,
            expression.span,
            format!("`{name}` is not one of the values here"),
        );
        self.refuse(
            match printed_range(expression, |end| known.contains(&end)) {
                Some(range) => error.help(format!("a range is written `{range}`")),
                None => error.nearest_or(name, known, || {
                    format!("wanted here: {}", self.show_type(of))
                }),
            },
        )
    }

    fn place(&mut self, expr: &syntax::Expr, of: &Type) -> Option<usize> {
        let value = match self.as_value(expr, of) {
            Some(value) => value,
            None => self.group_or_tell(expr, of, None)?.first()?.clone(),
        };
        let is_value = |word: &_| value == Value::Word(*word);
        of.words().iter().position(is_value)
    }

    fn as_value(&mut self, expr: &syntax::Expr, of: &Type) -> Option<Value> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let value = self.value_of_type(name, of)?;
                self.mention_value(expr.span, name, of);
                Some(value)
            }
            ExprKind::Number { value, .. } => of.unit().map(|_| Value::Number(*value)),
            ExprKind::Negate(inner) => Some(Value::Number(-self.as_value(inner, of)?.number()?)),
            ExprKind::Quoted(text) if *of == Type::Text => {
                Some(Value::Word(self.model.words.intern(text)))
            }
            ExprKind::Quoted(text) => self.value_of_type(text, of),
            _ => None,
        }
    }

    /// Adds the texts that a test names to the values of a fact of free text.
    pub fn name_texts(&mut self, test: &Test, variable: Option<VariableId>) {
        let (Some(variable), Test::Values(values)) = (variable, test) else {
            return;
        };
        let domain = &mut self.model.variables[variable].domain;
        let DomainKind::Text(named) = &mut domain.kind else {
            return;
        };
        for value in values {
            if let Value::Word(word) = value
                && !named.contains(word)
            {
                named.insert(named.len().saturating_sub(1), *word);
            }
        }
    }

    /// Adds the texts of a set to those that rules name of a fact of free text.
    pub fn name_texts_of(&mut self, variable: VariableId, set: &Text) -> Option<()> {
        if self.model.variables[variable].domain.is_text() {
            let test = self.set_test(variable, set)?;
            self.name_texts(&test, Some(variable));
        }
        Some(())
    }

    pub fn mask(&mut self, variable: VariableId, set: &Text) -> Option<Vec<bool>> {
        let domain = &self.model.variables[variable].domain;
        if matches!(domain.kind, DomainKind::Sets(_)) && set.value.trim() == "any" {
            return Some(vec![true; domain.size() as usize]);
        }
        let test = self.set_test(variable, set)?;
        let beyond = ends_beyond(&self.model, variable, &test, set.span);
        beyond.into_iter().for_each(|note| self.report(note));
        let domain = &self.model.variables[variable].domain;
        let mut mask = vec![false; domain.size() as usize];
        for range in test.within(domain) {
            let held = mask.get_mut(range.start as usize..range.end as usize);
            held.into_iter().for_each(|held| held.fill(true));
        }
        if let (DomainKind::Text(named), Test::Values(values), Some(other)) =
            (&domain.kind, &test, mask.last_mut())
        {
            // A text that no rule names is any other text.
            let is_named =
                |value: &Value| matches!(value, Value::Word(word) if named.contains(word));
            *other |= !values.iter().all(is_named);
        }
        if mask.contains(&true) {
            return Some(mask);
        }
        let read = domain.read(&set.value, &self.model.words);
        if let Some(held) = read.and_then(|index| mask.get_mut(index as usize)) {
            *held = true;
            return Some(mask);
        }
        let error = Diagnostic::error(
            Code::UnknownValue,
            set.span,
            format!("no value of the fact is in `{}`", set.value),
        );
        let shown = domain.show(&self.model.words);
        self.refuse(error.help(format!("its values: {shown}")))
    }

    fn set_test(&mut self, variable: VariableId, set: &Text) -> Option<Test> {
        let of = type_of_variable(&self.model, variable);
        if let Type::Set(_) = of {
            return Some(Test::Values(vec![self.value_of(variable, set)?]));
        }
        match self.parses.set(set) {
            Ok(members) => self.test(&members, &of, Some(variable)),
            // Free text may hold anything: what is no expression is the text itself.
            Err(_) if of == Type::Text => Some(Test::Values(vec![Value::Word(
                self.model.words.intern(&set.value),
            )])),
            Err(broken) => self.refuse(broken),
        }
    }
}

pub fn variable_of(expr: &Expr) -> Option<VariableId> {
    match expr.kind {
        Kind::Variable(variable) => Some(variable),
        _ => None,
    }
}

fn span_of(member: &Member) -> Span {
    match member {
        Member::One(expression) | Member::AtMost(expression) | Member::AtLeast(expression) => {
            expression.span
        }
        Member::Range(first, last) => first.span.to(last.span),
        Member::Any(span) => *span,
    }
}
