//! `chartroom mutants`: what the worked examples do not cover.

use super::format::Format;
use super::session::has_errors;
use super::{Outcome, Output, Session, Stop, packs};
use crate::analysis::mutants::{Judged, Score, Trial, try_all};
use crate::diagnostic::Severity;
use crate::model::{Model, PackId};
use crate::render::mutants::{shown_score, view};
use crate::rulebook::Rulebook;
use crate::rulebook::pins::place_of;
use crate::source::PINS_FOLDER;
use crate::value::{Number, parse_number, show_number};
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// The arguments of `mutants`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The packs whose data to change; all, if none is named
    packs: Vec<String>,
    /// Leave pinned answers out: how well do the worked examples and laws cover the rules?
    #[arg(long)]
    examples_only: bool,
    /// The least score, from 0 to 1; a lower one is a finding
    #[arg(long, value_name = "SCORE", value_parser = score)]
    min_score: Option<Number>,
    /// The most survivors told one by one
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    limit: usize,
    /// How to show what became of them
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

fn score(text: &str) -> Result<Number, String> {
    let wrong = || format!("`{text}` is not a number from 0 to 1");
    let number = parse_number(text).ok_or_else(wrong)?;
    let range = Number::from_integer(0)..=Number::from_integer(1);
    range.contains(&number).then_some(number).ok_or_else(wrong)
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.open_sound()?;
    packs::known(&rulebook, &arguments.packs)?;
    let proofs = rulebook.prove();
    let found = rulebook
        .diagnostics
        .iter()
        .chain(proofs.iter().flat_map(|proof| &proof.diagnostics));
    let errors = found
        .filter(|found| found.severity == Severity::Error)
        .count();
    if errors > 0 {
        // What fails as it is would seem to notice everything.
        return Err(has_errors(errors).into());
    }
    let mut judged: Vec<Judged> = Vec::new();
    for model in &rulebook.games {
        judged.extend(of_game(arguments, &rulebook, model));
    }
    let output = &mut session.output;
    if io::stderr().is_terminal() {
        output.prompt("\r\x1b[2K");
    }
    output.show(
        &view(&judged, &rulebook.sources, arguments.limit),
        arguments.format,
    );
    Ok(verdict(arguments, &Score::of(&judged), output))
}

fn of_game(arguments: &Arguments, rulebook: &Rulebook, model: &Model) -> Vec<Judged> {
    let pinned: Vec<PackId> = pinned(arguments, rulebook, model);
    let is_terminal = io::stderr().is_terminal();
    let progress = |done: usize, all: usize| {
        if is_terminal && (done.is_multiple_of(20) || done == all) {
            // Nothing can be done where standard error is closed.
            drop(write!(
                io::stderr(),
                "\r\x1b[2K{}: {done} of {all} mutants",
                model.game
            ));
        }
    };
    try_all(&Trial {
        written: &rulebook.written,
        sources: &rulebook.sources,
        model,
        wanted: &|pack| packs::is_wanted(model, pack, &arguments.packs),
        pinned: &|pack| pinned.contains(&pack),
        progress: &progress,
    })
}

/// The packs whose answers are pinned: those with pins beside them, and those in the binary, which its own tests pin.
fn pinned(arguments: &Arguments, rulebook: &Rulebook, model: &Model) -> Vec<PackId> {
    if arguments.examples_only {
        return Vec::new();
    }
    let has_pins = |id: PackId| {
        let mut questions = model
            .questions
            .iter()
            .filter(|question| question.pack == id);
        questions.any(|question| {
            if !rulebook.sources.is_in_folder(question.span.file) {
                return true;
            }
            let (folder, _) = place_of(rulebook.sources.path(question.span.file));
            Path::new(&folder).join(PINS_FOLDER).is_dir()
        })
    };
    let ids = (0..).map(PackId).take(model.packs.len());
    ids.filter(|id| has_pins(*id)).collect()
}

fn verdict(arguments: &Arguments, score: &Score, output: &mut Output) -> Outcome {
    let Some(least) = arguments.min_score else {
        return if score.survived > 0 {
            Outcome::Findings
        } else {
            Outcome::Clean
        };
    };
    let count = |number: usize| Number::from_integer(i64::try_from(number).unwrap_or(i64::MAX));
    if count(score.noticed) >= least * count(score.counted()) {
        return Outcome::Clean;
    }
    output.problem(&format!(
        "the score {} is below {}",
        shown_score(score),
        show_number(least, false)
    ));
    Outcome::Findings
}
