//! Finite domains: every fact has one, and every value in it has an index.

use super::number::highest_of_zeros;
use super::{Number, Value, Word, Words, names_of_set, parse_number, read_number};
use crate::diagnostic::nearest;
use crate::limits;
use crate::syntax::{is_name, unmarked};
use itertools::Itertools;
use num_traits::{One, Zero};
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
const MOST_SET_WORDS: usize = 12;

/// The most values that a domain may have.
const MOST_VALUES: u32 = 20_000;

fn most_values() -> u32 {
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
        let mut ends = numbers.iter().copied();
        let low = ends.next().unwrap_or_default();
        let step = ends.next().map_or_else(Number::one, |next| next - low);
        let mut pairs = numbers.windows(2);
        let is_even = pairs.all(|pair| matches!(pair, [ratio, next] if *next - *ratio == step));
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let kind = if is_even {
            DomainKind::Numbers { low, step, count }
        } else {
            DomainKind::Listed(numbers)
        };
        kind.into()
    }
}

/// `11..=16 | 21..=26`
fn shown_listed(numbers: &[Number]) -> String {
    let runs = numbers.chunk_by(|ratio, next| *next - *ratio == Number::one());
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
    let steps = (number - low) / step;
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

/// Reads a domain as packs write it: `bool`, `text`, `a | b`, `a < b`, `set of a | b`, `2..=12`, `0..=20 step 1/2`,
/// `11..=16 | 21..=26`. The error
/// is a phrase for a person.
pub fn parse_domain(text: &str, cyclic: bool, words: &mut Words) -> Result<Domain, String> {
    let text = text.trim();
    let kind = match text {
        "bool" => DomainKind::Bool,
        "text" => DomainKind::Text(vec![words.intern("any other text")]),
        _ if meant_kind(text).is_some() => return Err(format!("`{text}` is no domain")),
        _ => match text.strip_prefix("set of ") {
            Some(kinds) => DomainKind::Sets(parse_set(kinds, words)?),
            None if is_of_numbers(text) => return parse_ranges(text),
            None if text.contains("..") => parse_range(text)?,
            None => DomainKind::Words {
                words: parse_words(text, words)?,
                ordered: text.contains('<'),
                cyclic,
            },
        },
    };
    let domain = Domain::from(kind);
    let size = domain.size();
    let most = most_values();
    if size > most {
        return Err(format!(
            "a domain may have at most {most} values (`--budget` allows more); this one has {size}"
        ));
    }
    Ok(domain)
}

/// The kind of domain that a single word was likely meant to be: `boolean` is `bool`.
fn meant_kind(text: &str) -> Option<&'static str> {
    const KINDS: [(&str, &str); 5] = [
        ("bool", "bool"),
        ("boolean", "bool"),
        ("yes-no", "bool"),
        ("text", "text"),
        ("string", "text"),
    ];
    let near = nearest(text.trim(), KINDS.map(|(word, _)| word))?;
    let (_, kind) = KINDS.iter().find(|(word, _)| *word == near)?;
    Some(kind)
}

/// Of a set that ranges over too many words, one that ranges over the first of them.
pub fn first_of_set(text: &str) -> Option<String> {
    let words: Vec<&str> = text.trim().strip_prefix("set of ")?.split('|').collect();
    let first = words
        .get(..MOST_SET_WORDS)
        .filter(|_| words.len() > MOST_SET_WORDS)?;
    Some(format!("set of {}", first.join("|")))
}

