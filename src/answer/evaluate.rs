//! The plain evaluator: rules read one by one, as a person would. `None` is an answer that depends on a fact not known.

use super::work::{Bound, Work};
use crate::diagram::{Leaf, combine, map_value, operate, scale_of};
use crate::model::{
    Combine, Exception, Expr, Kind, Model, Operation, Outcome, Question, QuestionId, Role, Rule,
    RuleId, VariableId,
};
use crate::source::{Sources, Span};
use crate::turn::Situation;
use crate::value::Value;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Evaluates questions and expressions of a model without a diagram.
#[derive(Debug, Clone, Copy)]
pub struct Evaluator<'a> {
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

    fn len(&self) -> usize {
        self.marks.borrow().len()
    }

    /// What was noted since then, each once.
    fn since(&self, since: usize) -> Vec<Span> {
        let mut marks = self
            .marks
            .borrow()
            .get(since..)
            .unwrap_or_default()
            .to_vec();
        marks.sort_unstable();
        marks.dedup();
        marks
    }

    fn forget(&self, since: usize) {
        self.marks.borrow_mut().truncate(since);
    }

    /// Forgets what was noted of all rules that give way. They are those of one question, in order, and nothing was noted after.
    fn forget_all<'c>(&self, silent: impl DoubleEndedIterator<Item = &'c Contribution<'c>>) {
        for contribution in silent.rev() {
            self.marks.borrow_mut().drain(contribution.noted.clone());
        }
    }
}

/// What is known where something is evaluated.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    pub evaluator: Evaluator<'a>,
    pub situation: &'a Situation,
    /// What callers bound, each fact once, in order.
    pub bound: Bound,
    /// What was answered in this situation already, and how much more may be looked at.
    pub work: Rc<Work>,
}

/// A rule of a question, and what it contributes: silent where it does not apply.
#[derive(Debug, Clone)]
pub struct Contribution<'a> {
    pub id: RuleId,
    pub rule: &'a Rule,
    pub leaf: Option<Leaf>,
    /// Which part of the trace was noted for it.
    noted: Range<usize>,
}

impl Contribution<'_> {
    fn is_silent(&self) -> bool {
        self.leaf == Some(Leaf::Silent)
    }
}

impl<'a> Evaluator<'a> {
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
        self.scene(situation).answer(id)
    }

    /// The value of an expression, if what is known settles it.
    #[must_use]
    pub fn value(&self, expr: &Expr, situation: &Situation) -> Option<Leaf> {
        self.scene(situation).expr(expr)
    }

    pub fn scene<'s>(&self, situation: &'s Situation) -> Scene<'s>
    where
        'a: 's,
    {
        Scene {
            evaluator: *self,
            situation,
            bound: Bound::new(),
            work: Rc::default(),
        }
    }
}

