//! All files of a rulebook as trees, before anything is made of them: what overlays are laid over, and what topics are read
//! from.

use super::node::{Kind, Node, Problems};
use super::{notation, ron_text, toml_text};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, MAX_FILE_BYTES, Sources, Span, Spanned};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The file that makes a folder a pack.
pub(super) const PACK_FILE: &str = "pack.toml";

/// The folder within a pack that holds its errata.
pub(super) const ERRATA_FOLDER: &str = "errata";

/// The trees of all packs.
#[derive(Debug, Clone, Default)]
pub(super) struct Forest {
    /// The packs, in the order of their folders.
    pub(super) packs: Vec<Head>,
    /// The files of all packs, in the order of the packs and of their names.
    pub(super) trees: Vec<Tree>,
}

/// What must be known of a pack before its files are read.
#[derive(Debug, Clone)]
pub(super) struct Head {
    /// Its folder.
    pub(super) folder: String,
    /// Its name; that of its folder where it has none.
    pub(super) id: String,
    /// Its game.
    pub(super) game: String,
    /// The packs that it requires.
    pub(super) requires: Vec<String>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `pack.toml`
    Header,
    /// Any other TOML file.
    Topic,
    /// A TOML file in the `errata` folder.
    Errata,
    /// A RON file: its root holds each item under the item's name.
    Grid,
}

/// A file.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) file: FileId,
    /// The index of its pack.
    pub(super) pack: usize,
    pub(super) form: Form,
    /// A group of fields.
    pub(super) root: Node,
}

/// The place of a node: a file's tree, and at each level the index of the field or list element.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Path {
    pub(super) tree: usize,
    pub(super) steps: Vec<usize>,
}

impl Path {
    /// The root of a tree.
    pub(super) const fn root(tree: usize) -> Self {
        Self {
            tree,
            steps: Vec::new(),
        }
    }

    /// One level deeper.
    pub(super) fn then(&self, step: usize) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self {
            tree: self.tree,
            steps,
        }
    }
}

impl Forest {
    /// Parses all files of all packs.
    pub(super) fn parse(sources: &Sources, problems: &Problems) -> Self {
        let folders: Vec<_> = pack_folders(sources).into_iter().collect();
        let parsed: Vec<_> = folders
            .par_iter()
            .enumerate()
            .map(|(pack, ((_, folder), files))| {
                let problems = Problems::default();
                let parsed = parse_pack(sources, pack, folder, files, &problems);
                (parsed, problems.into_vec())
            })
            .collect();
        let mut forest = Self::default();
        for ((head, trees), found) in parsed {
            forest.packs.push(head);
            forest.trees.extend(trees);
            found.into_iter().for_each(|found| problems.report(found));
        }
        notation::spread(&mut forest, problems);
        forest
    }

    /// Takes packs out, with their trees.
    pub(super) fn without(&mut self, gone: &[usize]) {
        let kept: Vec<usize> = (0..self.packs.len())
            .filter(|pack| !gone.contains(pack))
            .collect();
        self.trees.retain_mut(
            |tree| match kept.iter().position(|pack| *pack == tree.pack) {
                Some(pack) => {
                    tree.pack = pack;
                    true
                }
                None => false,
            },
        );
        let mut index = 0..;
        self.packs
            .retain(|_| index.next().is_some_and(|pack| !gone.contains(&pack)));
    }

    /// The node at a place.
    pub(super) fn node(&self, path: &Path) -> Option<&Node> {
        let root = &self.trees.get(path.tree)?.root;
        path.steps
            .iter()
            .try_fold(root, |node, step| node.child(*step))
    }

    /// The node at a place, to be changed.
    pub(super) fn node_mut(&mut self, path: &Path) -> Option<&mut Node> {
        let root = &mut self.trees.get_mut(path.tree)?.root;
        path.steps
            .iter()
            .try_fold(root, |node, step| node.child_mut(*step))
    }

    /// The trees of a pack, with their indices.
    pub(super) fn of_pack(&self, pack: usize) -> impl Iterator<Item = (usize, &Tree)> {
        self.trees
            .iter()
            .enumerate()
            .filter(move |(_, tree)| tree.pack == pack)
    }

    /// The packs that a pack requires, and those that these require; itself first.
    pub(super) fn reach(&self, pack: usize) -> Vec<usize> {
        let mut reached = vec![pack];
        let mut next = 0;
        while let Some(head) = reached.get(next).and_then(|pack| self.packs.get(*pack)) {
            let required =
                self.packs.iter().enumerate().filter(|(_, other)| {
                    other.game == head.game && head.requires.contains(&other.id)
                });
            for (index, _) in required {
                if !reached.contains(&index) {
                    reached.push(index);
                }
            }
            next += 1;
        }
        reached
    }
}

impl Head {
    fn of(folder: &str) -> Self {
        let mut parts = folder.rsplit('/');
        let id = parts.next().unwrap_or_default().to_owned();
        let game = parts
            .next()
            .and_then(super::nouns::mended)
            .unwrap_or_default();
        Self {
            folder: folder.to_owned(),
            id,
            game,
            requires: Vec::new(),
        }
    }

    fn fill(&mut self, root: &Node) {
        let text = |key: &str| match root.field(key).map(|(_, node)| &node.kind) {
            Some(Kind::Text(text)) => Some(text.clone()),
            _ => None,
        };
        self.game = text("game").unwrap_or_else(|| std::mem::take(&mut self.game));
        self.id = text("id").unwrap_or_else(|| std::mem::take(&mut self.id));
        let required = root
            .field("requires")
            .map(|(_, node)| node.elements())
            .unwrap_or_default();
        self.requires = required
            .iter()
            .filter_map(|node| node.written())
            .map(str::to_owned)
            .collect();
    }
}

