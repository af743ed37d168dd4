//! What the examples exercise, paragraph by paragraph.

mod human;
mod json;

pub use human::human;
pub use json::json;

use crate::analysis::coverage::{DatumKind, Paragraph, Status};
use crate::model::Model;

/// The paragraphs of one game.
#[derive(Debug)]
pub struct Covered<'a> {
    /// The game.
    pub model: &'a Model,
    /// Its paragraphs.
    pub paragraphs: Vec<Paragraph>,
}

/// How many data there are, how many of them examples exercise, and how many paragraphs nothing explains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Data that examples exercise.
    pub exercised: usize,
    /// All data.
    pub all: usize,
    /// Paragraphs.
    pub paragraphs: usize,
    /// Paragraphs that nothing cites and for which no reason is given.
    pub unexplained: usize,
}

impl Totals {
    /// The part that is exercised, in whole percents, fractions down; of nothing, all.
    #[must_use]
    pub const fn percent(self) -> usize {
        match (self.exercised * 100).checked_div(self.all) {
            Some(percent) => percent,
            None => 100,
        }
    }
}

/// What the paragraphs come to.
pub fn totals<'a>(paragraphs: impl IntoIterator<Item = &'a Paragraph>) -> Totals {
    let mut totals = Totals::default();
    for paragraph in paragraphs {
        totals.paragraphs += 1;
        totals.all += paragraph.data.len();
        totals.exercised += paragraph
            .data
            .iter()
            .filter(|datum| datum.exercised)
            .count();
        totals.unexplained += usize::from(paragraph.status() == Status::Unexplained);
    }
    totals
}

const fn kind_name(kind: DatumKind) -> &'static str {
    match kind {
        DatumKind::Rule => "rule",
        DatumKind::Cell => "cell",
        DatumKind::Exception => "exception",
        DatumKind::Otherwise => "otherwise",
    }
}
