//! Who throws the dice: a seed, or the players, who tell what they threw.

use super::generator::Generator;
use crate::diagnostic::Diagnostic;
use crate::model::{Model, VariableId};
use crate::turn::{Thrown, can_fall};
use itertools::Itertools;
use std::collections::VecDeque;

/// The most throws of a seed that are to agree with what is known.
pub(super) const MOST_THROWS: u32 = 100_000;

#[derive(Debug)]
pub enum Hand {
    Seed(Box<Generator>),
    /// The players: each roll as a total (`7`) or die by die (`3+4`), and how many were told in all.
    Told(VecDeque<String>, usize),
    /// Nobody: every roll must be known otherwise.
    Nobody,
}

impl Hand {
    /// The dice of a seed; each stream of it is another sequence.
    pub fn seeded(seed: u64, stream: u64) -> Self {
        Self::Seed(Box::new(Generator::new(seed, stream)))
    }

    /// The players' own rolls, as they tell them: `7,3+4,2`.
    pub fn told(text: &str) -> Self {
        let text = text.trim();
        // A comma at the end is no roll; a roll left out between two commas is told as an error when it is its turn.
        let text = text.strip_suffix(',').unwrap_or(text);
        let all = text.split(',').filter(|_| !text.trim().is_empty());
        let rolls: VecDeque<String> = all.map(|roll| roll.trim().to_owned()).collect();
        let count = rolls.len();
        Self::Told(rolls, count)
    }

    pub fn throw(model: &Model, fact: VariableId, generator: &mut Generator) -> Option<Thrown> {
        let dice = &model.variables[fact].roll.as_ref()?.dice.dice;
        let faces = dice
            .iter()
            .filter_map(|die| generator.among(&die.faces).cloned());
        Thrown::of(model, fact, faces.collect())
    }

    /// Throws the dice of a fact, so that they agree with what is known of single dice.
    pub fn roll(
        &mut self,
        model: &Model,
        fact: VariableId,
        known: &dyn Fn(VariableId) -> Option<u32>,
    ) -> Result<Thrown, Diagnostic> {
        let name = model.variable_name(fact);
        if model.variables[fact].roll.is_none() {
            return Err(Diagnostic::request(format!("`{name}` is not rolled")));
        }
        let contradicts =
            |(die, index): &(VariableId, u32)| known(*die).is_some_and(|known| known != *index);
        match self {
            Self::Seed(generator) => (0..MOST_THROWS)
                .map_while(|_| Self::throw(model, fact, generator))
                .find(|thrown| !thrown.dice.iter().any(contradicts))
                .ok_or_else(|| {
                    Diagnostic::request(format!("`{name}` cannot be rolled as is given"))
                }),
            Self::Told(rolls, count) => {
                let Some(text) = rolls.pop_front() else {
                    let told = plural(*count, "is given", "are given");
                    let message = format!("{told}, and `{name}` must be rolled too");
                    return Err(Diagnostic::request(message).help("add it to `--rolls`"));
                };
                let thrown = Thrown::read(model, fact, &text)?;
                let told = |part| thrown.facts().find(|(other, _)| *other == part);
                let all = |part| told(part).map(|(_, index)| index).or(known(part));
                if thrown.dice.iter().any(contradicts) || !can_fall(model, fact, &all)? {
                    return Err(Diagnostic::request(format!(
                        "`{text}` is not a roll of `{name}` with the single dice that are given"
                    )));
                }
                Ok(thrown)
            }
            Self::Nobody => Err(Diagnostic::request(format!("`{name}` is not given"))
                .help("give it, or `--seed N`")),
        }
    }

    pub fn has_more(&self) -> bool {
        match self {
            Self::Seed(_) => true,
            Self::Told(rolls, _) => !rolls.is_empty(),
            Self::Nobody => false,
        }
    }

    pub fn finish(&self) -> Result<(), Diagnostic> {
        match self {
            Self::Told(rolls, count) if !rolls.is_empty() => {
                let many = plural(rolls.len(), "too many", "too many");
                let message = format!("{many}: {}", rolls.iter().join(", "));
                let used = plural(count - rolls.len(), "is made", "are made");
                Err(Diagnostic::request(message).help(used))
            }
            _ => Ok(()),
        }
    }
}

/// `1 roll is made`, `2 rolls are made`
fn plural(count: usize, text: &str, several: &str) -> String {
    match count {
        1 => format!("1 roll {text}"),
        count => format!("{count} rolls {several}"),
    }
}
