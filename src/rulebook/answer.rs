//! An answer as another program takes it: the value, what is missing, the reasons.

use super::Rulebook;
use crate::answer::{self, Applied, Explanation, Found};
use crate::diagram::Leaf;
use crate::model::{Model, Question, QuestionId, Type};
use crate::render::answer::unit_name;
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
}

/// A rule that made an answer, or the answer to a question that it asks in turn.
#[derive(Debug, Clone, Copy)]
pub struct Reason<'a> {
    answer: &'a Answer<'a>,
    of: QuestionId,
    applied: &'a Applied,
    depth: usize,
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
            answer::Answer::Gap(gap) => self
                .model
                .gaps
                .get(gap.index())
                .map(|gap| gap.lost.as_str()),
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
        self.collect(&self.why, 0, &mut reasons);
        reasons
    }

    /// The rules that add something to a sum: those of the question itself whose amount is not 0.
    #[must_use]
    pub fn parts(&self) -> Vec<Reason<'_>> {
        let mut parts = self.reasons();
        parts.retain(|part| part.depth == 0 && part.adds());
        parts
    }

    fn asked(&self) -> Option<&Question> {
        self.model.question(self.question)
    }

    fn collect<'a>(&'a self, why: &'a Explanation, depth: usize, into: &mut Vec<Reason<'a>>) {
        into.extend(why.applied.iter().map(|applied| Reason {
            answer: self,
            of: why.question,
            applied,
            depth,
        }));
        for inner in &why.because {
            self.collect(inner, depth + 1, into);
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

    fn adds(&self) -> bool {
        match &self.applied.gives {
            Leaf::Value(Value::Number(number)) => *number.numer() != 0,
            _ => false,
        }
    }
}

fn shown(model: &Model, question: QuestionId, value: &Value) -> String {
    let answer: Option<&Type> = model.question(question).map(|question| &question.answer);
    value.show(&model.words, answer.is_some_and(|of| model.is_signed(of)))
}
