//! What is known in a game now: what its journal says, event after event.

use super::line::{NO_VALUE, refuse_unkept};
use super::{Entry, Event, Happened, Misfit, Pair, Record};
use crate::answer::Asker;
use crate::diagnostic::Diagnostic;
use crate::dice::{self, TurnTaken};
use crate::model::{
    Impossible, Model, Procedure, Process, ProcessId, Role, Stage, StepDoes, VariableId,
};
use crate::rulebook::terms::THEN;
use crate::rulebook::{Named, request, terms};
use crate::turn::{ProcessPlan, Situation, Slot, Slots, Thrown};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known in a game.
#[derive(Debug, Clone)]
pub struct State<'m> {
    pub model: &'m Model,
    /// Facts, readings, and what processes keep for themselves.
    known: Situation,
    /// The texts that were told of facts of free text: what is known of these is only which of the texts that rules name they are.
    texts: FxHashMap<VariableId, String>,
    /// Of what is known, what a process alone looks at: it sets it for its own next steps, and shows nobody.
    inside: FxHashMap<VariableId, ProcessId>,
    /// The states that a process came to without a value: the source lost it, or no rule gives one.
    lost: FxHashSet<VariableId>,
    /// How many turns of each process were played.
    pub turns: FxHashMap<ProcessId, u32>,
    /// What the last turn of each process was told and rolled: to that process, in its next turn, it is what was.
    last: FxHashMap<ProcessId, Vec<(VariableId, u32)>>,
    /// Of what it found or took, what was lost.
    last_lost: FxHashMap<ProcessId, Vec<VariableId>>,
    pub misfits: Vec<Misfit>,
}

impl<'m> State<'m> {
    /// What is known before the first event.
    pub fn begin(model: &'m Model, game: &Record) -> Self {
        let mut state = Self {
            model,
            known: Situation::new(model),
            texts: FxHashMap::default(),
            inside: FxHashMap::default(),
            lost: FxHashSet::default(),
            turns: FxHashMap::default(),
            last: FxHashMap::default(),
            last_lost: FxHashMap::default(),
            misfits: game.misfits.clone(),
        };
        for reading in &game.head.readings {
            let read = request::read_so(model, &mut state.known, reading);
            state.note(0, reading, read);
        }
        state
    }

    /// What is known after all events.
    pub fn of(model: &'m Model, game: &Record) -> Self {
        let mut state = Self::begin(model, game);
        game.events().for_each(|entry| state.apply(entry));
        state.misfits.sort_by_key(|misfit| misfit.line);
        state
    }

    /// Notes what does not fit, if anything.
    fn note(&mut self, line: usize, text: &str, done: Result<(), Diagnostic>) {
        self.misfits.extend(done.err().map(|wrong| Misfit {
            line,
            text: text.to_owned(),
            says: wrong.to_string(),
        }));
    }

    /// Takes in an event; what does not fit is noted, and all else of it counts.
    pub fn apply(&mut self, entry: &Entry) {
        self.take(&entry.event, (entry.line, &entry.text));
    }

    /// Takes in an event that is not of the journal yet.
    pub fn happened(&mut self, event: &Event) {
        self.take(event, (0, ""));
    }

    /// Takes in a turn that the rules have just played.
    pub(super) fn played(&mut self, happened: &Happened) {
        self.take(&Event::Play(happened.clone()), (0, ""));
    }

