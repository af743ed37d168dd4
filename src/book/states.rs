//! The states in which a book can be read: as printed, with the errata to each day on which something changed, with all.

use crate::model::Model;
use crate::pack::ErrataSet;
use crate::pack::overlay::{Erratum, Status, is_date};
use crate::rulebook::Rulebook;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A rulebook with some errata.
#[derive(Debug)]
pub struct State {
    /// What people call it.
    pub label: String,
    /// The set, as `--errata` has it.
    pub set: String,
    pub rulebook: Arc<Rulebook>,
}

/// What stands in a book.
#[derive(Debug)]
pub struct Book<'a> {
    pub title: &'a str,
    /// The book as printed, and with errata.
    pub states: &'a [State],
    /// The state in which it opens.
    pub chosen: usize,
    /// The packs whose chapters stand in it; all, if none is named.
    pub packs: &'a [String],
    /// The game for which it is made, as its file has it.
    pub game: Option<&'a str>,
    /// Of a preview: its number, and what was saved last.
    pub live: Option<&'a Value>,
}

impl State {
    /// A rulebook with other errata: only games that have errata are others.
    fn of(rulebook: &Rulebook, label: String, errata: ErrataSet) -> Self {
        let games = rulebook.written.errata.iter();
        let games: FxHashSet<&str> = games.map(|erratum| erratum.game.as_str()).collect();
        Self {
            label,
            rulebook: Arc::new(rulebook.with_errata_in(&errata, &games)),
            set: errata.to_string(),
        }
    }

    /// The model of a game, if this state has the game.
    pub(super) fn model(&self, game: &str) -> Option<&Arc<Model>> {
        let mut models = self.rulebook.games.arcs().iter();
        models.find(|other| other.game == game)
    }

    /// The errata that apply, each with its game.
    pub fn applied(&self) -> impl Iterator<Item = (&str, &str)> {
        let errata = self.rulebook.written.errata.iter();
        let applied = errata.filter(|erratum| erratum.applied);
        applied.map(|erratum| (erratum.game.as_str(), erratum.id.value.as_str()))
    }
}

/// All states of a rulebook, each set of errata once, the book as printed first; and the place of the state that it is in.
pub fn states(chosen: Rulebook, errata: &ErrataSet) -> (Vec<State>, usize) {
    let others = others(&chosen.written.errata);
    let others: Vec<State> = others
        .into_par_iter()
        .map(|(label, errata)| State::of(&chosen, label, errata))
        .collect();
    let mut states: Vec<State> = Vec::new();
    for state in others {
        match same(&states, &state) {
            // The last name of a set is the one that says most: all errata, rather than those to the day of the last.
            Some(place @ 1..) => states.splice(place..=place, [state]).for_each(drop),
            Some(_) => {}
            None => states.push(state),
        }
    }
    let own = State {
        label: format!("Errata: {errata}"),
        set: errata.to_string(),
        rulebook: Arc::new(chosen),
    };
    let place = same(&states, &own).unwrap_or(states.len());
    if place == states.len() {
        states.push(own);
    }
    (states, place)
}

/// The place of the state with the same errata.
fn same(states: &[State], state: &State) -> Option<usize> {
    states
        .iter()
        .position(|other| other.applied().eq(state.applied()))
}

/// What can be chosen of some errata: none, those to each day, the official ones, all.
fn others(errata: &[Erratum]) -> Vec<(String, ErrataSet)> {
    let counts = |erratum: &&Erratum| !erratum.status.is_past() && erratum.status != Status::Open;
    let dates = errata
        .iter()
        .filter(counts)
        .map(|erratum| &erratum.date.value);
    let dates: BTreeSet<&String> = dates.filter(|date| is_date(date)).collect();
    let until = |date: &String| {
        let names = errata.iter().filter(counts);
        let names =
            names.filter(|erratum| is_date(&erratum.date.value) && erratum.date.value <= *date);
        let names = names.map(|erratum| erratum.id.value.clone());
        (
            format!("All errata to {date}"),
            ErrataSet::These(names.collect()),
        )
    };
    let official = |date: &String| {
        let label = format!("Official errata to {date}");
        (label, ErrataSet::Until(date.clone()))
    };
    let mut all = vec![("As printed".to_owned(), ErrataSet::None)];
    all.extend(dates.iter().map(|date| official(date)));
    all.push(("Official errata".to_owned(), ErrataSet::Official));
    all.extend(dates.iter().map(|date| until(date)));
    all.push(("All errata".to_owned(), ErrataSet::All));
    all
}

/// What the games of a rulebook are called.
pub fn titles(rulebook: &Rulebook) -> String {
    let titles = rulebook.games.iter().map(|game| game.guide.title.as_str());
    let titles = titles.filter(|title| !title.is_empty());
    titles.collect::<Vec<_>>().join(", ")
}
