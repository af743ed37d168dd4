//! Which lists of facts say only what the rules say anyway.

use super::cycle::expressions;
use super::{Extent, check_game};
use crate::model::{Model, VariableId};
use crate::pack::{Pack, Rulebook};
use itertools::Itertools;
use rustc_hash::FxHashSet;

/// The questions of a game whose `from` can go: without it they take the same facts, and every name in their rules means the same.
pub fn spare_lists(rulebook: &Rulebook, game: &str) -> FxHashSet<String> {
    let is_own = |pack: &&Pack| pack.game.as_ref().is_some_and(|other| other.value == game);
    let packs = rulebook.packs.iter().filter(is_own).cloned().collect_vec();
    let resolved = |packs: &[Pack]| {
        check_game(
            game,
            &packs.iter().collect_vec(),
            &rulebook.origins,
            Extent::Answers,
        )
        .0
    };
    let written = resolved(&packs);
    let mut spare: FxHashSet<String> = packs
        .iter()
        .flat_map(|pack| &pack.questions)
        .filter(|question| question.from.is_some())
        .map(|question| question.name.value.clone())
        .collect();
    loop {
        let mut without = packs.clone();
        for question in without.iter_mut().flat_map(|pack| &mut pack.questions) {
            if spare.contains(&question.name.value) {
                question.from = None;
            }
        }
        let inferred = resolved(&without);
        let before = spare.len();
        spare.retain(|name| is_same(&written, &inferred, name));
        if spare.len() == before {
            return spare;
        }
    }
}

/// Whether a question takes the same facts in two models of one game, and its rules say the same.
fn is_same(one: &Model, other: &Model, name: &str) -> bool {
    let question = |model: &'_ Model| model.question_names.get(name).copied();
    let (Some(here), Some(there)) = (question(one), question(other)) else {
        return false;
    };
    let (here, there) = (&one.questions[here], &other.questions[there]);
    // Only the rows of its table are sorted otherwise where the order of its facts is another.
    let facts = |list: &[VariableId]| list.iter().copied().sorted_unstable().collect_vec();
    expressions(one, here).eq(expressions(other, there))
        && facts(&here.from) == facts(&there.from)
        && here.broken == there.broken
}
