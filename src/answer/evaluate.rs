//! The plain evaluator: rules read one by one, as a person would. `None` is an answer that depends on a fact not known.

use crate::diagram::{Leaf, combine, map_value, operate, scale_of};
use crate::model::{
    Combine, Exception, Expr, Kind, Model, Operation, Outcome, PackId, Question, QuestionId, Rule,
    VariableId,
};
use crate::source::{Sources, Span};
use crate::turn::Situation;
use crate::value::Value;
use std::cell::RefCell;

/// Evaluates questions and expressions of a model without a diagram.
#[derive(Debug, Clone, Copy)]
pub struct Evaluator<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its texts: with them, reasons are told in the pack's own words.
    pub texts: Option<&'a Sources>,
    /// Where it notes what it goes through, if anybody wants to know.
    pub trace: Option<&'a Trace>,
}

/// The data that made answers, by where they are written: rules that applied, cells, exceptions that took a rule's place or
/// cancelled it, and what holds where no rule applies; of a condition that does not hold, what makes it fail.
#[derive(Debug, Default)]
pub struct Trace {
    marks: RefCell<Vec<Span>>,
}

impl Trace {
    /// What was noted since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<Span> {
        self.marks.take()
    }

    fn note(&self, span: Span) {
        self.marks.borrow_mut().push(span);
    }

    fn len(&self) -> usize {
        self.marks.borrow().len()
    }

    fn forget(&self, since: usize) {
        self.marks.borrow_mut().truncate(since);
    }
}

