//! What an erratum changed.

use crate::analysis::diff::{Diff, games};
use crate::cli::Output;
use crate::cli::format::Format;
use crate::render::diff::{Version, view};
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
    let versions = [(old, "before"), (new, with.as_str())];
    let versions = versions.map(|(rulebook, name)| Version {
        name,
        games: &rulebook.games,
        sources: &rulebook.sources,
    });
    output.show(&view(diffs, versions), Format::Human);
}
