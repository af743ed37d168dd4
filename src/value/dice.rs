//! The dice of a roll as a game declares them: `2d6`, `d10`, `d66`, `colored d6 + white d6`, `2d[0, 1, 1]`, `d[hit, miss]`.

use super::number::is_short_total;
use super::{Number, Value, Words, parse_number};
use crate::syntax::plain_dice;
use itertools::Itertools;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most dice of a roll.
const MOST_DICE: usize = 100;
/// The most faces of a die.
const MOST_FACES: usize = 1000;
/// The most totals that a roll can have.
const MOST_TOTALS: usize = 20_000;

/// The most sums of a total and a face that are made to count the totals of a roll.
const MOST_WORK: usize = 16_000_000;

/// The dice of a roll, at least one; their faces are added up, or a single die shows a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    pub dice: Vec<Die>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// What tells it from the others, where something does: `colored`.
    pub name: Option<String>,
    /// What its faces show, each as likely as the others.
    pub faces: Vec<Value>,
}

/// Every total of some dice, with the ways in which it can fall.
type Totals = BTreeMap<Value, BigUint>;

impl Die {
    /// Whether its faces are whole numbers one after the other, in this order.
    fn is_run(&self) -> bool {
        let numbers = self.faces.iter().map(Value::number);
        let next = |pair: &[Option<Number>]| matches!(pair, [Some(ratio), Some(next)] if *next - *ratio == Number::one());
        let numbers: Vec<Option<Number>> = numbers.collect();
        numbers.windows(2).all(next)
    }

    /// The totals of other dice and this one, where both are whole numbers one after the other: each is the sum of as many of the
    /// others as it has faces, and the next one takes one in and leaves one out.
    fn run_added_to(&self, totals: &Totals) -> Option<Totals> {
        let numbers: Option<Vec<Number>> = totals.keys().map(Value::number).collect();
        let numbers = numbers?;
        let mut steps = numbers.windows(2);
        let is_run = steps.all(|pair| matches!(pair, [low, high] if *high - *low == Number::one()));
        let (first, least) = (numbers.first()?, self.faces.first()?.number()?);
        if !is_run || !self.is_run() {
            return None;
        }
        let ways: Vec<&BigUint> = totals.values().collect();
        let mut sum = BigUint::zero();
        let mut total = first + least;
        let mut next = Totals::new();
        for place in 0..ways.len() + self.faces.len() - 1 {
            if let Some(come) = ways.get(place) {
                sum += *come;
            }
            let gone = place.checked_sub(self.faces.len());
            if let Some(gone) = gone.and_then(|gone| ways.get(gone)) {
                sum -= *gone;
            }
            next.insert(Value::Number(total), sum.clone());
            total += Number::one();
        }
        Some(next)
    }

    /// The totals of other dice and this one.
    fn added_to(&self, totals: &Totals) -> Totals {
        if let Some(next) = self.run_added_to(totals) {
            return next;
        }
        let mut faces: BTreeMap<&Value, u32> = BTreeMap::new();
        for face in &self.faces {
            *faces.entry(face).or_default() += 1;
        }
        let mut next = Totals::new();
        for (total, ways) in totals {
            for (face, times) in &faces {
                *next.entry(add(total, face)).or_default() += ways * *times;
            }
        }
        next
    }
}

impl Dice {
    /// In how many ways the dice can fall, where 64 bits can count them.
    pub fn ways(&self) -> Option<u64> {
        let mut faces = self.dice.iter().map(|die| die.faces.len() as u64);
        faces.try_fold(1, u64::checked_mul)
    }

    pub fn named(&self, name: &str) -> Option<usize> {
        let mut dice = self.dice.iter();
        dice.position(|die| die.name.as_deref() == Some(name))
    }

    pub fn totals(&self) -> Totals {
        self.totals_without(&[])
    }

    /// Every total of the dice that are not left out; of no dice, nothing but 0.
    pub fn totals_without(&self, left_out: &[usize]) -> Totals {
        let dice = self.dice.iter().enumerate();
        let kept = dice.filter(|(place, _)| !left_out.contains(place));
        kept.fold(no_dice(), |totals, (_, die)| die.added_to(&totals))
    }

