//! How a process ends that goes on until a condition holds: an absorbing Markov chain, solved exactly by eliminating one
//! state after the other.

use super::chain::{Chain, FEWER_UNTIL, Seen, tallied};
use super::chance::Chance;
use super::ever::Ever;
use super::experiment::Experiment;
use super::table::{Ending, Results};
use crate::diagnostic::Diagnostic;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// How much is multiplied, for all choices of the facts left open, in about squares of 64 bits.
pub(super) const MOST_ELIMINATIONS: u64 = 5_000_000;

/// The states from which it may still end, and in which it has not: how often each is visited is found from `x = b + x P`.
#[derive(Default)]
struct Elimination {
    /// For each state, those from which it is entered, and how likely.
    into: FxHashMap<usize, FxHashMap<usize, Chance>>,
    /// For each state, those to which it leads.
    out: FxHashMap<usize, FxHashSet<usize>>,
    /// How often it begins in each.
    begins: FxHashMap<usize, Chance>,
    /// Those left, by how much their elimination costs.
    left: BTreeSet<(usize, usize)>,
    done: Vec<Eliminated>,
}

/// A state whose visits are told by those of states eliminated later: `x = (begins + Σ x of each × its chance) / leaves`.
struct Eliminated {
    state: usize,
    begins: Chance,
    into: FxHashMap<usize, Chance>,
    /// How likely it is left for another.
    leaves: Chance,
}

impl Chain {
    /// The odds of all that is seen and asked when it ends, and how it does; `work` is how much may still be multiplied.
    pub(super) fn ended(
        &self,
        experiment: &Experiment<'_>,
        work: &mut u64,
    ) -> Result<(Vec<Results>, Ending), Diagnostic> {
        let may_end = self.may_end();
        let visits = self.elimination(&may_end).visits(work)?;
        let mut reached: FxHashMap<usize, Chance> = FxHashMap::default();
        for (from, visits) in &visits {
            for (to, chance) in self.leads(*from).filter(|(to, _)| self.is_end(*to)) {
                *reached.entry(to).or_default() += visits * chance;
            }
        }
        let ends: Chance = reached.values().sum();
        let never = Chance::one() - &ends;
        let common = reached
            .values()
            .fold(BigUint::one(), |all, chance| all.lcm(chance.denom()));
        let ways = (0..self.states.len()).map(|state| match reached.get(&state) {
            Some(chance) => chance.numer() * (&common / chance.denom()),
            None => BigUint::ZERO,
        });
        let ways: Vec<BigUint> = ways.collect();
        let counted: Vec<(&Seen, Ever, &BigUint)> = self.shown(&ways).collect();
        let mut results = tallied(experiment, &counted, &|place| self.lost(place));
        for results in &mut results {
            for (_, chance) in &mut results.chances {
                *chance *= &ends;
            }
            results.never.clone_from(&never);
        }
        let unknown = reached.iter().filter(|(state, _)| self.is_unknown(**state));
        let unanswered: Chance = unknown.map(|(_, chance)| chance).sum();
        let ends_always = never.is_zero() && unanswered.is_zero();
        let turns = ends_always.then(|| visits.values().sum());
        Ok((
            results,
            Ending {
                turns,
                never,
                unanswered,
            },
        ))
    }

    /// Whether it ends so that nobody knows whether its condition holds.
    fn is_unknown(&self, state: usize) -> bool {
        let seen = self.states.get(state).and_then(|(seen, _)| *seen);
        let seen = seen.and_then(|seen| self.seen.get(seen as usize));
        seen.is_some_and(|seen| !seen.holds.last().is_some_and(|last| last.is(true)))
    }

    fn is_end(&self, state: usize) -> bool {
        let state = self.states.get(state);
        state.is_some_and(|(seen, _)| seen.is_some())
    }

    /// Where a state leads in a turn, and how likely.
    fn leads(&self, from: usize) -> impl Iterator<Item = (usize, Chance)> {
        let next = self.next.get(from).map_or(&[][..], Vec::as_slice);
        let all: BigUint = next
            .iter()
            .map(|(_, share)| *share)
            .map(BigUint::from)
            .sum();
        next.iter()
            .map(move |(to, share)| (*to as usize, Chance::new((*share).into(), all.clone())))
    }

