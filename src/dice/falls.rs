//! Every way in which a roll can fall, as far as some facts tell it apart.

use super::Generator;
use crate::model::{Model, Roll, VariableId};
use crate::value::{Value, add};

/// A way in which dice can fall: what it makes known, and how many ways look like it.
pub type Fall = (Vec<(VariableId, u32)>, u64);

/// A fall of some of the dice: what it makes known, their total, and the ways.
type Partial = (Vec<(VariableId, u32)>, Value, u64);

/// In how many ways a fact's roll can fall.
#[must_use]
pub fn ways(model: &Model, fact: VariableId) -> u64 {
    model.variable(fact).and_then(|found| found.roll.as_ref()).map_or(1, |roll| roll.dice.ways())
}

/// Every fall of a roll, as far as its total and the single dice named tell them apart.
#[must_use]
pub fn falls(model: &Model, roll: VariableId, dice: &[VariableId]) -> Vec<Fall> {
    let Some(found) = model.variable(roll) else {
        return Vec::new();
    };
    let Some(Roll { dice: all, ways, .. }) = found.roll.as_ref() else {
        return Vec::new();
    };
    let named: Vec<(VariableId, usize)> =
        dice.iter().filter_map(|die| Some((*die, model.variable(*die)?.roll.as_ref()?.die_of?.1))).collect();
    if named.is_empty() {
        return (0..).zip(ways).map(|(index, ways)| (vec![(roll, index)], *ways)).collect();
    }
    let places: Vec<usize> = named.iter().map(|(_, place)| *place).collect();
    let mut parts: Vec<Partial> =
        all.totals_without(&places).into_iter().map(|(rest, ways)| (Vec::new(), rest, ways)).collect();
    for (die, place) in named {
        let faces = all.dice.get(place).map(|die| die.faces.as_slice()).unwrap_or_default();
        let index_of = |face: &Value| model.variable(die).and_then(|found| found.domain.index(face));
        parts = parts
            .into_iter()
            .flat_map(|(known, total, ways)| {
                faces.iter().filter_map(move |face| {
                    let mut known = known.clone();
                    known.push((die, index_of(face)?));
                    Some((known, add(&total, face), ways))
                })
            })
            .collect();
    }
    let total = |(mut known, total, ways): Partial| {
        known.push((roll, found.domain.index(&total)?));
        Some((known, ways))
    };
    parts.into_iter().filter_map(total).collect()
}

/// Picks a fall of a roll, each as often as it has ways.
#[derive(Debug, Clone)]
pub struct Picker {
    falls: Vec<(u64, Vec<(VariableId, u32)>)>,
    all: u64,
}

impl Picker {
    /// A picker of falls.
    #[must_use]
    pub fn new(falls: Vec<Fall>) -> Self {
        let mut all = 0_u64;
        let falls = falls.into_iter().map(|(known, ways)| {
            all = all.saturating_add(ways);
            (all, known)
        });
        let falls = falls.collect();
        Self { falls, all }
    }

    /// A fall.
    pub fn pick(&self, generator: &mut Generator) -> &[(VariableId, u32)] {
        let number = match u32::try_from(self.all) {
            Ok(all) => u64::from(generator.below(all)),
            Err(_) => generator.below_many(self.all),
        };
        let place = self.falls.partition_point(|(end, _)| *end <= number);
        self.falls.get(place).map(|(_, known)| known.as_slice()).unwrap_or_default()
    }
}
