//! What is known of each variable while dice fall and turns pass: a value, that the source lost it, or nothing.

use super::Situation;
use crate::diagram::{Leaf, NodeId, Store};
use crate::model::{GapId, Model, VariableId};
use rustc_hash::FxHashMap;

/// What is known of one variable, in one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u32);

impl Slot {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self(u32::MAX);
    /// There is no answer.
    pub const NONE: Self = Self(u32::MAX - 1);
    const GAPS: u32 = 1 << 30;

    /// The value at an index of its domain.
    #[must_use]
    pub const fn value(index: u32) -> Self {
        Self(index)
    }

    /// The source lost it.
    #[must_use]
    pub const fn gap(gap: GapId) -> Self {
        Self(Self::GAPS | gap.0)
    }

    /// What a leaf makes of a variable.
    #[must_use]
    pub fn of(model: &Model, variable: VariableId, leaf: &Leaf) -> Self {
        match leaf {
            Leaf::Gap(gap) => Self::gap(*gap),
            Leaf::Value(value) => {
                let index = model
                    .variable(variable)
                    .and_then(|found| found.domain.index(value));
                index.map_or(Self::NONE, Self::value)
            }
            _ => Self::NONE,
        }
    }

    /// The index of the value, if it is one.
    #[must_use]
    pub const fn index(self) -> Option<u32> {
        if self.0 < Self::GAPS {
            Some(self.0)
        } else {
            None
        }
    }

    /// The gap, if it is one.
    #[must_use]
    pub const fn lost(self) -> Option<GapId> {
        if self.0 >= Self::GAPS && self.0 < Self::NONE.0 {
            Some(GapId(self.0 & !Self::GAPS))
        } else {
            None
        }
    }

    /// The answer that it is.
    #[must_use]
    pub fn leaf(self, model: &Model, variable: VariableId) -> Leaf {
        match (self.index(), self.lost()) {
            (Some(index), _) => model.variable(variable).map_or(Leaf::Nothing, |found| {
                Leaf::Value(found.domain.value(index))
            }),
            (None, Some(gap)) => Leaf::Gap(gap),
            (None, None) => Leaf::Nothing,
        }
    }
}

/// What is known of each variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Slots(Vec<Slot>);

impl Slots {
    /// What a situation knows.
    #[must_use]
    pub fn of(model: &Model, situation: &Situation) -> Self {
        let ids = (0..).map(VariableId).take(model.variables.len());
        Self(
            ids.map(|id| situation.get(id).map_or(Slot::UNKNOWN, Slot::value))
                .collect(),
        )
    }

    /// What is known of a variable.
    #[must_use]
    pub fn get(&self, variable: VariableId) -> Slot {
        self.0
            .get(variable.index())
            .copied()
            .unwrap_or(Slot::UNKNOWN)
    }

    /// Makes something known of a variable.
    pub fn set(&mut self, variable: VariableId, slot: Slot) {
        if let Some(place) = self.0.get_mut(variable.index()) {
            *place = slot;
        }
    }

    /// The values known, as a situation.
    #[must_use]
    pub fn situation(&self, model: &Model) -> Situation {
        let mut situation = Situation::new(model);
        for (id, slot) in (0..).map(VariableId).zip(&self.0) {
            situation.set(id, slot.index());
        }
        situation
    }
}

/// Where a walk through a diagram ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// At a leaf.
    Leaf(NodeId),
    /// At a variable that is a gap, or has no answer.
    Lost(Slot),
}

/// A fact is needed that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing(pub VariableId);

/// Walks a diagram with what is known. What the source lost is no hindrance where the answer is the same whatever it was.
pub fn walk(store: &Store, mut id: NodeId, slots: &Slots) -> Result<Seen, Missing> {
    while let Some(node) = store.inner(id) {
        let slot = slots.get(node.variable);
        match slot.index() {
            Some(index) => id = Store::child(node, index),
            None if slot == Slot::UNKNOWN => return Err(Missing(node.variable)),
            None => {
                return whatever(store, &node.edges, slots)
                    .map(|same| same.unwrap_or(Seen::Lost(slot)));
            }
        }
    }
    Ok(Seen::Leaf(id))
}

/// Where all values of a variable lead, if it is one place.
fn whatever(
    store: &Store,
    edges: &[(u32, NodeId)],
    slots: &Slots,
) -> Result<Option<Seen>, Missing> {
    let mut all: Option<Seen> = None;
    for (_, child) in edges {
        let seen = walk(store, *child, slots)?;
        if all.is_some_and(|own| own != seen) {
            return Ok(None);
        }
        all = Some(seen);
    }
    Ok(all)
}

/// The leaf at which a walk ends.
pub fn leaf(store: &Store, root: NodeId, slots: &Slots) -> Result<Leaf, Missing> {
    Ok(match walk(store, root, slots)? {
        Seen::Leaf(id) => store.leaf_at(id).clone(),
        Seen::Lost(slot) => slot.lost().map_or(Leaf::Nothing, Leaf::Gap),
    })
}

/// A fact and the diagram that finds it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The fact.
    pub fact: VariableId,
    /// The diagram.
    pub root: NodeId,
    slots: FxHashMap<NodeId, Slot>,
}

impl Finding {
    /// A fact found by a diagram of a store.
    #[must_use]
    pub fn new(model: &Model, store: &Store, fact: VariableId, root: NodeId) -> Self {
        let leaves = crate::diagram::leaf_nodes(store, root);
        let slots = leaves
            .into_iter()
            .map(|id| (id, Slot::of(model, fact, store.leaf_at(id))))
            .collect();
        Self { fact, root, slots }
    }

    /// What the diagram makes of the fact.
    pub fn slot(&self, store: &Store, slots: &Slots) -> Result<Slot, Missing> {
        Ok(match walk(store, self.root, slots)? {
            Seen::Leaf(id) => self.slots.get(&id).copied().unwrap_or(Slot::NONE),
            Seen::Lost(slot) => slot,
        })
    }
}
