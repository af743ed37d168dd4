//! A question put to a rulebook by another program: names in, names out.

use super::request;
use super::terms::Given;
use super::{Answer, Named, Odds, Rulebook, error};
use crate::Error;
use crate::answer::{Asker, Evaluator};
use crate::diagnostic::{Code, Command};
use crate::dice;
use crate::model::{Model, QuestionId};
use crate::turn::Situation;

/// A question of a rulebook, with what is known of the situation.
///
/// Made by [`Rulebook::ask`]. Facts are named and valued as `chartroom list` tells them: `heat-haze` is `intense`, `range`
/// is `17`, `raining` is `yes`.
#[derive(Debug, Clone)]
pub struct Question<'r> {
    rulebook: &'r Rulebook,
    asked: Result<(&'r Model, QuestionId), Error>,
    facts: Vec<(String, String)>,
    readings: Vec<String>,
    strict: bool,
}

impl Rulebook {
    /// Asks a question by its name, `asl/sand-cost` where two games have it.
    ///
    /// A name that no question bears is told by [`Question::answer`].
    #[must_use]
    pub fn ask(&self, name: &str) -> Question<'_> {
        let asked = match self.find(name).as_slice() {
            [(model, Named::Question(id))] => Ok((*model, *id)),
            [] => {
                Err(self.nothing_named("question", name, &[], Command::new(["list", "questions"])))
            }
            [_] => Err(error(
                Code::UnknownQuestion,
                format!("`{name}` is no question, but goes step by step"),
            )),
            _ => Err(error(
                Code::UnknownQuestion,
                format!("more than one game has `{name}`"),
            )),
        };
        Question {
            rulebook: self,
            asked,
            facts: Vec::new(),
            readings: Vec::new(),
            strict: false,
        }
    }
}

impl<'r> Question<'r> {
    /// Tells a fact.
    ///
    /// # Errors
    ///
    /// Where no pack declares the fact, or the value is none of its values; the nearest is named. Where the fact is told
    /// already.
    pub fn fact(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let (model, _) = self.asked.clone()?;
        let (fact, _) = request::fact(model, name, value)?;
        let name = model.variable_name(fact);
        if self.facts.iter().any(|(told, _)| told == name) {
            return Err(error(
                Code::BrokenRequest,
                format!("`{name}` is given twice"),
            ));
        }
        self.facts.push((name.to_owned(), value.to_owned()));
        Ok(self)
    }

    /// Tells several facts, in any order.
    ///
    /// # Errors
    ///
    /// As [`Self::fact`].
    pub fn facts<N: AsRef<str>, V: AsRef<str>>(
        self,
        facts: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, Error> {
        facts.into_iter().try_fold(self, |question, (name, value)| {
            question.fact(name.as_ref(), value.as_ref())
        })
    }

    /// Takes a reading another way than its default: `f11/heat-haze-vs-cavalry`, `as-infantry`.
    #[must_use]
    pub fn reading(mut self, name: &str, option: &str) -> Self {
        self.readings.push(format!("{name}={option}"));
        self
    }

    /// Takes nothing as usual: what is not told and not found by the rules is then needed.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// The answer for what is told so far; that facts are missing is an answer too.
    ///
    /// # Errors
    ///
    /// Where no question, or that of more than one game, has the name, or a reading is not known.
    pub fn answer(&self) -> Result<Answer<'r>, Error> {
        let (model, question) = self.asked.clone()?;
        let mut given = Situation::new(model);
        for (name, value) in &self.facts {
            let (fact, index) = request::fact(model, name, value)?;
            given.set(fact, Some(index));
        }
        for reading in &self.readings {
            request::read_so(model, &mut given, reading)?;
        }
        let mut asker = Asker::new(model);
        asker.set_strict(self.strict);
        let mut situation = given.clone();
        let (outcome, found) = asker.ask(question, &mut situation);
        let evaluator = Evaluator::with_texts(model, &self.rulebook.sources);
        let why = evaluator.explain_found(question, &situation, &found);
        Ok(Answer {
            rulebook: self.rulebook,
            model,
            question,
            outcome,
            impossible: asker.impossible(&situation),
            parts: evaluator.parts(question, &situation),
            given,
            found,
            why,
        })
    }

    /// The exact chances of each answer: what is told is fixed, dice are rolled, and each other fact that matters is left
    /// open, its values side by side. A fact told as `any` is one of its values, all alike.
    ///
    /// # Errors
    ///
    /// Where no question has the name, what is told cannot fall, or there is too much to count.
    pub fn odds(&self) -> Result<Odds<'r>, Error> {
        let (model, question) = self.asked.clone()?;
        let facts: Vec<String> = self
            .facts
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let given = Given::read(model, &facts, &self.readings)?;
        let table = dice::of_question(model, question, &given.terms, None)?;
        Ok(Odds { model, table })
    }
}
