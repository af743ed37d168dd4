//! What a diagram comes to, in terms.

use super::rules::Rules;
use super::term::Term;
use super::value::{Known, Outcome};
use crate::diagram::{Compiler, NodeId};
use crate::value::{Number, Value};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub};
use rustc_hash::FxHashMap;

/// Numbers in even steps are told as a sum from so many on.
const FEW: usize = 4;

/// Of so many edges a solver decides sooner one by one than by halves.
const CHAIN: usize = 64;

impl Rules<'_> {
    /// What a diagram comes to. Of each of its nodes a solver is told edge by edge which is taken, of many by halves first, for it
    /// gets lost in a chain of thousands, and numbers in even steps by their sum.
    pub fn diagram(
        &mut self,
        compiler: &Compiler<'_>,
        root: NodeId,
        known: &mut FxHashMap<NodeId, Outcome>,
    ) -> Outcome {
        if let Some(known) = known.get(&root) {
            return known.clone();
        }
        let outcome = match compiler.store.inner(root) {
            None => {
                let leaf = compiler.store.leaf_at(root);
                match leaf.value() {
                    Some(value) => {
                        let value = self.terms.fixed(value);
                        self.terms.valued(value)
                    }
                    None => self.terms.ended(self.ends.of(leaf)),
                }
            }
            Some(node) => {
                let (index, _) =
                    self.variables
                        .declared(&mut self.terms, self.model, node.variable);
                let (mut outcomes, mut edges, mut start) = (Vec::new(), &node.edges[..], 0);
                while let Some((end, child)) = edges.first() {
                    let (count, outcome) = match even_steps(compiler, start, edges) {
                        Some(steps) => (steps.count, self.stepping(index, &steps)),
                        None => (1, self.diagram(compiler, *child, known)),
                    };
                    let (taken, rest) = edges.split_at(count);
                    start = taken.last().map_or(*end, |(end, _)| *end);
                    outcomes.push((start, outcome));
                    edges = rest;
                }
                self.chosen(index, &outcomes)
            }
        };
        known.insert(root, outcome.clone());
        outcome
    }

    /// What an index chooses of some outcomes, each up to an end.
    fn chosen(&mut self, index: Term, outcomes: &[(u32, Outcome)]) -> Outcome {
        let lower = match outcomes.len() {
            0 | 1 => 0,
            2..=CHAIN => 1,
            many => many / 2,
        };
        let (lower, upper) = outcomes.split_at(lower);
        let Some((end, _)) = lower.last() else {
            let only = upper.first().map(|(_, only)| only.clone());
            return only.unwrap_or_else(|| self.terms.ended(self.ends.nothing()));
        };
        let [lower, upper] = [lower, upper].map(|half| self.chosen(index, half));
        let end = self.terms.int((*end).into());
        let is_lower = self.terms.below(index, end);
        self.terms.either(is_lower, &lower, &upper)
    }

    fn stepping(&mut self, index: Term, steps: &Steps) -> Outcome {
        let (from, step) = (self.terms.number(steps.from), self.terms.number(steps.step));
        let (from, step, below) = self.terms.over_one(from, step);
        let above = self.terms.times(step, index);
        let number = self.terms.add_up(from, above);
        self.terms.valued(Known::Number(number, below))
    }
}

/// Numbers that follow each other in even steps, one for each index.
struct Steps {
    /// How many edges lead to them.
    count: usize,
    /// The number that stood at the index 0.
    from: Number,
    step: Number,
}

/// The even steps with which some edges begin, the first of them at this index.
fn even_steps(compiler: &Compiler<'_>, start: u32, edges: &[(u32, NodeId)]) -> Option<Steps> {
    let starts = std::iter::once(start).chain(edges.iter().map(|(end, _)| *end));
    let mut numbers = edges.iter().zip(starts).map_while(|((end, child), start)| {
        let is_single = end - start == 1 && compiler.store.inner(*child).is_none();
        let leaf = is_single.then(|| compiler.store.leaf_at(*child))?;
        match leaf.value() {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    });
    let (first, second) = (numbers.next()?, numbers.next()?);
    let step = second.checked_sub(&first)?;
    let from = first.checked_sub(&step.checked_mul(&Number::from(i64::from(start)))?)?;
    let mut next = Some(second);
    let more = numbers.take_while(|number| {
        next = next.and_then(|last| last.checked_add(&step));
        next == Some(*number)
    });
    let count = 2 + more.count();
    (count >= FEW).then_some(Steps { count, from, step })
}
