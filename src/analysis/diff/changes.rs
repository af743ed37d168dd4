//! Which change happens where, and the fewest regions that tell it.

use super::both::{Roots, differs};
use super::{Change, Untold};
use crate::analysis::regions::{Region, Regions, regions};
use crate::diagram::{Leaf, NodeId, Store, TooLarge};
use crate::model::VariableId;
use crate::value::{Number, Value};
use indexmap::IndexSet;
use num_traits::CheckedSub;
use std::cmp::Reverse;

/// The most regions that are counted beyond those that are told.
const MOST_COUNTED: usize = 200;

/// Where which change happens: the leaves are places in the list.
pub struct Changes {
    pub root: NodeId,
    list: IndexSet<Change>,
}

/// Regions with what changed in each.
pub type Told = Vec<(Region, Change)>;

impl Changes {
    pub fn new(store: &mut Store, [old, new]: Roots) -> Result<Self, TooLarge> {
        store.renew_budget();
        let mut list = IndexSet::new();
        let root = store.apply(old, new, &mut |old, new| {
            if differs(old, new) {
                numbered(list.insert_full(Change::To(old.clone(), new.clone())).0)
            } else if is_asked(old) || is_asked(new) {
                Leaf::Silent
            } else {
                Leaf::Outside
            }
        })?;
        Ok(Self { root, list })
    }

    /// The regions of each change; where these are too many, of each amount of change; where these are, the widest regions of
    /// each change, and how many others there are.
    pub fn told(
        &self,
        store: &mut Store,
        over: &[VariableId],
        limit: usize,
    ) -> Result<(Told, Untold), TooLarge> {
        let mut found = self.regions(store, over, limit.saturating_add(MOST_COUNTED))?;
        if (found.left_out > 0 || found.list.len() > limit)
            && let Some(together) = self.by_amount(store)?
        {
            let found = together.regions(store, over, limit)?;
            if found.left_out == 0 {
                return Ok((together.with_changes(found.list), Untold::default()));
            }
        }
        found.list.sort_by_key(|region| Reverse(region.situations));
        let rest = found.list.split_off(limit.min(found.list.len()));
        let untold = Untold {
            regions: rest.len(),
            or_more: found.left_out > 0,
            situations: rest.iter().fold(found.left_out, |sum, region| {
                sum.saturating_add(region.situations)
            }),
        };
        Ok((self.with_changes(found.list), untold))
    }

    /// So many regions of the changes.
    pub fn regions(
        &self,
        store: &mut Store,
        over: &[VariableId],
        limit: usize,
    ) -> Result<Regions, TooLarge> {
        regions(store, self.root, over, limit, &|leaf| {
            leaf.value().is_some()
        })
    }

    fn with_changes(&self, regions: Vec<Region>) -> Told {
        let told = regions.into_iter().filter_map(|region| {
            let change = self.list.get_index(number_of(&region.leaf)?)?.clone();
            Some((region, change))
        });
        told.collect()
    }

    /// Those changes as one that are of the same amount; nothing where none are.
    fn by_amount(&self, store: &mut Store) -> Result<Option<Self>, TooLarge> {
        let together = self.amounts(store)?;
        Ok((together.list.len() < self.list.len()).then_some(together))
    }

    /// The changes, each by its amount.
    pub fn amounts(&self, store: &mut Store) -> Result<Self, TooLarge> {
        let list: IndexSet<Change> = self.list.iter().map(Change::amount).collect();
        let place =
            |leaf: &Leaf| list.get_index_of(&self.list.get_index(number_of(leaf)?)?.amount());
        let root = store.map(self.root, &mut |leaf| {
            place(leaf).map_or_else(|| leaf.clone(), numbered)
        })?;
        Ok(Self { root, list })
    }
}

impl Change {
    fn amount(&self) -> Self {
        let Self::To(Leaf::Value(Value::Number(old)), Leaf::Value(Value::Number(new))) = self
        else {
            return self.clone();
        };
        new.checked_sub(old).map_or_else(|| self.clone(), Self::By)
    }
}

fn numbered(number: usize) -> Leaf {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    Leaf::Value(Value::Number(Number::from_integer(number)))
}

fn number_of(leaf: &Leaf) -> Option<usize> {
    usize::try_from(leaf.value()?.number()?.to_integer()).ok()
}

const fn is_asked(leaf: &Leaf) -> bool {
    !matches!(leaf, Leaf::Outside | Leaf::Cancelled)
}
