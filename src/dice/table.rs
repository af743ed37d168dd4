//! Odds as they come out: for each choice of the facts left open, the chances of each result.

use super::chance::{Chance, chance};
use crate::answer::TakenFact;
use crate::diagram::Leaf;
use crate::model::{Type, VariableId};
use crate::value::Value;
use indexmap::IndexMap;
use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// How a process ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The number of turns to expect; none where it is infinite, as it may never end, and where it may end without an answer.
    pub turns: Option<Chance>,
    /// The chance that it never ends.
    pub never: Chance,
    /// The chance that it comes to where its condition has no answer: a number left its domain, or the source lost what comes.
    pub unanswered: Chance,
}

/// Odds, counted or estimated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The facts left open that matter, in the order in which the parts tell them.
    pub open: Vec<VariableId>,
    /// For each choice of these facts, the results.
    pub parts: Vec<Part>,
    /// The facts that nobody gave, and what they were taken to be.
    pub taken: Vec<TakenFact>,
    /// The situations that cannot be and of which nothing is counted therefore, by their places in the model.
    pub excluded: Vec<usize>,
    /// The trials that they are estimated from.
    pub sample: Option<Sample>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    pub trials: u64,
    /// How many of them agree with what is given.
    pub counted: u64,
    pub seed: u64,
}

impl Sample {
    /// How many of the trials counted gave a result of which this is the share.
    pub fn hits(&self, share: &Chance) -> u64 {
        let hits = (share * BigUint::from(self.counted)).to_integer();
        u64::try_from(hits).unwrap_or(self.counted)
    }
}

/// The odds for some values of the facts left open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The values: for each fact, the indices for which these odds hold.
    pub facts: Vec<(VariableId, Vec<u32>)>,
    pub results: Vec<Results>,
    /// Of a process that goes on until a condition holds: how it ends.
    pub ending: Option<Ending>,
}

impl Part {
    pub(super) fn of_choice(choice: Vec<(VariableId, u32)>, results: Vec<Results>) -> Self {
        let facts = choice.into_iter().map(|(fact, index)| (fact, vec![index]));
        Self {
            facts: facts.collect(),
            results,
            ending: None,
        }
    }
}

/// What can come out of one question, state or condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    pub name: String,
    /// Its type, where it is a question's or a fact's.
    pub of: Option<Type>,
    /// Each result and its chance, in order; none where what is given can never be so.
    pub chances: Vec<(Leaf, Chance)>,
    /// For conditions of a process: the chance after each turn.
    pub by_turn: Vec<Chance>,
    /// Of a process that goes on until a condition holds: the chance that it never ends, so that nothing of this comes out.
    pub never: Chance,
}

impl Results {
    pub fn counted<C: Into<BigUint>>(
        name: impl Into<String>,
        of: Option<Type>,
        counts: impl IntoIterator<Item = (Leaf, C)>,
    ) -> Self {
        let counts = counts.into_iter().map(|(leaf, count)| (leaf, count.into()));
        let mut counts: Vec<(Leaf, BigUint)> = counts.collect();
        counts.retain(|(_, count)| *count != BigUint::ZERO);
        let all: BigUint = counts.iter().map(|(_, count)| count).sum();
        let of_all = |(leaf, count)| (leaf, chance(count, all.clone()));
        let mut chances: Vec<(Leaf, Chance)> = counts.into_iter().map(of_all).collect();
        sort(of.as_ref(), &mut chances);
        Self {
            name: name.into(),
            of,
            chances,
            by_turn: Vec::new(),
            never: Chance::zero(),
        }
    }

    /// The chance of each result.
    pub fn chance_of_each(&self) -> FxHashMap<&Leaf, &Chance> {
        self.chances
            .iter()
            .map(|(leaf, chance)| (leaf, chance))
            .collect()
    }

    /// With the chances of other results added to its own.
    fn add(&mut self, others: Vec<(Leaf, Chance)>) {
        let places = self.chances.iter().enumerate();
        let places: FxHashMap<Leaf, usize> = places
            .map(|(place, (leaf, _))| (leaf.clone(), place))
            .collect();
        for (leaf, chance) in others {
            let own = places
                .get(&leaf)
                .and_then(|place| self.chances.get_mut(*place));
            match own {
                Some((_, own)) => *own += chance,
                None => self.chances.push((leaf, chance)),
            }
        }
    }
}

/// Puts results in the order of their type: numbers ascending, words as declared, and last what is no value.
pub fn sort(of: Option<&Type>, chances: &mut [(Leaf, Chance)]) {
    let place = |leaf: &Leaf| match (of, leaf.value()) {
        (Some(Type::Words { words, .. } | Type::NumberOr(_, words)), Some(Value::Word(word))) => {
            let place = words.iter().position(|own| own == word);
            (1, place.unwrap_or(usize::MAX))
        }
        (_, Some(_)) => (0, 0),
        (_, None) => (2, 0),
    };
    chances.sort_by(|(one, _), (other, _)| (place(one), one).cmp(&(place(other), other)));
}

/// Puts parts in the order of their facts' values: those that go over the end of a cycle begin before it.
pub(super) fn arrange(parts: &mut [Part]) {
    parts.sort_by_key(|part| {
        let facts = part.facts.iter();
        facts.map(|(_, set)| beginning(set)).collect::<Vec<u32>>()
    });
}

