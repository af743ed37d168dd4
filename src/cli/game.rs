//! `chartroom game`: a game kept in a file: begin one, see it, tell facts, take something back.

use super::format::Format;
use super::seat::{Seat, names};
use super::{Outcome, Output, Session, Stop};
use crate::diagnostic::Diagnostic;
use crate::game::{Event, Game, Head, State, replay};
use crate::model::{Model, Stage};
use crate::render::game::{Fact, Log, Logged, Turns, View};
use crate::render::told::Version;
use crate::rulebook::Rulebook;
use crate::rulebook::{request, terms};
use crate::source::Journal;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

/// How wide a page is where there is no terminal.
const WIDTH: usize = 80;

/// The arguments of `game`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin a game: the facts of its scenario are given once
    New(New),
    /// Show what is known, what does not fit, and what the rules now say otherwise
    Show(Kept),
    /// Tell facts; `FACT=` takes one back
    Set(Set),
    /// Show what happened, line by line
    Log(Kept),
    /// Take back what happened last
    Undo(Kept),
    /// Bring again what was taken back last
    Redo(Kept),
}

#[derive(Debug, Args)]
struct New {
    /// The file that is to keep it
    file: PathBuf,
    /// The facts of the scenario
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// The game, where the packs have more than one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
}

#[derive(Debug, Args)]
struct Kept {
    /// The file that keeps it
    file: PathBuf,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

#[derive(Debug, Args)]
struct Set {
    /// The file that keeps it
    file: PathBuf,
    /// The facts
    #[arg(value_name = "FACT=VALUE", required = true)]
    facts: Vec<String>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    match &arguments.command {
        Command::New(arguments) => new(arguments, session),
        Command::Show(kept) => show(kept, session),
        Command::Set(arguments) => set(arguments, session),
        Command::Log(kept) => log(kept, &mut session.output),
        Command::Undo(kept) => take_back(&kept.file, &Event::Undo, &mut session.output),
        Command::Redo(kept) => take_back(&kept.file, &Event::Redo, &mut session.output),
    }
}

fn refused(says: impl Into<String>) -> Diagnostic {
    Diagnostic::request(says)
}

fn new(arguments: &New, session: &mut Session) -> Result<Outcome, Stop> {
    let rulebook = session.load()?;
    let global = &session.global;
    let game = the_game(&rulebook, arguments)?;
    let head = Head {
        game: game.game.clone(),
        rules: names(global.places()),
        errata: global.errata.clone(),
        readings: arguments.reading.clone(),
        own_rules: String::new(),
    };
    let event = told(game, &arguments.facts)?;
    let begun = Game::read(&Game::begin(&head)).map_err(refused)?;
    if let Some(misfit) = State::begin(game, &begun).misfits.first() {
        return Err(refused(misfit.says.clone()).into());
    }
    let shown = arguments.file.display();
    Journal::begin(&arguments.file, &Game::begin(&head)).map_err(|error| {
        refused(match error.kind() {
            std::io::ErrorKind::AlreadyExists => format!("there is a file `{shown}` already"),
            _ => format!("`{shown}` cannot be begun: {error}"),
        })
    })?;
    if let Some(event) = event {
        let mut seat = Seat::read(&arguments.file, true)?;
        seat.write(&[event])?;
    }
    let begun = format!("{shown} keeps a game of {}", game.game);
    session.output.line(&begun);
    Ok(Outcome::Clean)
}

/// The game that is meant: by name, by the facts that are given, or the only one.
fn the_game<'r>(rulebook: &'r Rulebook, arguments: &New) -> Result<&'r Model, Diagnostic> {
    let fits = |model: &&Model| match &arguments.game {
        Some(game) => model.game == *game,
        None => {
            let names = arguments
                .facts
                .iter()
                .filter_map(|text| text.split_once('='));
            names
                .into_iter()
                .all(|(name, _)| model.fact_named(name).is_some())
        }
    };
    let fitting: Vec<&Model> = rulebook.games.iter().filter(fits).collect();
    match fitting.as_slice() {
        [one] => Ok(one),
        _ => {
            let names: Vec<&str> = rulebook
                .games
                .iter()
                .map(|model| model.game.as_str())
                .collect();
            let says = format!(
                "say which game is played: --game {}",
                names.join(" or --game ")
            );
            Err(refused(says))
        }
    }
}

