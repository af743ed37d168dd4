//! A heading as people write it, `2-5`, `10 or more`, `May to Sep`, in the words of a fact's domain.

use super::sheet::may_be_thousands;
use crate::model::{Model, VariableId};
use crate::value::DomainKind;

/// Words behind a value that mean it and all above it, and all below it.
const AND_ABOVE: [&str; 7] = [
    "+",
    "or more",
    "or greater",
    "or higher",
    "or above",
    "and up",
    "and above",
];
const AND_BELOW: [&str; 5] = ["or less", "or fewer", "or lower", "or below", "and below"];

/// Words before a value that mean the same.
const FROM: [&str; 3] = [">=", "\u{2265}", "at least "];
const UP_TO: [&str; 4] = ["<=", "\u{2264}", "at most ", "up to "];

/// Words for every value.
const ANY: [&str; 2] = ["any", "all"];

/// What stands between the ends of a range, and between several values.
const TO: [&str; 5] = ["..=", "..", " to ", " through ", "-"];
const AND: [&str; 6] = [",", ";", "/", "&", " or ", " and "];

/// What a heading means.
#[derive(Debug)]
pub struct Meant {
    /// The key as a pack writes it.
    pub key: String,
    /// The values.
    pub values: Vec<u32>,
}

/// What a heading means among the values of a fact, if it means any.
pub fn meant(model: &Model, fact: VariableId, heading: &str) -> Option<Meant> {
    let heading = heading.trim();
    let last = model.variables[fact].domain.size().checked_sub(1)?;
    let value = |text: &str| value(model, fact, text.trim());
    let shown = |index: u32| model.show_index(fact, index);
    let all = |key: String, values: Vec<u32>| Some(Meant { key, values });
    if model.variables[fact].domain.is_text() && !ANY.contains(&heading.to_lowercase().as_str()) {
        let text = heading.trim_matches('\'');
        return (!text.is_empty() && !text.contains('\'')).then(|| Meant {
            key: format!("'{text}'"),
            values: Vec::new(),
        });
    }
    if let Some(index) = value(heading) {
        return all(shown(index), vec![index]);
    }
    let variable = &model.variables[fact];
    if let Some((name, values)) = variable.groups.iter().find(|(name, _)| name == heading) {
        let values = values
            .iter()
            .filter_map(|value| variable.domain.index(value));
        return all(name.clone(), values.collect());
    }
    if ANY.contains(&heading.to_lowercase().as_str()) {
        return all("any".to_owned(), (0..=last).collect());
    }
    let ends = |words: &[&str]| {
        let stripped = words.iter().filter_map(|word| heading.strip_suffix(word));
        stripped.into_iter().find_map(value)
    };
    let begins = |words: &[&str]| {
        let stripped = words.iter().filter_map(|word| heading.strip_prefix(word));
        stripped.into_iter().find_map(value)
    };
    if let Some(from) = ends(&AND_ABOVE).or_else(|| begins(&FROM)) {
        return all(format!(">= {}", shown(from)), (from..=last).collect());
    }
    // `2-` of numbers; behind a word it may be part of it.
    let is_number = matches!(
        model.variables[fact].domain.kind,
        DomainKind::Numbers { .. } | DomainKind::Listed(_)
    );
    let is_below = || is_number.then(|| ends(&["-"]))?;
    let to = ends(&AND_BELOW).or_else(|| begins(&UP_TO));
    if let Some(to) = to.or_else(is_below) {
        return all(format!("<= {}", shown(to)), (0..=to).collect());
    }
    let range = |word: &str| {
        heading.match_indices(word).find_map(|(place, _)| {
            let (from, to) = heading.split_at_checked(place)?;
            Some((value(from)?, value(to.strip_prefix(word)?)?))
        })
    };
    if let Some((from, to)) = TO.iter().find_map(|word| range(word)) {
        let values = between(model, fact, from, to)?;
        return all(format!("{}..{}", shown(from), shown(to)), values);
    }
    // `1,000` and `0,5` are numbers of other countries, and no lists.
    let is_decimal = |text: &str| value(&text.replace(',', ".")).is_some();
    if is_number && (heading.split('-').any(has_thousands) || is_decimal(heading)) {
        return None;
    }
    let word = AND.iter().find(|word| heading.contains(**word))?;
    let parts = heading.split(word).map(|part| meant(model, fact, part));
    let parts: Vec<Meant> = parts.collect::<Option<_>>()?;
    let keys: Vec<&str> = parts.iter().map(|part| part.key.as_str()).collect();
    let values = parts.iter().flat_map(|part| part.values.clone());
    all(keys.join(", "), values.collect())
}

/// A heading of a question whose answers are the values of a fact, as a pack writes it.
pub fn answered(model: &Model, question: &str, heading: &str) -> Option<String> {
    let id = model.question_names.get(question)?;
    let fact = model.fact_named(&model.questions[*id].answer_text)?;
    meant(model, fact, heading).map(|meant| meant.key)
}

/// Whether a comma stands in a number before its last three digits: `1,000`.
fn has_thousands(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit());
    let parts = text.trim().trim_end_matches('+').split_once(',');
    parts.is_some_and(|(whole, rest)| is_number(whole) && rest.len() == 3 && is_number(rest))
}

/// The value of a name as anybody may write it; a number as it stands, unless other countries mean a thousand times as much.
fn value(model: &Model, fact: VariableId, text: &str) -> Option<u32> {
    let variable = &model.variables[fact];
    match &variable.domain.kind {
        DomainKind::Numbers { .. } | DomainKind::Listed(_) => {
            if may_be_thousands(text) {
                return None;
            }
            let read = |text: &str| variable.domain.read(text, &model.words);
            // Two dice of ten faces are printed as two digits.
            read(text).or_else(|| match text {
                "00" => read("100"),
                _ => read(
                    text.strip_prefix('0')
                        .filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))?,
                ),
            })
        }
        _ => model.index_named(fact, text),
    }
}

/// The values from one to another, where they have an order.
fn between(model: &Model, fact: VariableId, from: u32, to: u32) -> Option<Vec<u32>> {
    let (is_ordered, is_cyclic) = match &model.variables[fact].domain.kind {
        DomainKind::Numbers { .. } | DomainKind::Listed(_) => (true, false),
        DomainKind::Words {
            ordered, cyclic, ..
        } => (*ordered, *cyclic),
        _ => (false, false),
    };
    match from <= to {
        true if is_ordered => Some((from..=to).collect()),
        false if is_cyclic => {
            let size = model.variables[fact].domain.size();
            Some((from..size).chain(0..=to).collect())
        }
        _ => None,
    }
}
