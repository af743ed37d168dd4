//! Folding: an erratum written into the files of the packs that it changes, as a person would write it. Every byte outside the
//! changed texts stays what it is, comments and layout with it.
//!
//! Each edit is made in the text, the file is read again, and what it says then must be what the overlay says: otherwise
//! nothing is folded.

mod lines;
mod text;
mod value;

use super::super::forest::{Forest, Form, Path};
use super::super::node::{Kind, Node, Problems};
use super::apply::{Edit, Task, in_order, perform_one};
use super::find::row_names;
use super::plain::Plain;
use super::{Erratum, Status, change};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::format::opened;
use crate::pack::notation::is_cell;
use crate::source::{FileId, Sources};
use text::Page;
pub(in crate::pack) use value::toml;

/// The texts of a rulebook with an erratum folded in.
#[derive(Debug, Clone)]
pub struct Folded {
    /// All texts.
    pub sources: Sources,
    /// Those that changed.
    pub changed: Vec<FileId>,
}

/// Writes an erratum into the texts, and marks it as incorporated.
///
/// # Errors
///
/// What is wrong with it, or what of it has to be written by a person.
pub fn fold(sources: &Sources, id: &str) -> Result<Folded, Vec<Diagnostic>> {
    let problems = Problems::default();
    let mut forest = Forest::parse(sources, &problems);
    let errata = super::written::all_errata(&forest, &problems);
    let Some((index, erratum)) = errata
        .iter()
        .enumerate()
        .find(|(_, erratum)| erratum.id.value == id)
    else {
        return Err(vec![Diagnostic::error_nowhere(
            Code::UnknownErratum,
            format!("no pack holds an erratum `{id}`"),
        )]);
    };
    if erratum.status == Status::Incorporated {
        let found = Diagnostic::error(
            Code::BrokenErratum,
            erratum.id.span,
            format!("`{id}` is incorporated already"),
        );
        return Err(vec![found]);
    }
    let (resolved, fits) = change::resolve(&forest, index, erratum, &problems);
    if !fits || !erratum.sound {
        return Err(problems.into_vec());
    }
    let edits = in_order(
        resolved
            .into_iter()
            .flat_map(|change| change.edits)
            .collect(),
    );
    let named: Vec<(Edit, Vec<Key>)> = edits
        .into_iter()
        .map(|edit| with_keys(&forest, edit))
        .collect();
    let mut sources = sources.clone();
    let mut changed = Vec::new();
    for (edit, keys) in named {
        let file =
            one(&mut forest, &mut sources, &edit, &keys, erratum).map_err(|found| vec![found])?;
        changed.push(file);
    }
    changed.push(mark(&forest, &mut sources, erratum).map_err(|found| vec![found])?);
    changed.sort_unstable();
    changed.dedup();
    Ok(Folded { sources, changed })
}

/// One level of a place by name, so that a new field beside it changes nothing.
#[derive(Debug, Clone)]
enum Key {
    Field(String),
    Index(usize),
}

fn keys_of(forest: &Forest, path: &Path) -> Vec<Key> {
    let mut keys = Vec::new();
    let is_grid = forest
        .trees
        .get(path.tree)
        .is_some_and(|tree| tree.form == Form::Grid);
    for (depth, step) in path.steps.iter().enumerate() {
        let around = Path {
            tree: path.tree,
            steps: path.steps.get(..depth).unwrap_or_default().to_vec(),
        };
        let name = match forest.node(&around).map(|node| &node.kind) {
            // The items of a RON file have names that are not their own.
            Some(Kind::Table(fields)) if !(is_grid && depth == 0) => {
                fields.get(*step).map(|(name, _)| name.value.clone())
            }
            _ => None,
        };
        keys.push(name.map_or(Key::Index(*step), Key::Field));
    }
    keys
}

fn path_of(forest: &Forest, tree: usize, keys: &[Key]) -> Path {
    let mut path = Path::root(tree);
    for key in keys {
        let step = match key {
            Key::Index(index) => *index,
            Key::Field(name) => {
                let found = forest.node(&path).and_then(|node| node.field(name));
                found.map_or(usize::MAX, |(index, _)| index)
            }
        };
        path = path.then(step);
    }
    path
}

fn with_keys(forest: &Forest, edit: Edit) -> (Edit, Vec<Key>) {
    let keys = edit
        .task
        .path()
        .map(|path| keys_of(forest, path))
        .unwrap_or_default();
    (edit, keys)
}

/// Makes one edit in the text of its file, and reads the files again. Where what it changes is written once for several, that is
/// written out for each first.
fn one(
    forest: &mut Forest,
    sources: &mut Sources,
    edit: &Edit,
    keys: &[Key],
    erratum: &Erratum,
) -> Result<FileId, Diagnostic> {
    let made = edited(forest, sources, edit, keys).or_else(|| {
        let opened = opened_at(forest, sources, edit, keys)?;
        let parsed = parsed(&opened)?;
        let is_same = says(&parsed) == says(forest);
        is_same
            .then(|| edited(&parsed, &opened, edit, keys))
            .flatten()
    });
    let Some((file, renewed, parsed)) = made else {
        let change = erratum.changes.get(edit.by.change);
        let at = change.map_or(erratum.id.span, |change| change.at.span);
        let message = format!(
            "this change of `{}` has to be written into the pack by hand: its place has no simple form",
            erratum.id.value
        );
        return Err(Diagnostic::error(Code::BrokenErratum, at, message));
    };
    *sources = renewed;
    *forest = parsed;
    Ok(file)
}

