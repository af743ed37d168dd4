//! What an erratum changed.

use crate::analysis::diff::{Diff, games};
use crate::cli::Output;
use crate::cli::format::Format;
use crate::render::diff::{Shown, Version, view};
use crate::rulebook::Rulebook;

/// The most regions told of a question.
const LIMIT: usize = 40;

/// What differs between two rulebooks.
pub(super) fn difference(old: &Rulebook, new: &Rulebook) -> Vec<Diff> {
    games(&old.games, &new.games, LIMIT)
}

/// Shows what an erratum changed: the complete difference between the rulebook without it and with it.
pub(super) fn show(diffs: &[Diff], old: &Rulebook, new: &Rulebook, id: &str, output: &mut Output) {
    let with = format!("with {id}");
    let shown = Shown {
        diffs,
        old: Version {
            name: "before",
            games: &old.games,
            sources: &old.sources,
        },
        new: Version {
            name: &with,
            games: &new.games,
            sources: &new.sources,
        },
    };
    output.show(&view(&shown), Format::Human);
}
