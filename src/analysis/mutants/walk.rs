//! One walk over a pack as written, which lists every change of its data, or makes one of them.

use super::texts::{of_condition, of_value};
use super::{Change, Kind, Mutant, Subject};
use crate::check::type_of;
use crate::model::{Model, QuestionId, Type, VariableId};
use crate::pack::{Exception, Outcome, Pack, ProcedureStep, Process, Rule, StepDoes, Usual};
use crate::source::{Span, Spanned, Text};
use crate::value::Word;

/// All mutants of a pack, in the order of its data.
pub fn mutants(model: &Model, pack: &Pack, index: usize) -> Vec<Mutant> {
    let mut walk = Walk {
        pack: index,
        ..Walk::new(model, None)
    };
    walk.pack(&mut pack.clone());
    walk.listed
}

/// Makes the change of a mutant in its pack.
pub fn mutate(model: &Model, pack: &mut Pack, mutant: &Mutant) {
    Walk::new(model, Some(mutant)).pack(pack);
}

/// The number of a datum: of the noun that holds it, and within that.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Site {
    noun: usize,
    datum: usize,
}

pub struct Walk<'a> {
    model: &'a Model,
    /// The mutant to be made; without one, all are listed.
    goal: Option<&'a Mutant>,
    pack: usize,
    at: Site,
    subject: Subject,
    /// The words that stand beside each other as values of the subject.
    words: Vec<String>,
    listed: Vec<Mutant>,
}

impl<'a> Walk<'a> {
    fn new(model: &'a Model, goal: Option<&'a Mutant>) -> Self {
        Self {
            model,
            goal,
            pack: 0,
            at: Site::default(),
            subject: Subject::Questions(Vec::new()),
            words: Vec::new(),
            listed: Vec::new(),
        }
    }

    fn pack(&mut self, pack: &mut Pack) {
        for question in &mut pack.questions {
            self.noun(|walk| {
                walk.about(std::slice::from_ref(&question.name));
                walk.values(&mut question.otherwise);
                walk.outcome(&mut question.outcome);
            });
        }
        self.rules(
            &mut pack.rules,
            |rule| rule,
            |walk, rule| walk.about(&rule.answers),
            |one, other| {
                let names = |name: &Text| {
                    other
                        .answers
                        .iter()
                        .any(|written| written.value == name.value)
                };
                one.answers.iter().any(names)
            },
        );
        pack.processes
            .iter_mut()
            .for_each(|process| self.process(process));
        for procedure in &mut pack.procedures {
            self.noun(|walk| {
                walk.subject = Subject::Procedure(procedure.id.value.clone());
                procedure.steps.iter_mut().for_each(|step| walk.step(step));
            });
        }
        for chart in &mut pack.charts {
            self.noun(|walk| walk.chart(chart));
        }
        for fact in &mut pack.facts {
            self.usual(&fact.name, &mut fact.usually);
        }
        for (fact, usual) in &mut pack.usually {
            self.usual(fact, usual);
        }
    }

    /// Goes through a noun, unless the mutant to be made lies in another.
    fn noun(&mut self, walk: impl FnOnce(&mut Self)) {
        self.at.noun += 1;
        self.at.datum = 0;
        if self.goal.is_none_or(|goal| goal.site.noun == self.at.noun) {
            walk(self);
        }
    }

    /// What is answered by the data that come next.
    pub fn about(&mut self, questions: &[Text]) {
        let known = |name: &Text| self.model.question_names.get(&name.value).copied();
        self.about_ids(questions.iter().filter_map(known).collect());
    }

    fn about_ids(&mut self, questions: Vec<QuestionId>) {
        let answer = questions
            .first()
            .map(|id| &self.model.questions[*id].answer);
        self.words = answer.map_or_else(Vec::new, |of| self.words_of(of));
        self.subject = Subject::Questions(questions);
    }

