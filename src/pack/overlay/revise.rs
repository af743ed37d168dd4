//! An erratum written otherwise: its fields, and the values of its changes, in the file that holds it.

use super::super::forest::{Forest, Path};
use super::super::node::{Node, Problems};
use super::super::parse::parse;
use super::super::toml_text;
use super::edit::Edit;
use super::fold::{Folded, edited};
use super::{change, written::all_errata};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, Span};

/// One thing that is to be written otherwise.
#[derive(Debug, Clone)]
pub enum Revision {
    /// A field of the erratum, as a TOML value; none takes it away.
    Field(&'static str, Option<String>),
    /// The new value of the change at an address: a text, or a TOML value with its brackets.
    Value(String, String),
    /// The change at an address expects what the pack says now.
    Expect(String),
    /// The change at an address goes.
    Drop(String),
}

/// The keys under which a change says where.
pub const PLACES: [&str; 3] = ["at", "before", "after"];

/// The keys under which a change says what is new.
const VALUES: [&str; 4] = ["now", "add", "settles", "fills"];

/// Writes an erratum otherwise.
///
/// # Errors
///
/// Where there is no such erratum or change, or a value cannot be read.
pub fn revise(sources: &Sources, id: &str, revisions: &[Revision]) -> Result<Folded, Diagnostic> {
    let mut forest = parse(sources, &Problems::default());
    let errata = all_errata(&forest, &Problems::default());
    if let Some(found) = super::unknown(&errata, id) {
        return Err(found);
    }
    let mut folded = Folded {
        sources: sources.clone(),
        changed: Vec::new(),
        reformed: false,
    };
    for revision in revisions {
        let edit = edit_of(&forest, id, revision)?;
        let made = edited(&forest, &folded.sources, &edit);
        let Some((file, sources, parsed)) = made else {
            let message = format!("this of `{id}` has to be changed in its file by hand");
            return Err(Diagnostic::request(message));
        };
        folded.sources = sources;
        folded.changed.push(file);
        forest = parsed;
    }
    folded.changed.sort_unstable();
    folded.changed.dedup();
    Ok(folded)
}

fn edit_of(forest: &Forest, id: &str, revision: &Revision) -> Result<Edit, Diagnostic> {
    let own = place_of(forest, id).ok_or_else(|| Diagnostic::request(format!("no `{id}`")))?;
    match revision {
        Revision::Field(field, value) => {
            let path = own.then(*field);
            let is_there = forest.node(&path).is_some();
            match value {
                Some(value) => Ok(put(path, is_there, value_of(value)?)),
                None if is_there => Ok(Edit::Remove(path)),
                None => Err(Diagnostic::request(format!("`{id}` has no `{field}`"))),
            }
        }
        Revision::Value(at, value) => {
            let place = change_at(forest, id, &own, at)?;
            let node = forest.node(&place);
            let has = |key: &&&str| node.is_some_and(|node| node.has(key));
            let key = VALUES.iter().find(has).ok_or_else(|| {
                Diagnostic::request(format!("the change at `{at}` takes something away"))
                    .help("`--drop` takes the change away")
            })?;
            Ok(put(place.then(*key), true, value_of(value)?))
        }
        Revision::Expect(at) => {
            let place = change_at(forest, id, &own, at)?;
            let says = says_now(forest, id, at)?;
            let path = place.then("was");
            let is_there = forest.node(&path).is_some();
            Ok(put(path, is_there, value_of(&says)?))
        }
        Revision::Drop(at) => change_at(forest, id, &own, at).map(Edit::Remove),
    }
}

fn place_of(forest: &Forest, id: &str) -> Option<Path> {
    let mut trees = forest.trees.iter();
    let has = |root: &Node| root.get("erratum").is_some_and(|errata| errata.has(id));
    let tree = trees.position(|tree| has(&tree.root))?;
    Some(Path::root(tree).then("erratum").then(id))
}

/// The change of an erratum that has this address.
fn change_at(forest: &Forest, id: &str, path: &Path, at: &str) -> Result<Path, Diagnostic> {
    let list = path.then("change");
    let node = forest.node(&list);
    let changes = node.map(Node::elements).unwrap_or_default();
    let places = changes.iter().map(|change| {
        let mut written = PLACES.iter().filter_map(|key| change.get(key)?.written());
        written.next().unwrap_or_default().trim()
    });
    let places: Vec<&str> = places.collect();
    let Some(index) = places.iter().position(|place| *place == at.trim()) else {
        let message = format!("`{id}` changes nothing at `{at}`");
        return Err(
            Diagnostic::request(message).nearest_or(at, places.iter().copied(), || {
                format!("it changes: {}", places.join(", "))
            }),
        );
    };
    let is_list = node.is_some_and(Node::is_list);
    Ok(if is_list { list.then(index) } else { list })
}

/// What the pack says where a change replaces or takes away.
fn says_now(forest: &Forest, id: &str, at: &str) -> Result<String, Diagnostic> {
    let errata = all_errata(forest, &Problems::default());
    let mut own = errata.iter().filter(|other| other.id.value == id);
    let found = own.find_map(|erratum| {
        let mut changes = erratum.changes.iter();
        let change = changes.find(|change| change.at.value.trim() == at.trim())?;
        Some(change::old_value(forest, erratum, change))
    });
    found.unwrap_or_else(|| Err(Diagnostic::request(format!("`{at}` cannot be read"))))
}

const fn put(path: Path, is_there: bool, node: Node) -> Edit {
    if is_there {
        return Edit::Replace(path, node);
    }
    Edit::Add {
        at: node.span,
        path,
        node,
        lists: false,
    }
}

/// A TOML value that begins with a bracket, a brace or a quote; otherwise a text as it is.
fn value_of(text: &str) -> Result<Node, Diagnostic> {
    let is_toml = text.trim_start().starts_with(['[', '{', '"', '\'']) || super::is_date(text);
    let nowhere = Span {
        file: FileId(0),
        start: 0,
        end: 0,
    };
    if !is_toml {
        return Ok(Node::text(&crate::source::Text::new(
            text.to_owned(),
            nowhere,
        )));
    }
    let problems = Problems::default();
    let root = toml_text::parse(&format!("value = {text}"), nowhere.file, &problems);
    let value = root.and_then(|mut root| root.take("value"));
    value
        .map(|(_, node)| node)
        .ok_or_else(|| Diagnostic::request(format!("`{text}` is no value that a pack can hold")))
}
