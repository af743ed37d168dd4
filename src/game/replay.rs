//! Playing a journal again: where the rules now say something else than the journal.

use super::follows::follow;
use super::roll::begin;
use super::state::{know, roll_told, turn_told};
use super::{Event, Happened, Misfit, Pair, Record, State, turns};
use crate::answer::Asker;
use crate::diagnostic::Diagnostic;
use crate::dice::{self, Hand, Terms};
use crate::model::{Model, VariableId};
use crate::rulebook::terms;
use crate::source::Sources;

/// What differs, and by which paragraphs.
type Differs = (String, Vec<String>);

/// The first line at which the rules now lead elsewhere than the journal says, if there is one, and how they do.
pub fn replay(model: &Model, sources: &Sources, game: &Record) -> Option<Misfit> {
    let mut state = State::begin(model, game);
    for entry in game.events() {
        let again = match &entry.event {
            Event::Roll(rolled) => roll_again(&state, sources, rolled),
            Event::Play(rolled) => turn_again(&state, sources, rolled),
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

fn roll_again(
    state: &State<'_>,
    sources: &Sources,
    rolled: &Happened,
) -> Result<Option<Differs>, Diagnostic> {
    let model = state.model;
    let (Some(procedure), Some(given)) =
        (state.procedure(&rolled.name), facts(model, &rolled.given))
    else {
        return Ok(None);
    };
    let mut terms = Terms::new(model);
    terms.known = state.before_rolling(procedure);
    know(&mut terms.known, &given);
    begin(&mut Asker::new(model), procedure, &mut terms.known);
    let now = dice::roll(model, sources, procedure, &terms, &mut hand(rolled))?;
    let now = roll_told(model, procedure, &given, &now);
    Ok(differs(rolled, &now).map(|says| (says, procedure.cite.clone())))
}

fn turn_again(
    state: &State<'_>,
    sources: &Sources,
    rolled: &Happened,
) -> Result<Option<Differs>, Diagnostic> {
    let model = state.model;
    let (Some((_, process)), Some(given)) =
        (state.process(&rolled.name), facts(model, &rolled.given))
    else {
        return Ok(None);
    };
    let mut game = turns::at_table(state, sources, process, &given)?;
    game.fill_start();
    let before = game.slots.clone();
    let mut taken = game.turn(&given, &mut hand(rolled))?;
    let changed = turn_told(model, process, (&before, &game.slots), &taken);
    let known = turns::known_before(state, process);
    let mut now = turn_told(model, process, (&known, &game.slots), &taken);
    // A journal may leave out what a turn only began with.
    let is_told = |told: &Happened, name: &String| told.came.iter().any(|(text, _)| text == name);
    now.came
        .retain(|(name, _)| is_told(&changed, name) || is_told(rolled, name));
    let table = &mut state.clone();
    follow(&mut Asker::new(model), table, (&mut now, &mut taken));
    Ok(differs(rolled, &now).map(|says| {
        let changes = taken.changes.iter();
        let named = changes.filter(|change| says.contains(&change.state));
        let cite = named.flat_map(|change| change.cites.clone()).collect();
        (says, cite)
    }))
}

/// What two outcomes say otherwise of one name, where the later knows of it.
fn differs(then: &Happened, now: &Happened) -> Option<String> {
    let told = |pairs: &[Pair], name: &String| match pairs.iter().find(|(text, _)| text == name) {
        Some((_, value)) => format!("{name}={value}"),
        None => format!("{name} stays as it is"),
    };
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

/// The facts of a line; none where one does not fit, which is told elsewhere.
fn facts(model: &Model, pairs: &[Pair]) -> Option<Vec<(VariableId, u32)>> {
    let mut facts = Vec::new();
    for (name, value) in pairs {
        let fact = model.fact_named(name)?;
        facts.extend(terms::one(model, fact, value).ok()?);
    }
    Some(facts)
}
