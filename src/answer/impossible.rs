//! Situations that cannot be, and facts that are given otherwise than the rules find them.

use super::ask::Asker;
use super::found::{Found, Trail};
use crate::diagram::{Leaf, NodeId, TooLarge, support};
use crate::model::{Impossible, VariableId};
use crate::turn::Situation;

impl<'a> Asker<'a> {
    /// Why a situation cannot be, if it cannot.
    pub fn impossible(&mut self, situation: &Situation) -> Option<&'a Impossible> {
        self.begin();
        let model = self.model;
        let place = (0..model.impossible.len())
            .find(|place| matches!(self.is_excluded(*place, situation), Ok(true)))?;
        model.impossible.get(place)
    }

    /// The facts that the rules find otherwise than they are given, each as they find it from the others that are given.
    pub fn otherwise(&mut self, given: &Situation) -> Vec<Found> {
        let facts = (0..).map(VariableId).take(self.model.variables.len());
        let facts: Vec<VariableId> = facts.filter(|fact| given.get(*fact).is_some()).collect();
        let takes_usual = std::mem::replace(&mut self.takes_usual, false);
        let mut otherwise = Vec::new();
        for fact in facts {
            let mut others = given.clone();
            others.set(fact, None);
            let found = self.fill(fact, &mut others).pop();
            otherwise
                .extend(found.filter(|own| own.fact == fact && Some(own.index) != given.get(fact)));
        }
        self.takes_usual = takes_usual;
        otherwise
    }

    /// Whether a value that a fact usually has would make the situation impossible.
    pub(super) fn makes_impossible(
        &mut self,
        fact: VariableId,
        index: u32,
        situation: &Situation,
    ) -> Result<bool, TooLarge> {
        for place in 0..self.model.impossible.len() {
            let root = self.impossible_root(place)?;
            if !support(&self.compiler.store, root).contains(&fact) {
                continue;
            }
            let mut with = situation.clone();
            with.set(fact, Some(index));
            if self.is_excluded(place, &with)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether what is known, and what the rules find from it, is excluded.
    fn is_excluded(&mut self, place: usize, situation: &Situation) -> Result<bool, TooLarge> {
        let root = self.impossible_root(place)?;
        let known = |variable| situation.get(variable);
        if let Ok(leaf) = self.compiler.store.reach(root, known) {
            return Ok(self.compiler.store.leaf_at(leaf).is(true));
        }
        let takes_usual = std::mem::replace(&mut self.takes_usual, false);
        // What is not to be had without usual values may be had with them.
        let missing = std::mem::take(&mut self.missing);
        let settled = self.settle(root, &mut situation.clone(), &mut Trail::default());
        self.takes_usual = takes_usual;
        self.missing = missing;
        Ok(self.compiler.store.leaf_at(settled?).is(true))
    }

    pub(super) fn impossible_root(&mut self, place: usize) -> Result<NodeId, TooLarge> {
        if let Some(root) = self.impossible.get(&place) {
            return Ok(*root);
        }
        let is_broken = match self.model.impossible.get(place) {
            Some(impossible) => self.is_broken_in(&impossible.when),
            None => true,
        };
        let root = match is_broken {
            true => self.compiler.store.leaf(Leaf::truth(false)),
            false => self.compiler.impossible_one(place)?,
        };
        self.impossible.insert(place, root);
        Ok(root)
    }

    /// A diagram that is not asked where what is known is impossible, whatever the facts are that neither are known nor matter.
    pub(super) fn without_impossible(
        &mut self,
        root: NodeId,
        situation: &Situation,
    ) -> Result<NodeId, TooLarge> {
        let facts = (0..).map(VariableId).take(self.model.variables.len());
        let mut looked_at = support(&self.compiler.store, root);
        looked_at.extend(facts.filter(|fact| situation.get(*fact).is_some()));
        let impossible = self.compiler.impossible(&looked_at)?;
        let known = |variable| situation.get(variable);
        let impossible = self.compiler.store.restrict_all(impossible, &known)?;
        if self.compiler.store.leaf_at(impossible).is(true) {
            // All of it is impossible: that is told, and what it would be is told all the same.
            return Ok(root);
        }
        let outside = self.compiler.store.leaf(Leaf::Outside);
        self.compiler.store.ite(impossible, outside, root)
    }
}
