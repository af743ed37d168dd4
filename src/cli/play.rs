//! `chartroom play`: a process turn by turn, by rolls, by events or by a seed; a game's state can be saved and resumed.

use super::format::Format;
use super::seat::Seat;
use super::suggest::find_as;
use super::throwing::{self, Throwing};
use super::{Outcome, Output, Session, Stop, suggest};
use crate::diagnostic::Diagnostic;
use crate::dice::Game;
use crate::game::turns::{self, Facts, Played, Wish};
use crate::game::{Event, Saved, State, read_events};
use crate::model::{Model, Process, Role};
use crate::render::play::{Shown, chat, human, view};
use crate::render::told;
use crate::rulebook::terms::{self, Given};
use crate::rulebook::{Named, Rulebook, request};
use crate::source::given_text;
use crate::source::{Sources, Writing, write};
use clap::Args;
use std::path::{Path, PathBuf};

/// The arguments of `play`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The process, as `chartroom list processes` names it
    process: String,
    /// Facts of the start and of every turn, or words that say them; `FACT=A then B` goes in turn
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// A fact before the first turn alone
    #[arg(long, value_name = "FACT=VALUE")]
    start: Vec<String>,
    /// How many turns; without it, as many as there are events, rolls or values in turn, or else the next one
    #[arg(long, value_name = "N")]
    turns: Option<usize>,
    /// The facts of each turn, JSON Lines, from a file or (-) standard input
    #[arg(long, value_name = "FILE")]
    events: Option<String>,
    /// Resume the game kept in this file, and keep it there
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    state: Option<PathBuf>,
    /// Show these states alone
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    of: Vec<String>,
    #[command(flatten)]
    throwing: Throwing,
    /// How to show the turns
    #[arg(long, value_parser = Format::among(&Format::ROLLED), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let (rulebook, seat) = arguments.throwing.table.load_to_write(session)?;
    arguments.run(&rulebook, seat, &mut session.output)
}

impl Arguments {
    fn run(
        &self,
        rulebook: &Rulebook,
        mut seat: Option<Seat>,
        output: &mut Output,
    ) -> Result<Outcome, Stop> {
        let (model, process) = self.process(rulebook)?;
        let mut state = throwing::known(seat.as_ref(), model, output)?;
        let facts = throwing::heard(model, &self.facts, throwing::asked_by(process), output)?;
        self.refuse_unknown(process)?;
        self.throwing
            .refuse_readings(model, &facts, seat.as_ref())?;
        // At a table all that is told is known from then on.
        if state.is_none() {
            let looked_at = request::taken_by_process(model, process);
            let is_own = |text: &&String| {
                let name = text.split_once('=').map(|(name, _)| name.trim());
                name.is_some_and(|name| request::kept(model, process, name).is_some())
            };
            let start = self.start.iter().filter(|text| !is_own(text));
            let told = facts.iter().chain(start);
            throwing::note_idle(model, told, &looked_at, output);
        }
        let given = self.throwing.given(model, (&self.process, &facts), true)?;
        let is_kept = state.is_some() || self.state.is_some();
        let start = self.start(model, process, is_kept, &given)?;
        let told = match &mut state {
            Some(state) => turns::tell(state, process, &given, &start)?,
            None => None,
        };
        let table = state.as_ref().zip(seat.as_mut());
        let context = (model, &rulebook.sources);
        let (mut played, game) = match table {
            Some(table) => self.play_at(table, &rulebook.sources, (process, &given), told)?,
            None => self.play(context, (process, &given), start)?,
        };
        if state.is_none() {
            let known = game.slots.situation(model);
            throwing::note_played(model, process.questions(), &known, output);
        }
        let mut states = played.turns.iter().flat_map(|turn| &turn.states);
        let is_whole = states.all(|(_, leaf)| leaf.value().is_some());
        let is_shown = |name: &String| self.of.is_empty() || self.of.contains(name);
        for turn in &mut played.turns {
            turn.states.retain(|(name, _)| is_shown(name));
            turn.changes.retain(|change| is_shown(&change.state));
        }
        let named = |texts: &[String]| {
            let pairs = texts.iter().filter_map(|text| terms::pair(text).ok());
            let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
            pairs.collect()
        };
        let shown = Shown {
            game: &game,
            turns: &played.turns,
            each: &played.each,
            seed: played.seed,
            impossible: played.impossible.as_ref(),
            is_shown: &is_shown,
            facts: named(&facts),
            start: named(&self.start),
        };
        match self.format {
            Format::Json => output.json(&told::json(&view(&shown))),
            Format::Chat => output.text(&chat(&shown)),
            _ => output.print(&human(&shown, output.width())),
        }
        let is_possible = played.impossible.is_none()
            && played.turns.iter().all(|turn| turn.impossible.is_none());
        Ok(Outcome::clean_if(is_whole && is_possible))
    }

