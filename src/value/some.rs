//! Some values of a domain, as a person writes them: `2..5`, `nov..apr`, `not dry`, `any`.

use super::{Domain, DomainKind, Word, Words};

/// Some values of a domain in words: these parts, or everything but these.
struct Picked {
    negated: bool,
    parts: Vec<Part>,
}

/// One value, or values that follow each other.
struct Part {
    text: String,
    /// Whether it compares by itself, as `>= 10` does.
    compares: bool,
    /// Whether it is one value.
    single: bool,
}

impl Domain {
    /// The values at these indices, as under a chart's heading: `any`, `apr`, `nov..apr`, `not dry`, `>= 10`.
    #[must_use]
    pub fn show_some(&self, indices: &[u32], words: &Words) -> String {
        let Some(picked) = self.picked(indices, words) else {
            return "any".to_owned();
        };
        if let DomainKind::Sets(own) = &self.kind
            && let Some(told) = told_apart(own, indices)
        {
            let with = |(word, with): &(Word, bool)| {
                format!(
                    "{} {}",
                    if *with { "with" } else { "without" },
                    words.text(*word)
                )
            };
            return told.iter().map(with).collect::<Vec<_>>().join(", ");
        }
        let parts = join(&picked.parts);
        if picked.negated {
            format!("not {parts}")
        } else {
            parts
        }
    }

    /// That the fact `name` has one of the values at these indices, as a condition of the rule language:
    /// `month in nov..apr`, `range >= 10`, `not gusts`; nothing where it may have any.
    #[must_use]
    pub fn condition(&self, name: &str, indices: &[u32], words: &Words) -> Option<String> {
        let picked = self.picked(indices, words)?;
        if self.kind == DomainKind::Bool {
            let yes = indices.contains(&1) != picked.negated;
            return Some(if yes {
                name.to_owned()
            } else {
                format!("not {name}")
            });
        }
        if let DomainKind::Sets(own) = &self.kind
            && let Some(told) = told_apart(own, indices)
        {
            let includes = |(word, with): &(Word, bool)| {
                format!(
                    "{}{name} includes {}",
                    if *with { "" } else { "not " },
                    words.text(*word)
                )
            };
            return Some(told.iter().map(includes).collect::<Vec<_>>().join(" and "));
        }
        let not = if picked.negated { "not " } else { "" };
        Some(match picked.parts.as_slice() {
            [one] if one.compares && !picked.negated => format!("{name} {}", one.text),
            [one] if one.single => format!("{name} is {not}{}", self.quoted(&one.text)),
            [one] if !one.compares => format!("{name} {not}in {}", one.text),
            parts => {
                let parts: Vec<String> = parts.iter().map(|part| self.quoted(&part.text)).collect();
                format!("{name} {not}in {{{}}}", parts.join(", "))
            }
        })
    }

    fn quoted(&self, text: &str) -> String {
        match &self.kind {
            DomainKind::Text(_) => format!("'{text}'"),
            _ => text.to_owned(),
        }
    }

    /// The shorter of both ways to say it; nothing where all values are meant.
    fn picked(&self, indices: &[u32], words: &Words) -> Option<Picked> {
        let size = self.size();
        let mut holds = vec![false; size as usize];
        for index in indices {
            if let Some(place) = holds.get_mut(*index as usize) {
                *place = true;
            }
        }
        if holds.iter().all(|holds| *holds) {
            return None;
        }
        // Any other text cannot be written down: it is all texts but those that rules name.
        let must_negate = matches!(self.kind, DomainKind::Text(_)) && holds.last() == Some(&true);
        let parts = self.parts(&holds, words);
        holds.iter_mut().for_each(|holds| *holds = !*holds);
        let others = self.parts(&holds, words);
        Some(if must_negate || others.len() < parts.len() {
            Picked {
                negated: true,
                parts: others,
            }
        } else {
            Picked {
                negated: false,
                parts,
            }
        })
    }

    fn parts(&self, holds: &[bool], words: &Words) -> Vec<Part> {
        let show = |index: u32| self.value(index).show(words, false);
        let is_set = matches!(self.kind, DomainKind::Sets(_));
        let text = |index: u32| {
            if is_set {
                format!("{{{}}}", show(index))
            } else {
                show(index)
            }
        };
        let single = |index: u32| Part {
            text: text(index),
            compares: false,
            single: true,
        };
        let (in_order, cyclic, numbers) = match &self.kind {
            DomainKind::Words {
                ordered, cyclic, ..
            } => (*ordered || *cyclic, *cyclic, false),
            DomainKind::Numbers { .. } => (true, false, true),
            DomainKind::Bool | DomainKind::Sets(_) | DomainKind::Text(_) => (false, false, false),
        };
        let mut runs = runs(holds);
        if !in_order {
            return runs
                .into_iter()
                .flat_map(|(first, last)| first..=last)
                .map(single)
                .collect();
        }
        let end = self.size().saturating_sub(1);
        if cyclic && runs.len() > 1 {
            wrap(&mut runs, end);
        }
        let part = |(first, last): (u32, u32)| {
            if first == last {
                single(first)
            } else if numbers && first == 0 {
                Part {
                    text: format!("<= {}", show(last)),
                    compares: true,
                    single: false,
                }
            } else if numbers && last == end {
                Part {
                    text: format!(">= {}", show(first)),
                    compares: true,
                    single: false,
                }
            } else {
                Part {
                    text: format!("{}..{}", show(first), show(last)),
                    compares: false,
                    single: false,
                }
            }
        };
        runs.into_iter().map(part).collect()
    }
}

fn join(parts: &[Part]) -> String {
    parts
        .iter()
        .map(|part| part.text.as_str())
        .collect::<Vec<_>>()
        .join(", ")
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
    if let (Some((0, first_end)), Some((last_start, last))) =
        (runs.first().copied(), runs.last().copied())
        && last == end
    {
        runs.remove(0);
        runs.pop();
        runs.push((last_start, first_end));
    }
}

/// Whether the sets are all those with some words and without some others: these words, in order.
fn told_apart(own: &[Word], indices: &[u32]) -> Option<Vec<(Word, bool)>> {
    let in_all = indices.iter().fold(u32::MAX, |mask, index| mask & index);
    let in_any = indices.iter().fold(0, |mask, index| mask | index);
    let bits = (0_u32..).zip(own);
    let told: Vec<(Word, bool)> = bits
        .filter(|(bit, _)| in_all >> bit & 1 == 1 || in_any >> bit & 1 == 0)
        .map(|(bit, word)| (*word, in_all >> bit & 1 == 1))
        .collect();
    (indices.len() == 1 << (own.len() - told.len())).then_some(told)
}
