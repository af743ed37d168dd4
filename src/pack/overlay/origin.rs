//! Which text, and which thing that has lost a part, comes from which erratum.

use super::super::forest::{Forest, Form, Path};
use super::super::node::{Kind, Node};
use super::apply::Task;
use super::change::Resolved;
use super::find::{part, row_names};
use super::{Erratum, Operation, Status};
use crate::source::{Span, Text};
use rustc_hash::FxHashMap;

/// Which text comes from which erratum.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// The errata that apply.
    pub errata: Vec<Named>,
    /// The new texts: where each is written, and the index of its erratum.
    texts: Vec<(Span, usize)>,
    /// Things that have lost a part, or are headed otherwise: their places, and the indices of the errata.
    touched: FxHashMap<Span, Vec<usize>>,
    /// The values that are added to domains.
    pub grown: Vec<Grown>,
}

/// Values that an erratum adds to a domain.
#[derive(Debug, Clone)]
pub struct Grown {
    /// The domain as it is written in the pack.
    pub domain: Text,
    /// The values.
    pub more: String,
    /// The pack of the erratum.
    pub by: String,
    /// Where the erratum says so.
    pub place: Span,
}

/// An erratum as an answer names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub id: String,
    /// Who said so.
    pub source: String,
    /// When.
    pub date: String,
    /// What it is worth.
    pub status: Status,
}

