//! Turns of a process: where it begins, who rolls, and what the journal says of each turn.

use super::follows::follow;
use super::saved::read_facts;
use super::state::{know, say_texts, turn_told};
use super::{Event, Saved, State};
use crate::answer::{Asker, Ruling};
use crate::diagnostic::{Command, Diagnostic};
use crate::dice::{self, Hand, Terms, TurnTaken};
use crate::model::{Impossible, Model, Process, Stage, VariableId};
use crate::rulebook::request;
use crate::rulebook::terms::Given;
use crate::source::Sources;
use crate::turn::{ProcessPlan, Situation, Slot, Slots, to_give};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// What is told where a game goes on and is given a start.
pub const TOO_LATE: &str = "the game has begun, so `--start` comes too late";

/// The most turns of a game.
const MOST_TURNS: usize = 10_000;

/// The facts of a turn.
pub type Facts = Vec<(VariableId, u32)>;

/// What is wanted of a process.
#[derive(Debug)]
pub struct Wish<'a> {
    /// The facts of every turn, and those that go in turn.
    pub given: &'a Given,
    /// The facts of the first turns, turn by turn.
    pub events: &'a [Facts],
    pub turns: Option<usize>,
    /// The players' own rolls.
    pub rolls: Option<&'a str>,
    pub seed: Option<u64>,
    /// A seed that nobody chose.
    pub fresh: u64,
}

/// Turns played.
#[derive(Debug)]
pub struct Played {
    pub turns: Vec<TurnTaken>,
    /// What the journal says of each.
    pub events: Vec<Event>,
    /// The seed of their dice, where they came from one.
    pub seed: Option<u64>,
    /// The facts of every turn.
    pub each: Facts,
    /// What excludes the state from which they began.
    pub impossible: Option<Impossible>,
}

/// A process before its first turn; `start` are facts of the start alone, `events` the facts of its first turns, if these are all.
pub fn begin<'a>(
    (model, sources): (&'a Model, &'a Sources),
    process: &'a Process,
    given: &Given,
    start: &[(VariableId, u32)],
    events: &[Facts],
) -> Result<dice::Game<'a>, Diagnostic> {
    let is_told = |fact| given.terms.names(fact) || in_each(events, fact);
    begin_told((model, sources), process, given, start, &is_told)
}

/// The same where `is_told` tells which facts are told in each turn.
fn begin_told<'a>(
    (model, sources): (&'a Model, &'a Sources),
    process: &'a Process,
    given: &Given,
    start: &[(VariableId, u32)],
    is_told: &dyn Fn(VariableId) -> bool,
) -> Result<dice::Game<'a>, Diagnostic> {
    let plan = dice::plan(model, process, &given.terms, is_told)?;
    let mut slots = Slots::of(model, &given.terms.known);
    slots.know(start);
    ready(dice::Game::new(plan, sources, slots), given)
}

/// A process where a state file left it. What has come to be a fact since, and has a usual value, is as usual.
pub fn resume<'a>(
    (model, sources): (&'a Model, &'a Sources),
    process: &'a Process,
    given: &Given,
    saved: &Saved,
    events: &[Facts],
) -> Result<dice::Game<'a>, Diagnostic> {
    let start = read_facts(model, &saved.start)?;
    for (fact, index) in &start {
        let now = given.terms.known.get(*fact).filter(|now| now != index);
        if let Some(now) = now.filter(|_| !process.turn.contains(fact)) {
            let name = model.variable_name(*fact);
            let [was, now] = [*index, now].map(|index| model.show_index(*fact, index));
            let message = format!("the game began with {name} = {was}, not {now}");
            return Err(Diagnostic::request(message));
        }
    }
    let mut given = given.clone();
    know(&mut given.terms.known, &read_facts(model, &saved.readings)?);
    let turns = saved.turns.iter().map(|facts| read_facts(model, facts));
    let turns: Vec<Facts> = turns.collect::<Result<_, _>>()?;
    // What is told from now on may have been found before.
    let is_told = |fact| {
        let is_told_now = given.terms.names(fact) || in_each(events, fact);
        let was_told = turns.is_empty() || in_each(&turns, fact);
        is_told_now && (was_told || !process.turn.contains(&fact))
    };
    let mut game = begin_told((model, sources), process, &given, &start, &is_told)?;
    let mut last = None;
    for facts in &turns {
        last = Some(game.turn(facts, &mut Hand::Nobody)?);
    }
    last.map_or(Ok(()), |last| saved.compare(model, &last.states))?;
    Ok(game)
}

