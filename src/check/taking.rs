//! Which facts each question takes: those that its `from` lists, or else those that its rules look at, in the order of first
//! mention, with those that the questions it uses need and nothing binds.
//!
//! A `from` is a promise about the text beside it. What a later pack or an erratum adds may look at any other fact: that one joins
//! the question, and with it every question that comes to it.

use super::Checker;
use super::cycle::{MOST_DEEP, parts};
use super::names::index_u32;
use super::scope::{Facts, Scope};
use crate::model::{Expr, Kind, Model, PackId, QuestionId, Role, Type, VariableId};
use crate::source::Span;
use crate::value::Value;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The facts that a question takes.
#[derive(Debug, Clone, Default)]
struct Taken {
    /// Those of its own text.
    own: Vec<VariableId>,
    /// Those that later packs and errata bring.
    joined: Vec<VariableId>,
}

/// What an expression looks at.
enum Mention {
    Fact(VariableId),
    /// A question, with the facts bound for it.
    Call(QuestionId, Vec<VariableId>),
}

impl Checker {
    /// Tells of each question which facts it takes, and binds what the questions that it uses need besides.
    pub(super) fn settle_facts(&mut self) {
        let mut search = Search {
            checker: self,
            taken: vec![None; self.model.questions.len()],
            seen: FxHashSet::default(),
            depth: 0,
        };
        for index in 0..search.taken.len() {
            search.visit(QuestionId(index_u32(index)));
        }
        let taken = search.taken;
        for (question, taken) in self.model.questions.iter_mut().zip(taken) {
            let taken = taken.unwrap_or_default();
            question.from = [taken.own, taken.joined].concat();
        }
        self.settled = true;
        self.finish_calls();
    }

    /// The scope of the rules that a pack brings to a question.
    pub(super) fn scope_of(&self, pack: PackId, id: QuestionId) -> Scope {
        let Some(question) = self.model.question(id) else {
            return Scope::new(pack, Facts::All);
        };
        let listed = || question.from.clone();
        let facts = match (self.promises.contains(&id), question.pack == pack) {
            (false, _) => Facts::All,
            (true, true) => Facts::Listed(listed(), FROM),
            (true, false) => Facts::Joining(listed()),
        };
        Scope::new(pack, facts)
    }

    /// The scope of a text: one that an erratum brings may look at facts that its question did not take.
    pub(super) fn scope_at<'s>(&self, place: Span, scope: &'s Scope) -> Cow<'s, Scope> {
        match &scope.facts {
            Facts::Listed(listed, FROM) if self.model.origins.brings(place) => {
                let facts = Facts::Joining(listed.clone());
                Cow::Owned(Scope {
                    facts,
                    ..scope.clone()
                })
            }
            _ => Cow::Borrowed(scope),
        }
    }

    /// Binds what the questions used in a question's rules need.
    fn finish_calls(&mut self) {
        let mut rules = std::mem::take(&mut self.model.rules);
        for index in 0..self.model.questions.len() {
            let Some(question) = self.model.questions.at_mut(index) else {
                continue;
            };
            let mut otherwise = question.otherwise.take();
            let facts = Facts::Listed(question.from.clone(), FROM);
            let (scope, own) = (Scope::new(question.pack, facts), question.rules.clone());
            let mut is_whole = true;
            if let Some(otherwise) = &mut otherwise {
                is_whole &= self.finish(&mut otherwise.gives, &scope);
            }
            for rule in own {
                if let Some(rule) = rules.at_mut(rule.index()) {
                    let exprs = rule.exprs_mut().into_iter();
                    exprs.for_each(|expr| is_whole &= self.finish(expr, &scope));
                }
            }
            if let Some(question) = self.model.questions.at_mut(index) {
                question.otherwise = otherwise;
                question.broken |= !is_whole;
            }
        }
        self.model.rules = rules;
    }

    /// Binds what the questions used in an expression need; whether all of it is at hand.
    fn finish(&mut self, expr: &mut Expr, scope: &Scope) -> bool {
        let mut is_whole = true;
        expr.each_call_mut(&mut |called, bound, span| {
            is_whole &= self.bind_needs(called, bound, span, scope).is_some();
        });
        is_whole
    }
}

/// What is said of a fact that a question's `from` does not list.
const FROM: &str = "the question's `from` does not list";