/// The domain that a text was likely meant to be: `1-6` is `1..=6`, `a, b` is `a | b`, `yes, no` is `bool`.
pub fn meant_domain(text: &str) -> Option<String> {
    if let Some(plain) = unmarked(text).filter(|plain| parse_range(plain.trim()).is_ok()) {
        return Some(plain);
    }
    if let Some(words) = text.trim().strip_prefix("union of ") {
        return Some(format!("set of {words}"));
    }
    if let Some(words) = text.trim().strip_prefix("set of ") {
        let meant = meant_domain(words).filter(|meant| meant.contains(" | "));
        return Some(format!("set of {}", meant?));
    }
    let quotes = ['\'', '"', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}'];
    let of = |signs: &[char]| -> Vec<&str> {
        let parts = text
            .split(signs)
            .map(|part| part.trim().trim_matches(quotes));
        parts.filter(|part| !part.is_empty()).collect()
    };
    // `D1 | D1/A1` has a value of two parts.
    let signs: &[char] = if text.contains(['|', '<']) {
        &[',', '|', '<']
    } else {
        &[',', '/']
    };
    let parts = of(signs);
    if is_truth(&parts) {
        return Some("bool".to_owned());
    }
    if let Some(kind) = meant_kind(text) {
        return Some(kind.to_owned());
    }
    let mut falling = of(&['>']);
    falling.reverse();
    let (parts, sign) = match (text.contains('<'), falling.len()) {
        (true, _) => (parts, " < "),
        (false, 2..) => (falling, " < "),
        (false, _) => (parts, " | "),
    };
    let words: Vec<String> = parts
        .iter()
        .map(|part| part.replace([' ', '_', '/'], "-"))
        .unique()
        .collect();
    let is_name = |word: &String| is_name(word) && meant_otherwise(word).is_none();
    if parts.len() > 1 && words.iter().all(is_name) {
        return Some(words.join(sign));
    }
    let numbers: Option<Vec<Number>> = parts.iter().map(|part| parse_number(part)).collect();
    if let Some(mut numbers) = numbers.filter(|numbers| numbers.len() > 1) {
        numbers.sort_unstable();
        numbers.dedup();
        return Some(Domain::of_numbers(numbers).show(&Words::default()));
    }
    let text = text.trim();
    let dashed = || {
        let dash = 1 + text.get(1..)?.find('-')?;
        Some((text.get(..dash)?, text.get(dash + 1..)?))
    };
    let (low, high) = text
        .split_once(['\u{2013}', '\u{2014}'])
        .or_else(|| text.split_once(" to "))
        .or_else(dashed)?;
    let (low, high) = (parse_number(low)?, parse_number(high)?);
    (low <= high).then(|| range(low, high, Number::one()))
}

/// The numbers behind which a unit stands, as they are to be written, and the unit: `0-30 hexes` is `0..=30`, and hexes.
pub fn meant_numbers(text: &str) -> Option<(String, &str)> {
    let end = text.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (numbers, unit) = (text.get(..end)?.trim(), text.get(end..)?.trim());
    let numbers = match parse_range(numbers) {
        Ok(_) => Some(numbers.to_owned()),
        Err(_) => meant_domain(numbers),
    };
    numbers.filter(|_| is_name(unit)).map(|own| (own, unit))
}

/// The same where words or another sign stand for signs: `a or b`, `a <= b`, `0..=12 by 2`.
pub fn meant_by_words(text: &str) -> Option<String> {
    let is_list = text.contains(['|', '<']);
    let or = if is_list { " or " } else { " | " };
    let plain = text.replace(" or ", or).replace("<=", "<");
    let plain = plain
        .replace(" by ", " step ")
        .replace(" or none", " | none");
    if plain == text {
        return None;
    }
    let is_plain = parse_domain(&plain, false, &mut Words::default()).is_ok();
    if is_plain {
        Some(plain)
    } else {
        meant_domain(&plain)
    }
}

/// Whether these are yes and no, or what other languages call them.
fn is_truth(parts: &[&str]) -> bool {
    const TRUTHS: [&str; 6] = ["yes", "no", "true", "false", "boolean", "yes or no"];
    let mut own = parts.iter().map(|part| part.to_lowercase());
    !parts.is_empty() && own.all(|part| TRUTHS.contains(&part.as_str()))
}

/// The domain of all words that stand between `|` or `<`, though they may be no words.
pub fn domain_as_meant(text: &str, cyclic: bool, words: &mut Words) -> Option<Domain> {
    let mut list: Vec<Word> = Vec::new();
    for name in text.split(['<', '|']).map(str::trim) {
        let word = words.intern(name);
        if !name.is_empty() && !list.contains(&word) {
            list.push(word);
        }
    }
    let kind = DomainKind::Words {
        words: list,
        ordered: text.contains('<'),
        cyclic,
    };
    let domain = Domain::from(kind);
    text.contains(['<', '|']).then_some(domain)
}