    fn take(&mut self, event: &Event, (line, text): (usize, &str)) {
        let unknown = |what: &str, name: &str| {
            Diagnostic::request(format!("no pack declares a {what} `{name}`"))
        };
        let (process, facts) = match event {
            Event::Set(facts) => (None, facts),
            Event::Roll(rolled) if self.procedure(&rolled.name).is_some() => (None, &rolled.came),
            Event::Roll(rolled) => {
                let wrong = unknown("procedure", &rolled.name);
                return self.note(line, text, Err(wrong));
            }
            Event::Play(rolled) => {
                let Some((id, process)) = self.process(&rolled.name) else {
                    let wrong = unknown("process", &rolled.name);
                    return self.note(line, text, Err(wrong));
                };
                *self.turns.entry(id).or_default() += 1;
                let (lost, thrown): (Vec<&Pair>, Vec<&Pair>) = rolled
                    .rolls
                    .iter()
                    .partition(|(_, value)| value == NO_VALUE);
                let lost = lost.iter();
                let lost = lost.filter_map(|(name, _)| self.model.fact_named(name));
                self.last_lost.insert(id, lost.collect());
                let thrown = facts_told(self.model, thrown).unwrap_or_default();
                let told = facts_told(self.model, &rolled.given);
                let mut told = told.unwrap_or_default();
                told.retain(|(fact, _)| process.turn.contains(fact));
                // What was known to be otherwise is so from now on; what is of the turn alone is not known beyond it.
                let is_known = |(fact, _): &&(VariableId, u32)| self.known.is_known(*fact);
                let known: Vec<_> = told.iter().filter(is_known).copied().collect();
                know(&mut self.known, &known);
                for (fact, _) in known {
                    let mut given = rolled.given.iter();
                    let given = given.find(|(name, _)| self.model.fact_named(name) == Some(fact));
                    if let Some((_, text)) = given.filter(|_| self.is_text(fact)) {
                        self.texts.insert(fact, text.clone());
                    }
                }
                told.extend(thrown);
                self.last.insert(id, told);
                (Some((id, process)), &rolled.came)
            }
            Event::Undo | Event::Redo => return,
        };
        for (name, value) in facts {
            let set = self.set(process, name, value);
            self.note(line, text, set);
        }
    }

    /// Makes a fact known by name and value, or, by an empty value, unknown; a process may keep states that no other has.
    fn set(
        &mut self,
        of: Option<(ProcessId, &Process)>,
        name: &str,
        value: &str,
    ) -> Result<(), Diagnostic> {
        let model = self.model;
        let kept = of.and_then(|(_, process)| request::kept(model, process, name));
        let fact = kept.map_or_else(|| request::named(model, name), Ok)?;
        let told = match value {
            "" | NO_VALUE => {
                self.known.set(fact, None);
                let is_state = of.is_some_and(|(_, process)| process.has_state(fact));
                match is_state && value == NO_VALUE {
                    true => self.lost.insert(fact),
                    false => self.lost.remove(&fact),
                };
                return Ok(());
            }
            value if kept.is_some() => vec![(fact, request::index(model, fact, value)?)],
            value => terms::one(model, fact, value)?,
        };
        know(&mut self.known, &told);
        for (fact, _) in told {
            self.texts.remove(&fact);
            self.lost.remove(&fact);
            if self.is_text(fact) {
                self.texts.insert(fact, value.to_owned());
            }
            match of.filter(|(_, process)| process.has_state(fact) && !process.shows(fact)) {
                Some((id, _)) => self.inside.insert(fact, id),
                None => self.inside.remove(&fact),
            };
        }
        Ok(())
    }

    /// Makes facts known to all, those of free text in these words.
    pub fn tell(&mut self, facts: &[(VariableId, u32)], texts: &FxHashMap<VariableId, String>) {
        know(&mut self.known, facts);
        for (fact, _) in facts {
            match texts.get(fact) {
                Some(text) => self.texts.insert(*fact, text.clone()),
                None => self.texts.remove(fact),
            };
            self.inside.remove(fact);
            self.lost.remove(fact);
        }
    }

    /// The states that a process came to without a value.
    pub fn lost(&self) -> impl Iterator<Item = VariableId> {
        self.lost.iter().copied()
    }

