//! Domains to which values are added.

use super::domain::{Domain, DomainKind, range};
use super::written::parse_domain;
use super::{Words, parse_number};

/// Where new words stand in a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Beside {
    End,
    Before(String),
    After(String),
}

/// A domain as written with the values of another added to it: words stand where they are said to, numbers widen to hold both.
/// The error is why they cannot be added, in a phrase.
pub fn grown(domain: &str, more: &str, beside: &Beside) -> Result<String, String> {
    let mut words = Words::default();
    let old = parse_domain(domain, false, &mut words)?;
    let only = parse_number(more).filter(|_| matches!(old.kind, DomainKind::Numbers { .. }));
    let only = only.map(|_| format!("{more}..={more}"));
    let more = only.as_deref().unwrap_or(more);
    let new = parse_domain(more, false, &mut words)?;
    match (&old.kind, &new.kind) {
        (DomainKind::Numbers { .. }, DomainKind::Numbers { .. }) => widened(&old, &new, &words),
        (DomainKind::Sets(_), DomainKind::Words { .. }) => Ok(format!("{domain} | {more}")),
        (DomainKind::Words { ordered, .. }, DomainKind::Words { .. }) => {
            let sign = if *ordered { " < " } else { " | " };
            with_words(domain, more, sign, beside)
        }
        _ => Err(format!("`{more}` is not of the kind of `{domain}`")),
    }
}

fn with_words(domain: &str, more: &str, sign: &str, beside: &Beside) -> Result<String, String> {
    let [mut all, more] =
        [domain, more].map(|text| text.split(['<', '|']).map(str::trim).collect::<Vec<_>>());
    if let Some(twice) = more.iter().find(|word| all.contains(word)) {
        return Err(format!("`{twice}` is one of its values already"));
    }
    let place = |word: &String| {
        let place = all.iter().position(|other| other == word);
        place.ok_or_else(|| format!("`{word}` is not one of its values"))
    };
    let place = match beside {
        Beside::End => all.len(),
        Beside::Before(word) => place(word)?,
        Beside::After(word) => place(word)? + 1,
    };
    all.splice(place..place, more);
    Ok(all.join(sign))
}

/// A domain as written with one of its values called otherwise. The error is why it cannot be.
pub fn renamed(domain: &str, old: &str, new: &str) -> Result<String, String> {
    let (lead, words) = match domain.split_once("set of ") {
        Some((_, words)) => ("set of ", words),
        None => ("", domain),
    };
    let sign = if words.contains('<') { " < " } else { " | " };
    let mut all: Vec<&str> = words.split(['<', '|']).map(str::trim).collect();
    if all.contains(&new) {
        return Err(format!("`{new}` is one of its values already"));
    }
    let own = all.iter_mut().find(|word| **word == old);
    *own.ok_or_else(|| format!("`{old}` is not one of its values"))? = new;
    let text = format!("{lead}{}", all.join(sign));
    parse_domain(&text, false, &mut Words::default()).map(|_| text)
}

fn widened(old: &Domain, new: &Domain, words: &Words) -> Result<String, String> {
    let ends = |domain: &Domain| {
        let last = domain.value(domain.size().saturating_sub(1)).number();
        Some((domain.value(0).number()?, last?))
    };
    let (DomainKind::Numbers { step, .. }, Some((low, high)), Some((less, more))) =
        (&old.kind, ends(old), ends(new))
    else {
        return Err(format!("`{}` has no ends", new.show(words)));
    };
    let wide = range(low.min(less), high.max(more), *step);
    let holds = parse_domain(&wide, false, &mut Words::default())?;
    if (0..new.size()).any(|index| holds.index(&new.value(index)).is_none()) {
        return Err(format!("it goes in steps of {step}"));
    }
    Ok(wide)
}
