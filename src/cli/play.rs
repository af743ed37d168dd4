//! `chartroom play`: a process turn by turn, by rolls, by events or by a seed; a game's state can be saved and resumed.

use super::ask::{find, usage};
use super::format::Format;
use super::{Global, Outcome, Output, suggest};
use crate::diagnostic::{Advice, Diagnostic};
use crate::dice::{self, Course, Game, Hand, Terms, TurnTaken};
use crate::model::{Model, Process, Role, VariableId};
use crate::render::play::{ShownGame, human, json};
use crate::rulebook::request;
use crate::rulebook::saved::{Saved, states_json};
use crate::rulebook::terms::{self, Given};
use crate::rulebook::{Named, Rulebook};
use crate::source::{Writing, write};
use crate::turn::{Slot, Slots, to_give};
use clap::Args;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most turns of a game.
const MOST_TURNS: usize = 10_000;

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
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Show these states alone
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    of: Vec<String>,
    /// Take a reading another way than its default
    #[arg(long, value_name = "PACK/NAME=OPTION")]
    reading: Vec<String>,
    /// How to show the turns
    #[arg(long, value_parser = Format::among(&Format::PLAIN), default_value = "human")]
    format: Format,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, global: &Global, output: &mut Output) -> Outcome {
    let rulebook = match global.load(output) {
        Ok(rulebook) => rulebook,
        Err(outcome) => return outcome,
    };
    let name = &arguments.process;
    let instead = |command| suggest::instead(command, name, &arguments.facts);
    let found = find(&rulebook, name).and_then(|(model, named)| match named {
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
    });
    let played = found.and_then(|(model, process)| {
        Ok((model, process, arguments.play(&rulebook, model, process)?))
    });
    match played {
        Ok((model, process, (turns, seed))) => {
            let facts = arguments
                .facts
                .iter()
                .filter_map(|text| terms::pair(text).ok());
            let facts = facts
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let mut shown_turns = turns.clone();
            for turn in shown_turns.iter_mut().filter(|_| !arguments.of.is_empty()) {
                turn.states.retain(|(name, _)| arguments.of.contains(name));
                turn.changes
                    .retain(|change| arguments.of.contains(&change.state));
            }
            let shown = ShownGame {
                model,
                process,
                turns: &shown_turns,
                facts,
                seed,
            };
            match arguments.format {
                Format::Json => output.json(&json(&shown)),
                _ => output.print(&human(&shown, output.width())),
            }
            let is_known =
                |turn: &TurnTaken| turn.states.iter().all(|(_, leaf)| leaf.value().is_some());
            if turns.iter().all(is_known) {
                Outcome::Clean
            } else {
                Outcome::Findings
            }
        }
        Err(problem) => usage(&problem, output),
    }
}

fn problem(message: impl Into<String>) -> Diagnostic {
    Diagnostic::request(message)
}

/// The facts of a turn.
type Facts = Vec<(VariableId, u32)>;