    /// Refuses dice with more totals than a roll may have, with some that cannot be written, or that take too long to be counted.
    fn need_few_totals(&self) -> Result<(), String> {
        let faces = |die: &Die| die.faces.iter().filter_map(Value::number).collect();
        if !is_short_total(&self.dice.iter().map(faces).collect::<Vec<_>>()) {
            let message = "these dice have totals of more than 10 digits, or of fractions with as many below the line";
            return Err(message.to_owned());
        }
        let mut totals = BTreeSet::from([Value::Number(Number::zero())]);
        // Faces one after the other give totals one after the other, which need not be made to be counted.
        let is_even = self.dice.iter().all(Die::is_run);
        let (mut count, mut work) = (1_usize, 0_usize);
        for die in &self.dice {
            let faces: BTreeSet<&Value> = die.faces.iter().collect();
            work = work.saturating_add(count.saturating_mul(faces.len()));
            if work > MOST_WORK {
                return Err("these dice fall in more ways than can be counted".to_owned());
            }
            count = if is_even {
                count + faces.len() - 1
            } else {
                let with = |face| totals.iter().map(move |total| add(total, face));
                totals = faces.into_iter().flat_map(with).collect();
                totals.len()
            };
            if count > MOST_TOTALS {
                return Err(format!("a roll may have at most {MOST_TOTALS} totals"));
            }
        }
        Ok(())
    }

    /// The total of faces shown.
    pub fn total<'v>(faces: impl IntoIterator<Item = &'v Value>) -> Value {
        let none = Value::Number(Number::zero());
        faces
            .into_iter()
            .fold(none, |total, face| add(&total, face))
    }
}

fn no_dice() -> Totals {
    BTreeMap::from([(Value::Number(Number::zero()), BigUint::one())])
}

/// The sum of two faces; a word stands for itself.
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
        match digits(part) {
            Some(places) => dice.extend(places),
            None => dice.extend(parse_part(part, words)?),
        }
        if dice.len() > MOST_DICE {
            return Err(format!("a roll may have at most {MOST_DICE} dice"));
        }
    }
    let names = dice.iter().filter_map(|die| die.name.as_deref());
    if let Some(name) = names.duplicates().next() {
        return Err(format!("two of these dice are called `{name}`"));
    }
    let mut faces = dice.iter().flat_map(|die| &die.faces);
    if dice.len() > 1 && faces.any(|face| face.number().is_none()) {
        return Err("a die that shows words cannot be added to another".to_owned());
    }
    let dice = Dice { dice };
    dice.need_few_totals()?;
    Ok(dice)
}

/// `d66`: two dice of six faces, one of which is read as the tens; `d666` likewise.
fn digits(text: &str) -> Option<Vec<Die>> {
    let digits = text.strip_prefix('d')?;
    let sides = digits.chars().next()?;
    let is_alike = (2..=3).contains(&digits.len()) && digits.chars().all(|digit| digit == sides);
    let sides = i64::from(sides.to_digit(10).filter(|_| is_alike)?);
    if ![3, 4, 6, 8].contains(&sides) {
        return None;
    }
    let places = (0..u32::try_from(digits.len()).ok()?).rev();
    let die = |place| Die {
        name: None,
        faces: (1..=sides)
            .map(|face| Value::Number(Number::from_integer(face * 10_i64.pow(place))))
            .collect(),
    };
    Some(places.map(die).collect())
}

