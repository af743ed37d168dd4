//! Which facts each question takes: those that its `from` lists, or else those that its rules look at, in the order of first
//! mention, with those that the questions it uses need and nothing binds.
//!
//! A `from` is a promise about the text beside it. What a later pack or an erratum adds may look at any other fact: that one joins
//! the question, and with it every question that comes to it.

use super::Checker;
use super::cycle::{parts, resting_on_broken};
use super::scope::{Others, Scope};
use crate::diagram::deeper;
use crate::model::{Expr, Kind, Model, Question, QuestionId, Role, Type, VariableId};
use crate::value::{Ids, Value};
use rustc_hash::FxHashSet;

/// What is said of a fact that no step of a process has at hand.
pub const OF_PROCESS: &str = "the process's `start` or `turn` does not list";
/// What a step of a procedure does not know.
pub const AT_STEP: &str = "is not known at this step";
pub const FROM: &str = "the question's `from` does not list";

#[derive(Debug, Clone, Default)]
struct Taken {
    own: Vec<VariableId>,
    /// Those that later packs and errata bring.
    joined: Vec<VariableId>,
}

enum Mention {
    Fact(VariableId),
    Call(QuestionId, Vec<VariableId>),
}

impl Checker {
    /// Tells of each question which facts it takes, and binds what the questions that it uses need besides.
    pub fn settle_facts(&mut self) {
        let mut search = Search {
            model: &self.model,
            promises: &self.promises,
            taken: self.model.questions.iter().map(|_| None).collect(),
            seen: FxHashSet::default(),
        };
        for id in self.model.questions.ids() {
            search.visit(id);
        }
        let taken = search.taken;
        for id in self.model.questions.ids() {
            let taken = taken[id].clone().unwrap_or_default();
            self.model.questions[id].from = [taken.own, taken.joined].concat();
        }
        self.settled = true;
        let all: Vec<QuestionId> = self.model.questions.ids().collect();
        self.finish_calls(all);
    }

    /// Tells of questions that are resolved again which facts they take, where all others take what they took; whether these take
    /// what they took as well.
    pub fn settle_again(&mut self, before: &[(QuestionId, Question)]) -> bool {
        let again: FxHashSet<QuestionId> = before.iter().map(|(id, _)| *id).collect();
        let questions = self.model.questions.enumerated();
        let others = questions.map(|(id, question)| {
            (!again.contains(&id)).then(|| Taken {
                own: question.from.clone(),
                joined: Vec::new(),
            })
        });
        let is_other = |id: &QuestionId| !again.contains(id);
        let mut search = Search {
            model: &self.model,
            promises: &self.promises,
            taken: others.collect(),
            seen: self.model.questions.ids().filter(is_other).collect(),
        };
        let is_same = before.iter().all(|(id, question)| {
            let Taken { own, joined } = search.visit(*id);
            let taken: FxHashSet<VariableId> = own.into_iter().chain(joined).collect();
            taken == question.from.iter().copied().collect()
        });
        for (id, question) in before {
            self.model.questions[*id].from.clone_from(&question.from);
        }
        self.settled = true;
        self.finish_calls(again);
        is_same
    }

    /// Enters the rules that the pack at hand brings to a question.
    pub fn enter(&mut self, id: QuestionId) {
        let question = &self.model.questions[id];
        let (listed, others) = if !self.promises.contains(&id) {
            (Vec::new(), Others::First)
        } else if question.pack == self.scope.pack {
            (question.from.clone(), Others::Barred(FROM))
        } else {
            (question.from.clone(), Others::Last)
        };
        self.scope = Scope {
            listed,
            ..Scope::new(self.scope.pack, others)
        };
    }

