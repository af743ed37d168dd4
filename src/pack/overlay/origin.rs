//! Which text, and which thing that has lost a part, comes from which erratum.

use super::super::forest::{Forest, Path};
use super::super::node::{Form, Node, Step};
use super::edit::Edit;
use super::resolved::Resolved;
use super::{Erratum, Operation, Status};
use crate::source::{Span, Text};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Origins {
    /// The errata that apply.
    pub errata: Vec<Named>,
    /// The new texts: where each is written, and the index of its erratum.
    texts: Vec<(Span, usize)>,
    /// Things that have lost a part, or are headed otherwise: their places, and the indices of the errata.
    touched: FxHashMap<Span, Vec<usize>>,
    pub grown: Vec<Grown>,
}

/// Values that an erratum adds to a domain.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Grown {
    /// The domain as it is written in the pack, at the place where it stands now.
    pub domain: Text,
    /// The values, others that it had before among them.
    pub more: String,
    /// The questions that are meant to take them as they take others.
    pub meant: Vec<Text>,
    /// The pack of the erratum.
    pub by: String,
    /// Where the erratum says so.
    pub place: Span,
}

/// An erratum as an answer names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub id: String,
    pub source: String,
    pub date: String,
    pub status: Status,
}

impl Origins {
    /// The indices, in [`Self::errata`], of the errata from which something at these places comes: a text, or a rule or other
    /// thing that an erratum took a part from.
    #[must_use]
    pub fn of_places(&self, places: &[Span]) -> Vec<usize> {
        let mut errata: Vec<usize> = Vec::new();
        for place in places {
            let texts = self.texts.iter().filter(|(text, _)| text.holds(*place));
            errata.extend(texts.map(|(_, erratum)| *erratum));
            errata.extend(self.touched.get(place).into_iter().flatten());
        }
        errata.sort_unstable();
        errata.dedup();
        errata
    }

    /// Whether a text comes from an erratum.
    #[must_use]
    pub fn brings(&self, place: Span) -> bool {
        self.texts.iter().any(|(text, _)| text.holds(place))
    }

    /// Whether no erratum applies.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.errata.is_empty()
    }

    pub(super) fn of(forest: &Forest, errata: &[Erratum], resolved: &[Resolved]) -> Self {
        let mut origins = Self::default();
        for (index, erratum) in errata.iter().enumerate().filter(|(_, other)| other.applied) {
            let number = origins.errata.len();
            origins.errata.push(Named {
                id: erratum.id.value.clone(),
                source: erratum.source.clone(),
                date: erratum.date.value.clone(),
                status: erratum.status,
            });
            for change in resolved.iter().filter(|change| change.id.erratum == index) {
                origins.add(forest, erratum, number, change);
            }
        }
        origins
    }

    fn add(&mut self, forest: &Forest, erratum: &Erratum, number: usize, made: &Resolved) {
        let Some(change) = erratum.changes.get(made.id.change) else {
            return;
        };
        let new = change.new.as_ref();
        self.texts.extend(new.map(|new| (new.span, number)));
        for edit in &made.edits {
            // What the domain is from then on, and the place of that.
            let grown = forest.node(edit.path()).and_then(|domain| match edit {
                Edit::Grow { more, .. } => Some((domain, more.as_str(), domain.span)),
                Edit::Replace(path, new) if path.field() == Some("domain") => {
                    Some((domain, new.written()?, new.span))
                }
                _ => None,
            });
            if let Some((domain, more, place)) = grown {
                let written = domain.written().unwrap_or_default().to_owned();
                self.grown.push(Grown {
                    domain: Text::new(written, place),
                    more: more.to_owned(),
                    meant: change.meant.clone(),
                    by: erratum.pack.clone(),
                    place: change.at.span,
                });
            }
            for owner in owners(forest, edit, change.operation) {
                let own = self.touched.entry(owner).or_default();
                if !own.contains(&number) {
                    own.push(number);
                }
            }
        }
    }
}

/// The places of the rules, exceptions and other things of which an edit leaves a trace that is not a text of its own.
fn owners(forest: &Forest, edit: &Edit, operation: Operation) -> Vec<Span> {
    let path = match edit {
        Edit::Remove(path) | Edit::Replace(path, _) | Edit::Add { path, .. } => path,
        Edit::Insert { .. } | Edit::Grow { .. } | Edit::Rename { .. } => return Vec::new(),
    };
    let (Some((around, _)), part) = (path.around(), path.field()) else {
        return Vec::new();
    };
    let heads = matches!(part, Some("marks" | "key" | "default" | "settled"));
    if operation != Operation::Remove && !heads {
        return Vec::new();
    }
    // The questions of a rule that is gone, where they are declared.
    let removed = match edit {
        Edit::Remove(path) => forest.node(path),
        _ => None,
    };
    let names: Vec<&str> = removed
        .iter()
        .flat_map(|rule| rule.texts("answers"))
        .collect();
    let declared = forest
        .trees
        .iter()
        .filter_map(|tree| tree.root.get("question"));
    let declared = declared.flat_map(Node::fields).map(|(name, _)| name);
    let asked = declared.filter(|name| names.contains(&name.value.as_str()));
    let questions: Vec<Span> = asked.map(|name| name.span).collect();
    if questions.is_empty() {
        nearest_owner(forest, &around)
    } else {
        questions
    }
}

/// The innermost thing around a place that an answer can name: an exception, a rule, a row's cells, a chart's cells, or
/// something with a name.
fn nearest_owner(forest: &Forest, place: &Path) -> Vec<Span> {
    let Some(tree) = forest.trees.get(place.tree) else {
        return Vec::new();
    };
    let is_grid = tree.form == Form::Grid;
    let (mut node, mut owner, mut field) = (&*tree.root, Vec::new(), "");
    for (depth, step) in place.steps.iter().enumerate() {
        let Some(next) = node.child(step) else {
            break;
        };
        if let Step::Field(name) = step {
            field = name;
        }
        match (step, field) {
            _ if is_grid && depth == 0 => {
                let rows = next.get("rows").map(Node::elements);
                owner = rows.into_iter().flatten().flat_map(of_row).collect();
            }
            (_, "rule" | "step" | "except" | "notes") if next.is_table() => {
                owner = vec![next.span];
            }
            (Step::At(_), "rows") => owner = of_row(next),
            (Step::Field(_), _) if !is_grid && depth == 1 => {
                let mut names = node.fields().iter().map(|(name, _)| name);
                let name = names.find(|name| name.value == field);
                owner = name.into_iter().map(|name| name.span).collect();
            }
            _ => {}
        }
        node = next;
    }
    owner
}

/// A row and its cells.
fn of_row(row: &Node) -> Vec<Span> {
    let cells = row.get("cells").map(Node::elements).unwrap_or_default();
    let cells = cells.iter().map(|cell| cell.span);
    cells.chain([row.span]).collect()
}
