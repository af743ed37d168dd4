//! Playing a journal again: where the rules now say something else than the journal.

use super::{Entry, Event, Game, Pair, Rolled, State, roll_told, turn_told};
use crate::diagnostic::Diagnostic;
use crate::dice::{self, Hand, Terms};
use crate::model::{Model, Process, StepDoes, VariableId};
use crate::rulebook::terms;
use crate::source::Sources;
use crate::turn::{Situation, Slots};
use std::fmt::{Display, Formatter, Result as FormatResult};

/// The first line of a journal that the rules do not lead to any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its line.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// What differs: `the journal says raining=yes, the rules now say no`.
    pub says: String,
    /// The paragraphs of the rules that now say so.
    pub cite: Vec<String>,
}

impl Display for Difference {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        write!(
            formatter,
            "line {}, `{}`: {}",
            self.line, self.text, self.says
        )?;
        if self.cite.is_empty() {
            return Ok(());
        }
        write!(formatter, " ({})", self.cite.join(", "))
    }
}

/// The first line at which the rules now lead elsewhere than the journal says, if there is one.
#[must_use]
pub fn replay(model: &Model, sources: &Sources, game: &Game) -> Option<Difference> {
    let mut state = State::begin(model, game);
    for entry in game.events() {
        let found = match &entry.event {
            Event::Roll(rolled) => again(&state, sources, rolled),
            Event::Play(rolled) => turn_again(&state, sources, rolled),
            Event::Set(_) | Event::Undo | Event::Redo => None,
        };
        if let Some((says, cite)) = found {
            return Some(difference(entry, says, cite));
        }
        state.apply(entry);
    }
    None
}

fn difference(entry: &Entry, says: String, cite: Vec<String>) -> Difference {
    Difference {
        line: entry.line,
        text: entry.text.clone(),
        says,
        cite,
    }
}

/// What differs, and by which paragraphs.
type Differs = (String, Vec<String>);

fn again(state: &State<'_>, sources: &Sources, rolled: &Rolled) -> Option<Differs> {
    let model = state.model;
    let (_, procedure) = state.procedure(&rolled.name)?;
    let mut hand = Hand::told(&told(&rolled.rolls));
    let mut terms = Terms::new(model);
    terms.known = state.before_rolling(procedure);
    let given = facts(model, &rolled.given)?;
    given
        .iter()
        .for_each(|(fact, index)| terms.known.set(*fact, Some(*index)));
    match dice::roll(model, sources, procedure, &terms, &mut hand) {
        Ok(now) => {
            let Event::Roll(now) = roll_told(model, procedure, &given, &now) else {
                return None;
            };
            differs(&rolled.came, &now.came).map(|says| (says, procedure.cite.clone()))
        }
        Err(fault) => Some((
            format!("the rules cannot follow it now: {}", fault.message),
            Vec::new(),
        )),
    }
}

fn turn_again(state: &State<'_>, sources: &Sources, rolled: &Rolled) -> Option<Differs> {
    let model = state.model;
    let (_, process) = state.process(&rolled.name)?;
    let given = facts(model, &rolled.given)?;
    let mut hand = Hand::told(&told(&rolled.rolls));
    let turn = state.game(sources, process, &given).and_then(|mut game| {
        let before = game.slots.clone();
        let taken = game.turn(&given, &mut hand)?;
        let event = turn_told(model, process, (&before, &game.slots), &taken);
        Ok((taken, event))
    });
    match turn {
        Ok((taken, event)) => {
            let Event::Play(now) = &event else {
                return None;
            };
            let says = differs(&rolled.came, &now.came)?;
            let changes = taken.changes.iter();
            let named = changes.filter(|change| says.contains(&change.state));
            let cite = named.flat_map(|change| change.cites.clone()).collect();
            Some((says, cite))
        }
        Err(fault) => Some((
            format!("the rules cannot follow it now: {}", fault.message),
            Vec::new(),
        )),
    }
}

/// What two outcomes say otherwise of one name, where the later knows of it.
fn differs(then: &[Pair], now: &[Pair]) -> Option<String> {
    let value = |pairs: &[Pair], name: &str| {
        let found = pairs.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.clone())
    };
    let told = |name: &str, value: Option<String>| match value {
        Some(value) => format!("{name}={value}"),
        None => format!("{name} stays as it is"),
    };
    let names = then.iter().chain(now).map(|(name, _)| name);
    let found = names.into_iter().find_map(|name| {
        let (was, is) = (value(then, name), value(now, name));
        (was != is).then(|| (told(name, was), told(name, is)))
    });
    found.map(|(was, is)| format!("the journal says {was}, the rules now say {is}"))
}

fn told(rolls: &[Pair]) -> String {
    let rolls: Vec<&str> = rolls.iter().map(|(_, value)| value.as_str()).collect();
    rolls.join(",")
}

/// The facts of a line; none where one does not fit, which is told elsewhere.
fn facts(model: &Model, pairs: &[Pair]) -> Option<Vec<(VariableId, u32)>> {
    let mut facts = Vec::new();
    for (name, value) in pairs {
        let fact = model.fact_named(name)?;
        facts.extend(terms::one(model, fact, value).ok()?);
    }
    Some(facts)
}

impl<'m> State<'m> {
    /// What is known before a procedure: what it rolls and finds itself is not.
    #[must_use]
    pub fn before_rolling(&self, procedure: &crate::model::Procedure) -> Situation {
        let mut known = self.known.clone();
        for step in &procedure.steps {
            let fact = match &step.does {
                StepDoes::Roll(fact) | StepDoes::Ask { fact, .. } => *fact,
                StepDoes::Do(_) => continue,
            };
            for own in std::iter::once(fact).chain(self.model.dice_of(fact)) {
                if !procedure.start.contains(&own) {
                    known.set(own, None);
                }
            }
        }
        known
    }

    /// A process as it stands, before its next turn; `given` are the facts of that turn.
    ///
    /// # Errors
    ///
    /// Where it cannot be played.
    pub fn game<'a>(
        &'a self,
        sources: &'a Sources,
        process: &'a Process,
        given: &[(VariableId, u32)],
    ) -> Result<dice::Game<'a>, Diagnostic> {
        let mut terms = Terms::new(self.model);
        terms.known = self.known.clone();
        // A fact of the turn that is not given is not as in the turn before.
        process
            .turn
            .iter()
            .for_each(|fact| terms.known.set(*fact, None));
        given
            .iter()
            .for_each(|(fact, index)| terms.known.set(*fact, Some(*index)));
        let plan = dice::plan(self.model, process, &terms)?;
        let mut game = dice::Game::new(plan, sources, Slots::of(self.model, &self.known));
        let id = self.model.process_names.get(&process.name);
        game.turns = id
            .and_then(|id| self.turns.get(id))
            .copied()
            .unwrap_or_default();
        Ok(game)
    }
}
