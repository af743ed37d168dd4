//! Both sides of an answer: the rules that made it, and those that did not apply, each with the reason. A program reads it as it
//! stands, and what a person reads is made from it.

use super::told::{Facts, Told};
use crate::diagram::Leaf;
use crate::model::{Model, QuestionId, RuleId, VariableId};
use crate::source::Span;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// An exception that took effect: without it the rule would apply, and the answer be another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(
    description = "An exception that took effect: without it the rule would apply, and the answer be another one."
)]
pub struct Excepted {
    /// What the rule belongs to, in people's words.
    pub(crate) says: String,
    /// The paragraph of the rule.
    pub(crate) cite: String,
    /// The paragraph of the exception.
    pub(crate) by: String,
    /// Where the exception holds, in people's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) when: Option<String>,
}

/// The reasons of an answer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Reasons")]
pub struct Explanation {
    #[serde(skip)]
    pub id: QuestionId,
    pub question: String,
    /// The paragraphs of the question.
    #[serde(skip)]
    pub cite: Vec<String>,
    #[serde(skip)]
    pub leaf: Option<Leaf>,
    pub answer: Option<Told>,
    /// The rules that apply.
    #[serde(rename = "by")]
    pub applied: Vec<Reason>,
    /// Those that do not.
    #[serde(rename = "not_by")]
    pub passed: Vec<Passed>,
    /// The readings on which it rests.
    pub readings: Vec<ReadingTaken>,
    /// The reasons of the questions that it uses.
    #[serde(rename = "where")]
    pub because: Vec<Explanation>,
    /// The facts that are bound for it.
    #[serde(rename = "with", skip_serializing_if = "IndexMap::is_empty")]
    pub bound: IndexMap<String, String>,
    /// The paragraph by which it is what it is where no rule applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
    /// Whether there is more than an explanation tells.
    #[serde(rename = "cut", skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errata: Vec<Origin>,
}

/// A rule that applies.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "By")]
pub struct Reason {
    pub(crate) cite: String,
    pub(crate) gives: Told,
    pub(crate) says: String,
    /// Whether it is an exception.
    pub(crate) exception: bool,
    pub(crate) chart: Option<String>,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
    /// Its exceptions that do not apply.
    pub(crate) not_excepted_by: Vec<Passed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exception_to: Option<ExceptionTo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) errata: Vec<Origin>,
    /// The question that it answers.
    #[serde(skip)]
    pub(crate) question: String,
    #[serde(skip)]
    pub(crate) leaf: Leaf,
    #[serde(skip)]
    pub(crate) rule: RuleId,
    #[serde(skip)]
    pub(crate) span: Span,
}

/// The rule in whose place an exception stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExceptionTo {
    pub cite: String,
    pub condition: Vec<Condition>,
}

/// A rule or exception that does not apply.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "NotBy")]
pub struct Passed {
    pub cite: String,
    pub says: String,
    pub why: Why,
    /// Of the exceptions to what takes its place, those that do not apply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_excepted_by: Vec<Passed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errata: Vec<Origin>,
}

/// Why a rule does not apply.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Cause")]
pub enum Why {
    /// An exception takes its place.
    Exception {
        /// Its paragraph.
        exception: String,
        condition: Vec<Condition>,
    },
    /// These parts of its condition do not hold.
    Condition { condition: Vec<Condition> },
    /// The rules of another pack come first.
    GaveWay {
        gave_way_to: String,
        /// The paragraph of the first of them that applies.
        rule: String,
        /// The paragraph by which they come first.
        by: String,
    },
    /// It depends on a fact that is not known; the answer does not.
    Unknown { unknown: bool },
}

/// A part of a condition.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Condition {
    pub says: String,
    /// The facts that it looks at, as they are.
    pub facts: IndexMap<String, String>,
}

/// A reading, as it is taken.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Read")]
pub struct ReadingTaken {
    #[serde(skip)]
    pub variable: VariableId,
    #[serde(skip)]
    pub is_switch: bool,
    pub reading: String,
    pub option: String,
    pub says: String,
    pub cite: Vec<String>,
    /// What the other options would give.
    pub others: Facts,
    #[serde(skip)]
    pub errata: Vec<Origin>,
}

impl ReadingTaken {
    /// What leads to it in an answer.
    pub const fn lead(&self) -> &'static str {
        if self.is_switch { "played" } else { "read as" }
    }
}

/// An erratum from which something comes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Origin {
    pub id: String,
    pub source: String,
    pub date: String,
    pub status: &'static str,
}

impl Explanation {
    /// This explanation, and below it those of the questions that it uses, each before its own.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Self)) {
        visit(self);
        self.because.iter().for_each(|inner| inner.walk(visit));
    }

    /// Keeps what some paragraphs say; whether that is anything.
    pub fn keep(&mut self, wanted: &dyn Fn(&str) -> bool) -> bool {
        let is_wanted = |passed: &Passed| passed.names(wanted);
        self.applied.retain(|reason| {
            wanted(&reason.cite)
                || reason
                    .exception_to
                    .as_ref()
                    .is_some_and(|rule| wanted(&rule.cite))
                || reason.not_excepted_by.iter().any(is_wanted)
        });
        self.passed.retain(is_wanted);
        self.otherwise.take_if(|cite| !wanted(cite));
        let has_rule =
            !self.applied.is_empty() || !self.passed.is_empty() || self.otherwise.is_some();
        if !has_rule {
            self.readings.clear();
        }
        self.because.retain_mut(|inner| inner.keep(wanted));
        has_rule || !self.because.is_empty()
    }
}

impl Passed {
    /// Whether it, or what takes its place, is one of some paragraphs, be it an exception to that.
    fn names(&self, wanted: &dyn Fn(&str) -> bool) -> bool {
        let is_by = match &self.why {
            Why::Exception { exception: by, .. } | Why::GaveWay { by, .. } => wanted(by),
            Why::Condition { .. } | Why::Unknown { .. } => false,
        };
        let mut inner = self.not_excepted_by.iter();
        is_by || wanted(&self.cite) || inner.any(|inner| inner.names(wanted))
    }
}

impl Origin {
    /// The errata at some places of the model's list.
    #[must_use]
    pub fn of(model: &Model, errata: &[usize]) -> Vec<Self> {
        let named = errata
            .iter()
            .filter_map(|index| model.origins.errata.get(*index));
        let origins = named.map(|erratum| Self {
            id: erratum.id.clone(),
            source: erratum.source.clone(),
            date: erratum.date.clone(),
            status: erratum.status.name(),
        });
        origins.collect()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "[erratum {}: {}, {}]",
            self.id, self.source, self.date
        )
    }
}

impl Reason {
    /// The paragraph: of the rule, or of the exception that took its place.
    #[must_use]
    pub fn cite(&self) -> &str {
        &self.cite
    }

    /// What the rule says, in the words of its pack: `+1 per 6 hexes FRU beyond 12`.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.says
    }

    /// What it comes to here: `+2`, `no`; none where the source lost it.
    #[must_use]
    pub fn gives(&self) -> Option<String> {
        self.leaf.value().map(|_| self.gives.words.clone())
    }

    /// The question that it answers.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.question
    }

    /// Where it is written: the file as the rulebook names it, and the line, from 1.
    #[must_use]
    pub fn place(&self) -> Option<(&str, usize)> {
        Some((self.file.as_deref()?, self.line?))
    }
}