    /// Why what is known cannot be, if it cannot.
    pub fn impossible(&self) -> Option<&'m Impossible> {
        Asker::new(self.model).impossible(&self.known_to(None))
    }

    /// Whether a process has had no turn.
    pub fn is_new(&self, process: &Process) -> bool {
        let id = self.model.process_names.get(&process.name);
        id.is_none_or(|id| self.turns.get(id).is_none_or(|turns| *turns == 0))
    }

    /// What a process was told and rolled in its last turn; nothing before the first.
    pub fn last_turn(&self, process: ProcessId) -> Option<&[(VariableId, u32)]> {
        self.last.get(&process).map(Vec::as_slice)
    }

    /// What a process found or took in its last turn, and was lost.
    pub fn lost_in_turn(&self, process: ProcessId) -> impl Iterator<Item = VariableId> {
        let lost = self.last_lost.get(&process).into_iter();
        lost.flatten().copied()
    }

    /// Facts that go in turn, each as `side=red then blue`, from the next turn of a process on.
    pub fn in_turn_from_next(&self, process: ProcessId, facts: &[String]) -> Vec<String> {
        let turns = self.turns.get(&process).copied().unwrap_or_default() as usize;
        let from_next = |text: &String| match text.split_once('=') {
            Some((name, value)) if terms::is_in_turn(value) => {
                let mut values: Vec<&str> = value.split(THEN).collect();
                let done = turns % values.len().max(1);
                values.rotate_left(done);
                format!("{name}={}", values.join(THEN))
            }
            _ => text.clone(),
        };
        facts.iter().map(from_next).collect()
    }

    /// What is known to all, and what a process alone looks at to that process.
    pub fn known_to(&self, process: Option<ProcessId>) -> Situation {
        let mut known = self.known.clone();
        let others = self.inside.iter().filter(|(_, of)| Some(**of) != process);
        others.for_each(|(fact, _)| known.set(*fact, None));
        known
    }

    pub fn process(&self, name: &str) -> Option<(ProcessId, &'m Process)> {
        let id = self.model.process_names.get(name).copied()?;
        Some((id, self.model.processes.at(id.index())?))
    }

    pub fn procedure(&self, name: &str) -> Option<&'m Procedure> {
        let id = self.model.procedure_names.get(name).copied()?;
        self.model.procedures.at(id.index())
    }

    fn is_text(&self, fact: VariableId) -> bool {
        self.model.variables[fact].domain.is_text()
    }

    /// What was told of a fact of free text.
    pub fn text(&self, fact: VariableId) -> Option<&str> {
        self.texts.get(&fact).map(String::as_str)
    }

    /// What was told of facts of free text.
    pub fn texts(&self) -> impl Iterator<Item = (VariableId, String)> {
        self.texts.iter().map(|(fact, text)| (*fact, text.clone()))
    }

    /// A value that is known, as it was told where it is free text.
    pub fn shown(&self, fact: VariableId, index: u32) -> String {
        let shown = || self.model.show_index(fact, index);
        self.text(fact).map_or_else(shown, str::to_owned)
    }

    /// The facts that are known, those first that people tell first.
    pub fn facts(&self) -> Vec<(VariableId, u32)> {
        let known = self.known_to(None);
        let mut facts = facts_of(self.model, &known);
        // With what a game is played otherwise than most.
        let readings = self.model.variables.enumerated();
        facts.extend(readings.filter_map(|(id, own)| {
            let is_switch = own.reading.as_ref().is_some_and(|own| own.is_switch);
            let index = known.get(id).filter(|_| is_switch)?;
            (own.role != Role::Reading(index)).then_some((id, index))
        }));
        facts.sort_by_key(|(fact, _)| (self.model.told_at(*fact), *fact));
        facts
    }

    /// What is known before a procedure: what it rolls and finds itself is not.
    pub fn before_rolling(&self, procedure: &Procedure) -> Situation {
        let mut known = self.known_to(None);
        for step in &procedure.steps {
            let fact = match &step.does {
                StepDoes::Roll(fact) | StepDoes::Ask { fact, .. } => *fact,
                StepDoes::Do(_) => continue,
            };
            let dice = self.model.dice_of(fact).into_iter();
            let own = dice.chain([fact]);
            own.filter(|other| !procedure.start.contains(other))
                .for_each(|each| known.set(each, None));
        }
        known
    }

    /// Puts what is known into a situation, where that knows nothing else: what is said there stays, be it what stands by default.
    pub fn fill(&self, situation: &mut Situation, is_said: impl Fn(VariableId) -> bool) {
        let default = Situation::new(self.model);
        let known = self.known_to(None);
        for id in self.model.variables.ids() {
            let told = situation.get(id);
            if told == default.get(id) && !is_said(id) {
                situation.set(id, known.get(id).or(told));
            }
        }
    }

    /// What was told and rolled in the turn before the next one of a process, as far as that looks at it.
    fn before_turn(&self, process: ProcessId, known: &Situation) -> Vec<(VariableId, u32)> {
        let Process { before, turn, .. } = &self.model.processes[process];
        let facts = before.iter().map(|(fact, _)| *fact);
        let facts = facts.filter(|fact| turn.contains(fact));
        let index = |fact: VariableId| match self.last_turn(process) {
            Some(last) => last
                .iter()
                .find(|(own, _)| *own == fact)
                .map(|(_, index)| *index),
            None => known.get(fact),
        };
        facts
            .filter_map(|fact| Some((fact, index(fact)?)))
            .collect()
    }

    /// What else is known beside facts as a person gives them, as that person would: `weather=mud`. For the odds of something,
    /// what it rolls and finds itself is not, nor, turn by turn, what is told in each turn; and what is known before the first
    /// turn alone comes second.
    pub fn beside(&self, given: &[String], odds_of: Option<Named>) -> [Vec<String>; 2] {
        let model = self.model;
        let mut known = self.known_to(None);
        let mut before_first = Vec::new();
        let (mut handed_on, mut kept): (Vec<VariableId>, Vec<VariableId>) = Default::default();
        let is_kept = |state: &&VariableId| model.variables[**state].role == Role::Keep;
        match odds_of {
            Some(Named::Procedure(id)) => known = self.before_rolling(&model.procedures[id]),
            Some(Named::Process(id)) => {
                let process = &model.processes[id];
                let states = process.steps.iter().map(|(state, _)| *state);
                handed_on.extend(states);
                known = self.known_to(Some(id));
                before_first = self.before_turn(id, &known);
                kept.extend(handed_on.iter().filter(|state| is_kept(state)).copied());
                let of_turn = process.turn.iter().copied();
                of_turn
                    .filter(|fact| model.stage_of(*fact) != Stage::Scenario)
                    .for_each(|fact| known.set(fact, None));
            }
            Some(Named::Question(_)) | None => {}
        }
        let names = given.iter().filter_map(|text| text.split_once('='));
        let told: Vec<VariableId> = names
            .filter_map(|(name, _)| model.fact_named(name.trim()))
            .collect();
        let mut beside = [Vec::new(), Vec::new()];
        let [_, start] = &mut beside;
        start.extend(kept.into_iter().filter_map(|state| {
            let value = model.show_index(state, known.get(state)?);
            Some(format!("{}={value}", model.variables[state].name))
        }));
        start.extend(before_first.into_iter().map(|(fact, index)| {
            let value = model.show_index(fact, index);
            format!("{}={value}", model.variable_name(fact))
        }));
        for (fact, _) in self.facts() {
            let Some(index) = known.get(fact).filter(|_| !told.contains(&fact)) else {
                continue;
            };
            let [each, start] = &mut beside;
            let place = if handed_on.contains(&fact) {
                start
            } else {
                each
            };
            let (name, value) = (model.variable_name(fact), self.shown(fact, index));
            place.push(format!("{name}={value}"));
        }
        beside
    }
}

