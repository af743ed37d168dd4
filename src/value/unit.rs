//! Units as a game declares them: counts, dice and what modifies what.

use super::{Dice, Ids, ids};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

ids! {
    UnitId,
}

/// A unit: `hexes`, `DRM`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Unit {
    pub name: String,
    /// The singular, where it is a count of things.
    pub one: Option<String>,
    /// The dice, where it is a roll.
    pub dice: Option<Dice>,
    /// The roll that it modifies.
    pub modifies: Option<UnitId>,
    /// The units any of which it fits.
    pub any_of: Vec<UnitId>,
    /// The name of the fact that says which of these it is.
    pub which: Option<String>,
    /// The name of the fact that a rate in it counts, where several have it.
    pub counts: Option<String>,
    pub means: String,
}

/// All units of a game, in the order declared.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Units {
    list: Ids<UnitId, Unit>,
    names: FxHashMap<String, UnitId>,
}

impl Units {
    /// The name of the unit that every game has: a bare number.
    pub const NUMBER: &'static str = "number";

    /// Adds a unit under its name and its singular; `None` if the name is taken.
    pub fn add(&mut self, unit: Unit) -> Option<UnitId> {
        if self.names.contains_key(&unit.name) {
            return None;
        }
        let id = self.list.next_id();
        self.names.insert(unit.name.clone(), id);
        if let Some(one) = &unit.one {
            self.names.entry(one.clone()).or_insert(id);
        }
        Some(self.list.push(unit))
    }

    /// The unit of this name or singular.
    pub fn find(&self, name: &str) -> Option<UnitId> {
        self.names.get(name).copied()
    }

    pub fn name(&self, id: UnitId) -> &str {
        &self.list[id].name
    }

    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.list.enumerated()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|unit| unit.name.as_str())
    }

    /// Whether a unit modifies a roll, so that it is written with a sign.
    pub fn is_modifier(&self, id: UnitId) -> bool {
        self.list[id].modifies.is_some()
    }

    /// Whether a unit counts things or rolls dice, where a modifier makes no sense.
    pub fn is_count(&self, id: UnitId) -> bool {
        self.list[id].one.is_some() || self.list[id].dice.is_some()
    }

    /// Whether a value in `unit` may stand where `wanted` is wanted.
    pub fn fits(&self, unit: UnitId, wanted: UnitId) -> bool {
        unit == wanted || self.list[wanted].any_of.contains(&unit)
    }
}

impl Index<UnitId> for Units {
    type Output = Unit;

    fn index(&self, id: UnitId) -> &Unit {
        &self.list[id]
    }
}

impl IndexMut<UnitId> for Units {
    fn index_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.list[id]
    }
}
