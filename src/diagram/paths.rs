//! What a diagram says as a whole: which leaves it has, on which variables it depends, by which situations a leaf is reached.

use super::{Leaf, Node, NodeId, Store};
use crate::model::VariableId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The leaves that can be reached, in order.
pub fn leaves(store: &Store, root: NodeId) -> Vec<Leaf> {
    let nodes = leaf_nodes(store, root).into_iter();
    sorted(nodes.map(|id| store.leaf_at(id).clone()))
}

/// The nodes of the leaves that can be reached.
pub fn leaf_nodes(store: &Store, root: NodeId) -> Vec<NodeId> {
    let all = reachable(store, root).into_iter();
    sorted(all.filter(|id| id.is_leaf()))
}

/// The variables on which the answer depends, in the order of their numbers.
pub fn support(store: &Store, root: NodeId) -> Vec<VariableId> {
    let all = reachable(store, root).into_iter();
    let inner = all.filter_map(|id| store.inner(id));
    sorted(inner.map(|node| node.variable))
}

/// Where values of a variable begin to lead elsewhere: those between two of these indices are alike.
pub fn ends_of(
    store: &Store,
    roots: impl IntoIterator<Item = NodeId>,
    variable: VariableId,
) -> Vec<u32> {
    let all = roots.into_iter().flat_map(|root| reachable(store, root));
    let inner = all.filter_map(|id| store.inner(id));
    let own = inner.filter(|node| node.variable == variable);
    sorted(own.flat_map(|node| node.edges.iter().map(|(end, _)| *end)))
}

fn sorted<T: Ord>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = things.collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

fn reachable(store: &Store, root: NodeId) -> FxHashSet<NodeId> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![root];
    while let Some(id) = waiting.pop() {
        if seen.insert(id)
            && let Some(node) = store.inner(id)
        {
            waiting.extend(node.children());
        }
    }
    seen
}

impl Store {
    /// How many inner nodes a diagram has.
    pub fn nodes_of(&self, root: NodeId) -> usize {
        let all = reachable(self, root).into_iter();
        all.filter(|id| !id.is_leaf()).count()
    }
}

/// One situation that leads to a wanted leaf, if there is any: the witness. Variables that it does not name do not matter.
pub fn find(
    store: &Store,
    root: NodeId,
    wanted: &dyn Fn(&Leaf) -> bool,
) -> Option<(Vec<(VariableId, u32)>, Leaf)> {
    let mut search = Search {
        store,
        wanted,
        dead: FxHashSet::default(),
        path: Vec::new(),
    };
    let leaf = search.visit(root)?;
    Some((search.path, leaf))
}

struct Search<'a> {
    store: &'a Store,
    wanted: &'a dyn Fn(&Leaf) -> bool,
    /// From where no wanted leaf is reached.
    dead: FxHashSet<NodeId>,
    path: Vec<(VariableId, u32)>,
}

impl Search<'_> {
    fn visit(&mut self, id: NodeId) -> Option<Leaf> {
        let Some(node) = self.store.inner(id) else {
            let leaf = self.store.leaf_at(id);
            return (self.wanted)(leaf).then(|| leaf.clone());
        };
        let mut start = 0;
        for (end, child) in &node.edges {
            if !self.dead.contains(child) {
                self.path.push((node.variable, start));
                if let Some(leaf) = self.visit(*child) {
                    return Some(leaf);
                }
                self.path.pop();
                self.dead.insert(*child);
            }
            start = *end;
        }
        None
    }
}

/// How many situations over `variables` lead to a wanted leaf; `variables` must hold the diagram's support.
pub fn count_where(
    store: &Store,
    root: NodeId,
    variables: &[VariableId],
    wanted: &dyn Fn(&Leaf) -> bool,
) -> u128 {
    let mut variables = sorted(variables.iter().copied());
    variables.sort_by_key(|variable| store.level(*variable));
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
    let node = store.inner(id);
    let whole = [(store.size(*variable), id)];
    let edges = node.filter(|node| node.variable == *variable);
    let edges = edges.map_or(&whole[..], |node| &node.edges);
    let (mut total, mut start) = (0_u128, 0);
    for (end, child) in edges {
        let part = count(store, *child, rest, wanted, known);
        total = total.saturating_add(u128::from(end - start).saturating_mul(part));
        start = *end;
    }
    known.insert((id, variables.len()), total);
    total
}

/// The children of a node, in the order of their first value, each with all values that lead there.
pub fn branches(node: &Node) -> Vec<(NodeId, Vec<u32>)> {
    grouped(&node.edges)
}

/// Where edges lead, each before the value with which it ends, in the order of the first value, with all values that lead there.
pub(super) fn grouped<C: Copy + PartialEq>(edges: &[(u32, C)]) -> Vec<(C, Vec<u32>)> {
    let mut groups: Vec<(C, Vec<u32>)> = Vec::new();
    let mut start = 0;
    for (end, child) in edges {
        match groups.iter_mut().find(|(other, _)| other == child) {
            Some((_, indices)) => indices.extend(start..*end),
            None => groups.push((*child, (start..*end).collect())),
        }
        start = *end;
    }
    groups
}