    fn words_of(&self, of: &Type) -> Vec<String> {
        match of {
            Type::Bool => vec!["yes".to_owned(), "no".to_owned()],
            Type::Words { words, .. } | Type::NumberOr(_, words) => {
                let text = |word: &Word| self.model.words.text(*word).to_owned();
                words.iter().map(text).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Comes to a datum with these changes. The text that it gets, if the mutant to be made lies here.
    pub fn datum(
        &mut self,
        span: Span,
        was: &str,
        changes: impl FnOnce(&[String]) -> Vec<Change>,
    ) -> Option<&'a str> {
        self.at.datum += 1;
        if let Some(goal) = self.goal {
            return (goal.site == self.at).then_some(&goal.becomes);
        }
        if matches!(&self.subject, Subject::Questions(none) if none.is_empty()) {
            return None;
        }
        let changes = changes(&self.words).into_iter();
        let made = changes
            .filter(|(_, becomes)| was != becomes)
            .map(|(kind, becomes)| Mutant {
                kind,
                span,
                was: was.to_owned(),
                becomes,
                subject: self.subject.clone(),
                pack: self.pack,
                site: self.at,
            });
        self.listed.extend(made);
        None
    }

    /// Whether a datum is taken away.
    pub fn is_gone(&mut self, kind: Kind, span: Span, was: &str) -> bool {
        self.datum(span, was, |_| vec![(kind, String::new())])
            .is_some()
    }

    pub fn value(&mut self, text: &mut Text) {
        if let Some(new) = self.datum(text.span, &text.value, |words| of_value(&text.value, words))
        {
            new.clone_into(&mut text.value);
        }
    }

    fn values(&mut self, text: &mut Option<Text>) {
        text.iter_mut().for_each(|text| self.value(text));
    }

    fn outcome(&mut self, outcome: &mut Option<Outcome>) {
        if let Some(Outcome::Gives(text)) = outcome {
            self.value(text);
        }
    }

    /// A condition that can be left out.
    pub fn condition(&mut self, when: &mut Option<Text>) {
        let Some(text) = when else { return };
        match self.datum(text.span, &text.value, |_| of_condition(&text.value)) {
            Some("") => *when = None,
            Some(new) => new.clone_into(&mut text.value),
            None => {}
        }
    }

    /// A condition that must stand there: left out, it always holds.
    pub fn needed_condition(&mut self, when: &mut Text) {
        let mut written = Some(when.clone());
        self.condition(&mut written);
        *when = written.unwrap_or_else(|| Spanned::new("yes".to_owned(), when.span));
    }

    /// Rules, or what holds one each: a rule can be gone, and can stand after the next one of the same kind.
    fn rules<T>(
        &mut self,
        list: &mut Vec<T>,
        rule_of: fn(&mut T) -> &mut Rule,
        about: impl Fn(&mut Self, &T),
        is_alike: fn(&T, &T) -> bool,
    ) {
        for place in 0..list.len() {
            self.noun(|walk| {
                let Some((thing, later)) = list.get_mut(place..).and_then(<[T]>::split_first_mut)
                else {
                    return;
                };
                about(walk, thing);
                let next = later.iter().position(|other| is_alike(thing, other));
                let rule = rule_of(thing);
                let span = rule.span;
                if walk.is_gone(Kind::Rule, span, "rule") {
                    list.remove(place);
                    return;
                }
                walk.condition(&mut rule.when);
                walk.outcome(&mut rule.outcome);
                walk.exceptions(&mut rule.except);
                if let Some(next) = next {
                    let swapped = || vec![(Kind::Order, "swapped".to_owned())];
                    if walk.datum(span, "order", |_| swapped()).is_some() {
                        list.swap(place, place + 1 + next);
                    }
                }
            });
        }
    }

    pub fn exceptions(&mut self, except: &mut Vec<Exception>) {
        except.retain_mut(|exception| {
            let is_gone = self.is_gone(Kind::Exception, exception.span, "exception");
            self.condition(&mut exception.when);
            self.outcome(&mut exception.outcome);
            self.exceptions(&mut exception.except);
            !is_gone
        });
    }

    fn process(&mut self, process: &mut Process) {
        for (state, text) in &mut process.otherwise {
            self.noun(|walk| {
                walk.about_state(&state.value);
                walk.value(text);
            });
        }
        self.rules(
            &mut process.steps,
            |step| &mut step.rule,
            |walk, step| walk.about_state(&step.sets.value),
            |one, other| one.sets.value == other.sets.value,
        );
    }

    /// A state of processes: the questions that a step which sets it is a rule of, in whichever process.
    fn about_state(&mut self, state: &str) {
        let ending = format!("/{state}");
        let questions = self.model.questions.enumerated();
        let is_state = questions
            .filter(|(_, question)| question.process.is_some() && question.name.ends_with(&ending));
        let ids = is_state.map(|(id, _)| id).collect();
        self.about_ids(ids);
    }

    fn step(&mut self, step: &mut ProcedureStep) {
        if matches!(step.does, StepDoes::Do(_)) {
            return;
        }
        if self.is_gone(Kind::Rule, step.span, "step") {
            step.when = Some(Spanned::new("no".to_owned(), step.span));
        }
        self.condition(&mut step.when);
        if let StepDoes::Ask { ask, bind } = &mut step.does {
            self.words_of_fact(&bind.value);
            self.value(ask);
            self.values(&mut step.otherwise);
        }
    }

    /// What a fact usually is: another value, none, or under another condition.
    fn usual(&mut self, fact: &Text, usually: &mut Vec<Usual>) {
        self.noun(|walk| {
            let Some(id) = walk.words_of_fact(&fact.value) else {
                return;
            };
            walk.subject = Subject::Usual(id);
            usually.retain_mut(|usual| {
                let (span, is) = (usual.is.span, &usual.is.value);
                let is_gone = walk.is_gone(Kind::Usual, span, is);
                let others = |words: &[String]| {
                    let values = of_value(is, words).into_iter();
                    values.map(|(_, value)| (Kind::Usual, value)).collect()
                };
                if let Some(new) = walk.datum(span, is, others) {
                    new.clone_into(&mut usual.is.value);
                }
                walk.condition(&mut usual.when);
                !is_gone
            });
        });
    }

    fn words_of_fact(&mut self, name: &str) -> Option<VariableId> {
        let fact = self.model.variable_names.get(name).copied();
        let of = fact.and_then(|fact| type_of(self.model, fact));
        self.words = of.map_or_else(Vec::new, |of| self.words_of(&of));
        fact
    }
}
