//! `--game FILE`: a command at the table, with all that is known there.

use super::{Output, Session, Stop};
use crate::answer::Stated;
use crate::diagnostic::{Command, Diagnostic, Label, Severity};
use crate::game::{Event, Record, SCENARIO_PACK, State, UNFINISHED};
use crate::model::{Model, VariableId};
use crate::pack;
use crate::rulebook::{Named, Rulebook};
use crate::source::{Journal, PATIENCE, Sources, read_journal};
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
    pub(super) game: Record,
    /// The file, held until something is written.
    journal: Option<Journal>,
}

impl AtTable {
    /// The arguments that name the game.
    pub(super) fn options(&self) -> Vec<String> {
        let file = self.file.iter().map(|file| file.display().to_string());
        file.flat_map(|file| ["--game".to_owned(), file]).collect()
    }

    /// The rulebook of a command and the game it is at, if it is at one; without a game, `load` reads the rulebook.
    pub(super) fn load(
        &self,
        session: &mut Session,
        load: impl Fn(&mut Session) -> Result<Rulebook, Stop>,
    ) -> Result<(Rulebook, Option<Seat>), Stop> {
        self.load_with(session, load, Seat::read)
    }

    /// The same for a command that writes down what it does: nobody else writes until it has done so.
    pub(super) fn load_to_write(
        &self,
        session: &mut Session,
    ) -> Result<(Rulebook, Option<Seat>), Stop> {
        self.load_with(session, Session::load, Seat::read_to_write)
    }

    fn load_with(
        &self,
        session: &mut Session,
        load: impl Fn(&mut Session) -> Result<Rulebook, Stop>,
        read: fn(&Path) -> Result<Seat, Diagnostic>,
    ) -> Result<(Rulebook, Option<Seat>), Stop> {
        let Some(file) = &self.file else {
            return Ok((load(session)?, None));
        };
        let seat = read(file)?;
        let rulebook = seat.rulebook(session)?;
        Ok((rulebook, Some(seat)))
    }
}

impl Seat {
    /// Reads a game.
    pub(super) fn read(file: &Path) -> Result<Self, Diagnostic> {
        let text = read_journal(file, PATIENCE).map_err(|error| unreadable(file, &error))?;
        Self::of(file, &text, None)
    }

