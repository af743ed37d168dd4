//! Odds side by side: one panel for each thing asked, a column for each value of the last fact left open.

use super::{Odds, ShownOdds, Sum, label, share};
use crate::diagram::Leaf;
use crate::dice::{Chance, Part, Results, Table, interval, joined, sort};
use crate::model::{Model, Type, VariableId};
use crate::render::words::capital;
use crate::value::DomainKind;
use num_traits::Zero;

/// One thing asked.
#[derive(Debug)]
pub(super) struct Panel {
    /// Its name; empty where it is that of the whole.
    pub(super) name: String,
    /// What people call it.
    pub(super) title: String,
    /// The other facts left open: names and values.
    pub(super) facts: Vec<(String, String)>,
    /// The fact whose values stand side by side: its name and what people call it.
    pub(super) across: Option<(String, String)>,
    /// The values, and what people call them.
    pub(super) columns: Vec<(String, String)>,
    /// The results.
    pub(super) rows: Vec<Row>,
    /// Of a condition of a process: its chance after each turn.
    pub(super) by_turn: Vec<Chance>,
}

/// A result, or several taken together.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    /// What people call it.
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

/// The panels of all that is asked.
pub(super) fn panels(shown: &ShownOdds<'_>) -> Vec<Panel> {
    match &shown.odds {
        Odds::Exact(table) => {
            let groups = groups(table);
            groups
                .iter()
                .flat_map(|group| group.panels(shown))
                .collect()
        }
        Odds::Estimated(estimate, _) => {
            let all = estimate.counted;
            let cell = |count: u64| Cell {
                chance: share(count, all),
                ends: Some(interval(count, all)),
            };
            let panel = |counted: &crate::dice::simulate::Counted| {
                let rows = counted.counts.iter().map(|(leaf, count)| {
                    let cells = vec![Some(cell(*count))];
                    row(shown, &counted.name, leaf, counted.of.as_ref(), cells)
                });
                let sums = shown.sums_of(&counted.name).map(|sum| {
                    let cells = vec![Some(cell(sum.count(&counted.counts)))];
                    row_of_sum(shown, sum, counted.of.as_ref(), cells)
                });
                Panel {
                    columns: vec![Default::default()],
                    rows: rows.chain(sums).collect(),
                    ..Panel::named(shown, &counted.name)
                }
            };
            estimate.results.iter().map(panel).collect()
        }
    }
}

impl Panel {
    fn named(shown: &ShownOdds<'_>, name: &str) -> Self {
        let model = shown.model;
        let is_whole = name == shown.name;
        let fact = model.variable_names.get(name);
        let title = match (fact, model.question_names.get(name)) {
            _ if is_whole => shown.title.clone(),
            (_, Some(question)) => model.title_of_question(*question),
            (Some(fact), None) => model.title_of(*fact),
            (None, None) => name.to_owned(),
        };
        Self {
            name: if is_whole {
                String::new()
            } else {
                name.to_owned()
            },
            title,
            facts: Vec::new(),
            across: None,
            columns: Vec::new(),
            rows: Vec::new(),
            by_turn: Vec::new(),
        }
    }
}

fn row(
    shown: &ShownOdds<'_>,
    name: &str,
    leaf: &Leaf,
    of: Option<&Type>,
    cells: Vec<Option<Cell>>,
) -> Row {
    Row {
        name: shown.told(leaf, of).words,
        label: capital(&label(shown.model, name, leaf, of)),
        kind: if leaf.value().is_some() {
            Kind::Value
        } else {
            Kind::NoValue
        },
        cells,
    }
}

fn row_of_sum(
    shown: &ShownOdds<'_>,
    sum: &Sum,
    of: Option<&Type>,
    cells: Vec<Option<Cell>>,
) -> Row {
    let labels = sum
        .results
        .iter()
        .map(|leaf| capital(&label(shown.model, &sum.of, leaf, of)));
    Row {
        name: sum.name.clone(),
        label: labels.collect::<Vec<_>>().join(" or "),
        kind: Kind::Sum,
        cells,
    }
}

