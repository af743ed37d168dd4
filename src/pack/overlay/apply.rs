//! Makes the changes in the trees, in one order whatever the order in which the errata came.

use super::super::forest::{Forest, Form, Path, Tree, unplaced};
use super::super::node::{Kind, Node};
use super::ChangeId;
use crate::source::Text;
use crate::value::{Beside, grown};
use std::cmp::Ordering;

/// One edit of a tree.
#[derive(Debug, Clone)]
pub(in crate::pack) struct Edit {
    /// By which change.
    pub(in crate::pack) by: ChangeId,
    pub(in crate::pack) task: Task,
}

/// What an edit does. All places are those of the trees before any edit.
#[derive(Debug, Clone)]
pub(in crate::pack) enum Task {
    /// Puts a node in place of another.
    Replace(Path, Node),
    /// Takes a node away, with its name if it is a field.
    Remove(Path),
    /// Puts a node into a list, before the element of that index.
    Insert {
        list: Path,
        index: usize,
        node: Node,
    },
    /// Gives a group of fields, or a tuple of these names, one more; where the field lists things, puts it first.
    Field {
        table: Path,
        names: &'static [&'static str],
        name: Text,
        node: Node,
        lists: bool,
    },
    /// Adds values to a domain.
    Grow {
        path: Path,
        more: String,
        beside: Beside,
    },
    /// Gives a pack one more thing with a name.
    Named {
        pack: usize,
        kind: String,
        name: Text,
        node: Node,
    },
}

impl Task {
    /// Where it is done: deeper and later places first, so that the places of the others stay what they are.
    fn place(&self) -> (usize, Vec<usize>, u8) {
        let at = |path: &Path| (path.tree, path.steps.clone());
        match self {
            Self::Replace(path, _) | Self::Remove(path) => {
                let (tree, steps) = at(path);
                (tree, steps, 1)
            }
            Self::Insert { list, index, .. } => {
                let (tree, steps) = at(&list.then(*index));
                (tree, steps, 0)
            }
            Self::Field { table, .. } => {
                let (tree, steps) = at(&table.then(usize::MAX));
                (tree, steps, 0)
            }
            Self::Grow { path, .. } => {
                let (tree, steps) = at(path);
                (tree, steps, 0)
            }
            Self::Named { .. } => (0, Vec::new(), 0),
        }
    }

    /// Where it is done, if that is in a file.
    pub(in crate::pack) const fn path(&self) -> Option<&Path> {
        match self {
            Self::Replace(path, _) | Self::Remove(path) => Some(path),
            Self::Insert { list: path, .. }
            | Self::Field { table: path, .. }
            | Self::Grow { path, .. } => Some(path),
            Self::Named { .. } => None,
        }
    }

    pub(super) const fn path_mut(&mut self) -> Option<&mut Path> {
        match self {
            Self::Replace(path, _) | Self::Remove(path) => Some(path),
            Self::Insert { list: path, .. }
            | Self::Field { table: path, .. }
            | Self::Grow { path, .. } => Some(path),
            Self::Named { .. } => None,
        }
    }
}

/// Makes all edits.
pub(in crate::pack) fn perform(forest: &mut Forest, edits: Vec<Edit>) {
    for edit in in_order(edits) {
        perform_one(forest, edit.task);
    }
}

/// The edits in the order in which they can be made one after the other.
pub(super) fn in_order(edits: Vec<Edit>) -> Vec<Edit> {
    let mut numbered: Vec<(usize, Edit)> = edits.into_iter().enumerate().collect();
    numbered.sort_by(|one, other| order(one, other).reverse());
    numbered.into_iter().map(|(_, edit)| edit).collect()
}

/// By place, then by erratum; within one change, by the order in which it adds.
fn order(one: &(usize, Edit), other: &(usize, Edit)) -> Ordering {
    let key = |(number, edit): &(usize, Edit)| (edit.by, *number);
    one.1
        .task
        .place()
        .cmp(&other.1.task.place())
        .then_with(|| key(one).cmp(&key(other)))
}