/// The facts that a situation knows; readings and states are none.
pub fn facts_of(model: &Model, known: &Situation) -> Vec<(VariableId, u32)> {
    let facts = model.facts();
    facts
        .filter_map(|(fact, _)| Some((fact, known.get(fact)?)))
        .collect()
}

pub(super) fn know(known: &mut Situation, facts: &[(VariableId, u32)]) {
    for (fact, index) in facts {
        known.set(*fact, Some(*index));
    }
}

pub(super) fn pair(model: &Model, fact: VariableId, index: Option<u32>) -> Pair {
    let value = index.map(|index| model.show_index(fact, index));
    let value = value.unwrap_or_else(|| NO_VALUE.to_owned());
    (model.variable_name(fact).to_owned(), value)
}

pub(super) fn pairs(model: &Model, facts: &[(VariableId, u32)]) -> Vec<Pair> {
    let facts = facts.iter();
    facts
        .map(|(fact, index)| pair(model, *fact, Some(*index)))
        .collect()
}

/// Says what was told of a fact of free text, where its value stands for all texts that rules do not name.
pub(super) fn say_texts(
    model: &Model,
    pairs: &mut [Pair],
    text: impl Fn(VariableId) -> Option<String>,
) -> Result<(), Diagnostic> {
    for (name, value) in pairs {
        let Some(fact) = model.fact_named(name) else {
            continue;
        };
        let index = model.index_named(fact, value);
        if index.is_some_and(|index| model.variables[fact].domain.is_free_text(index)) {
            *value = text(fact).ok_or_else(|| {
                let message = format!("what `{name}` is would not be written down");
                Diagnostic::request(message)
                    .help(format!("give it for each turn by itself: `{name}=TEXT`"))
            })?;
            refuse_unkept(value)?;
        }
    }
    Ok(())
}

