//! Which lists of facts say only what the rules say anyway.

use super::cycle::expressions;
use super::{Extent, check_game};
use crate::model::{Model, VariableId};
use crate::pack::{Pack, Rulebook};
use rustc_hash::FxHashSet;

/// Whether the facts of a question must keep their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// They must: its table stands as it does.
    Kept,
    /// They need not: the rows of its table may be sorted otherwise.
    Any,
}

/// The questions of a game whose `from` can go: without it they take the same facts, and every name in their rules means the same.
#[must_use]
pub fn spare_lists(rulebook: &Rulebook, game: &str, order: Order) -> FxHashSet<String> {
    let is_own = |pack: &&Pack| pack.game.as_ref().is_some_and(|own| own.value == game);
    let packs: Vec<Pack> = rulebook.packs.iter().filter(is_own).cloned().collect();
    let resolved = |packs: &[Pack]| {
        let packs: Vec<&Pack> = packs.iter().collect();
        check_game(game, &packs, &rulebook.origins, Extent::Answers).0
    };
    let written = resolved(&packs);
    let lists = |pack: &Pack| {
        let listing = pack
            .questions
            .iter()
            .filter(|question| question.from.is_some());
        listing
            .map(|question| question.name.value.clone())
            .collect::<Vec<_>>()
    };
    let mut spare: FxHashSet<String> = packs.iter().flat_map(lists).collect();
    loop {
        let mut without = packs.clone();
        for question in without.iter_mut().flat_map(|pack| &mut pack.questions) {
            question.from = question
                .from
                .take()
                .filter(|_| !spare.contains(&question.name.value));
        }
        let inferred = resolved(&without);
        let before = spare.len();
        spare.retain(|name| is_same(&written, &inferred, name, order));
        if spare.len() == before {
            return spare;
        }
    }
}

/// Whether a question takes the same facts in two models of one game, and its rules say the same.
fn is_same(one: &Model, other: &Model, name: &str, order: Order) -> bool {
    let find = |model: &Model| model.question_names.get(name).copied();
    let (Some(here), Some(there)) = (
        find(one).and_then(|id| one.question(id)),
        find(other).and_then(|id| other.question(id)),
    ) else {
        return false;
    };
    let facts = |list: &[VariableId]| {
        let mut facts = list.to_vec();
        if order == Order::Any {
            facts.sort_unstable();
        }
        facts
    };
    expressions(one, here) == expressions(other, there)
        && facts(&here.from) == facts(&there.from)
        && here.broken == there.broken
}
