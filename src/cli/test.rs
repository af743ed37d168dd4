//! `chartroom test`: tries the worked examples and the laws of the packs.

use super::format::Format;
use super::{Global, Outcome, Output, packs, pins};
use crate::analysis::trials::sections;
use crate::diagnostic::Severity;
use crate::render::trials::{Tried, failures, view};
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
        return output.refuse(&problem);
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
    let view = view(&tried, &rulebook.sources, pinned);
    if arguments.format == Format::Human {
        let failures = failures(&tried);
        if !failures.is_empty() {
            output.diagnostics(&failures, &rulebook.sources);
        }
    }
    output.show(&view, arguments.format);
    if arguments.format == Format::Human {
        pins::show(&view.pins, &arguments.packs, output);
    }
    global.tell_found(&rulebook, output);
    let totals = view.totals;
    if errors + totals.failed + totals.not_tried + view.pins.different.len() > 0 {
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
