//! Sums of both models: what both add alike is taken away, so that only the parts that differ are looked at.

use super::both::{Both, Pair, Roots, Version};
use crate::diagram::{Leaf, NodeId, Store, Sum, Sums};
use crate::model::QuestionId;
use crate::value::{Number, Value, plus};

/// Two sums: what is left of each, and what both add besides.
pub struct SumsApart {
    pub roots: Roots,
    pub alike: Vec<NodeId>,
}

impl Both<'_> {
    /// A question that is a sum in both models, without the parts that are alike: their numbers differ where these differ.
    /// Nothing where it is no such sum, or where more than its rules tells what its change is.
    pub fn sums_apart(&mut self, pair: Pair) -> Option<SumsApart> {
        let [old, new] = self.models;
        let are_limited = [&old.questions[pair[0]], &new.questions[pair[1]]]
            .iter()
            .any(|question| !question.only.is_empty());
        let is_any = self.models.iter().all(|model| !model.impossible.is_empty());
        if are_limited || is_any || !self.moved.is_empty() {
            return None;
        }
        let mut sums = Sums::default();
        let before = summands(&mut self.old, pair[0], &mut self.store, &mut sums)?;
        let mut now = summands(&mut self.new, pair[1], &mut self.store, &mut sums)?;
        let (mut gone, mut alike) = (Vec::new(), Vec::new());
        for (root, sum) in before {
            match now.iter().position(|(_, other)| *other == sum) {
                Some(place) => {
                    now.swap_remove(place);
                    alike.push(root);
                }
                None => gone.push(sum),
            }
        }
        let come: Vec<Sum> = now.into_iter().map(|(_, sum)| sum).collect();
        let mut root = |other: &[Sum]| {
            let total = sums.total(&self.store, other)?;
            self.store.renew_budget();
            sums.diagram(&mut self.store, total).ok()
        };
        let roots = [root(&gone)?, root(&come)?];
        let roots = self.as_asked(pair, roots).ok()?;
        Some(SumsApart { roots, alike })
    }
}

impl SumsApart {
    /// What both add besides in a situation, added to what is left of one.
    pub fn whole(&self, leaf: &Leaf, at: impl Fn(NodeId) -> Leaf) -> Leaf {
        let number = |leaf: &Leaf| match leaf {
            Leaf::Silent => Some(Number::from(0)),
            other => other.value()?.number(),
        };
        let mut parts = self.alike.iter().map(|root| number(&at(*root)));
        let sum =
            number(leaf).and_then(|ratio| parts.try_fold(ratio, |sum, part| plus(sum, part?)));
        sum.map_or(Leaf::Overflow, |sum| Leaf::Value(Value::Number(sum)))
    }
}

/// What each rule of a question adds, in the common space.
fn summands(
    version: &mut Version<'_>,
    id: QuestionId,
    into: &mut Store,
    sums: &mut Sums,
) -> Option<Vec<(NodeId, Sum)>> {
    version.compiler.store.renew_budget();
    let model = version.compiler.model;
    let summed = version.compiler.summed(&model.questions[id])?;
    into.renew_budget();
    let mut carried = Vec::with_capacity(summed.rules.len());
    for (_, root, _) in summed.rules {
        let from = &version.compiler.store;
        let root = version.transfer.carry(from, root, into, &mut Leaf::clone);
        let root = root.ok()?;
        carried.push((root, sums.summand(into, root)?));
    }
    Some(carried)
}
