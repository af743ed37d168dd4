//! Answers by a walk, and what is open where facts are missing.

use super::{Leaf, NodeId, Store, TooLarge};
use crate::model::VariableId;
use rustc_hash::{FxHashMap, FxHashSet};

impl Store {
    /// The leaf for what is known, or the first variable on the way that is not.
    pub fn walk(
        &self,
        root: NodeId,
        known: impl Fn(VariableId) -> Option<u32>,
    ) -> Result<&Leaf, VariableId> {
        self.reach(root, known).map(|leaf| self.leaf_at(leaf))
    }

    /// The node of the leaf for what is known, or the first variable on the way that is not.
    pub fn reach(
        &self,
        mut id: NodeId,
        known: impl Fn(VariableId) -> Option<u32>,
    ) -> Result<NodeId, VariableId> {
        while let Some(node) = self.inner(id) {
            id = Self::child(node, known(node.variable).ok_or(node.variable)?);
        }
        Ok(id)
    }

    /// Whether the diagram leads to none but wanted leaves where each variable has one of its values, and tests no variable
    /// that has none.
    #[must_use]
    pub fn always<'v>(
        &self,
        root: NodeId,
        values_of: &dyn Fn(VariableId) -> Option<&'v [u32]>,
        wanted: &dyn Fn(&Leaf) -> bool,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            let Some(node) = self.inner(id) else {
                if wanted(self.leaf_at(id)) {
                    continue;
                }
                return false;
            };
            let Some(values) = values_of(node.variable) else {
                return false;
            };
            waiting.extend(
                values
                    .iter()
                    .map(|index| Self::child(node, *index))
                    .filter(|child| seen.insert(*child)),
            );
        }
        true
    }

    /// The diagram with everything known put in: what it still depends on is what still matters.
    pub fn restrict_all(
        &mut self,
        root: NodeId,
        known: &dyn Fn(VariableId) -> Option<u32>,
    ) -> Result<NodeId, TooLarge> {
        self.restrict_all_known(root, known, &mut FxHashMap::default())
    }

    fn restrict_all_known(
        &mut self,
        id: NodeId,
        known: &dyn Fn(VariableId) -> Option<u32>,
        done: &mut FxHashMap<NodeId, NodeId>,
    ) -> Result<NodeId, TooLarge> {
        let Some(node) = self.inner(id) else {
            return Ok(id);
        };
        if let Some(found) = done.get(&id) {
            return Ok(*found);
        }
        let made = if let Some(index) = known(node.variable) {
            let child = Self::child(node, index);
            self.restrict_all_known(child, known, done)?
        } else {
            let node = node.clone();
            let mut edges = Vec::with_capacity(node.edges.len());
            for (end, child) in &node.edges {
                edges.push((*end, self.restrict_all_known(*child, known, done)?));
            }
            self.node(node.variable, edges)?
        };
        done.insert(id, made);
        Ok(made)
    }
}
