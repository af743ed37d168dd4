//! `chartroom test`: tries the worked examples and the laws of the packs.

use super::format::Format;
use super::{Outcome, Session, Stop, count, packs, pins, to_the_end};
use crate::analysis::trials::sections;
use crate::diagnostic::{Command, Diagnostic, Severity};
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
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = to_the_end(session.open_sound()?);
    packs::known(&rulebook, &arguments.packs)?;
    let errors = rulebook
        .diagnostics
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    if arguments.accept {
        return accept(arguments, &rulebook, session);
    }
    let pinned = pins::compare(&rulebook, &arguments.packs).map_err(Diagnostic::request)?;
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
    let output = &mut session.output;
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
    session.tell_errors_of(&rulebook);
    let totals = view.totals;
    let wrong = errors + totals.failed + totals.not_tried + view.pins.different.len();
    Ok(Outcome::clean_if(wrong == 0))
}

/// Pins what the packs answer now; those in the program have no place for it.
fn accept(
    arguments: &Arguments,
    rulebook: &Rulebook,
    session: &mut Session,
) -> Result<Outcome, Stop> {
    if arguments.format == Format::Json {
        let message = "`--accept` writes files, and has nothing to show as JSON";
        return Err(Diagnostic::request(message)
            .help("leave out `--format json`")
            .into());
    }
    let mut named = arguments.packs.iter();
    let shipped = named.find(|pack| packs::is_shipped(rulebook, pack));
    let has_folder = session.global.has_folder();
    if let Some(shipped) = shipped.filter(|_| has_folder) {
        let message =
            format!("`{shipped}` is a shipped pack, and nothing can be written beside it");
        return Err(Diagnostic::request(message).into());
    }
    if !has_folder {
        let message = "pins are written beside the packs of a folder; name it with --rules";
        return Err(Diagnostic::request(message).into());
    }
    let accepted = pins::accept(rulebook, &arguments.packs, &mut session.output);
    if accepted.is_err() {
        session.tell_errors_of(rulebook);
    }
    accepted.map_err(Diagnostic::request)?;
    // Two answers, or none, are pinned like any other: that they are errors is told.
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    let errors = rulebook.check().iter().filter(is_error).count();
    if errors > 0 {
        let errors = count(errors, "error");
        let output = &mut session.output;
        let check = output.command(&Command::new(["check"]));
        output.problem(&format!(
            "what is pinned has {errors}; `{check}` shows them"
        ));
    }
    Ok(Outcome::clean_if(errors == 0))
}
