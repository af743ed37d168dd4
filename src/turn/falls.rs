//! Every way in which a roll can fall, as far as some facts tell it apart.

use crate::diagnostic::Diagnostic;
use crate::model::{Model, Roll, VariableId};
use crate::value::{Value, add};

/// A way in which dice can fall: what it makes known, and how many ways look like it.
pub type Fall = (Vec<(VariableId, u32)>, u64);

/// A fall of some of the dice: what it makes known, their total, and the ways.
type Partial = (Vec<(VariableId, u32)>, Value, u64);

/// The most falls of a roll that are told apart.
const MOST_FALLS: usize = 100_000;

/// In how many ways a fact's roll can fall.
#[must_use]
pub fn ways(model: &Model, fact: VariableId) -> u64 {
    model
        .variable(fact)
        .and_then(|found| found.roll.as_ref())
        .map_or(1, |roll| roll.dice.ways())
}

/// Every fall of a roll, as far as its total and the single dice named tell them apart.
///
/// # Errors
///
/// Where these are more than can be gone through.
pub fn falls(
    model: &Model,
    roll: VariableId,
    dice: &[VariableId],
) -> Result<Vec<Fall>, Diagnostic> {
    let Some(found) = model.variable(roll) else {
        return Ok(Vec::new());
    };
    let Some(Roll {
        dice: all, ways, ..
    }) = found.roll.as_ref()
    else {
        return Ok(Vec::new());
    };
    let named: Vec<(VariableId, usize)> = dice
        .iter()
        .filter_map(|die| Some((*die, model.variable(*die)?.roll.as_ref()?.die_of?.1)))
        .collect();
    if named.is_empty() {
        return Ok((0..)
            .zip(ways)
            .map(|(index, ways)| (vec![(roll, index)], *ways))
            .collect());
    }
    let places: Vec<usize> = named.iter().map(|(_, place)| *place).collect();
    let mut parts: Vec<Partial> = all
        .totals_without(&places)
        .into_iter()
        .map(|(rest, ways)| (Vec::new(), rest, ways))
        .collect();
    for (die, place) in named {
        let faces = all
            .dice
            .get(place)
            .map(|die| die.faces.as_slice())
            .unwrap_or_default();
        if parts.len().saturating_mul(faces.len()) > MOST_FALLS {
            return Err(Diagnostic::request(format!(
                "the single dice of `{}` fall in too many ways",
                found.name
            ))
            .help("ask for what looks at fewer of them, or estimate it: `--simulate N`"));
        }
        let index_of = |face: &Value| {
            model
                .variable(die)
                .and_then(|found| found.domain.index(face))
        };
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
    Ok(parts.into_iter().filter_map(total).collect())
}

/// Whether a roll can fall as is known of its total and of its single dice.
///
/// # Errors
///
/// Where the dice that are known fall in more ways than can be gone through.
pub fn can_fall(
    model: &Model,
    roll: VariableId,
    known: &dyn Fn(VariableId) -> Option<u32>,
) -> Result<bool, Diagnostic> {
    let mut dice = model.dice_of(roll);
    dice.retain(|die| known(*die).is_some());
    let agrees = |(fact, index): &(VariableId, u32)| known(*fact).is_none_or(|own| own == *index);
    Ok(dice.is_empty()
        || falls(model, roll, &dice)?
            .iter()
            .any(|(fall, _)| fall.iter().all(agrees)))
}
