//! Turns of a process: where it begins, who rolls, and what the journal says of each turn.

use super::saved::{Saved, states_json};
use super::{Event, State, turn_told};
use crate::diagnostic::Diagnostic;
use crate::dice::{self, Hand, Terms, TurnTaken};
use crate::model::{Model, Process, Role, Stage, VariableId};
use crate::rulebook::terms::Given;
use crate::source::Sources;
use crate::turn::{Slot, Slots, to_give};

/// The most turns of a game.
pub const MOST_TURNS: usize = 10_000;

/// The facts of a turn.
pub type Facts = Vec<(VariableId, u32)>;

/// What is wanted of a process.
#[derive(Debug)]
pub struct Wish<'a> {
    /// The facts of every turn, and those that go in turn.
    pub given: &'a Given,
    /// The facts of the first turns, turn by turn.
    pub events: &'a [Facts],
    /// How many turns, if that is said.
    pub turns: Option<usize>,
    /// The players' own rolls.
    pub rolls: Option<&'a str>,
    /// The seed of the dice, if there is one.
    pub seed: Option<u64>,
    /// A seed that nobody chose.
    pub fresh: u64,
}

/// Turns played.
#[derive(Debug)]
pub struct Played {
    /// The turns.
    pub turns: Vec<TurnTaken>,
    /// What the journal says of each.
    pub events: Vec<Event>,
    /// The seed of their dice, where they came from one.
    pub seed: Option<u64>,
    /// The facts of every turn.
    pub each: Facts,
    /// What the facts of each turn were, dice included.
    pub facts: Vec<Facts>,
}

/// A process before its first turn; `start` are facts of the start alone.
///
/// # Errors
///
/// Where it cannot begin: a fact is missing, or the process cannot be asked.
pub fn begin<'a>(
    (model, sources): (&'a Model, &'a Sources),
    process: &'a Process,
    given: &Given,
    start: &[(VariableId, u32)],
) -> Result<dice::Game<'a>, Diagnostic> {
    let plan = dice::plan(model, process, &given.terms)?;
    let mut slots = Slots::of(model, &given.terms.known);
    for (fact, index) in start {
        slots.set(*fact, Slot::value(*index));
    }
    let mut game = dice::Game::new(plan, sources, slots);
    game.strict = given.strict;
    refuse_missing(model, &mut game)?;
    Ok(game)
}

/// A process where a state file left it.
///
/// # Errors
///
/// Where the file and what is given contradict each other, or the rules lead elsewhere now.
pub fn resume<'a>(
    (model, sources): (&'a Model, &'a Sources),
    process: &'a Process,
    given: &Given,
    kept: &Saved,
) -> Result<dice::Game<'a>, Diagnostic> {
    let mut terms: Terms = given.terms.clone();
    for (reading, index) in &kept.readings {
        terms.known.set(*reading, Some(*index));
    }
    let plan = dice::plan(model, process, &terms)?;
    let mut slots = Slots::of(model, &terms.known);
    for (fact, index) in &kept.start {
        let now = given.terms.known.get(*fact);
        let now = now.filter(|own| own != index && !process.turn.contains(fact));
        if let Some(now) = now {
            let name = model.variable_name(*fact);
            let (own, other) = (
                model.show_index(*fact, *index),
                model.show_index(*fact, now),
            );
            let message = format!("the game began with {name} = {own}, not {other}");
            return Err(Diagnostic::request(message));
        }
        slots.set(*fact, Slot::value(*index));
    }
    let mut game = dice::Game::new(plan, sources, slots);
    game.strict = given.strict;
    let mut states = None;
    for turn in &kept.turns {
        let taken = game.turn(turn, &mut Hand::Nobody)?;
        states = Some(states_json(model, &taken.states));
    }
    match states {
        Some(states) => kept.compare(&states).map(|()| game),
        None => Ok(game),
    }
}

/// A process as it stands at a table.
///
/// # Errors
///
/// Where a fact is missing, or the process cannot be asked.
pub fn seated<'a>(
    state: &'a State<'a>,
    sources: &'a Sources,
    process: &'a Process,
    given: &Given,
) -> Result<dice::Game<'a>, Diagnostic> {
    let each = each_turn(process, given, Some(state));
    let mut game = state.game(sources, process, &each)?;
    game.strict = given.strict;
    let is_new = game.turns == 0;
    for (fact, index) in known(state.model, given) {
        if is_new || !process.steps.iter().any(|(state, _)| *state == fact) {
            game.slots.set(fact, Slot::value(index));
        }
    }
    refuse_missing(state.model, &mut game)?;
    Ok(game)
}

fn known(model: &Model, given: &Given) -> Facts {
    let all = (0..).map(VariableId).zip(&model.variables);
    let facts = all.filter(|(_, found)| found.role == Role::Fact);
    facts
        .filter_map(|(id, _)| Some((id, given.terms.known.get(id)?)))
        .collect()
}

