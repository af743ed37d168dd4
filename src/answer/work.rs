//! What an evaluation has found already, and how much it may still look at.

use super::explanation::Excepted;
use crate::diagram::Leaf;
use crate::model::{QuestionId, RuleId, VariableId};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// Facts that are bound for a question, each once, in order, and what to; none where that is not known.
pub type Bound = Vec<(VariableId, Option<Leaf>)>;

/// A question, and what is bound for it.
pub type Called = (QuestionId, Bound);

/// An answer, and what was noted on the way to it.
type Noted = (Option<Leaf>, Vec<Span>);

/// The answers of one situation, each found once, and how many rules may still be looked at for more of them.
#[derive(Debug)]
pub struct Work {
    known: RefCell<FxHashMap<Called, Noted>>,
    rules_left: Cell<usize>,
    /// What is evaluated otherwise than in an answer.
    pub trial: Trial,
}

/// An evaluation that is not for an answer, but for what it is due to.
#[derive(Debug, Default)]
pub struct Trial {
    /// The rules that exceptions cancelled, each with these, where anybody wants to know.
    pub cancelled: Option<RefCell<Vec<(RuleId, Excepted)>>>,
    /// The rule to which nothing is an exception here.
    pub without_exceptions: Option<RuleId>,
    /// The facts that questions found, which are asked again here.
    pub found: FxHashMap<VariableId, QuestionId>,
    /// The same for a trial of other readings that is made of this one.
    pub finders: FxHashMap<VariableId, QuestionId>,
    /// Those of them that are being asked for.
    pub asked_for: RefCell<Vec<VariableId>>,
}

impl Default for Work {
    fn default() -> Self {
        Self {
            known: RefCell::default(),
            rules_left: Cell::new(Self::MOST_RULES),
            trial: Trial::default(),
        }
    }
}

impl Work {
    /// The most rules that are looked at in one situation, one by one.
    const MOST_RULES: usize = 500_000;

    pub fn on_trial(trial: Trial) -> Self {
        Self {
            trial,
            ..Self::default()
        }
    }

    pub fn known(&self, key: &Called) -> Option<Noted> {
        self.known.borrow().get(key).cloned()
    }

    pub fn keep(&self, key: Called, found: Noted) {
        self.known.borrow_mut().insert(key, found);
    }

    pub fn spend(&self, rules: usize) {
        let left = self.rules_left.get();
        self.rules_left.set(left.saturating_sub(rules));
    }

    /// Whether nothing more is looked at, so that what is not found is not known.
    pub fn is_used_up(&self) -> bool {
        self.rules_left.get() == 0
    }
}