/// The files of one pack, `pack.toml` first.
fn parse_pack(
    sources: &Sources,
    pack: usize,
    folder: &str,
    files: &BTreeMap<String, FileId>,
    problems: &Problems,
) -> (Head, Vec<Tree>) {
    let (first, others): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| *name == PACK_FILE);
    let files = first.into_iter().chain(others);
    let trees: Vec<Tree> = files
        .filter_map(|(name, file)| tree(sources, *file, name, pack, problems))
        .collect();
    let mut head = Head::of(folder);
    if let Some(own) = trees.first().filter(|tree| tree.form == Form::Header) {
        head.fill(&own.root);
    }
    (head, trees)
}

/// The files of each folder that is a pack, those of its `errata` folder among them: by the place it comes from, and the
/// folder. Two places may have folders of one name.
fn pack_folders(sources: &Sources) -> BTreeMap<(Option<usize>, &str), BTreeMap<String, FileId>> {
    let mut folders: BTreeMap<_, BTreeMap<String, FileId>> = BTreeMap::new();
    for file in sources.files() {
        let (folder, name) = split(sources.path(file));
        folders
            .entry((sources.place_index(file), folder))
            .or_default()
            .insert(name.to_owned(), file);
    }
    let is_pack = |files: &BTreeMap<String, FileId>| files.contains_key(PACK_FILE);
    let (mut packs, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        folders.into_iter().partition(|(_, files)| is_pack(files));
    for ((place, folder), files) in others {
        let (around, name) = split(folder);
        if let (ERRATA_FOLDER, Some(pack)) = (name, packs.get_mut(&(place, around))) {
            pack.extend(
                files
                    .into_iter()
                    .map(|(name, file)| (format!("{ERRATA_FOLDER}/{name}"), file)),
            );
        }
    }
    packs
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn tree(
    sources: &Sources,
    file: FileId,
    name: &str,
    pack: usize,
    problems: &Problems,
) -> Option<Tree> {
    let form = match name.rsplit_once('.') {
        Some((_, "ron")) => Form::Grid,
        Some((_, "toml")) if name == PACK_FILE => Form::Header,
        Some((_, "toml")) if name.starts_with(ERRATA_FOLDER) && name.contains('/') => Form::Errata,
        Some((_, "toml")) => Form::Topic,
        _ => return None,
    };
    let root = root(sources, file, form, problems)?;
    Some(Tree {
        file,
        pack,
        form,
        root,
    })
}

fn root(sources: &Sources, file: FileId, form: Form, problems: &Problems) -> Option<Node> {
    let text = text_of(sources, file, problems)?;
    let mut root = as_written(text, file, form, problems)?;
    notation::in_one_form(&mut root, form, text, problems);
    Some(root)
}

/// A file as its text has it, before its short notations are opened.
pub(super) fn as_written(
    text: &str,
    file: FileId,
    form: Form,
    problems: &Problems,
) -> Option<Node> {
    if form != Form::Grid {
        return toml_text::parse(text, file, problems);
    }
    let items = ron_text::parse(text, file, problems)
        .into_iter()
        .map(|item| (item.name, item.body));
    Some(Node {
        kind: Kind::Table(items.collect()),
        span: Span {
            file,
            start: 0,
            end: 0,
        },
    })
}

/// The text of a file; nothing if it is empty or too large.
fn text_of<'s>(sources: &'s Sources, file: FileId, problems: &Problems) -> Option<&'s str> {
    let text = sources.text(file);
    let start = Span {
        file,
        start: 0,
        end: 0,
    };
    if text.trim().is_empty() {
        let found = Diagnostic::error(
            Code::EmptyFile,
            start,
            format!("`{}` is empty", sources.path(file)),
        );
        problems.report(found.help("write something into it, or delete it"));
        return None;
    }
    if text.len() as u64 > MAX_FILE_BYTES {
        let message = format!(
            "`{}` has more than {MAX_FILE_BYTES} bytes",
            sources.path(file)
        );
        problems.report(Diagnostic::error(Code::OverLimit, start, message));
        return None;
    }
    Some(text)
}

impl Node {
    /// The value of a field, with the field's index.
    pub(super) fn field(&self, name: &str) -> Option<(usize, &Self)> {
        let Kind::Table(fields) = &self.kind else {
            return None;
        };
        let place = fields.iter().position(|(own, _)| own.value == name)?;
        fields.get(place).map(|(_, node)| (place, node))
    }

    /// The elements of a list; a single node is a list of one.
    pub(super) fn elements(&self) -> &[Self] {
        match &self.kind {
            Kind::List(nodes) => nodes,
            _ => std::slice::from_ref(self),
        }
    }

    /// The text of a leaf as written.
    pub(super) fn written(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) | Kind::Number(text) | Kind::Bare(text) => Some(text),
            Kind::Bool(value) => Some(if *value { "yes" } else { "no" }),
            Kind::List(_) | Kind::Table(_) => None,
        }
    }

    fn child(&self, step: usize) -> Option<&Self> {
        match &self.kind {
            Kind::List(nodes) => nodes.get(step),
            Kind::Table(fields) => fields.get(step).map(|(_, node)| node),
            _ => None,
        }
    }

    fn child_mut(&mut self, step: usize) -> Option<&mut Self> {
        match &mut self.kind {
            Kind::List(nodes) => nodes.get_mut(step),
            Kind::Table(fields) => fields.get_mut(step).map(|(_, node)| node),
            _ => None,
        }
    }
}

/// A name that stands nowhere in a text.
pub(super) fn unplaced(name: &str, near: Span) -> crate::source::Text {
    Spanned::new(
        name.to_owned(),
        Span {
            end: near.start,
            ..near
        },
    )
}
