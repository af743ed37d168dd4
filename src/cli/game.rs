//! `chartroom game`: a game kept in a file: begin one, see it, tell facts, take something back.

use super::format::Format;
use super::seat::Seat;
use super::{Outcome, Output, Session, Stop, throwing};
use crate::diagnostic::Diagnostic;
use crate::game::{Event, Head, Record, State, log, refuse_unkept, replay, view};
use crate::model::{Impossible, Model};
use crate::render::{self, words::capital};
use crate::rulebook::titles::called;
use crate::rulebook::{Rulebook, request, spoken, terms};
use crate::search::words_of;
use crate::source::Journal;
use clap::{Args, Subcommand};
use itertools::Itertools;
use std::path::{Path, PathBuf};

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
    /// The facts of the scenario, or words that say them; the title of the game
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// The game, where the packs have more than one: its name, or words of its title
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
}

#[derive(Debug, Args)]
struct Kept {
    /// The file that keeps it
    #[arg(required_unless_present = "game")]
    file: Option<PathBuf>,
    /// The same, as other commands name it
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    game: Option<PathBuf>,
    /// How to show it
    #[arg(long, value_parser = Format::among(&Format::TEXT), default_value = "human")]
    format: Format,
}

#[derive(Debug, Args)]
struct Set {
    /// The file that keeps it, and then the facts, or words that say them
    #[arg(value_names = ["FILE", "FACT=VALUE"], required = true)]
    words: Vec<String>,
    /// The file, as other commands name it
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    match &arguments.command {
        Command::New(arguments) => arguments.run(session),
        Command::Show(kept) => kept.show(session),
        Command::Set(arguments) => arguments.run(session),
        Command::Log(kept) => kept.log(session),
        Command::Undo(kept) => kept.undo(session),
        Command::Redo(kept) => kept.redo(session),
    }
}

impl New {
    fn run(&self, session: &mut Session) -> Result<Outcome, Stop> {
        let rulebook = session.load()?;
        let (named, facts) = self.named(&rulebook);
        let model = Self::model(&rulebook, named, &facts)?;
        request::refuse_two_ways(&self.reading)?;
        let places = session.global.places().iter();
        let head = Head {
            game: model.game.clone(),
            rules: places
                .map(|place| place.seen_from(&self.file).to_string())
                .collect(),
            errata: session.global.errata.clone(),
            readings: self.reading.clone(),
            own_rules: String::new(),
        };
        let event = told(model, &facts, &mut session.output)?;
        let text = Record::begin(&head);
        let begun_so = Record::read(&text).map_err(Diagnostic::request)?;
        if let Some(misfit) = State::begin(model, &begun_so).misfits.first() {
            return Err(Diagnostic::request(&misfit.says).into());
        }
        let shown = self.file.display();
        Journal::begin(&self.file, &text).map_err(|error| {
            Diagnostic::request(match error.kind() {
                std::io::ErrorKind::AlreadyExists => format!("there is a file `{shown}` already"),
                _ => format!("`{shown}` cannot be begun: {error}"),
            })
        })?;
        if !facts.is_empty() {
            Seat::read_to_write(&self.file)?.write(std::slice::from_ref(&event))?;
        }
        let begun = format!("{shown} keeps a game of {}", model.game);
        session.output.line(&begun);
        let mut state = State::begin(model, &begun_so);
        Ok(judged(&mut state, &event, &mut session.output))
    }