/// The facts of every turn: those given, and those of the scenario that are known at the table.
fn each_turn(process: &Process, given: &Given, state: Option<&State<'_>>) -> Facts {
    let known = |fact: VariableId| {
        given.terms.known.get(fact).or_else(|| {
            let state = state.filter(|state| state.model.stage_of(fact) == Stage::Scenario)?;
            state.known.get(fact)
        })
    };
    let facts = process.turn.iter();
    facts
        .filter_map(|fact| Some((*fact, known(*fact)?)))
        .collect()
}

/// Plays turns: as many as there are events, as were asked for, or as the players' rolls last.
///
/// # Errors
///
/// Where it is not said how many, or a turn cannot be played.
pub fn play(
    game: &mut dice::Game<'_>,
    wish: &Wish<'_>,
    state: Option<&State<'_>>,
) -> Result<Played, Diagnostic> {
    let mut told = wish.rolls.map(Hand::told);
    let of_events = Some(wish.events.len()).filter(|count| *count > 0);
    let count = wish.turns.or(of_events);
    if count.is_none() && told.is_none() {
        return Err(Diagnostic::request("it is not said how many turns to play")
            .help("say `--turns N`, or give `--rolls` or `--events`"));
    }
    let too_many = || Diagnostic::request(format!("a game has at most {MOST_TURNS} turns"));
    if count.is_some_and(|count| count > MOST_TURNS) {
        return Err(too_many());
    }
    let is_thrown_for = told.is_none() && wish.events.is_empty();
    let seed = wish.seed.or(is_thrown_for.then_some(wish.fresh));
    let (model, process) = (game.plan.model, game.plan.process);
    let each = each_turn(process, wish.given, state);
    let mut played = Played {
        turns: Vec::new(),
        events: Vec::new(),
        seed,
        facts: Vec::new(),
        each: each.clone(),
    };
    while count.map_or_else(
        || told.as_ref().is_some_and(Hand::has_more),
        |count| played.turns.len() < count,
    ) {
        let number = game.turns as usize;
        let event = wish.events.get(played.turns.len());
        let given = of_turn(&each, &wish.given.terms.cycles, number, event);
        let mut by_seed = match seed {
            Some(seed) => Hand::seeded(seed, number as u64),
            None => Hand::Nobody,
        };
        let before = game.slots.clone();
        let taken = game.turn(&given, told.as_mut().unwrap_or(&mut by_seed))?;
        let thrown = taken.thrown.iter().flat_map(|thrown| {
            std::iter::once((thrown.fact, thrown.index)).chain(thrown.dice.iter().copied())
        });
        played
            .facts
            .push(given.iter().copied().chain(thrown).collect());
        played
            .events
            .push(turn_told(model, process, (&before, &game.slots), &taken));
        played.turns.push(taken);
        if played.turns.len() > MOST_TURNS {
            return Err(too_many());
        }
    }
    if let Some(told) = &told {
        told.finish()?;
    }
    let is_thrown = played.turns.iter().any(|turn| !turn.thrown.is_empty());
    played.seed = played.seed.filter(|_| told.is_none() && is_thrown);
    Ok(played)
}

/// The facts of one turn: those of every turn, those that go in turn, those of an event.
fn of_turn(
    each: &[(VariableId, u32)],
    cycles: &[(VariableId, Vec<u32>)],
    number: usize,
    event: Option<&Facts>,
) -> Facts {
    let mut given = each.to_vec();
    for (fact, values) in cycles {
        let place = number.checked_rem(values.len()).unwrap_or(0);
        given.extend(values.get(place).map(|index| (*fact, *index)));
    }
    for (fact, index) in event.into_iter().flatten() {
        given.retain(|(own, _)| own != fact);
        given.push((*fact, *index));
    }
    given
}

/// Fills in what a process begins with, by the rules or as usual; tells of all that is still missing.
fn refuse_missing(model: &Model, game: &mut dice::Game<'_>) -> Result<(), Diagnostic> {
    game.fill_start();
    let missing = game.missing();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.iter().map(|fact| model.variable_name(*fact));
    let names: Vec<&str> = names.collect();
    let message = format!("the game cannot begin without {}", names.join(", "));
    Err(Diagnostic::request(message).help(to_give(model, &missing)))
}

/// What a state file is to keep of a game that begins.
#[must_use]
pub fn new_save(model: &Model, process: &Process, slots: &Slots) -> Saved {
    let all = (0..).map(VariableId).zip(&model.variables);
    let known = all.filter_map(|(id, found)| Some((id, found.role, slots.get(id).index()?)));
    let known: Vec<(VariableId, Role, u32)> = known.collect();
    let of = |wanted: &dyn Fn(&Role, u32) -> bool| -> Facts {
        let wanted = known.iter().filter(|(_, role, index)| wanted(role, *index));
        wanted.map(|(id, _, index)| (*id, *index)).collect()
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