    fn process<'r>(&self, rulebook: &'r Rulebook) -> Result<(&'r Model, &'r Process), Diagnostic> {
        let name = &self.process;
        let instead = |command| suggest::instead(command, name, &self.facts);
        let (model, named) = find_as(("process", "processes"), rulebook, name)?;
        match named {
            Named::Process(id) => Ok((model, &model.processes[id])),
            Named::Question(_) => {
                let help = instead("ask").then(" asks it");
                Err(suggest::other(name, "question", help))
            }
            Named::Procedure(_) => {
                let help = instead("roll").then(" rolls it");
                Err(suggest::other(name, "procedure", help))
            }
        }
    }

    /// The facts of the start alone.
    fn start(
        &self,
        model: &Model,
        process: &Process,
        is_kept: bool,
        given: &Given,
    ) -> Result<Facts, Diagnostic> {
        let start = request::before_first(model, process, &self.start, &given.terms.known)?;
        let mut kept = start.iter().map(|(fact, _)| &model.variables[*fact]);
        match kept.find(|variable| is_kept && variable.role == Role::Keep) {
            Some(own) => {
                let name = &own.name;
                let message = format!(
                    "`{name}` is a state of the process alone: where a game is kept, it comes of the turns"
                );
                Err(Diagnostic::request(message).help("leave out `--game` or `--state`"))
            }
            None => Ok(start),
        }
    }

    /// What is wanted of a process.
    fn wish<'w>(&'w self, given: &'w Given, events: &'w [Facts]) -> Wish<'w> {
        Wish {
            given,
            events,
            // A file of events without one is no turn.
            turns: self.turns.or_else(|| {
                let is_none = self.events.is_some() && events.is_empty();
                is_none.then_some(0)
            }),
            rolls: self.throwing.rolls.as_deref(),
            seed: self.throwing.seed,
            fresh: throwing::fresh(),
        }
    }

    /// The facts of the turns of the file of events, if there is one.
    fn turns_told(&self, model: &Model, process: &Process) -> Result<Vec<Facts>, Diagnostic> {
        match &self.events {
            Some(file) => read_events(model, process, &given_text(file)?),
            None => Ok(Vec::new()),
        }
    }

    /// The turns asked for at a table, and the process after them; what was told for it goes before them into the journal.
    fn play_at<'a>(
        &self,
        (state, seat): (&'a State<'a>, &mut Seat),
        sources: &'a Sources,
        (process, given): (&'a Process, &Given),
        told: Option<Event>,
    ) -> Result<(Played, Game<'a>), Diagnostic> {
        let events = self.turns_told(state.model, process)?;
        let mut game = turns::seated(state, sources, process, given, &events)?;
        let played = turns::play(&mut game, &self.wish(given, &events), Some(state))?;
        let happened: Vec<Event> = told
            .into_iter()
            .chain(played.events.iter().cloned())
            .collect();
        seat.write(&happened)?;
        Ok((played, game))
    }

    /// The turns asked for, and the process after them.
    fn play<'a>(
        &self,
        (model, sources): (&'a Model, &'a Sources),
        (process, given): (&'a Process, &Given),
        start: Facts,
    ) -> Result<(Played, Game<'a>), Diagnostic> {
        let events = self.turns_told(model, process)?;
        let mut wish = self.wish(given, &events);
        // Where there are more turns than events, the others tell nothing.
        let all = match wish.turns {
            Some(turns) if turns > events.len() => &[],
            _ => events.as_slice(),
        };
        let before = match &self.state {
            Some(file) if file.exists() => Some(given_text(&file.display().to_string())?),
            _ => None,
        };
        let (mut game, mut saved) = match &before {
            Some(_) if !start.is_empty() => return Err(Diagnostic::request(turns::TOO_LATE)),
            Some(text) => {
                let saved = self.saved(text, model, process)?;
                turns::refuse_other_readings(model, &saved, &self.throwing.reading)?;
                let game = turns::resume((model, sources), process, given, &saved, all)?;
                (game, saved)
            }
            None => {
                let game = turns::begin((model, sources), process, given, &start, all)?;
                let saved = Saved::new(model, process, &game.slots);
                (game, saved)
            }
        };
        wish.seed = self.throwing.seed.or(saved.seed);
        let played = turns::play(&mut game, &wish, None)?;
        saved.seed = played.seed.or(wish.seed);
        for turn in &played.turns {
            saved.add(model, turn);
        }
        self.keep(&saved, before.as_deref())?;
        Ok((played, game))
    }

    fn refuse_unknown(&self, process: &Process) -> Result<(), Diagnostic> {
        let shown: Vec<&str> = process
            .state
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        let unknown = self.of.iter().find(|text| !shown.contains(&text.as_str()));
        unknown.map_or(Ok(()), |unknown| {
            let message = format!("it does not show `{unknown}`");
            let help = format!("it shows: {}", shown.join(", "));
            Err(Diagnostic::request(message).help(help))
        })
    }

    /// The process as the state file keeps it.
    fn saved(&self, text: &str, model: &Model, process: &Process) -> Result<Saved, Diagnostic> {
        let file = self.state.as_deref().unwrap_or(Path::new(""));
        let file = file.display().to_string();
        Saved::read(text, &file, model, process).map_err(|wrong| {
            let message = format!("`{file}`: {}", wrong.message);
            wrong.says(message)
        })
    }

    /// Writes the state file anew, if there is to be one.
    fn keep(&self, saved: &Saved, before: Option<&str>) -> Result<(), Diagnostic> {
        let Some(path) = &self.state else {
            return Ok(());
        };
        let text = &saved.text();
        write(&[Writing { path, before, text }]).map_err(|(_, error)| {
            Diagnostic::request(format!("`{}` cannot be written: {error}", path.display()))
        })
    }
}
