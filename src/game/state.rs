//! What is known in a game now: what its journal says, event after event.

use super::{Entry, Event, Game, Misfit, Pair, Rolled};
use crate::dice::{self, TurnTaken};
use crate::model::{Model, Procedure, ProcedureId, Process, ProcessId, Role, VariableId};
use crate::rulebook::{request, terms};
use crate::turn::{Situation, Slot, Slots};
use rustc_hash::FxHashMap;

/// The word for a state that has no value.
const NO_VALUE: &str = "?";

/// What is known in a game.
#[derive(Debug, Clone)]
pub struct State<'m> {
    /// The rules.
    pub model: &'m Model,
    /// What is known: facts, readings, and what processes keep for themselves.
    pub known: Situation,
    /// How many turns of each process were played.
    pub turns: FxHashMap<ProcessId, u32>,
    /// What did not fit, a misfit each.
    pub misfits: Vec<Misfit>,
}

impl<'m> State<'m> {
    /// What is known before the first event.
    #[must_use]
    pub fn begin(model: &'m Model, game: &Game) -> Self {
        let mut state = Self {
            model,
            known: Situation::new(model),
            turns: FxHashMap::default(),
            misfits: game.misfits.clone(),
        };
        for reading in &game.head.readings {
            if let Err(error) = request::read_so(model, &mut state.known, reading) {
                let says = error.to_string();
                state.misfit(0, reading, says);
            }
        }
        state
    }

    /// What is known after all events.
    #[must_use]
    pub fn of(model: &'m Model, game: &Game) -> Self {
        let mut state = Self::begin(model, game);
        game.events().for_each(|entry| state.apply(entry));
        state.misfits.sort_by_key(|misfit| misfit.line);
        state
    }

    fn misfit(&mut self, line: usize, text: &str, says: String) {
        self.misfits.push(Misfit {
            line,
            text: text.to_owned(),
            says,
        });
    }

    /// Takes in an event; what does not fit is noted, and all else of it counts.
    pub fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Set(facts) => self.set_all(entry, facts),
            Event::Roll(rolled) if self.model.procedure_names.contains_key(&rolled.name) => {
                self.set_all(entry, &rolled.came);
            }
            Event::Play(rolled) => match self.process(&rolled.name) {
                Some((id, process)) => {
                    *self.turns.entry(id).or_default() += 1;
                    self.played(entry, process, &rolled.came);
                }
                None => self.unknown(entry, "process", &rolled.name),
            },
            Event::Roll(rolled) => self.unknown(entry, "procedure", &rolled.name),
            Event::Undo | Event::Redo => {}
        }
    }

    fn unknown(&mut self, entry: &Entry, what: &str, name: &str) {
        let says = format!("no pack declares a {what} `{name}`");
        self.misfit(entry.line, &entry.text, says);
    }

    fn set_all(&mut self, entry: &Entry, facts: &[Pair]) {
        for (name, value) in facts {
            if let Err(says) = self.set(name, value) {
                self.misfit(entry.line, &entry.text, says);
            }
        }
    }

    /// Makes a fact known by name and value, or, by an empty value, unknown.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let fact = request::named(self.model, name).map_err(|error| error.to_string())?;
        if value.is_empty() || value == NO_VALUE {
            self.known.set(fact, None);
            return Ok(());
        }
        let told = terms::one(self.model, fact, value).map_err(|error| error.to_string())?;
        for (fact, index) in told {
            self.known.set(fact, Some(index));
        }
        Ok(())
    }

    /// Takes in what a turn changed; a process may keep states that no other has.
    fn played(&mut self, entry: &Entry, process: &Process, came: &[Pair]) {
        for (name, value) in came {
            let says = match kept(self.model, process, name) {
                Some(state) => self.set_kept(state, value),
                None => self.set(name, value),
            };
            if let Err(says) = says {
                self.misfit(entry.line, &entry.text, says);
            }
        }
    }

    fn set_kept(&mut self, state: VariableId, value: &str) -> Result<(), String> {
        let index = match value {
            "" | NO_VALUE => None,
            value => {
                Some(request::index(self.model, state, value).map_err(|error| error.to_string())?)
            }
        };
        self.known.set(state, index);
        Ok(())
    }

    /// The process of a name.
    #[must_use]
    pub fn process(&self, name: &str) -> Option<(ProcessId, &'m Process)> {
        let id = self.model.process_names.get(name).copied()?;
        Some((id, self.model.process(id)?))
    }

    /// The procedure of a name.
    #[must_use]
    pub fn procedure(&self, name: &str) -> Option<(ProcedureId, &'m Procedure)> {
        let id = self.model.procedure_names.get(name).copied()?;
        Some((id, self.model.procedure(id)?))
    }

    /// The facts that are known, those first that people tell first.
    #[must_use]
    pub fn facts(&self) -> Vec<(VariableId, u32)> {
        let all = (0..).map(VariableId).zip(&self.model.variables);
        let known = all.filter(|(_, found)| found.role == Role::Fact);
        let known = known.filter_map(|(id, _)| Some((id, self.known.get(id)?)));
        let mut facts: Vec<(VariableId, u32)> = known.collect();
        facts.sort_by_key(|(fact, _)| (self.model.told_at(*fact), *fact));
        facts
    }

    /// The same as a person gives them: `weather=mud`.
    #[must_use]
    pub fn given(&self) -> Vec<String> {
        let facts = self.facts().into_iter();
        facts
            .map(|(fact, index)| {
                let (name, value) = pair(self.model, fact, Some(index));
                format!("{name}={value}")
            })
            .collect()
    }
}

