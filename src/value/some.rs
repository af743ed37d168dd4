//! Some values of a domain, as a person writes them: `2..5`, `nov..apr`, `not dry`, `any`.

use super::{Domain, DomainKind, Word, Words};

/// Some values of a domain in words: these parts, or everything but these.
struct Picked {
    negated: bool,
    parts: Vec<Part>,
}

/// One value, or values that follow each other.
enum Part {
    Single(String),
    Range(String),
    /// What compares by itself, as `>= 10` does.
    Comparison(String),
}

impl Part {
    fn text(&self) -> &str {
        match self {
            Self::Single(text) | Self::Range(text) | Self::Comparison(text) => text,
        }
    }
}

impl Domain {
    /// The values at these indices, as under a chart's heading: `any`, `apr`, `nov..apr`, `not dry`, `>= 10`.
    pub fn show_some(&self, indices: &[u32], words: &Words) -> String {
        let Some(picked) = self.picked(indices, words) else {
            return "any".to_owned();
        };
        if let Some(told) = self.told_apart(indices) {
            return listed(&told, ", ", |word, with| {
                let with = if with { "with" } else { "without" };
                format!("{with} {}", words.text(word))
            });
        }
        let parts: Vec<&str> = picked.parts.iter().map(Part::text).collect();
        match picked.negated {
            true => format!("not {}", parts.join(", not ")),
            false => parts.join(", "),
        }
    }

    /// That the fact `name` has one of the values at these indices, as a condition of the rule language:
    /// `month in nov..apr`, `range >= 10`, `not gusts`; nothing where it may have any.
    pub fn condition(&self, name: &str, indices: &[u32], words: &Words) -> Option<String> {
        let picked = self.picked(indices, words)?;
        let not = if picked.negated { "not " } else { "" };
        if self.kind == DomainKind::Bool {
            let is_yes = indices.contains(&1) != picked.negated;
            return Some(format!("{}{name}", if is_yes { "" } else { "not " }));
        }
        if let Some(told) = self.told_apart(indices) {
            return Some(listed(&told, " and ", |word, with| {
                let not = if with { "" } else { "not " };
                format!("{not}{name} includes {}", words.text(word))
            }));
        }
        if let DomainKind::Sets(_) = self.kind {
            let (is, or) = match picked.negated {
                true => ("!=", " and "),
                false => ("=", " or "),
            };
            let parts = picked.parts.iter();
            let sets: Vec<String> = parts
                .map(|part| format!("{name} {is} {}", part.text()))
                .collect();
            let text = sets.join(or);
            let is_loose = !picked.negated && sets.len() > 1;
            return Some(if is_loose { format!("({text})") } else { text });
        }
        Some(match picked.parts.as_slice() {
            [Part::Comparison(text)] if !picked.negated => format!("{name} {text}"),
            [Part::Single(text)] => format!("{name} is {not}{}", self.quoted(text)),
            [Part::Range(text)] => format!("{name} {not}in {text}"),
            parts => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.quoted(part.text())).collect();
                format!("{name} {not}in {{{}}}", parts.join(", "))
            }
        })
    }

    /// Values that follow each other, by the first and the last.
    pub fn show_run(&self, run: &[u32], words: &Words) -> String {
        let show = |index: Option<&u32>| {
            index.map_or_else(String::new, |index| self.value(*index).show(words, false))
        };
        let has_order = matches!(
            self.kind,
            DomainKind::Numbers { .. }
                | DomainKind::Listed(_)
                | DomainKind::Words { ordered: true, .. }
        );
        if has_order {
            return format!("{}..{}", show(run.first()), show(run.last()));
        }
        let all: Vec<String> = run.iter().map(|index| show(Some(index))).collect();
        all.join(", ")
    }

    fn quoted(&self, text: &str) -> String {
        match &self.kind {
            DomainKind::Text(_) => format!("'{text}'"),
            _ => text.to_owned(),
        }
    }

    /// The shorter of both ways to say it; nothing where all values are meant.
    fn picked(&self, indices: &[u32], words: &Words) -> Option<Picked> {
        let mut holds = vec![false; self.size() as usize];
        for index in indices {
            if let Some(place) = holds.get_mut(*index as usize) {
                *place = true;
            }
        }
        if holds.iter().all(|holds| *holds) {
            return None;
        }
        let parts = self.parts(&holds, words);
        let others: Vec<bool> = holds.iter().map(|holds| !holds).collect();
        let others = self.parts(&others, words);
        // Any other text cannot be written down: it is all texts but those that rules name.
        let must_negate = self.is_text() && holds.last() == Some(&true);
        let negated = must_negate || others.len() < parts.len();
        let parts = if negated { others } else { parts };
        Some(Picked { negated, parts })
    }

    fn parts(&self, holds: &[bool], words: &Words) -> Vec<Part> {
        let show = |index: u32| self.value(index).show(words, false);
        let single = |index: u32| Part::Single(show(index));
        let mut runs = runs(holds);
        let end = self.size().saturating_sub(1);
        let is_numbers = match &self.kind {
            DomainKind::Numbers { .. } | DomainKind::Listed(_) => true,
            DomainKind::Words { cyclic: true, .. } => {
                wrap(&mut runs, end);
                false
            }
            DomainKind::Words { ordered: true, .. } => false,
            _ => {
                let all = runs.into_iter().flat_map(|(first, last)| first..=last);
                return all.map(single).collect();
            }
        };
        let part = |(first, last): (u32, u32)| {
            if first == last {
                single(first)
            } else if is_numbers && first == 0 {
                Part::Comparison(format!("<= {}", show(last)))
            } else if is_numbers && last == end {
                Part::Comparison(format!(">= {}", show(first)))
            } else {
                Part::Range(format!("{}..{}", show(first), show(last)))
            }
        };
        runs.into_iter().map(part).collect()
    }

    /// Whether the sets are all those with some words and without some others: these words, in order.
    fn told_apart(&self, indices: &[u32]) -> Option<Vec<(Word, bool)>> {
        let DomainKind::Sets(words) = &self.kind else {
            return None;
        };
        let in_all = indices.iter().fold(u32::MAX, |mask, index| mask & index);
        let in_any = indices.iter().fold(0, |mask, index| mask | index);
        let told = (0_u32..).zip(words).filter_map(|(bit, word)| {
            let (with, without) = (in_all >> bit & 1 == 1, in_any >> bit & 1 == 0);
            (with || without).then_some((*word, with))
        });
        let told: Vec<(Word, bool)> = told.collect();
        (indices.len() == 1 << (words.len() - told.len())).then_some(told)
    }
}

fn listed(told: &[(Word, bool)], by: &str, text: impl Fn(Word, bool) -> String) -> String {
    let texts = told.iter().map(|(word, with)| text(*word, *with));
    texts.collect::<Vec<_>>().join(by)
}

/// The first and last index of each run.
fn runs(holds: &[bool]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (index, _) in (0_u32..).zip(holds).filter(|(_, holds)| **holds) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => runs.push((index, index)),
        }
    }
    runs
}

/// Joins the run at the end with the one at the beginning.
fn wrap(runs: &mut Vec<(u32, u32)>, end: u32) {
    if let [(0, first_end), .., (last_start, last)] = runs.as_slice()
        && *last == end
    {
        let joined = (*last_start, *first_end);
        runs.remove(0);
        runs.pop();
        runs.push(joined);
    }
}