/// Whether turns, of which there are some, tell a fact each.
fn in_each(turns: &[Facts], fact: VariableId) -> bool {
    let tells = |facts: &Facts| facts.iter().any(|(own, _)| *own == fact);
    !turns.is_empty() && turns.iter().all(tells)
}

/// Refuses to take a reading of a process that goes on another way than it began.
///
/// # Errors
///
/// Where a reading is unknown, or is taken another way.
pub fn refuse_other_readings(
    model: &Model,
    saved: &Saved,
    readings: &[String],
) -> Result<(), Diagnostic> {
    let mut own = Situation::new(model);
    know(&mut own, &read_facts(model, &saved.readings)?);
    let mut told = own.clone();
    request::read_each(model, &mut told, readings)?;
    let mut both = (model.variables.ids()).filter_map(|id| Some((id, own.get(id)?, told.get(id)?)));
    match both.find(|(_, was, now)| was != now) {
        Some((id, was, now)) => {
            let name = model.variable_name(id);
            let [was, now] = [was, now].map(|index| model.show_index(id, index));
            let message = format!("the game began with the reading {name} = {was}, not {now}");
            Err(Diagnostic::request(message).help("leave out `--reading`, or begin another game"))
        }
        None => Ok(()),
    }
}

/// Tells a table what is given with a process and holds beyond one turn: what it begins with, before its first turn. What it has
/// come to since stays as it is. What was told, for the journal.
pub fn tell(
    state: &mut State<'_>,
    process: &Process,
    given: &Given,
    start: &[(VariableId, u32)],
) -> Result<Option<Event>, Diagnostic> {
    let model = state.model;
    let is_new = state.is_new(process);
    if !is_new && !start.is_empty() {
        return Err(Diagnostic::request(TOO_LATE));
    }
    let mut told = super::state::facts_of(model, &given.terms.known);
    told.retain(|(fact, _)| !process.turn.contains(fact));
    told.extend(start);
    let known = state.known_to(None);
    let texts = &given.terms.texts;
    let is_as_known = |fact: VariableId, index| {
        let text = texts.get(&fact).map(String::as_str);
        known.get(fact) == Some(index) && (text.is_none() || text == state.text(fact))
    };
    told.retain(|(fact, index)| !is_as_known(*fact, *index));
    let is_state = |fact| process.has_state(fact);
    let reached = told.iter().find(|(fact, _)| !is_new && is_state(*fact));
    if let Some((fact, index)) = reached {
        let name = model.variable_name(*fact);
        let now = known.get(*fact).map(|now| model.show_index(*fact, now));
        let wanted = model.show_index(*fact, *index);
        let message = match now {
            Some(now) => format!("the game has come to {name} = {now}, not {wanted}"),
            None => format!("the game has begun, so {name} = {wanted} comes too late"),
        };
        let set = Command::new(["game", "set", "FILE", &format!("{name}={wanted}")]);
        return Err(Diagnostic::request(message).help(set.then(" sets it")));
    }
    let mut pairs = super::state::pairs(model, &told);
    say_texts(model, &mut pairs, |fact| texts.get(&fact).cloned())?;
    state.tell(&told, texts);
    Ok((!pairs.is_empty()).then_some(Event::Set(pairs)))
}

/// A process as it stands at a table, for turns with what is given.
pub fn seated<'a>(
    state: &State<'a>,
    sources: &'a Sources,
    process: &'a Process,
    given: &Given,
    events: &[Facts],
) -> Result<dice::Game<'a>, Diagnostic> {
    let each = each_turn(process, given, Some(state));
    let is_told = |fact: &VariableId| given.terms.names(*fact) || in_each(events, *fact);
    let told: Vec<VariableId> = process.turn.iter().copied().filter(is_told).collect();
    let plans = &mut Plans::default();
    let mut game = at_table(state, sources, process, (&each, &told), plans)?;
    let is_new = game.turns == 0;
    let is_state = |fact| process.has_state(fact);
    // What is told of the turn is not what was before it.
    let mut known = super::state::facts_of(state.model, &given.terms.known);
    known.retain(|(fact, _)| !process.turn.contains(fact) && (is_new || !is_state(*fact)));
    game.slots.know(&known);
    ready(game, given)
}

/// Processes as they were compiled for turns of which some facts are known: turn after turn, these are mostly the same.
#[derive(Debug, Default)]
pub(super) struct Plans<'m>(FxHashMap<(String, Vec<VariableId>), ProcessPlan<'m>>);

