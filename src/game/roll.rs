//! A procedure rolled, with what is known at the table where it is rolled at one.

use super::state::{facts_of, know, roll_told};
use super::{Event, State};
use crate::answer::{Asker, Found};
use crate::diagnostic::Diagnostic;
use crate::dice::{self, Hand, Terms};
use crate::model::{Model, Procedure};
use crate::source::Sources;

/// A procedure rolled.
#[derive(Debug)]
pub struct Roll {
    pub rolled: dice::Rolled,
    /// The facts of its start that nobody gave.
    pub found: Vec<Found>,
    /// What the journal says of it.
    pub event: Event,
}

/// Rolls a procedure; what it begins with and is not given is found by the rules, or else as it usually is, unless `strict`.
pub fn roll(
    (model, sources): (&Model, &Sources),
    procedure: &Procedure,
    (mut terms, strict): (Terms, bool),
    state: Option<&State<'_>>,
    hand: &mut Hand,
) -> Result<Roll, Diagnostic> {
    let given = facts_of(model, &terms.known);
    if let Some(state) = state {
        terms.known = state.before_rolling(procedure);
        know(&mut terms.known, &given);
    }
    let mut asker = Asker::new(model);
    asker.set_strict(strict);
    let mut found = Vec::new();
    for fact in &procedure.start {
        found.extend(asker.fill(*fact, &mut terms.known));
    }
    let rolled = dice::roll(model, sources, procedure, &terms, hand)?;
    let event = Event::Roll(roll_told(model, procedure, &given, &rolled));
    Ok(Roll {
        rolled,
        found,
        event,
    })
}
