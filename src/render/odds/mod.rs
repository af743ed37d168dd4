//! Odds: for a terminal, as Markdown, CSV, JSON and SVG.

mod human;
mod json;
#[cfg(feature = "plot")]
mod svg;
mod tables;
mod under;

pub use human::human;
pub use json::json;
#[cfg(feature = "plot")]
pub use svg::svg;
pub use tables::{csv, markdown};
pub use under::ChartOdds;

use crate::diagram::Leaf;
use crate::dice::simulate::Estimate;
use crate::dice::{Part, Table, joined};
use crate::model::{Model, Type, VariableId};
use crate::value::DomainKind;

/// Odds and what belongs to them.
#[derive(Debug)]
pub struct ShownOdds<'a> {
    /// The model asked.
    pub model: &'a Model,
    /// The question, process or procedure.
    pub name: String,
    /// What it asks, in words.
    pub asks: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// The facts as they were given.
    pub facts: Vec<(String, String)>,
    /// The condition that is known to hold.
    pub given: Option<String>,
    /// Of a process: after how many turns, and what a turn is.
    pub turns: Option<(u32, String)>,
    /// The odds.
    pub odds: Odds,
}

/// Exact odds or estimates.
#[derive(Debug)]
pub enum Odds {
    /// Exact.
    Exact(Table),
    /// Estimated, with the seed.
    Estimated(Estimate, u64),
}

/// A result in words.
fn leaf_text(model: &Model, leaf: &Leaf, of: Option<&Type>) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&model.words, of.is_some_and(|of| model.is_signed(of))),
        Leaf::Gap(_) => "gap".to_owned(),
        Leaf::Outside => "not asked".to_owned(),
        Leaf::Silent => "-".to_owned(),
        _ => "no answer".to_owned(),
    }
}

/// Some values of a fact, neighbours drawn together: `may..sep`, `2, 4..6`.
#[must_use]
pub fn values_text(model: &Model, fact: VariableId, indices: &[u32]) -> String {
    let Some(found) = model.variable(fact) else {
        return String::new();
    };
    let size = found.domain.size();
    if size > 1 && indices.len() == size as usize {
        return "any".to_owned();
    }
    let (runs, wraps) = match found.domain.kind {
        DomainKind::Words {
            ordered: true,
            cyclic,
            ..
        } => (runs(indices, 1), cyclic),
        DomainKind::Numbers { .. } => (runs(indices, 1), false),
        _ => (runs(indices, u32::MAX), false),
    };
    let show = |index: u32| model.show_index(fact, index);
    let join = |(first, last): &(u32, u32)| {
        if first == last {
            show(*first)
        } else {
            format!("{}..{}", show(*first), show(*last))
        }
    };
    match runs.as_slice() {
        // A run that goes over the end of a cycle: nov..apr.
        [(0, head_end), rest @ .., (last_start, last_end)] if wraps && *last_end + 1 == size => {
            rest.iter()
                .map(join)
                .chain([join(&(*last_start, *head_end))])
                .collect::<Vec<_>>()
                .join(", ")
        }
        _ => runs.iter().map(join).collect::<Vec<_>>().join(", "),
    }
}

/// Runs of indices that follow each other by `step`.
fn runs(indices: &[u32], step: u32) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for index in indices {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(step) == Some(*index) => *last = *index,
            _ => runs.push((*index, *index)),
        }
    }
    runs
}

/// The parts of a table that differ in their last fact alone, so that they can stand side by side.
struct Group<'t> {
    /// The other facts.
    facts: &'t [(VariableId, Vec<u32>)],
    /// The last fact, where one is left open.
    across: Option<VariableId>,
    parts: Vec<&'t Part>,
}

fn groups(table: &Table) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for part in &table.parts {
        let (facts, across) = match part.facts.split_last() {
            Some(((fact, _), rest)) => (rest, Some(*fact)),
            None => (&[][..], None),
        };
        match groups
            .iter_mut()
            .find(|group| group.facts == facts && group.across == across)
        {
            Some(group) => group.parts.push(part),
            None => groups.push(Group {
                facts,
                across,
                parts: vec![part],
            }),
        }
    }
    groups
}

impl Group<'_> {
    /// The parts of one of the things asked, those joined that do not differ in it.
    fn of(&self, place: usize) -> Vec<Part> {
        let alone = |part: &&Part| Part {
            facts: part.facts.clone(),
            results: part.results.get(place).cloned().into_iter().collect(),
        };
        joined(self.parts.iter().map(alone).collect())
    }
}

/// The heading of a part in its group: the values of the last fact.
fn across_text(model: &Model, part: &Part) -> String {
    part.facts
        .last()
        .map_or_else(String::new, |(fact, indices)| {
            values_text(model, *fact, indices)
        })
}

/// Every result that any of the parts has of the thing at a place, in order.
fn all_results(parts: &[&Part], place: usize) -> Vec<Leaf> {
    let mut all: Vec<(Leaf, crate::dice::Chance)> = Vec::new();
    for results in parts.iter().filter_map(|part| part.results.get(place)) {
        for (leaf, chance) in &results.chances {
            if !all.iter().any(|(own, _)| own == leaf) {
                all.push((leaf.clone(), chance.clone()));
            }
        }
    }
    let of = parts
        .first()
        .and_then(|part| part.results.get(place))
        .and_then(|results| results.of.as_ref());
    crate::dice::sort(of, &mut all);
    all.into_iter().map(|(leaf, _)| leaf).collect()
}

/// A text filled up with blanks on the right.
fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(blanks))
}

/// A text filled up with blanks on the left.
fn pad_left(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    format!("{}{text}", " ".repeat(blanks))
}

/// The width of the longest text.
fn width<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    texts
        .into_iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0)
}