    /// Reads a game that nobody else writes to until it is dropped.
    pub(super) fn read_to_write(file: &Path) -> Result<Self, Diagnostic> {
        let unwritable = |error: std::io::Error| match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                let shown = file.display();
                Diagnostic::request(format!("`{shown}` cannot be written: {error}"))
            }
            _ => unreadable(file, &error),
        };
        let journal = Journal::open(file, PATIENCE).map_err(unwritable)?;
        let text = journal.text().to_owned();
        Self::of(file, &text, Some(journal))
    }

    fn of(file: &Path, text: &str, journal: Option<Journal>) -> Result<Self, Diagnostic> {
        let game = Record::read(text).map_err(|says| {
            let shown = file.display().to_string();
            let wrong = Diagnostic::request(format!("`{shown}`: {says}"));
            // What `play --state` keeps is an object of JSON.
            if !text.trim_start().starts_with('{') {
                return wrong;
            }
            let play = Command::new(["play", "PROCESS", "--state", &shown]);
            wrong.help(play.then(" goes on with it"))
        })?;
        Ok(Self {
            file: file.to_owned(),
            game,
            journal,
        })
    }

    /// Its rulebook, with the scenario's own rules; all of it, for what happened in the game can be about anything.
    pub(super) fn rulebook(&self, session: &mut Session) -> Result<Rulebook, Stop> {
        let head = &self.game.head;
        if self.journal.is_some() && session.global.says_others(&head.errata) {
            let shown = self.file.display();
            let (own, said) = (&head.errata, &session.global.errata);
            let message = format!("`{shown}` is played with the errata `{own}`, not `{said}`");
            let help = format!("the errata of the game stand in its head: `errata = \"{said}\"`");
            return Err(Diagnostic::request(message).help(help).into());
        }
        session.global = session.global.or(&head.places(&self.file), &head.errata);
        session.output.suggest_with(session.global.options());
        if head.own_rules.is_empty() {
            return session.load();
        }
        let global = &session.global;
        let sources = Sources::of(global.places()).0;
        let packs = pack::read_for_answers(&sources, &global.errata).0.packs;
        let of_game = packs.into_iter().filter(|pack| {
            let game = pack.game.as_ref();
            game.is_some_and(|game| game.value == head.game)
        });
        let names: Vec<String> = of_game
            .filter_map(|pack| Some(pack.id.as_ref()?.value.clone()))
            .collect();
        let sources = head.with_own_rules(sources, &names, &self.file.display().to_string());
        let written = pack::read_for_answers(&sources, &global.errata).0.errata;
        let own = written
            .iter()
            .filter(|erratum| erratum.pack == SCENARIO_PACK);
        let errata = own.fold(global.errata.clone(), |set, erratum| {
            set.and(&erratum.id.value)
        });
        let rulebook = Rulebook::for_answers((sources, Vec::new()), &errata);
        if rulebook.has_errors() {
            let output = &mut session.output;
            output.diagnostics(&rulebook.diagnostics, &rulebook.sources);
            let file = self.file.display();
            let is_own = |label: &Label| {
                let path = rulebook.sources.path(label.span.file);
                path.starts_with(&format!("{file}/"))
            };
            let mut errors = rulebook.diagnostics.iter();
            if errors.any(|finding| {
                finding.severity == Severity::Error && finding.labels.iter().any(is_own)
            }) {
                output.problem(&format!(
                    "`{file}`: the scenario's own rules are left out where they have an error"
                ));
                output.note_findings();
            }
        }
        Ok(rulebook)
    }

    /// The rules of the game.
    pub(super) fn model<'r>(&self, rulebook: &'r Rulebook) -> Result<&'r Model, Diagnostic> {
        let game = &self.game.head.game;
        let model = rulebook.games.iter().find(|model| model.game == *game);
        model.ok_or_else(|| {
            let shown = self.file.display();
            let games = rulebook.games.iter().map(|model| model.game.as_str());
            let message = format!("`{shown}`: no pack is of the game `{game}`");
            Diagnostic::request(message).nearest(game, games)
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

    /// Tells that the game is one of other rules than these.
    pub(super) fn refuse_other(&self, model: &Model) -> Result<(), Diagnostic> {
        let (own, other) = (&self.game.head.game, &model.game);
        if own == other {
            return Ok(());
        }
        let shown = self.file.display();
        let message = format!("`{shown}` keeps a game of {own}, and this is of {other}");
        Err(Diagnostic::request(message).help("leave out `--game`, or name another file"))
    }

    /// Puts what is known at the table into a situation, where that knows nothing else.
    pub(super) fn fill(
        &self,
        model: &Model,
        situation: &mut Situation,
        output: &mut Output,
    ) -> Result<(), Diagnostic> {
        self.refuse_other(model)?;
        self.state(model, output).fill(situation, |_| false);
        Ok(())
    }

    /// Puts what is known at the table beside what is stated.
    pub(super) fn complete(
        &self,
        model: &Model,
        stated: &mut Stated,
        output: &mut Output,
    ) -> Result<(), Diagnostic> {
        self.refuse_other(model)?;
        let state = self.state(model, output);
        let said: Vec<VariableId> = stated.said().collect();
        state.fill(&mut stated.situation, |fact| said.contains(&fact));
        stated.word(state.texts());
        Ok(())
    }

    /// What is known at the table beside the facts given, as [`State::beside`] tells it.
    pub(super) fn beside(
        &self,
        model: &Model,
        given: &[String],
        odds_of: Option<Named>,
        output: &mut Output,
    ) -> Result<[Vec<String>; 2], Diagnostic> {
        self.refuse_other(model)?;
        Ok(self.state(model, output).beside(given, odds_of))
    }

    /// The readings taken another way.
    pub(super) fn readings(&self) -> &[String] {
        &self.game.head.readings
    }

    /// Writes down what happened.
    pub(super) fn write(&mut self, events: &[Event]) -> Result<(), Diagnostic> {
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let time = humantime::format_rfc3339_seconds(SystemTime::now());
        let lines = events.iter().map(|event| format!("{time} {event}"));
        let written = journal.append(&lines.collect::<Vec<_>>(), UNFINISHED);
        let shown = self.file.display();
        written
            .map_err(|error| Diagnostic::request(format!("`{shown}` cannot be written: {error}")))
    }
}

fn unreadable(file: &Path, error: &std::io::Error) -> Diagnostic {
    let shown = file.display().to_string();
    let wrong = Diagnostic::request(format!("`{shown}` cannot be read: {error}"));
    if error.kind() != ErrorKind::NotFound {
        return wrong;
    }
    wrong.help(Command::new(["game", "new", &shown]).then(" begins one"))
}