/// The facts of a line of a journal.
///
/// # Errors
///
/// Where one is none, or has no such value.
pub(super) fn facts_told<'p>(
    model: &Model,
    pairs: impl IntoIterator<Item = &'p Pair>,
) -> Result<Vec<(VariableId, u32)>, Diagnostic> {
    let mut facts = Vec::new();
    for (name, value) in pairs {
        facts.extend(terms::one(model, request::named(model, name)?, value)?);
    }
    Ok(facts)
}

/// Dice as players tell them: die by die, where each is known.
fn rolls<'t>(model: &Model, thrown: impl Iterator<Item = &'t Thrown>) -> Vec<Pair> {
    let told = thrown.map(|thrown| {
        let total = || model.show_index(thrown.fact, thrown.index);
        let told = thrown.told(model).unwrap_or_else(total);
        (model.variable_name(thrown.fact).to_owned(), told)
    });
    told.collect()
}

/// What the journal says of a turn: what was given and thrown, what the next one looks at beside that, and what it changed.
pub(super) fn turn_told(
    plan: &ProcessPlan<'_>,
    (before, after): (&Slots, &Slots),
    taken: &TurnTaken,
) -> Happened {
    let (model, process) = (plan.model, plan.process);
    let is_given = |fact: VariableId| taken.given.iter().any(|(own, _)| *own == fact);
    let handed_on = plan.handed_on.iter().filter_map(|fact| {
        let is_found = process.turn.contains(fact) && model.roll_of(*fact).is_none();
        let slot = after.get(*fact);
        let is_known = slot != Slot::UNKNOWN;
        (is_found && is_known && !is_given(*fact)).then_some((*fact, slot))
    });
    let mut rolls = rolls(model, taken.thrown.iter());
    rolls.extend(handed_on.map(|(fact, slot)| pair(model, fact, slot.index())));
    let changed = process.steps.iter().filter_map(|(state, _)| {
        let now = after.get(*state);
        (before.get(*state) != now).then(|| pair(model, *state, now.index()))
    });
    Happened {
        name: process.name.clone(),
        given: pairs(model, &taken.given),
        rolls,
        came: changed.collect(),
    }
}

/// What the journal says of a procedure rolled.
pub(super) fn roll_told(
    model: &Model,
    procedure: &Procedure,
    given: &[(VariableId, u32)],
    rolled: &dice::Rolled,
) -> Happened {
    let is_given = |thrown: &Thrown| given.iter().any(|(fact, _)| *fact == thrown.fact);
    let thrown = rolled.steps.iter().filter_map(|(_, taken)| match taken {
        dice::Taken::Thrown(thrown) if !is_given(thrown) => Some(thrown),
        _ => None,
    });
    let came = rolled.outcome.iter();
    Happened {
        name: procedure.name.clone(),
        given: pairs(model, given),
        rolls: rolls(model, thrown),
        came: came
            .map(|(fact, slot)| pair(model, *fact, slot.index()))
            .collect(),
    }
}
