//! What is known of each variable while dice fall and turns pass: a value, that the source lost it, or nothing.

use super::Situation;
use crate::diagram::{Leaf, NodeId, Store, leaf_nodes, support};
use crate::model::{GapId, Model, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u32);

impl Slot {
    pub const UNKNOWN: Self = Self(u32::MAX);
    pub const NONE: Self = Self(u32::MAX - 1);
    const GAPS: u32 = 1 << 30;

    pub const fn value(index: u32) -> Self {
        Self(index)
    }

    pub fn of(model: &Model, variable: VariableId, leaf: &Leaf) -> Self {
        match leaf {
            Leaf::Gap(gap) => Self(Self::GAPS | gap.0),
            Leaf::Value(value) => {
                let index = model.variables[variable].domain.index(value);
                index.map_or(Self::NONE, Self::value)
            }
            _ => Self::NONE,
        }
    }

    pub fn index(self) -> Option<u32> {
        (self.0 < Self::GAPS).then_some(self.0)
    }

    pub fn lost(self) -> Option<GapId> {
        let is_gap = (Self::GAPS..Self::NONE.0).contains(&self.0);
        is_gap.then_some(GapId(self.0 & !Self::GAPS))
    }

    pub fn leaf(self, model: &Model, variable: VariableId) -> Leaf {
        match (self.index(), self.lost()) {
            (Some(index), _) => Leaf::Value(model.variables[variable].domain.value(index)),
            (None, Some(gap)) => Leaf::Gap(gap),
            (None, None) => Leaf::Nothing,
        }
    }
}

/// What is known of each variable.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Slots(Vec<Slot>);

impl Clone for Slots {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

impl Slots {
    pub fn of(model: &Model, situation: &Situation) -> Self {
        let slot = |id| situation.get(id).map_or(Slot::UNKNOWN, Slot::value);
        Self(model.variables.ids().map(slot).collect())
    }

    pub fn get(&self, variable: VariableId) -> Slot {
        let slot = self.0.get(variable.index());
        slot.copied().unwrap_or(Slot::UNKNOWN)
    }

    pub fn set(&mut self, variable: VariableId, slot: Slot) {
        if let Some(place) = self.0.get_mut(variable.index()) {
            *place = slot;
        }
    }

    /// Makes values of several variables known.
    pub fn know<'k>(&mut self, known: impl IntoIterator<Item = &'k (VariableId, u32)>) {
        for (variable, index) in known {
            self.set(*variable, Slot::value(*index));
        }
    }

    /// The values known, as a situation.
    pub fn situation(&self, model: &Model) -> Situation {
        let mut situation = Situation::new(model);
        for (id, slot) in model.variables.ids().zip(&self.0) {
            situation.set(id, slot.index());
        }
        situation
    }
}

/// Where a walk through a diagram ends: at a leaf, or at a variable that has no value. Of a variable alone, what is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    Leaf(NodeId),
    Lost(Slot),
}

/// A fact is needed that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing(pub VariableId);

/// Walks a diagram with what is known. What is not known, or what the source lost, is no hindrance where the answer is the same
/// whatever it was.
pub fn walk(store: &Store, mut id: NodeId, slots: &Slots) -> Result<End, Missing> {
    while let Some(node) = store.inner(id) {
        let slot = slots.get(node.variable);
        if let Some(index) = slot.index() {
            id = Store::child(node, index);
            continue;
        }
        if slot == Slot::UNKNOWN {
            let only = only_leaf(store, id, slots);
            return only.map(End::Leaf).ok_or(Missing(node.variable));
        }
        let mut same = None;
        for (_, child) in &node.edges {
            let end = walk(store, *child, slots)?;
            if same.replace(end).is_some_and(|before| before != end) {
                return Ok(End::Lost(slot));
            }
        }
        return Ok(same.unwrap_or(End::Lost(slot)));
    }
    Ok(End::Leaf(id))
}

/// The leaf to which a diagram leads whatever that is which is not known, or lost; none where there are several.
fn only_leaf(store: &Store, root: NodeId, slots: &Slots) -> Option<NodeId> {
    let (mut only, mut open) = (None, vec![root]);
    let mut seen = FxHashSet::default();
    while let Some(id) = open.pop() {
        let Some(node) = store.inner(id) else {
            if only.replace(id).is_some_and(|other| other != id) {
                return None;
            }
            continue;
        };
        if !seen.insert(id) {
            continue;
        }
        match slots.get(node.variable).index() {
            Some(index) => open.push(Store::child(node, index)),
            None => open.extend(node.edges.iter().map(|(_, child)| *child)),
        }
    }
    only
}

/// The leaf at which a walk ends.
pub fn leaf(store: &Store, root: NodeId, slots: &Slots) -> Result<Leaf, Missing> {
    Ok(match walk(store, root, slots)? {
        End::Leaf(id) => store.leaf_at(id).clone(),
        End::Lost(slot) => slot.lost().map_or(Leaf::Nothing, Leaf::Gap),
    })
}

/// Whether a condition holds whatever that is which is not known, or lost.
pub fn holds_whatever(store: &Store, root: NodeId, slots: &Slots) -> bool {
    !may_be(store, root, slots, &|leaf| !leaf.is(true))
}

/// Whether a condition holds for some values of what is not known, or lost.
pub fn may_hold(store: &Store, root: NodeId, slots: &Slots) -> bool {
    may_be(store, root, slots, &|leaf| leaf.is(true))
}

/// Whether some values of what is not known, or lost, lead to such a leaf.
fn may_be(store: &Store, id: NodeId, slots: &Slots, is_so: &dyn Fn(&Leaf) -> bool) -> bool {
    let Some(node) = store.inner(id) else {
        return is_so(store.leaf_at(id));
    };
    let may_be = |child| may_be(store, child, slots, is_so);
    match slots.get(node.variable).index() {
        Some(index) => may_be(Store::child(node, index)),
        None => node.edges.iter().any(|(_, child)| may_be(*child)),
    }
}

/// Every variable that some diagrams look at, in order.
pub(super) fn looked_at(store: &Store, roots: impl IntoIterator<Item = NodeId>) -> Vec<VariableId> {
    let roots = roots.into_iter();
    let mut all: Vec<VariableId> = roots.flat_map(|root| support(store, root)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A fact and the diagram that finds it.
#[derive(Debug, Clone)]
pub struct Finding {
    pub fact: VariableId,
    pub root: NodeId,
    slots: FxHashMap<NodeId, Slot>,
}

impl Finding {
    pub fn new(model: &Model, store: &Store, fact: VariableId, root: NodeId) -> Self {
        let slot = |id| (id, Slot::of(model, fact, store.leaf_at(id)));
        let slots = leaf_nodes(store, root).into_iter().map(slot).collect();
        Self { fact, root, slots }
    }

    /// What the source can have lost of the fact itself.
    pub fn gaps(&self) -> impl Iterator<Item = Slot> {
        let slots = self.slots.values().copied();
        slots.filter(|slot| slot.lost().is_some())
    }

    /// What the diagram makes of the fact.
    pub fn slot(&self, store: &Store, slots: &Slots) -> Result<Slot, Missing> {
        Ok(match walk(store, self.root, slots)? {
            End::Leaf(id) => self.slots.get(&id).copied().unwrap_or(Slot::NONE),
            End::Lost(slot) => slot,
        })
    }
}
