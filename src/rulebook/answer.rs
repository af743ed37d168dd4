//! An answer as another program takes it: the value, what is missing, the reasons.

use super::Rulebook;
use crate::answer::{self, Applied, Asker, Explanation, Found, Parts};
use crate::model::{Impossible, Model, Question, QuestionId, Type, VariableId};
use crate::render::answer::unit_name;
use crate::turn::Situation;
use crate::value::Value;
use std::fmt;

/// An answer of a rulebook.
///
/// Shown with `{}`, it is what a player says: `+2 DRM`, `overcast`, `depends on range, target`, `lost: …`.
#[derive(Debug, Clone)]
pub struct Answer<'r> {
    pub(super) rulebook: &'r Rulebook,
    pub(super) model: &'r Model,
    pub(super) question: QuestionId,
    pub(super) outcome: answer::Answer,
    pub(super) found: Vec<Found>,
    pub(super) why: Explanation,
    pub(super) parts: Parts,
    pub(super) impossible: Option<&'r Impossible>,
    pub(super) given: Situation,
}

/// Something that adds to an answer, or makes it: a rule that does more than pass on what another question answers.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    model: &'a Model,
    part: &'a answer::Part,
}

/// Another value of a fact that was taken as usual, and the answer that it would give.
#[derive(Debug, Clone)]
pub struct Other<'a> {
    model: &'a Model,
    question: QuestionId,
    fact: VariableId,
    index: u32,
    outcome: answer::Answer,
}

/// A rule that made an answer, or the answer to a question that it asks in turn.
#[derive(Debug, Clone, Copy)]
pub struct Reason<'a> {
    answer: &'a Answer<'a>,
    of: QuestionId,
    applied: &'a Applied,
}

impl Answer<'_> {
    /// The value as a person writes it, without its unit: `+2`, `overcast`, `yes`; none where there is no value.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        match &self.outcome {
            answer::Answer::Value(value) => Some(shown(self.model, self.question, value)),
            _ => None,
        }
    }

    /// The unit of the value, `DRM` or `MF`; nothing for a word, or a number of no unit.
    #[must_use]
    pub fn unit(&self) -> &str {
        self.asked()
            .map_or("", |question| unit_name(self.model, &question.answer))
    }

    /// The paragraphs of the question.
    pub fn cite(&self) -> impl Iterator<Item = &str> {
        self.asked()
            .into_iter()
            .flat_map(|question| &question.cite)
            .map(String::as_str)
    }

    /// The facts on which the answer still depends, the one to tell first in front; none where it depends on nothing more.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let needs = match &self.outcome {
            answer::Answer::Needs(needs) => needs.facts.as_slice(),
            _ => &[],
        };
        needs.iter().map(|fact| self.model.variable_name(*fact))
    }

    /// What is lost in the source, in words, where that is why there is no value.
    #[must_use]
    pub fn lost(&self) -> Option<&str> {
        match &self.outcome {
            answer::Answer::Gap(gap) => {
                self.model.gaps.at(gap.index()).map(|gap| gap.lost.as_str())
            }
            _ => None,
        }
    }

    /// The facts that were not told, and are found by the rules or taken as usual: names and values.
    pub fn found(&self) -> impl Iterator<Item = (&str, String)> {
        self.found.iter().map(|found| {
            let name = self.model.variable_name(found.fact);
            (name, self.model.show_index(found.fact, found.index))
        })
    }

    /// The rules that made the answer, each before those of the questions that it asks.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason<'_>> {
        let mut reasons = Vec::new();
        self.collect(&self.why, &mut reasons);
        reasons
    }

    /// What adds to the answer, or makes it, each with the paragraph that gives it; what adds 0 is left out.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let model = self.model;
        let parts = self.parts.all.iter().filter(|part| !part.is_zero());
        parts.map(move |part| Part { model, part })
    }

    /// What would change the answer: of the facts taken as usual, each value that gives another one.
    #[must_use]
    pub fn would_change(&self) -> Vec<Other<'_>> {
        let (model, question) = (self.model, self.question);
        let changes =
            Asker::new(model).would_change(question, &self.given, (&self.outcome, &self.found));
        let others = changes.into_iter().flat_map(|change| {
            let fact = change.fact;
            change
                .others
                .into_iter()
                .map(move |(index, outcome)| Other {
                    model,
                    question,
                    fact,
                    index,
                    outcome,
                })
        });
        others.collect()
    }

    /// Why the situation cannot be, in words and with the paragraph, where it cannot.
    #[must_use]
    pub fn impossible(&self) -> Option<(&str, &str)> {
        self.impossible
            .map(|own| (own.says.as_str(), own.cite.as_str()))
    }

    fn asked(&self) -> Option<&Question> {
        self.model.question(self.question)
    }

    fn collect<'a>(&'a self, why: &'a Explanation, into: &mut Vec<Reason<'a>>) {
        into.extend(why.applied.iter().map(|applied| Reason {
            answer: self,
            of: why.question,
            applied,
        }));
        for inner in &why.because {
            self.collect(inner, into);
        }
    }
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            answer::Answer::Value(value) => {
                formatter.write_str(&shown(self.model, self.question, value))?;
                match self.unit() {
                    "" => Ok(()),
                    unit => write!(formatter, " {unit}"),
                }
            }
            answer::Answer::Gap(_) => {
                write!(formatter, "lost: {}", self.lost().unwrap_or_default())
            }
            answer::Answer::Needs(_) => {
                let needs: Vec<&str> = self.needs().collect();
                write!(formatter, "depends on {}", needs.join(", "))
            }
            answer::Answer::NotAsked(_) => formatter.write_str("not asked"),
            answer::Answer::Broken(why) => why.fmt(formatter),
        }
    }
}

