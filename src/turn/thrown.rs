//! Dice as they fell, and what is wrong with those that cannot have fallen so.

use crate::diagnostic::Diagnostic;
use crate::model::{Model, VariableId};
use crate::value::{Dice, Die, Number, Value, parse_number};
use itertools::Itertools;
use num_traits::One;

/// The most ways that dice can fall for which single faces are looked for.
const MOST_WAYS: u64 = 100_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown {
    pub fact: VariableId,
    /// The face of each die, in the order of the dice; nothing where only the total was told.
    pub faces: Option<Vec<Value>>,
    pub index: u32,
    /// The facts that are single dice of the roll, where these are known.
    pub dice: Vec<(VariableId, u32)>,
}

impl Thrown {
    pub fn of(model: &Model, fact: VariableId, faces: Vec<Value>) -> Option<Self> {
        let index = model.variables[fact].domain.index(&Dice::total(&faces))?;
        let die = |die| {
            let face = faces.get(place_of(model, die)?)?;
            Some((die, model.variables[die].domain.index(face)?))
        };
        let dice = model.dice_of(fact).into_iter().filter_map(die).collect();
        Some(Self {
            fact,
            faces: Some(faces),
            index,
            dice,
        })
    }

    /// The facts that it makes known: its total, and its single dice.
    pub fn facts(&self) -> impl Iterator<Item = (VariableId, u32)> {
        let dice = self.dice.iter().copied();
        [(self.fact, self.index)].into_iter().chain(dice)
    }

    /// A roll as `--rolls` takes it: `4+3`, or its total where the faces are not known.
    pub fn text(&self, model: &Model) -> String {
        match &self.faces {
            Some(faces) => faces_text(model, faces),
            None => model.show_index(self.fact, self.index),
        }
    }

    /// The roll as players tell it: its total, or die by die where single dice of it are known. None where no dice fall so, or too many
    /// ways would have to be looked through.
    pub fn told(&self, model: &Model) -> Option<String> {
        if self.faces.is_some() || self.dice.is_empty() {
            return Some(self.text(model));
        }
        let of_roll = &model.variables[self.fact];
        let all = &of_roll.roll.as_ref()?.dice;
        let total = of_roll.domain.value(self.index);
        let faces_of = |(place, die)| {
            let is_known = |other: &&(VariableId, u32)| place_of(model, other.0) == Some(place);
            let known = self.dice.iter().find(is_known);
            let face = known.map(|(die, index)| model.variables[*die].domain.value(*index));
            let faces: &crate::value::Die = die;
            face.map_or_else(|| faces.faces.clone(), |face| vec![face])
        };
        let mut falls = all
            .ways()
            .is_some_and(|ways| ways <= MOST_WAYS)
            .then_some(&all.dice)?
            .iter()
            .enumerate()
            .map(faces_of)
            .multi_cartesian_product();
        let faces = falls.find(|faces| Dice::total(faces) == total)?;
        Some(faces_text(model, &faces))
    }

    /// A roll as players tell it: its total (`7`) or die by die (`3+4`).
    pub fn read(model: &Model, fact: VariableId, text: &str) -> Result<Self, Diagnostic> {
        let variable = &model.variables[fact];
        let name = &variable.name;
        let Some(roll) = &variable.roll else {
            return Err(Diagnostic::request(format!("`{name}` is not rolled")));
        };
        let dice = &roll.dice.dice;
        let wrong = || {
            let range = variable.domain.show(&model.words);
            let help = match dice.len() {
                1 => format!("it is one of {range}"),
                count => format!(
                    "its total is one of {range}; or write its {count} dice, joined with `+`"
                ),
            };
            Diagnostic::request(format!("`{text}` is not a roll of `{name}`")).help(help)
        };
        let parts: Vec<&str> = text.split('+').map(str::trim).collect();
        if parts.len() == dice.len() {
            let places = places_of(dice);
            let faces = parts.iter().zip(dice).enumerate().map(|(at, (part, die))| {
                // Of dice that are read as the figures of a number, each shows one figure.
                let place = places.get(at).copied().unwrap_or_else(Number::one);
                let is_face = |face: &&Value| match face {
                    Value::Number(number) => parse_number(part)
                        .is_some_and(|shown| shown == *number || shown == *number / place),
                    other => other.show(&model.words, false) == *part,
                };
                die.faces.iter().find(is_face).cloned()
            });
            let faces: Option<Vec<Value>> = faces.collect();
            return faces
                .and_then(|faces| Self::of(model, fact, faces))
                .ok_or_else(wrong);
        }
        let total = variable.domain.read(text, &model.words);
        Ok(Self {
            fact,
            faces: None,
            index: total.filter(|_| parts.len() == 1).ok_or_else(wrong)?,
            dice: Vec::new(),
        })
    }
}

/// What the figure of each die counts where dice are read as the figures of one number: 10 and 1 of `d66`.
fn places_of(dice: &[Die]) -> Vec<Number> {
    let first = |die: &Die| die.faces.first().and_then(Value::number);
    let powers = (0..dice.len()).rev();
    let powers = powers.map(|power| {
        Number::from_integer(10_i64.saturating_pow(u32::try_from(power).unwrap_or(u32::MAX)))
    });
    let powers: Vec<Number> = powers.collect();
    let is_read_so = dice.len() > 1 && dice.iter().map(first).eq(powers.iter().copied().map(Some));
    if is_read_so { powers } else { Vec::new() }
}

/// Which of the dice of its roll a fact is.
fn place_of(model: &Model, die: VariableId) -> Option<usize> {
    let (_, place) = model.variables[die].roll.as_ref()?.die_of?;
    Some(place)
}

fn faces_text(model: &Model, faces: &[Value]) -> String {
    let faces = faces.iter().map(|face| face.show(&model.words, false));
    faces.format("+").to_string()
}
