//! Rolls, seeded and exact: a seed or a player's own dice go in and a set-up or a turn comes out, with every die; or nothing
//! goes in but what is known, and exact chances come out.

pub mod chain;
pub mod chance;
mod counting;
mod ever;
mod excluded;
mod experiment;
mod game;
pub mod generator;
mod hand;
mod impossible;
mod interval;
mod mixed;
mod odds;
mod procedure;
pub mod process;
pub mod question;
mod rolled;
mod simulate;
pub mod spread;
mod summed;
mod table;
mod terms;
mod until;
mod varied;

pub use chance::{
    Chance, decimal, decimals, fraction_or_decimals, percent, short_fraction, ten_thousandths,
};
pub use game::{Change, Game, TurnTaken};
pub use hand::Hand;
pub use interval::interval;
pub use procedure::of_procedure;
pub use process::{MOST_TURNS, of_process, plan, type_of_state};
pub use question::{of_chart, of_question};
pub use rolled::{Rolled, Taken, roll};
pub use simulate::{MOST_TRIALS, Trials};
pub use table::{Ending, Part, Results, Sample, Table, joined, sort};
pub use terms::Terms;
