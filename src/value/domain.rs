//! Finite domains: every fact has one, and every value in it has an index.

use super::number::{highest_of_zeros, is_short_run, minus, over};
use super::{Number, Value, Word, Words, names_of_set, read_number};
use crate::limits;
use num_traits::One;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::Range;

/// The values that a fact can have, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Domain {
    pub kind: DomainKind,
    /// Words that were values of it once, each with the one that it is called now.
    pub older: Vec<(Word, Word)>,
}

impl From<DomainKind> for Domain {
    fn from(kind: DomainKind) -> Self {
        Self {
            kind,
            older: Vec::new(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DomainKind {
    /// No, yes: index 0 and 1.
    Bool,
    /// Words in the order declared: a scale where that means something, a circle where ranges wrap around the ends.
    Words {
        words: Vec<Word>,
        ordered: bool,
        cyclic: bool,
    },
    /// `low`, `low + step`, … : `count` of them.
    Numbers {
        low: Number,
        step: Number,
        count: u32,
    },
    /// Numbers with others left out between them, ascending.
    Listed(Vec<Number>),
    /// Any subset of the words: the index is the bit mask.
    Sets(Vec<Word>),
    /// Free text: the words that rules name, and last the word for any other text.
    Text(Vec<Word>),
}

/// The most words that a set may range over.
pub(super) const MOST_SET_WORDS: usize = 12;

/// The most values that a domain may have.
const MOST_VALUES: u32 = 20_000;

pub(super) fn most_values() -> u32 {
    MOST_VALUES.saturating_mul(limits::times())
}

impl Domain {
    /// Whether its last value is followed by its first.
    pub const fn is_cyclic(&self) -> bool {
        matches!(self.kind, DomainKind::Words { cyclic: true, .. })
    }

    /// How many values there are.
    pub fn size(&self) -> u32 {
        match &self.kind {
            DomainKind::Bool => 2,
            DomainKind::Numbers { count, .. } => *count,
            DomainKind::Listed(numbers) => u32::try_from(numbers.len()).unwrap_or(u32::MAX),
            DomainKind::Sets(words) => 1 << words.len().min(MOST_SET_WORDS),
            DomainKind::Words { words, .. } | DomainKind::Text(words) => {
                u32::try_from(words.len()).unwrap_or(u32::MAX)
            }
        }
    }

    /// Whether its values are texts that are told as they are.
    pub const fn is_text(&self) -> bool {
        matches!(self.kind, DomainKind::Text(_))
    }

    /// Whether an index stands for all texts that rules do not name.
    pub fn is_free_text(&self, index: u32) -> bool {
        self.is_text() && matches!(self.value(index), Value::Word(word) if self.is_other_text(word))
    }

    /// The value at an index; the first value where there is none.
    pub fn value(&self, index: u32) -> Value {
        match &self.kind {
            DomainKind::Bool => Value::Bool(index == 1),
            DomainKind::Words { words, .. } | DomainKind::Text(words) => {
                Value::Word(words.get(index as usize).copied().unwrap_or(Word(0)))
            }
            DomainKind::Numbers { low, step, .. } => {
                Value::Number(low + step * Number::from_integer(i64::from(index)))
            }
            DomainKind::Listed(numbers) => {
                Value::Number(numbers.get(index as usize).copied().unwrap_or_default())
            }
            DomainKind::Sets(words) => {
                let bits = (0_u32..).zip(words);
                let held = bits.filter(|(bit, _)| index >> bit & 1 == 1);
                Value::Set(held.map(|(_, word)| *word).collect())
            }
        }
    }

    /// Whether a word stands for all texts that rules do not name.
    pub fn is_other_text(&self, word: Word) -> bool {
        matches!(&self.kind, DomainKind::Text(words) if words.last() == Some(&word))
    }

    /// The index of a value, if it is in the domain.
    pub fn index(&self, value: &Value) -> Option<u32> {
        match (&self.kind, value) {
            (DomainKind::Bool, Value::Bool(truth)) => Some(u32::from(*truth)),
            (DomainKind::Words { words, .. } | DomainKind::Text(words), Value::Word(word)) => {
                position(words, self.now(words, *word))
            }
            (DomainKind::Numbers { low, step, count }, Value::Number(number)) => {
                let index = u32::try_from(steps(*number, *low, *step)?).ok()?;
                (index < *count).then_some(index)
            }
            (DomainKind::Listed(numbers), Value::Number(number)) => {
                u32::try_from(numbers.binary_search(number).ok()?).ok()
            }
            (DomainKind::Sets(words), Value::Set(set)) => set.iter().try_fold(0, |mask, word| {
                position(words, self.now(words, *word)).map(|bit| mask | 1 << bit)
            }),
            _ => None,
        }
    }

    /// What a word is called here now.
    fn now(&self, words: &[Word], word: Word) -> Word {
        let mut older = self.older.iter();
        let mut now = || older.find(|(old, _)| *old == word).map(|(_, now)| *now);
        let is_own = words.contains(&word);
        if is_own { word } else { now().unwrap_or(word) }
    }

    /// The indices of its numbers from one to another, ends included; an end that is missing is open. Words have none.
    pub fn indices(&self, low: Option<Number>, high: Option<Number>) -> Range<u32> {
        if !matches!(
            self.kind,
            DomainKind::Numbers { .. } | DomainKind::Listed(_)
        ) {
            return 0..0;
        }
        // An end is a number of the domain nearly always.
        let at = |end: Number| self.index(&Value::Number(end));
        let start = low.map_or(0, |low| {
            let first = || self.first(|number| number >= low);
            at(low).unwrap_or_else(first)
        });
        let end = high.map_or(self.size(), |high| {
            let first = || self.first(|number| number > high);
            at(high).map_or_else(first, |last| last + 1)
        });
        start..end
    }

    /// The index of the first of its numbers that is large enough; their count, if none is.
    fn first(&self, is_large: impl Fn(Number) -> bool) -> u32 {
        let (mut low, mut high) = (0, self.size());
        while low < high {
            let middle = low.midpoint(high);
            if self.value(middle).number().is_some_and(&is_large) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Its words, where it has any.
    pub fn words(&self) -> &[Word] {
        match &self.kind {
            DomainKind::Words { words, .. } | DomainKind::Sets(words) | DomainKind::Text(words) => {
                words
            }
            DomainKind::Bool | DomainKind::Numbers { .. } | DomainKind::Listed(_) => &[],
        }
    }

    /// The index of a text as a person or program gives it, if it names a value of the domain.
    pub fn read(&self, text: &str, words: &Words) -> Option<u32> {
        let text = text.trim();
        match &self.kind {
            DomainKind::Bool => match text {
                "yes" | "true" => Some(1),
                "no" | "false" => Some(0),
                _ => None,
            },
            DomainKind::Numbers { .. } | DomainKind::Listed(_) => {
                let number = |text: &str| self.index(&Value::Number(read_number(text)?));
                number(text).or_else(|| number(&highest_of_zeros(text)?))
            }
            DomainKind::Words { words: own, .. } => position(own, words.find_among(text, own)?),
            DomainKind::Text(own) => {
                let named = words
                    .find_among(text, own)
                    .and_then(|word| position(own, word));
                named.or_else(|| u32::try_from(own.len().checked_sub(1)?).ok())
            }
            DomainKind::Sets(own) => {
                let set: Option<Vec<Word>> = names_of_set(text)
                    .map(|name| words.find_among(name, own))
                    .collect();
                self.index(&Value::Set(set?))
            }
        }
    }

    /// The domain as a player reads it: a range as "0 to 60".
    pub fn in_words(&self, words: &Words) -> String {
        self.show(words).replace("..=", " to ")
    }

    /// The domain as a person writes it, shortened where it is long.
    pub fn show(&self, words: &Words) -> String {
        match &self.kind {
            DomainKind::Bool => "yes or no".to_owned(),
            DomainKind::Words {
                words: own,
                ordered: true,
                ..
            } => words.list(own, " < "),
            DomainKind::Words { words: own, .. } => words.list(own, " | "),
            DomainKind::Sets(own) => format!("set of {}", words.list(own, " | ")),
            DomainKind::Text(_) => "text".to_owned(),
            DomainKind::Numbers { step, count, .. } => {
                let [low, high] =
                    [0, count.saturating_sub(1)].map(|index| self.value(index).show(words, false));
                range(low, high, *step)
            }
            DomainKind::Listed(numbers) => shown_listed(numbers),
        }
    }

    /// The domain of just these numbers, ascending.
    pub fn of_numbers(numbers: Vec<Number>) -> Self {
        let low = numbers.first().copied().unwrap_or_default();
        let high = numbers.last().copied().unwrap_or_default();
        let between = |pair: &[Number]| match pair {
            [ratio, next] => minus(*next, *ratio),
            _ => None,
        };
        let step = match numbers.get(..2) {
            Some(pair) => between(pair),
            None => Some(Number::one()),
        };
        let is_even = |step: &Number| {
            let mut pairs = numbers.windows(2);
            is_short_run(low, high, *step) && pairs.all(|pair| between(pair) == Some(*step))
        };
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let kind = match step.filter(is_even) {
            Some(step) => DomainKind::Numbers { low, step, count },
            None => DomainKind::Listed(numbers),
        };
        kind.into()
    }
}

/// `11..=16 | 21..=26`
fn shown_listed(numbers: &[Number]) -> String {
    let runs = numbers.chunk_by(|ratio, next| minus(*next, *ratio) == Some(Number::one()));
    let shown = runs.filter_map(|run| match run {
        [only] => Some(only.to_string()),
        [first, .., last] => Some(range(first, last, Number::one())),
        [] => None,
    });
    shown.collect::<Vec<_>>().join(" | ")
}

/// How many steps a number lies above another, where it is so many and no part of one.
fn steps(number: Number, low: Number, step: Number) -> Option<i64> {
    if [number, low, step].iter().all(Number::is_integer) {
        let [number, low, step] = [number, low, step].map(|whole| whole.to_integer());
        let above = number.checked_sub(low)?;
        return above.checked_div(step).filter(|_| above % step == 0);
    }
    let steps = over(minus(number, low)?, step)?;
    steps.is_integer().then(|| steps.to_integer())
}

fn position(words: &[Word], word: Word) -> Option<u32> {
    let place = words.iter().position(|other| *other == word)?;
    u32::try_from(place).ok()
}

/// A range of numbers as packs write it.
pub(super) fn range(low: impl Display, high: impl Display, step: Number) -> String {
    if step.is_one() {
        format!("{low}..={high}")
    } else {
        format!("{low}..={high} step {step}")
    }
}
