//! Which change happens where, and the fewest regions that tell it.

use super::Change;
use super::compare::{Comparison, differs};
use crate::analysis::regions::{Regions, regions};
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::VariableId;
use crate::value::{Number, Value};
use rustc_hash::FxHashMap;

/// Which change happens where: leaves are numbers in the list.
pub(super) struct Pairs {
    pub(super) root: NodeId,
    list: Vec<(Leaf, Leaf)>,
}

fn numbered(number: usize) -> Leaf {
    Leaf::Value(Value::Number(Number::from_integer(i64::try_from(number).unwrap_or(i64::MAX))))
}

pub(super) fn number_of(leaf: &Leaf) -> Option<usize> {
    usize::try_from(leaf.value()?.number()?.to_integer()).ok()
}

impl Comparison<'_> {
    /// The diagram of which change happens where, each by its number.
    pub(super) fn pairs(&mut self, old: NodeId, new: NodeId) -> Result<Pairs, TooLarge> {
        self.store.renew_budget();
        let mut list: Vec<(Leaf, Leaf)> = Vec::new();
        let mut numbers: FxHashMap<(Leaf, Leaf), usize> = FxHashMap::default();
        let root = self.store.zip(old, new, &mut |old, new| {
            if differs(old, new) {
                let number = *numbers.entry((old.clone(), new.clone())).or_insert_with(|| {
                    list.push((old.clone(), new.clone()));
                    list.len() - 1
                });
                numbered(number)
            } else if is_asked(old) || is_asked(new) {
                Leaf::Silent
            } else {
                Leaf::Outside
            }
        })?;
        Ok(Pairs { root, list })
    }

    /// The regions of each change; where these are too many, of each amount of change; where these are, of any change.
    pub(super) fn regions(
        &mut self,
        pairs: &Pairs,
        over: &[VariableId],
        limit: usize,
    ) -> Result<(Regions, Vec<Change>), TooLarge> {
        let each: Vec<Change> = pairs.list.iter().map(|(old, new)| Change::To(old.clone(), new.clone())).collect();
        let found = self.regions_of(pairs.root, over, limit)?;
        if found.left_out == 0 || pairs.list.len() == 1 {
            return Ok((found, each));
        }
        let mut amounts: Vec<Change> = Vec::new();
        let mut place_of = Vec::new();
        for change in each {
            let amount = amount_of(&change).unwrap_or(change);
            let place = amounts.iter().position(|own| *own == amount).unwrap_or_else(|| {
                amounts.push(amount);
                amounts.len() - 1
            });
            place_of.push(place);
        }
        let by_amount = self.grouped(pairs.root, &|number| place_of.get(number).copied().unwrap_or(0))?;
        let found = self.regions_of(by_amount, over, limit)?;
        if found.left_out == 0 || amounts.len() == 1 {
            return Ok((found, amounts));
        }
        let any = self.grouped(pairs.root, &|_| 0)?;
        let found = self.regions_of(any, over, limit)?;
        Ok((found, vec![Change::InManyWays(pairs.list.len())]))
    }

    fn regions_of(&mut self, root: NodeId, over: &[VariableId], limit: usize) -> Result<Regions, TooLarge> {
        regions(&mut self.store, root, over, limit, &|leaf| leaf.value().is_some())
    }

    fn grouped(&mut self, root: NodeId, group: &dyn Fn(usize) -> usize) -> Result<NodeId, TooLarge> {
        self.store.map(root, &mut |leaf| number_of(leaf).map_or_else(|| leaf.clone(), |number| numbered(group(number))))
    }
}

const fn is_asked(leaf: &Leaf) -> bool {
    !matches!(leaf, Leaf::Outside | Leaf::Cancelled)
}

fn amount_of(change: &Change) -> Option<Change> {
    let Change::To(Leaf::Value(Value::Number(old)), Leaf::Value(Value::Number(new))) = change else {
        return None;
    };
    num_traits::CheckedSub::checked_sub(new, old).map(Change::By)
}
