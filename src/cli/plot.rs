//! The plot that `chartroom odds --svg` writes.

use super::{Outcome, Output};
use crate::render::odds::{View, svg};
use crate::source::{Writing, read_text, write};
use std::path::Path;

/// Writes the plot of some odds.
pub(super) fn run(file: &Path, shown: &View, output: &mut Output) -> Outcome {
    let before = read_text(file).ok();
    let written = svg(shown).and_then(|text| {
        let writing = Writing {
            path: file,
            before: before.as_deref(),
            text: &text,
        };
        write(&[writing]).map_err(|(_, error)| error.to_string())
    });
    match written {
        Ok(()) => Outcome::Clean,
        Err(error) => {
            output.problem(&format!("`{}` cannot be written: {error}", file.display()));
            Outcome::Usage
        }
    }
}