/// The parts of a table that differ in their last fact alone, so that they can stand side by side.
struct Group<'t> {
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
        let known = groups
            .iter_mut()
            .find(|group| group.facts == facts && group.across == across);
        match known {
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
    fn panels(&self, shown: &ShownOdds<'_>) -> Vec<Panel> {
        let count = self.parts.first().map_or(0, |part| part.results.len());
        (0..count)
            .filter_map(|place| self.panel(shown, place))
            .collect()
    }

    /// One of the things asked; the parts are joined that do not differ in it.
    fn panel(&self, shown: &ShownOdds<'_>, place: usize) -> Option<Panel> {
        let alone = |part: &&Part| Part {
            facts: part.facts.clone(),
            results: part.results.get(place).cloned().into_iter().collect(),
        };
        let parts = joined(self.parts.iter().map(alone).collect());
        let of_part = |part: &Part| part.results.first().cloned();
        let all: Vec<Results> = parts.iter().filter_map(of_part).collect();
        let first = all.first()?;
        let model = shown.model;
        let exact = |chance: &Chance| Cell {
            chance: chance.clone(),
            ends: None,
        };
        let rows = leaves(&all).into_iter().map(|leaf| {
            let cells = all
                .iter()
                .map(|results| results.chance_of(&leaf).map(exact));
            row(
                shown,
                &first.name,
                &leaf,
                first.of.as_ref(),
                cells.collect(),
            )
        });
        let sums = shown.sums_of(&first.name).map(|sum| {
            let cells = all.iter().map(|results| {
                Some(sum.chance(&results.chances))
                    .filter(|own| !own.is_zero())
                    .as_ref()
                    .map(exact)
            });
            row_of_sum(shown, sum, first.of.as_ref(), cells.collect())
        });
        let column = |part: &Part| match part.facts.last() {
            Some((fact, set)) => (
                values_text(model, *fact, set),
                labels_text(model, *fact, set),
            ),
            None => Default::default(),
        };
        let is_one = parts.len() == 1;
        let told = |(fact, set): &(VariableId, Vec<u32>)| {
            (
                model.variable_name(*fact).to_owned(),
                values_text(model, *fact, set),
            )
        };
        let across = self.across.filter(|_| !is_one);
        let alone = parts
            .first()
            .filter(|_| is_one)
            .and_then(|part| part.facts.last());
        Some(Panel {
            facts: self.facts.iter().chain(alone).map(told).collect(),
            across: across.map(|fact| (model.variable_name(fact).to_owned(), model.title_of(fact))),
            columns: parts.iter().map(column).collect(),
            rows: rows.chain(sums).collect(),
            by_turn: if is_one {
                first.by_turn.clone()
            } else {
                Vec::new()
            },
            ..Panel::named(shown, &first.name)
        })
    }
}

/// Every result that any of them has, in order.
fn leaves(all: &[Results]) -> Vec<Leaf> {
    let mut found: Vec<(Leaf, Chance)> = Vec::new();
    for (leaf, chance) in all.iter().flat_map(|results| &results.chances) {
        if !found.iter().any(|(own, _)| own == leaf) {
            found.push((leaf.clone(), chance.clone()));
        }
    }
    sort(
        all.first().and_then(|results| results.of.as_ref()),
        &mut found,
    );
    found.into_iter().map(|(leaf, _)| leaf).collect()
}

/// Some values of a fact, neighbours drawn together: `may..sep`, `2, 4..6`.
#[must_use]
pub fn values_text(model: &Model, fact: VariableId, indices: &[u32]) -> String {
    text_of(model, fact, indices, "..", &|index| {
        model.show_index(fact, index)
    })
}

/// The same as people write it: `May–Sep`.
fn labels_text(model: &Model, fact: VariableId, indices: &[u32]) -> String {
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
    let join = |(first, last): &(u32, u32)| {
        if first == last {
            show(*first)
        } else {
            format!("{}{to}{}", show(*first), show(*last))
        }
    };
    let texts: Vec<String> = match runs.as_slice() {
        // A run that goes over the end of a cycle: nov..apr.
        [(0, head_end), rest @ .., (last_start, last_end)] if wraps && *last_end + 1 == size => {
            rest.iter()
                .map(join)
                .chain([join(&(*last_start, *head_end))])
                .collect()
        }
        _ => runs.iter().map(join).collect(),
    };
    texts.join(", ")
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
