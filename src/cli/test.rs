//! `chartroom test`: tries the worked examples and the laws of the packs.

use super::format::Format;
use super::{Global, Outcome, Output, packs, pins};
use crate::analysis::trials::sections;
use crate::diagnostic::Severity;
use crate::render::trials::{Tried, failures, human, json, totals};
use crate::rulebook::Rulebook;
use clap::Args;

/// The arguments of `test`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The packs to test; all, if none is named
    packs: Vec<String>,
    /// Pin what the packs answer now: write it beside each, to be compared with from then on
    #[arg(long)]
    accept: bool,
    /// How to show what was tried
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.open_sound(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    if let Err(problem) = packs::known(&rulebook, &arguments.packs) {
        output.problem(&problem);
        return Outcome::Usage;
    }
    let errors = rulebook
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .count();
    if arguments.accept {
        return accept(arguments, global, &rulebook, output);
    }
    let pinned = match pins::compare(&rulebook, &arguments.packs) {
        Ok(pinned) => pinned,
        Err(problem) => {
            output.problem(&problem);
            return Outcome::Usage;
        }
    };
    let tried: Vec<Tried<'_>> = rulebook
        .games
        .iter()
        .map(|model| {
            let wanted = |pack| packs::is_wanted(model, pack, &arguments.packs);
            Tried {
                model,
                sections: sections(model, &wanted),
            }
        })
        .collect();
    match arguments.format {
        Format::Json => {
            let mut value = json(&tried, &rulebook.sources);
            if let Some(object) = value.as_object_mut() {
                object.insert("pins".to_owned(), pins::json(&pinned));
            }
            output.json(&value);
        }
        _ => {
            let failures = failures(&tried);
            if !failures.is_empty() {
                output.diagnostics(&failures, &rulebook.sources);
            }
            output.print(&human(&tried));
            pins::show(&pinned, &arguments.packs, output);
        }
    }
    global.tell_found(&rulebook, output);
    let totals = totals(&tried);
    if errors + totals.failed + totals.not_tried + pinned.different.len() > 0 {
        Outcome::Findings
    } else {
        Outcome::Clean
    }
}

/// Pins what the packs answer now; those in the program have no place for it.
fn accept(
    arguments: &Arguments,
    global: &Global,
    rulebook: &Rulebook,
    output: &mut Output,
) -> Outcome {
    let shipped = arguments
        .packs
        .iter()
        .find(|pack| packs::is_shipped(rulebook, pack));
    if let Some(shipped) = shipped.filter(|_| global.has_folder()) {
        output.problem(&format!(
            "`{shipped}` is a shipped pack, and nothing can be written beside it"
        ));
        return Outcome::Usage;
    }
    if !global.has_folder() {
        output.problem("pins are written beside the packs of a folder; name it with --rules");
        return Outcome::Usage;
    }
    match pins::accept(rulebook, &arguments.packs, output) {
        Ok(()) => Outcome::Clean,
        Err(problem) => {
            output.problem(&problem);
            Outcome::Usage
        }
    }
}
