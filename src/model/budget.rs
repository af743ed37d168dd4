//! What a run may cost: how much work all its diagrams together may be, and how much one question's.

use crate::limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is left of the work that a run may be. Clones share it.
#[derive(Debug, Clone)]
pub struct Budget {
    spent: Arc<AtomicU64>,
    times: u64,
}

/// What the making of one diagram may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// How many nodes, and as many answers, it may add.
    pub nodes: usize,
    /// How many edges may be looked at: few nodes can take long to find where each has many values.
    pub steps: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            spent: Arc::default(),
            times: limits::times().into(),
        }
    }
}

impl Budget {
    /// What one question may cost.
    pub const QUESTION: Grant = Grant {
        nodes: 500_000,
        steps: 10_000_000,
    };

    /// What each of its rules, and each cell of its charts, adds to that.
    pub const RULE: Grant = Grant {
        nodes: 20,
        steps: 200,
    };

    /// What it may cost where the run has used up its budget: enough for nearly every question of a real rulebook.
    pub const LEAST: Grant = Grant {
        nodes: 10_000,
        steps: 100_000,
    };

    /// The most facts on which one answer depends: whatever walks through a diagram goes as deep.
    pub const DEEPEST: usize = 1_000;

    /// The most nodes that are kept at a time.
    pub const NODES: usize = 3_000_000;

    /// The steps of a whole run.
    pub const STEPS: u64 = 40_000_000;

    /// What costs no more than this is never counted, so that no number of ordinary questions uses a budget up.
    const FREE: u64 = 20_000;

    /// Begins another run.
    pub fn renew(&self) {
        self.spent.store(0, Ordering::Relaxed);
    }

    /// Counts some steps.
    pub fn spend(&self, steps: usize) {
        let counted = u64::try_from(steps)
            .unwrap_or(u64::MAX)
            .saturating_sub(Self::FREE);
        self.spent.fetch_add(counted, Ordering::Relaxed);
    }

    /// Whether the run has cost all that it may.
    pub fn is_used_up(&self) -> bool {
        let spent = self.spent.load(Ordering::Relaxed);
        spent >= Self::STEPS.saturating_mul(self.times)
    }

    /// What the next diagram may cost.
    pub fn grant(&self) -> Grant {
        let grant = if self.is_used_up() {
            Self::LEAST
        } else {
            Self::QUESTION
        };
        Grant {
            nodes: self.scaled(grant.nodes),
            steps: self.scaled(grant.steps),
        }
    }

    /// The most nodes that are kept at a time.
    pub fn most_nodes(&self) -> usize {
        self.scaled(Self::NODES)
    }

    fn scaled(&self, number: usize) -> usize {
        number.saturating_mul(usize::try_from(self.times).unwrap_or(usize::MAX))
    }
}
