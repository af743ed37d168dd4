//! All that the rulebook holds about one thing.

use super::Rulebook;
use crate::analysis::about::{About, Shelf, Topic};
use crate::model::Model;

impl Rulebook {
    /// What is told of the thing that a name stands for, in any case: a paragraph, a question, a fact or a reading; once for
    /// each game that has it, unless a game is said, as in `asl/range`.
    #[must_use]
    pub fn about(&self, name: &str) -> Vec<(&Model, About)> {
        let (game, own) = self.of_game(name);
        let games = self
            .games
            .iter()
            .filter(|model| game.is_none_or(|game| model.game == game));
        let told = games.filter_map(|model| {
            let topic = Topic::named(model, own)?;
            Some((model, self.shelf(model).about(&topic)?))
        });
        told.collect()
    }

    fn shelf<'r>(&'r self, model: &'r Model) -> Shelf<'r> {
        Shelf {
            model,
            written: &self.written,
            sources: &self.sources,
        }
    }

    /// A name and the game said before it, if it is one.
    fn of_game<'n>(&self, name: &'n str) -> (Option<&'n str>, &'n str) {
        match name.split_once('/') {
            Some((game, own)) if self.games.iter().any(|model| model.game == game) => {
                (Some(game), own)
            }
            _ => (None, name),
        }
    }
}