/// The facts of all questions, those that a question uses first.
struct Search<'c> {
    checker: &'c Checker,
    /// Of each question; nothing while it is searched.
    taken: Vec<Option<Taken>>,
    seen: FxHashSet<QuestionId>,
    /// How many questions are being searched, one for the sake of another.
    depth: usize,
}

impl Search<'_> {
    fn visit(&mut self, id: QuestionId) -> Taken {
        // A chain too long to follow is told with the circles.
        if self.depth > MOST_DEEP || !self.seen.insert(id) {
            return self
                .taken
                .get(id.index())
                .cloned()
                .flatten()
                .unwrap_or_default();
        }
        let model = &self.checker.model;
        let Some(question) = model.question(id) else {
            return Taken::default();
        };
        let is_promise = self.checker.promises.contains(&id);
        let mut taken = Taken::default();
        if is_promise {
            taken.own.clone_from(&question.from);
        }
        self.depth += 1;
        for (pack, expr) in parts(model, question) {
            let is_later = pack != question.pack || model.origins.brings(expr.span);
            for mention in mentions(model, expr) {
                self.take(mention, (is_promise, is_later), &mut taken);
            }
        }
        self.depth -= 1;
        let limits = question.only.iter().map(|(fact, _)| *fact);
        let listed = question.from.iter().copied();
        for fact in limits.chain(listed).filter(|_| !is_promise) {
            add(&mut taken.own, fact);
        }
        if let Some(place) = self.taken.get_mut(id.index()) {
            *place = Some(taken.clone());
        }
        taken
    }

    /// Notes what an expression of a question looks at. What is found by another question from the facts promised is no need.
    fn take(&mut self, mention: Mention, (is_promise, is_later): (bool, bool), taken: &mut Taken) {
        let (needed, joined) = match mention {
            Mention::Fact(fact) if is_promise && is_later => {
                return add_new(taken, fact);
            }
            Mention::Fact(fact) => (vec![fact], Vec::new()),
            Mention::Call(called, bound) => {
                let called = self.visit(called);
                let free = |facts: Vec<VariableId>| -> Vec<VariableId> {
                    facts
                        .into_iter()
                        .filter(|fact| !bound.contains(fact))
                        .collect()
                };
                (free(called.own), free(called.joined))
            }
        };
        for (fact, joins) in needed
            .into_iter()
            .map(|fact| (fact, is_later))
            .chain(joined.into_iter().map(|fact| (fact, true)))
        {
            match (is_promise, joins) {
                (false, false) => add(&mut taken.own, fact),
                (false, true) => add_new(taken, fact),
                (true, true) if !self.is_found(fact, &taken.own) => add_new(taken, fact),
                (true, _) => {}
            }
        }
    }

    /// Whether a question finds a fact from these.
    fn is_found(&mut self, fact: VariableId, from: &[VariableId]) -> bool {
        let model = &self.checker.model;
        let Some(finder) = model.question_names.get(model.variable_name(fact)).copied() else {
            return false;
        };
        let needs = self.visit(finder);
        let needs = [needs.own, needs.joined].concat();
        !needs.is_empty() && needs.iter().all(|need| from.contains(need))
    }
}

fn add(facts: &mut Vec<VariableId>, fact: VariableId) {
    if !facts.contains(&fact) {
        facts.push(fact);
    }
}

fn add_new(taken: &mut Taken, fact: VariableId) {
    if !taken.own.contains(&fact) {
        add(&mut taken.joined, fact);
    }
}

/// What an expression looks at, in the order of its text.
fn mentions(model: &Model, expr: &Expr) -> Vec<Mention> {
    let mut found = Vec::new();
    let is_fact = |id: VariableId| model.variable(id).is_some_and(|own| own.role == Role::Fact);
    expr.walk(&mut |part| match &part.kind {
        Kind::Variable(fact) if is_fact(*fact) => {
            found.push((part.span.start, Mention::Fact(*fact)));
        }
        Kind::Question(called, bound) => {
            let bound = bound.iter().map(|(fact, _)| *fact).collect();
            found.push((part.span.start, Mention::Call(*called, bound)));
        }
        Kind::Constant(Value::Word(word)) if part.of == Type::Text => {
            let named = model.named_in(model.words.text(*word));
            let named = named.into_iter().filter(|fact| is_fact(*fact));
            found.extend(named.map(|fact| (part.span.start, Mention::Fact(fact))));
        }
        _ => {}
    });
    found.sort_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, mention)| mention).collect()
}
