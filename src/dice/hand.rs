//! Who throws the dice: a seed, or the players, who tell what they threw.

use super::Generator;
use crate::model::{Model, VariableId};
use crate::value::{Dice, Value, parse_number};
use std::collections::VecDeque;

/// What is wrong with a roll, a turn or odds asked for, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in one phrase.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without help.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    /// The fault with what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

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
                thrown(model, fact, faces).ok_or_else(|| Fault::new(format!("`{name}` cannot be rolled")))
            }
            Self::Told(rolls, count) => match rolls.pop_front() {
                Some(text) => read(model, fact, &roll.dice, &text),
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

/// A roll from its faces.
fn thrown(model: &Model, fact: VariableId, faces: Vec<Value>) -> Option<Thrown> {
    let index = model.variable(fact)?.domain.index(&Dice::total(&faces))?;
    let dice = model.dice_of(fact).into_iter().filter_map(|die| {
        let found = model.variable(die)?;
        let (_, place) = found.roll.as_ref()?.die_of?;
        Some((die, found.domain.index(faces.get(place)?)?))
    });
    let dice = dice.collect();
    Some(Thrown { fact, faces: Some(faces), index, dice })
}

fn read(model: &Model, fact: VariableId, dice: &Dice, text: &str) -> Result<Thrown, Fault> {
    let found = model.variable(fact);
    let range = found.map_or_else(String::new, |found| found.domain.show(&model.words));
    let wrong = || {
        let help = match dice.dice.len() {
            1 => format!("it is one of {range}"),
            count => format!("its total is one of {range}; or write its {count} dice, joined with `+`"),
        };
        Fault::new(format!("`{text}` is not a roll of `{}`", model.variable_name(fact))).help(help)
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
        return thrown(model, fact, faces).ok_or_else(wrong);
    }
    let index = found.and_then(|found| found.domain.read(text, &model.words)).filter(|_| parts.len() == 1);
    Ok(Thrown { fact, faces: None, index: index.ok_or_else(wrong)?, dice: Vec::new() })
}
