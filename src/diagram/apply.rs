//! Functions of diagrams: leaf by leaf, with shared parts done once.

use super::{Leaf, NodeId, Store, TooLarge};
use crate::model::VariableId;
use rustc_hash::FxHashMap;

impl Store {
    /// The diagram with each leaf replaced by what `f` makes of it.
    pub fn map(&mut self, root: NodeId, f: &mut dyn FnMut(&Leaf) -> Leaf) -> Result<NodeId, TooLarge> {
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

    /// The diagram of `f` of both leaves, wherever the two lead.
    pub fn zip(
        &mut self,
        left: NodeId,
        right: NodeId,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
    ) -> Result<NodeId, TooLarge> {
        self.zip_known(left, right, f, &mut FxHashMap::default())
    }

    fn zip_known(
        &mut self,
        left: NodeId,
        right: NodeId,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
        known: &mut FxHashMap<(NodeId, NodeId), NodeId>,
    ) -> Result<NodeId, TooLarge> {
        if let Some(done) = known.get(&(left, right)) {
            return Ok(*done);
        }
        let done = if self.is_leaf(left) && self.is_leaf(right) {
            let leaf = f(self.leaf_at(left), self.leaf_at(right));
            self.leaf(leaf)
        } else {
            let variable = self.top(&[left, right]);
            let mut edges = Vec::new();
            for (end, [left, right]) in self.split([left, right], variable) {
                edges.push((end, self.zip_known(left, right, f, known)?));
            }
            self.node(variable, edges)?
        };
        known.insert((left, right), done);
        Ok(done)
    }

    /// `then` where the condition is yes, `other` where it is no; where it is neither, what it is.
    pub fn choose(&mut self, condition: NodeId, then: NodeId, other: NodeId) -> Result<NodeId, TooLarge> {
        self.choose_known([condition, then, other], &mut FxHashMap::default())
    }

    fn choose_known(
        &mut self,
        ids: [NodeId; 3],
        known: &mut FxHashMap<[NodeId; 3], NodeId>,
    ) -> Result<NodeId, TooLarge> {
        let [condition, then, other] = ids;
        if self.is_leaf(condition) {
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
        let variable = self.top(&ids);
        let mut edges = Vec::new();
        for (end, parts) in self.split(ids, variable) {
            edges.push((end, self.choose_known(parts, known)?));
        }
        let done = self.node(variable, edges)?;
        known.insert(ids, done);
        Ok(done)
    }

    /// The diagram where a variable has one value.
    pub fn restrict(&mut self, root: NodeId, variable: VariableId, index: u32) -> Result<NodeId, TooLarge> {
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
    pub fn substitute(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
        index_of: &dyn Fn(VariableId, &Leaf) -> Option<u32>,
    ) -> Result<NodeId, TooLarge> {
        let Some(((variable, by), rest)) = bound.split_first() else {
            return Ok(root);
        };
        if !super::support(self, root).contains(variable) {
            return self.substitute(root, rest, index_of);
        }
        let mut result = self.map(*by, &mut |leaf| {
            if leaf.value().is_some() { Leaf::Outside } else { leaf.clone() }
        })?;
        for leaf in super::leaves(self, *by) {
            let Some(index) = index_of(*variable, &leaf) else {
                continue;
            };
            let part = self.restrict(root, *variable, index)?;
            let part = self.substitute(part, rest, index_of)?;
            let here = self.map(*by, &mut |own| Leaf::truth(*own == leaf))?;
            result = self.choose(here, part, result)?;
        }
        Ok(result)
    }

    /// The first variable, in diagram order, that any of the nodes tests.
    fn top(&self, ids: &[NodeId]) -> VariableId {
        ids.iter().filter_map(|id| self.inner(*id)).map(|node| node.variable).min().unwrap_or(VariableId(0))
    }

    /// The common intervals of the nodes that test `variable`, each with the children there.
    fn split<const N: usize>(&self, ids: [NodeId; N], variable: VariableId) -> Vec<(u32, [NodeId; N])> {
        let nodes = ids.map(|id| self.inner(id).filter(|node| node.variable == variable));
        let size = self.size(variable);
        let mut pieces = Vec::new();
        let mut start = 0;
        while start < size {
            let end = nodes.iter().flatten().filter_map(|node| interval_end(&node.edges, start)).min().unwrap_or(size);
            let mut children = ids;
            for (child, node) in children.iter_mut().zip(nodes) {
                if let Some(node) = node {
                    *child = Self::child(node, start);
                }
            }
            pieces.push((end, children));
            start = end;
        }
        pieces
    }
}

fn interval_end(edges: &[(u32, NodeId)], index: u32) -> Option<u32> {
    edges.get(edges.partition_point(|(end, _)| *end <= index)).map(|(end, _)| *end)
}
