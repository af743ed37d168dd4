//! The plot that `chartroom odds --svg` writes.

use super::{Outcome, Stop};
use crate::diagnostic::Diagnostic;
use crate::render::odds::{View, svg};
use crate::source::{Writing, need_same_kind, write};
use std::path::Path;

/// Writes the plot of some odds.
pub(super) fn run(file: &Path, shown: &View) -> Result<Outcome, Stop> {
    let written = svg(shown).and_then(|text| {
        let before = need_same_kind(file, "<svg").map_err(|error| error.to_string())?;
        let writing = Writing {
            path: file,
            before: before.as_deref(),
            text: &text,
        };
        write(&[writing]).map_err(|(_, error)| error.to_string())
    });
    written.map_err(|error| {
        Diagnostic::request(format!("`{}` cannot be written: {error}", file.display()))
    })?;
    Ok(Outcome::Clean)
}
