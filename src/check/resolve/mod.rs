//! Expressions: from names as written to typed trees. A `None` means that the reason has been told.

mod condition;
mod member;
mod number;
mod rate;
mod slips;
mod types;

use super::Checker;
use super::scope::{Facts, Meaning, Scope};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::model::{Expr, Kind, Operation, QuestionId, Type, UnitOf, VariableId};
use crate::source::{Span, Text};
use crate::syntax::{self, Binding, ExprKind, Member};
use crate::value::{DomainKind, Value, Word};
use slips::difference;

impl Checker {
    /// A text as an expression of the type wanted.
    pub(super) fn expression(&mut self, text: &Text, wanted: &Type, scope: &Scope) -> Option<Expr> {
        let parsed = self.parse(text)?;
        let typed = self.expr(&parsed, Some(wanted), &self.scope_at(text.span, scope))?;
        self.fit(typed, wanted)
    }

    /// A text as a condition.
    pub(super) fn condition(&mut self, text: &Text, scope: &Scope) -> Option<Expr> {
        self.expression(text, &Type::Bool, scope)
    }

    pub(super) fn parse(&mut self, text: &Text) -> Option<syntax::Expr> {
        match syntax::parse(&text.value, text.span) {
            Ok(parsed) => Some(parsed),
            Err(diagnostic) => {
                self.report(diagnostic);
                None
            }
        }
    }

