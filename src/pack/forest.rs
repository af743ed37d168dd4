//! All files of a rulebook as trees, before anything is made of them: what overlays are laid over, and what topics are read
//! from.

use super::node::{Form, Node, Step};
use crate::source::{FileId, Text};
use std::sync::Arc;

/// The trees of all packs.
#[derive(Debug, Clone, Default)]
pub struct Forest {
    /// In the order of their folders.
    pub packs: Vec<Head>,
    /// In the order of the packs and of their names.
    pub trees: Vec<Tree>,
    /// Whether examples and laws are left out.
    pub is_short: bool,
    /// Of which questions and rules the shared exceptions are that were spread over them.
    pub shared: Vec<Text>,
}

/// What must be known of a pack before its files are read.
#[derive(Debug, Clone)]
pub struct Head {
    pub folder: String,
    /// Its name; that of its folder where it has none.
    pub id: String,
    pub game: String,
    pub requires: Vec<String>,
    /// Whether every file of it could be read: what an erratum does not find may be in one that could not.
    pub is_whole: bool,
}

/// A file.
#[derive(Debug, Clone)]
pub struct Tree {
    pub file: FileId,
    /// The index of its pack.
    pub pack: usize,
    pub form: Form,
    /// A group of fields; versions of a rulebook share it until something is laid over it.
    pub root: Arc<Node>,
}

/// The place of a node: a file's tree, and the way down.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    pub tree: usize,
    pub steps: Vec<Step>,
}

impl Path {
    pub const fn root(tree: usize) -> Self {
        Self {
            tree,
            steps: Vec::new(),
        }
    }

    pub fn then(&self, step: impl Into<Step>) -> Self {
        let mut deeper = self.clone();
        deeper.steps.push(step.into());
        deeper
    }

    /// What a place is in, and the last step; nothing for a root.
    pub fn around(&self) -> Option<(Self, Step)> {
        let mut around = self.clone();
        let step = around.steps.pop()?;
        Some((around, step))
    }

    /// The name of the field that it is; nothing for an element of a list.
    pub fn field(&self) -> Option<&str> {
        match self.steps.last()? {
            Step::Field(name) => Some(name),
            Step::At(_) => None,
        }
    }
}

impl Forest {
    /// Takes packs out, with their trees.
    pub fn without(&mut self, gone: &[usize]) {
        let all = 0..self.packs.len();
        let kept: Vec<usize> = all.filter(|pack| !gone.contains(pack)).collect();
        self.trees.retain_mut(|tree| {
            let place = kept.iter().position(|pack| *pack == tree.pack);
            tree.pack = place.unwrap_or_default();
            place.is_some()
        });
        let mut index = 0..;
        self.packs
            .retain(|_| index.next().is_some_and(|pack| !gone.contains(&pack)));
    }

    pub fn node(&self, path: &Path) -> Option<&Node> {
        let root = &*self.trees.get(path.tree)?.root;
        let mut steps = path.steps.iter();
        steps.try_fold(root, |node, step| node.child(step))
    }

    pub fn node_mut(&mut self, path: &Path) -> Option<&mut Node> {
        let root = Arc::make_mut(&mut self.trees.get_mut(path.tree)?.root);
        let mut steps = path.steps.iter();
        steps.try_fold(root, |node, step| node.child_mut(step))
    }

    /// The chart or other item of a RON file in which a place is.
    pub fn item(&self, path: &Path) -> Option<Path> {
        let tree = self.trees.get(path.tree)?;
        let step = path.steps.first()?;
        (tree.form == Form::Grid).then(|| Path::root(path.tree).then(step.clone()))
    }

    /// The trees of a pack, with their indices.
    pub fn of_pack(&self, pack: usize) -> impl DoubleEndedIterator<Item = (usize, &Tree)> {
        let trees = self.trees.iter().enumerate();
        trees.filter(move |(_, tree)| tree.pack == pack)
    }

    /// The tree of a pack's `pack.toml`.
    pub fn header(&self, pack: usize) -> Option<(usize, &Tree)> {
        self.of_pack(pack)
            .find(|(_, tree)| tree.form == Form::Header)
    }

    /// The packs that a pack requires, and those that these require; itself first.
    pub fn reach(&self, pack: usize) -> Vec<usize> {
        let mut reached = vec![pack];
        let mut next = 0;
        while let Some(head) = reached.get(next).and_then(|pack| self.packs.get(*pack)) {
            let is_required =
                |other: &Head| other.game == head.game && head.requires.contains(&other.id);
            for (index, other) in self.packs.iter().enumerate() {
                if is_required(other) && !reached.contains(&index) {
                    reached.push(index);
                }
            }
            next += 1;
        }
        reached
    }
}
