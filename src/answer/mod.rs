//! A situation in, an answer with reasons out. The diagram gives the answer, and what is open where facts are missing; the plain
//! evaluator, which reads the rules one by one, gives the reasons and is the diagram's independent witness.

mod ahead;
mod ask;
mod asker;
mod evaluate;
mod excepted;
mod explain;
mod explanation;
mod meant;
pub mod memory;
mod needs;
mod parts;
mod prose;
mod reply;
mod settle;
mod sums;
pub mod told;
mod words;
mod work;

pub use ask::{Change, Taking};
pub use asker::{Asker, By, Needs, Ruling, TakenFact, Wanted, begun};
pub use evaluate::{Evaluator, Trace};

pub use explain::MOST_EXPLAINED;
pub use explanation::{
    Condition, Excepted, Explanation, Origin, Passed, ReadingTaken, Reason, Why,
};
pub use parts::{Part, Parts};
pub use prose::Prose;
pub use reply::{Answer, Other, Stated, unit_name};
pub use told::{Facts, Told};
pub use words::cell_words;
