//! Every datum of a pack that can be changed, each change a mutant.

use super::texts::{Changed, of_condition, of_value};
use super::{Kind, Mutant};
use crate::check::type_of;
use crate::model::{Model, QuestionId, Type};
use crate::pack::{Exception, Outcome, Pack, Rewrite, Rule};
use crate::source::{Span, Text};

/// All mutants of one pack, in the order of its data.
pub(super) fn mutants(model: &Model, pack: &Pack, index: usize) -> Vec<Mutant> {
    let mut sites = Sites {
        model,
        pack: index,
        found: Vec::new(),
    };
    sites.questions(pack);
    sites.rules(pack);
    sites.processes(pack);
    sites.procedures(pack);
    for chart in &pack.charts {
        sites.chart(chart);
    }
    sites.found
}

/// A condition that always holds, for those that cannot be left out.
pub(super) const ALWAYS: &str = "yes";

/// The questions that a mutant can change by itself.
pub(super) type Touched = Vec<QuestionId>;

pub(super) struct Sites<'a> {
    pub(super) model: &'a Model,
    pack: usize,
    found: Vec<Mutant>,
}

impl Sites<'_> {
    pub(super) fn add(
        &mut self,
        kind: Kind,
        at: (Span, &str),
        becomes: &str,
        touched: &Touched,
        rewrites: Vec<Rewrite>,
    ) {
        if at.1 == becomes || touched.is_empty() {
            return;
        }
        let same = |found: &&mut Mutant| found.span == at.0 && found.rewrites == rewrites;
        // What is written once may stand for several places.
        if let Some(same) = self.found.iter_mut().find(same) {
            same.touched.extend(touched);
        } else {
            self.found.push(Mutant {
                touched: touched.clone(),
                ..self.mutant(kind, at, becomes, rewrites)
            });
        }
    }

    pub(super) fn add_step(
        &mut self,
        kind: Kind,
        at: (Span, &str),
        becomes: &str,
        procedure: &str,
        rewrite: Rewrite,
    ) {
        self.found.push(Mutant {
            procedure: Some(procedure.to_owned()),
            ..self.mutant(kind, at, becomes, vec![rewrite])
        });
    }

    fn mutant(
        &self,
        kind: Kind,
        (span, was): (Span, &str),
        becomes: &str,
        rewrites: Vec<Rewrite>,
    ) -> Mutant {
        Mutant {
            kind,
            span,
            was: was.to_owned(),
            becomes: becomes.to_owned(),
            touched: Vec::new(),
            procedure: None,
            pack: self.pack,
            rewrites,
            without: None,
        }
    }

    /// The questions of these names; those of a process's state by `state_of`.
    pub(super) fn named(&self, names: &[Text]) -> Touched {
        names
            .iter()
            .filter_map(|name| self.model.question_names.get(&name.value).copied())
            .collect()
    }

    /// The questions that a step which sets this state is a rule of, in whichever process.
    fn states(&self, state: &str) -> Touched {
        let ending = format!("/{state}");
        let questions = (0..).map(QuestionId).zip(&self.model.questions);
        questions
            .filter(|(_, question)| question.process.is_some() && question.name.ends_with(&ending))
            .map(|(id, _)| id)
            .collect()
    }

    /// The words that stand beside each other as answers to a question, where it answers with words.
    pub(super) fn words(&self, touched: &Touched) -> Vec<String> {
        let answer = touched
            .first()
            .and_then(|id| self.model.question(*id))
            .map(|question| &question.answer);
        answer
            .map(|answer| words_in(self.model, answer))
            .unwrap_or_default()
    }

    pub(super) fn values(&mut self, text: &Text, touched: &Touched) {
        let words = self.words(touched);
        self.texts(text, of_value(&text.value, &words), touched);
    }

    /// A condition, and whether it may be left out.
    pub(super) fn conditions(&mut self, text: &Text, is_needed: bool, touched: &Touched) {
        for (kind, new) in of_condition(&text.value) {
            let written = match (new.is_empty(), is_needed) {
                (true, true) => Some(ALWAYS.to_owned()),
                (true, false) => None,
                _ => Some(new.clone()),
            };
            let rewrite = Rewrite::Text(text.span, written);
            self.add(kind, (text.span, &text.value), &new, touched, vec![rewrite]);
        }
    }

    pub(super) fn texts(&mut self, text: &Text, changes: Vec<Changed>, touched: &Touched) {
        for (kind, new) in changes {
            let rewrites = vec![Rewrite::Text(text.span, Some(new.clone()))];
            self.add(kind, (text.span, &text.value), &new, touched, rewrites);
        }
    }

    pub(super) fn gone(&mut self, kind: Kind, span: Span, what: &str, touched: &Touched) {
        self.add(kind, (span, what), "", touched, vec![Rewrite::Gone(span)]);
    }

    fn questions(&mut self, pack: &Pack) {
        for question in &pack.questions {
            let touched = self.named(std::slice::from_ref(&question.name));
            if let Some(text) = &question.otherwise {
                self.values(text, &touched);
            }
            self.outcome(question.outcome.as_ref(), &touched);
        }
    }

    fn rules(&mut self, pack: &Pack) {
        for (place, rule) in pack.rules.iter().enumerate() {
            let touched = self.named(&rule.answers);
            let same = |other: &&Rule| {
                let mut names = other.answers.iter();
                names.any(|name| rule.answers.iter().any(|own| own.value == name.value))
            };
            let next = pack.rules.iter().skip(place + 1).find(same);
            self.rule(rule, next, &touched);
        }
    }

    /// A rule, and the next of the same question.
    fn rule(&mut self, rule: &Rule, next: Option<&Rule>, touched: &Touched) {
        self.gone(Kind::Rule, rule.span, "rule", touched);
        self.block(rule.when.as_ref(), rule.outcome.as_ref(), touched);
        self.exceptions(&rule.except, touched);
        if let Some(next) = next {
            let swap = vec![Rewrite::Swap(rule.span, next.span)];
            self.add(Kind::Order, (rule.span, "order"), "swapped", touched, swap);
        }
    }

    fn block(&mut self, when: Option<&Text>, outcome: Option<&Outcome>, touched: &Touched) {
        if let Some(text) = when {
            self.conditions(text, false, touched);
        }
        self.outcome(outcome, touched);
    }

    fn outcome(&mut self, outcome: Option<&Outcome>, touched: &Touched) {
        if let Some(Outcome::Gives(text)) = outcome {
            self.values(text, touched);
        }
    }

    pub(super) fn exceptions(&mut self, except: &[Exception], touched: &Touched) {
        for exception in except {
            self.gone(Kind::Exception, exception.span, "exception", touched);
            self.block(exception.when.as_ref(), exception.outcome.as_ref(), touched);
            self.exceptions(&exception.except, touched);
        }
    }

    fn processes(&mut self, pack: &Pack) {
        for process in &pack.processes {
            for (state, text) in &process.otherwise {
                let touched = self.states(&state.value);
                self.values(text, &touched);
            }
            for (place, step) in process.steps.iter().enumerate() {
                let touched = self.states(&step.sets.value);
                let mut later = process.steps.iter().skip(place + 1);
                let next = later.find(|other| other.sets.value == step.sets.value);
                self.rule(&step.rule, next.map(|step| &step.rule), &touched);
            }
        }
    }
}

/// The words that stand beside each other as values of a fact.
pub(super) fn words_of(model: &Model, fact: &str) -> Vec<String> {
    let of = model
        .variable_names
        .get(fact)
        .and_then(|fact| type_of(model, *fact));
    of.map(|of| words_in(model, &of)).unwrap_or_default()
}

fn words_in(model: &Model, of: &Type) -> Vec<String> {
    match of {
        Type::Bool => vec!["yes".to_owned(), "no".to_owned()],
        Type::Words { words, .. } | Type::NumberOr(_, words) => words
            .iter()
            .map(|word| model.words.text(*word).to_owned())
            .collect(),
        _ => Vec::new(),
    }
}
