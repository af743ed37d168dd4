//! Who throws the dice: a seed, or the players, who tell what they threw.

use super::Generator;
use crate::model::{Model, VariableId};
use crate::turn::{Fault, Thrown};
use crate::value::Value;
use std::collections::VecDeque;

/// Who throws the dice.
#[derive(Debug)]
pub enum Hand {
    /// A seed.
    Seed(Box<Generator>),
    /// The players: each roll as a total (`7`) or die by die (`3+4`), and how many were told in all.
    Told(VecDeque<String>, usize),
    /// Nobody: every roll must be known otherwise.
    Nobody,
}

impl Hand {
    /// The dice of a seed; each stream of it is another sequence.
    #[must_use]
    pub fn seeded(seed: u64, stream: u64) -> Self {
        Self::Seed(Box::new(Generator::new(seed, stream)))
    }

    /// The players' own rolls, as they tell them: `7,3+4,2`.
    #[must_use]
    pub fn told(text: &str) -> Self {
        let rolls: VecDeque<String> =
            text.split(',').map(|roll| roll.trim().to_owned()).filter(|roll| !roll.is_empty()).collect();
        let count = rolls.len();
        Self::Told(rolls, count)
    }

    /// Throws the dice of a fact.
    pub fn roll(&mut self, model: &Model, fact: VariableId) -> Result<Thrown, Fault> {
        let name = model.variable_name(fact);
        let Some(roll) = model.variable(fact).and_then(|found| found.roll.as_ref()) else {
            return Err(Fault::new(format!("`{name}` is not rolled")));
        };
        match self {
            Self::Seed(generator) => {
                let faces = roll.dice.dice.iter().filter_map(|die| {
                    let sides = u32::try_from(die.faces.len()).unwrap_or(u32::MAX);
                    die.faces.get(generator.below(sides) as usize).cloned()
                });
                let faces: Vec<Value> = faces.collect();
                Thrown::of(model, fact, faces).ok_or_else(|| Fault::new(format!("`{name}` cannot be rolled")))
            }
            Self::Told(rolls, count) => match rolls.pop_front() {
                Some(text) => Thrown::read(model, fact, &text),
                None => {
                    let told =
                        if *count == 1 { "1 roll is given".to_owned() } else { format!("{count} rolls are given") };
                    Err(Fault::new(format!("{told}, and `{name}` must be rolled too")).help("add it to `--rolls`"))
                }
            },
            Self::Nobody => Err(Fault::new(format!("`{name}` is not given")).help("give it, or `--seed N`")),
        }
    }

    /// Whether the players have told more rolls.
    #[must_use]
    pub fn has_more(&self) -> bool {
        match self {
            Self::Seed(_) => true,
            Self::Told(rolls, _) => !rolls.is_empty(),
            Self::Nobody => false,
        }
    }

    /// Tells of rolls that were told and not used.
    pub fn finish(&self) -> Result<(), Fault> {
        let Self::Told(rolls, count) = self else {
            return Ok(());
        };
        if rolls.is_empty() {
            return Ok(());
        }
        let left: Vec<&str> = rolls.iter().map(String::as_str).collect();
        let used = count - left.len();
        Err(Fault::new(format!("{} too many: {}", plural(left.len(), "roll"), left.join(", ")))
            .help(format!("{} made", if used == 1 { "1 roll is".to_owned() } else { format!("{used} rolls are") })))
    }
}

fn plural(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
