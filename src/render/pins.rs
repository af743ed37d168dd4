//! How pinned answers differ from those of now.

use super::style::{BEFORE, BOLD, FAINT, VALUE, styled};
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;
use std::time::Duration;

/// How long the fewest lines that differ are looked for; then some are told that do.
const PATIENCE: Duration = Duration::from_secs(1);

/// The lines that differ, each group with three lines around it, under the name of its file.
pub fn difference(path: &str, pinned: &str, now: &str) -> String {
    let mut text = format!("{}\n", styled(BOLD, path));
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(pinned, now);
    for (at, group) in diff.grouped_ops(3).iter().enumerate() {
        if at > 0 {
            let _ = writeln!(text, "{}", styled(FAINT, "  ⋮"));
        }
        for change in group
            .iter()
            .flat_map(|operation| diff.iter_changes(operation))
        {
            let line = change.value().trim_end_matches('\n');
            let _ = match change.tag() {
                ChangeTag::Equal => writeln!(text, "  {}", styled(FAINT, line)),
                ChangeTag::Delete => writeln!(text, "{}", styled(BEFORE, &format!("- {line}"))),
                ChangeTag::Insert => writeln!(text, "{}", styled(VALUE, &format!("+ {line}"))),
            };
        }
    }
    text
}
