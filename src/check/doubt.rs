//! One fault, one finding: what follows from something that is told to be wrong is told no more.

use super::Checker;
use super::cycle::resting_on_broken;
use crate::diagnostic::{Code, Severity, nearest};
use crate::model::{Expr, QuestionId, VariableId};
use crate::source::Text;
use rustc_hash::{FxHashMap, FxHashSet};
use std::mem;

/// What is told to be wrong, as far as something can follow from it.
#[derive(Debug, Default)]
pub struct Doubt {
    /// Questions whose answers are of no known type: nothing can be said of what they give, nor of what uses them.
    untyped: FxHashSet<QuestionId>,
    /// Facts of which some usual value is not known.
    pub unusual: FxHashSet<VariableId>,
    /// Whether something is wrong of which nobody can tell what it leaves without a part.
    pub everything: bool,
    /// The questions that rest on a broken one, while the rules that tell it are not at hand.
    pub resting: Option<FxHashSet<QuestionId>>,
    /// Whether the text that is being resolved uses one of these.
    touched: bool,
}

/// What was likely meant by a name that nothing bears.
pub fn meant<I: Copy>(names: &FxHashMap<String, I>, name: &str) -> Option<I> {
    let near = nearest(name, names.keys().map(String::as_str))?;
    names.get(near).copied()
}

impl Checker {
    pub fn doubt(&mut self, question: QuestionId) {
        self.doubt.untyped.insert(question);
    }

    /// Notes that something is wrong of which nobody can tell what it leaves without a part: then that is everything.
    pub fn doubt_everything(&mut self) {
        self.doubt.everything = true;
    }

    /// Whether something that bears on answers was told to be wrong since so much was told.
    pub fn is_doubtful_since(&self, told: usize) -> bool {
        let new = self.diagnostics.iter().skip(told);
        let mut errors = new.filter(|finding| finding.severity == Severity::Error);
        errors.any(|error| error.code != Code::UnknownParagraph)
    }

    /// Notes that some value of a fact that is usual, or when it is, is not known.
    pub fn doubt_usual(&mut self, fact: VariableId) {
        self.doubt.unusual.insert(fact);
    }

    /// Whether something is told to be wrong that may say what a fact usually is.
    pub fn may_lack_usual(&self, fact: VariableId) -> bool {
        self.doubt.everything || self.doubt.unusual.contains(&fact)
    }

    /// Whether a question is broken, or rests on one that is.
    pub fn rests_on_broken(&self, question: QuestionId) -> bool {
        let is_broken = self.model.questions[question].broken;
        is_broken
            || match &self.doubt.resting {
                Some(resting) => resting.contains(&question),
                None => resting_on_broken(&self.model).contains(&question),
            }
    }

    pub fn is_doubtful(&self, question: QuestionId) -> bool {
        self.doubt.untyped.contains(&question)
    }

    /// Notes that the text that is being resolved uses a question.
    pub fn rests_on(&mut self, question: QuestionId) {
        self.doubt.touched |= self.is_doubtful(question);
    }

    /// Resolves a text; nothing is made or told of one that uses a doubtful question.
    pub fn beyond_doubt(
        &mut self,
        resolve: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        let told = self.diagnostics.len();
        let around = mem::take(&mut self.doubt.touched);
        let made = resolve(self);
        if mem::replace(&mut self.doubt.touched, around) {
            self.diagnostics.truncate(told);
            return None;
        }
        made
    }

    /// A question that something answers; of one that is not there, the one that was likely meant lacks what was to answer it, or
    /// any.
    pub fn answered(&mut self, name: &Text) -> Option<QuestionId> {
        let question = self.question_named(name);
        if question.is_none() {
            match meant(&self.model.question_names, &name.value) {
                Some(id) => self.model.questions[id].broken = true,
                None => self.doubt_everything(),
            }
        }
        question
    }
}
