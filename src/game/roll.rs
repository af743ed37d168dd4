//! A procedure rolled, with what is known at the table where it is rolled at one.

use super::state::{facts_of, know, roll_told, say_texts};
use super::{Event, State};
use crate::answer::{Asker, TakenFact};
use crate::diagnostic::Diagnostic;
use crate::dice::{self, Hand, Terms};
use crate::model::{Impossible, Model, Procedure};
use crate::source::Sources;
use crate::turn::Situation;

/// A procedure rolled.
#[derive(Debug)]
pub struct Roll {
    pub rolled: dice::Rolled,
    /// The facts of its start that nobody gave.
    pub taken: Vec<TakenFact>,
    /// The place of the first step after which the situation cannot be, and what excludes it.
    pub impossible: Option<(usize, Impossible)>,
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
    let taken = begin(&mut asker, procedure, &mut terms.known);
    let rolled = dice::roll(model, sources, procedure, &terms, hand)?;
    let mut happened = roll_told(model, procedure, &given, &rolled);
    say_texts(model, &mut happened.given, |fact| {
        terms.texts.get(&fact).cloned()
    })?;
    let impossible = rolled.impossible(&mut asker, terms.known);
    Ok(Roll {
        rolled,
        taken,
        impossible,
        event: Event::Roll(happened),
    })
}

/// Fills in what a procedure begins with and nobody gave.
pub(super) fn begin(
    asker: &mut Asker<'_>,
    procedure: &Procedure,
    known: &mut Situation,
) -> Vec<TakenFact> {
    let start = procedure.start.iter();
    start.flat_map(|fact| asker.fill(*fact, known)).collect()
}
