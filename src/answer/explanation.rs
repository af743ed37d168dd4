//! Both sides of an answer as data: the rules that made it, and those that did not apply, each with the reason.

use crate::diagram::Leaf;
use crate::model::{Cell, Model, PackId, QuestionId, RuleId, VariableId};
use crate::source::Span;

/// Why a question has its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The question.
    pub question: QuestionId,
    /// Its answer; `None` where a fact is missing.
    pub answer: Option<Leaf>,
    /// What it was asked with, where callers bound facts for it.
    pub bound: Vec<(VariableId, String)>,
    /// The rules that made it.
    pub applied: Vec<Applied>,
    /// The rules that did not apply; the other cells of a chart are left out.
    pub passed: Vec<Passed>,
    /// The paragraph of what it answers where no rule applies, where that is the answer.
    pub otherwise: Option<String>,
    /// The errata from which that comes.
    pub otherwise_errata: Vec<usize>,
    /// The readings that its rules ask for, as far as another option would change the answer.
    pub readings: Vec<ReadingTaken>,
    /// The answers to other questions that these rules used.
    pub because: Vec<Explanation>,
}

impl Applied {
    /// Where it is written: the exception that took its place, or the rule itself.
    #[must_use]
    pub fn span(&self, model: &Model) -> Option<Span> {
        let of_rule = || model.rule(self.rule).map(|rule| rule.span);
        self.exception
            .as_ref()
            .map(|bite| bite.span)
            .or_else(of_rule)
    }
}

/// A reading on which an answer depends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingTaken {
    /// The reading.
    pub variable: VariableId,
    /// The index of the option taken.
    pub index: u32,
    /// The options that would change the answer, each with the answer then.
    pub others: Vec<(u32, Leaf)>,
}

/// A rule that applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The rule.
    pub rule: RuleId,
    /// Its paragraph, or that of the exception that took its place.
    pub cite: String,
    /// What it contributed.
    pub gives: Leaf,
    /// What it says, in the words of the pack.
    pub says: String,
    /// The exception that took its place, if one did.
    pub exception: Option<Bite>,
    /// The exceptions that did not.
    pub spared: Vec<Spared>,
    /// The chart's cell that it is, if it is one.
    pub cell: Option<Cell>,
    /// The errata from which it comes, by their places in the model's list.
    pub errata: Vec<usize>,
}

/// An exception that took the place of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bite {
    /// The paragraph of the rule or exception to which it is one.
    pub to: String,
    /// Where it is written.
    pub span: Span,
    /// Its condition, and the facts that meet it.
    pub because: FailedPart,
}

/// An exception that did not take the place of its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spared {
    /// Its paragraph.
    pub cite: String,
    /// What it would have given, in the words of the pack; nothing where it takes the rule away.
    pub says: String,
    /// Why it did not.
    pub why: WhySpared,
}

/// Why an exception did not take the place of its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhySpared {
    /// Parts of its condition do not hold.
    Condition(Vec<FailedPart>),
    /// An exception to it holds.
    SetAside {
        /// That exception's paragraph.
        cite: String,
        /// Its condition, and the facts that meet it.
        because: FailedPart,
    },
}

/// A rule that did not apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// The rule.
    pub rule: RuleId,
    /// Its paragraph.
    pub cite: String,
    /// What it would have given, in the words of the pack.
    pub says: String,
    /// Why it did not apply.
    pub why: Why,
    /// The errata from which it, or its exception, comes.
    pub errata: Vec<usize>,
}

/// Why a rule did not apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// Parts of its condition do not hold.
    Condition(Vec<FailedPart>),
    /// An exception takes it away.
    Exception {
        /// The exception's paragraph.
        cite: String,
        /// Its condition, and the facts that meet it.
        part: FailedPart,
    },
    /// A pack that takes precedence answers.
    GaveWay {
        /// That pack.
        pack: PackId,
        /// By which paragraph.
        cite: String,
    },
    /// It depends on a fact that is not known.
    Unknown,
}

/// A condition with the facts that it looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedPart {
    /// The condition, in the words of the pack.
    pub condition: String,
    /// The facts and other questions in it, each with its value.
    pub facts: Vec<(String, String)>,
}
