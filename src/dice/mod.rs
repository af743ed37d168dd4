//! Rolls, seeded and exact: a seed or a player's own dice go in and a set-up or a turn comes out, with every die; or nothing
//! goes in but what is known, and exact chances come out.

mod chain;
mod count;
mod falls;
mod generator;
mod hand;
mod interval;
mod odds;
mod of_chart;
mod play;
mod rolled;
mod set_up;
pub mod simulate;
mod table;
mod turns;

pub use crate::turn::{Fall, falls, ways};
pub use chain::{Chain, ChainPlan, Each, Seen, Standing};
pub use count::{
    Chance, Count, chance, decimal, decimals, fits, fraction, fraction_or_decimals, percent,
    short_fraction, ten_thousandths,
};
pub use falls::Picker;
pub use generator::Generator;
pub use hand::Hand;
pub use interval::interval;
pub use odds::{Level, Spread, of_question};
pub use of_chart::{of_chart, of_rows};
pub use play::{Change, Game, Prospect, TurnTaken};
pub use rolled::{Rolled, Taken, roll};
pub use set_up::of_procedure;
pub use table::{MOST_PARTS, Part, Results, Table, Terms, joined, sort};
pub use turns::{
    Course, MOST_TURNS, chain as chain_of, each_turn, of_process, open_facts, plan as plan_of,
    setting, type_of_state,
};
