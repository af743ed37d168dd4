//! Playing a journal again: where the rules now say something else than the journal.

use super::follows::follow;
use super::roll::begin;
use super::state::{facts_told, know, roll_told, turn_told};
use super::turns::{self, Plans};
use super::{Event, Happened, Misfit, Pair, Record, State};
use crate::answer::Asker;
use crate::diagnostic::Diagnostic;
use crate::dice::{self, Hand, Terms};
use crate::model::{Model, Process};
use crate::rulebook::request;
use crate::source::Sources;

/// What differs, and by which paragraphs.
type Differs = (String, Vec<String>);

/// The first line at which the rules now lead elsewhere than the journal says, if there is one, and how they do.
pub fn replay(model: &Model, sources: &Sources, game: &Record) -> Option<Misfit> {
    let mut state = State::begin(model, game);
    let mut again = Again {
        sources,
        asker: Asker::new(model),
        plans: Plans::default(),
    };
    for entry in game.events() {
        let again = match &entry.event {
            Event::Roll(rolled) => again.roll(&state, rolled),
            Event::Play(rolled) => again.turn(&state, rolled),
            Event::Set(_) | Event::Undo | Event::Redo => Ok(None),
        };
        let differs = again.unwrap_or_else(|wrong| {
            let says = format!("the rules cannot follow it now: {}", wrong.message);
            Some((says, Vec::new()))
        });
        if let Some((says, cite)) = differs {
            let cite = match cite.as_slice() {
                [] => String::new(),
                cite => format!(" ({})", cite.join(", ")),
            };
            return Some(Misfit {
                line: entry.line,
                text: entry.text.clone(),
                says: says + &cite,
            });
        }
        state.apply(entry);
    }
    None
}

/// What plays events again: what it compiles for one, it has for the next.
struct Again<'m> {
    sources: &'m Sources,
    asker: Asker<'m>,
    plans: Plans<'m>,
}

impl<'m> Again<'m> {
    fn roll(
        &mut self,
        state: &State<'m>,
        rolled: &Happened,
    ) -> Result<Option<Differs>, Diagnostic> {
        let model = state.model;
        // A name that is no procedure is told by the state.
        let Some(procedure) = state.procedure(&rolled.name) else {
            return Ok(None);
        };
        let given = facts_told(model, &rolled.given)?;
        let mut terms = Terms::new(model);
        terms.known = state.before_rolling(procedure);
        know(&mut terms.known, &given);
        self.asker.begin();
        begin(&mut self.asker, procedure, &mut terms.known);
        let now = dice::roll(model, self.sources, procedure, &terms, &mut hand(rolled))?;
        let now = roll_told(model, procedure, &given, &now);
        let rolled = &as_named_now(model, None, rolled);
        Ok(differs(rolled, &now).map(|says| (says, procedure.cite.clone())))
    }

    fn turn(
        &mut self,
        state: &State<'m>,
        rolled: &Happened,
    ) -> Result<Option<Differs>, Diagnostic> {
        let model = state.model;
        let Some((_, process)) = state.process(&rolled.name) else {
            return Ok(None);
        };
        let given = facts_told(model, &rolled.given)?;
        let mut rolled = as_named_now(model, Some(process), rolled);
        // What was found or taken then, and the next turn looks at, is none of the dice.
        let is_dice = |(name, _): &Pair| -> bool {
            let fact = model.fact_named(name);
            fact.is_none_or(|fact| model.roll_of(fact).is_some())
        };
        rolled.rolls.retain(is_dice);
        let rolled = &rolled;
        let mut game =
            turns::at_table(state, self.sources, process, (&given, &[]), &mut self.plans)?;
        game.fill_start();
        let before = game.slots.clone();
        let mut hand = hand(rolled);
        let mut taken = game.turn(&given, &mut hand)?;
        hand.finish()?;
        let changed = turn_told(&game.plan, (&before, &game.slots), &taken);
        let known = turns::known_before(state, &game.plan);
        let mut now = turn_told(&game.plan, (&known, &game.slots), &taken);
        now.rolls.retain(is_dice);
        // A journal may leave out what a turn only began with.
        let is_told =
            |told: &Happened, name: &String| told.came.iter().any(|(text, _)| text == name);
        now.came
            .retain(|(name, _)| is_told(&changed, name) || is_told(rolled, name));
        let table = &mut state.clone();
        follow(&mut self.asker, table, (&mut now, &mut taken));
        Ok(differs(rolled, &now).map(|says| {
            let changes = taken.changes.iter();
            let named = changes.filter(|change| says.contains(&change.state));
            let cite = named.flat_map(|change| change.cites.clone()).collect();
            (says, cite)
        }))
    }
}

/// What came of something, by the names and values that facts have now: they may have been others when it was written down.
fn as_named_now(model: &Model, process: Option<&Process>, then: &Happened) -> Happened {
    let now = |(name, value): &Pair| {
        let kept = process.and_then(|process| request::kept(model, process, name));
        let Some(fact) = kept.or_else(|| model.fact_named(name)) else {
            return (name.clone(), value.clone());
        };
        let index = model.index_named(fact, value);
        let value = index.map_or_else(|| value.clone(), |index| model.show_index(fact, index));
        (model.variable_name(fact).to_owned(), value)
    };
    Happened {
        came: then.came.iter().map(now).collect(),
        rolls: then.rolls.iter().map(now).collect(),
        ..then.clone()
    }
}

/// What two outcomes say otherwise of one name, where the later knows of it.
fn differs(then: &Happened, now: &Happened) -> Option<String> {
    let told = |pairs: &[Pair], name: &String| match pairs.iter().find(|(text, _)| text == name) {
        Some((_, value)) => format!("{name}={value}"),
        None => format!("{name} stays as it is"),
    };
    let mut rolled = then.rolls.iter().zip(&now.rolls);
    if let Some(((was, _), (is, _))) = rolled.find(|((was, _), (is, _))| was != is) {
        return Some(format!(
            "the journal says that {was} was rolled, the rules now roll {is}"
        ));
    }
    let names = then.came.iter().chain(&now.came).map(|(name, _)| name);
    names.into_iter().find_map(|name| {
        let (was, is) = (told(&then.came, name), told(&now.came, name));
        (was != is).then(|| format!("the journal says {was}, the rules now say {is}"))
    })
}

/// The players' own dice, as they were written down.
fn hand(rolled: &Happened) -> Hand {
    let rolls: Vec<&str> = rolled.rolls.iter().map(|(_, dice)| dice.as_str()).collect();
    Hand::told(&rolls.join(","))
}
