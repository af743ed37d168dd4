//! Expressions: from names as written to typed trees. A `None` means that the reason has been told.

mod compare;
mod number;
mod rate;
mod sets;
mod slips;
mod types;

use super::scope::{Meaning, Others};
use super::taking::{AT_STEP, FROM, OF_PROCESS};
use super::{Checker, all};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::model::{Expr, Kind, Model, Operation, QuestionId, Test, Thing, Type, VariableId};
use crate::source::{Span, Text};
use crate::syntax::{self, Binding, ExprKind, Member};
use crate::value::Value;
use itertools::Itertools;
use slips::difference;

pub use sets::variable_of;
pub use types::{type_of_domain, typed};

pub fn type_of(model: &Model, variable: VariableId) -> Option<Type> {
    Some(type_of_variable(model, variable))
}

pub fn type_of_variable(model: &Model, variable: VariableId) -> Type {
    let variable = &model.variables[variable];
    type_of_domain(&variable.domain, variable.unit)
}

/// Where a value is added that is wanted besides those that there are.
const ONE_MORE: &str = "one more is added where these are listed";

impl Checker {
    pub fn expression(&mut self, text: &Text, wanted: &Type) -> Option<Expr> {
        let typed = self.typed_text(text, Some(wanted))?;
        self.fit(typed, wanted)
    }

    pub fn condition(&mut self, text: &Text) -> Option<Expr> {
        self.expression(text, &Type::Bool)
    }

    pub fn when(&mut self, text: &Option<Text>) -> Option<Option<Expr>> {
        let Some(text) = text else { return Some(None) };
        self.condition(text).map(Some)
    }

    /// A text as an expression; one that an erratum brings may look at facts that its question did not take.
    pub fn typed_text(&mut self, text: &Text, wanted: Option<&Type>) -> Option<Expr> {
        let parsed = self.parses.expr(text);
        let parsed = self.parsed(parsed)?;
        self.beyond_doubt(|checker| checker.typed(text, &parsed, wanted))
    }

    fn typed(&mut self, text: &Text, parsed: &syntax::Expr, wanted: Option<&Type>) -> Option<Expr> {
        if self.scope.others != Others::Barred(FROM) || !self.model.origins.brings(text.span) {
            return self.expr(parsed, wanted);
        }
        self.scope.others = Others::Last;
        let typed = self.expr(parsed, wanted);
        self.scope.others = Others::Barred(FROM);
        typed
    }

    pub fn parsed<T>(&mut self, parsed: Result<T, Diagnostic>) -> Option<T> {
        parsed.map_err(|broken| self.report(broken)).ok()
    }

    /// Resolves an expression; `wanted` tells which words of it are values.
    pub fn expr(&mut self, expr: &syntax::Expr, wanted: Option<&Type>) -> Option<Expr> {
        let span = expr.span;
        if wanted == Some(&Type::Bool) {
            self.refuse_bound(expr)?;
        }
        match &expr.kind {
            ExprKind::Number { value, signed } => Some(number::constant(
                *value,
                *signed && value.numer() > &0,
                span,
            )),
            ExprKind::Quoted(text) => {
                self.refuse_unknown_in_text(text, span)?;
                let text = Kind::Constant(Value::Word(self.model.words.intern(text)));
                Some(typed(text, Type::Text, span))
            }
            ExprKind::Name(name) => self.name(name, span, wanted),
            ExprKind::Set(members) => self.set(members, span, wanted),
            ExprKind::Arithmetic(operation, left, right) => {
                self.arithmetic(*operation, [left, right], span, wanted)
            }
            ExprKind::Divide(left, right, rounding) => self.divide(left, right, *rounding, span),
            ExprKind::Part(part, whole, rounding) => self.part(*part, whole, *rounding, span),
            ExprKind::Negate(inner) => self.negate(inner, span),
            ExprKind::Rate(rate) => self.rate(rate, span),
            ExprKind::Clamp(inner, least, most) => {
                self.clamp(inner, [least.as_deref(), most.as_deref()], span)
            }
            ExprKind::Least(list) => self.extreme(Operation::Least, list, span, wanted),
            ExprKind::Greatest(list) => self.extreme(Operation::Greatest, list, span, wanted),
            ExprKind::If(then, condition, other) => {
                self.choice([condition, then, other], span, wanted)
            }
            ExprKind::As(inner, unit) => self.convert(inner, unit, span),
            ExprKind::Shift { of, levels, down } => self.shift(of, (levels, *down), span, wanted),
            ExprKind::Was(inner) => self.was(inner, span, wanted),
            ExprKind::With(question, bindings) => self.with(question, bindings, span),
            ExprKind::And(list) => {
                self.refuse_bare_values(list, "and")?;
                self.connect(Operation::And, list, span)
            }
            ExprKind::Or(list) => {
                self.refuse_bare_values(list, "or")?;
                self.connect(Operation::Or, list, span)
            }
            ExprKind::Not(inner) => Some(typed(
                Kind::Not(Box::new(self.truth(inner)?)),
                Type::Bool,
                span,
            )),
            ExprKind::In { left, set, negated } => self.membership(left, set, *negated, span),
            ExprKind::Compare(comparison, left, right) => {
                let (left, right) = self.alike(left, right)?;
                self.compared(*comparison, left, right, span)
            }
            ExprKind::Word(left, word, right) => self.comparative_word(left, word, right, span),
            ExprKind::Includes(left, right) => self.includes(left, right, span),
        }
    }

