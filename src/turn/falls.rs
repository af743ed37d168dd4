//! Every way in which a roll can fall, as far as some facts tell it apart.

use crate::diagnostic::Diagnostic;
use crate::model::{Model, Roll, VariableId};
use crate::value::{Value, add};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A way in which dice can fall: what it makes known, and how many ways look like it; they count for nothing where [`ways`] cannot
/// tell all of them.
pub type Fall = (Vec<(VariableId, u32)>, u64);

/// A fall of some dice: what it makes known, their total, and how many ways look like it.
type Partial = (Vec<(VariableId, u32)>, Value, u64);

/// The most falls of a roll that are told apart.
const MOST_FALLS: usize = 100_000;

/// In how many ways a fact's roll can fall, where 64 bits can count them.
pub fn ways(model: &Model, fact: VariableId) -> Option<u64> {
    let roll = model.variables[fact].roll.as_ref();
    roll.map_or(Some(1), |roll| roll.dice.ways())
}

/// Every fall of a roll, as far as its total and the single dice named tell them apart.
pub fn falls(
    model: &Model,
    roll: VariableId,
    dice: &[VariableId],
) -> Result<Vec<Fall>, Diagnostic> {
    let total = &model.variables[roll];
    let Some(Roll {
        dice: all, ways, ..
    }) = &total.roll
    else {
        return Ok(Vec::new());
    };
    let counted = |ways: &BigUint| ways.to_u64().unwrap_or(u64::MAX);
    let place_of = |die: &VariableId| Some((*die, model.variables[*die].roll.as_ref()?.die_of?.1));
    let named: Vec<(VariableId, usize)> = dice.iter().filter_map(place_of).collect();
    if named.is_empty() {
        let fall = |(index, ways)| (vec![(roll, index)], counted(ways));
        return Ok((0..).zip(ways).map(fall).collect());
    }
    let places: Vec<usize> = named.iter().map(|(_, place)| *place).collect();
    let mut partial: Vec<Partial> = all
        .totals_without(&places)
        .into_iter()
        .map(|(rest, ways)| (Vec::new(), rest, counted(&ways)))
        .collect();
    for (die, place) in named {
        let faces = all.dice.get(place).map_or(&[][..], |die| &die.faces);
        if partial.len().saturating_mul(faces.len()) > MOST_FALLS {
            let message = format!("the single dice of `{}` fall in too many ways", total.name);
            return Err(Diagnostic::request(message)
                .help("ask for what looks at fewer of them, or estimate it: `--simulate N`"));
        }
        let domain = &model.variables[die].domain;
        let with = |(known, total, ways): Partial| {
            let faces = faces.iter().filter_map(move |face| {
                let mut known = known.clone();
                known.push((die, domain.index(face)?));
                Some((known, add(&total, face), ways))
            });
            faces.collect::<Vec<_>>()
        };
        partial = partial.into_iter().flat_map(with).collect();
    }
    let whole = partial.into_iter().filter_map(|(mut known, sum, ways)| {
        known.push((roll, total.domain.index(&sum)?));
        Some((known, ways))
    });
    Ok(whole.collect())
}

/// Whether a roll can fall as is known of its total and of its single dice.
pub fn can_fall(
    model: &Model,
    roll: VariableId,
    known: &dyn Fn(VariableId) -> Option<u32>,
) -> Result<bool, Diagnostic> {
    can_fall_among(model, roll, &|fact, index| {
        known(fact).map(|own| own == index)
    })
}

/// The same where several values of each may be known: whether one of a part is among them, if anything is known of it.
pub fn can_fall_among(
    model: &Model,
    roll: VariableId,
    is_among: &dyn Fn(VariableId, u32) -> Option<bool>,
) -> Result<bool, Diagnostic> {
    let mut dice = model.dice_of(roll);
    dice.retain(|die| is_among(*die, 0).is_some());
    let agrees = |(fact, index): &(VariableId, u32)| is_among(*fact, *index) != Some(false);
    Ok(dice.is_empty()
        || falls(model, roll, &dice)?
            .iter()
            .any(|(fall, _)| fall.iter().all(agrees)))
}
