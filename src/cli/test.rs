//! `chartroom test`: tries the worked examples and the laws of the packs.

use super::format::Format;
use super::{Global, Outcome, Output, count, packs};
use crate::analysis::trials::sections;
use crate::diagnostic::Severity;
use crate::render::trials::{Tried, failures, human, json, totals};
use clap::Args;

/// The arguments of `test`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The packs to test; all, if none is named
    packs: Vec<String>,
    /// How to show what was tried
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = global.open();
    if let Err(problem) = packs::known(&rulebook, &arguments.packs) {
        output.problem(&problem);
        return Outcome::Usage;
    }
    let errors = rulebook.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
    if rulebook.games.is_empty() {
        output.diagnostics(&rulebook.diagnostics, &rulebook.sources);
        return Outcome::Usage;
    }
    let tried: Vec<Tried<'_>> = rulebook
        .games
        .iter()
        .map(|model| {
            let wanted = |pack| packs::is_wanted(model, pack, &arguments.packs);
            Tried { model, sections: sections(model, &wanted) }
        })
        .collect();
    match arguments.format {
        Format::Json => output.json(&json(&tried, &rulebook.sources)),
        Format::Human => {
            let failures = failures(&tried);
            if !failures.is_empty() {
                output.diagnostics(&failures, &rulebook.sources);
            }
            output.print(&human(&tried));
        }
    }
    if errors > 0 {
        output.problem(&format!("the rulebook has {}; `chartroom check` shows them", count(errors, "error")));
    }
    let totals = totals(&tried);
    if errors + totals.failed + totals.not_tried > 0 { Outcome::Findings } else { Outcome::Clean }
}
