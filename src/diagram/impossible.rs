//! Situations that cannot be.

use super::{Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::VariableId;

impl Compiler<'_> {
    /// The diagram of whether a situation is impossible, whatever the facts other than these are.
    pub fn impossible(&mut self, facts: &[VariableId]) -> Result<NodeId, TooLarge> {
        let no = self.store.leaf(Leaf::truth(false));
        let mut any = no;
        for place in 0..self.model.impossible.len() {
            let mut own = self.impossible_one(place)?;
            let others: Vec<VariableId> = support(&self.store, own)
                .into_iter()
                .filter(|fact| !facts.contains(fact))
                .collect();
            for fact in others {
                own = self.whatever(own, fact)?;
            }
            any = self.either(any, own)?;
        }
        Ok(any)
    }

    /// The diagram of whether a situation is excluded by one of those that cannot be, by its place.
    pub fn impossible_one(&mut self, place: usize) -> Result<NodeId, TooLarge> {
        let model = self.model;
        let Some(impossible) = model.impossible.get(place) else {
            return Ok(self.store.leaf(Leaf::truth(false)));
        };
        let root = self.expr(&impossible.when)?;
        // What the source lost excludes nothing.
        self.store.map(root, &mut |leaf| Leaf::truth(leaf.is(true)))
    }

    /// Where a condition holds whatever a fact is.
    fn whatever(&mut self, root: NodeId, fact: VariableId) -> Result<NodeId, TooLarge> {
        let mut all = self.store.restrict(root, fact, 0)?;
        for index in 1..self.store.size(fact) {
            let part = self.store.restrict(root, fact, index)?;
            let no = self.store.leaf(Leaf::truth(false));
            all = self.store.ite(part, all, no)?;
        }
        Ok(all)
    }

    fn either(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, TooLarge> {
        let yes = self.store.leaf(Leaf::truth(true));
        self.store.ite(left, yes, right)
    }
}
