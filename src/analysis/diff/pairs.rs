//! Which change happens where, and the fewest regions that tell it.

use super::compare::{Comparison, differs};
use super::{Change, Untold};
use crate::analysis::regions::{Region, Regions, regions};
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::VariableId;
use crate::value::{Number, Value};
use rustc_hash::FxHashMap;

/// Which change happens where: leaves are numbers in the list.
pub(super) struct Pairs {
    pub(super) root: NodeId,
    list: Vec<(Leaf, Leaf)>,
}

/// The most regions that are counted beyond those that are told.
const MOST_COUNTED: usize = 200;

/// The regions that are told, what changed in each, by the number of its leaf, and what is not told.
pub(super) struct Told {
    pub(super) regions: Vec<Region>,
    pub(super) changes: Vec<Change>,
    pub(super) untold: Untold,
}

/// The widest regions, so many as are wanted.
fn widest(found: Regions, limit: usize, changes: Vec<Change>) -> Told {
    let mut regions = found.list;
    regions.sort_by_key(|region| std::cmp::Reverse(region.situations));
    let rest = regions.split_off(limit.min(regions.len()));
    let situations = rest
        .iter()
        .map(|region| region.situations)
        .fold(found.left_out, u128::saturating_add);
    Told {
        regions,
        changes,
        untold: Untold {
            regions: rest.len(),
            or_more: found.left_out > 0,
            situations,
        },
    }
}

/// The amounts of the changes, and for each change the place of its own; one of no number is an amount of its own.
fn by_amount(changes: &[Change]) -> (Vec<Change>, Vec<usize>) {
    let mut amounts: Vec<Change> = Vec::new();
    let mut place_of = Vec::new();
    for change in changes {
        let amount = amount_of(change).unwrap_or_else(|| change.clone());
        let place = amounts
            .iter()
            .position(|own| *own == amount)
            .unwrap_or_else(|| {
                amounts.push(amount);
                amounts.len() - 1
            });
        place_of.push(place);
    }
    (amounts, place_of)
}

fn numbered(number: usize) -> Leaf {
    Leaf::Value(Value::Number(Number::from_integer(
        i64::try_from(number).unwrap_or(i64::MAX),
    )))
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
        let root = self.store.apply(old, new, &mut |old, new| {
            if differs(old, new) {
                let number = *numbers
                    .entry((old.clone(), new.clone()))
                    .or_insert_with(|| {
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

    /// The regions of each change; where these are too many, of each amount of change; where these are, the widest regions of
    /// each change, and how many others there are.
    pub(super) fn regions(
        &mut self,
        pairs: &Pairs,
        over: &[VariableId],
        limit: usize,
    ) -> Result<Told, TooLarge> {
        let changes: Vec<Change> = pairs
            .list
            .iter()
            .map(|(old, new)| Change::To(old.clone(), new.clone()))
            .collect();
        let found = self.regions_of(pairs.root, over, limit.saturating_add(MOST_COUNTED))?;
        if found.left_out > 0 || found.list.len() > limit {
            let (amounts, place_of) = by_amount(&changes);
            if amounts.len() < changes.len() {
                let root = self.grouped(pairs.root, &|number| {
                    place_of.get(number).copied().unwrap_or(0)
                })?;
                let together = self.regions_of(root, over, limit)?;
                if together.left_out == 0 {
                    return Ok(Told {
                        regions: together.list,
                        changes: amounts,
                        untold: Untold::default(),
                    });
                }
            }
        }
        Ok(widest(found, limit, changes))
    }

    /// One region of the change, as a witness.
    pub(super) fn one_region(
        &mut self,
        pairs: &Pairs,
        over: &[VariableId],
    ) -> Result<Told, TooLarge> {
        Ok(widest(self.regions_of(pairs.root, over, 1)?, 1, Vec::new()))
    }

    fn regions_of(
        &mut self,
        root: NodeId,
        over: &[VariableId],
        limit: usize,
    ) -> Result<Regions, TooLarge> {
        regions(&mut self.store, root, over, limit, &|leaf| {
            leaf.value().is_some()
        })
    }

    fn grouped(
        &mut self,
        root: NodeId,
        group: &dyn Fn(usize) -> usize,
    ) -> Result<NodeId, TooLarge> {
        self.store.map(root, &mut |leaf| {
            number_of(leaf).map_or_else(|| leaf.clone(), |number| numbered(group(number)))
        })
    }
}

const fn is_asked(leaf: &Leaf) -> bool {
    !matches!(leaf, Leaf::Outside | Leaf::Cancelled)
}

fn amount_of(change: &Change) -> Option<Change> {
    let Change::To(Leaf::Value(Value::Number(old)), Leaf::Value(Value::Number(new))) = change
    else {
        return None;
    };
    num_traits::CheckedSub::checked_sub(new, old).map(Change::By)
}
