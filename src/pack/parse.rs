//! From texts to trees: the files of every folder with a `pack.toml`.

use super::forest::{Forest, Head, Tree};
use super::node::{Form, Kind, Node, Problems, span};
use super::nouns::{Pack, mended};
use super::{notation, ron_text, shared, toml_text};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{BUDGET, FileId, Sources, most_file_bytes, over_bytes};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The file that makes a folder a pack.
pub const PACK_FILE: &str = "pack.toml";

/// The folder within a pack that holds its errata.
pub const ERRATA_FOLDER: &str = "errata";

/// Which packs are wanted of the texts, by their files, and how much of them.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    /// Whether examples and laws are left out, of packs that are known to be sound: only answers are wanted of them.
    pub is_short: bool,
    pub packs: &'w dyn Fn(FileId) -> bool,
    /// What was parsed before.
    pub known: Option<&'w Parsed>,
}

/// What was made of texts before: each file as it was, with what was wrong with it; and each pack, by its head, as it was read.
#[derive(Debug, Default)]
pub struct Parsed {
    files: Kept<File>,
    packs: Kept<ReadPack>,
}

type Kept<T> = Mutex<FxHashMap<FileId, Arc<T>>>;

#[derive(Debug)]
struct File {
    text: String,
    form: Form,
    root: Option<Arc<Node>>,
    findings: Vec<Diagnostic>,
}

/// A pack that was read, what it was read from, and what was wrong with it.
#[derive(Debug)]
pub struct ReadPack {
    folder: String,
    trees: Vec<Tree>,
    pub pack: Arc<Pack>,
    pub findings: Vec<Diagnostic>,
}

impl ReadPack {
    fn is_of(&self, forest: &Forest, pack: usize, folder: &str) -> bool {
        let trees = || forest.of_pack(pack).map(|(_, tree)| tree);
        let is_same = |(one, other): (&Tree, &Tree)| {
            let is_same = Arc::ptr_eq(&one.root, &other.root) || one.root == other.root;
            (one.file, one.form) == (other.file, other.form) && is_same
        };
        self.folder == folder
            && self.trees.len() == trees().count()
            && self.trees.iter().zip(trees()).all(is_same)
    }
}

fn kept<T>(all: &Kept<T>) -> MutexGuard<'_, FxHashMap<FileId, Arc<T>>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Parsed {
    /// The tree of a file, as it is known, or else as it is made now.
    fn tree(
        &self,
        (file, text, form): (FileId, &str, Form),
        problems: &Problems,
        make: impl FnOnce(&Problems) -> Option<Node>,
    ) -> Option<Arc<Node>> {
        let known = kept(&self.files).get(&file).cloned();
        let known = known.filter(|known| known.form == form && known.text == text);
        let known = known.unwrap_or_else(|| {
            let other = Problems::default();
            let made = Arc::new(File {
                text: text.to_owned(),
                form,
                root: make(&other).map(Arc::new),
                findings: other.into_vec(),
            });
            kept(&self.files).insert(file, Arc::clone(&made));
            made
        });
        problems.report_some(known.findings.iter().cloned());
        known.root.clone()
    }

    /// A pack of a forest, as it is known, or else as it is read now.
    pub fn pack(
        &self,
        (forest, pack): (&Forest, usize),
        read: impl FnOnce() -> (Pack, Vec<Diagnostic>),
    ) -> Arc<ReadPack> {
        let folder = forest.packs.get(pack).map_or("", |head| &head.folder);
        let head = forest.of_pack(pack).next().map(|(_, tree)| tree.file);
        let known = head.and_then(|head| kept(&self.packs).get(&head).cloned());
        known
            .filter(|known| known.is_of(forest, pack, folder))
            .unwrap_or_else(|| {
                let (other, findings) = read();
                let made = Arc::new(ReadPack {
                    folder: folder.to_owned(),
                    trees: forest.of_pack(pack).map(|(_, tree)| tree.clone()).collect(),
                    pack: Arc::new(other),
                    findings,
                });
                head.map(|head| kept(&self.packs).insert(head, Arc::clone(&made)));
                made
            })
    }
}

