//! What answers: the games with their compiled diagrams and the rules behind them, as data for the page's walker. What several
//! states of a game have in common is written once.

mod diagrams;
mod facts;
mod played;
mod pool;
mod rules;
mod scribe;

use super::State;
use super::memo::Memo;
use super::packed::packed;
use crate::model::Model;
use diagrams::Diagrams;
use indexmap::IndexSet;
use rayon::prelude::*;
use scribe::{Pools, Scribe};
use serde_json::{Value, json};
use std::sync::Arc;

/// The data of the walker, packed: the games, and their diagrams.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) games: String,
    pub(super) diagrams: String,
}

/// A game in all its states.
#[derive(Debug, Default)]
pub(super) struct Game {
    pools: Pools,
    diagrams: Diagrams,
    states: Vec<Value>,
}

impl Game {
    fn of(id: &str, states: &[State]) -> Self {
        let mut game = Self::default();
        let mut known: Vec<(&Arc<Model>, Value)> = Vec::new();
        for state in states {
            // A game that some states do not have has nothing there.
            let written = state.model(id).map_or(Value::Null, |model| {
                let same = known.iter().find(|(other, _)| Arc::ptr_eq(other, model));
                let written = same.map(|(_, written)| written.clone());
                let written = written.unwrap_or_else(|| {
                    let context = (&**model, &state.rulebook.sources);
                    Scribe::new(context, &mut game.pools, &mut game.diagrams).state()
                });
                known.push((model, written.clone()));
                written
            });
            game.states.push(written);
        }
        for (written, state) in game.states.iter_mut().zip(states) {
            if let Some(fields) = written.as_object_mut() {
                fields.insert("errata".to_owned(), state.set.clone().into());
            }
        }
        game
    }
}

/// Writes down all games in all states of the rulebook.
pub(super) fn engine(states: &[State], known: &Memo<Game>) -> Engine {
    let ids = states.iter().flat_map(|state| &state.rulebook.games);
    let ids: IndexSet<&str> = ids.map(|model| model.game.as_str()).collect();
    let ids: Vec<&str> = ids.into_iter().collect();
    let one = |id: &&str| {
        let models = states.iter().filter_map(|state| state.model(id));
        let models = models.cloned().collect();
        known.of(id, models, || Game::of(id, states))
    };
    let games: Vec<Arc<Game>> = ids.par_iter().map(one).collect();
    let written = ids.iter().zip(&games);
    let written =
        written.map(|(id, game)| json!({ "id": id, "shared": game.pools, "states": game.states }));
    // Each game's as a text of its own, which is read when the game is first asked for.
    let diagrams = games.iter().map(|game| json!(game.diagrams.written()));
    let diagrams: Vec<String> = diagrams.map(|written| written.to_string()).collect();
    Engine {
        games: packed(&written.collect::<Value>()),
        diagrams: packed(&diagrams),
    }
}

impl Scribe<'_> {
    fn state(&mut self) -> Value {
        let model: &Model = self.model;
        let packs = model.packs.iter();
        let packs: Value = packs.map(|pack| json!([pack.id, pack.title])).collect();
        json!({
            "packs": packs,
            "words": self.order_of_words(),
            "over": self.precedence(),
            "guide": self.guide(),
            "variables": self.all_variables(),
            "questions": self.questions(),
            "impossible": self.impossible(),
            "processes": self.processes(),
            "procedures": self.procedures(),
            "cards": self.cards(),
        })
    }
}
