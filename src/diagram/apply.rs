//! Functions of diagrams: leaf by leaf, with shared parts done once.

use super::{Leaf, Node, NodeId, Store, TooLarge};
use crate::model::VariableId;
use rustc_hash::FxHashMap;

impl Store {
    /// The diagram with each leaf replaced by what `f` makes of it.
    pub fn map(
        &mut self,
        root: NodeId,
        f: &mut dyn FnMut(&Leaf) -> Leaf,
    ) -> Result<NodeId, TooLarge> {
        self.map_known(root, f, &mut FxHashMap::default())
    }

    fn map_known(
        &mut self,
        id: NodeId,
        f: &mut dyn FnMut(&Leaf) -> Leaf,
        known: &mut FxHashMap<NodeId, NodeId>,
    ) -> Result<NodeId, TooLarge> {
        if let Some(done) = known.get(&id) {
            return Ok(*done);
        }
        let done = match self.inner(id).cloned() {
            None => {
                let leaf = f(self.leaf_at(id));
                self.leaf(leaf)
            }
            Some(node) => {
                let mut edges = Vec::with_capacity(node.edges.len());
                for (end, child) in &node.edges {
                    edges.push((*end, self.map_known(*child, f, known)?));
                }
                self.node(node.variable, edges)?
            }
        };
        known.insert(id, done);
        Ok(done)
    }

    /// Bryant's *apply*: the diagram of `f` of both leaves, wherever the two lead.
    pub fn apply(
        &mut self,
        left: NodeId,
        right: NodeId,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
    ) -> Result<NodeId, TooLarge> {
        self.apply_unless(left, right, &|_, _| None, f)
    }

    /// The same, where `settled` tells of some pairs of diagrams what they make: these are not walked through. It must be what
    /// `f` makes of them.
    pub fn apply_unless(
        &mut self,
        left: NodeId,
        right: NodeId,
        settled: &dyn Fn(NodeId, NodeId) -> Option<NodeId>,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
    ) -> Result<NodeId, TooLarge> {
        self.apply_known([left, right], settled, f, &mut FxHashMap::default())
    }

    fn apply_known(
        &mut self,
        ids: [NodeId; 2],
        settled: &dyn Fn(NodeId, NodeId) -> Option<NodeId>,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
        known: &mut FxHashMap<[NodeId; 2], NodeId>,
    ) -> Result<NodeId, TooLarge> {
        let [left, right] = ids;
        if let Some(done) = settled(left, right).or_else(|| known.get(&ids).copied()) {
            return Ok(done);
        }
        let done = if left.is_leaf() && right.is_leaf() {
            let leaf = f(self.leaf_at(left), self.leaf_at(right));
            self.leaf(leaf)
        } else {
            let mut pieces = self.pieces(ids);
            let base = self.open();
            while let Some((end, parts)) = pieces.next(self) {
                let child = self.apply_known(parts, settled, f, known)?;
                self.edge(base, end, child);
            }
            self.close(base, pieces.variable)?
        };
        known.insert(ids, done);
        Ok(done)
    }

    /// If-then-else: `then` where the condition is yes, `other` where it is no; where it is neither, what it is.
    pub fn ite(
        &mut self,
        condition: NodeId,
        then: NodeId,
        other: NodeId,
    ) -> Result<NodeId, TooLarge> {
        self.ite_known([condition, then, other], &mut FxHashMap::default())
    }

    fn ite_known(
        &mut self,
        ids: [NodeId; 3],
        known: &mut FxHashMap<[NodeId; 3], NodeId>,
    ) -> Result<NodeId, TooLarge> {
        let [condition, then, other] = ids;
        if condition.is_leaf() {
            let leaf = self.leaf_at(condition);
            return Ok(if leaf.is(true) {
                then
            } else if leaf.is(false) {
                other
            } else {
                condition
            });
        }
        if let Some(done) = known.get(&ids) {
            return Ok(*done);
        }
        let mut pieces = self.pieces(ids);
        let base = self.open();
        while let Some((end, parts)) = pieces.next(self) {
            let child = self.ite_known(parts, known)?;
            self.edge(base, end, child);
        }
        let done = self.close(base, pieces.variable)?;
        known.insert(ids, done);
        Ok(done)
    }

