//! Domains as packs write them, and what was likely meant by those that nobody writes so.

use super::domain::{Domain, DomainKind, MOST_SET_WORDS, most_values, range};
use super::number::{is_short_run, minus, over};
use super::{Number, Word, Words, parse_number};
use crate::diagnostic::nearest;
use crate::syntax::{is_name, unmarked};
use itertools::Itertools;
use num_traits::{One, Zero};

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
    if text.split('|').any(|word| word.trim() == "none") {
        return Err("`none` stands for a set of nothing, and is no value in one".to_owned());
    }
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
        "each" => Some("one value after the other"),
        "alike" => Some("every value as likely as the others"),
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
    if !is_short_run(low, high, step) {
        return Err(format!(
            "`{text}` has numbers of more than 10 digits above or below the line"
        ));
    }
    let steps = minus(high, low)
        .and_then(|length| over(length, step))
        .ok_or_else(wrong)?;
    if !steps.is_integer() {
        return Err(format!("`{text}` ends between two of its numbers"));
    }
    let steps = u32::try_from(steps.to_integer());
    let count = steps.map_or(u32::MAX, |steps| steps.saturating_add(1));
    Ok(DomainKind::Numbers { low, step, count })
}