impl Arguments {
    fn play(
        &self,
        rulebook: &Rulebook,
        model: &Model,
        process: &Process,
    ) -> Result<(Vec<TurnTaken>, Option<u64>), Diagnostic> {
        let unknown = self
            .of
            .iter()
            .find(|own| !process.state.iter().any(|(name, _)| name == *own));
        if let Some(unknown) = unknown {
            let names: Vec<&str> = process
                .state
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            return Err(problem(format!("it does not show `{unknown}`"))
                .help(format!("it shows: {}", names.join(", "))));
        }
        let given = Given::read(model, &self.facts, &self.reading)?;
        if let Some((fact, _)) = given.terms.uniform.iter().chain(&given.terms.open).next() {
            let message = format!("`{}` needs one value", model.variable_name(*fact));
            let odds = suggest::instead("odds", &process.name, &self.facts);
            return Err(problem(message).help(Advice::from("several are for ").then(odds)));
        }
        let before = self.state_text()?;
        let kept = self.kept(before.as_deref(), model, process)?;
        let seed = self.seed.or(kept.as_ref().and_then(|kept| kept.seed));
        let (mut game, mut saved) = self.begin(rulebook, model, process, &given, kept)?;
        saved.seed = seed;
        let each: Facts = process
            .turn
            .iter()
            .filter_map(|fact| Some((*fact, given.terms.known.get(*fact)?)))
            .collect();
        let events = self.events(model, process)?;
        let (seed, turns) = self.go(&mut game, &mut saved, &each, &given.cycles, &events, seed)?;
        if let Some(file) = &self.state {
            if let Some(last) = turns.last() {
                saved.states = states_json(model, &last.states);
            }
            let text = saved.text(model);
            write(&[Writing {
                path: file,
                before: before.as_deref(),
                text: &text,
            }])
            .map_err(|(_, error)| {
                problem(format!("`{}` cannot be written: {error}", file.display()))
            })?;
        }
        Ok((turns, seed))
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

    fn begin<'a>(
        &self,
        rulebook: &'a Rulebook,
        model: &'a Model,
        process: &'a Process,
        given: &Given,
        kept: Option<Saved>,
    ) -> Result<(Game<'a>, Saved), Diagnostic> {
        let course = Course {
            turns: 1,
            of: Vec::new(),
            at: Vec::new(),
            ever: Vec::new(),
            start: Vec::new(),
            cycles: given.cycles.clone(),
        };
        let mut known = given.terms.known.clone();
        if let Some(kept) = &kept {
            kept.readings
                .iter()
                .for_each(|(reading, index)| known.set(*reading, Some(*index)));
        }
        let plan = dice::plan_of(
            model,
            process,
            &Terms {
                known: known.clone(),
                ..given.terms.clone()
            },
            &course,
        )?;
        let mut slots = Slots::of(model, &known);
        for text in &self.start {
            let (name, value) = terms::pair(text)?;
            let (fact, index) = request::fact(model, name, value)?;
            slots.set(fact, Slot::value(index));
        }
        let Some(kept) = kept else {
            let saved = new_save(model, process, &slots);
            let game = Game::new(plan, &rulebook.sources, slots);
            refuse_missing(model, &game)?;
            return Ok((game, saved));
        };
        if !self.start.is_empty() {
            return Err(problem("the game has begun, so `--start` comes too late"));
        }
        for (fact, index) in &kept.start {
            let now = given
                .terms
                .known
                .get(*fact)
                .filter(|own| own != index && !process.turn.contains(fact));
            if let Some(now) = now {
                let name = model.variable_name(*fact);
                let (own, other) = (
                    model.show_index(*fact, *index),
                    model.show_index(*fact, now),
                );
                return Err(problem(format!(
                    "the game began with {name} = {own}, not {other}"
                )));
            }
            slots.set(*fact, Slot::value(*index));
        }
        let mut game = Game::new(plan, &rulebook.sources, slots);
        let mut states = None;
        for turn in &kept.turns {
            let taken = game.turn(turn, &mut Hand::Nobody)?;
            states = Some(states_json(model, &taken.states));
        }
        if let Some(states) = states {
            kept.compare(&states)?;
        }
        Ok((game, kept))
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

    /// Plays the turns: as many as there are events, as were asked for, or as the players' rolls last.
    fn go(
        &self,
        game: &mut Game<'_>,
        saved: &mut Saved,
        each: &[(VariableId, u32)],
        cycles: &[(VariableId, Vec<u32>)],
        events: &[Facts],
        seed: Option<u64>,
    ) -> Result<(Option<u64>, Vec<TurnTaken>), Diagnostic> {
        let mut told = self.rolls.as_deref().map(Hand::told);
        let count = self.turns.or(if events.is_empty() {
            None
        } else {
            Some(events.len())
        });
        if count.is_none() && told.is_none() {
            return Err(problem("it is not said how many turns to play")
                .help("say `--turns N`, or give `--rolls` or `--events`"));
        }
        if count.is_some_and(|count| count > MOST_TURNS) {
            return Err(problem(format!("a game has at most {MOST_TURNS} turns")));
        }
        let seed = if told.is_none() && events.is_empty() {
            Some(seed.unwrap_or_else(super::roll::fresh))
        } else {
            seed
        };
        saved.seed = seed;
        let mut turns = Vec::new();
        while count.map_or_else(
            || told.as_ref().is_some_and(Hand::has_more),
            |count| turns.len() < count,
        ) {
            let mut given: Facts = each.to_vec();
            let number = game.turns as usize;
            for (fact, values) in cycles {
                let place = number.checked_rem(values.len()).unwrap_or(0);
                given.extend(values.get(place).map(|index| (*fact, *index)));
            }
            for (fact, index) in events.get(turns.len()).into_iter().flatten() {
                given.retain(|(own, _)| own != fact);
                given.push((*fact, *index));
            }
            let mut by_seed = match seed {
                Some(seed) => Hand::seeded(seed, number as u64),
                None => Hand::Nobody,
            };
            let taken = game.turn(&given, told.as_mut().unwrap_or(&mut by_seed))?;
            let thrown = taken.thrown.iter().flat_map(|thrown| {
                std::iter::once((thrown.fact, thrown.index)).chain(thrown.dice.iter().copied())
            });
            saved.turns.push(given.into_iter().chain(thrown).collect());
            turns.push(taken);
            if turns.len() > MOST_TURNS {
                return Err(problem(format!("a game has at most {MOST_TURNS} turns")));
            }
        }
        if let Some(told) = &told {
            told.finish()?;
        }
        let is_thrown = turns.iter().any(|turn| !turn.thrown.is_empty());
        Ok((seed.filter(|_| told.is_none() && is_thrown), turns))
    }
}

fn read_text(file: &Path) -> Result<String, Diagnostic> {
    std::fs::read_to_string(file)
        .map_err(|error| problem(format!("`{}` cannot be read: {error}", file.display())))
}

/// What is to be kept of a game that begins.
fn new_save(model: &Model, process: &Process, slots: &Slots) -> Saved {
    let known = (0..)
        .map(VariableId)
        .zip(&model.variables)
        .filter_map(|(id, found)| Some((id, found, slots.get(id).index()?)));
    let known: Vec<(VariableId, Role, u32)> = known
        .map(|(id, found, index)| (id, found.role, index))
        .collect();
    let of = |wanted: &dyn Fn(&Role, u32) -> bool| -> Facts {
        known
            .iter()
            .filter(|(_, role, index)| wanted(role, *index))
            .map(|(id, _, index)| (*id, *index))
            .collect()
    };
    Saved {
        game: model.game.clone(),
        process: process.name.clone(),
        seed: None,
        readings: of(&|role, index| matches!(role, Role::Reading(default) if *default != index)),
        start: of(&|role, _| *role == Role::Fact),
        turns: Vec::new(),
        states: serde_json::Map::new(),
    }
}

fn refuse_missing(model: &Model, game: &Game<'_>) -> Result<(), Diagnostic> {
    let missing = game.missing();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing
        .iter()
        .map(|fact| model.variable_name(*fact))
        .collect();
    Err(problem(format!(
        "the game cannot begin without {}",
        names.join(", ")
    ))
    .help(to_give(model, &missing)))
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