/// `2d6`, `colored d6`, `3d[0, 1, 1]`.
fn parse_part(text: &str, words: &mut Words) -> Result<Vec<Die>, String> {
    let wrong = || format!("`{text}` is not a number of dice such as `2d6`, `d10` or `d[0, 1, 1]`");
    let (name, rest) = match text.split_once(' ') {
        Some((name, rest)) if !name.contains('[') => (Some(name.trim().to_owned()), rest.trim()),
        _ => (None, text),
    };
    let (count, faces) = rest.split_once('d').ok_or_else(wrong)?;
    let count: usize = match count {
        "" => 1,
        count => count.parse().map_err(|_| wrong())?,
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
    if let Some(name) = name.as_deref().filter(|name| !is_die_name(name)) {
        return Err(format!("`{name}` is no name of a die"));
    }
    Ok(vec![Die { name, faces }; count])
}

/// Whether one may look at a die by a name: it has a letter, as `red` and `1st`, and is no dice.
fn is_die_name(name: &str) -> bool {
    name.contains(char::is_alphabetic) && plain_dice(name).is_none()
}

/// What is done where not all dice of a roll count.
const OF_EACH: &str = "dice are added up; where one of them counts, it has a fact of its own, `die = \"red of roll\"` where the dice \
                       are `red d6 + blue d6`, and rules take the `greatest of` them, or the `least of` them";

/// How dice that cannot be read are written here, where that shows.
pub fn how_to_roll(text: &str) -> Option<String> {
    let plain = text.trim().to_ascii_lowercase();
    if let Some(count) = plain.strip_suffix("df")
        && count.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some(format!("write `{count}d[-1, 0, 1]`"));
    }
    let is_dice = plain.starts_with(|c: char| c.is_ascii_digit() || c == 'd');
    let chosen = ["k", "!", "drop", "best", "worst", "high", "low", "explod"];
    if is_dice && chosen.iter().any(|word| plain.contains(word)) {
        return Some(OF_EACH.to_owned());
    }
    let is_constant = |part: &&str| parse_number(part.trim_start_matches('-').trim()).is_some();
    // A sign stands with what it takes away.
    let signed = text.replace('-', "+-");
    let (constants, parts): (Vec<&str>, Vec<&str>) = signed.split('+').partition(is_constant);
    let plain = parts
        .into_iter()
        .map(|part| match part.trim().strip_prefix('-') {
            Some(taken) => plain_dice(taken).and_then(|dice| taken_away(&dice)),
            None => plain_dice(part),
        })
        .collect::<Option<Vec<_>>>();
    let apart = || {
        let words = text
            .split_whitespace()
            .map(plain_dice)
            .collect::<Option<Vec<_>>>()?;
        (words.len() > 1).then_some(words)
    };
    let dice = plain.or_else(apart)?.join(" + ");
    Some(match constants.is_empty() {
        true => format!("write `{dice}`"),
        false => {
            format!("write `{dice}`; what is added to it, the rules add where they look at it")
        }
    })
}

/// Dice whose faces are taken away: `d[-1, -2, -3]` for `d3`.
fn taken_away(dice: &str) -> Option<String> {
    let (count, sides) = dice.split_once('d')?;
    let sides: u32 = sides.parse().ok().filter(|sides| *sides <= 20)?;
    let faces: Vec<String> = (1..=sides).map(|face| format!("-{face}")).collect();
    Some(format!("{count}d[{}]", faces.join(", ")))
}

fn parse_faces(text: &str, words: &mut Words) -> Option<Vec<Value>> {
    let list = text.strip_prefix('[');
    if let Some(list) = list.and_then(|rest| rest.strip_suffix(']')) {
        let faces = list.split(',').map(|face| parse_face(face.trim(), words));
        return faces.collect();
    }
    let sides: i64 = text.parse().ok()?;
    let sides = (1..=1_000_000).contains(&sides).then_some(1..=sides)?;
    // One face beyond the most is enough to be refused.
    let faces = sides.take(MOST_FACES + 1);
    Some(
        faces
            .map(|face| Value::Number(Number::from_integer(face)))
            .collect(),
    )
}

fn parse_face(text: &str, words: &mut Words) -> Option<Value> {
    if let Some(number) = parse_number(text) {
        return Some(Value::Number(number));
    }
    let is_word = text.starts_with(char::is_alphabetic)
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '-');
    is_word.then(|| Value::Word(words.intern(text)))
}