    fn finish_calls(&mut self, ids: impl IntoIterator<Item = QuestionId>) {
        // What rests on what is known as long as the rules are there to look at.
        self.doubt.resting = Some(resting_on_broken(&self.model));
        let mut rules = std::mem::take(&mut self.model.rules);
        for id in ids {
            let question = &mut self.model.questions[id];
            let mut otherwise = question.otherwise.take();
            let own = question.rules.clone();
            self.scope = Scope {
                listed: question.from.clone(),
                within: question.name.clone(),
                ..Scope::new(question.pack, Others::Barred(FROM))
            };
            let mut is_whole = true;
            let mut finish = |expr: &mut Expr| {
                expr.each_call_mut(&mut |called, bound, span| {
                    is_whole &= self.bind_needs(called, bound, span).is_some();
                });
            };
            if let Some(otherwise) = &mut otherwise {
                finish(&mut otherwise.gives);
            }
            for rule in own {
                rules[rule].exprs_mut().into_iter().for_each(&mut finish);
            }
            let question = &mut self.model.questions[id];
            question.otherwise = otherwise;
            question.broken |= !is_whole;
        }
        self.model.rules = rules;
        self.doubt.resting = None;
    }
}

struct Search<'m> {
    model: &'m Model,
    promises: &'m FxHashSet<QuestionId>,
    /// Of each question; nothing while it is searched.
    taken: Ids<QuestionId, Option<Taken>>,
    seen: FxHashSet<QuestionId>,
}

impl Search<'_> {
    fn visit(&mut self, id: QuestionId) -> Taken {
        if !self.seen.insert(id) {
            return self.taken[id].clone().unwrap_or_default();
        }
        let model = self.model;
        let question = &model.questions[id];
        let is_promise = self.promises.contains(&id);
        let mut taken = Taken::default();
        if is_promise {
            taken.own.clone_from(&question.from);
        }
        for (pack, expr) in parts(model, question) {
            let is_later = pack != question.pack || model.origins.brings(expr.span);
            for mention in mentions(model, expr) {
                self.take(mention, (is_promise, is_later), &mut taken);
            }
        }
        if !is_promise {
            for fact in question
                .only
                .iter()
                .map(|(fact, _)| fact)
                .chain(&question.from)
            {
                add(&mut taken.own, *fact);
            }
        }
        // What the question's own text looks at too did not join it.
        taken.joined.retain(|fact| !taken.own.contains(fact));
        self.taken[id] = Some(taken.clone());
        taken
    }

    /// Notes what an expression of a question looks at. What is found by another question from the facts promised is no need.
    fn take(&mut self, mention: Mention, (is_promise, is_later): (bool, bool), taken: &mut Taken) {
        let (own, joined) = match mention {
            Mention::Fact(fact) if is_promise && is_later => return add_new(taken, fact),
            Mention::Fact(fact) => (vec![fact], Vec::new()),
            Mention::Call(called, bound) => {
                let mut called = deeper(|| self.visit(called));
                for facts in [&mut called.own, &mut called.joined] {
                    facts.retain(|fact| !bound.contains(fact));
                }
                (called.own, called.joined)
            }
        };
        for (fact, joins) in own
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

    fn is_found(&mut self, fact: VariableId, from: &[VariableId]) -> bool {
        let Some(finder) = self
            .model
            .question_names
            .get(self.model.variable_name(fact))
        else {
            return false;
        };
        let needs = deeper(|| self.visit(*finder));
        let mut needs = needs.own.iter().chain(&needs.joined).peekable();
        needs.peek().is_some() && needs.all(|need| from.contains(need))
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

fn mentions(model: &Model, expr: &Expr) -> impl Iterator<Item = Mention> + use<> {
    let mut mentions = Vec::new();
    let is_fact = |id: &VariableId| model.variables[*id].role == Role::Fact;
    expr.walk(&mut |part| {
        let start = part.span.start;
        match &part.kind {
            Kind::Variable(fact) if is_fact(fact) => mentions.push((start, Mention::Fact(*fact))),
            Kind::Question(called, bound) => {
                mentions.push((
                    start,
                    Mention::Call(*called, bound.iter().map(|(fact, _)| *fact).collect()),
                ));
            }
            Kind::Constant(Value::Word(word)) if part.of == Type::Text => {
                mentions.extend(
                    model
                        .named_in(model.words.text(*word))
                        .into_iter()
                        .filter(is_fact)
                        .map(Mention::Fact)
                        .map(|fact| (start, fact)),
                );
            }
            _ => {}
        }
    });
    mentions.sort_by_key(|(start, _)| *start);
    mentions.into_iter().map(|(_, mention)| mention)
}
