//! Of a diagram with many answers, for each of them where it is given.

use crate::diagram::{Built, Leaf, NodeId, Store, TooLarge};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// For each answer of a diagram, the diagram of where it is given.
#[derive(Debug)]
pub struct Indicators {
    root: NodeId,
    /// All of them, where they are made in one pass.
    all: Option<FxHashMap<NodeId, NodeId>>,
}

/// Which leaves a node leads to, and where it leads to each.
type Below = Rc<Vec<(NodeId, NodeId)>>;

impl Indicators {
    /// The most nodes that are kept for all answers at once; beyond that, each is made when it is asked for.
    const MOST_NODES: usize = 200_000;

    pub fn new(store: &mut Store, root: NodeId) -> Result<Self, TooLarge> {
        let mark = store.mark();
        store.limit_budget(Self::MOST_NODES);
        let mut pass = Pass {
            yes: store.leaf(Leaf::truth(true)),
            no: store.leaf(Leaf::truth(false)),
            known: FxHashMap::default(),
        };
        let made = pass.below(store, root);
        if made.is_err() {
            store.go_back(mark);
        }
        store.renew_budget();
        let all = made.ok().map(|below| below.iter().copied().collect());
        Ok(Self { root, all })
    }

    /// Where a leaf is given.
    pub fn of(&mut self, store: &mut Store, leaf: &Leaf) -> Built {
        let Some(all) = &self.all else {
            return store.map(self.root, &mut |other| Leaf::truth(other == leaf));
        };
        let id = store.leaf(leaf.clone());
        let none = store.leaf(Leaf::truth(false));
        Ok(all.get(&id).copied().unwrap_or(none))
    }
}

struct Pass {
    yes: NodeId,
    no: NodeId,
    known: FxHashMap<NodeId, Below>,
}

impl Pass {
    fn below(&mut self, store: &mut Store, id: NodeId) -> Result<Below, TooLarge> {
        if let Some(known) = self.known.get(&id) {
            return Ok(Rc::clone(known));
        }
        let Some(node) = store.inner(id).cloned() else {
            return Ok(Rc::new(vec![(id, self.yes)]));
        };
        let mut places: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut edges: Vec<(NodeId, Vec<(u32, NodeId)>)> = Vec::new();
        let mut start = 0;
        for (end, child) in &node.edges {
            for (leaf, there) in self.below(store, *child)?.iter() {
                let place = *places.entry(*leaf).or_insert(edges.len());
                if place == edges.len() {
                    edges.push((*leaf, Vec::new()));
                }
                let Some((_, own)) = edges.get_mut(place) else {
                    continue;
                };
                if own.last().map_or(0, |(end, _)| *end) < start {
                    own.push((start, self.no));
                }
                own.push((*end, *there));
            }
            start = *end;
        }
        let mut all = Vec::with_capacity(edges.len());
        for (leaf, mut own) in edges {
            if own.last().map_or(0, |(end, _)| *end) < start {
                own.push((start, self.no));
            }
            all.push((leaf, store.node(node.variable, own)?));
        }
        let all = Rc::new(all);
        self.known.insert(id, Rc::clone(&all));
        Ok(all)
    }
}
