//! A situation in, an answer with reasons out. The diagram gives the answer, and what is open where facts are missing; the plain
//! evaluator, which reads the rules one by one, gives the reasons and is the diagram's independent witness.

mod ask;
mod change;
mod describe;
mod evaluate;
mod exceptions;
mod explain;
mod explanation;
mod found;
mod impossible;
mod needs;
mod parts;
mod used;

pub use ask::{Answer, Asker};
pub use change::Change;
pub use evaluate::{Evaluator, Trace};
pub use explanation::{
    Applied, Bite, Explanation, FailedPart, Passed, ReadingTaken, Spared, Why, WhySpared,
};
pub use found::{By, Found};
pub use needs::Needs;
pub use parts::{Part, Parts, TakenAway};