impl<'m> Plans<'m> {
    fn plan(
        &mut self,
        model: &'m Model,
        process: &'m Process,
        terms: &Terms,
        told: &[VariableId],
    ) -> Result<ProcessPlan<'m>, Diagnostic> {
        let known = terms.known.known_variables();
        let named = known.chain(told.iter().copied()).collect();
        let key = (process.name.clone(), named);
        Ok(match self.0.entry(key) {
            Entry::Occupied(plan) => plan.get().clone(),
            Entry::Vacant(place) => {
                let is_told = |fact| terms.names(fact) || told.contains(&fact);
                place
                    .insert(dice::plan(model, process, terms, &is_told)?)
                    .clone()
            }
        })
    }
}

/// A process as it stands at a table; `given` are the facts of its next turn, and `told` those that are told in each.
pub(super) fn at_table<'a>(
    state: &State<'a>,
    sources: &'a Sources,
    process: &'a Process,
    (given, told): (&[(VariableId, u32)], &[VariableId]),
    plans: &mut Plans<'a>,
) -> Result<dice::Game<'a>, Diagnostic> {
    let mut terms = Terms::new(state.model);
    let (id, _) = state.process(&process.name).unzip();
    terms.known = state.known_to(id);
    // A fact of the turn that is not given is not as in the turn before.
    let of_turn = process.turn.iter();
    of_turn.for_each(|fact| terms.known.set(*fact, None));
    know(&mut terms.known, given);
    let plan = plans.plan(state.model, process, &terms, told)?;
    let known = known_before(state, &plan);
    let mut game = dice::Game::new(plan, sources, known);
    let turns = id.and_then(|id| state.turns.get(&id).copied());
    game.turns = turns.unwrap_or_default();
    // Where nobody knows what was before the first turn, it was as it is in it.
    let is_unknown = |(fact, _): &&(VariableId, u32)| game.slots.get(*fact) == Slot::UNKNOWN;
    let first: Facts = given.iter().filter(is_unknown).copied().collect();
    game.slots.know(&first);
    Ok(game)
}

/// What a process knows of a table before it finds anything.
pub(super) fn known_before(state: &State<'_>, plan: &ProcessPlan<'_>) -> Slots {
    let process = plan.process;
    let (id, _) = state.process(&process.name).unzip();
    let mut slots = Slots::of(state.model, &state.known_to(id));
    let lost = state.lost().filter(|fact| process.has_state(*fact));
    lost.for_each(|fact| slots.set(fact, plan.lost_as(fact)));
    if let Some(last) = id.and_then(|id| state.last_turn(id)) {
        let of_turn = process.turn.iter();
        of_turn.for_each(|fact| slots.set(*fact, Slot::UNKNOWN));
        slots.know(last);
    }
    for fact in id.into_iter().flat_map(|id| state.lost_in_turn(id)) {
        slots.set(fact, plan.lost_as(fact));
    }
    slots
}

/// Fills in what a process begins with, by the rules or as usual; tells of all that is still missing.
fn ready<'a>(mut game: dice::Game<'a>, given: &Given) -> Result<dice::Game<'a>, Diagnostic> {
    game.strict = given.strict;
    game.fill_start();
    let missing = game.missing();
    if missing.is_empty() {
        return Ok(game);
    }
    let model = game.plan.model;
    let missing = to_tell(&game, missing);
    let names = missing.iter().map(|fact| model.variable_name(*fact));
    let names: Vec<&str> = names.collect();
    let message = format!("the game cannot begin without {}", names.join(", "));
    Err(Diagnostic::request(message).help(to_give(model, &missing)))
}

/// What is to be told for facts that are missing: where a question finds one of them, what that needs first.
fn to_tell(game: &dice::Game<'_>, missing: Vec<VariableId>) -> Vec<VariableId> {
    let model = game.plan.model;
    let mut asker = Asker::new(model);
    let mut needed = |fact| {
        let by = asker.model.finder(fact)?;
        let mut situation = game.slots.situation(model);
        match asker.ask(by, &mut situation).0 {
            Ruling::Needs(needs) => needs.facts.first().copied(),
            _ => None,
        }
    };
    let told = missing.into_iter().map(|fact| needed(fact).unwrap_or(fact));
    told.unique().collect()
}