impl Wanted<'_> {
    /// Everything, and nothing known of it.
    pub const ALL: Wanted<'static> = Wanted {
        is_short: false,
        packs: &|_| true,
        known: None,
    };
}

/// Parses all files of all packs.
pub fn parse(sources: &Sources, problems: &Problems) -> Forest {
    parse_wanted(sources, Wanted::ALL, problems)
}

/// The same with each shared exception where it is written.
pub fn parse_unshared(sources: &Sources, problems: &Problems) -> Forest {
    parse_all(sources, Wanted::ALL, problems)
}

/// Parses all files of the packs that are wanted.
pub fn parse_wanted(sources: &Sources, wanted: Wanted<'_>, problems: &Problems) -> Forest {
    let mut forest = parse_all(sources, wanted, problems);
    shared::spread(&mut forest, problems);
    forest
}

fn parse_all(sources: &Sources, wanted: Wanted<'_>, problems: &Problems) -> Forest {
    let is_short = wanted.is_short;
    let folders: Vec<_> = pack_folders(sources, wanted.packs).into_iter().collect();
    let known = wanted.known.filter(|_| !is_short);
    let parsed: Vec<_> = folders
        .par_iter()
        .enumerate()
        .map(|(pack, ((_, folder), files))| {
            let problems = Problems::default();
            let reader = Reader {
                sources,
                is_short,
                known,
                problems: &problems,
            };
            let parsed = reader.pack(pack, folder, files);
            (parsed, problems.into_vec())
        })
        .collect();
    let mut forest = Forest {
        is_short,
        ..Forest::default()
    };
    for ((mut head, trees), findings) in parsed {
        head.is_whole = findings
            .iter()
            .all(|finding| finding.severity != Severity::Error);
        forest.packs.push(head);
        forest.trees.extend(trees);
        findings
            .into_iter()
            .for_each(|finding| problems.report(finding));
    }
    forest
}

impl Head {
    fn of(folder: &str, root: Option<&Node>) -> Self {
        let text = |key| match &root?.get(key)?.kind {
            Kind::Text(text) => Some(text.clone()),
            _ => None,
        };
        let mut names = folder.rsplit('/');
        let id = names.next().unwrap_or_default();
        let around = names.next().and_then(mended);
        let requires = root.into_iter().flat_map(|root| root.texts("requires"));
        Self {
            folder: folder.to_owned(),
            id: text("id").unwrap_or_else(|| id.to_owned()),
            game: text("game").or(around).unwrap_or_default(),
            requires: requires.map(str::to_owned).collect(),
            is_whole: true,
        }
    }
}

/// How the files of a pack are read.
struct Reader<'r> {
    sources: &'r Sources,
    is_short: bool,
    known: Option<&'r Parsed>,
    problems: &'r Problems,
}

impl Reader<'_> {
    /// The files of one pack, `pack.toml` first.
    fn pack(
        &self,
        pack: usize,
        folder: &str,
        files: &BTreeMap<String, FileId>,
    ) -> (Head, Vec<Tree>) {
        let (first, others): (Vec<_>, Vec<_>) =
            files.iter().partition(|(name, _)| *name == PACK_FILE);
        let parse = |(name, file): (&String, &FileId)| {
            let form = form_of(name)?;
            let text = text_of(self.sources, *file, self.problems)?;
            let root = match self.known {
                Some(known) => {
                    let make = |problems: &Problems| self.root(text, *file, form, problems);
                    known.tree((*file, text, form), self.problems, make)?
                }
                None => Arc::new(self.root(text, *file, form, self.problems)?),
            };
            Some(Tree {
                file: *file,
                pack,
                form,
                root,
            })
        };
        let trees: Vec<Tree> = first.into_iter().chain(others).filter_map(parse).collect();
        let header = trees.first().filter(|tree| tree.form == Form::Header);
        (Head::of(folder, header.map(|tree| &*tree.root)), trees)
    }

    /// A file with its short notations opened.
    fn root(&self, text: &str, file: FileId, form: Form, problems: &Problems) -> Option<Node> {
        let mut root = as_written(text, file, form, problems)?;
        root.make_visible();
        if self.is_short {
            notation::without_trials(&mut root);
        }
        notation::in_one_form(&mut root, form, text, problems);
        Some(root)
    }
}

