//! What answers: the games with their compiled diagrams and the rules behind them, as data for the page's walker. What several
//! states of a game have in common is written once.

mod diagrams;
mod facts;
mod played;
mod pool;
mod rules;
mod scribe;

use super::State;
use super::packed::packed;
use crate::model::Model;
use diagrams::Diagrams;
use indexmap::IndexMap;
use scribe::{Pools, Scribe};
use serde_json::{Value, json};

/// The data of the walker, packed: the games, and their diagrams.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) games: String,
    pub(super) diagrams: String,
}

/// A game in all its states.
#[derive(Debug, Default)]
struct Game {
    pools: Pools,
    diagrams: Diagrams,
    states: Vec<Value>,
}

/// Writes down all games in all states of the rulebook.
pub(super) fn engine(states: &[State]) -> Engine {
    let mut games: IndexMap<&str, Game> = IndexMap::new();
    for (place, state) in states.iter().enumerate() {
        for model in &state.rulebook.games {
            let game = games.entry(&model.game).or_default();
            // A game that some states do not have has nothing there.
            game.states.resize(place, Value::Null);
            let context = (model, &state.rulebook.sources);
            let mut scribe = Scribe::new(context, &mut game.pools, &mut game.diagrams);
            let written = scribe.state(&state.set);
            game.states.push(written);
        }
    }
    let written = games
        .iter()
        .map(|(id, game)| json!({ "id": id, "shared": game.pools, "states": game.states }));
    let diagrams: Vec<_> = games.values().map(|game| game.diagrams.written()).collect();
    Engine {
        games: packed(&written.collect::<Value>()),
        diagrams: packed(&diagrams),
    }
}

impl Scribe<'_> {
    fn state(&mut self, set: &str) -> Value {
        let model: &Model = self.model;
        let packs = model.packs.iter();
        let packs: Value = packs.map(|pack| json!([pack.id, pack.title])).collect();
        json!({
            "errata": set,
            "packs": packs,
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