    /// The states that are no end and from which one can be reached.
    fn may_end(&self) -> FxHashSet<usize> {
        let mut before: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (from, next) in self.next.iter().enumerate() {
            for (to, _) in next {
                before.entry(*to as usize).or_default().push(from);
            }
        }
        let mut may_end = FxHashSet::default();
        let ends = (0..self.states.len()).filter(|state| self.is_end(*state));
        let mut waiting: Vec<usize> = ends.collect();
        while let Some(state) = waiting.pop() {
            let before = before.get(&state).into_iter().flatten();
            waiting.extend(before.filter(|from| may_end.insert(**from)));
        }
        may_end
    }

    fn elimination(&self, states: &FxHashSet<usize>) -> Elimination {
        let mut elimination = Elimination::default();
        for from in states {
            elimination.into.entry(*from).or_default();
            let out = elimination.out.entry(*from).or_default();
            for (to, chance) in self.leads(*from).filter(|(to, _)| states.contains(to)) {
                if to != *from {
                    out.insert(to);
                }
                let into = elimination.into.entry(to).or_default();
                into.insert(*from, chance);
            }
        }
        if states.contains(&0) {
            elimination.begins.insert(0, Chance::one());
        }
        let costs = states
            .iter()
            .map(|state| (elimination.cost(*state), *state));
        elimination.left = costs.collect();
        elimination
    }
}

impl Elimination {
    /// How many chances change with the elimination of a state.
    fn cost(&self, state: usize) -> usize {
        let into = self.into.get(&state).map_or(0, FxHashMap::len);
        into * self.out.get(&state).map_or(0, FxHashSet::len)
    }

    /// How often each state is visited.
    fn visits(mut self, work: &mut u64) -> Result<FxHashMap<usize, Chance>, Diagnostic> {
        // What leads to few and few lead to goes first, so that a chain without circles stays as it is.
        while let Some((_, state)) = self.left.pop_first() {
            self.eliminate(state, work)?;
        }
        let mut visits: FxHashMap<usize, Chance> = FxHashMap::default();
        while let Some(Eliminated {
            state,
            begins,
            into,
            leaves,
        }) = self.done.pop()
        {
            let mut sum = begins;
            for (from, chance) in &into {
                if let Some(visits) = visits.get(from) {
                    spend(work, visits, chance)?;
                    sum += visits * chance;
                }
            }
            visits.insert(state, sum / leaves);
        }
        Ok(visits)
    }

    fn eliminate(&mut self, state: usize, work: &mut u64) -> Result<(), Diagnostic> {
        let mut into = self.into.remove(&state).unwrap_or_default();
        let stays = into.remove(&state).unwrap_or_default();
        let leaves = Chance::one() - stays;
        let begins = self.begins.remove(&state).unwrap_or_default();
        let out = self.out.remove(&state).unwrap_or_default();
        let touched: BTreeSet<usize> = into.keys().chain(&out).copied().collect();
        for touched in &touched {
            self.left.remove(&(self.cost(*touched), *touched));
        }
        for from in into.keys() {
            if let Some(out) = self.out.get_mut(from) {
                out.remove(&state);
            }
        }
        for to in out {
            let entered = self.into.entry(to).or_default();
            let Some(chance) = entered.remove(&state) else {
                continue;
            };
            let share = chance / &leaves;
            for (from, chance) in &into {
                spend(work, chance, &share)?;
                *entered.entry(*from).or_default() += chance * &share;
                if *from != to {
                    self.out.entry(*from).or_default().insert(to);
                }
            }
            if !begins.is_zero() {
                *self.begins.entry(to).or_default() += &begins * share;
            }
        }
        for touched in touched {
            self.left.insert((self.cost(touched), touched));
        }
        self.done.push(Eliminated {
            state,
            begins,
            into,
            leaves,
        });
        Ok(())
    }
}

/// Counts a multiplication, and tells where there are too many.
fn spend(work: &mut u64, one: &Chance, other: &Chance) -> Result<(), Diagnostic> {
    let length = 1 + (one.denom().bits() + other.denom().bits()) / 64;
    *work = work
        .checked_sub(length.saturating_mul(length))
        .ok_or_else(|| {
            Diagnostic::request("these odds would take too long to count").help(FEWER_UNTIL)
        })?;
    Ok(())
}
