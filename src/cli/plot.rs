//! The plot that `chartroom odds --svg` writes.

use super::{Outcome, Stop};
use crate::diagnostic::Diagnostic;
use crate::render::odds::{View, svg};
use crate::source::{Writing, text_there, write};
use std::path::Path;

/// Writes the plot of some odds.
pub(super) fn run(file: &Path, shown: &View) -> Result<Outcome, Stop> {
    let before = text_there(file).ok().flatten();
    let written = svg(shown).and_then(|text| {
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
