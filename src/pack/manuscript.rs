//! The packs with their errata, of which single places are written otherwise and read again: each change by its place in the
//! texts, and made as an erratum makes it.

use super::Pack;
use super::forest::{Forest, Form, Path};
use super::node::{Kind, Node, Problems};
use super::overlay::{ErrataSet, Task, perform};
use super::read::{forest_with, read_pack};
use crate::source::{Sources, Span, Spanned};

/// The packs as they are read, with the errata of a set laid over them.
#[derive(Debug)]
pub struct Manuscript(Forest);

/// Something written otherwise, wherever it stands for: one text may be the value of several rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rewrite {
    /// Another text where this one stands; without one it is gone, with its name if it is a field.
    Text(Span, Option<String>),
    /// A field of the group that stands here has this text, whether it was there or not.
    Field(Span, &'static str, String),
    /// The group or list that stands here is gone.
    Gone(Span),
    /// These two groups stand in each other's place.
    Swap(Span, Span),
}

impl Manuscript {
    /// Reads the packs. What is wrong with them is left out, and not told again.
    #[must_use]
    pub fn read(sources: &Sources, set: &ErrataSet) -> Self {
        Self(forest_with(sources, set, &Problems::default()).0)
    }

    /// A pack, by its index in the rulebook, with some places written otherwise. A place that is not there changes nothing.
    #[must_use]
    pub fn rewritten(&self, pack: usize, rewrites: &[Rewrite]) -> Pack {
        let mut forest = self.0.only(pack);
        let tasks = rewrites.iter().flat_map(|rewrite| rewrite.tasks(&forest));
        let tasks = tasks.collect();
        perform(&mut forest, tasks);
        read_pack(&forest, 0, &Problems::default())
    }
}

impl Rewrite {
    fn tasks(&self, forest: &Forest) -> Vec<Task> {
        match self {
            Self::Text(place, new) => {
                let task = |path| match new {
                    Some(new) => Task::Replace(path, text(new, *place)),
                    None => Task::Remove(path),
                };
                forest.at(*place, true).into_iter().map(task).collect()
            }
            Self::Field(place, name, new) => {
                let groups = forest.at(*place, false).into_iter();
                let tasks = groups.map(|group| field(forest, group, name, text(new, *place)));
                tasks.collect()
            }
            Self::Gone(place) => {
                let groups = forest.at(*place, false).into_iter();
                groups.map(Task::Remove).collect()
            }
            Self::Swap(one, other) => swap(forest, *one, *other).unwrap_or_default(),
        }
    }
}

fn text(new: &str, span: Span) -> Node {
    Node {
        kind: Kind::Text(new.to_owned()),
        span,
    }
}

fn field(forest: &Forest, table: Path, name: &str, node: Node) -> Task {
    let written = forest.node(&table).and_then(|table| table.field(name));
    match written.map(|(step, _)| step) {
        Some(step) => Task::Replace(table.then(step), node),
        None => Task::Field {
            table,
            names: &[],
            name: Spanned::new(name.to_owned(), node.span),
            node,
            lists: false,
        },
    }
}

fn swap(forest: &Forest, one: Span, other: Span) -> Option<Vec<Task>> {
    let one = forest.at(one, false).into_iter().next()?;
    let other = forest.at(other, false).into_iter().next()?;
    let nodes = (forest.node(&one)?.clone(), forest.node(&other)?.clone());
    Some(vec![
        Task::Replace(one, nodes.1),
        Task::Replace(other, nodes.0),
    ])
}

impl Forest {
    /// The texts, or else the groups and lists, that stand at a place; of a list and its only element, the element.
    fn at(&self, place: Span, is_text: bool) -> Vec<Path> {
        let trees = self.trees.iter().enumerate();
        let read = trees.filter(|(_, tree)| tree.form != Form::Errata);
        let mut found = Vec::new();
        for (index, tree) in read {
            let mut path = Path::root(index);
            collect(&tree.root, &mut path, (place, is_text), &mut found);
        }
        found
    }
}

fn collect(node: &Node, path: &mut Path, sought: (Span, bool), found: &mut Vec<Path>) {
    let before = found.len();
    for step in 0.. {
        let Some(child) = node.child(step) else { break };
        path.steps.push(step);
        collect(child, path, sought, found);
        path.steps.pop();
    }
    let is_text = !matches!(node.kind, Kind::List(_) | Kind::Table(_));
    if found.len() == before && (node.span, is_text) == sought {
        found.push(path.clone());
    }
}
