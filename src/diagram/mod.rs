//! The one compiled form: an ordered, reduced, multi-valued decision diagram. A typed expression or question goes in; a
//! node comes out whose inner nodes test one variable by intervals of its values, and whose leaves are answers. It never
//! knows where a rule came from in a file.
//!
//! After Bryant, *Graph-Based Algorithms for Boolean Function Manipulation* (1986), with many-valued variables and leaves.

mod apply;
mod compile;
mod impossible;
mod leaf;
mod paths;
mod prepared;
mod store;
mod transfer;
mod walk;

pub use compile::{Compiler, scale_of};
pub use leaf::{combine, map_value, operate};
pub use paths::{Path, Paths, branches, count_where, find, leaf_nodes, leaves, support};
pub use prepared::Prepared;
pub use store::{Edges, Mark, Node, NodeId, Store, TooLarge};
pub use transfer::{Place, Transfer};

use crate::model::GapId;
use crate::value::Value;

/// What a diagram ends in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// No rule applies (yet): inside a question only.
    Silent,
    /// An exception takes its rule away: inside a rule only.
    Cancelled,
    /// An answer.
    Value(Value),
    /// The source lost the answer.
    Gap(GapId),
    /// No rule answers.
    Nothing,
    /// Two rules differ.
    Conflict,
    /// The question is not asked here.
    Outside,
    /// A number left the range of exact arithmetic.
    Overflow,
}

impl Leaf {
    /// The value, if it is one.
    #[must_use]
    pub const fn value(&self) -> Option<&Value> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    /// A truth as a leaf.
    #[must_use]
    pub const fn truth(truth: bool) -> Self {
        Self::Value(Value::Bool(truth))
    }

    /// Whether it is the answer yes, or no.
    #[must_use]
    pub const fn is(&self, truth: bool) -> bool {
        matches!(self, Self::Value(Value::Bool(own)) if *own == truth)
    }

    /// Of two leaves one of which is no value, the one that the whole then is: the worse.
    #[must_use]
    pub fn worse(&self, other: &Self) -> Self {
        self.max(other).clone()
    }
}
