//! Edits of the trees, made in one order whatever the order in which the errata came.

use super::super::forest::{Forest, Path};
use super::super::node::{Kind, Node, Step};
use super::super::notation::{CHOICES, first_by_default};
use super::ChangeId;
use crate::source::{Span, Text};
use crate::value::{Beside, grown, renamed};
use std::sync::Arc;

/// One edit. All places are those of the trees before any edit.
#[derive(Debug, Clone)]
pub enum Edit {
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
    /// Adds a field that is not there, with the groups of fields around it; where it lists things, puts it first.
    Add {
        path: Path,
        /// Where the address of the change is written.
        at: Span,
        node: Node,
        lists: bool,
    },
    /// Adds values to a domain.
    Grow {
        path: Path,
        more: String,
        beside: Beside,
    },
    /// Gives a value of a domain another name.
    Rename {
        path: Path,
        old: String,
        new: String,
    },
}

impl Edit {
    /// Deeper and later places go first, so that the places of the others stay what they are.
    ///
    /// At one place, what is put in place of the old comes first, and a new name for what others stand beside last.
    fn order(&self) -> (Path, u8) {
        match self {
            Self::Replace(path, _) | Self::Remove(path) => (path.clone(), 2),
            Self::Insert { list, index, .. } => (list.then(*index), 1),
            Self::Add { path, .. } | Self::Grow { path, .. } => (path.clone(), 1),
            Self::Rename { path, .. } => (path.clone(), 0),
        }
    }

    /// The node that is changed, or the list to which something is added.
    pub const fn path(&self) -> &Path {
        match self {
            Self::Replace(path, _) | Self::Remove(path) => path,
            Self::Insert { list: path, .. }
            | Self::Add { path, .. }
            | Self::Grow { path, .. }
            | Self::Rename { path, .. } => path,
        }
    }
}

/// The edits in the order in which they can be made one after the other. At one place, the later of those given goes first, for
/// each pushes back what is there.
pub fn in_order(mut edits: Vec<(ChangeId, Edit)>) -> Vec<(ChangeId, Edit)> {
    edits.sort_by_cached_key(|(_, edit)| edit.order());
    edits.reverse();
    edits
}

/// Makes an edit.
pub fn perform(forest: &mut Forest, edit: Edit) {
    let path = edit.path().clone();
    match edit {
        Edit::Remove(path) => remove(forest, &path),
        Edit::Add {
            path,
            at,
            node,
            lists,
        } => add(forest, &path, at, node, lists),
        Edit::Replace(path, new) => {
            if let Some(node) = forest.node_mut(&path) {
                *node = new;
            }
        }
        Edit::Insert { list, index, node } => {
            if let Some(list) = forest.node_mut(&list) {
                list.as_list(|nodes| nodes.insert(index.min(nodes.len()), node));
            }
        }
        Edit::Grow { path, more, beside } => {
            if let Some(Kind::Text(domain)) = forest.node_mut(&path).map(|node| &mut node.kind)
                && let Ok(wider) = grown(domain, &more, &beside)
            {
                *domain = wider;
            }
        }
        Edit::Rename { path, old, new } => {
            if let Some(Kind::Text(domain)) = forest.node_mut(&path).map(|node| &mut node.kind)
                && let Ok(renamed) = renamed(domain, &old, &new)
            {
                *domain = renamed;
            }
        }
    }
    say_default(forest, &path);
}

fn remove(forest: &mut Forest, path: &Path) {
    let Some((around, step)) = path.around() else {
        return;
    };
    match (forest.node_mut(&around), step) {
        (Some(node), Step::Field(name)) => drop(node.take(&name)),
        (Some(node), Step::At(step)) => match &mut node.kind {
            Kind::List(nodes) if step < nodes.len() => drop(nodes.remove(step)),
            // An item of a RON file.
            Kind::Table(items) if step < items.len() => drop(items.remove(step)),
            _ => {}
        },
        (None, _) => {}
    }
}

/// Says which option is taken of a reading or switch that was changed, as the notation does.
fn say_default(forest: &mut Forest, path: &Path) {
    let [Step::Field(kind), Step::Field(name), ..] = path.steps.as_slice() else {
        return;
    };
    let thing = Path::root(path.tree)
        .then(kind.as_str())
        .then(name.as_str());
    if CHOICES.contains(&kind.as_str())
        && let Some(node) = forest.node_mut(&thing)
    {
        first_by_default(node);
    }
}

fn add(forest: &mut Forest, path: &Path, at: Span, new: Node, lists: bool) {
    let Some(tree) = forest.trees.get_mut(path.tree) else {
        return;
    };
    let (span, mut node) = (new.span, Arc::make_mut(&mut tree.root));
    let mut new = Some(if lists {
        Node::list(vec![new], span)
    } else {
        new
    });
    for (depth, step) in path.steps.iter().enumerate() {
        let is_there = node.child(step).is_some();
        if let (false, Step::Field(name), Some(fields)) = (is_there, step, node.fields_mut()) {
            let is_last = depth + 1 == path.steps.len();
            let group = || Some(Node::table(Vec::new(), at));
            let value = if is_last { new.take() } else { group() };
            fields.extend(value.map(|value| (Text::new(name.clone(), at), value)));
        }
        let Some(next) = node.child_mut(step) else {
            return;
        };
        node = next;
    }
    // Another erratum has made the list already.
    if let Some(more) = new {
        node.as_list(|nodes| drop(nodes.splice(0..0, more.into_elements())));
    }
}
