//! All that the rulebook holds about one thing.

use super::Rulebook;
use crate::analysis::about::{About, Shelf, paragraph_named};
use crate::model::Model;

impl Rulebook {
    /// What is told of the thing that a name stands for, in any case: a paragraph, a question, a fact, a pack and so on; once for
    /// each game that has it, unless a game is said, as in `asl/range`.
    #[doc(hidden)]
    pub fn about(&self, name: &str) -> Vec<(&Model, About)> {
        let (games, text) = self.games_of(name);
        let told = games.into_iter().filter_map(|model| {
            let shelf = Shelf::new(model, &self.written, &self.sources);
            Some((model, shelf.about(text)?))
        });
        told.collect()
    }

    /// Whether a name, be it the digits alone, is that of a paragraph.
    pub(crate) fn has_paragraph(&self, name: &str) -> bool {
        let (games, text) = self.games_of(name);
        games
            .into_iter()
            .any(|model| paragraph_named(model, text).is_some())
    }
}
