//! `chartroom play`: a process turn by turn, by rolls, by events or by a seed; a game's state can be saved and resumed.

use super::ask::find;
use super::format::Format;
use super::seat::{AtTable, Seat};
use super::{Outcome, Output, Session, Stop, suggest};
use crate::diagnostic::{Advice, Diagnostic};
use crate::dice::{Game, TurnTaken};
use crate::game::State;
use crate::game::saved::{Saved, states_json};
use crate::game::turns::{self, Facts, Played, Wish};
use crate::model::{Model, Process};
use crate::render::play::{ShownGame, chat, human, view};
use crate::render::told;
use crate::rulebook::request;
use crate::rulebook::terms::{self, Given};
use crate::rulebook::{Named, Rulebook};
use crate::source::{Sources, Writing, write};
use clap::Args;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The arguments of `play`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The process, as `chartroom list processes` names it
    process: String,
    /// Facts of the start and of every turn; `FACT=A then B` goes in turn
    #[arg(value_name = "FACT=VALUE")]
    facts: Vec<String>,
    /// A fact before the first turn alone
    #[arg(long, value_name = "FACT=VALUE")]
    start: Vec<String>,
    /// How many turns
    #[arg(long, value_name = "N")]
    turns: Option<usize>,
    /// The seed of the dice
    #[arg(long, value_name = "N", conflicts_with = "rolls")]
    seed: Option<u64>,
    /// The players' own rolls in order: totals, or die by die as 3+4
    #[arg(long, value_name = "4,3+2,…", allow_hyphen_values = true)]
    rolls: Option<String>,
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
    table: AtTable,
    /// Take nothing as usual: what is neither given nor found by the rules is asked for
    #[arg(long)]
    strict: bool,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// How to show the turns
    #[arg(long, value_parser = Format::among(&Format::ROLLED), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, session: &mut Session) -> Result<Outcome, Stop> {
    let (rulebook, seat) = arguments.table.load_to_write(session)?;
    arguments.run(&rulebook, seat, &mut session.output)
}

fn problem(message: impl Into<String>) -> Diagnostic {
    Diagnostic::request(message)
}

impl Arguments {
    fn run(
        &self,
        rulebook: &Rulebook,
        mut seat: Option<Seat>,
        output: &mut Output,
    ) -> Result<Outcome, Stop> {
        let (model, process) = self.process(rulebook)?;
        let state = match &seat {
            Some(seat) => Some(seat.state(seat.model(rulebook)?, output)),
            None => None,
        };
        let table = state.as_ref().zip(seat.as_mut());
        let played = self.play((model, &rulebook.sources), process, table);
        let (mut played, game) = played?;
        let is_known =
            |turn: &TurnTaken| turn.states.iter().all(|(_, leaf)| leaf.value().is_some());
        let is_whole = played.turns.iter().all(is_known);
        for turn in played.turns.iter_mut().filter(|_| !self.of.is_empty()) {
            turn.states.retain(|(name, _)| self.of.contains(name));
            turn.changes
                .retain(|change| self.of.contains(&change.state));
        }
        let facts = self.facts.iter().filter_map(|text| terms::pair(text).ok());
        let shown = ShownGame {
            model,
            process,
            game: &game,
            turns: &played.turns,
            each: &played.each,
            of: &self.of,
            facts: facts
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            seed: played.seed,
        };
        match self.format {
            Format::Json => output.json(&told::json(&view(&shown))),
            Format::Chat => output.print(&chat(&shown)),
            _ => output.print(&human(&shown, output.width())),
        }
        Ok(Outcome::clean_if(is_whole))
    }

