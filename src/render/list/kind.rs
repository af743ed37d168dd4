//! The kinds of things that a rulebook holds: the one place that names them.

use super::{Entry, Holdings, charts, facts, packs, questions, rules, sources, trials};
use crate::model::Model;

/// What can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Packs.
    Packs,
    /// The tables of contents.
    Paragraphs,
    /// Units and dice.
    Units,
    /// Facts and their values.
    Facts,
    /// Questions.
    Questions,
    /// Charts and lists of modifiers.
    Charts,
    /// Processes.
    Processes,
    /// Procedures.
    Procedures,
    /// Cards.
    Cards,
    /// Rules, cells and lines.
    Rules,
    /// Readings.
    Readings,
    /// Worked examples.
    Examples,
    /// Laws.
    Laws,
    /// Errata.
    Errata,
    /// What the sources lost.
    Gaps,
    /// What is wrong in the sources.
    Defects,
}

/// What is to be known of a kind.
pub(super) struct About {
    /// Its name, in the plural.
    name: &'static str,
    /// The headings of what a person sees.
    headings: &'static [&'static str],
    /// What makes its entries.
    from: From,
}

/// What the entries of a kind are made from.
enum From {
    /// The packs as written.
    Packs(fn(&Holdings<'_>) -> Vec<Entry>),
    /// Each game by itself.
    Game(fn(&Holdings<'_>, &Model) -> Vec<Entry>),
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 16] = [
        Self::Packs,
        Self::Paragraphs,
        Self::Units,
        Self::Facts,
        Self::Questions,
        Self::Charts,
        Self::Processes,
        Self::Procedures,
        Self::Cards,
        Self::Rules,
        Self::Readings,
        Self::Examples,
        Self::Laws,
        Self::Errata,
        Self::Gaps,
        Self::Defects,
    ];

    const fn about(self) -> About {
        let (name, headings, from): (_, &[&str], _) = match self {
            Self::Packs => (
                "packs",
                &["pack", "title", "edition", "requires", "over"],
                From::Packs(packs::packs),
            ),
            Self::Paragraphs => (
                "paragraphs",
                &["paragraph", "title", "nothing to compute"],
                From::Game(packs::paragraphs),
            ),
            Self::Units => ("units", &["unit", "is", "means"], From::Packs(packs::units)),
            Self::Facts => (
                "facts",
                &["fact", "values", "unit", "means"],
                From::Game(facts::facts),
            ),
            Self::Questions => (
                "questions",
                &["question", "answer", "cite", "asks"],
                From::Game(questions::questions),
            ),
            Self::Charts => (
                "charts",
                &["chart", "cite", "title", "answers"],
                From::Game(charts::charts),
            ),
            Self::Processes => (
                "processes",
                &["process", "each", "cite", "asks"],
                From::Game(questions::processes),
            ),
            Self::Procedures => (
                "procedures",
                &["procedure", "cite", "title"],
                From::Game(questions::procedures),
            ),
            Self::Cards => (
                "cards",
                &["card", "title", "sections"],
                From::Game(charts::cards),
            ),
            Self::Rules => (
                "rules",
                &["answers", "cite", "gives", "when", "where"],
                From::Game(rules::rules),
            ),
            Self::Readings => (
                "readings",
                &["reading", "default", "cite", "asks"],
                From::Game(facts::readings),
            ),
            Self::Examples => (
                "examples",
                &["cite", "given", "expects"],
                From::Game(trials::examples),
            ),
            Self::Laws => (
                "laws",
                &["cite", "says", "always", "when"],
                From::Game(trials::laws),
            ),
            Self::Errata => (
                "errata",
                &["erratum", "date", "status", "applies", "says"],
                From::Packs(sources::errata),
            ),
            Self::Gaps => ("gaps", &["cite", "for", "lost"], From::Game(sources::gaps)),
            Self::Defects => (
                "defects",
                &["defect", "cite", "says"],
                From::Game(sources::defects),
            ),
        };
        About {
            name,
            headings,
            from,
        }
    }

    /// Its name, in the plural.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// The kind of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The headings of what a person sees.
    #[must_use]
    pub const fn headings(self) -> &'static [&'static str] {
        self.about().headings
    }
}

/// Everything of a kind, game by game and pack by pack.
#[must_use]
pub fn entries(holdings: &Holdings<'_>, kind: Kind) -> Vec<Entry> {
    match kind.about().from {
        From::Packs(entries) => entries(holdings),
        From::Game(entries) => holdings
            .games
            .iter()
            .flat_map(|model| entries(holdings, model))
            .collect(),
    }
}