impl<'a> Scene<'a> {
    pub const fn model(&self) -> &'a Model {
        self.evaluator.model
    }

    pub fn answer(&self, id: QuestionId) -> Option<Leaf> {
        if self.work.is_used_up() {
            return None;
        }
        let question = &self.model().questions[id];
        match self.outside(question)? {
            Leaf::Silent => {}
            outside => return Some(outside),
        }
        let leaf = match self.combined(question)? {
            Leaf::Silent => self.where_silent(question)?,
            other => other,
        };
        Some(match leaf {
            Leaf::Value(Value::Word(word)) if question.combine == Combine::Union => {
                Leaf::Value(Value::Set(vec![word]))
            }
            other => other,
        })
    }

    /// Silent where the question is asked; else what is answered in its place.
    fn outside(&self, question: &Question) -> Option<Leaf> {
        for (fact, asked) in &question.only {
            let leaf = self.variable(*fact)?;
            let Leaf::Value(value) = &leaf else {
                return Some(leaf);
            };
            let index = self.model().variables[*fact].domain.index(value);
            if index.is_none_or(|index| asked.get(index as usize) != Some(&true)) {
                return Some(Leaf::Outside);
            }
        }
        Some(Leaf::Silent)
    }

    fn where_silent(&self, question: &Question) -> Option<Leaf> {
        if let Some(otherwise) = &question.otherwise {
            self.note(otherwise.gives.span);
            return self.expr(&otherwise.gives);
        }
        Some(
            question
                .combine
                .where_none_applies()
                .map_or(Leaf::Nothing, Leaf::Value),
        )
    }

    /// What each rule of a question contributes.
    pub fn contributions(&self, question: &Question) -> Vec<Contribution<'a>> {
        self.work.spend(question.rules.len());
        let contribution = |id: &RuleId| {
            let rule = &self.model().rules[*id];
            let Rule {
                when,
                outcome,
                except,
                ..
            } = rule;
            let is_kept = self.work.trial.without_exceptions == Some(*id);
            let except = if is_kept { &[] } else { except.as_slice() };
            let before = self.evaluator.trace.map_or(0, Trace::len);
            let leaf = self.block(when.as_ref(), Some(outcome), except);
            self.note_cancelled(*id, leaf.as_ref());
            Contribution {
                id: *id,
                rule,
                leaf,
                noted: before..self.evaluator.trace.map_or(0, Trace::len),
            }
        };
        question.rules.iter().map(contribution).collect()
    }

    /// Notes a rule that would apply, or may, but for an exception.
    fn note_cancelled(&self, id: RuleId, leaf: Option<&Leaf>) {
        let Rule { when, except, .. } = &self.model().rules[id];
        let Some(cancelled) = self
            .work
            .trial
            .cancelled
            .as_ref()
            .filter(|_| !except.is_empty())
        else {
            return;
        };
        let may_hold = |when| !self.is_so(when, false);
        let is_cancelled = match leaf {
            // Whatever that is which is not known, an exception that gives nothing stands.
            None => (self.biting(except)).is_some_and(|by| by.outcome.is_none()),
            Some(leaf) => *leaf == Leaf::Silent,
        };
        if is_cancelled && when.as_ref().is_none_or(may_hold) {
            // Another exception may hold where other facts are bound.
            let by = self.excepted(id).map(|by| (id, by));
            cancelled.borrow_mut().extend(by);
        }
    }

    fn combined(&self, question: &Question) -> Option<Leaf> {
        let given = self.contributions(question);
        let settling = match question.combine {
            Combine::Any => Some(Leaf::truth(true)),
            Combine::All => Some(Leaf::truth(false)),
            _ => None,
        };
        let mut is_settled = false;
        let [applying, may_apply] = [false, true].map(|unknown| silencing(&given, unknown));
        if let Some(trace) = self.evaluator.trace {
            let silent = given.iter();
            trace.forget_all(silent.filter(|own| self.gives_way(own.rule, &applying).is_some()));
        }
        for contribution in given
            .iter()
            .filter(|contribution| settling.is_some() && contribution.leaf == settling)
        {
            if self.gives_way(contribution.rule, &may_apply).is_none() {
                self.note_own(contribution.rule.span, &contribution.rule.except);
                is_settled = true;
            }
        }
        if is_settled {
            return settling;
        }
        let mut whole = Leaf::Silent;
        for contribution in &given {
            let leaf = contribution.leaf.as_ref()?;
            if self.gives_way(contribution.rule, &applying).is_some() {
                continue;
            }
            if *leaf != Leaf::Silent {
                self.note_own(contribution.rule.span, &contribution.rule.except);
            }
            whole = combine(question.combine, scale_of(&question.answer), &whole, leaf);
        }
        Some(whole)
    }

    /// The first of these rules that silences this one, and by which paragraph it does.
    pub fn gives_way(&self, rule: &Rule, silencing: &[&'a Rule]) -> Option<(&'a Rule, &'a str)> {
        let mut silencing = silencing
            .iter()
            .filter_map(|each| Some((*each, self.model().wins_over(each, rule)?)));
        silencing.next()
    }

    fn block(
        &self,
        when: Option<&Expr>,
        outcome: Option<&Outcome>,
        except: &[Exception],
    ) -> Option<Leaf> {
        let before = self.evaluator.trace.map_or(0, Trace::len);
        if let Some(condition) = when {
            let when = self.expr(condition)?;
            if when.is(false) {
                self.keep_reasons(before, condition);
                return Some(Leaf::Silent);
            }
            if !when.is(true) {
                return Some(when);
            }
        }
        match (self.exceptions(except)?, outcome) {
            (Leaf::Silent, Some(Outcome::Gives(expr))) => self.expr(expr),
            (Leaf::Silent, Some(Outcome::Gap(gap))) => Some(Leaf::Gap(self.model().same_gap(*gap))),
            (Leaf::Silent, None) => Some(Leaf::Cancelled),
            (Leaf::Cancelled, _) => Some(Leaf::Silent),
            (other, _) => Some(other),
        }
    }

    fn exceptions(&self, except: &[Exception]) -> Option<Leaf> {
        let mut whole = Leaf::Silent;
        for exception in except {
            let leaf = self.exception(exception)?;
            if leaf != Leaf::Silent {
                self.note_own(exception.span, &exception.except);
            }
            whole = combine(Combine::OnlyOne, &[], &whole, &leaf);
        }
        Some(whole)
    }

    /// What an exception puts in place of its rule: silent where it does not apply.
    pub fn exception(&self, exception: &Exception) -> Option<Leaf> {
        let Exception {
            when,
            outcome,
            except,
            ..
        } = exception;
        self.block(when.as_ref(), outcome.as_ref(), except)
    }

    fn note(&self, span: Span) {
        if let Some(trace) = self.evaluator.trace {
            trace.marks.borrow_mut().push(span);
        }
    }

    /// Notes a rule or exception that applies, unless one of its own exceptions took its place.
    fn note_own(&self, span: Span, except: &[Exception]) {
        if self.evaluator.trace.is_some() && self.exceptions(except) == Some(Leaf::Silent) {
            self.note(span);
        }
    }

    /// Of a condition that does not hold, only the parts that do not hold are a reason for anything.
    fn keep_reasons(&self, since: usize, condition: &Expr) {
        let Some(trace) = self.evaluator.trace else {
            return;
        };
        trace.forget(since);
        for part in condition.conjuncts() {
            let before = trace.len();
            if !self.is_so(part, false) {
                trace.forget(before);
            }
        }
    }

    /// Whether a condition is known to hold, or not to.
    pub fn is_so(&self, condition: &Expr, truth: bool) -> bool {
        self.expr(condition).is_some_and(|leaf| leaf.is(truth))
    }

    pub fn variable(&self, variable: VariableId) -> Option<Leaf> {
        let bound = &self.bound;
        if let Ok(place) = bound.binary_search_by_key(&variable, |(fact, _)| *fact) {
            return bound.get(place)?.1.clone();
        }
        if let Some(id) = self.work.trial.found.get(&variable)
            && !self.work.trial.asked_for.borrow().contains(&variable)
        {
            return self.found_again(variable, *id);
        }
        let known = &self.model().variables[variable];
        let index = known.settled().or_else(|| self.situation.get(variable))?;
        Some(Leaf::Value(known.domain.value(index)))
    }

    /// What a question finds a fact to be, whatever it was found to be before.
    fn found_again(&self, variable: VariableId, id: QuestionId) -> Option<Leaf> {
        let scene = Self {
            bound: Bound::new(),
            ..self.clone()
        };
        self.work.trial.asked_for.borrow_mut().push(variable);
        let leaf = scene.answer_once(id);
        self.work.trial.asked_for.borrow_mut().pop();
        leaf.map(|leaf| self.within_domain(variable, leaf))
    }

    pub fn expr(&self, expr: &Expr) -> Option<Leaf> {
        match &expr.kind {
            Kind::Constant(value) => Some(Leaf::Value(value.clone())),
            Kind::Variable(variable) => self.variable(*variable),
            Kind::Question(id, bound) => self.inner(*id, bound).answer_once(*id),
            Kind::Binary(operation, left, right) => {
                both(*operation, self.expr(left), self.expr(right))
            }
            Kind::If(condition, then, other) => match self.expr(condition) {
                Some(leaf) if leaf.is(true) => self.expr(then),
                Some(leaf) if leaf.is(false) => self.expr(other),
                Some(leaf) => Some(leaf),
                None => {
                    let (then, other) = (self.expr(then)?, self.expr(other)?);
                    (then == other).then_some(then)
                }
            },
            Kind::Not(inner)
            | Kind::Round(_, inner)
            | Kind::Rank(_, inner)
            | Kind::Unrank(_, _, inner)
            | Kind::In(_, inner) => Some(match self.expr(inner)? {
                Leaf::Value(value) => map_value(&expr.kind, &value),
                other => other,
            }),
        }
    }

    /// Where a question is called with these facts bound: of what is bound, only what it takes.
    pub fn inner(&self, id: QuestionId, bound: &[(VariableId, Expr)]) -> Self {
        let mut all = self.bound.clone();
        for (fact, expr) in bound {
            let leaf = self.expr(expr).map(|leaf| self.within_domain(*fact, leaf));
            match all.binary_search_by_key(fact, |(other, _)| *other) {
                Ok(place) => {
                    if let Some(outer) = all.get_mut(place) {
                        outer.1 = leaf;
                    }
                }
                Err(place) => all.insert(place, (*fact, leaf)),
            }
        }
        let (model, question) = (self.model(), &self.model().questions[id]);
        let is_fact = |fact: VariableId| model.variables[fact].role == Role::Fact;
        all.retain(|(fact, _)| !is_fact(*fact) || question.from.contains(fact));
        Self {
            bound: all,
            ..self.clone()
        }
    }

    /// The answer to a question that another one asks, found once for all that bind the same.
    fn answer_once(&self, id: QuestionId) -> Option<Leaf> {
        let key = (id, self.bound.clone());
        if let Some((known, marks)) = self.work.known(&key) {
            marks.into_iter().for_each(|mark| self.note(mark));
            return known;
        }
        let trace = self.evaluator.trace;
        let before = trace.map_or(0, Trace::len);
        let leaf = self.answer(id);
        let marks = trace.map_or_else(Vec::new, |trace| trace.since(before));
        self.work.keep(key, (leaf.clone(), marks));
        leaf
    }

    fn within_domain(&self, variable: VariableId, leaf: Leaf) -> Leaf {
        let domain = &self.model().variables[variable].domain;
        let fits = |value| domain.index(value).is_some();
        if leaf.value().is_none_or(fits) {
            leaf
        } else {
            Leaf::Outside
        }
    }
}

/// Of the rules that apply, or also of those of which that is unknown, the first of each pack that may silence those of others.
pub fn silencing<'a>(given: &[Contribution<'a>], unknown: bool) -> Vec<&'a Rule> {
    let mut packs: Vec<&Rule> = Vec::new();
    for contribution in given
        .iter()
        .filter(|contribution| !contribution.is_silent() && !contribution.rule.beside)
    {
        let is_wanted = unknown || contribution.leaf.is_some();
        if is_wanted && packs.iter().all(|rule| rule.pack != contribution.rule.pack) {
            packs.push(contribution.rule);
        }
    }
    packs
}

fn both(operation: Operation, left: Option<Leaf>, right: Option<Leaf>) -> Option<Leaf> {
    let settling = match operation {
        Operation::And => Some(false),
        Operation::Or => Some(true),
        _ => None,
    };
    if let Some(truth) = settling
        && [&left, &right]
            .into_iter()
            .flatten()
            .any(|leaf| leaf.is(truth))
    {
        return Some(Leaf::truth(truth));
    }
    Some(operate(operation, &left?, &right?))
}
