//! Odds of a question that is kept as a sum: what comes of its parts is added up, and nothing is multiplied out.

use super::chance::{Count, fits};
use super::counting::Counting;
use super::spread::Level;
use crate::diagram::{Leaf, Sum, Sums, TooLarge, Weight};
use crate::model::VariableId;
use crate::value::Value;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A number of throws.
#[derive(Debug, Clone)]
struct Throws<C>(C);

impl<C: Count> Weight for Throws<C> {
    fn by(&self, other: &Self) -> Self {
        Self(self.0.by(&other.0))
    }

    fn add(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Counting<'_> {
    /// The question as a sum with all that is known put in, where its facts are all there is to it: none is found, nothing is given,
    /// and each is thrown by itself.
    pub(super) fn as_sum(&mut self) -> Result<Option<(Sums, Sum)>, TooLarge> {
        if self.terms.given.is_some() {
            return Ok(None);
        }
        let Some(summed) = self.compiler.kept_sum(self.id) else {
            return Ok(None);
        };
        let known = |fact| self.terms.known.get(fact);
        let left = summed.sums.restricted(summed.whole, &known);
        let (sums, sum) = left.ok_or(TooLarge)?;
        let facts = sums.support(sum);
        let is_found = facts.iter().any(|fact| self.finder(*fact).is_some())
            || self.rolled_usual(&facts, &mut Vec::new())?.is_some();
        let is_plain = !is_found && self.mixing(&facts).is_empty();
        self.compiler.store.renew_budget();
        Ok(is_plain.then_some((sums, sum)))
    }

    /// In how many ways a sum of which all facts are left to chance comes to each number.
    pub(super) fn ways_of_sum(
        &mut self,
        sums: &Sums,
        sum: Sum,
    ) -> Result<Vec<(Leaf, BigUint)>, TooLarge> {
        let mut facts = sums.support(sum);
        facts.sort_by_key(|fact| self.compiler.store.level(*fact));
        let levels = facts
            .into_iter()
            .map(|fact| (fact, shortened(self.ways(fact))));
        let levels: Vec<(VariableId, Vec<BigUint>)> = levels.collect();
        let ways = levels.iter().map(|(_, ways)| ways.iter().sum::<BigUint>());
        match fits(ways) {
            true => self.numbers::<u128>(&levels, sums, sum),
            false => self.numbers::<BigUint>(&levels, sums, sum),
        }
    }

    /// The numbers to which a sum comes, each with the number of throws.
    fn numbers<C: Count>(
        &mut self,
        levels: &[(VariableId, Vec<BigUint>)],
        sums: &Sums,
        sum: Sum,
    ) -> Result<Vec<(Leaf, BigUint)>, TooLarge> {
        let level = |(fact, ways): &(VariableId, Vec<BigUint>)| {
            Level::new(*fact, ways.iter().map(|ways| C::of(ways)))
        };
        let levels: Vec<Level<C>> = levels.iter().map(level).collect();
        let places = levels.iter().map(|level| level.variable).zip(0..);
        let places: FxHashMap<VariableId, usize> = places.collect();
        let weigh = |fact: VariableId, values: Range<u32>, next: Option<VariableId>| {
            let place = |fact| places.get(&fact).copied();
            let here = place(fact).unwrap_or_default();
            let there = next.map_or(Some(levels.len()), place).unwrap_or_default();
            let own = levels
                .get(here)
                .map_or_else(C::zero, |own| own.within(&values));
            // What is not looked at on the way may fall as it likes.
            let passed = levels.get(here + 1..there).unwrap_or_default();
            Throws(passed.iter().fold(own, |ways, level| ways.by(&level.all())))
        };
        let store = &mut self.compiler.store;
        let reached = sums.reached(store, sum, Throws(C::from(1)), &weigh)?;
        let number = |(number, Throws(ways))| (Leaf::Value(Value::Number(number)), C::into(ways));
        Ok(reached.numbers.into_iter().map(number).collect())
    }
}

/// In how many ways something falls on each of its values, as the shares of these are in the smallest numbers.
fn shortened(ways: Vec<BigUint>) -> Vec<BigUint> {
    let common = ways.iter().fold(BigUint::ZERO, |all, own| all.gcd(own));
    match common.is_zero() {
        true => ways,
        false => ways.into_iter().map(|own| own / &common).collect(),
    }
}
