//! A list as an edit found it and left it: which element is which.

use super::super::super::node::Node;
use super::super::{Address, Operation};
use super::words;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A list before an edit and after it.
pub struct Listed<'n> {
    was: &'n [Node],
    is: &'n [Node],
    /// Of what was there.
    addresses: Vec<Address>,
    /// Of what is there now: the list that one more goes to.
    homes: Vec<Address>,
    /// Of what is there now: what it was.
    before: Vec<Option<usize>>,
}

impl<'n> Listed<'n> {
    /// Elements are the same that say the same; between these, those that go by the same key; and between these, as many as
    /// there were.
    pub fn new(
        was: &'n [Node],
        is: &'n [Node],
        addresses: Vec<Address>,
        homes: Vec<Address>,
        key: impl Fn(&Node, usize) -> String,
    ) -> Self {
        let keys = |nodes: &[Node]| -> Vec<String> {
            let nodes = nodes.iter().enumerate();
            nodes.map(|(index, node)| key(node, index)).collect()
        };
        let [old, new] = [was, is].map(|nodes| nodes.iter().map(words).collect::<Vec<_>>());
        let [old_keys, new_keys] = [keys(was), keys(is)];
        let mut before = vec![None; is.len()];
        let mut put = |new: usize, old: usize| {
            if let Some(place) = before.get_mut(new) {
                *place = Some(old);
            }
        };
        for change in capture_diff_slices(Algorithm::Myers, &old, &new) {
            let (old, new) = (change.old_range(), change.new_range());
            if matches!(change, DiffOp::Equal { .. }) {
                new.zip(old).for_each(|(new, old)| put(new, old));
                continue;
            }
            let keyed = Keyed {
                old: &old_keys,
                new: &new_keys,
            };
            keyed.pairs(old, new).for_each(|(new, old)| put(new, old));
        }
        Self {
            was,
            is,
            addresses,
            homes,
            before,
        }
    }

    /// What stayed, as it was and as it is.
    pub fn kept(&self) -> impl Iterator<Item = (&Address, &'n Node, &'n Node)> {
        let pairs = self.before.iter().zip(self.is);
        pairs.filter_map(|(old, is)| {
            let old = (*old)?;
            Some((self.addresses.get(old)?, self.was.get(old)?, is))
        })
    }

    /// What was there, each with what it is now.
    pub fn before(&self) -> impl Iterator<Item = (&'n Node, Option<&'n Node>)> {
        self.was.iter().enumerate().map(|(old, node)| {
            let now = self.before.iter().position(|own| *own == Some(old));
            (node, now.and_then(|now| self.is.get(now)))
        })
    }

    /// What is there no more.
    pub fn gone(&self) -> impl Iterator<Item = &Address> {
        let all = self.addresses.iter().enumerate();
        let gone = all.filter(|(old, _)| !self.before.contains(&Some(*old)));
        gone.map(|(_, at)| at)
    }

    /// What is new: beside what stayed, one of the same thing first, or else at the end of its list.
    pub fn come(&self) -> impl Iterator<Item = (Operation, &Address, &'n Node)> {
        let new = self.is.iter().zip(&self.homes).enumerate();
        let new = new.filter(|(index, _)| self.before.get(*index) == Some(&None));
        new.map(|(index, (node, home))| {
            let (before, after) = self.before.split_at_checked(index).unwrap_or_default();
            let stayed = |old: &Option<usize>| self.addresses.get((*old)?);
            let is_own = |at: &&Address| at.name == home.name;
            let last = || before.iter().rev().filter_map(stayed);
            let next = || after.iter().filter_map(stayed);
            let after = |at| (Operation::AddAfter, at);
            let before = |at| (Operation::AddBefore, at);
            let own = last().find(is_own).map(after);
            let own = own.or_else(|| next().find(is_own).map(before));
            let (operation, at) = own.unwrap_or((Operation::Add, home));
            (operation, at, node)
        })
    }
}

/// What the elements of two lists go by.
struct Keyed<'k> {
    old: &'k [String],
    new: &'k [String],
}

impl Keyed<'_> {
    /// New and old elements that belong together, in both lists in the same order.
    fn pairs(
        &self,
        old: std::ops::Range<usize>,
        new: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (usize, usize)> {
        let mut pairs = Vec::new();
        let (mut old_start, mut new_start) = (old.start, new.start);
        for index in old.clone() {
            let same = |new: &usize| self.new.get(*new) == self.old.get(index);
            if let Some(found) = (new_start..new.end).find(same) {
                pairs.extend(as_many(old_start..index, new_start..found));
                pairs.push((found, index));
                (old_start, new_start) = (index + 1, found + 1);
            }
        }
        pairs.extend(as_many(old_start..old.end, new_start..new.end));
        pairs.into_iter()
    }
}

/// Elements in one place, where there are as many now as there were.
fn as_many(
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
) -> impl Iterator<Item = (usize, usize)> {
    let is_same = old.len() == new.len();
    new.zip(old).filter(move |_| is_same)
}
