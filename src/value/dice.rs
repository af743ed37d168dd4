//! The dice of a roll as a game declares them: `2d6`, `d10`, `colored d6 + white d6`, `2d[0, 1, 1]`, `d[hit, miss]`.

use super::{Number, Value, Words, parse_number};
use std::collections::BTreeMap;

/// The most dice of a roll.
const MOST_DICE: usize = 20;
/// The most faces of a die.
const MOST_FACES: usize = 1000;
/// The most totals that a roll can have.
const MOST_TOTALS: usize = 20_000;

/// A die of a roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Die {
    /// What tells it from the others, where something does: `colored`.
    pub name: Option<String>,
    /// What its faces show, each as likely as the others.
    pub faces: Vec<Value>,
}

impl Die {
    /// The totals of other dice and this one.
    fn added_to(&self, totals: &BTreeMap<Value, u64>) -> BTreeMap<Value, u64> {
        let mut next: BTreeMap<Value, u64> = BTreeMap::new();
        for (total, ways) in totals {
            for face in &self.faces {
                let place = next.entry(add(total, face)).or_default();
                *place = place.saturating_add(*ways);
            }
        }
        next
    }
}

/// The total of no dice.
fn no_dice() -> BTreeMap<Value, u64> {
    BTreeMap::from([(Value::Number(Number::from_integer(0)), 1_u64)])
}

/// The dice of a roll; their faces are added up, or a single die shows a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice {
    /// The dice, at least one.
    pub dice: Vec<Die>,
}

impl Dice {
    /// In how many ways the dice can fall; saturates where that is beyond counting.
    #[must_use]
    pub fn ways(&self) -> u64 {
        self.dice
            .iter()
            .fold(1, |ways, die| ways.saturating_mul(die.faces.len() as u64))
    }

    /// The die of a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        self.dice
            .iter()
            .position(|die| die.name.as_deref() == Some(name))
    }

    /// Every total, in order, with the ways in which it can fall.
    #[must_use]
    pub fn totals(&self) -> BTreeMap<Value, u64> {
        self.totals_without(&[])
    }

    /// Every total of the dice that are not left out; of no dice, nothing but 0.
    #[must_use]
    pub fn totals_without(&self, left_out: &[usize]) -> BTreeMap<Value, u64> {
        let kept = self
            .dice
            .iter()
            .enumerate()
            .filter(|(place, _)| !left_out.contains(place));
        kept.fold(no_dice(), |totals, (_, die)| die.added_to(&totals))
    }

    /// Whether the dice have no more totals than a roll may have.
    fn has_few_totals(&self) -> bool {
        let added = |totals: BTreeMap<Value, u64>, die: &Die| {
            Some(die.added_to(&totals)).filter(|totals| totals.len() <= MOST_TOTALS)
        };
        self.dice.iter().try_fold(no_dice(), added).is_some()
    }

    /// The total of faces shown.
    #[must_use]
    pub fn total<'v>(faces: impl IntoIterator<Item = &'v Value>) -> Value {
        faces
            .into_iter()
            .fold(Value::Number(Number::from_integer(0)), |total, face| {
                add(&total, face)
            })
    }
}

/// The sum of two faces; a word stands for itself.
#[must_use]
pub fn add(left: &Value, right: &Value) -> Value {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Value::Number(left + right),
        (Value::Number(_), word) | (word, _) => word.clone(),
    }
}

/// Reads the dice of a roll. The error is a phrase for a person.
pub fn parse_dice(text: &str, words: &mut Words) -> Result<Dice, String> {
    let mut dice = Vec::new();
    for part in text.split('+').map(str::trim) {
        dice.extend(parse_part(part, words)?);
        if dice.len() > MOST_DICE {
            return Err(format!("a roll may have at most {MOST_DICE} dice"));
        }
    }
    let dice = Dice { dice };
    let has_words = dice
        .dice
        .iter()
        .flat_map(|die| &die.faces)
        .any(|face| face.number().is_none());
    if has_words && dice.dice.len() > 1 {
        return Err("a die that shows words cannot be added to another".to_owned());
    }
    if dice.ways() == u64::MAX {
        return Err("these dice fall in more ways than can be counted".to_owned());
    }
    if !dice.has_few_totals() {
        return Err(format!("a roll may have at most {MOST_TOTALS} totals"));
    }
    Ok(dice)
}

/// `2d6`, `colored d6`, `3d[0, 1, 1]`.
fn parse_part(text: &str, words: &mut Words) -> Result<Vec<Die>, String> {
    let wrong = || format!("`{text}` is not a number of dice such as `2d6`, `d10` or `d[0, 1, 1]`");
    let (name, rest) = match text.split_once(' ') {
        Some((name, rest)) if !name.contains('[') => (Some(name.trim().to_owned()), rest.trim()),
        _ => (None, text),
    };
    let (count, faces) = rest.split_once('d').ok_or_else(wrong)?;
    let count: usize = if count.is_empty() {
        1
    } else {
        count.parse().map_err(|_| wrong())?
    };
    let faces = parse_faces(faces, words).ok_or_else(wrong)?;
    if !(1..=MOST_DICE).contains(&count) || !(2..=MOST_FACES).contains(&faces.len()) {
        return Err(format!(
            "`{text}`: 1 to {MOST_DICE} dice of 2 to {MOST_FACES} faces"
        ));
    }
    if name.is_some() && count > 1 {
        return Err(format!("`{text}`: a name is that of one die"));
    }
    Ok(vec![Die { name, faces }; count])
}

fn parse_faces(text: &str, words: &mut Words) -> Option<Vec<Value>> {
    if let Some(list) = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        return list
            .split(',')
            .map(|face| parse_face(face.trim(), words))
            .collect();
    }
    let sides: i64 = text
        .parse()
        .ok()
        .filter(|sides| (1..=1_000_000).contains(sides))?;
    let most = i64::try_from(MOST_FACES).unwrap_or(i64::MAX) + 1;
    Some(
        (1..=sides.min(most))
            .map(|face| Value::Number(Number::from_integer(face)))
            .collect(),
    )
}

fn parse_face(text: &str, words: &mut Words) -> Option<Value> {
    if let Some(number) = parse_number(text) {
        return Some(Value::Number(number));
    }
    let is_word = text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || c == '-');
    is_word.then(|| Value::Word(words.intern(text)))
}
