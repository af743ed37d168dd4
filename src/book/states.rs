//! The rulebook by the errata that apply: what a reader can switch between.

use crate::pack::ErrataSet;
use crate::rulebook::Rulebook;
use crate::source::Place;

/// The rulebook with some of the errata.
#[derive(Debug)]
pub struct State {
    /// What a reader sees.
    pub label: String,
    /// The set, as `--errata` has it.
    pub set: String,
    pub rulebook: Rulebook,
}

/// The states of the packs in some places; the chosen one first.
#[must_use]
pub fn states(places: &[Place], chosen: &ErrataSet) -> Vec<State> {
    let set = chosen.to_string();
    vec![State {
        label: set.clone(),
        set,
        rulebook: Rulebook::of_places(places, chosen),
    }]
}