pub(super) fn perform_one(forest: &mut Forest, task: Task) {
    match task {
        Task::Replace(path, node) => {
            if let Some(own) = forest.node_mut(&path) {
                *own = node;
            }
        }
        Task::Remove(path) => remove(forest, path),
        Task::Insert { list, index, node } => {
            if let Some(list) = forest.node_mut(&list) {
                as_list(list, |nodes| nodes.insert(index.min(nodes.len()), node));
            }
        }
        Task::Field {
            table,
            names,
            name,
            node,
            lists,
        } => {
            if let Some(table) = forest.node_mut(&table) {
                field(table, names, name, node, lists);
            }
        }
        Task::Grow { path, more, beside } => {
            if let Some(Kind::Text(domain)) = forest.node_mut(&path).map(|node| &mut node.kind)
                && let Ok(wider) = grown(domain, &more, &beside)
            {
                *domain = wider;
            }
        }
        Task::Named {
            pack,
            kind,
            name,
            node,
        } => named(forest, pack, &kind, name, node),
    }
}

fn remove(forest: &mut Forest, mut path: Path) {
    let Some(step) = path.steps.pop() else {
        return;
    };
    match forest.node_mut(&path).map(|node| &mut node.kind) {
        Some(Kind::List(nodes)) if step < nodes.len() => drop(nodes.remove(step)),
        Some(Kind::Table(fields)) if step < fields.len() => drop(fields.remove(step)),
        _ => {}
    }
}

/// Changes a node as a list; a single thing becomes a list of one first.
fn as_list(node: &mut Node, change: impl FnOnce(&mut Vec<Node>)) {
    if !matches!(node.kind, Kind::List(_)) {
        let only = node.clone();
        node.kind = Kind::List(vec![only]);
    }
    if let Kind::List(nodes) = &mut node.kind {
        change(nodes);
    }
}

fn field(table: &mut Node, names: &[&str], name: Text, node: Node, lists: bool) {
    let span = table.span;
    if let Kind::List(nodes) = &mut table.kind {
        // A tuple whose fields have names is the same with its names; the indices of its parts stay what they are.
        let fields = names
            .iter()
            .zip(std::mem::take(nodes))
            .map(|(name, node)| (unplaced(name, span), node));
        table.kind = Kind::Table(fields.collect());
    }
    let Kind::Table(fields) = &mut table.kind else {
        return;
    };
    match fields.iter_mut().find(|(own, _)| own.value == name.value) {
        Some((_, own)) => as_list(own, |nodes| nodes.insert(0, node)),
        None if lists => {
            let span = node.span;
            fields.push((
                name,
                Node {
                    kind: Kind::List(vec![node]),
                    span,
                },
            ));
        }
        None => fields.push((name, node)),
    }
}

fn named(forest: &mut Forest, pack: usize, kind: &str, name: Text, node: Node) {
    let Some(Tree {
        root: Node {
            kind: Kind::Table(fields),
            span,
        },
        ..
    }) = home_of(forest, pack, kind).and_then(|index| forest.trees.get_mut(index))
    else {
        return;
    };
    let near = *span;
    if !fields.iter().any(|(own, _)| own.value == kind) {
        fields.push((
            unplaced(kind, near),
            Node {
                kind: Kind::Table(Vec::new()),
                span: near,
            },
        ));
    }
    let own = fields.iter_mut().find(|(own, _)| own.value == kind);
    if let Some((
        _,
        Node {
            kind: Kind::Table(things),
            ..
        },
    )) = own
    {
        things.push((name, node));
    }
}

/// The file that takes one more thing of a kind: the last of its pack with such things, otherwise `pack.toml`.
pub(super) fn home_of(forest: &Forest, pack: usize, kind: &str) -> Option<usize> {
    let has = |form: Form, root: &Node| form != Form::Errata && root.field(kind).is_some();
    let with = forest
        .of_pack(pack)
        .filter(|(_, tree)| has(tree.form, &tree.root))
        .last();
    let header = || {
        forest
            .of_pack(pack)
            .find(|(_, tree)| tree.form == Form::Header)
    };
    with.or_else(header).map(|(index, _)| index)
}