impl Origins {
    /// The indices, in [`Self::errata`], of the errata from which something at these places comes: a text, or a rule or other
    /// thing that an erratum took a part from.
    #[must_use]
    pub fn of_places(&self, places: &[Span]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for place in places {
            found.extend(
                self.texts
                    .iter()
                    .filter(|(text, _)| text.holds(*place))
                    .map(|(_, erratum)| *erratum),
            );
            found.extend(self.touched.get(place).into_iter().flatten());
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a text comes from an erratum.
    #[must_use]
    pub fn brings(&self, place: Span) -> bool {
        self.texts.iter().any(|(text, _)| text.holds(place))
    }

    /// Whether no erratum applies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.errata.is_empty()
    }

    pub(super) fn of(forest: &Forest, errata: &[Erratum], resolved: &[Resolved]) -> Self {
        let mut origins = Self::default();
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        for (index, erratum) in errata
            .iter()
            .enumerate()
            .filter(|(_, erratum)| erratum.applied)
        {
            numbers.insert(index, origins.errata.len());
            origins.errata.push(Named {
                id: erratum.id.value.clone(),
                source: erratum.source.clone(),
                date: erratum.date.value.clone(),
                status: erratum.status,
            });
        }
        for change in resolved {
            let written = errata
                .get(change.id.erratum)
                .and_then(|erratum| erratum.changes.get(change.id.change));
            if let (Some(number), Some(written)) = (numbers.get(&change.id.erratum), written) {
                origins
                    .texts
                    .extend(written.new.as_ref().map(|new| (new.span, *number)));
                let owners = change
                    .edits
                    .iter()
                    .flat_map(|edit| owners(forest, &edit.task, written.operation));
                for edit in &change.edits {
                    origins
                        .grown
                        .extend(grown(forest, &edit.task, errata, change));
                }
                for owner in owners {
                    let own = origins.touched.entry(owner).or_default();
                    if !own.contains(number) {
                        own.push(*number);
                    }
                }
            }
        }
        origins
    }
}

fn grown(forest: &Forest, task: &Task, errata: &[Erratum], change: &Resolved) -> Option<Grown> {
    let Task::Grow { path, more, .. } = task else {
        return None;
    };
    let domain = forest.node(path)?;
    let erratum = errata.get(change.id.erratum)?;
    Some(Grown {
        domain: Text::new(domain.written()?.to_owned(), domain.span),
        more: more.clone(),
        by: erratum.pack.clone(),
        place: erratum.changes.get(change.id.change)?.at.span,
    })
}

/// The places of the rules, exceptions and other things of which an edit leaves a trace that is not a text of its own.
fn owners(forest: &Forest, task: &Task, operation: Operation) -> Vec<Span> {
    let (place, part) = match task {
        Task::Remove(path) | Task::Replace(path, _) => {
            let mut around = path.clone();
            let step = around.steps.pop();
            (
                around.clone(),
                step.and_then(|step| field_at(forest, &around, step)),
            )
        }
        Task::Field { table, name, .. } => (table.clone(), Some(name.value.clone())),
        Task::Insert { .. } | Task::Grow { .. } | Task::Named { .. } => return Vec::new(),
    };
    let heads = matches!(
        part.as_deref(),
        Some("marks" | "key" | "default" | "settled")
    );
    if operation != Operation::Remove && !heads {
        return Vec::new();
    }
    let removed = match task {
        Task::Remove(path) => forest.node(path),
        _ => None,
    };
    let questions = removed
        .map(|node| questions_of(forest, node))
        .unwrap_or_default();
    if questions.is_empty() {
        nearest_owner(forest, &place)
    } else {
        questions
    }
}

fn field_at(forest: &Forest, table: &Path, step: usize) -> Option<String> {
    match &forest.node(table)?.kind {
        Kind::Table(fields) => fields.get(step).map(|(name, _)| name.value.clone()),
        Kind::List(_) => row_names(false).get(step).map(|name| (*name).to_owned()),
        _ => None,
    }
}

/// The questions that a rule answers: where they are declared.
fn questions_of(forest: &Forest, rule: &Node) -> Vec<Span> {
    let answers = rule
        .field("answers")
        .map(|(_, node)| node.elements())
        .unwrap_or_default();
    let names: Vec<&str> = answers.iter().filter_map(Node::written).collect();
    let mut places = Vec::new();
    for tree in &forest.trees {
        if let Some((
            _,
            Node {
                kind: Kind::Table(questions),
                ..
            },
        )) = tree.root.field("question")
        {
            let asked = questions
                .iter()
                .filter(|(name, _)| names.contains(&name.value.as_str()));
            places.extend(asked.map(|(name, _)| name.span));
        }
    }
    places
}

/// The innermost thing around a place that an answer can name: an exception, a rule, a row's cells, a chart's cells, or
/// something with a name.
fn nearest_owner(forest: &Forest, place: &Path) -> Vec<Span> {
    let Some(tree) = forest.trees.get(place.tree) else {
        return Vec::new();
    };
    let (mut node, mut owner, mut field) = (&tree.root, Vec::new(), String::new());
    for (depth, step) in place.steps.iter().enumerate() {
        let next = match &node.kind {
            Kind::Table(fields) => fields.get(*step).map(|(name, next)| (Some(name), next)),
            Kind::List(nodes) => nodes.get(*step).map(|next| (None, next)),
            _ => None,
        };
        let Some((name, next)) = next else {
            break;
        };
        if let Some(name) = name {
            if tree.form != Form::Grid && depth == 1 {
                owner = vec![name.span];
            }
            field.clone_from(&name.value);
        }
        if tree.form == Form::Grid && depth == 0 {
            owner = cells(next);
        } else if matches!(field.as_str(), "rule" | "step" | "except" | "notes")
            && matches!(next.kind, Kind::Table(_))
        {
            owner = vec![next.span];
        } else if field == "rows" && name.is_none() {
            owner = cells_of_row(next);
        }
        node = next;
    }
    owner
}

fn cells(chart: &Node) -> Vec<Span> {
    let rows = chart
        .field("rows")
        .map(|(_, rows)| rows.elements())
        .unwrap_or_default();
    rows.iter().flat_map(cells_of_row).collect()
}

fn cells_of_row(row: &Node) -> Vec<Span> {
    let cells = part(row, row_names(false), "cells")
        .map(|(_, cells)| cells.elements())
        .unwrap_or_default();
    cells
        .iter()
        .map(|cell| cell.span)
        .chain([row.span])
        .collect()
}
