//! A question put to a rulebook by another program: names in, names out.

use super::odds::{played, readings_of};
use super::terms::{Given, refuse_dice};
use super::{Named, Odds, Rulebook, request, several};
use crate::Error;
use crate::answer::{Answer, Asker, Stated};
use crate::diagnostic::{Code, Command};
use crate::dice;
use crate::model::{Model, QuestionId, Role};
use crate::render::odds::ShownOdds;
use crate::turn::Situation;

/// A question of a rulebook, with what is known of the situation.
///
/// Made by [`Rulebook::ask`]. Facts are named and valued as `chartroom list` tells them: `heat-haze` is `intense`, `range`
/// is `17`, `raining` is `yes`.
#[derive(Debug, Clone)]
pub struct Question<'r> {
    pub(super) asked: Result<Asked<'r>, Error>,
    /// The readings taken another way than by default, each `PACK/NAME=OPTION`.
    readings: Vec<String>,
    pub(super) strict: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Asked<'r> {
    pub rulebook: &'r Rulebook,
    pub model: &'r Model,
    pub question: QuestionId,
    pub stated: Stated,
}

impl Rulebook {
    /// Asks a question by its name, `asl/sand-cost` where two games have it.
    ///
    /// A name that no question bears is told by [`Question::answer`].
    #[must_use]
    pub fn ask(&self, name: &str) -> Question<'_> {
        self.ask_of(self.find(name), name)
    }

    /// Asks a question of one of the games.
    pub(crate) fn ask_in(&self, game: &str, name: &str) -> Question<'_> {
        let found = self.find(name);
        let (own, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|(model, _)| model.game == game);
        match others.first().filter(|_| own.is_empty()) {
            None => self.ask_of(own, name),
            Some((other, _)) => {
                let message = format!(
                    "`{name}` is no question of `{game}`, but of `{}`",
                    other.game
                );
                Question::of(Err(Error::error_nowhere(Code::UnknownQuestion, message)))
            }
        }
    }

    fn ask_of<'r>(&'r self, found: Vec<(&'r Model, Named)>, name: &str) -> Question<'r> {
        let unknown = |message| Err(Error::error_nowhere(Code::UnknownQuestion, message));
        Question::of(match *found.as_slice() {
            [(model, Named::Question(question))] => {
                let stated = Stated::new(Situation::new(model));
                Ok(Asked {
                    rulebook: self,
                    model,
                    question,
                    stated,
                })
            }
            [] => {
                Err(self.nothing_named("question", name, &[], Command::new(["list", "questions"])))
            }
            [_] => unknown(format!("`{name}` is no question, but goes step by step")),
            _ => {
                let games = found.iter().map(|(model, _)| *model);
                Err(several(Code::UnknownQuestion, name, games))
            }
        })
    }
}

impl<'r> Question<'r> {
    const fn of(asked: Result<Asked<'r>, Error>) -> Self {
        Self {
            asked,
            readings: Vec::new(),
            strict: false,
        }
    }

    /// Tells a fact.
    ///
    /// # Errors
    ///
    /// Where no pack declares the fact, or the value is none of its values; the nearest is named. Where the fact is told
    /// already.
    pub fn fact(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let asked = self.asked.as_mut().map_err(|problem| problem.clone())?;
        request::state(asked.model, &mut asked.stated, name, value)?;
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
        let tell =
            |question: Self, (name, value): (N, V)| question.fact(name.as_ref(), value.as_ref());
        facts.into_iter().try_fold(self, tell)
    }

    /// Takes a reading another way than its default: `f11/heat-haze-vs-cavalry`, `as-infantry`.
    ///
    /// A reading that is not known, or is taken two ways, is told by [`Question::answer`].
    #[must_use]
    pub fn reading(mut self, name: &str, option: &str) -> Self {
        self.readings.push(format!("{name}={option}"));
        self.asked = self.asked.and_then(|mut asked| {
            request::read_each(asked.model, &mut asked.stated.situation, &self.readings)?;
            Ok(asked)
        });
        self
    }

    /// Takes the readings as they are known.
    pub(crate) fn with_readings(mut self, known: &Situation) -> Self {
        if let Ok(asked) = &mut self.asked {
            let variables = asked.model.variables.enumerated();
            let readings = variables.filter(|(_, own)| matches!(own.role, Role::Reading(_)));
            for (reading, _) in readings {
                asked.stated.situation.set(reading, known.get(reading));
            }
        }
        self
    }

    /// Takes nothing as usual: what is not told and not found by the rules is then needed. [`Question::odds`] never do.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// The answer for what is told so far; that facts are missing is an answer too.
    ///
    /// # Errors
    ///
    /// Where no question, or that of more than one game, has the name, a reading is not known, or the dice told cannot fall so.
    pub fn answer(&self) -> Result<Answer<'r>, Error> {
        let Asked {
            rulebook,
            model,
            question,
            stated,
        } = self.asked.clone()?;
        refuse_dice(model, &stated)?;
        let mut asker = Asker::new(model);
        asker.set_strict(self.strict);
        let mut answer = asker.answer(&rulebook.sources, question, stated);
        asker.complete(&mut answer);
        Ok(answer)
    }

    /// The exact chances of each answer: what is told is fixed, dice are rolled, and each other fact that matters is left
    /// open, its values side by side. Nothing is taken as usual.
    ///
    /// # Errors
    ///
    /// Where no question has the name, what is told cannot fall, or there is too much to count.
    pub fn odds(&self) -> Result<Odds<'r>, Error> {
        let Asked {
            model,
            question,
            stated,
            ..
        } = self.asked.clone()?;
        let known = stated.situation.clone();
        let told = stated.said().filter_map(|fact| {
            let value = model.show_index(fact, known.get(fact)?);
            Some((model.variable_name(fact).to_owned(), value))
        });
        let facts = told.collect();
        let given = Given::of(model, stated.situation)?;
        let table = dice::of_question(model, question, &given.terms, None)?;
        let bearing = readings_of(model, question, &given.terms, &table.taken);
        let shown = ShownOdds {
            facts,
            impossible: Asker::new(model).impossible(&known),
            played: played(model, vec![question], &bearing, &known),
            ..ShownOdds::of(model, table)
        };
        Ok(Odds {
            shown: shown.of_question(question),
        })
    }
}