    /// The game that is named, and what else is told.
    fn named<'r>(&'r self, rulebook: &'r Rulebook) -> (Option<&'r str>, Vec<String>) {
        let called = |text: &str| called(&rulebook.written, &words_of(text));
        let said = self.game.as_deref();
        let said = said.map(|game| called(game).unwrap_or(game));
        let words = self.facts.iter().filter(|text| !text.contains('='));
        let title = called(&words.cloned().collect::<Vec<_>>().join(" "));
        let is_title =
            |text: &String| !text.contains('=') && title.or_else(|| called(text)).is_some();
        let named = self.facts.iter().find(|text| is_title(text));
        let named = named.and_then(|text| title.or_else(|| called(text)));
        let mut facts = self.facts.clone();
        facts.retain(|text| said.is_some() || !is_title(text));
        (said.or(named), facts)
    }

    /// The game that is meant: by name, as the one that understands most of the facts that are given, or the only one.
    fn model<'r>(
        rulebook: &'r Rulebook,
        named: Option<&str>,
        facts: &[String],
    ) -> Result<&'r Model, Diagnostic> {
        let understood = |model: &Model| match named {
            Some(game) => (model.game == game).then_some(0),
            None => {
                let mut names = facts.iter().filter_map(|text| text.split_once('='));
                let all = model.facts().map(|(fact, _)| fact).collect();
                let are_known = names.all(|(name, _)| request::named(model, name).is_ok());
                let words = spoken::in_words(model, facts, &all).ok();
                words.filter(|_| are_known).map(|(given, _)| given.len())
            }
        };
        let games = rulebook.games.iter();
        let fitting = games.filter_map(|model| Some((understood(model)?, model)));
        let fitting: Vec<&Model> = fitting
            .max_set_by_key(|(count, _)| *count)
            .into_iter()
            .map(|(_, model)| model)
            .collect();
        if let [model] = fitting.as_slice() {
            return Ok(model);
        }
        // A name that no game has is told as such, by the game that knows most of them.
        if named.is_none() && fitting.is_empty() {
            let names = || facts.iter().filter_map(|text| text.split_once('='));
            let are_known = |model: &&Model| {
                let known = names().filter(|(name, _)| model.fact_named(name).is_some());
                known.count()
            };
            let nearest = rulebook.games.iter().rev().max_by_key(are_known);
            for (model, (name, _)) in nearest.into_iter().cartesian_product(names()) {
                request::named(model, name)?;
            }
        }
        let names = rulebook.games.iter().map(|model| model.game.as_str());
        let names = names.collect::<Vec<_>>().join(" or --game ");
        let message = format!("say which game is played: --game {names}");
        Err(Diagnostic::request(message))
    }
}

impl Set {
    fn run(&self, session: &mut Session) -> Result<Outcome, Stop> {
        let (file, facts) = match (&self.game, self.words.as_slice()) {
            (Some(file), facts) => (file.clone(), facts),
            (None, [file, facts @ ..]) => (PathBuf::from(file), facts),
            (None, []) => return Err(Stop::Told(Outcome::Usage)),
        };
        if facts.is_empty() {
            let none = Diagnostic::request("no fact is told");
            return Err(none.help("write a fact as NAME=VALUE, or in words").into());
        }
        let mut seat = Seat::read_to_write(&file)?;
        let rulebook = seat.rulebook(session)?;
        let model = seat.model(&rulebook)?;
        // What is left out is told before anything is written after it.
        let mut state = seat.state(model, &mut session.output);
        let event = told(model, facts, &mut session.output)?;
        let kept = kept(model, &event);
        seat.write(std::slice::from_ref(&event))?;
        session.output.line(&format!("{}: {kept}", file.display()));
        Ok(judged(&mut state, &event, &mut session.output))
    }
}

/// Tells where what is known after an event cannot be.
fn judged(state: &mut State<'_>, event: &Event, output: &mut Output) -> Outcome {
    state.happened(event);
    match state.impossible() {
        Some(Impossible { says, cite, .. }) => {
            output.note(&format!(
                "impossible, and written down all the same: {says} ({cite})"
            ));
            Outcome::Findings
        }
        None => Outcome::Clean,
    }
}