/// What is known, with the facts that callers bound.
#[derive(Debug, Clone)]
pub(super) struct Context<'s> {
    /// What is given.
    pub(super) situation: &'s Situation,
    /// What callers bound, the innermost last.
    pub(super) bound: Vec<(VariableId, Option<Leaf>)>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of a model.
    #[must_use]
    pub const fn new(model: &'a Model) -> Self {
        Self {
            model,
            texts: None,
            trace: None,
        }
    }

    /// An evaluator that tells reasons in the words of the packs.
    #[must_use]
    pub const fn with_texts(model: &'a Model, texts: &'a Sources) -> Self {
        Self {
            model,
            texts: Some(texts),
            trace: None,
        }
    }

    /// An evaluator that notes what it goes through.
    #[must_use]
    pub const fn traced(model: &'a Model, trace: &'a Trace) -> Self {
        Self {
            model,
            texts: None,
            trace: Some(trace),
        }
    }

    /// The answer to a question, if what is known settles it.
    #[must_use]
    pub fn question(&self, id: QuestionId, situation: &Situation) -> Option<Leaf> {
        self.answer(
            id,
            &Context {
                situation,
                bound: Vec::new(),
            },
        )
    }

    /// The value of an expression, if what is known settles it.
    #[must_use]
    pub fn value(&self, expr: &Expr, situation: &Situation) -> Option<Leaf> {
        self.expr(
            expr,
            &Context {
                situation,
                bound: Vec::new(),
            },
        )
    }

    pub(super) fn answer(&self, id: QuestionId, context: &Context<'_>) -> Option<Leaf> {
        let question = self.model.question(id)?;
        if let Some(outside) = self.outside(question, context) {
            return outside;
        }
        let leaf = match self.combined(question, context)? {
            Leaf::Silent => self.where_silent(question, context)?,
            other => other,
        };
        Some(match leaf {
            Leaf::Value(Value::Word(word)) if question.combine == Combine::Union => {
                Leaf::Value(Value::Set(vec![word]))
            }
            other => other,
        })
    }

    /// Whether the question is not asked here: a leaf, or `None` inside where that cannot be told.
    #[expect(
        clippy::option_option,
        reason = "outside or not, and whether it can be told"
    )]
    fn outside(&self, question: &Question, context: &Context<'_>) -> Option<Option<Leaf>> {
        for (variable, asked) in &question.only {
            let Some(leaf) = self.variable(*variable, context) else {
                return Some(None);
            };
            let Leaf::Value(value) = &leaf else {
                return Some(Some(leaf));
            };
            let index = self
                .model
                .variable(*variable)
                .and_then(|found| found.domain.index(value));
            if !index.is_some_and(|index| asked.get(index as usize).copied().unwrap_or(false)) {
                return Some(Some(Leaf::Outside));
            }
        }
        None
    }

    fn where_silent(&self, question: &Question, context: &Context<'_>) -> Option<Leaf> {
        match (&question.otherwise, question.combine.where_none_applies()) {
            (Some(otherwise), _) => {
                self.note(otherwise.gives.span);
                self.expr(&otherwise.gives, context)
            }
            (None, Some(value)) => Some(Leaf::Value(value)),
            (None, None) => Some(Leaf::Nothing),
        }
    }

    fn combined(&self, question: &Question, context: &Context<'_>) -> Option<Leaf> {
        let rules: Vec<&Rule> = question
            .rules
            .iter()
            .filter_map(|id| self.model.rule(*id))
            .collect();
        let given: Vec<(&Rule, Option<Leaf>)> = rules
            .into_iter()
            .map(|rule| (rule, self.rule(rule, context)))
            .collect();
        let settling = match question.combine {
            Combine::Any => Some(Leaf::truth(true)),
            Combine::All => Some(Leaf::truth(false)),
            _ => None,
        };
        let settles = given.iter().filter(|(rule, leaf)| {
            settling.is_some() && *leaf == settling && self.must_stand(rule, &given)
        });
        let settles: Vec<&Rule> = settles.map(|(rule, _)| *rule).collect();
        if !settles.is_empty() {
            let note = |rule: &Rule| self.note_own(rule.span, &rule.except, context);
            settles.into_iter().for_each(note);
            return settling;
        }
        let mut whole = Leaf::Silent;
        for (rule, leaf) in &given {
            let leaf = leaf.clone()?;
            if self.gives_way(rule, &given).is_some() {
                continue;
            }
            if leaf != Leaf::Silent {
                self.note_own(rule.span, &rule.except, context);
            }
            whole = combine(question.combine, scale_of(&question.answer), &whole, &leaf);
        }
        Some(whole)
    }

    /// The pack of a rule that applies and silences this one, and by which paragraph it does.
    pub(super) fn gives_way(
        &self,
        rule: &Rule,
        given: &[(&Rule, Option<Leaf>)],
    ) -> Option<(PackId, &'a str)> {
        given
            .iter()
            .filter(|(_, leaf)| leaf.as_ref().is_some_and(|leaf| *leaf != Leaf::Silent))
            .find_map(|(other, _)| Some((other.pack, self.model.wins_over(other, rule)?)))
    }

    /// Whether it is known that no rule silences this one.
    fn must_stand(&self, rule: &Rule, given: &[(&Rule, Option<Leaf>)]) -> bool {
        let may_apply = |leaf: &Option<Leaf>| *leaf != Some(Leaf::Silent);
        !given
            .iter()
            .any(|(other, leaf)| may_apply(leaf) && self.model.wins_over(other, rule).is_some())
    }

    /// What a rule contributes: silent where it does not apply.
    pub(super) fn rule(&self, rule: &Rule, context: &Context<'_>) -> Option<Leaf> {
        self.block(
            rule.when.as_ref(),
            Some(&rule.outcome),
            &rule.except,
            context,
        )
    }

    fn block(
        &self,
        when: Option<&Expr>,
        outcome: Option<&Outcome>,
        except: &[Exception],
        context: &Context<'_>,
    ) -> Option<Leaf> {
        let before = self.trace.map_or(0, Trace::len);
        if let Some(condition) = when {
            let when = self.expr(condition, context)?;
            if when.is(false) {
                self.keep_reasons(before, condition, context);
                return Some(Leaf::Silent);
            }
            if !when.is(true) {
                return Some(when);
            }
        }
        match self.exceptions(except, context)? {
            Leaf::Silent => self.outcome(outcome, context),
            Leaf::Cancelled => Some(Leaf::Silent),
            other => Some(other),
        }
    }

    fn exceptions(&self, except: &[Exception], context: &Context<'_>) -> Option<Leaf> {
        let mut whole = Leaf::Silent;
        for exception in except {
            let leaf = self.exception(exception, context)?;
            if leaf != Leaf::Silent {
                self.note_own(exception.span, &exception.except, context);
            }
            whole = combine(Combine::OnlyOne, &[], &whole, &leaf);
        }
        Some(whole)
    }

    /// What an exception puts in place of its rule: silent where it does not apply.
    pub(super) fn exception(&self, exception: &Exception, context: &Context<'_>) -> Option<Leaf> {
        self.block(
            exception.when.as_ref(),
            exception.outcome.as_ref(),
            &exception.except,
            context,
        )
    }

    fn note(&self, span: Span) {
        if let Some(trace) = self.trace {
            trace.note(span);
        }
    }

    /// Notes a rule or exception that applies, unless one of its own exceptions took its place.
    fn note_own(&self, span: Span, except: &[Exception], context: &Context<'_>) {
        if self.trace.is_some() && self.exceptions(except, context) == Some(Leaf::Silent) {
            self.note(span);
        }
    }

    /// Of a condition that does not hold, only the parts that do not hold are a reason for anything.
    fn keep_reasons(&self, since: usize, condition: &Expr, context: &Context<'_>) {
        let Some(trace) = self.trace else {
            return;
        };
        trace.forget(since);
        for part in condition.conjuncts() {
            let before = trace.len();
            if !self.expr(part, context).is_some_and(|leaf| leaf.is(false)) {
                trace.forget(before);
            }
        }
    }

    fn outcome(&self, outcome: Option<&Outcome>, context: &Context<'_>) -> Option<Leaf> {
        match outcome {
            Some(Outcome::Gives(expr)) => self.expr(expr, context),
            Some(Outcome::Gap(gap)) => Some(Leaf::Gap(*gap)),
            None => Some(Leaf::Cancelled),
        }
    }

    pub(super) fn variable(&self, variable: VariableId, context: &Context<'_>) -> Option<Leaf> {
        if let Some((_, leaf)) = context.bound.iter().rev().find(|(own, _)| *own == variable) {
            return leaf.clone();
        }
        let found = self.model.variable(variable)?;
        let index = found
            .settled()
            .or_else(|| context.situation.get(variable))?;
        Some(Leaf::Value(found.domain.value(index)))
    }

    /// The value of an expression.
    pub(super) fn expr(&self, expr: &Expr, context: &Context<'_>) -> Option<Leaf> {
        match &expr.kind {
            Kind::Constant(value) => Some(Leaf::Value(value.clone())),
            Kind::Variable(variable) => self.variable(*variable, context),
            Kind::Question(id, bound) => self.answer(*id, &self.inner(bound, context)),
            Kind::Binary(operation, left, right) => both(
                *operation,
                self.expr(left, context),
                self.expr(right, context),
            ),
            Kind::If(condition, then, other) => self.choice(condition, then, other, context),
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => {
                let leaf = self.expr(inner, context)?;
                Some(
                    leaf.value()
                        .map_or_else(|| leaf.clone(), |value| map_value(&expr.kind, value)),
                )
            }
        }
    }

    /// The context of a question called with these facts bound.
    pub(super) fn inner<'s>(
        &self,
        bound: &[(VariableId, Expr)],
        context: &Context<'s>,
    ) -> Context<'s> {
        let values = bound
            .iter()
            .map(|(variable, value)| (*variable, self.bound_value(*variable, value, context)));
        let mut all = context.bound.clone();
        all.extend(values.collect::<Vec<_>>());
        Context {
            situation: context.situation,
            bound: all,
        }
    }

    fn bound_value(
        &self,
        variable: VariableId,
        value: &Expr,
        context: &Context<'_>,
    ) -> Option<Leaf> {
        let leaf = self.expr(value, context)?;
        let fits = |value: &Value| {
            self.model
                .variable(variable)
                .is_some_and(|found| found.domain.index(value).is_some())
        };
        Some(if leaf.value().is_some_and(|value| !fits(value)) {
            Leaf::Outside
        } else {
            leaf
        })
    }

    fn choice(
        &self,
        condition: &Expr,
        then: &Expr,
        other: &Expr,
        context: &Context<'_>,
    ) -> Option<Leaf> {
        match self.expr(condition, context) {
            Some(leaf) if leaf.is(true) => self.expr(then, context),
            Some(leaf) if leaf.is(false) => self.expr(other, context),
            Some(leaf) => Some(leaf),
            None => {
                let (then, other) = (self.expr(then, context)?, self.expr(other, context)?);
                (then == other).then_some(then)
            }
        }
    }
}

fn both(operation: Operation, left: Option<Leaf>, right: Option<Leaf>) -> Option<Leaf> {
    let settles = match operation {
        Operation::And => Some(false),
        Operation::Or => Some(true),
        _ => None,
    };
    if let Some(truth) = settles
        && [&left, &right]
            .into_iter()
            .flatten()
            .any(|leaf| leaf.is(truth))
    {
        return Some(Leaf::truth(truth));
    }
    Some(operate(operation, &left?, &right?))
}