    fn process<'r>(&self, rulebook: &'r Rulebook) -> Result<(&'r Model, &'r Process), Diagnostic> {
        let name = &self.process;
        let instead = |command| suggest::instead(command, name, &self.facts);
        let (model, named) = find(rulebook, name)?;
        match named {
            Named::Process(id) => model
                .process(id)
                .map(|found| (model, found))
                .ok_or_else(|| problem("no such process")),
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

    /// The turns asked for, and the process after them.
    fn play<'a>(
        &self,
        (model, sources): (&'a Model, &'a Sources),
        process: &'a Process,
        seat: Option<(&'a State<'a>, &mut Seat)>,
    ) -> Result<(Played, Game<'a>), Diagnostic> {
        self.refuse_unknown(process)?;
        let given = self.given(model, process)?;
        let events = self.events(model, process)?;
        let mut wish = Wish {
            given: &given,
            events: &events,
            turns: self.turns,
            rolls: self.rolls.as_deref(),
            seed: self.seed,
            fresh: super::roll::fresh(),
        };
        if let Some((state, seat)) = seat {
            let mut game = turns::seated(state, sources, process, &given)?;
            let played = turns::play(&mut game, &wish, Some(state))?;
            return seat.write(&played.events).map(|()| (played, game));
        }
        let before = self.state_text()?;
        let kept = self.kept(before.as_deref(), model, process)?;
        wish.seed = self.seed.or(kept.as_ref().and_then(|kept| kept.seed));
        let (mut game, mut saved) = match kept {
            Some(kept) if self.start.is_empty() => (
                turns::resume((model, sources), process, &given, &kept)?,
                kept,
            ),
            Some(_) => {
                return Err(problem("the game has begun, so `--start` comes too late"));
            }
            None => {
                let start = self.start.iter().map(|text| {
                    terms::pair(text).and_then(|(name, value)| request::fact(model, name, value))
                });
                let start: Facts = start.collect::<Result<_, _>>()?;
                let game = turns::begin((model, sources), process, &given, &start)?;
                let saved = turns::new_save(model, process, &game.slots);
                (game, saved)
            }
        };
        let played = turns::play(&mut game, &wish, None)?;
        self.keep(&mut saved, before.as_deref(), model, &played)?;
        Ok((played, game))
    }

    fn refuse_unknown(&self, process: &Process) -> Result<(), Diagnostic> {
        let shown = || process.state.iter().map(|(name, _)| name.as_str());
        match self.of.iter().find(|own| !shown().any(|name| name == *own)) {
            Some(unknown) => Err(problem(format!("it does not show `{unknown}`"))
                .help(format!("it shows: {}", Vec::from_iter(shown()).join(", ")))),
            None => Ok(()),
        }
    }

    fn given(&self, model: &Model, process: &Process) -> Result<Given, Diagnostic> {
        let mut given = Given::read(model, &self.facts, &self.reading)?;
        given.strict = self.strict;
        match given.terms.uniform.iter().chain(&given.terms.open).next() {
            Some((fact, _)) => {
                let message = format!("`{}` needs one value", model.variable_name(*fact));
                let odds = suggest::instead("odds", &process.name, &self.facts);
                Err(problem(message).help(Advice::from("several are for ").then(odds)))
            }
            None => Ok(given),
        }
    }

    /// Writes the state file anew, if there is to be one.
    fn keep(
        &self,
        saved: &mut Saved,
        before: Option<&str>,
        model: &Model,
        played: &Played,
    ) -> Result<(), Diagnostic> {
        let Some(file) = &self.state else {
            return Ok(());
        };
        saved.seed = played.seed.or(self.seed).or(saved.seed);
        saved.turns.extend(played.facts.iter().cloned());
        if let Some(last) = played.turns.last() {
            saved.states = states_json(model, &last.states);
        }
        let text = saved.text(model);
        write(&[Writing {
            path: file,
            before,
            text: &text,
        }])
        .map_err(|(_, error)| problem(format!("`{}` cannot be written: {error}", file.display())))
    }

    /// The text of the file that keeps the game, if there is one yet.
    fn state_text(&self) -> Result<Option<String>, Diagnostic> {
        self.state
            .as_deref()
            .filter(|file| file.exists())
            .map(read_text)
            .transpose()
    }

    /// The game that the file keeps.
    fn kept(
        &self,
        text: Option<&str>,
        model: &Model,
        process: &Process,
    ) -> Result<Option<Saved>, Diagnostic> {
        let file = self
            .state
            .as_ref()
            .map_or_else(String::new, |file| file.display().to_string());
        let read = text
            .map(|text| Saved::read(text, &file, model, process))
            .transpose();
        read.map_err(|found| {
            let message = format!("`{file}`: {}", found.message);
            found.says(message)
        })
    }

    /// The facts of each turn that the file of events tells.
    fn events(&self, model: &Model, process: &Process) -> Result<Vec<Facts>, Diagnostic> {
        let Some(file) = &self.events else {
            return Ok(Vec::new());
        };
        let text = if file == "-" {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| problem(format!("standard input: {error}")))?;
            text
        } else {
            read_text(Path::new(file))?
        };
        let mut events = Vec::new();
        for (number, line) in (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let facts = event(model, process, line).map_err(|found: Diagnostic| {
                let message = format!("line {number} of the events: {}", found.message);
                found.says(message)
            })?;
            events.push(facts);
        }
        Ok(events)
    }
}

fn read_text(file: &Path) -> Result<String, Diagnostic> {
    crate::source::read_text(file)
        .map_err(|error| problem(format!("`{}` cannot be read: {error}", file.display())))
}

/// The facts of a line of events.
fn event(model: &Model, process: &Process, line: &str) -> Result<Facts, Diagnostic> {
    let value: Value =
        serde_json::from_str(line).map_err(|error| problem(format!("it is no JSON: {error}")))?;
    let Value::Object(fields) = value else {
        return Err(problem("it is no object of facts"));
    };
    let mut facts = Facts::new();
    for (name, value) in &fields {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            other => other.to_string(),
        };
        let fact = request::named(model, name)?;
        if !process.turn.contains(&fact) {
            let known: Vec<&str> = process
                .turn
                .iter()
                .map(|fact| model.variable_name(*fact))
                .collect();
            let message = format!("`{name}` is no fact of a turn of `{}`", process.name);
            return Err(problem(message).help(format!("its facts: {}", known.join(", "))));
        }
        for (fact, index) in terms::one(model, fact, &text)? {
            match facts.iter().find(|(own, _)| *own == fact) {
                None => facts.push((fact, index)),
                Some((_, other)) if *other == index => {}
                Some(_) => {
                    return Err(problem(format!(
                        "`{}` is told in two ways",
                        model.variable_name(fact)
                    )));
                }
            }
        }
    }
    Ok(facts)
}
