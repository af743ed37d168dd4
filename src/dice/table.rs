//! Odds as they come out: for each choice of the facts left open, the chances of each result.

use super::{Chance, Fall};
use crate::diagram::Leaf;
use crate::model::{Expr, Model, Type, VariableId};
use crate::turn::Situation;

/// The most parts of a table.
pub const MOST_PARTS: usize = 2_000;

/// What is known, what is left to chance, and what is left open.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The facts and readings that are fixed.
    pub known: Situation,
    /// Facts of which each of these values is as likely as the others.
    pub uniform: Vec<(VariableId, Vec<u32>)>,
    /// Facts left open that are to have these values alone; others are left open with all.
    pub open: Vec<(VariableId, Vec<u32>)>,
    /// What is known to be so: only what agrees with it is counted.
    pub given: Option<Expr>,
}

impl Terms {
    /// Terms under which nothing is known but how the readings are taken.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        Self {
            known: Situation::new(model),
            uniform: Vec::new(),
            open: Vec::new(),
            given: None,
        }
    }

    /// The values that a fact left open may have.
    #[must_use]
    pub fn values(&self, model: &Model, fact: VariableId) -> Vec<u32> {
        let named = self
            .open
            .iter()
            .find(|(own, _)| *own == fact)
            .map(|(_, values)| values.clone());
        named.unwrap_or_else(|| {
            (0..model.variable(fact).map_or(0, |found| found.domain.size())).collect()
        })
    }

    /// The falls of a roll that agree with what is known.
    #[must_use]
    pub fn agreeing(&self, mut falls: Vec<Fall>) -> Vec<Fall> {
        falls.retain(|(known, _)| {
            known
                .iter()
                .all(|(fact, index)| self.known.get(*fact).is_none_or(|own| own == *index))
        });
        falls
    }

    /// Whether a fact is left to chance as one of several values.
    #[must_use]
    pub fn is_uniform(&self, fact: VariableId) -> bool {
        self.uniform.iter().any(|(own, _)| *own == fact)
    }
}

/// Odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The facts left open that matter, in the order in which the parts tell them.
    pub open: Vec<VariableId>,
    /// For each choice of these facts, the results.
    pub parts: Vec<Part>,
}

/// The odds for some values of the facts left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The values: for each fact, the indices for which these odds hold.
    pub facts: Vec<(VariableId, Vec<u32>)>,
    /// What can come out.
    pub results: Vec<Results>,
}

/// What can come out of one question, state or condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// Its name.
    pub name: String,
    /// Its type, where it is a question's or a fact's.
    pub of: Option<Type>,
    /// Each result and its chance, in order; none where what is given can never be so.
    pub chances: Vec<(Leaf, Chance)>,
    /// For conditions of a process: the chance after each turn.
    pub by_turn: Vec<Chance>,
}

impl Results {
    /// The chance of a result.
    #[must_use]
    pub fn chance_of(&self, leaf: &Leaf) -> Option<&Chance> {
        self.chances
            .iter()
            .find(|(own, _)| own == leaf)
            .map(|(_, chance)| chance)
    }
}

/// Puts results in the order of their type: words as declared, numbers ascending, and last what is no value.
pub fn sort(of: Option<&Type>, chances: &mut [(Leaf, Chance)]) {
    let place = |leaf: &Leaf| match (of, leaf.value()) {
        (
            Some(Type::Words { words, .. } | Type::NumberOr(_, words)),
            Some(crate::value::Value::Word(word)),
        ) => (
            1,
            words
                .iter()
                .position(|own| own == word)
                .unwrap_or(usize::MAX),
        ),
        (_, Some(_)) => (0, 0),
        (_, None) => (2, 0),
    };
    chances
        .sort_by(|(one, _), (other, _)| place(one).cmp(&place(other)).then_with(|| one.cmp(other)));
}

/// Puts parts in the order of their facts' values: those that go over the end of a cycle begin before it.
pub(super) fn arrange(parts: &mut [Part]) {
    parts.sort_by_key(|part| {
        part.facts
            .iter()
            .map(|(_, indices)| beginning(indices))
            .collect::<Vec<u32>>()
    });
}

/// Where some values begin: 11, of 0, 1 and 11.
fn beginning(indices: &[u32]) -> u32 {
    let first = indices.first().copied().unwrap_or(0);
    let last_run = indices
        .iter()
        .rev()
        .zip((0..=indices.last().copied().unwrap_or(0)).rev());
    let start = last_run
        .take_while(|(own, counted)| *own == counted)
        .last()
        .map_or(first, |(own, _)| *own);
    if first == 0 { start } else { first }
}

/// Joins neighbouring parts that differ in the values of their last fact alone and have equal results.
#[must_use]
pub fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut whole: Vec<Part> = Vec::new();
    for part in parts {
        let twin = whole.iter_mut().find(|other| {
            let (own, others) = (part.facts.split_last(), other.facts.split_last());
            other.results == part.results
                && matches!((own, others), (Some((_, own)), Some((_, others))) if own == others)
        });
        match (twin, part.facts.last()) {
            (Some(twin), Some((_, indices))) => {
                if let Some((_, all)) = twin.facts.last_mut() {
                    all.extend(indices);
                }
            }
            _ => whole.push(part),
        }
    }
    arrange(&mut whole);
    whole
}