impl Reason<'_> {
    /// The paragraph: of the rule, or of the exception that took its place.
    #[must_use]
    pub fn cite(&self) -> &str {
        &self.applied.cite
    }

    /// What the rule says, in the words of its pack: `+1 per 6 hexes FRU beyond 12`.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.applied.says
    }

    /// What it comes to here: `+2`, `no`; none where the source lost it.
    #[must_use]
    pub fn gives(&self) -> Option<String> {
        let value = self.applied.gives.value()?;
        Some(shown(self.answer.model, self.of, value))
    }

    /// The question that it answers.
    #[must_use]
    pub fn question(&self) -> &str {
        let question = self.answer.model.question(self.of);
        question.map_or("", |question| question.name.as_str())
    }

    /// Where it is written: the file as the rulebook names it, and the line, from 1.
    #[must_use]
    pub fn place(&self) -> Option<(&str, usize)> {
        let span = self.applied.span(self.answer.model)?;
        let sources = &self.answer.rulebook.sources;
        Some((sources.path(span.file), sources.position(span).0))
    }
}

impl Part<'_> {
    /// What it gives: `+2`, `no`; none where the source lost it.
    #[must_use]
    pub fn gives(&self) -> Option<String> {
        let value = self.part.gives.value()?;
        Some(shown(self.model, self.part.question, value))
    }

    /// What it is, in people's words: `Heat haze range DRM`.
    #[must_use]
    pub fn says(&self) -> String {
        self.model.title_of_question(self.part.question)
    }

    /// The paragraph that gives it: of the rule, or of the exception that took its place.
    #[must_use]
    pub fn cite(&self) -> &str {
        &self.part.cite
    }
}

impl Other<'_> {
    /// The fact.
    #[must_use]
    pub fn fact(&self) -> &str {
        self.model.variable_name(self.fact)
    }

    /// The other value of it.
    #[must_use]
    pub fn value(&self) -> String {
        self.model.show_index(self.fact, self.index)
    }

    /// The answer then; none where there is no value.
    #[must_use]
    pub fn answer(&self) -> Option<String> {
        match &self.outcome {
            answer::Answer::Value(value) => Some(shown(self.model, self.question, value)),
            _ => None,
        }
    }
}

fn shown(model: &Model, question: QuestionId, value: &Value) -> String {
    let answer: Option<&Type> = model.question(question).map(|question| &question.answer);
    value.show(&model.words, answer.is_some_and(|of| model.is_signed(of)))
}
