//! A change of an erratum that was found in the trees: how they are edited for it, and what it touches.

use super::super::forest::{Forest, Path};
use super::super::node::Node;
use super::super::printed::{Way, printed};
use super::ChangeId;
use super::edit::Edit;
use crate::value::Beside;

/// A change that fits.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub id: ChangeId,
    /// All that it touches.
    pub touches: Vec<Datum>,
    /// The chart whose rows or columns it adds, takes away or writes anew.
    pub shape: Option<(Path, Side)>,
    pub edits: Vec<Edit>,
    /// The cell that it gives where a row and a column meet that errata add.
    pub meeting: Option<Meeting>,
}

impl Resolved {
    /// Whether it only puts something beside what is there.
    pub fn only_adds(&self) -> bool {
        let mut edits = self.edits.iter();
        edits.all(|edit| matches!(edit, Edit::Insert { .. }))
    }
}

/// A side of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Rows,
    Columns,
}

/// Something that only one erratum may touch, with all that is within it.
#[derive(Debug, Clone)]
pub struct Datum {
    /// Of something new that goes by a name, the name stands for its place.
    path: Path,
    /// Whether it is something new in the list of that path, of which there can be many.
    is_fresh: bool,
}

impl Datum {
    pub const fn whole(path: Path) -> Self {
        Self {
            path,
            is_fresh: false,
        }
    }

    /// What an edit touches.
    pub fn of(forest: &Forest, edit: &Edit) -> Vec<Self> {
        let whole = Self::whole;
        let fresh = |path: &Path| Self {
            path: path.clone(),
            is_fresh: true,
        };
        match edit {
            Edit::Add {
                path, lists: true, ..
            } => vec![fresh(path)],
            Edit::Replace(path, _) | Edit::Remove(path) | Edit::Add { path, .. } => {
                vec![whole(path.clone())]
            }
            Edit::Insert { list, node, .. } => match goes_by(list, node) {
                Some(name) => vec![whole(list.then(name.as_str()))],
                None => vec![fresh(list)],
            },
            Edit::Rename { path, old, .. } => vec![whole(path.then(old.as_str()))],
            Edit::Grow { path, more, beside } => {
                let domain = forest
                    .node(path)
                    .and_then(Node::written)
                    .unwrap_or_default();
                if domain.contains("..") {
                    return vec![fresh(path)];
                }
                // Of values between the same two neighbors nobody could tell which comes first.
                let gap = domain.contains('<').then(|| gap(domain, beside)).flatten();
                let value = whole(path.then(more.as_str()));
                let gap = gap.map(|gap| whole(path.then(gap)));
                gap.into_iter().chain([value]).collect()
            }
        }
    }

    /// Whether one is the other, or within it.
    pub fn meets(&self, other: &Self) -> bool {
        let (steps, others) = (&self.path.steps, &other.path.steps);
        let mut levels = steps.iter().zip(others);
        let is_beside = self.is_fresh && (other.is_fresh || others.len() > steps.len())
            || other.is_fresh && steps.len() > others.len();
        !is_beside && self.path.tree == other.path.tree && levels.all(|(step, other)| step == other)
    }
}

/// What an element of a list goes by of which there can be only one.
fn goes_by(list: &Path, node: &Node) -> Option<String> {
    let name = match list.field() {
        Some("cells" | "except") => return None,
        Some("rows" | "columns") => node.get("key").or_else(|| node.get("label")),
        Some("notes") => node.get("mark"),
        _ => None,
    };
    let name = name.or_else(|| Some(node).filter(|node| !node.is_table()));
    name.map(|name| printed(name, Way::Plain))
}

/// Before which value, by its place in the domain as written, something new stands.
fn gap(domain: &str, beside: &Beside) -> Option<usize> {
    let mut words = domain.split('<').map(str::trim);
    match beside {
        Beside::End => Some(words.count()),
        Beside::Before(word) => words.position(|text| text == word),
        Beside::After(word) => words.position(|text| text == word).map(|place| place + 1),
    }
}

/// The cell of a row and a column that are yet to be added.
#[derive(Debug, Clone)]
pub struct Meeting {
    pub chart: Path,
    pub row: String,
    pub column: String,
    pub cell: Node,
}
