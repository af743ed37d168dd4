//! How likely the dice of a region are.

use crate::analysis::space::Space;
use crate::model::VariableId;

/// In how many ways of how many the rolled facts of a region fall so, whatever its other facts are; nothing where none of its
/// facts is rolled, or where two of the facts that matter are dice of one roll.
pub(super) fn chance(
    space: &Space,
    facts: &[VariableId],
    tests: &[(VariableId, Vec<u32>)],
) -> Option<(u128, u128)> {
    let mut rolls: Vec<&str> = Vec::new();
    for fact in facts {
        let Some(dice) = &space.variable(*fact)?.dice else {
            continue;
        };
        if rolls.contains(&dice.roll.as_str()) {
            return None;
        }
        rolls.push(&dice.roll);
    }
    let mut chance: Option<(u128, u128)> = None;
    for (fact, indices) in tests {
        let Some(dice) = &space.variable(*fact)?.dice else {
            continue;
        };
        let ways = |index: &u32| u128::from(dice.ways.get(*index as usize).copied().unwrap_or(0));
        let (own, of) = chance.unwrap_or((1, 1));
        let (these, all) = (
            indices.iter().map(ways).sum::<u128>(),
            dice.ways.iter().copied().map(u128::from).sum::<u128>(),
        );
        chance = Some((own.checked_mul(these)?, of.checked_mul(all)?));
    }
    chance
}