    /// The diagram where a variable has one value.
    pub fn restrict(
        &mut self,
        root: NodeId,
        variable: VariableId,
        index: u32,
    ) -> Result<NodeId, TooLarge> {
        self.restrict_known(root, variable, index, &mut FxHashMap::default())
    }

    fn restrict_known(
        &mut self,
        id: NodeId,
        variable: VariableId,
        index: u32,
        known: &mut FxHashMap<NodeId, NodeId>,
    ) -> Result<NodeId, TooLarge> {
        let Some(node) = self.inner(id) else {
            return Ok(id);
        };
        if node.variable == variable {
            return Ok(Self::child(node, index));
        }
        if node.variable > variable {
            return Ok(id);
        }
        if let Some(done) = known.get(&id) {
            return Ok(*done);
        }
        let node = node.clone();
        let mut edges = Vec::with_capacity(node.edges.len());
        for (end, child) in &node.edges {
            edges.push((*end, self.restrict_known(*child, variable, index, known)?));
        }
        let done = self.node(node.variable, edges)?;
        known.insert(id, done);
        Ok(done)
    }

    /// The diagram where variables are what other diagrams say, all at once. `index_of` tells the index of a leaf's value for a
    /// variable; a value that the variable cannot have leads to [`Leaf::Outside`], any other leaf stands for itself.
    pub fn compose(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
        index_of: &dyn Fn(VariableId, &Leaf) -> Option<u32>,
    ) -> Result<NodeId, TooLarge> {
        let Some(((variable, by), rest)) = bound.split_first() else {
            return Ok(root);
        };
        if !super::support(self, root).contains(variable) {
            return self.compose(root, rest, index_of);
        }
        let mut result = self.map(*by, &mut |leaf| {
            if leaf.value().is_some() {
                Leaf::Outside
            } else {
                leaf.clone()
            }
        })?;
        for leaf in super::leaves(self, *by) {
            let Some(index) = index_of(*variable, &leaf) else {
                continue;
            };
            let part = self.restrict(root, *variable, index)?;
            let part = self.compose(part, rest, index_of)?;
            let here = self.map(*by, &mut |own| Leaf::truth(*own == leaf))?;
            result = self.ite(here, part, result)?;
        }
        Ok(result)
    }

    /// The first variable, in diagram order, that any of the nodes tests.
    fn top(&self, ids: &[NodeId]) -> VariableId {
        ids.iter()
            .filter_map(|id| self.inner(*id))
            .map(|node| node.variable)
            .min()
            .unwrap_or(VariableId(0))
    }

    /// The common intervals of nodes.
    fn pieces<const N: usize>(&self, ids: [NodeId; N]) -> Pieces<N> {
        Pieces {
            ids,
            variable: self.top(&ids),
            places: [0; N],
            start: 0,
        }
    }
}

/// The common intervals of the nodes that test one variable, each with the children there.
struct Pieces<const N: usize> {
    ids: [NodeId; N],
    variable: VariableId,
    /// Of each node, which edge comes next.
    places: [usize; N],
    start: u32,
}

impl<const N: usize> Pieces<N> {
    /// The end of the next interval, and the children.
    fn next(&mut self, store: &Store) -> Option<(u32, [NodeId; N])> {
        let size = store.size(self.variable);
        if self.start >= size {
            return None;
        }
        let nodes = self.ids.map(|id| {
            store
                .inner(id)
                .filter(|node| node.variable == self.variable)
        });
        let edges = |node: Option<&Node>, place: usize| {
            node.and_then(|node| node.edges.get(place)).copied()
        };
        let ends = nodes
            .iter()
            .zip(self.places)
            .filter_map(|(node, place)| edges(*node, place))
            .map(|(end, _)| end);
        let end = ends.filter(|end| *end > self.start).min().unwrap_or(size);
        let mut children = self.ids;
        for ((child, place), node) in children.iter_mut().zip(&mut self.places).zip(nodes) {
            if let Some((own_end, own)) = edges(node, *place) {
                *child = own;
                if own_end == end && edges(node, *place + 1).is_some() {
                    *place += 1;
                }
            }
        }
        self.start = end;
        Some((end, children))
    }
}
