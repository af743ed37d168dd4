//! Processes and procedures, step by step: a start and the facts of each turn go in, the states after each turn come out.

mod falls;
mod procedure;
mod process;
mod run;
mod situation;
mod slots;
mod thrown;

pub use falls::{Fall, can_fall, can_fall_among, falls, ways};
pub use procedure::{Effect, Halt, ProcedurePlan, StepDone};
pub use process::ProcessPlan;
pub use run::{Run, begin};
pub use situation::{Changed, Look, Looks, Situation, to_give};
pub use slots::{End, Finding, Missing, Slot, Slots, holds_whatever, leaf, may_hold};
pub use thrown::Thrown;
