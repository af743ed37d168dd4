//! Finite domains: every fact has one, and every value in it has an index.

use super::{Number, Value, Word, Words, parse_number};

/// The values that a fact can have, numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// What kind of values.
    pub kind: DomainKind,
}

/// The kinds of domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DomainKind {
    /// No, yes: index 0 and 1.
    Bool,
    /// Words; a scale where they are ordered.
    Words {
        /// The words, in the order declared.
        words: Vec<Word>,
        /// Whether the order means something.
        ordered: bool,
        /// Whether ranges wrap around the ends.
        cyclic: bool,
    },
    /// `low`, `low + step`, … : `count` of them.
    Numbers {
        /// The least value.
        low: Number,
        /// The distance between two.
        step: Number,
        /// How many there are.
        count: u32,
    },
    /// Any subset of the words: the index is the bit mask.
    Sets(Vec<Word>),
    /// Free text: the words that rules name, and last the word for any other text.
    Text(Vec<Word>),
}

/// The most words that a set may range over.
pub(super) const MOST_SET_WORDS: usize = 12;

/// The most values that a domain may have.
pub(super) const MOST_VALUES: u32 = 20_000;

impl Domain {
    /// Whether its last value is followed by its first.
    #[must_use]
    pub const fn is_cyclic(&self) -> bool {
        matches!(self.kind, DomainKind::Words { cyclic: true, .. })
    }

    /// Yes or no.
    pub const BOOL: Self = Self {
        kind: DomainKind::Bool,
    };

    /// How many values there are.
    #[must_use]
    pub fn size(&self) -> u32 {
        let length = |words: &Vec<Word>| u32::try_from(words.len()).unwrap_or(u32::MAX);
        match &self.kind {
            DomainKind::Bool => 2,
            DomainKind::Words { words, .. } | DomainKind::Text(words) => length(words),
            DomainKind::Numbers { count, .. } => *count,
            DomainKind::Sets(words) => 1 << words.len().min(MOST_SET_WORDS),
        }
    }

    /// The value at an index; the first value where there is none.
    #[must_use]
    pub fn value(&self, index: u32) -> Value {
        match &self.kind {
            DomainKind::Bool => Value::Bool(index == 1),
            DomainKind::Words { words, .. } | DomainKind::Text(words) => {
                Value::Word(words.get(index as usize).copied().unwrap_or(Word(0)))
            }
            DomainKind::Numbers { low, step, .. } => {
                Value::Number(low + step * Number::from_integer(i64::from(index)))
            }
            DomainKind::Sets(words) => Value::Set(
                words
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| index >> bit & 1 == 1)
                    .map(|(_, word)| *word)
                    .collect(),
            ),
        }
    }

    /// The index of a value, if it is in the domain.
    #[must_use]
    pub fn index(&self, value: &Value) -> Option<u32> {
        match (&self.kind, value) {
            (DomainKind::Bool, Value::Bool(truth)) => Some(u32::from(*truth)),
            (DomainKind::Words { words, .. } | DomainKind::Text(words), Value::Word(word)) => {
                position(words, *word)
            }
            (DomainKind::Numbers { low, step, count }, Value::Number(number)) => {
                let steps = (number - low) / step;
                let index = u32::try_from(steps.to_integer()).ok()?;
                (steps.is_integer() && index < *count).then_some(index)
            }
            (DomainKind::Sets(words), Value::Set(set)) => set.iter().try_fold(0, |mask, word| {
                position(words, *word).map(|bit| mask | 1 << bit)
            }),
            _ => None,
        }
    }

    /// Its words, where it has any.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        match &self.kind {
            DomainKind::Words { words, .. } | DomainKind::Sets(words) | DomainKind::Text(words) => {
                words
            }
            DomainKind::Bool | DomainKind::Numbers { .. } => &[],
        }
    }

    /// The index of a text as a person or program gives it, if it names a value of the domain.
    #[must_use]
    pub fn read(&self, text: &str, words: &Words) -> Option<u32> {
        let text = text.trim();
        match &self.kind {
            DomainKind::Bool => match text {
                "yes" | "true" => Some(1),
                "no" | "false" => Some(0),
                _ => None,
            },
            DomainKind::Numbers { .. } => self.index(&Value::Number(parse_number(text)?)),
            DomainKind::Words { words: own, .. } => position(own, words.find(text)?),
            DomainKind::Text(own) => words
                .find(text)
                .and_then(|word| position(own, word))
                .or_else(|| u32::try_from(own.len().checked_sub(1)?).ok()),
            DomainKind::Sets(_) => self.read_set(text, words),
        }
    }

    fn read_set(&self, text: &str, words: &Words) -> Option<u32> {
        let names = text
            .split([',', '|'])
            .map(str::trim)
            .filter(|name| !name.is_empty() && *name != "none");
        let mut set = names
            .map(|name| words.find(name))
            .collect::<Option<Vec<_>>>()?;
        set.sort_unstable();
        self.index(&Value::Set(set))
    }

    /// The domain as a person writes it, shortened where it is long.
    #[must_use]
    pub fn show(&self, words: &Words) -> String {
        let join = |own: &[Word], by: &str| {
            own.iter()
                .map(|word| words.text(*word))
                .collect::<Vec<_>>()
                .join(by)
        };
        match &self.kind {
            DomainKind::Bool => "yes or no".to_owned(),
            DomainKind::Words {
                words: own,
                ordered: true,
                ..
            } => join(own, " < "),
            DomainKind::Words { words: own, .. } => join(own, " | "),
            DomainKind::Sets(own) => format!("set of {}", join(own, " | ")),
            DomainKind::Text(_) => "text".to_owned(),
            DomainKind::Numbers { step, count, .. } => {
                let ends = (
                    self.value(0).show(words, false),
                    self.value(count.saturating_sub(1)).show(words, false),
                );
                let step = if *step == Number::from_integer(1) {
                    String::new()
                } else {
                    format!(" step {step}")
                };
                format!("{}..={}{step}", ends.0, ends.1)
            }
        }
    }
}

