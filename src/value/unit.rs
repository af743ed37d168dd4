//! Units as a game declares them: counts, dice and what modifies what.

use super::Dice;
use rustc_hash::FxHashMap;

/// A unit of a [`Units`] table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(pub u32);

/// A unit: `hexes`, `DRM`.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// The singular, where it is a count of things.
    pub one: Option<String>,
    /// The dice, where it is a roll.
    pub dice: Option<Dice>,
    /// The roll that it modifies.
    pub modifies: Option<UnitId>,
    /// The units any of which it fits.
    pub any_of: Vec<UnitId>,
    /// The name of the fact that a rate in it counts, where several have it.
    pub counts: Option<String>,
    /// What it is, in words.
    pub means: String,
}

/// All units of a game.
#[derive(Debug, Clone, Default)]
pub struct Units {
    list: Vec<Unit>,
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
        let id = UnitId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.names.insert(unit.name.clone(), id);
        if let Some(one) = &unit.one {
            self.names.entry(one.clone()).or_insert(id);
        }
        self.list.push(unit);
        Some(id)
    }

    /// The unit of this name or singular.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<UnitId> {
        self.names.get(name).copied()
    }

    /// A unit by its id.
    #[must_use]
    pub fn get(&self, id: UnitId) -> Option<&Unit> {
        self.list.get(id.0 as usize)
    }

    /// A unit, to fill in what refers to units declared later.
    pub fn get_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.list.get_mut(id.0 as usize)
    }

    /// The name of a unit.
    #[must_use]
    pub fn name(&self, id: UnitId) -> &str {
        self.get(id).map_or("", |unit| unit.name.as_str())
    }

    /// Every unit, in the order declared.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.list
            .iter()
            .enumerate()
            .map(|(index, unit)| (UnitId(u32::try_from(index).unwrap_or(u32::MAX)), unit))
    }

    /// The names of all units, for a suggestion.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|unit| unit.name.as_str())
    }

    /// Whether a unit modifies a roll, so that it is written with a sign.
    #[must_use]
    pub fn is_modifier(&self, id: UnitId) -> bool {
        self.get(id).is_some_and(|unit| unit.modifies.is_some())
    }

    /// Whether a unit counts things or rolls dice, where a modifier makes no sense.
    #[must_use]
    pub fn is_count(&self, id: UnitId) -> bool {
        self.get(id)
            .is_some_and(|unit| unit.one.is_some() || unit.dice.is_some())
    }

    /// Whether a value in `unit` may stand where `wanted` is wanted.
    #[must_use]
    pub fn fits(&self, unit: UnitId, wanted: UnitId) -> bool {
        unit == wanted
            || self
                .get(wanted)
                .is_some_and(|wanted| wanted.any_of.contains(&unit))
    }
}