    fn name(&mut self, name: &str, span: Span, wanted: Option<&Type>) -> Option<Expr> {
        if let Some(wanted) = wanted
            && let Some(value) = self.value_of_type(name, wanted)
        {
            self.mention_value(span, name, wanted);
            return Some(typed(Kind::Constant(value), wanted.clone(), span));
        }
        match self.meaning(name) {
            Some(Meaning::Variable(variable)) => {
                self.mention(span, Thing::Variable(variable));
                Some(self.variable(variable, span))
            }
            Some(Meaning::Question(question)) => {
                self.mention(span, Thing::Question(question));
                self.call(question, Vec::new(), span)
            }
            Some(Meaning::Barred(variable)) => self.refuse_barred(variable, name, span, wanted),
            None if matches!(name, "yes" | "no") => Some(typed(
                Kind::Constant(Value::Bool(name == "yes")),
                Type::Bool,
                span,
            )),
            None => self.unknown_name(name, span, wanted),
        }
    }

    pub fn value_of_type(&self, name: &str, wanted: &Type) -> Option<Value> {
        let word = || self.model.words.find_among(name, wanted.words());
        match wanted {
            Type::Bool => match name {
                "yes" | "true" => Some(Value::Bool(true)),
                "no" | "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Type::Words { .. } | Type::NumberOr(..) => word().map(Value::Word),
            Type::Set(_) => word().map(|word| Value::Set(vec![word])),
            Type::Number(_) | Type::Text => None,
        }
    }

    fn unknown_name<T>(&mut self, name: &str, span: Span, wanted: Option<&Type>) -> Option<T> {
        let is_condition = wanted == Some(&Type::Bool);
        let wanted = wanted.filter(|wanted| !wanted.words().is_empty());
        let word = self.model.words.find(name);
        let mut facts = self.model.variables.iter();
        let is_value = |word| facts.any(|fact| fact.domain.words().contains(&word));
        if let (Some(wanted), true) = (wanted, word.is_some_and(is_value)) {
            return self.no_value(name, span, wanted);
        }
        let mut known = self.known_names();
        known.extend(
            wanted
                .into_iter()
                .flat_map(|wanted| wanted.words())
                .map(|word| self.model.words.text(*word).to_owned()),
        );
        let error = Diagnostic::error(
            Code::UnknownName,
            span,
            format!("nothing here is called `{name}`"),
        );
        let near = nearest(name, known.iter().map(String::as_str));
        let finding = match (difference(name, &known), near, wanted) {
            (Some(difference), ..) => {
                error.help(format!("a minus has spaces around it: `{difference}`"))
            }
            (_, None, Some(wanted)) => error.help(format!(
                "wanted here: {}; {ONE_MORE}",
                self.show_type(wanted)
            )),
            (_, near, _) => {
                self.undeclared.note(name, is_condition);
                error.unknown(name).meant(near)
            }
        };
        self.refuse(finding)
    }

    fn refuse_barred<T>(
        &mut self,
        variable: VariableId,
        name: &str,
        span: Span,
        wanted: Option<&Type>,
    ) -> Option<T> {
        if let Some(wanted) = wanted.filter(|wanted| self.is_no_value_of(variable, wanted)) {
            return self.no_value(name, span, wanted);
        }
        let Others::Barred(list) = self.scope.others else {
            return None;
        };
        let name = self.model.variable_name(variable);
        self.refuse(
            Diagnostic::error(
                Code::NotInFrom,
                span,
                format!("the answer depends on `{name}`, which {list}"),
            )
            .help(match list {
                AT_STEP => format!("roll or ask `{name}` in a step before, or name it in `start`"),
                _ => format!("add `{name}` to the list, or do without it"),
            }),
        )
    }

    fn variable(&self, variable: VariableId, span: Span) -> Expr {
        let variable = self.scope.at_this_time(variable);
        typed(
            Kind::Variable(variable),
            type_of_variable(&self.model, variable),
            span,
        )
    }

    pub fn call(
        &mut self,
        question: QuestionId,
        mut bound: Vec<(VariableId, Expr)>,
        span: Span,
    ) -> Option<Expr> {
        self.rests_on(question);
        if self.settled {
            self.bind_needs(question, &mut bound, span)?;
        }
        Some(typed(
            Kind::Question(question, bound),
            self.model.questions[question].answer.clone(),
            span,
        ))
    }

    /// Binds what a question needs besides, where it is not at hand itself: found by other questions, or one turn earlier.
    pub fn bind_needs(
        &mut self,
        question: QuestionId,
        bound: &mut Vec<(VariableId, Expr)>,
        span: Span,
    ) -> Option<()> {
        let called = &self.model.questions[question];
        let needs = called.from.clone();
        if let Some((fact, value)) = bound
            .iter()
            .find(|(fact, _)| !needs.contains(fact))
            .filter(|_| !self.rests_on_broken(question))
        {
            return self.refuse_binding(*fact, value.span, &needs);
        }
        for needed in needs {
            if bound.iter().any(|(variable, _)| *variable == needed) {
                continue;
            }
            if !self.scope.allows(needed) {
                bound.push((needed, self.found_by_question(needed, question, span)?));
            } else if self.scope.at_this_time(needed) != needed {
                bound.push((needed, self.variable(needed, span)));
            }
        }
        Some(())
    }

    fn refuse_binding<T>(
        &mut self,
        fact: VariableId,
        span: Span,
        takes: &[VariableId],
    ) -> Option<T> {
        let name = self.model.variable_name(fact);
        let message = format!("the question does not take `{name}`");
        let comes = |id: &&VariableId| {
            let finder = self.model.finder(**id);
            finder.is_some_and(|finder| self.model.questions[finder].from.contains(&fact))
        };
        if let Some(through) = takes.iter().find(comes) {
            let through = self.model.variable_name(*through);
            let error = Diagnostic::error(Code::UnknownFact, span, message);
            return self.refuse(error.help(format!(
                "it takes `{through}`, which comes of `{name}`: bind that, `with {through} = ({through} with {name} = …)`"
            )));
        }
        let mut takes = takes.iter().map(|id| self.model.variable_name(*id));
        let known = takes.clone();
        let taken = || match takes.join(", ").as_str() {
            "" => "it takes none".to_owned(),
            takes => format!("it takes: {takes}"),
        };
        let error = Diagnostic::error(Code::UnknownFact, span, message);
        self.refuse(error.nearest_or(name, known, taken))
    }

    fn found_by_question(
        &mut self,
        needed: VariableId,
        caller: QuestionId,
        span: Span,
    ) -> Option<Expr> {
        let name = self.model.variable_name(needed);
        let finder = self.model.question_names.get(name).copied();
        let finder = finder.filter(|finder| {
            let from = &self.model.questions[*finder].from;
            *finder != caller
                && !from.is_empty()
                && from
                    .iter()
                    .all(|from| self.scope.allows(*from) || self.can_join(*from))
        });
        if let Some(finder) = finder {
            return self.call(finder, Vec::new(), span);
        }
        if self.can_join(needed) {
            self.scope.joined.get_or_insert_default().push(needed);
            self.scope.listed.push(needed);
            return Some(self.variable(needed, span));
        }
        let caller = &self.model.questions[caller].name;
        let error = Diagnostic::error(
            Code::NotInFrom,
            span,
            format!("`{caller}` needs `{name}`, which is not at hand here"),
        );
        let (pack_id, by) = (self.scope.pack, self.model.variables[needed].pack);
        let help = if self.model.knows(pack_id, by) {
            let bound = format!("`{caller} with {name} = …`");
            vec![match self.scope.others {
                Others::Barred(FROM) => format!("add `{name}` to `from`, or bind it: {bound}"),
                Others::Barred(OF_PROCESS) => {
                    format!(
                        "add `{name}` to `turn`, which is told at every step, or to `start`, or bind it: {bound}"
                    )
                }
                Others::Barred(_) => format!("bind it: {bound}"),
                _ => format!("add `{name}` to `from`, or bind it: {bound}"),
            }]
        } else {
            let (text, by) = (self.model.pack_name(pack_id), self.model.pack_name(by));
            vec![
                format!(
                    "`{name}` comes of `{by}`: say there what it usually is, `usually = \"…\"`"
                ),
                format!(
                    "or write there an erratum that gives it: `at = \"{text}/{}.{}\"`, `add = \"{name}\"`",
                    self.scope.within,
                    if self.scope.joined.is_some() {
                        "start"
                    } else {
                        "from"
                    }
                ),
            ]
        };
        self.refuse(help.into_iter().fold(error, Diagnostic::help))
    }

    fn can_join(&self, fact: VariableId) -> bool {
        self.scope.joined.is_some() && !self.model.variables[fact].usually.is_empty()
    }

    fn refuse_with(&mut self, called: &syntax::Expr) -> Option<Expr> {
        let message = "`with` binds the facts of a question, and this is none";
        let error = Diagnostic::error(Code::UnknownQuestion, called.span, message);
        let known = self.model.question_names.keys().map(String::as_str);
        let error = match called.name() {
            Some(name) => error.nearest(name, known),
            None => error,
        };
        self.refuse(error)
    }

    fn with(&mut self, called: &syntax::Expr, bindings: &[Binding], span: Span) -> Option<Expr> {
        let question = match &called.kind {
            ExprKind::Name(name) => self.model.question_names.get(name).copied(),
            _ => None,
        };
        let Some(question) = question else {
            return self.refuse_with(called);
        };
        self.mention(called.span, Thing::Question(question));
        let bound = bindings
            .iter()
            .map(|binding| self.binding(binding))
            .collect::<Option<Vec<_>>>()?;
        let answers_text = self.model.questions[question].answer == Type::Text;
        for (variable, value) in &bound {
            self.bind_text(*variable, value, answers_text)?;
        }
        self.call(question, bound, span)
    }

    /// A text is bound as it is written: what rules name of another fact's texts they may not of this one's, and an answer that is
    /// a text takes those that are told.
    fn bind_text(&mut self, variable: VariableId, value: &Expr, answers_text: bool) -> Option<()> {
        if value.of != Type::Text {
            return Some(());
        }
        let refused = |message: &str, help: &str| {
            Diagnostic::error(Code::WrongType, value.span, message).help(help)
        };
        let Kind::Constant(text) = &value.kind else {
            let help = "a text is bound as it is written: `with overlay = 'SD'`";
            return self.refuse(refused("this text is known only where it is told", help));
        };
        if answers_text {
            let help = "ask for it with what is told, or write the text that it gives";
            return self.refuse(refused(
                "an answer that is a text takes the texts that are told",
                help,
            ));
        }
        let fact = typed(Kind::Variable(variable), Type::Text, value.span);
        self.text_tested(&Test::Values(vec![text.clone()]), &fact, value.span)
    }

    fn binding(&mut self, binding: &Binding) -> Option<(VariableId, Expr)> {
        let name = &binding.fact;
        let variable = self.fact_named(&Text::new(name.text.clone(), name.span))?;
        self.refuse_compared(binding, variable)?;
        let value = self.as_type(&binding.value, &type_of_variable(&self.model, variable))?;
        let span = name.span.to(value.span);
        Some((variable, Expr { span, ..value }))
    }

    /// Tells of `q with range = 12 is snow`, where it is the answer that is compared.
    fn refuse_compared(&mut self, binding: &Binding, fact: VariableId) -> Option<()> {
        let (ExprKind::In { left, .. } | ExprKind::Compare(_, left, _)) = &binding.value.kind
        else {
            return Some(());
        };
        if type_of_variable(&self.model, fact) == Type::Bool {
            return Some(());
        }
        let name = &binding.fact.text;
        let message = format!("`{name}` is bound to a comparison here");
        let found = Diagnostic::error(Code::WrongType, binding.value.span, message);
        self.refuse(found.help(format!(
            "what is answered is compared in parentheses: `(… with {name} = {left}) is …`"
        )))
    }

    fn as_type(&mut self, expr: &syntax::Expr, wanted: &Type) -> Option<Expr> {
        let typed = self.expr(expr, Some(wanted))?;
        self.fit(typed, wanted)
    }

    fn truth(&mut self, expr: &syntax::Expr) -> Option<Expr> {
        self.as_type(expr, &Type::Bool)
    }

    fn was(&mut self, inner: &syntax::Expr, span: Span, wanted: Option<&Type>) -> Option<Expr> {
        if self.scope.steps.is_none() {
            return self.error(
                Code::WasOutsideProcess,
                span,
                "`was (…)` asks for the turn before, and there is none outside a process",
            );
        }
        let now = std::mem::replace(&mut self.scope.was, true);
        let inner = self.expr(inner, wanted);
        self.scope.was = now;
        Some(Expr { span, ..inner? })
    }

    fn set(&mut self, members: &[Member], span: Span, wanted: Option<&Type>) -> Option<Expr> {
        let Some(of @ Type::Set(words)) = wanted else {
            return self.error(
                Code::WrongType,
                span,
                "a set in braces can stand here only after `in`",
            );
        };
        let mut set = Vec::new();
        for member in members {
            match member {
                Member::One(syntax::Expr {
                    kind: ExprKind::Name(name),
                    span,
                }) => match self.model.words.find_among(name, words) {
                    Some(word) => {
                        self.mention_value(*span, name, of);
                        set.push(word);
                    }
                    _ => return self.unknown_name(name, *span, wanted),
                },
                _ => return self.error(Code::WrongType, span, "a set has only words as members"),
            }
        }
        set.sort_unstable();
        set.dedup();
        Some(typed(Kind::Constant(Value::Set(set)), of.clone(), span))
    }

    fn choice(
        &mut self,
        [condition, then, other]: [&syntax::Expr; 3],
        span: Span,
        wanted: Option<&Type>,
    ) -> Option<Expr> {
        let condition = self.truth(condition)?;
        let mut then = self.expr(then, wanted)?;
        let mut other = self.expr(other, wanted.or(Some(&then.of.clone())))?;
        if let Some(wanted) = wanted {
            (then, other) = (self.fit(then, wanted)?, self.fit(other, wanted)?);
        }
        let of = self.common_type(&then, &other, span)?;
        let [condition, then, other] = [condition, then, other].map(Box::new);
        Some(typed(Kind::If(condition, then, other), of, span))
    }

    fn connect(&mut self, by: Operation, list: &[syntax::Expr], span: Span) -> Option<Expr> {
        let parts = all(list.iter().map(|part| self.truth(part)))?;
        let join = |left, right| types::binary(by, left, right, Type::Bool, span);
        parts.into_iter().reduce(join)
    }
}