    /// Resolves an expression; `wanted` tells which words of it are values.
    pub(super) fn expr(
        &mut self,
        expr: &syntax::Expr,
        wanted: Option<&Type>,
        scope: &Scope,
    ) -> Option<Expr> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number { value, signed } => Some(number::constant(
                *value,
                *signed && value.numer() > &0,
                span,
            )),
            ExprKind::Quoted(text) => Some(self.quoted(text, span)),
            ExprKind::Name(name) => self.name(name, span, wanted, scope),
            ExprKind::Set(members) => self.set(members, span, wanted),
            ExprKind::Arithmetic(operation, left, right) => {
                self.arithmetic(*operation, left, right, span, scope)
            }
            ExprKind::Divide(left, right, rounding) => {
                self.divide(left, right, *rounding, span, scope)
            }
            ExprKind::Part(part, whole, rounding) => {
                self.part(*part, whole, *rounding, span, scope)
            }
            ExprKind::Negate(inner) => self.negate(inner, span, scope),
            ExprKind::Rate(rate) => self.rate(rate, span, scope),
            ExprKind::Clamp(inner, least, most) => {
                self.clamp(inner, least.as_deref(), most.as_deref(), span, scope)
            }
            ExprKind::Least(list) => self.extreme(Operation::Least, list, span, wanted, scope),
            ExprKind::Greatest(list) => {
                self.extreme(Operation::Greatest, list, span, wanted, scope)
            }
            ExprKind::If(then, condition, other) => {
                self.choice([condition, then, other], span, wanted, scope)
            }
            ExprKind::As(inner, unit) => self.convert(inner, unit, span, scope),
            ExprKind::Shift(inner, steps) => self.shift(inner, *steps, span, wanted, scope),
            ExprKind::Was(inner) => self.was(inner, span, wanted, scope),
            ExprKind::With(question, bindings) => self.with(question, bindings, span, scope),
            ExprKind::And(list) => self.connect(Operation::And, list, span, scope),
            ExprKind::Or(list) => self.connect(Operation::Or, list, span, scope),
            ExprKind::Not(inner) => {
                let inner = self.truth(inner, scope)?;
                Some(Expr {
                    kind: Kind::Not(Box::new(inner)),
                    of: Type::Bool,
                    span,
                })
            }
            ExprKind::In { left, set, negated } => {
                self.membership(left, set, *negated, span, scope)
            }
            ExprKind::Compare(comparison, left, right) => {
                self.compare(*comparison, left, right, span, scope)
            }
            ExprKind::Word(left, word, right) => {
                self.comparative_word(left, word, right, span, scope)
            }
            ExprKind::Includes(left, right) => self.includes(left, right, span, scope),
        }
    }

    fn quoted(&mut self, text: &str, span: Span) -> Expr {
        let word = self.model.words.intern(text);
        Expr {
            kind: Kind::Constant(Value::Word(word)),
            of: Type::Text,
            span,
        }
    }

    fn name(
        &mut self,
        name: &str,
        span: Span,
        wanted: Option<&Type>,
        scope: &Scope,
    ) -> Option<Expr> {
        if let Some(value) = wanted.and_then(|wanted| self.value_of_type(name, wanted)) {
            return Some(Expr {
                kind: Kind::Constant(value),
                of: wanted?.clone(),
                span,
            });
        }
        match self.meaning(name, scope) {
            Some(Meaning::Variable(variable)) => self.variable(variable, span, scope),
            Some(Meaning::Question(question)) => self.call(question, Vec::new(), span, scope),
            Some(Meaning::Barred(variable)) if self.is_no_value_of(variable, wanted) => {
                self.no_value(name, span, wanted);
                None
            }
            Some(Meaning::Barred(variable)) => {
                self.barred(variable, span, scope);
                None
            }
            None => match name {
                "yes" | "no" => Some(Expr {
                    kind: Kind::Constant(Value::Bool(name == "yes")),
                    of: Type::Bool,
                    span,
                }),
                _ => {
                    self.unknown_name(name, span, wanted);
                    None
                }
            },
        }
    }

    /// A word as a value of the type wanted, if it is one.
    fn value_of_type(&self, name: &str, wanted: &Type) -> Option<Value> {
        match wanted {
            Type::Bool => match name {
                "yes" | "true" => Some(Value::Bool(true)),
                "no" | "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Type::Words { words, .. } | Type::NumberOr(_, words) => self
                .model
                .words
                .find(name)
                .filter(|word| words.contains(word))
                .map(Value::Word),
            Type::Set(words) => self
                .model
                .words
                .find(name)
                .filter(|word| words.contains(word))
                .map(|word| Value::Set(vec![word])),
            Type::Number(_) | Type::Text => None,
        }
    }

    fn unknown_name(&mut self, name: &str, span: Span, wanted: Option<&Type>) {
        let mut known = self.known_names();
        let words: Vec<Word> = match wanted {
            Some(Type::Words { words, .. } | Type::NumberOr(_, words) | Type::Set(words)) => {
                words.clone()
            }
            _ => Vec::new(),
        };
        known.extend(
            words
                .iter()
                .map(|word| self.model.words.text(*word).to_owned()),
        );
        let mut error = Diagnostic::error(
            Code::UnknownName,
            span,
            format!("nothing here is called `{name}`"),
        );
        if let Some(difference) = difference(name, &known) {
            error = error.help(format!("a minus has spaces around it: `{difference}`"));
        } else if let Some(near) = nearest(name, known.iter().map(String::as_str)) {
            error = error.meant(Some(near));
        } else if let Some(wanted) = wanted.filter(|_| !words.is_empty()) {
            error = error.help(format!("wanted here: {}", self.show_type(wanted)));
        }
        self.report(error);
    }

    fn barred(&mut self, variable: VariableId, span: Span, scope: &Scope) {
        let name = self.model.variable_name(variable).to_owned();
        let Facts::Listed(_, list) = scope.facts else {
            return;
        };
        self.report(
            Diagnostic::error(
                Code::NotInFrom,
                span,
                format!("the answer depends on `{name}`, which {list}"),
            )
            .help(format!("add `{name}` to the list, or do without it")),
        );
    }

    /// The type of a variable's values.
    pub(super) fn type_of_variable(&self, variable: VariableId) -> Option<Type> {
        type_of(&self.model, variable)
    }

    /// The value of a variable in a scope.
    fn variable(&mut self, variable: VariableId, span: Span, scope: &Scope) -> Option<Expr> {
        let variable = scope.at_this_time(variable);
        let of = self.type_of_variable(variable)?;
        Some(Expr {
            kind: Kind::Variable(variable),
            of,
            span,
        })
    }

    /// A question as a value, with some facts bound.
    pub(super) fn call(
        &mut self,
        question: QuestionId,
        mut bound: Vec<(VariableId, Expr)>,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        if self.settled {
            self.bind_needs(question, &mut bound, span, scope)?;
        }
        Some(Expr {
            of: self.model.question(question)?.answer.clone(),
            kind: Kind::Question(question, bound),
            span,
        })
    }

    /// Binds what a question needs besides, where it is not at hand itself: found by other questions, or one turn earlier.
    pub(super) fn bind_needs(
        &mut self,
        question: QuestionId,
        bound: &mut Vec<(VariableId, Expr)>,
        span: Span,
        scope: &Scope,
    ) -> Option<()> {
        let found = self.model.question(question)?;
        let (needs, is_broken) = (found.from.clone(), found.broken);
        let stray = bound.iter().find(|(fact, _)| !needs.contains(fact));
        if let Some((fact, value)) = stray.filter(|_| !is_broken) {
            let (fact, span) = (*fact, value.span);
            self.refuse_binding(fact, span, &needs);
            return None;
        }
        for needed in needs {
            if bound.iter().any(|(variable, _)| *variable == needed) {
                continue;
            }
            let now = scope.at_this_time(needed);
            if scope.allows(needed) {
                if now != needed {
                    let value = self.variable(needed, span, scope)?;
                    bound.push((needed, value));
                }
            } else {
                let value = self.found_by_question(needed, question, span, scope)?;
                bound.push((needed, value));
            }
        }
        Some(())
    }

    /// Tells that a question does not take a fact that is bound for it.
    fn refuse_binding(&mut self, fact: VariableId, span: Span, takes: &[VariableId]) {
        let name = self.model.variable_name(fact);
        let takes: Vec<&str> = takes
            .iter()
            .map(|id| self.model.variable_name(*id))
            .collect();
        let message = format!("the question does not take `{name}`");
        let error = Diagnostic::error(Code::UnknownFact, span, message);
        self.report(error.nearest_or(name, takes.iter().copied(), || {
            format!("it takes: {}", takes.join(", "))
        }));
    }

    /// A fact that is not at hand, as the question that finds it answers.
    fn found_by_question(
        &mut self,
        needed: VariableId,
        caller: QuestionId,
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let name = self.model.variable_name(needed).to_owned();
        let finder = self
            .model
            .question_names
            .get(&name)
            .copied()
            .filter(|finder| *finder != caller);
        let can_find = finder.filter(|finder| {
            self.model.question(*finder).is_some_and(|found| {
                !found.from.is_empty() && found.from.iter().all(|from| scope.allows(*from))
            })
        });
        if let Some(finder) = can_find {
            return self.call(finder, Vec::new(), span, scope);
        }
        let caller = self
            .model
            .question(caller)
            .map_or_else(String::new, |found| found.name.clone());
        self.report(
            Diagnostic::error(
                Code::NotInFrom,
                span,
                format!("`{caller}` needs `{name}`, which is not at hand here"),
            )
            .help(format!(
                "add `{name}` to `from`, or bind it: `{caller} with {name} = …`"
            )),
        );
        None
    }

    fn with(
        &mut self,
        called: &syntax::Expr,
        bindings: &[Binding],
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        let question = match &called.kind {
            ExprKind::Name(name) => self.model.question_names.get(name).copied(),
            _ => None,
        };
        let Some(question) = question else {
            let message = "`with` binds the facts of a question, and this is none";
            self.error(Code::UnknownQuestion, called.span, message);
            return None;
        };
        let mut bound = Vec::new();
        for binding in bindings {
            bound.push(self.binding(binding, scope)?);
        }
        self.call(question, bound, span, scope)
    }

    fn binding(&mut self, binding: &Binding, scope: &Scope) -> Option<(VariableId, Expr)> {
        let name = &binding.fact;
        let variable = self.fact_or_tell(&Text::new(name.text.clone(), name.span))?;
        let wanted = self.type_of_variable(variable)?;
        let value = self.expr(&binding.value, Some(&wanted), scope)?;
        let value = self.fit(value, &wanted)?;
        let span = name.span.to(value.span);
        Some((variable, Expr { span, ..value }))
    }

    fn was(
        &mut self,
        inner: &syntax::Expr,
        span: Span,
        wanted: Option<&Type>,
        scope: &Scope,
    ) -> Option<Expr> {
        if scope.process.is_none() {
            let message = "`was (…)` asks for the turn before, and there is none outside a process";
            self.error(Code::WasOutsideProcess, span, message);
            return None;
        }
        let inner = self.expr(inner, wanted, &scope.earlier())?;
        Some(Expr { span, ..inner })
    }

    fn set(&mut self, members: &[Member], span: Span, wanted: Option<&Type>) -> Option<Expr> {
        let Some(Type::Set(words)) = wanted else {
            self.error(
                Code::WrongType,
                span,
                "a set in braces can stand here only after `in`",
            );
            return None;
        };
        let mut set = Vec::new();
        for member in members {
            match member {
                Member::One(syntax::Expr {
                    kind: ExprKind::Name(name),
                    span,
                }) => {
                    match self
                        .model
                        .words
                        .find(name)
                        .filter(|word| words.contains(word))
                    {
                        Some(word) => set.push(word),
                        None => {
                            self.unknown_name(name, *span, wanted);
                            return None;
                        }
                    }
                }
                _ => {
                    self.error(Code::WrongType, span, "a set has only words as members");
                    return None;
                }
            }
        }
        set.sort_unstable();
        set.dedup();
        Some(Expr {
            kind: Kind::Constant(Value::Set(set)),
            of: Type::Set(words.clone()),
            span,
        })
    }

    fn choice(
        &mut self,
        parts: [&syntax::Expr; 3],
        span: Span,
        wanted: Option<&Type>,
        scope: &Scope,
    ) -> Option<Expr> {
        let [condition, then, other] = parts;
        let condition = self.truth(condition, scope)?;
        let then = self.expr(then, wanted, scope)?;
        let other = self.expr(other, wanted.or(Some(&then.of.clone())), scope)?;
        let (then, other) = match wanted {
            Some(wanted) => (self.fit(then, wanted)?, self.fit(other, wanted)?),
            None => (then, other),
        };
        let of = self.common_type(&then, &other, span)?;
        Some(Expr {
            kind: Kind::If(Box::new(condition), Box::new(then), Box::new(other)),
            of,
            span,
        })
    }

    fn connect(
        &mut self,
        operation: Operation,
        list: &[syntax::Expr],
        span: Span,
        scope: &Scope,
    ) -> Option<Expr> {
        if operation == Operation::Or && self.refuse_bare_values(list, scope) {
            return None;
        }
        let parts: Vec<Option<Expr>> = list.iter().map(|part| self.truth(part, scope)).collect();
        let mut whole: Option<Expr> = None;
        for part in parts {
            let part = part?;
            whole = Some(match whole {
                None => part,
                Some(left) => Expr {
                    kind: Kind::Binary(operation, Box::new(left), Box::new(part)),
                    of: Type::Bool,
                    span,
                },
            });
        }
        whole
    }

    /// An expression that must be a condition.
    fn truth(&mut self, expr: &syntax::Expr, scope: &Scope) -> Option<Expr> {
        let typed = self.expr(expr, Some(&Type::Bool), scope)?;
        self.fit(typed, &Type::Bool)
    }
}

/// The type of a variable's values.
#[must_use]
pub fn type_of(model: &crate::model::Model, variable: VariableId) -> Option<Type> {
    let found = model.variable(variable)?;
    Some(match &found.domain.kind {
        DomainKind::Bool => Type::Bool,
        DomainKind::Words { words, ordered, .. } => Type::Words {
            words: words.clone(),
            ordered: *ordered,
        },
        DomainKind::Numbers { .. } => Type::Number(found.unit.map_or(UnitOf::Bare, UnitOf::Unit)),
        DomainKind::Sets(words) => Type::Set(words.clone()),
        DomainKind::Text(_) => Type::Text,
    })
}