/// The event that facts were told, if there are any.
fn told(model: &Model, facts: &[String]) -> Result<Option<Event>, Diagnostic> {
    let mut pairs = Vec::new();
    for text in facts {
        let Some((name, value)) = text.split_once('=') else {
            return Err(request::no_value(text));
        };
        let fact = request::named(model, name.trim())?;
        let value = value.trim();
        if !value.is_empty() {
            terms::one(model, fact, value)?;
        }
        pairs.push((model.variable_name(fact).to_owned(), value.to_owned()));
    }
    Ok((!pairs.is_empty()).then_some(Event::Set(pairs)))
}

fn set(arguments: &Set, session: &mut Session) -> Result<Outcome, Stop> {
    let mut seat = Seat::read(&arguments.file, true)?;
    let rulebook = seat.rulebook(session, Session::load)?;
    let model = seat.model(&rulebook)?;
    let event = told(model, &arguments.facts)?;
    seat.write(event.as_slice())?;
    Ok(Outcome::Clean)
}

fn take_back(file: &Path, event: &Event, output: &mut Output) -> Result<Outcome, Stop> {
    let mut seat = Seat::read(file, true)?;
    let (entry, done, nothing) = match event {
        Event::Undo => (
            seat.game.last(),
            "taken back",
            "there is nothing to take back",
        ),
        _ => (
            seat.game.last_taken_back(),
            "holds again",
            "nothing was taken back since the last event",
        ),
    };
    let Some(entry) = entry else {
        output.problem(nothing);
        return Ok(Outcome::Findings);
    };
    let line = format!("line {} {done}: {}", entry.line, entry.text);
    seat.write(std::slice::from_ref(event))?;
    output.line(&line);
    Ok(Outcome::Clean)
}

fn show(kept: &Kept, session: &mut Session) -> Result<Outcome, Stop> {
    let seat = Seat::read(&kept.file, false)?;
    let rulebook = seat.rulebook(session, Session::load)?;
    let model = seat.model(&rulebook)?;
    let state = State::of(model, &seat.game);
    let view = view(&seat, &state, &rulebook);
    let output = &mut session.output;
    let width = output.width().unwrap_or(WIDTH);
    output.show_within(&view, kept.format, Some(width));
    let is_whole = view.misfits.is_empty() && view.differs.is_none();
    Ok(Outcome::clean_if(is_whole))
}

fn view(seat: &Seat, state: &State<'_>, rulebook: &Rulebook) -> View {
    let model = state.model;
    let head = &seat.game.head;
    let facts = state.facts().into_iter().map(|(fact, index)| Fact {
        fact: model.variable_name(fact).to_owned(),
        value: model.show_index(fact, index),
        stage: match model.stage_of(fact) {
            Stage::Scenario => "scenario",
            Stage::Turn => "turn",
            Stage::Moment => "moment",
        },
        title: model.title_of(fact),
        label: model.label_of(fact, index),
    });
    let played = model.process_names.iter().filter_map(|(name, id)| {
        let turns = *state.turns.get(id)?;
        Some(Turns {
            process: name.clone(),
            turns,
        })
    });
    let mut processes: Vec<Turns> = played.collect();
    processes.sort_by(|one, other| one.process.cmp(&other.process));
    View {
        version: Version,
        file: seat.file.display().to_string(),
        game: head.game.clone(),
        rules: head.rules.clone(),
        errata: head.errata.to_string(),
        readings: head.readings.clone(),
        own_rules: !head.own_rules.is_empty(),
        facts: facts.collect(),
        processes,
        events: seat.game.events().count(),
        misfits: state.misfits.iter().map(ToString::to_string).collect(),
        differs: replay(model, &rulebook.sources, &seat.game).map(|found| found.to_string()),
    }
}

fn log(kept: &Kept, output: &mut Output) -> Result<Outcome, Stop> {
    let seat = Seat::read(&kept.file, false)?;
    let entries = seat.game.entries.iter().map(|entry| Logged {
        line: entry.line,
        time: entry.time.clone(),
        event: entry.text.clone(),
        taken_back: entry.is_taken_back && !matches!(entry.event, Event::Undo | Event::Redo),
    });
    let log = Log {
        version: Version,
        entries: entries.collect(),
    };
    let width = output.width().unwrap_or(WIDTH);
    output.show_within(&log, kept.format, Some(width));
    for misfit in &seat.game.misfits {
        output.problem(&format!("{misfit}; it is left out"));
    }
    let is_whole = seat.game.misfits.is_empty();
    Ok(Outcome::clean_if(is_whole))
}
