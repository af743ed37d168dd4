//! The one compiled form: an ordered, reduced, multi-valued decision diagram. A typed expression or question goes in; a
//! node comes out whose inner nodes test one variable by intervals of its values, and whose leaves are answers. It never
//! knows where a rule came from in a file.
//!
//! After Bryant, *Graph-Based Algorithms for Boolean Function Manipulation* (1986), with many-valued variables and leaves.

mod apply;
mod clamped;
mod compile;
mod impossible;
mod leaf;
mod parts;
mod paths;
mod ranges;
mod reached;
mod store;
mod sums;
mod telling;
mod transfer;
mod walk;

pub use self::apply::deeper;
pub use self::compile::{Compiler, Roots, scale_of};
pub use self::leaf::{Leaf, combine, map_value, operate};
pub use self::paths::{branches, count_where, ends_of, find, leaf_nodes, leaves, support};
pub use self::reached::{Reached, Weight};
pub use self::store::{Built, Node, NodeId, Store, TooLarge};
pub use self::sums::{Sum, Summed, Sums};
pub use self::transfer::{Place, Transfer};