/// The facts of every turn: those given, and those of the scenario that are known at the table.
fn each_turn(process: &Process, given: &Given, state: Option<&State<'_>>) -> Facts {
    let known = |fact: VariableId| {
        given.terms.known.get(fact).or_else(|| {
            let state = state.filter(|state| state.model.stage_of(fact) == Stage::Scenario)?;
            state.known_to(None).get(fact)
        })
    };
    let facts = process.turn.iter();
    facts
        .filter_map(|fact| Some((*fact, known(*fact)?)))
        .collect()
}

/// Plays turns: as many as there are events, as were asked for, or as the players' rolls last.
pub fn play(
    game: &mut dice::Game<'_>,
    wish: &Wish<'_>,
    state: Option<&State<'_>>,
) -> Result<Played, Diagnostic> {
    if let Some(turns) = wish.turns.filter(|turns| *turns < wish.events.len()) {
        let events = wish.events.len();
        let message = format!("{events} events are more than {turns} turns");
        return Err(Diagnostic::request(message));
    }
    let mut told = wish.rolls.map(Hand::told);
    let of_events = Some(wish.events.len()).filter(|count| *count > 0);
    // Where nothing says how many, it is each of those told in turn, or the next one.
    let in_turn = wish.given.terms.cycles.iter();
    let in_turn = in_turn.map(|(_, values)| values.len()).max().unwrap_or(1);
    let of_cycles = told.is_none().then_some(in_turn);
    let count = wish.turns.or(of_events).or(of_cycles);
    let is_thrown_for = told.is_none() && wish.events.is_empty();
    let seed = wish.seed.or(is_thrown_for.then_some(wish.fresh));
    let (model, process) = (game.plan.model, game.plan.process);
    let mut asker = Asker::new(model);
    let judged =
        |asker: &mut Asker<'_>, slots: &Slots| asker.impossible(&slots.situation(model)).cloned();
    let mut played = Played {
        turns: Vec::new(),
        events: Vec::new(),
        seed,
        each: each_turn(process, wish.given, state),
        impossible: judged(&mut asker, &game.slots),
    };
    let mut table = state.cloned();
    // With what happened, the journal says what it began with, by the rules or as usual: later that may not be had again.
    let mut before = state.map_or_else(
        || game.slots.clone(),
        |state| known_before(state, &game.plan),
    );
    let is_over = |done: usize, told: &Option<Hand>| match (count, told) {
        (Some(count), _) => done >= count,
        (None, told) => !told.as_ref().is_some_and(Hand::has_more),
    };
    while !is_over(played.turns.len(), &told) {
        if count.unwrap_or(played.turns.len() + 1) > MOST_TURNS {
            let message = format!("a game has at most {MOST_TURNS} turns");
            return Err(Diagnostic::request(message));
        }
        let number = game.turns as usize;
        let event = wish.events.get(played.turns.len());
        let given = of_turn(&played.each, &wish.given.terms.cycles, number, event);
        let mut by_seed = seed.map_or(Hand::Nobody, |seed| Hand::seeded(seed, number as u64));
        let mut taken = game.turn(&given, told.as_mut().unwrap_or(&mut by_seed))?;
        if let Some(outgrown) = game.outgrown() {
            return Err(outgrown);
        }
        let mut happened = turn_told(&game.plan, (&before, &game.slots), &taken);
        if let Some(table) = &mut table {
            let terms = &wish.given.terms;
            let in_turn = terms.cycles.iter().map(|(fact, _)| *fact);
            let of_event = event.into_iter().flatten().map(|(fact, _)| *fact);
            let of_turn: Vec<VariableId> = in_turn.chain(of_event).collect();
            let text = |fact| {
                let told = terms.texts.get(&fact).map(String::as_str);
                let text = told.or_else(|| table.text(fact))?;
                (!of_turn.contains(&fact)).then(|| text.to_owned())
            };
            say_texts(model, &mut happened.given, text)?;
            let follows = follow(&mut asker, table, (&mut happened, &mut taken));
            game.slots.know(&follows);
        }
        taken.impossible = judged(&mut asker, &game.slots);
        before = game.slots.clone();
        played.events.push(Event::Play(happened));
        played.turns.push(taken);
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
    let in_turn = cycles.iter().filter_map(|(fact, values)| {
        let place = number.checked_rem(values.len())?;
        Some((*fact, *values.get(place)?))
    });
    given.extend(in_turn);
    for (fact, index) in event.into_iter().flatten() {
        given.retain(|(other, _)| other != fact);
        given.push((*fact, *index));
    }
    given
}