fn parse_set(text: &str, words: &mut Words) -> Result<Vec<Word>, String> {
    let mut list = parse_words(text, words)?;
    if list.len() > MOST_SET_WORDS {
        return Err(format!(
            "a set may range over at most {MOST_SET_WORDS} words"
        ));
    }
    list.sort_unstable();
    Ok(list)
}

/// What a word stands for where a value is named, if it is no name there.
fn meant_otherwise(word: &str) -> Option<&'static str> {
    match word {
        "any" => Some("every value"),
        "gap" => Some("an answer that is lost"),
        _ => None,
    }
}

/// What to do where a value cannot be called as it is in a domain.
pub fn how_to_name(text: &str) -> &'static str {
    let mut words = text.split(['<', '|']).map(str::trim);
    match words.any(|word| meant_otherwise(word).is_some()) {
        true => {
            "call it otherwise; what people see in its place is its label: `labels = { any-color = \"any\" }`"
        }
        false => {
            "a value begins with a letter; what people see in its place is its label: `labels = { one-to-three = \"1-3\" }`"
        }
    }
}

fn parse_words(text: &str, words: &mut Words) -> Result<Vec<Word>, String> {
    if text.contains('<') && text.contains('|') {
        return Err(
            "a domain is either a scale (`a < b`) or a list of kinds (`a | b`), not both"
                .to_owned(),
        );
    }
    let parts: Vec<&str> = text.split(['<', '|']).map(str::trim).collect();
    match parts.as_slice() {
        parts if is_truth(parts) => return Err("yes and no are no words here".to_owned()),
        ["number" | "integer" | "int"] => return Err("a number needs its range".to_owned()),
        _ => {}
    }
    let mut list = Vec::new();
    for name in parts {
        if !is_name(name) {
            return Err(format!(
                "`{name}` is not a word: letters, digits and hyphens"
            ));
        }
        if let Some(meant) = meant_otherwise(name) {
            return Err(format!("`{name}` stands for {meant}, and is no value"));
        }
        let word = words.intern(name);
        if list.contains(&word) {
            return Err(format!("`{name}` stands twice in the domain"));
        }
        list.push(word);
    }
    Ok(list)
}

/// Whether a domain lists numbers or ranges of them: `11..=16 | 21..=26`, `0 | 1/2 | 4`.
fn is_of_numbers(text: &str) -> bool {
    let mut parts = text.split('|').map(str::trim);
    text.contains('|') && (text.contains("..") || parts.all(|part| parse_number(part).is_some()))
}

/// `11..=16 | 21..=26`: numbers with others left out between them.
fn parse_ranges(text: &str) -> Result<Domain, String> {
    let mut numbers = Vec::new();
    for part in text.split('|').map(str::trim) {
        let kind = match parse_number(part) {
            Some(number) => DomainKind::Listed(vec![number]),
            None => parse_range(part)?,
        };
        let run = Domain::from(kind);
        if run.size() > most_values() {
            let most = most_values();
            return Err(format!("a domain may have at most {most} values"));
        }
        numbers.extend((0..run.size()).filter_map(|index| run.value(index).number()));
    }
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() < count {
        return Err(format!("two parts of `{text}` overlap"));
    }
    Ok(Domain::of_numbers(numbers))
}

fn parse_range(text: &str) -> Result<DomainKind, String> {
    let wrong =
        || format!("`{text}` is not a range of numbers such as `2..=12` or `0..=20 step 1/2`");
    let number = |text| parse_number(text).ok_or_else(wrong);
    let (ends, step) = text.split_once(" step ").unwrap_or((text, "1"));
    let split = ends.split_once("..=").or_else(|| ends.split_once(".."));
    let (low, high) = split.ok_or_else(wrong)?;
    let (low, high, step) = (number(low)?, number(high)?, number(step)?);
    if step <= Number::zero() {
        return Err(wrong());
    }
    if high < low {
        return Err(format!("the range `{ends}` ends before it begins"));
    }
    let steps = (high - low) / step;
    if !steps.is_integer() {
        return Err(format!("`{text}` ends between two of its numbers"));
    }
    let steps = u32::try_from(steps.to_integer());
    let count = steps.map_or(u32::MAX, |steps| steps.saturating_add(1));
    Ok(DomainKind::Numbers { low, step, count })
}
