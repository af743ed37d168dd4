//! What changed between two rulebooks, as another program takes it.

use super::Rulebook;
use crate::analysis::diff::{self, Changed, Diff};
use crate::render::diff::{self as shown, Version};
use crate::render::{PAGE_WIDTH, View};
use serde::{Serialize, Serializer};
use std::fmt;

/// Where two rulebooks answer differently, proved for every situation; made by [`Rulebook::diff`].
///
/// Shown with `{}`, it is what `chartroom diff` prints; `serde` writes it as `--format json` does there.
#[derive(Debug)]
pub struct Difference<'r> {
    old: &'r Rulebook,
    new: &'r Rulebook,
    games: Vec<Diff>,
}

/// A question that two rulebooks answer differently.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a>(&'a Changed);

/// The most regions of a question that are told one by one.
const REGIONS: usize = 40;

impl Rulebook {
    /// What `newer` answers differently, question by question.
    #[must_use]
    pub fn diff<'r>(&'r self, newer: &'r Self) -> Difference<'r> {
        self.diff_within(newer, REGIONS)
    }

    /// The same, each question in at most so many regions; what lies beyond is counted.
    #[doc(hidden)]
    #[must_use]
    pub fn diff_within<'r>(&'r self, newer: &'r Self, regions: usize) -> Difference<'r> {
        Difference {
            old: self,
            new: newer,
            games: diff::games(&self.games, &newer.games, regions),
        }
    }
}

impl<'r> Difference<'r> {
    /// What became of some games of a rulebook, or as much of it as is known when it is no longer wanted.
    #[cfg(feature = "lsp")]
    pub(crate) fn of_games(
        [old, new]: [&'r Rulebook; 2],
        wanted: &dyn Fn(&str) -> bool,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let both = new.games.iter().filter(|model| wanted(&model.game));
        let both = both.filter_map(|model| {
            let before = old.games.iter().find(|other| other.game == model.game)?;
            Some(diff::diff_while(before, model, REGIONS, goes_on))
        });
        let games = both.collect();
        Self { old, new, games }
    }
}

impl Difference<'_> {
    /// Whether it is proved that nothing changed: no answer, no declaration, no example. While one of the two has an error in it,
    /// that is not proved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut errors = self.old.own_errors().chain(self.new.own_errors());
        errors.next().is_none() && self.games.iter().all(Diff::is_empty)
    }

    /// Whether the two have as many examples, and nothing differs but the situations that these speak of: one with `any` holds for
    /// an added value too, once that is the pack's own.
    #[must_use]
    pub fn is_of_examples(&self) -> bool {
        let [old, new] = [self.old, self.new].map(|rulebook| {
            let games = rulebook.games.iter();
            games.map(|model| model.examples.len()).sum::<usize>()
        });
        old == new && self.games.iter().all(Diff::is_of_examples)
    }

    /// The questions whose answers changed, those that changed by themselves first.
    pub fn changes(&self) -> impl Iterator<Item = Change<'_>> {
        self.games
            .iter()
            .flat_map(|game| &game.questions)
            .map(Change)
    }

    /// Game by game.
    #[cfg(feature = "lsp")]
    pub(crate) fn games(&self) -> &[Diff] {
        &self.games
    }

    /// What is shown of it, where the rulebooks are called so.
    #[doc(hidden)]
    #[must_use]
    pub fn view(&self, old: &str, new: &str) -> shown::View {
        let versions = [(self.old, old), (self.new, new)];
        let versions = versions.map(|(rulebook, name)| Version {
            name,
            games: &rulebook.games,
            sources: &rulebook.sources,
        });
        shown::view(&self.games, versions)
    }
}

impl Change<'_> {
    /// The question.
    #[must_use]
    pub fn question(&self) -> &str {
        &self.0.name
    }

    /// Its paragraphs.
    #[must_use]
    pub fn cite(&self) -> &[String] {
        &self.0.cite
    }

    /// In how many situations, of how many in which it is asked, the answer changed.
    #[must_use]
    pub const fn situations(&self) -> (u128, u128) {
        (self.0.situations, self.0.asked)
    }

    /// Whether its own rules changed, and not only those of a question that it asks.
    #[must_use]
    pub const fn is_by_itself(&self) -> bool {
        self.0.by_itself
    }
}

impl Serialize for Difference<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view("before", "after").serialize(serializer)
    }
}

impl fmt::Display for Difference<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let page = self.view("before", "after").page().human(PAGE_WIDTH);
        anstream::adapter::strip_str(&page).fmt(formatter)
    }
}
