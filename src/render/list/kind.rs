//! The kinds of things that a rulebook holds: the one place that names them.

use super::{Entry, Holdings, game, rules, written};
use crate::model::Model;

/// What can be listed.
#[derive(Debug)]
pub struct Kind {
    /// In the plural.
    pub name: &'static str,
    /// The headings of what a person sees, each the key of what a program sees; the first may stand over the names.
    pub columns: &'static [&'static str],
    made: Made,
}

/// What makes the entries of a kind.
#[derive(Debug)]
enum Made {
    /// From the packs as written.
    Written(fn(&Holdings<'_>) -> Vec<Entry>),
    /// From each game by itself.
    Game(fn(&Holdings<'_>, &Model) -> Vec<Entry>),
}

use Made::{Game, Written};

const fn kind(name: &'static str, columns: &'static [&'static str], made: Made) -> Kind {
    Kind {
        name,
        columns,
        made,
    }
}

/// Every kind.
#[rustfmt::skip]
pub static KINDS: [Kind; 16] = [
    kind("packs", &["pack", "title", "edition", "requires", "over"], Written(written::packs)),
    kind("paragraphs", &["paragraph", "title", "nothing to compute"], Game(game::paragraphs)),
    kind("units", &["unit", "is", "means"], Written(written::units)),
    kind("facts", &["fact", "values", "unit", "means"], Game(game::facts)),
    kind("questions", &["question", "answer", "cite", "asks"], Game(game::questions)),
    kind("charts", &["chart", "cite", "title", "answers"], Game(game::charts)),
    kind("processes", &["process", "each", "cite", "asks"], Game(game::processes)),
    kind("procedures", &["procedure", "cite", "title"], Game(game::procedures)),
    kind("cards", &["card", "title", "sections"], Game(game::cards)),
    kind("rules", &["answers", "cite", "gives", "when", "where"], Game(rules::rules)),
    kind("readings", &["reading", "default", "cite", "asks"], Game(game::readings)),
    kind("examples", &["cite", "given", "expects"], Game(game::examples)),
    kind("laws", &["cite", "says", "always", "when"], Game(game::laws)),
    kind("errata", &["erratum", "date", "status", "applies", "says"], Written(written::errata)),
    kind("gaps", &["cite", "for", "lost"], Game(game::gaps)),
    kind("defects", &["defect", "cite", "says"], Game(game::defects)),
];

impl Kind {
    /// The kind of a name, in the plural.
    pub fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Everything of the kind, game by game and pack by pack.
    pub fn entries(&self, holdings: &Holdings<'_>) -> Vec<Entry> {
        let mut entries: Vec<Entry> = match self.made {
            Written(made) => made(holdings),
            Game(made) => {
                let games = holdings.games.iter();
                games.flat_map(|model| made(holdings, model)).collect()
            }
        };
        for entry in &mut entries {
            let columns = self.columns.iter().enumerate();
            entry.cells = columns
                .map(|(place, column)| entry.cell(place, column))
                .collect();
        }
        entries
    }
}
