//! `chartroom mutants`: what the worked examples do not cover.

use super::format::Format;
use super::session::has_errors;
use super::{Outcome, Session, Stop, packs};
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
pub struct Arguments {
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
pub fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.open_sound()?;
    packs::known(&rulebook, &arguments.packs)?;
    let proofs = rulebook.prove();
    let proved = proofs.iter().flat_map(|proof| &proof.diagnostics);
    let all = rulebook.diagnostics.iter().chain(proved);
    let errors = all
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    if errors > 0 {
        // What fails as it is would seem to notice everything.
        return Err(has_errors(errors).into());
    }
    let of_game = |model| of_game(arguments, &rulebook, model);
    let judged: Vec<Judged> = rulebook.games.iter().flat_map(of_game).collect();
    let output = &mut session.output;
    if io::stderr().is_terminal() {
        drop(write!(io::stderr(), "\r\x1b[2K"));
    }
    output.show(
        &view(&judged, &rulebook.sources, arguments.limit),
        arguments.format,
    );
    let score = Score::of(&judged);
    let Some(least) = arguments.min_score else {
        return Ok(Outcome::clean_if(score.survived == 0));
    };
    let count = |number: usize| Number::from_integer(i64::try_from(number).unwrap_or(i64::MAX));
    let is_enough = count(score.noticed) >= least * count(score.counted());
    if !is_enough {
        let (score, least) = (shown_score(&score), show_number(least, false));
        output.problem(&format!("the score {score} is below {least}"));
    }
    Ok(Outcome::clean_if(is_enough))
}

fn of_game(arguments: &Arguments, rulebook: &Rulebook, model: &Model) -> Vec<Judged> {
    let pinned: Vec<PackId> = match arguments.examples_only {
        true => Vec::new(),
        false => model
            .packs
            .ids()
            .filter(|id| is_pinned(rulebook, model, *id))
            .collect(),
    };
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

/// Whether the answers of a pack are pinned: where pins lie beside it; those in the binary are pinned by its own tests.
fn is_pinned(rulebook: &Rulebook, model: &Model, pack: PackId) -> bool {
    let mut questions = model
        .questions
        .iter()
        .filter(|question| question.pack == pack);
    questions.any(|question| {
        let file = question.span.file;
        let (folder, _) = place_of(rulebook.sources.path(file));
        !rulebook.sources.is_in_folder(file) || Path::new(&folder).join(PINS_FOLDER).is_dir()
    })
}