/// The files that are wanted of each folder that is a pack, those of its `errata` folder among them: by the place it comes from,
/// and the folder. Two places may have folders of one name.
fn pack_folders<'s>(
    sources: &'s Sources,
    is_wanted: &dyn Fn(FileId) -> bool,
) -> BTreeMap<(Option<usize>, &'s str), BTreeMap<String, FileId>> {
    let split = |path| str::rsplit_once(path, '/').unwrap_or(("", path));
    let mut folders: BTreeMap<_, BTreeMap<String, FileId>> = BTreeMap::new();
    for file in sources.files().filter(|file| is_wanted(*file)) {
        let (folder, name) = split(sources.path(file));
        let files = folders.entry((sources.place_index(file), folder));
        files.or_default().insert(name.to_owned(), file);
    }
    let is_pack = |files: &BTreeMap<String, FileId>| files.contains_key(PACK_FILE);
    let (mut packs, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        folders.into_iter().partition(|(_, files)| is_pack(files));
    for ((place, folder), files) in others {
        let (around, name) = split(folder);
        if let (ERRATA_FOLDER, Some(pack)) = (name, packs.get_mut(&(place, around))) {
            let files = files.into_iter();
            pack.extend(files.map(|(name, file)| (format!("{ERRATA_FOLDER}/{name}"), file)));
        }
    }
    packs
}

/// Tells of each text from which nothing is read: it stands in no pack, is of no kind that is read, or another has its path.
pub fn unread(sources: &Sources) -> Vec<Diagnostic> {
    let packs = pack_folders(sources, &|_| true);
    let files = packs.values().flatten();
    let read = files.filter(|(name, _)| form_of(name).is_some());
    let read: FxHashSet<FileId> = read.map(|(_, file)| *file).collect();
    let unread = sources.files().filter(|file| !read.contains(file));
    let told = unread.map(|file| {
        let path = sources.path(file);
        let mut others = sources.files().filter(|other| *other != file);
        let help = match others.any(|other| sources.path(other) == path) {
            true => "another text has this path, and is".to_owned(),
            false => format!(
                "a pack is `FOLDER/{PACK_FILE}`, with the `.toml` and `.ron` files beside it and those of errata in \
                 `FOLDER/{ERRATA_FOLDER}`"
            ),
        };
        let message = format!("the text `{path}` is not read");
        let told = Diagnostic::error_nowhere(Code::UnreadFile, message).help(help);
        Diagnostic {
            severity: Severity::Warning,
            ..told
        }
    });
    told.collect()
}

fn form_of(name: &str) -> Option<Form> {
    match name.rsplit_once('.')?.1 {
        "ron" => Some(Form::Grid),
        "toml" if name == PACK_FILE => Some(Form::Header),
        "toml" if name.contains('/') => Some(Form::Errata),
        "toml" => Some(Form::Topic),
        _ => None,
    }
}

/// A file as its text has it, before its short notations are opened.
pub fn as_written(text: &str, file: FileId, form: Form, problems: &Problems) -> Option<Node> {
    if form != Form::Grid {
        return toml_text::parse(text, file, problems);
    }
    let items = ron_text::parse(text, file, problems).into_iter();
    let items = items.map(|item| (item.name, item.body)).collect();
    Some(Node::table(items, span(file, 0, 0)))
}

/// The text of a file; nothing if it is empty or too large.
fn text_of<'s>(sources: &'s Sources, file: FileId, problems: &Problems) -> Option<&'s str> {
    let (text, path) = (sources.text(file), sources.path(file));
    let found = |code, message| Diagnostic::error(code, span(file, 0, 0), message);
    if text.trim().is_empty() {
        let empty = found(Code::EmptyFile, format!("`{path}` is empty"));
        problems.report(empty.help("write something into it, or delete it"));
        return None;
    }
    if text.len() as u64 > most_file_bytes() {
        problems.report(found(Code::OverLimit, over_bytes(path)).help(BUDGET));
        return None;
    }
    Some(text)
}
