//! A rulebook whose games were resolved before: what answers need of it, without a word of its packs being read again.

use super::{Rulebook, Written};
use crate::model::Model;
use crate::pack::{self, ErrataSet};
use crate::source::Sources;

impl Rulebook {
    /// Its games as bytes; nothing, where something is wrong with them: that is told anew each time.
    #[must_use]
    #[doc(hidden)]
    pub fn to_keep(&self) -> Option<Vec<u8>> {
        let games: Vec<&Model> = self.games.iter().collect();
        let is_sound = self.diagnostics.is_empty();
        is_sound.then(|| postcard::to_stdvec(&games).ok()).flatten()
    }

    /// The rulebook of these texts with the games that [`Self::to_keep`] made of them.
    #[must_use]
    #[doc(hidden)]
    pub fn of_kept(sources: &Sources, errata: &ErrataSet, kept: &[u8]) -> Option<Self> {
        let games: Vec<Model> = postcard::from_bytes(kept).ok()?;
        let (texts, errata) = (sources.clone(), errata.clone());
        let read = move || pack::read_for_answers(&texts, &errata).0;
        Some(Self {
            sources: sources.clone(),
            written: Written::new(Box::new(read)),
            games: games.into_iter().collect(),
            diagnostics: Vec::new(),
            unreadable: false,
        })
    }
}
