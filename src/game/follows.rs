//! What a turn makes of what was known beside its process: rain that begins makes the ground wet, whatever was rolled before.

use super::State;
use super::state::pair;
use crate::answer::Asker;
use crate::dice::{Change, TurnTaken};
use crate::game::Happened;
use crate::model::VariableId;
use crate::turn::{Situation, Slot};
use rustc_hash::FxHashMap;

/// Takes a turn in, and adds to it what the rules make of the facts that it is not about: those that stood as the rules would have
/// them, or as they were told, and that the rules find otherwise since. What was otherwise before stays as it was given.
pub(super) fn follow(
    asker: &mut Asker<'_>,
    table: &mut State<'_>,
    (happened, turn): (&mut Happened, &mut TurnTaken),
) -> Vec<(VariableId, u32)> {
    let model = table.model;
    let was = table.known_to(None);
    table.played(happened);
    let process = table.process(&happened.name);
    let is_state = |fact| process.is_some_and(|(_, process)| process.has_state(fact));
    let mut otherwise = |known: &Situation| {
        asker.begin();
        asker.otherwise(known)
    };
    let mut follows = otherwise(&table.known_to(None));
    follows.retain(|own| was.get(own.fact).is_some() && !is_state(own.fact));
    if !follows.is_empty() {
        let before = otherwise(&was);
        follows.retain(|own| before.iter().all(|before| before.fact != own.fact));
    }
    for own in &follows {
        let leaf = |index| Slot::value(index).leaf(model, own.fact);
        turn.changes.push(Change {
            state: model.variable_name(own.fact).to_owned(),
            from: leaf(was.get(own.fact).unwrap_or(own.index)),
            to: leaf(own.index),
            cites: own.cite(model),
        });
        happened.came.push(pair(model, own.fact, Some(own.index)));
    }
    let facts: Vec<_> = follows.iter().map(|own| (own.fact, own.index)).collect();
    table.tell(&facts, &FxHashMap::default());
    facts
}