fn position(words: &[Word], word: Word) -> Option<u32> {
    words
        .iter()
        .position(|own| *own == word)
        .and_then(|index| u32::try_from(index).ok())
}

/// Reads a domain as packs write it: `bool`, `text`, `a | b`, `a < b`, `set of a | b`, `2..=12`, `0..=20 step 1/2`. The error
/// is a phrase for a person.
pub fn parse_domain(text: &str, cyclic: bool, words: &mut Words) -> Result<Domain, String> {
    let text = text.trim();
    let kind = match text {
        "bool" => DomainKind::Bool,
        "text" => DomainKind::Text(vec![words.intern("any other text")]),
        _ => {
            if let Some(kinds) = text.strip_prefix("set of ") {
                DomainKind::Sets(set_words(kinds, words)?)
            } else if text.contains("..") {
                numbers(text)?
            } else {
                let ordered = text.contains('<');
                DomainKind::Words {
                    words: word_list(text, words)?,
                    ordered,
                    cyclic,
                }
            }
        }
    };
    let domain = Domain { kind };
    if domain.size() > MOST_VALUES {
        return Err(format!(
            "a domain may have at most {MOST_VALUES} values; this one has {}",
            domain.size()
        ));
    }
    Ok(domain)
}

/// The domain that a text was likely meant to be: `1-6` is `1..=6`, `a, b` is `a | b`, `yes, no` is `bool`.
#[must_use]
pub fn meant_domain(text: &str) -> Option<String> {
    let parts: Vec<&str> = text
        .split([',', '/', '|'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    let is_one_of = |known: &[&str]| {
        parts
            .iter()
            .all(|part| known.contains(&part.to_lowercase().as_str()))
    };
    if is_one_of(&["yes", "no", "true", "false", "boolean", "yes or no"]) && !parts.is_empty() {
        return Some("bool".to_owned());
    }
    if parts.len() > 1 && parts.iter().all(|part| is_word(part)) {
        return Some(parts.join(" | "));
    }
    let text = text.trim();
    let ends = text
        .split_once(['\u{2013}', '\u{2014}'])
        .or_else(|| text.split_once(" to "));
    let (low, high) = ends.or_else(|| {
        let dash = 1 + text.get(1..)?.find('-')?;
        Some((text.get(..dash)?, text.get(dash + 1..)?))
    })?;
    let (low, high) = (parse_number(low.trim())?, parse_number(high.trim())?);
    (low <= high).then(|| format!("{low}..={high}"))
}

fn set_words(text: &str, words: &mut Words) -> Result<Vec<Word>, String> {
    let mut list = word_list(text, words)?;
    if list.len() > MOST_SET_WORDS {
        return Err(format!(
            "a set may range over at most {MOST_SET_WORDS} words"
        ));
    }
    list.sort_unstable();
    Ok(list)
}

fn word_list(text: &str, words: &mut Words) -> Result<Vec<Word>, String> {
    if text.contains('<') && text.contains('|') {
        return Err(
            "a domain is either a scale (`a < b`) or a list of kinds (`a | b`), not both"
                .to_owned(),
        );
    }
    let mut list = Vec::new();
    for name in text.split(['<', '|']).map(str::trim) {
        if !is_word(name) {
            return Err(format!(
                "`{name}` is not a word: letters, digits and hyphens"
            ));
        }
        let word = words.intern(name);
        if list.contains(&word) {
            return Err(format!("`{name}` stands twice in the domain"));
        }
        list.push(word);
    }
    Ok(list)
}

/// Whether a text is a word: letters, digits and single hyphens between them.
#[must_use]
fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .split('-')
            .all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric))
        && text.starts_with(char::is_alphabetic)
}

fn numbers(text: &str) -> Result<DomainKind, String> {
    let wrong =
        || format!("`{text}` is not a range of numbers such as `2..=12` or `0..=20 step 1/2`");
    let (ends, step) = text.split_once(" step ").unwrap_or((text, "1"));
    let (low, high) = ends
        .split_once("..=")
        .or_else(|| ends.split_once(".."))
        .ok_or_else(wrong)?;
    let low = parse_number(low).ok_or_else(wrong)?;
    let high = parse_number(high).ok_or_else(wrong)?;
    let step = parse_number(step)
        .filter(|step| *step > Number::from_integer(0))
        .ok_or_else(wrong)?;
    if high < low {
        return Err(format!("the range `{ends}` ends before it begins"));
    }
    let count = u32::try_from(((high - low) / step).to_integer())
        .map_or(u32::MAX, |steps| steps.saturating_add(1));
    Ok(DomainKind::Numbers { low, step, count })
}
