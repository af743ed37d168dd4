//! Dice as they fell, and what is wrong with those that cannot have fallen so.

use crate::diagnostic::Diagnostic;
use crate::model::{Model, VariableId};
use crate::value::{Dice, Die, Value, parse_number};

/// The most ways that dice can fall for which single faces are looked for.
const MOST_WAYS: u64 = 100_000;

/// A roll as it fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown {
    /// The fact rolled.
    pub fact: VariableId,
    /// The face of each die, in the order of the dice; nothing where only the total was told.
    pub faces: Option<Vec<Value>>,
    /// The index of the total.
    pub index: u32,
    /// The facts that are single dice of the roll, where these are known.
    pub dice: Vec<(VariableId, u32)>,
}

impl Thrown {
    /// A roll from its faces.
    #[must_use]
    pub fn of(model: &Model, fact: VariableId, faces: Vec<Value>) -> Option<Self> {
        let index = model.variable(fact)?.domain.index(&Dice::total(&faces))?;
        let dice = model.dice_of(fact).into_iter().filter_map(|die| {
            let found = model.variable(die)?;
            let (_, place) = found.roll.as_ref()?.die_of?;
            Some((die, found.domain.index(faces.get(place)?)?))
        });
        let dice = dice.collect();
        Some(Self {
            fact,
            faces: Some(faces),
            index,
            dice,
        })
    }

    /// The roll as players tell it: its total, or die by die where single dice of it are known. None where no dice fall so, or too many
    /// ways would have to be looked through.
    #[must_use]
    pub fn told(&self, model: &Model) -> Option<String> {
        let found = model.variable(self.fact)?;
        if self.dice.is_empty() {
            return Some(model.show_index(self.fact, self.index));
        }
        let of_die = |die: &VariableId| {
            model
                .variable(*die)?
                .roll
                .as_ref()?
                .die_of
                .map(|(_, place)| place)
        };
        let known: Vec<(usize, Value)> = self
            .dice
            .iter()
            .filter_map(|(die, index)| {
                Some((of_die(die)?, model.variable(*die)?.domain.value(*index)))
            })
            .collect();
        let dice = &found.roll.as_ref()?.dice;
        let faces = (dice.ways() <= MOST_WAYS).then_some(&dice.dice)?;
        let faces = fill(
            faces,
            &known,
            &found.domain.value(self.index),
            &mut Vec::new(),
        )?;
        Some(
            faces
                .iter()
                .map(|face| face.show(&model.words, false))
                .collect::<Vec<_>>()
                .join("+"),
        )
    }

    /// A roll as players tell it: its total (`7`) or die by die (`3+4`).
    ///
    /// # Errors
    ///
    /// Where it is no roll of this fact.
    pub fn read(model: &Model, fact: VariableId, text: &str) -> Result<Self, Diagnostic> {
        let found = model.variable(fact);
        let Some(roll) = found.and_then(|found| found.roll.as_ref()) else {
            return Err(Diagnostic::request(format!(
                "`{}` is not rolled",
                model.variable_name(fact)
            )));
        };
        let dice = &roll.dice;
        let range = found.map_or_else(String::new, |found| found.domain.show(&model.words));
        let wrong = || {
            let help = match dice.dice.len() {
                1 => format!("it is one of {range}"),
                count => format!(
                    "its total is one of {range}; or write its {count} dice, joined with `+`"
                ),
            };
            Diagnostic::request(format!(
                "`{text}` is not a roll of `{}`",
                model.variable_name(fact)
            ))
            .help(help)
        };
        let parts: Vec<&str> = text.split('+').map(str::trim).collect();
        if parts.len() == dice.dice.len() {
            let faces = parts.iter().zip(&dice.dice).map(|(part, die)| {
                let is_face = |face: &&Value| match face {
                    Value::Number(number) => parse_number(part) == Some(*number),
                    other => other.show(&model.words, false) == *part,
                };
                die.faces.iter().find(is_face).cloned()
            });
            let faces: Vec<Value> = faces.collect::<Option<_>>().ok_or_else(wrong)?;
            return Self::of(model, fact, faces).ok_or_else(wrong);
        }
        let index = found
            .and_then(|found| found.domain.read(text, &model.words))
            .filter(|_| parts.len() == 1);
        Ok(Self {
            fact,
            faces: None,
            index: index.ok_or_else(wrong)?,
            dice: Vec::new(),
        })
    }
}

/// Faces of these dice that come to a total, where some of them are known.
fn fill(
    dice: &[Die],
    known: &[(usize, Value)],
    total: &Value,
    faces: &mut Vec<Value>,
) -> Option<Vec<Value>> {
    let Some(die) = dice.get(faces.len()) else {
        return (Dice::total(faces.iter()) == *total).then(|| faces.clone());
    };
    for face in &die.faces {
        let fits = known
            .iter()
            .all(|(place, own)| *place != faces.len() || own == face);
        if fits {
            faces.push(face.clone());
            let found = fill(dice, known, total, faces);
            faces.pop();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
