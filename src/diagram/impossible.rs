//! Situations that cannot be.

use super::{Built, Compiler, Leaf, NodeId, TooLarge, support};
use crate::model::VariableId;

impl Compiler<'_> {
    /// The diagram of whether a situation is impossible, whatever the facts other than these are.
    pub fn impossible(&mut self, facts: &[VariableId]) -> Built {
        let all = self.each_impossible()?;
        self.impossible_of(&all, facts)
    }

    /// The diagrams of whether a situation is excluded, by each of those that cannot be.
    pub fn each_impossible(&mut self) -> Result<Vec<NodeId>, TooLarge> {
        let places = 0..self.model.impossible.len();
        places.map(|place| self.impossible_one(place)).collect()
    }

    /// The diagram of whether a situation is excluded by one of these, whatever the facts other than those given are; how readings and
    /// switches are taken is always known.
    pub fn impossible_of(&mut self, all: &[NodeId], facts: &[VariableId]) -> Built {
        let [yes, mut any] = self.truths();
        for mut node in all.iter().copied() {
            let mut others = support(&self.store, node);
            let all = others.len();
            let model = self.model;
            others.retain(|fact| !facts.contains(fact) && !model.variables[*fact].is_choice());
            // What depends on other facts alone does not hold whatever they are.
            if all > 0 && others.len() == all {
                continue;
            }
            for fact in others {
                node = self.whatever(node, fact)?;
            }
            any = self.store.ite(any, yes, node)?;
        }
        Ok(any)
    }

    /// The diagram of whether a situation is excluded by one of those that cannot be, by its place.
    pub fn impossible_one(&mut self, place: usize) -> Built {
        let model = self.model;
        let Some(impossible) = model.impossible.get(place) else {
            return Ok(self.store.leaf(Leaf::truth(false)));
        };
        let root = self.expr(&impossible.when)?;
        // What the source lost excludes nothing.
        self.store.map(root, &mut |leaf| Leaf::truth(leaf.is(true)))
    }

    /// Where a condition holds whatever a fact is.
    pub fn whatever(&mut self, root: NodeId, fact: VariableId) -> Built {
        let [mut all, no] = self.truths();
        for index in 0..self.store.size(fact) {
            let part = self.store.restrict(root, fact, index)?;
            all = self.store.ite(part, all, no)?;
        }
        Ok(all)
    }
}
