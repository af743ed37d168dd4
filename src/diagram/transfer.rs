//! A diagram of one store made again in another, whose variables, values and leaves have other numbers.

use super::{Built, Leaf, Node, NodeId, Store};
use crate::model::VariableId;
use rustc_hash::FxHashMap;

/// Where a variable of one store is in another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub variable: VariableId,
    /// For each of its values there, the index here; none where this store does not have the value.
    pub from: Vec<Option<u32>>,
}

impl Place {
    fn is_identity(&self) -> bool {
        (0..)
            .map(Some)
            .zip(&self.from)
            .all(|(index, from)| index == *from)
    }
}

/// Carries diagrams from one store into another; shared parts are carried once.
#[derive(Debug)]
pub struct Transfer {
    /// Where each variable is, and whether its values have the same indices there.
    places: Vec<Option<(Place, bool)>>,
    missing: Leaf,
    known: FxHashMap<NodeId, NodeId>,
}

/// What a leaf is called in the other store.
type Renamed<'f> = &'f mut dyn FnMut(&Leaf) -> Leaf;

impl Transfer {
    /// A transfer by the place of each variable, in the order of their ids. Where a variable has no place, or the other store
    /// a value that this one does not have, the leaf is the one that all values here lead to, or else `missing`.
    pub fn new(places: Vec<Option<Place>>, missing: Leaf) -> Self {
        let with_sameness = |place: Place| {
            let is_same = place.is_identity();
            (place, is_same)
        };
        let places = places.into_iter().map(|place| place.map(with_sameness));
        Self {
            places: places.collect(),
            missing,
            known: FxHashMap::default(),
        }
    }

    /// The diagram in the other store. All calls must have the same stores.
    pub fn carry(
        &mut self,
        from: &Store,
        id: NodeId,
        into: &mut Store,
        leaf: Renamed<'_>,
    ) -> Built {
        if let Some(done) = self.known.get(&id) {
            return Ok(*done);
        }
        let done = match from.inner(id) {
            None => {
                let leaf = leaf(from.leaf_at(id));
                into.leaf(leaf)
            }
            Some(node) => self.carry_node(from, node, into, leaf)?,
        };
        self.known.insert(id, done);
        Ok(done)
    }

    fn carry_node(
        &mut self,
        from: &Store,
        node: &Node,
        into: &mut Store,
        leaf: Renamed<'_>,
    ) -> Built {
        let place = self.places.get(node.variable.index()).cloned().flatten();
        let Some((place, is_same)) = place else {
            return self.agreed(from, node, into, leaf);
        };
        let mut edges = Vec::with_capacity(node.edges.len());
        if is_same {
            for (end, child) in &node.edges {
                edges.push((*end, self.carry(from, *child, into, leaf)?));
            }
        } else {
            let mut agreed = None;
            for (end, index) in (1..).zip(&place.from) {
                let child = match (index, agreed) {
                    (Some(index), _) => self.carry(from, Store::child(node, *index), into, leaf)?,
                    (None, Some(agreed)) => agreed,
                    (None, None) => *agreed.insert(self.agreed(from, node, into, leaf)?),
                };
                edges.push((end, child));
            }
        }
        into.node_anywhere(place.variable, edges)
    }

    /// Where all children of a node lead to the same leaf, that leaf; else the missing one.
    fn agreed(&mut self, from: &Store, node: &Node, into: &mut Store, leaf: Renamed<'_>) -> Built {
        let missing = self.missing.clone();
        let mut agreed = None;
        for child in node.children() {
            let child = self.carry(from, child, into, leaf)?;
            let before = agreed.unwrap_or(child);
            agreed = Some(into.apply(before, child, &mut |one, other| {
                if one == other { one } else { &missing }.clone()
            })?);
        }
        Ok(agreed.unwrap_or_else(|| into.leaf(missing)))
    }
}

impl Store {
    /// A node whose children may test variables that come before its own.
    fn node_anywhere(&mut self, variable: VariableId, edges: Vec<(u32, NodeId)>) -> Built {
        let level = self.level(variable);
        let is_later = |node: &Node| self.level(node.variable) > level;
        let in_order = |child: NodeId| self.inner(child).is_none_or(is_later);
        if edges.iter().all(|(_, child)| in_order(*child)) {
            return self.node(variable, edges);
        }
        let [yes, no] = [true, false].map(|truth| self.leaf(Leaf::truth(truth)));
        let mut children: Vec<NodeId> = edges.iter().map(|(_, child)| *child).collect();
        children.sort_unstable();
        children.dedup();
        let mut whole = no;
        for child in children {
            let here = |other: NodeId| if other == child { yes } else { no };
            let here = self.node(
                variable,
                edges.iter().map(|(end, other)| (*end, here(*other))),
            )?;
            whole = self.ite(here, child, whole)?;
        }
        Ok(whole)
    }
}