/// A state that a process keeps for itself.
fn kept(model: &Model, process: &Process, name: &str) -> Option<VariableId> {
    let steps = process.steps.iter().map(|(state, _)| *state);
    let first = process.initially.iter().map(|(state, _)| *state);
    steps.chain(first).find(|state| {
        model
            .variable(*state)
            .is_some_and(|found| found.role == Role::Keep && found.name == name)
    })
}

fn pair(model: &Model, fact: VariableId, index: Option<u32>) -> Pair {
    let value = index.map_or_else(
        || NO_VALUE.to_owned(),
        |index| model.show_index(fact, index),
    );
    (model.variable_name(fact).to_owned(), value)
}

/// What the journal says of a turn: what was given and thrown, and what it changed.
#[must_use]
pub fn turn_told(
    model: &Model,
    process: &Process,
    (before, after): (&Slots, &Slots),
    taken: &TurnTaken,
) -> Event {
    let changed = process.steps.iter().filter_map(|(state, _)| {
        let now = after.get(*state);
        (before.get(*state) != now).then(|| pair(model, *state, now.index()))
    });
    Event::Play(Rolled {
        name: process.name.clone(),
        given: pairs(model, &taken.given),
        rolls: thrown(model, &taken.thrown),
        came: changed.collect(),
    })
}

/// What the journal says of a procedure rolled.
#[must_use]
pub fn roll_told(
    model: &Model,
    procedure: &Procedure,
    given: &[(VariableId, u32)],
    rolled: &dice::Rolled,
) -> Event {
    let dice = rolled.steps.iter().filter_map(|(_, taken)| match taken {
        dice::Taken::Thrown(thrown) => Some(thrown.clone()),
        _ => None,
    });
    let dice: Vec<_> = dice.collect();
    let came = |(fact, slot): &(VariableId, Slot)| pair(model, *fact, slot.index());
    Event::Roll(Rolled {
        name: procedure.name.clone(),
        given: pairs(model, given),
        rolls: thrown(model, &dice),
        came: rolled.outcome.iter().map(came).collect(),
    })
}

fn pairs(model: &Model, facts: &[(VariableId, u32)]) -> Vec<Pair> {
    let facts = facts.iter();
    facts
        .map(|(fact, index)| pair(model, *fact, Some(*index)))
        .collect()
}

/// Dice as players tell them: die by die, where each is known.
fn thrown(model: &Model, thrown: &[crate::turn::Thrown]) -> Vec<Pair> {
    let told = thrown.iter().map(|own| {
        let faces = own.faces.as_ref().map(|faces| {
            let faces = faces.iter().map(|face| face.show(&model.words, false));
            faces.collect::<Vec<_>>().join("+")
        });
        let total = || model.show_index(own.fact, own.index);
        let value = faces.or_else(|| own.told(model)).unwrap_or_else(total);
        (model.variable_name(own.fact).to_owned(), value)
    });
    told.collect()
}
