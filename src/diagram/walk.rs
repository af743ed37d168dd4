//! Answers by a walk, one step a variable.

use super::{Leaf, NodeId, Store};
use crate::model::VariableId;
use rustc_hash::FxHashSet;

impl Store {
    pub fn answer(&self, mut id: NodeId, value_of: impl Fn(VariableId) -> u32) -> &Leaf {
        while let Some(node) = self.inner(id) {
            id = Self::child(node, value_of(node.variable));
        }
        self.leaf_at(id)
    }

    /// The leaf for what is known, or the first variable on the way that is not.
    pub fn walk(
        &self,
        root: NodeId,
        known: impl Fn(VariableId) -> Option<u32>,
    ) -> Result<&Leaf, VariableId> {
        self.reach(root, known).map(|leaf| self.leaf_at(leaf))
    }

    /// The node of that leaf.
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
    pub fn always<'v>(
        &self,
        root: NodeId,
        values_of: &dyn Fn(VariableId) -> Option<&'v [u32]>,
        wanted: &dyn Fn(&Leaf) -> bool,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            match self.inner(id) {
                None if wanted(self.leaf_at(id)) => {}
                None => return false,
                Some(node) => {
                    let Some(values) = values_of(node.variable) else {
                        return false;
                    };
                    let children = values.iter().map(|index| Self::child(node, *index));
                    waiting.extend(children.filter(|child| seen.insert(*child)));
                }
            }
        }
        true
    }
}
