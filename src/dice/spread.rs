//! How many throws lead to each leaf of a diagram, level by level from its root: so that what is kept is no more than one level.

use super::chance::Count;
use crate::diagram::{Node, NodeId, Store};
use crate::model::VariableId;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A variable left to chance: in how many ways it falls below each index.
#[derive(Debug, Clone)]
pub struct Level<C> {
    pub variable: VariableId,
    below: Vec<C>,
}

impl<C: Count> Level<C> {
    pub fn new(variable: VariableId, ways: impl Iterator<Item = C>) -> Self {
        let mut below = vec![C::zero()];
        let mut all = C::zero();
        for ways in ways {
            all += ways;
            below.push(all.clone());
        }
        Self { variable, below }
    }

    pub fn all(&self) -> C {
        self.below.last().cloned().unwrap_or_else(C::zero)
    }

    /// In how many ways it falls on some of its values.
    pub fn within(&self, values: &Range<u32>) -> C {
        let below = |end: u32| self.below.get(end as usize).cloned();
        let [start, end] = [values.start, values.end].map(below);
        let [start, end] = [start, end].map(|below| below.unwrap_or_else(|| self.all()));
        end.without(&start)
    }

    /// Where the edges of a node lead, each in how many ways.
    fn ways<'n>(&'n self, node: &'n Node) -> impl Iterator<Item = (NodeId, C)> {
        let mut start = 0;
        node.edges.iter().map(move |(end, child)| {
            let ways = self.within(&(start..*end));
            start = *end;
            (*child, ways)
        })
    }
}

/// A diagram to be counted, with its variables in diagram order.
#[derive(Debug, Clone, Copy)]
pub struct Spread<'s, C> {
    pub store: &'s Store,
    pub levels: &'s [Level<C>],
}

/// Leaves with the number of ways that lead to each.
pub type Counts<C> = Vec<(NodeId, C)>;

impl<C: Count> Spread<'_, C> {
    pub fn counts(&self, root: NodeId) -> Counts<C> {
        if let ([level], Some(node)) = (self.levels, self.store.inner(root)) {
            let mut counts = Vec::with_capacity(8);
            for (leaf, ways) in level.ways(node) {
                add(&mut counts, leaf, ways);
            }
            return counts;
        }
        let mut reached = Reached::default();
        reached.add(root, C::from(1));
        for level in self.levels {
            let mut next = Reached::default();
            for (id, ways) in reached.counts {
                let node = self.store.inner(id);
                match node.filter(|node| node.variable == level.variable) {
                    Some(node) => {
                        let below = level.ways(node).filter(|(_, ways)| !ways.is_zero());
                        below.for_each(|(child, own)| next.add(child, ways.by(&own)));
                    }
                    None => next.add(id, ways.by(&level.all())),
                }
            }
            reached = next;
        }
        reached.counts
    }
}

/// The nodes that are reached after some throws, each in so many ways.
#[derive(Debug)]
struct Reached<C> {
    places: FxHashMap<NodeId, usize>,
    counts: Counts<C>,
}

impl<C> Default for Reached<C> {
    fn default() -> Self {
        Self {
            places: FxHashMap::default(),
            counts: Counts::new(),
        }
    }
}

impl<C: Count> Reached<C> {
    fn add(&mut self, id: NodeId, ways: C) {
        let place = *self.places.entry(id).or_insert(self.counts.len());
        match self.counts.get_mut(place) {
            Some((_, own)) => *own += ways,
            None => self.counts.push((id, ways)),
        }
    }
}

pub fn add<C: Count>(counts: &mut Counts<C>, leaf: NodeId, count: C) {
    match counts.iter_mut().find(|(node, _)| *node == leaf) {
        Some((_, own)) => *own += count,
        None => counts.push((leaf, count)),
    }
}
