//! What a diagram says as a whole: which leaves it has, on which variables it depends, by which situations a leaf is reached.

use super::{Leaf, Node, NodeId, Store};
use crate::model::VariableId;
use rustc_hash::{FxHashMap, FxHashSet};

/// A way to a leaf: for each variable tested, which indices take it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The variables tested, in diagram order, with the indices, ascending.
    pub tests: Vec<(VariableId, Vec<u32>)>,
    /// The leaf.
    pub leaf: Leaf,
}

/// The leaves that can be reached, in order.
#[must_use]
pub fn leaves(store: &Store, root: NodeId) -> Vec<Leaf> {
    let mut found: Vec<Leaf> = reachable(store, root)
        .into_iter()
        .filter(|id| id.is_leaf())
        .map(|id| store.leaf_at(id).clone())
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The nodes of the leaves that can be reached.
#[must_use]
pub fn leaf_nodes(store: &Store, root: NodeId) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = reachable(store, root)
        .into_iter()
        .filter(|id| id.is_leaf())
        .collect();
    found.sort_unstable();
    found
}

/// The variables on which the answer depends, in diagram order.
#[must_use]
pub fn support(store: &Store, root: NodeId) -> Vec<VariableId> {
    let mut found: Vec<VariableId> = reachable(store, root)
        .into_iter()
        .filter_map(|id| store.inner(id))
        .map(|node| node.variable)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn reachable(store: &Store, root: NodeId) -> FxHashSet<NodeId> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        if seen.insert(id)
            && let Some(node) = store.inner(id)
        {
            waiting.extend(node.edges.iter().map(|(_, child)| *child));
        }
    }
    seen
}

/// One situation that leads to a wanted leaf, if there is any: the witness. Variables that it does not name do not matter.
#[must_use]
pub fn find(
    store: &Store,
    root: NodeId,
    wanted: &dyn Fn(&Leaf) -> bool,
) -> Option<(Vec<(VariableId, u32)>, Leaf)> {
    let mut dead = FxHashSet::default();
    let mut path = Vec::new();
    let leaf = search(store, root, wanted, &mut dead, &mut path)?;
    Some((path, leaf))
}

fn search(
    store: &Store,
    id: NodeId,
    wanted: &dyn Fn(&Leaf) -> bool,
    dead: &mut FxHashSet<NodeId>,
    path: &mut Vec<(VariableId, u32)>,
) -> Option<Leaf> {
    let Some(node) = store.inner(id) else {
        let leaf = store.leaf_at(id);
        return wanted(leaf).then(|| leaf.clone());
    };
    let mut start = 0;
    for (end, child) in &node.edges {
        if !dead.contains(child) {
            path.push((node.variable, start));
            if let Some(leaf) = search(store, *child, wanted, dead, path) {
                return Some(leaf);
            }
            path.pop();
            dead.insert(*child);
        }
        start = *end;
    }
    None
}

/// How many situations over `variables` lead to a wanted leaf; `variables` must hold the diagram's support.
#[must_use]
pub fn count_where(
    store: &Store,
    root: NodeId,
    variables: &[VariableId],
    wanted: &dyn Fn(&Leaf) -> bool,
) -> u128 {
    let mut variables = variables.to_vec();
    variables.sort_unstable();
    count(store, root, &variables, wanted, &mut FxHashMap::default())
}

fn count(
    store: &Store,
    id: NodeId,
    variables: &[VariableId],
    wanted: &dyn Fn(&Leaf) -> bool,
    known: &mut FxHashMap<(NodeId, usize), u128>,
) -> u128 {
    let Some((variable, rest)) = variables.split_first() else {
        return u128::from(id.is_leaf() && wanted(store.leaf_at(id)));
    };
    if let Some(done) = known.get(&(id, variables.len())) {
        return *done;
    }
    let done = match store.inner(id).filter(|node| node.variable == *variable) {
        None => {
            u128::from(store.size(*variable)).saturating_mul(count(store, id, rest, wanted, known))
        }
        Some(node) => {
            let mut total = 0_u128;
            let mut start = 0;
            for (end, child) in &node.edges {
                let part = count(store, *child, rest, wanted, known);
                total = total.saturating_add(u128::from(end - start).saturating_mul(part));
                start = *end;
            }
            total
        }
    };
    known.insert((id, variables.len()), done);
    done
}

/// For each variable tested on the way, which indices take it.
type Tests = Vec<(VariableId, Vec<u32>)>;

/// All paths of a diagram, disjoint and complete, one after the other; values that lead to the same place are one path.
pub struct Paths<'a> {
    store: &'a Store,
    waiting: Vec<(NodeId, Tests)>,
}

impl<'a> Paths<'a> {
    /// The paths from a node.
    #[must_use]
    pub fn new(store: &'a Store, root: NodeId) -> Self {
        Self {
            store,
            waiting: vec![(root, Vec::new())],
        }
    }
}

impl Iterator for Paths<'_> {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        loop {
            let (id, tests) = self.waiting.pop()?;
            let Some(node) = self.store.inner(id) else {
                return Some(Path {
                    tests,
                    leaf: self.store.leaf_at(id).clone(),
                });
            };
            for (child, indices) in branches(node).into_iter().rev() {
                let mut tests = tests.clone();
                tests.push((node.variable, indices));
                self.waiting.push((child, tests));
            }
        }
    }
}

/// The children of a node, in the order of their first value, each with all values that lead there.
#[must_use]
pub fn branches(node: &Node) -> Vec<(NodeId, Vec<u32>)> {
    let mut groups: Vec<(NodeId, Vec<u32>)> = Vec::new();
    let mut start = 0;
    for (end, child) in &node.edges {
        match groups.iter_mut().find(|(own, _)| own == child) {
            Some((_, indices)) => indices.extend(start..*end),
            None => groups.push((*child, (start..*end).collect())),
        }
        start = *end;
    }
    groups
}
