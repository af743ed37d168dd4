//! Which numbers a sum comes to, and how much weighs each, without a diagram of it: what comes before each of its tests is told by
//! numbers alone.

use super::paths::grouped;
use super::sums::Test;
use super::{Store, Sum, Sums, TooLarge};
use crate::model::VariableId;
use crate::value::{Number, plus};
use itertools::{EitherOrBoth, Itertools};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What a way through a sum weighs: a number of throws, a share of all situations, or nothing but that there is one.
pub trait Weight: Clone {
    /// That of a way that goes on by another.
    #[must_use]
    fn by(&self, other: &Self) -> Self;

    /// Adds that of another way to the same place.
    fn add(&mut self, other: Self);
}

impl Weight for () {
    fn by(&self, (): &Self) -> Self {}

    fn add(&mut self, (): Self) {}
}

/// Numbers in order, each with what all ways to it weigh.
pub type Weighed<W> = Vec<(Number, W)>;

/// What an edge weighs: of a variable, from which value to which, and what is tested next.
type Weigh<'f, W> = &'f dyn Fn(VariableId, Range<u32>, Option<VariableId>) -> W;

/// What a sum comes to.
#[derive(Debug)]
pub struct Reached<W> {
    pub numbers: Weighed<W>,
    /// How many nodes a diagram of it would have.
    pub nodes: usize,
}

impl Sums {
    /// What a sum comes to where its whole weighs so much. It counts as work of the store.
    pub fn reached<W: Weight>(
        &self,
        store: &mut Store,
        sum: Sum,
        whole: W,
        weigh: Weigh<'_, W>,
    ) -> Result<Reached<W>, TooLarge> {
        let mut before: FxHashMap<Option<u32>, Weighed<W>> = FxHashMap::default();
        before.insert(sum.rest, vec![(sum.base, whole)]);
        let mut nodes = 0;
        for place in self.below(sum).into_iter().rev() {
            let numbers = before.remove(&Some(place)).unwrap_or_default();
            let Some(test) = self.test_at(place) else {
                continue;
            };
            nodes += numbers.len();
            let mut start = 0;
            for (end, child) in &test.edges {
                store.step(numbers.len())?;
                let next = self.at(*child).map(|test| test.variable);
                let own = weigh(test.variable, start..*end, next);
                let moved = moved(&numbers, child.base, &own)?;
                let there = before.entry(child.rest).or_default();
                *there = merged(std::mem::take(there), moved);
                start = *end;
            }
        }
        let numbers = before.remove(&None).unwrap_or_default();
        Ok(Reached { numbers, nodes })
    }

    /// The facts on which a sum depends, in the order of their numbers.
    pub fn support(&self, sum: Sum) -> Vec<VariableId> {
        let tests = self.below(sum).into_iter();
        let tests = tests.filter_map(|place| self.test_at(place));
        let mut facts: Vec<VariableId> = tests.map(|test| test.variable).collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// Where a sum leads by what is known: to a number, or to the first test of what is not known. None where a number leaves the
    /// range of exact arithmetic.
    pub fn led(&self, mut sum: Sum, known: impl Fn(VariableId) -> Option<u32>) -> Option<Sum> {
        while let Some(test) = self.at(sum) {
            let Some(index) = known(test.variable) else {
                break;
            };
            sum = child(test, index)?.plus(sum.base)?;
        }
        Some(sum)
    }

    /// What a sum tests first.
    pub fn tested(&self, sum: Sum) -> Option<VariableId> {
        Some(self.at(sum)?.variable)
    }

    /// A sum with everything known put in, among sums of its own.
    pub fn restricted(
        &self,
        sum: Sum,
        known: &dyn Fn(VariableId) -> Option<u32>,
    ) -> Option<(Self, Sum)> {
        let mut left = Self::default();
        let mut made: FxHashMap<Option<u32>, Sum> = FxHashMap::default();
        made.insert(None, Sum::of(0.into()));
        let moved =
            |made: &FxHashMap<Option<u32>, Sum>, sum: Sum| made.get(&sum.rest)?.plus(sum.base);
        for place in self.below(sum) {
            let test = self.test_at(place)?;
            let own = match known(test.variable) {
                Some(index) => moved(&made, child(test, index)?)?,
                None => {
                    let edges = test.edges.iter();
                    let edges = edges.map(|(end, child)| Some((*end, moved(&made, *child)?)));
                    left.test(test.variable, edges.collect::<Option<_>>()?)?
                }
            };
            made.insert(Some(place), own);
        }
        let whole = moved(&made, sum)?;
        Some((left, whole))
    }

    /// The ways through a sum, disjoint and complete, the first in the order of a diagram: so many at the most. Of each, the values
    /// that lead along it, and the number that it leads to.
    pub fn ways(&self, sum: Sum, most: usize) -> Vec<(Tests, Number)> {
        let mut ways = Vec::new();
        let mut waiting = vec![(sum, Tests::new())];
        while ways.len() < most
            && let Some((sum, tests)) = waiting.pop()
        {
            let Some(test) = self.at(sum) else {
                ways.push((tests, sum.base));
                continue;
            };
            for (child, indices) in grouped(&test.edges).into_iter().rev() {
                let mut tests = tests.clone();
                tests.push((test.variable, indices));
                waiting.extend(child.plus(sum.base).map(|child| (child, tests)));
            }
        }
        ways
    }
}

/// For each variable tested, in diagram order, which indices take a way, ascending.
type Tests = Vec<(VariableId, Vec<u32>)>;

/// Where a value of its variable leads from a test.
fn child(test: &Test, index: u32) -> Option<Sum> {
    let at = test.edges.partition_point(|(end, _)| *end <= index);
    let (_, child) = test.edges.get(at).or(test.edges.last())?;
    Some(*child)
}

fn moved<W: Weight>(numbers: &Weighed<W>, by: Number, weight: &W) -> Result<Weighed<W>, TooLarge> {
    let moved = numbers.iter().map(|(number, own)| {
        let number = plus(*number, by).ok_or(TooLarge)?;
        Ok((number, own.by(weight)))
    });
    moved.collect()
}

/// Both together, in order.
fn merged<W: Weight>(one: Weighed<W>, other: Weighed<W>) -> Weighed<W> {
    if one.is_empty() {
        return other;
    }
    let both = one
        .into_iter()
        .merge_join_by(other, |(left, _), (right, _)| left.cmp(right));
    let merged = both.map(|both| match both {
        EitherOrBoth::Both((number, mut weight), (_, more)) => {
            weight.add(more);
            (number, weight)
        }
        EitherOrBoth::Left(only) | EitherOrBoth::Right(only) => only,
    });
    merged.collect()
}
