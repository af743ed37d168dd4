//! `--game FILE`: a command at the table, with all that is known there.

use super::{Output, Session, Stop};
use crate::diagnostic::{Command, Diagnostic};
use crate::game::{Event, Game, State, UNFINISHED};
use crate::model::{Model, Stage, VariableId};
use crate::pack;
use crate::rulebook::{Named, Rulebook};
use crate::source::{Journal, Place, Sources, read_journal};
use crate::turn::Situation;
use clap::Args;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The option.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct AtTable {
    /// Take what is known from the game that this file keeps; what is rolled and played is written down there
    #[arg(long = "game", value_name = "FILE")]
    file: Option<PathBuf>,
}

/// A game whose file was read.
#[derive(Debug)]
pub(super) struct Seat {
    /// How its file is named.
    pub(super) file: PathBuf,
    /// The game.
    pub(super) game: Game,
    /// The file, held until something is written.
    journal: Option<Journal>,
}

/// What is known at the table for odds.
#[derive(Debug, Default)]
pub(super) struct ForOdds {
    /// The facts.
    pub(super) facts: Vec<String>,
    /// The facts before the first turn alone.
    pub(super) start: Vec<String>,
}

impl AtTable {
    /// The rulebook of a command and the game it is at, if it is at one; `load` reads a rulebook that has no rules of a
    /// scenario.
    pub(super) fn load(
        &self,
        session: &mut Session,
        load: impl Fn(&mut Session) -> Result<Rulebook, Stop>,
    ) -> Result<(Rulebook, Option<Seat>), Stop> {
        self.load_with(session, load, false)
    }

    /// The same for a command that writes down what it does: nobody else writes until it has done so.
    pub(super) fn load_to_write(
        &self,
        session: &mut Session,
    ) -> Result<(Rulebook, Option<Seat>), Stop> {
        self.load_with(session, Session::load, true)
    }

    fn load_with(
        &self,
        session: &mut Session,
        load: impl Fn(&mut Session) -> Result<Rulebook, Stop>,
        to_write: bool,
    ) -> Result<(Rulebook, Option<Seat>), Stop> {
        let Some(file) = &self.file else {
            return Ok((load(session)?, None));
        };
        let seat = Seat::read(file, to_write)?;
        let rulebook = seat.rulebook(session, load)?;
        Ok((rulebook, Some(seat)))
    }
}

impl Seat {
    /// Reads a game; to write, nobody else does until it is dropped.
    pub(super) fn read(file: &Path, to_write: bool) -> Result<Self, Diagnostic> {
        let shown = file.display();
        let opened = if to_write {
            Journal::open(file).map(|journal| (journal.text().to_owned(), Some(journal)))
        } else {
            read_journal(file).map(|text| (text, None))
        };
        let (text, journal) = opened.map_err(|error| {
            let problem = Diagnostic::request(format!("`{shown}` cannot be read: {error}"));
            match error.kind() {
                ErrorKind::NotFound => {
                    let new = Command::new(["game", "new", &shown.to_string()]);
                    problem.help(new.then(" begins one"))
                }
                _ => problem,
            }
        })?;
        let game = Game::read(&text).map_err(|says| {
            let problem = Diagnostic::request(format!("`{shown}`: {says}"));
            // What `play --state` keeps is an object of JSON.
            if text.trim_start().starts_with('{') {
                let play = ["play", "PROCESS", "--state", &shown.to_string()];
                problem.help(Command::new(play).then(" goes on with it"))
            } else {
                problem
            }
        })?;
        Ok(Self {
            file: file.to_owned(),
            game,
            journal,
        })
    }

    /// Its rulebook, with the scenario's own rules.
    pub(super) fn rulebook(
        &self,
        session: &mut Session,
        load: impl Fn(&mut Session) -> Result<Rulebook, Stop>,
    ) -> Result<Rulebook, Stop> {
        let head = &self.game.head;
        session.global = session.global.or(&head.places(), &head.errata);
        session.output.suggest_with(session.global.options());
        if head.own_rules.is_empty() {
            return load(session);
        }
        let global = &session.global;
        let sources = pack::without_trials(&Sources::of(global.places()).0);
        let packs = pack::read_with(&sources, &global.errata).0.packs;
        let of_game = packs.iter().filter(|pack| {
            pack.game
                .as_ref()
                .is_some_and(|game| game.value == head.game)
        });
        let names = of_game.filter_map(|pack| pack.id.as_ref().map(|id| id.value.clone()));
        let names: Vec<String> = names.collect();
        let sources = head.with_own_rules(sources, &names, &self.file.display().to_string());
        let written = pack::read_with(&sources, &global.errata).0;
        let own = written
            .errata
            .iter()
            .filter(|erratum| erratum.pack == crate::game::SCENARIO_PACK);
        let errata = own.fold(global.errata.clone(), |set, erratum| {
            set.and(&erratum.id.value)
        });
        let rulebook = Rulebook::from_sources(sources, &errata);
        if rulebook.has_errors() {
            session
                .output
                .diagnostics(&rulebook.diagnostics, &rulebook.sources);
        }
        Ok(rulebook)
    }

