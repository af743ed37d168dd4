//! Odds side by side: one panel for each thing asked, a column for each value of the last fact left open.

use super::ShownOdds;
use crate::diagram::Leaf;
use crate::dice::{Chance, Part, Results, interval, joined, sort};
use crate::model::{Model, Type, VariableId};
use crate::render::words::{self, capital, label, title};
use itertools::Itertools;
use num_traits::{One, Zero};

/// All in people's words.
#[derive(Debug)]
pub(super) struct Panel {
    pub(super) title: String,
    /// Whether it tells of the whole, and not of one of several things.
    pub(super) is_whole: bool,
    /// The other facts left open, as people say them.
    pub(super) facts: Vec<String>,
    /// The fact whose values stand side by side.
    pub(super) across: Option<String>,
    /// These values.
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// Of a condition of a process: its chance after each turn.
    pub(super) by_turn: Vec<Chance>,
}

#[derive(Debug)]
pub(super) struct Row {
    pub(super) label: String,
    pub(super) kind: Kind,
    /// Its chance in each column; none where it cannot be.
    pub(super) cells: Vec<Option<Cell>>,
}

/// What a row tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Value,
    /// What is no value: a gap, or nothing.
    NoValue,
    /// Several results taken together.
    Sum,
}

/// A chance, and of an estimate the ends of its interval.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    pub(super) chance: Chance,
    pub(super) ends: Option<(Chance, Chance)>,
}

/// The panels of all that is asked: those parts of the odds that differ in their last fact alone stand side by side.
pub(super) fn panels(shown: &ShownOdds<'_>) -> Vec<Panel> {
    let mut groups: Vec<Vec<&Part>> = Vec::new();
    for part in &shown.odds.parts {
        let others = |part: &Part| part.facts.split_last().map(|(_, rest)| rest.to_vec());
        let is_beside = |group: &&mut Vec<&Part>| {
            group
                .first()
                .is_some_and(|first| others(first) == others(part))
        };
        match groups.iter_mut().find(is_beside) {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    let panels = groups.iter().flat_map(|group| {
        let names = group
            .iter()
            .flat_map(|part| &part.results)
            .map(|results| &results.name);
        names
            .unique()
            .filter_map(|name| Panel::of(shown, group, name))
    });
    panels.collect()
}

impl Panel {
    fn of(shown: &ShownOdds<'_>, group: &[&Part], name: &str) -> Option<Self> {
        let model = shown.model;
        // What cannot be is told only where it is reached.
        let results_of = |part: &&Part| {
            let results = part.results.iter().find(|results| results.name == name);
            results
                .cloned()
                .unwrap_or_else(|| Results::counted::<u64>(name, None, []))
        };
        let alone = group.iter().map(|part| Part {
            facts: part.facts.clone(),
            results: vec![results_of(part)],
            ending: None,
        });
        let parts = joined(alone.collect());
        let all: Vec<&Results> = parts
            .iter()
            .filter_map(|part| part.results.first())
            .collect();
        let results = *all.first()?;
        if all.iter().all(|results| results.never.is_one()) {
            return None;
        }
        let facts = parts.first()?.facts.as_slice();
        let (facts, across) = match facts.split_last() {
            Some(((fact, _), rest)) if parts.len() > 1 => (rest, Some(*fact)),
            _ => (facts, None),
        };
        let columns = parts.iter().map(|part| match part.facts.last() {
            Some((fact, set)) => labels_text(model, *fact, set),
            None => String::new(),
        });
        let facts = facts.iter().map(|(fact, set)| {
            let title = capital(&model.title_of(*fact));
            format!("{title}: {}", labels_text(model, *fact, set))
        });
        let is_whole = results.name == shown.name;
        Some(Self {
            title: if is_whole {
                shown.title.clone()
            } else {
                title(model, &results.name)
            },
            is_whole,
            facts: facts.collect(),
            across: across.map(|fact| capital(&model.title_of(fact))),
            columns: columns.collect(),
            rows: rows(shown, &all, results),
            by_turn: match all.len() {
                1 => results.by_turn.clone(),
                _ => Vec::new(),
            },
        })
    }
}

/// A row for every result that any of them has, in order, and for every sum.
fn rows(shown: &ShownOdds<'_>, all: &[&Results], asked: &Results) -> Vec<Row> {
    let (model, name, of) = (shown.model, &asked.name, asked.of.as_ref());
    let sample = shown.odds.sample;
    let cell = |chance: &Chance| Cell {
        chance: chance.clone(),
        ends: sample.map(|sample| interval(sample.hits(chance), sample.counted)),
    };
    let chances = all.iter().flat_map(|results| &results.chances);
    let mut leaves: Vec<(Leaf, Chance)> = chances.unique_by(|(leaf, _)| leaf).cloned().collect();
    sort(of, &mut leaves);
    let named = |leaf: &Leaf| match of {
        Some(Type::Text) => shown.with_texts(&label(model, name, leaf, of)),
        _ => capital(&label(model, name, leaf, of)),
    };
    let each: Vec<_> = all.iter().map(|results| results.chance_of_each()).collect();
    let gaps = leaves
        .iter()
        .filter(|(leaf, _)| matches!(leaf, Leaf::Gap(_)));
    let many_lost = gaps.count() > 1;
    let values = leaves.iter().map(|(leaf, _)| Row {
        label: match leaf {
            Leaf::Silent => "-".to_owned(),
            Leaf::Gap(gap) if many_lost => capital(&words::gap(model, *gap)),
            leaf => named(leaf),
        },
        kind: match leaf {
            Leaf::Value(_) => Kind::Value,
            _ => Kind::NoValue,
        },
        cells: each
            .iter()
            .map(|chances| chances.get(leaf).copied().map(cell))
            .collect(),
    });
    let sums = shown.sums_of(name).map(|sum| {
        let labels = sum.results.iter().map(named);
        let cells = all.iter().map(|results| {
            let chance = sum.chance(&results.chances);
            (sample.is_some() || !chance.is_zero()).then(|| cell(&chance))
        });
        Row {
            label: labels.format(" or ").to_string(),
            kind: Kind::Sum,
            cells: cells.collect(),
        }
    });
    let may_last = all.iter().any(|results| !results.never.is_zero());
    let never = may_last.then(|| Row {
        label: "Never ends".to_owned(),
        kind: Kind::NoValue,
        cells: all
            .iter()
            .map(|results| (!results.never.is_zero()).then(|| cell(&results.never)))
            .collect(),
    });
    values.chain(sums).chain(never).collect()
}

/// Some values of a fact, neighbours drawn together: `may..sep`, `2, 4..6`.
pub fn values_text(model: &Model, fact: VariableId, indices: &[u32]) -> String {
    text_of(model, fact, indices, "..", &|index| {
        model.show_index(fact, index)
    })
}

/// The same as people write it: `May–Sep`.
pub fn labels_text(model: &Model, fact: VariableId, indices: &[u32]) -> String {
    text_of(model, fact, indices, "\u{2013}", &|index| {
        capital(&model.label_of(fact, index))
    })
}

fn text_of(
    model: &Model,
    fact: VariableId,
    indices: &[u32],
    to: &str,
    show: &dyn Fn(u32) -> String,
) -> String {
    let size = model.variables[fact].domain.size();
    if size > 1 && indices.len() == size as usize {
        return "any".to_owned();
    }
    let runs = model.runs(fact, indices);
    let texts = runs.iter().map(|(first, last)| match first == last {
        true => show(*first),
        false => format!("{}{to}{}", show(*first), show(*last)),
    });
    texts.format(", ").to_string()
}
