//! Every datum of a pack that can be changed, each change a mutant.

use super::edit::{Edit, Owner, Place};
use super::texts::{of_condition, of_value};
use super::{Kind, Mutant};
use crate::check::type_of;
use crate::model::{Model, QuestionId, Type};
use crate::pack::{Exception, Outcome, Pack, Rule};
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
    for (place, chart) in pack.charts.iter().enumerate() {
        sites.chart(place, chart);
    }
    sites.found
}

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
        edit: Edit,
    ) {
        let (span, was) = at;
        if was == becomes || touched.is_empty() {
            return;
        }
        self.found.push(Mutant {
            kind,
            span,
            was: was.to_owned(),
            becomes: becomes.to_owned(),
            touched: touched.clone(),
            procedure: None,
            pack: self.pack,
            edit: Some(edit),
            without: None,
        });
    }

    pub(super) fn add_step(
        &mut self,
        kind: Kind,
        at: (Span, &str),
        becomes: &str,
        procedure: &str,
        edit: Edit,
    ) {
        let (span, was) = at;
        self.found.push(Mutant {
            kind,
            span,
            was: was.to_owned(),
            becomes: becomes.to_owned(),
            touched: Vec::new(),
            procedure: Some(procedure.to_owned()),
            pack: self.pack,
            edit: Some(edit),
            without: None,
        });
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

    pub(super) fn values(&mut self, text: &Text, touched: &Touched, edit: impl Fn(String) -> Edit) {
        let words = self.words(touched);
        for (kind, new) in of_value(&text.value, &words) {
            self.add(
                kind,
                (text.span, &text.value),
                &new,
                touched,
                edit(new.clone()),
            );
        }
    }

    pub(super) fn conditions(
        &mut self,
        text: &Text,
        touched: &Touched,
        edit: impl Fn(String) -> Edit,
    ) {
        for (kind, new) in of_condition(&text.value) {
            self.add(
                kind,
                (text.span, &text.value),
                &new,
                touched,
                edit(new.clone()),
            );
        }
    }

    fn questions(&mut self, pack: &Pack) {
        for (place, question) in pack.questions.iter().enumerate() {
            let touched = self.named(std::slice::from_ref(&question.name));
            if let Some(text) = &question.otherwise {
                self.values(text, &touched, |new| Edit::Otherwise(place, new));
            }
            if let Some(Outcome::Gives(text)) = &question.outcome {
                self.values(text, &touched, |new| Edit::QuestionGives(place, new));
            }
        }
    }

    fn rules(&mut self, pack: &Pack) {
        for (place, rule) in pack.rules.iter().enumerate() {
            let touched = self.named(&rule.answers);
            self.add(
                Kind::Rule,
                (rule.span, "rule"),
                "",
                &touched,
                Edit::DropRule(place),
            );
            self.rule(Owner::Rule(place), rule, &touched);
            let next = pack.rules.iter().enumerate().skip(place + 1);
            let same = |other: &Rule| {
                other
                    .answers
                    .iter()
                    .any(|name| rule.answers.iter().any(|own| own.value == name.value))
            };
            if let Some((other, _)) = next.into_iter().find(|(_, other)| same(other)) {
                self.add(
                    Kind::Order,
                    (rule.span, "order"),
                    "swapped",
                    &touched,
                    Edit::SwapRules(place, other),
                );
            }
        }
    }

    fn rule(&mut self, owner: Owner, rule: &Rule, touched: &Touched) {
        let place = Place {
            owner,
            path: Vec::new(),
        };
        self.block(&place, (rule.when.as_ref(), rule.outcome.as_ref()), touched);
        self.exceptions(&place, &rule.except, touched);
    }

    fn block(
        &mut self,
        place: &Place,
        (when, outcome): (Option<&Text>, Option<&Outcome>),
        touched: &Touched,
    ) {
        if let Some(text) = when {
            self.conditions(text, touched, |new| Edit::When(place.clone(), new));
        }
        if let Some(Outcome::Gives(text)) = outcome {
            self.values(text, touched, |new| Edit::Gives(place.clone(), new));
        }
    }

    pub(super) fn exceptions(&mut self, outer: &Place, except: &[Exception], touched: &Touched) {
        for (number, exception) in except.iter().enumerate() {
            let mut place = outer.clone();
            place.path.push(number);
            self.add(
                Kind::Exception,
                (exception.span, "exception"),
                "",
                touched,
                Edit::DropException(place.clone()),
            );
            self.block(
                &place,
                (exception.when.as_ref(), exception.outcome.as_ref()),
                touched,
            );
            self.exceptions(&place, &exception.except, touched);
        }
    }

    fn processes(&mut self, pack: &Pack) {
        for (number, process) in pack.processes.iter().enumerate() {
            for (place, (state, text)) in process.otherwise.iter().enumerate() {
                let touched = self.states(&state.value);
                self.values(text, &touched, |new| {
                    Edit::ProcessOtherwise(number, place, new)
                });
            }
            for (place, step) in process.steps.iter().enumerate() {
                let touched = self.states(&step.sets.value);
                self.add(
                    Kind::Rule,
                    (step.rule.span, "rule"),
                    "",
                    &touched,
                    Edit::DropStep(number, place),
                );
                self.rule(Owner::Step(number, place), &step.rule, &touched);
                let mut later = process.steps.iter().enumerate().skip(place + 1);
                if let Some((other, _)) =
                    later.find(|(_, other)| other.sets.value == step.sets.value)
                {
                    let edit = Edit::SwapSteps(number, place, other);
                    self.add(
                        Kind::Order,
                        (step.rule.span, "order"),
                        "swapped",
                        &touched,
                        edit,
                    );
                }
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