/// Where some values begin: 11, of 0, 1 and 11.
fn beginning(indices: &[u32]) -> u32 {
    match indices {
        [0, .., last] => {
            let counted = indices.iter().rev().zip((0..=*last).rev());
            let last_run = counted.take_while(|(index, counted)| *index == counted);
            last_run.last().map_or(0, |(index, _)| *index)
        }
        [first, ..] => *first,
        [] => 0,
    }
}

/// One part for all values of some facts, each as likely as the others.
pub(super) fn averaged(parts: Vec<Part>, over: &[VariableId]) -> Vec<Part> {
    let mut groups: Vec<(Part, u32)> = Vec::new();
    for mut part in parts {
        part.facts.retain(|(fact, _)| !over.contains(fact));
        match groups.iter_mut().find(|(own, _)| own.facts == part.facts) {
            Some((own, count)) => {
                own.add(part, *count);
                *count += 1;
            }
            None => groups.push((part, 1)),
        }
    }
    let shared = |(mut part, count): (Part, u32)| {
        part.share(&Chance::from_integer(count.into()));
        part
    };
    groups.into_iter().map(shared).collect()
}

impl Part {
    /// With the chances of another one added to its own, which are those of so many.
    fn add(&mut self, mut other: Self, count: u32) {
        // What cannot be is told only where it is reached.
        let names = |part: &Self| Vec::from_iter(part.results.iter().map(|own| own.name.clone()));
        let never = |results: &Results, count: u32| Results {
            chances: vec![(Leaf::truth(false), Chance::from_integer(count.into()))],
            ..results.clone()
        };
        let (own, others) = (names(self), names(&other));
        let news = other
            .results
            .iter()
            .filter(|results| !own.contains(&results.name));
        self.results
            .extend(news.map(|results| never(results, count)));
        let olds = self
            .results
            .iter()
            .filter(|results| own.contains(&results.name) && !others.contains(&results.name));
        other.results.extend(olds.map(|results| never(results, 1)));
        for own in &mut self.results {
            let Some(place) = other
                .results
                .iter()
                .position(|other| other.name == own.name)
            else {
                continue;
            };
            let other = other.results.swap_remove(place);
            own.add(other.chances);
            let by_turn = own.by_turn.iter_mut().zip(other.by_turn);
            by_turn.for_each(|(own, chance)| *own += chance);
            own.never += other.never;
        }
        let endings = self.ending.as_mut().zip(other.ending);
        if let Some((own, other)) = endings {
            own.turns = own
                .turns
                .take()
                .zip(other.turns)
                .map(|(own, other)| own + other);
            own.never += other.never;
        }
    }

    /// With its chances divided by a number.
    fn share(&mut self, count: &Chance) {
        for results in &mut self.results {
            let chances = results.chances.iter_mut().map(|(_, chance)| chance);
            let chances = chances.chain(&mut results.by_turn);
            chances
                .chain([&mut results.never])
                .for_each(|chance| *chance /= count);
            sort(results.of.as_ref(), &mut results.chances);
        }
        if let Some(ending) = &mut self.ending {
            let turns = ending.turns.iter_mut();
            turns
                .chain([&mut ending.never])
                .for_each(|chance| *chance /= count);
        }
    }
}

/// Joins parts that differ in the values of one fact alone and have equal results: those of the last fact, which are columns of one
/// table, and then those of another fact, where the whole tables are equal.
pub fn joined(parts: Vec<Part>) -> Vec<Part> {
    let count = parts.first().map_or(0, |part| part.facts.len());
    let single = parts.into_iter().map(|part| vec![part]);
    let Some(last) = count.checked_sub(1) else {
        return single.flatten().collect();
    };
    let columns = joined_by(single, last).into_iter().flatten();
    let mut tables: IndexMap<_, Vec<Part>, FxBuildHasher> = IndexMap::default();
    for part in columns {
        let of = part.facts.get(..last).unwrap_or_default().to_vec();
        tables.entry(of).or_default().push(part);
    }
    let tables = (0..last).rev().fold(
        tables.into_values().collect(),
        |tables: Vec<Vec<Part>>, place| joined_by(tables, place),
    );
    let mut whole: Vec<Part> = tables.into_iter().flatten().collect();
    arrange(&mut whole);
    whole
}

/// Joins groups of parts that differ in the values of the fact at a place alone.
fn joined_by(groups: impl IntoIterator<Item = Vec<Part>>, place: usize) -> Vec<Vec<Part>> {
    let mut whole: Vec<Vec<Part>> = Vec::new();
    let mut places: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    let beside = |part: &Part| -> Vec<(VariableId, Vec<u32>)> {
        let others = part.facts.iter().enumerate();
        let others = others.filter(|(own, _)| *own != place);
        others.map(|(_, fact)| fact.clone()).collect()
    };
    for group in groups {
        let is_like = |one: &Part, other: &Part| {
            let is_result = one.results == other.results && one.ending == other.ending;
            is_result && beside(one) == beside(other)
        };
        let key = group.first().map(beside);
        let alike = places.entry(key).or_default();
        let twin = alike.iter().copied().find(|at| {
            let other = whole.get(*at).map_or(&[][..], Vec::as_slice);
            let mut pairs = other.iter().zip(&group);
            other.len() == group.len() && pairs.all(|(one, other)| is_like(one, other))
        });
        let Some(twin) = twin.and_then(|at| whole.get_mut(at)) else {
            alike.push(whole.len());
            whole.push(group);
            continue;
        };
        for (own, other) in twin.iter_mut().zip(group) {
            let others = other.facts.into_iter().nth(place);
            if let (Some((_, all)), Some((_, others))) = (own.facts.get_mut(place), others) {
                all.extend(others);
            }
        }
    }
    whole
}