/// The texts with an edit made, and what they say: nothing, where that is not what the overlay says.
fn edited(
    forest: &Forest,
    sources: &Sources,
    edit: &Edit,
    keys: &[Key],
) -> Option<(FileId, Sources, Forest)> {
    let mut task = edit.task.clone();
    if let Some(path) = task.path_mut() {
        *path = path_of(forest, path.tree, keys);
    }
    let mut expected = forest.clone();
    perform_one(&mut expected, task.clone());
    if let Task::Grow { path, .. } = &task
        && let Some(wider) = expected.node(path)
    {
        task = Task::Replace(path.clone(), wider.clone());
    }
    let tree = match &task {
        Task::Named { pack, kind, .. } => super::apply::home_of(forest, *pack, kind),
        task => task.path().map(|path| path.tree),
    };
    let tree = forest.trees.get(tree?)?;
    let node = task.path().and_then(|path| forest.node(path));
    // What an exception of several rules says may stand in another file.
    if node.is_some_and(|node| node.span.file != tree.file) {
        return None;
    }
    let page = Page {
        text: sources.text(tree.file),
        is_ron: tree.form == Form::Grid,
        forest,
    };
    let renewed = sources.with(tree.file, page.edited(&task)?);
    let parsed = parsed(&renewed)?;
    (says(&parsed) == says(&expected)).then_some((tree.file, renewed, parsed))
}

/// The texts with the rules or examples around an edit each written out in full.
fn opened_at(forest: &Forest, sources: &Sources, edit: &Edit, keys: &[Key]) -> Option<Sources> {
    let tree = edit.task.path()?.tree;
    let element = path_of(forest, tree, keys.get(..2)?);
    let Some(Key::Field(list)) = keys.first() else {
        return None;
    };
    let at = forest.node(&element)?.span.start as usize;
    let tree = forest
        .trees
        .get(tree)
        .filter(|tree| tree.form != Form::Grid)?;
    let text = opened(sources.text(tree.file), &tree.root, list, at)?;
    Some(sources.with(tree.file, text))
}

/// What texts say, if nothing is wrong with the shape of any.
fn parsed(sources: &Sources) -> Option<Forest> {
    let problems = Problems::default();
    let forest = Forest::parse(sources, &problems);
    problems.into_vec().is_empty().then_some(forest)
}

/// What all files say, in one way of saying it.
fn says(forest: &Forest) -> Vec<Plain> {
    forest
        .trees
        .iter()
        .map(|tree| plain(&tree.root, tree.form))
        .collect()
}

/// What a file says, in one way of saying it.
fn plain(root: &Node, form: Form) -> Plain {
    let Kind::Table(items) = &root.kind else {
        return Plain::of(root, &[]).in_one_way();
    };
    if form != Form::Grid {
        return in_any_order(Plain::of(root, &[]).in_one_way());
    }
    let items = items
        .iter()
        .map(|(kind, body)| Plain::List(vec![Plain::Text(kind.value.clone()), item(body)]));
    Plain::List(items.collect()).in_one_way()
}

/// Rules and examples may stand in questions and tables, or under headers of their own: their order means nothing.
fn in_any_order(root: Plain) -> Plain {
    let Plain::Table(fields) = root else {
        return root;
    };
    let sorted = |(name, value): (String, Plain)| match value {
        Plain::List(mut elements) if ["rule", "example"].contains(&name.as_str()) => {
            elements.sort_by_cached_key(ToString::to_string);
            (name, Plain::List(elements))
        }
        value => (name, value),
    };
    Plain::Table(fields.into_iter().map(sorted).collect())
}

fn item(body: &Node) -> Plain {
    let names = row_names(body.field("down").is_none());
    let Kind::Table(fields) = &body.kind else {
        return Plain::of(body, &[]);
    };
    let value = |name: &str, node: &Node| match name {
        "rows" => Plain::List(
            node.elements()
                .iter()
                .map(|row| Plain::of(row, names))
                .collect(),
        ),
        _ => Plain::of(node, &[]),
    };
    Plain::Table(
        fields
            .iter()
            .map(|(name, node)| (name.value.clone(), value(&name.value, node)))
            .collect(),
    )
}

/// Marks an erratum as incorporated, in its own file.
fn mark(forest: &Forest, sources: &mut Sources, erratum: &Erratum) -> Result<FileId, Diagnostic> {
    let by_hand = || {
        let message = format!(
            "the status of `{}` has to be changed by hand",
            erratum.id.value
        );
        Diagnostic::error(Code::BrokenErratum, erratum.id.span, message)
    };
    let file = erratum.id.span.file;
    let tree = forest
        .trees
        .iter()
        .find(|tree| tree.file == file)
        .ok_or_else(by_hand)?;
    let place = tree
        .root
        .field("erratum")
        .and_then(|(_, node)| node.field(&erratum.id.value));
    let status = place
        .and_then(|(_, node)| node.field("status"))
        .map(|(_, node)| node)
        .ok_or_else(by_hand)?;
    let page = Page {
        text: sources.text(file),
        is_ron: false,
        forest,
    };
    let text = page
        .with_text(status, Status::Incorporated.name())
        .ok_or_else(by_hand)?;
    *sources = sources.with(file, text);
    Ok(file)
}
