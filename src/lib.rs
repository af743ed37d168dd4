//! Chartroom: a rules interpreter for wargame rulebooks.
//!
//! A rulebook is data: packs of TOML and RON in the words of the hobby. A text becomes an answer in one direction, and the
//! modules stand in that order, which is also the order in which one may use another:
//!
//! ```text
//! rules/*.toml, *.ron ─► source ─► pack ─► model ─► diagram ─► answer
//!                       (text)   (as      (checked) (compiled) (value, gap or conflict, with reasons)
//!                                written)
//! ```

pub mod span;

pub mod diagnostic;

pub mod source;

pub mod syntax;

pub mod value;

pub mod pack;

pub mod search;

pub mod model;

pub mod diagram;

pub mod turn;

pub mod check;

pub mod answer;

pub mod dice;

pub mod analysis;

pub mod render;

pub mod rulebook;

#[cfg(feature = "cli")]
pub mod cli;
