//! A rulebook that is known to be sound, without the examples and laws that prove it: only answers are wanted of it.

use crate::source::Sources;

/// The headers of the tables that no answer needs.
const TRIALS: [&str; 2] = ["[[example]]", "[[law]]"];

/// Whether what stands under a header is needed by no answer.
fn is_trial(header: &str) -> bool {
    let header = header.trim_end();
    TRIALS.contains(&header) || header.starts_with("[examples.") || header.ends_with(".examples]")
}

/// The texts without their examples and laws; every other line keeps its number. A table reaches from its header to the next line
/// that begins with a bracket, which holds for packs that are laid out as the shipped ones are.
#[must_use]
pub fn without_trials(sources: &Sources) -> Sources {
    sources.each(|file| {
        let text = sources.text(file);
        Some(if sources.path(file).ends_with(".toml") {
            blanked(text)
        } else {
            text.to_owned()
        })
    })
}

fn blanked(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut in_trial, mut in_table) = (false, false);
    for line in text.split_inclusive('\n') {
        if in_table {
            in_table = !line.contains("\"\"\"");
            kept.push('\n');
            continue;
        }
        if line.starts_with('[') {
            in_trial = is_trial(line);
        }
        let is_examples = line.starts_with("examples");
        in_table = is_examples && line.matches("\"\"\"").count() == 1;
        kept.push_str(if in_trial || is_examples { "\n" } else { line });
    }
    // A file of nothing but trials is not an empty file.
    if kept.trim().is_empty() {
        "# examples and laws".to_owned()
    } else {
        kept
    }
}
