//! What a line of a batch is answered with, with no reasons unless they are asked for.

use super::super::told::Facts;
use super::{Excluded, Outcome, Refusal, assumed, rest};
use crate::answer::{Answer, Explanation, Ruling, TakenFact};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Impossible, Model};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The answer to a line of a batch.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Line {
    #[serde(flatten)]
    said: Said,
    /// That of the line, as it stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub id: Option<Box<RawValue>>,
    /// Whether it is a whole answer: none of which a fact is missing, that the source lost, or whose situation cannot be.
    #[serde(skip)]
    pub is_whole: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Said {
    Question(Box<Answered>),
    /// Of a process: the states after each turn.
    Process {
        answer: Vec<Facts>,
        /// What was taken as usual.
        #[serde(skip_serializing_if = "Facts::is_empty")]
        assumed: Facts,
        /// What first cannot be: its start, or what came of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        impossible: Option<Excluded>,
    },
    /// Of a procedure: what came out of it.
    Procedure {
        answer: Facts,
        /// What was taken as usual.
        #[serde(skip_serializing_if = "Facts::is_empty")]
        assumed: Facts,
        /// What first cannot be: its start, or what came of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        impossible: Option<Excluded>,
    },
}

/// Of a question; and whatever there is no answer to.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Answered {
    #[serde(flatten)]
    outcome: Outcome,
    /// Of a process: the turn in which the facts are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// Of a sum of which a part is lost: the sum of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Value>,
    /// What was taken as usual.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    assumed: Facts,
    /// Why the situation cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Explanation>,
}

impl Line {
    const fn saying(said: Said, is_whole: bool) -> Self {
        Self {
            said,
            id: None,
            is_whole,
        }
    }

    #[must_use]
    pub fn of(answer: &Answer<'_>, notes: Vec<String>, why: Option<Explanation>) -> Self {
        let model = answer.model;
        let is_gap = matches!(answer.ruling, Ruling::Gap(_));
        let rest = is_gap.then(|| rest(model, &answer.all_parts())).flatten();
        let answered = Answered {
            outcome: Outcome::of_answer(answer),
            turn: None,
            rest,
            assumed: assumed(model, &answer.taken),
            impossible: answer.impossible.map(Excluded::of),
            notes,
            why,
        };
        Self::saying(Said::Question(Box::new(answered)), answer.is_whole())
    }

    /// That a line is refused.
    #[must_use]
    pub fn failed(problem: &Diagnostic) -> Self {
        let refusal = Refusal {
            code: problem.code.name(),
            message: problem.to_string(),
        };
        Self::open(
            Outcome {
                error: Some(refusal),
                ..Outcome::default()
            },
            None,
        )
    }

    /// That facts are missing, of a process in some turn.
    #[must_use]
    pub fn needs(facts: Vec<String>, turn: Option<usize>) -> Self {
        let needs = Some(facts);
        Self::open(
            Outcome {
                needs,
                ..Outcome::default()
            },
            turn,
        )
    }

    fn open(outcome: Outcome, turn: Option<usize>) -> Self {
        let answered = Answered {
            outcome,
            turn,
            ..Answered::default()
        };
        Self::saying(Said::Question(Box::new(answered)), false)
    }

    /// What comes of a process, with whether all of it is known.
    #[must_use]
    pub fn process(
        model: &Model,
        (answer, is_known): (Vec<Facts>, bool),
        taken: &[TakenFact],
        impossible: Option<&Impossible>,
    ) -> Self {
        let said = Said::Process {
            answer,
            assumed: assumed(model, taken),
            impossible: impossible.map(Excluded::of),
        };
        Self::saying(said, is_known && impossible.is_none())
    }

    /// What comes of a procedure, with whether all of it is known.
    #[must_use]
    pub fn procedure(
        model: &Model,
        (answer, is_known): (Facts, bool),
        taken: &[TakenFact],
        impossible: Option<&Impossible>,
    ) -> Self {
        let said = Said::Procedure {
            answer,
            assumed: assumed(model, taken),
            impossible: impossible.map(Excluded::of),
        };
        Self::saying(said, is_known && impossible.is_none())
    }

    /// Whether a question could not be answered at all: for what it costs, say, which is another time another.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        let Said::Question(answered) = &self.said else {
            return false;
        };
        let error = answered.outcome.error.as_ref();
        error.is_some_and(|error| error.code != Code::NotAsked.name())
    }
}