/// What an event tells of facts: `Weather Mud, Month no more`.
fn kept(model: &Model, event: &Event) -> String {
    let Event::Set(facts) = event else {
        return String::new();
    };
    let told = facts.iter().filter_map(|(name, value)| {
        let fact = request::named(model, name).ok()?;
        let is_text = model.variables[fact].domain.is_text();
        let index = model.index_named(fact, value).filter(|_| !is_text);
        let value = index.map_or_else(|| value.clone(), |index| model.label_of(fact, index));
        let value = match value.as_str() {
            "" => "no more".to_owned(),
            _ if is_text => value,
            _ => capital(&value),
        };
        Some(format!("{} {value}", model.title_of(fact)))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The event that facts were told.
fn told(model: &Model, facts: &[String], output: &mut Output) -> Result<Event, Diagnostic> {
    let all = model.facts().map(|(fact, _)| fact);
    let facts = throwing::heard(model, facts, all, output)?;
    let mut named = Vec::new();
    let told = facts.iter().map(|text| {
        let (name, value) = terms::pair(text)?;
        refuse_reading(model, name, value)?;
        let fact = request::named(model, name)?;
        if named.contains(&fact) {
            return Err(request::given_twice(name));
        }
        named.push(fact);
        if !value.is_empty() {
            terms::one(model, fact, value)?;
            refuse_unkept(value)?;
        }
        Ok((model.variable_name(fact).to_owned(), value.to_owned()))
    });
    told.collect::<Result<_, _>>().map(Event::Set)
}

/// Refuses a reading where a fact is told: those stand in the head of a game.
fn refuse_reading(model: &Model, name: &str, value: &str) -> Result<(), Diagnostic> {
    let readings = model
        .variables
        .iter()
        .filter(|variable| variable.name == name);
    let mut readings = readings.filter_map(|variable| variable.reading.as_ref());
    match readings.any(|reading| !reading.is_switch) {
        true => {
            let message = format!("`{name}` is a reading, which a game has from its first line on");
            let help = format!("it stands in its head: `readings = [\"{name}={value}\"]`");
            Err(Diagnostic::request(message).help(help))
        }
        false => Ok(()),
    }
}

impl Kept {
    fn file(&self) -> &Path {
        let file = self.file.as_ref().or(self.game.as_ref());
        file.map_or(Path::new(""), PathBuf::as_path)
    }

    fn undo(&self, session: &mut Session) -> Result<Outcome, Stop> {
        let seat = Seat::read_to_write(self.file())?;
        let entry = seat.game.last().ok_or("there is nothing to take back");
        let done = entry.map(|entry| (entry.line, format!("taken back: {}", entry.text)));
        self.write(seat, Event::Undo, done, session)
    }

    fn redo(&self, session: &mut Session) -> Result<Outcome, Stop> {
        let seat = Seat::read_to_write(self.file())?;
        let entry = seat.game.last_taken_back();
        let entry = entry.ok_or("nothing was taken back since the last event");
        let done = entry.map(|entry| (entry.line, format!("holds again: {}", entry.text)));
        self.write(seat, Event::Redo, done, session)
    }

    fn show(&self, session: &mut Session) -> Result<Outcome, Stop> {
        let seat = Seat::read(self.file())?;
        let rulebook = seat.rulebook(session)?;
        let state = State::of(seat.model(&rulebook)?, &seat.game);
        let differs = replay(state.model, &rulebook.sources, &seat.game);
        let view = view(&seat.file, &seat.game, &state, differs.as_ref());
        self.print(&view, session);
        let is_whole = state.misfits.is_empty() && differs.is_none();
        Ok(Outcome::clean_if(is_whole && state.impossible().is_none()))
    }

    fn log(&self, session: &mut Session) -> Result<Outcome, Stop> {
        let seat = Seat::read(self.file())?;
        self.print(&log(&seat.game), session);
        for misfit in &seat.game.misfits {
            session.output.problem(&format!("{misfit}; it is left out"));
        }
        Ok(Outcome::clean_if(seat.game.misfits.is_empty()))
    }

    fn print(&self, view: &impl render::View, session: &mut Session) {
        session.output.show(view, self.format);
    }

    /// Writes down an event and tells what it did to a line, unless there is nothing that it could do; to a program as that line
    /// stands in the log now.
    fn write(
        &self,
        mut seat: Seat,
        event: Event,
        done: Result<(usize, String), &str>,
        session: &mut Session,
    ) -> Result<Outcome, Stop> {
        let (line, done) = match done {
            Ok(done) => done,
            Err(nothing) => {
                session.output.problem(nothing);
                return Ok(Outcome::Findings);
            }
        };
        seat.write(&[event])?;
        // Whoever reads it waits until it is written.
        drop(seat);
        if self.format == Format::Human {
            session.output.line(&format!("line {line} {done}"));
        } else {
            let mut log = log(&Seat::read(self.file())?.game);
            log.entries.retain(|entry| entry.line == line);
            self.print(&log, session);
        }
        Ok(Outcome::Clean)
    }
}
