//! Who throws the dice: a seed, or the players, who tell what they threw.

use super::Generator;
use crate::diagnostic::Diagnostic;
use crate::model::{Model, VariableId};
use crate::turn::{Thrown, can_fall};
use crate::value::Value;
use std::collections::VecDeque;

/// The most throws of a seed that are to agree with what is known.
const MOST_THROWS: u32 = 100_000;

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
        let text = text.trim();
        // A comma at the end is no roll; a roll left out between two commas is told as an error when it is its turn.
        let text = text.strip_suffix(',').unwrap_or(text);
        let all = text.split(',').filter(|_| !text.trim().is_empty());
        let rolls: VecDeque<String> = all.map(|roll| roll.trim().to_owned()).collect();
        let count = rolls.len();
        Self::Told(rolls, count)
    }

    /// Throws the dice of a fact by a generator.
    #[must_use]
    pub fn throw(model: &Model, fact: VariableId, generator: &mut Generator) -> Option<Thrown> {
        let dice = &model.variable(fact)?.roll.as_ref()?.dice;
        let faces = dice.dice.iter().filter_map(|die| {
            let sides = u32::try_from(die.faces.len()).unwrap_or(u32::MAX);
            die.faces.get(generator.below(sides) as usize).cloned()
        });
        let faces: Vec<Value> = faces.collect();
        Thrown::of(model, fact, faces)
    }

    /// Throws the dice of a fact, so that they agree with what is known of single dice.
    ///
    /// # Errors
    ///
    /// Where the players have told no such roll, or none can fall.
    pub fn roll(
        &mut self,
        model: &Model,
        fact: VariableId,
        known: &dyn Fn(VariableId) -> Option<u32>,
    ) -> Result<Thrown, Diagnostic> {
        let name = model.variable_name(fact);
        if model
            .variable(fact)
            .is_none_or(|found| found.roll.is_none())
        {
            return Err(Diagnostic::request(format!("`{name}` is not rolled")));
        }
        match self {
            Self::Seed(generator) => {
                let mut throws =
                    (0..MOST_THROWS).map_while(|_| Self::throw(model, fact, generator));
                let found = throws.find(|thrown| {
                    thrown
                        .dice
                        .iter()
                        .all(|(die, index)| known(*die).is_none_or(|own| own == *index))
                });
                found.ok_or_else(|| {
                    Diagnostic::request(format!("`{name}` cannot be rolled as is given"))
                })
            }
            Self::Told(rolls, count) => match rolls.pop_front() {
                Some(text) => agreeing(model, Thrown::read(model, fact, &text)?, &text, known),
                None => {
                    let told = if *count == 1 {
                        "1 roll is given".to_owned()
                    } else {
                        format!("{count} rolls are given")
                    };
                    Err(
                        Diagnostic::request(format!("{told}, and `{name}` must be rolled too"))
                            .help("add it to `--rolls`"),
                    )
                }
            },
            Self::Nobody => Err(Diagnostic::request(format!("`{name}` is not given"))
                .help("give it, or `--seed N`")),
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
    pub fn finish(&self) -> Result<(), Diagnostic> {
        let Self::Told(rolls, count) = self else {
            return Ok(());
        };
        if rolls.is_empty() {
            return Ok(());
        }
        let left: Vec<&str> = rolls.iter().map(String::as_str).collect();
        let used = count - left.len();
        Err(Diagnostic::request(format!(
            "{} too many: {}",
            plural(left.len(), "roll"),
            left.join(", ")
        ))
        .help(format!(
            "{} made",
            if used == 1 {
                "1 roll is".to_owned()
            } else {
                format!("{used} rolls are")
            }
        )))
    }
}

/// A roll as told, if it can fall so with what is known of single dice.
fn agreeing(
    model: &Model,
    thrown: Thrown,
    text: &str,
    known: &dyn Fn(VariableId) -> Option<u32>,
) -> Result<Thrown, Diagnostic> {
    let told = |own: VariableId| {
        thrown
            .dice
            .iter()
            .find(|(die, _)| *die == own)
            .map(|(_, index)| *index)
    };
    let contradicts =
        |(die, index): &(VariableId, u32)| known(*die).is_some_and(|own| own != *index);
    let all = |own: VariableId| {
        if own == thrown.fact {
            Some(thrown.index)
        } else {
            told(own).or(known(own))
        }
    };
    if thrown.dice.iter().any(contradicts) || !can_fall(model, thrown.fact, &all)? {
        let name = model.variable_name(thrown.fact);
        return Err(Diagnostic::request(format!(
            "`{text}` is not a roll of `{name}` with the single dice that are given"
        )));
    }
    Ok(thrown)
}

fn plural(number: usize, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}