    /// The rules of the game.
    pub(super) fn model<'r>(&self, rulebook: &'r Rulebook) -> Result<&'r Model, Diagnostic> {
        let game = &self.game.head.game;
        let found = rulebook.games.iter().find(|model| model.game == *game);
        found.ok_or_else(|| {
            let shown = self.file.display();
            Diagnostic::request(format!("`{shown}`: no pack is of the game `{game}`"))
        })
    }

    /// What is known at the table; what does not fit is told.
    pub(super) fn state<'m>(&self, model: &'m Model, output: &mut Output) -> State<'m> {
        let state = State::of(model, &self.game);
        let shown = self.file.display();
        for misfit in &state.misfits {
            output.problem(&format!("`{shown}`, {misfit}; it is left out"));
        }
        state
    }

    /// Puts what is known at the table into a situation, where that knows nothing else; `is_open` tells of a fact that is to
    /// stay open.
    pub(super) fn fill(
        &self,
        model: &Model,
        situation: &mut Situation,
        is_open: impl Fn(VariableId) -> bool,
        output: &mut Output,
    ) {
        if self.game.head.game != model.game {
            return;
        }
        let (state, default) = (self.state(model, output), Situation::new(model));
        for id in (0..).map(VariableId).take(model.variables.len()) {
            let own = situation.get(id);
            if own == default.get(id) && !is_open(id) {
                situation.set(id, state.known.get(id).or(own));
            }
        }
    }

    /// Facts as they were given, and after them what else is known at the table; and its readings.
    pub(super) fn facts_beside(
        &self,
        model: &Model,
        given: &[String],
        output: &mut Output,
    ) -> (Vec<String>, Vec<String>) {
        if self.game.head.game != model.game {
            return (given.to_vec(), Vec::new());
        }
        let named = |text: &str| {
            text.split_once('=')
                .and_then(|(name, _)| model.fact_named(name.trim()))
        };
        let told: Vec<VariableId> = given.iter().filter_map(|text| named(text)).collect();
        let known = self.state(model, output).given().into_iter();
        let known = known.filter(|text| named(text).is_none_or(|fact| !told.contains(&fact)));
        let facts = given.iter().cloned().chain(known).collect();
        (facts, self.game.head.readings.clone())
    }

    /// What is known at the table for the odds of something: not what it rolls and finds itself, nor, turn by turn, what is
    /// told in each turn.
    pub(super) fn for_odds(
        &self,
        model: &Model,
        named: Named,
        given: &[String],
        output: &mut Output,
    ) -> ForOdds {
        let mut told = ForOdds::default();
        if self.game.head.game != model.game {
            return told;
        }
        let mut state = self.state(model, output);
        let mut handed_on: Vec<VariableId> = Vec::new();
        if let Named::Procedure(id) = named
            && let Some(procedure) = model.procedure(id)
        {
            state.known = state.before_rolling(procedure);
        }
        if let Named::Process(id) = named
            && let Some(process) = model.process(id)
        {
            handed_on.extend(process.steps.iter().map(|(state, _)| *state));
            let turn = process.turn.iter().copied();
            let of_turn = turn.filter(|fact| model.stage_of(*fact) != Stage::Scenario);
            of_turn.for_each(|fact| state.known.set(fact, None));
        }
        let named = |text: &str| {
            let (name, _) = text.split_once('=')?;
            model.fact_named(name.trim())
        };
        let given: Vec<VariableId> = given.iter().filter_map(|text| named(text)).collect();
        for text in state.given() {
            match named(&text) {
                Some(fact) if given.contains(&fact) => {}
                Some(fact) if handed_on.contains(&fact) => told.start.push(text),
                _ => told.facts.push(text),
            }
        }
        told
    }

    /// Writes down what happened.
    pub(super) fn write(&mut self, events: &[Event]) -> Result<(), Diagnostic> {
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let time = humantime::format_rfc3339_seconds(SystemTime::now());
        let lines = events.iter().map(|event| format!("{time} {event}"));
        let lines: Vec<String> = lines.collect();
        let shown = self.file.display();
        journal
            .append(&lines, UNFINISHED)
            .map_err(|error| Diagnostic::request(format!("`{shown}` cannot be written: {error}")))
    }
}

/// The names of places, as `--rules` has them.
pub(super) fn names(places: &[Place]) -> Vec<String> {
    places.iter().map(ToString::to_string).collect()
}
