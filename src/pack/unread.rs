//! What errors of reading leave without an answer: what is written there is missing, and what stands around it would be
//! answered as if it had never been there.

use super::Pack;
use super::forest::{Forest, Head, Tree};
use super::node::{Form, Node};
use super::overlay::{Erratum, PLACES};
use super::parse::{ERRATA_FOLDER, PACK_FILE};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{FileId, Sources, Span, Text};
use crate::value::Shared;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a pack is not whole for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unread {
    /// Whether nobody can tell: then it is for nothing of its game, where other packs may use what is missing, and its rules lie
    /// on theirs.
    pub everything: bool,
    /// Otherwise the questions and procedures of which some part is missing, by name.
    pub names: BTreeSet<String>,
}

/// What is told of errata: they are left out. Of what they would change nobody knows the answer; all else is as it would be without
/// them.
const OF_ERRATA: [Code; 5] = [
    Code::BrokenErratum,
    Code::UnknownErratum,
    Code::ErratumMismatch,
    Code::ErratumMatchesNothing,
    Code::ErratumConflict,
];

/// Keys of a topic file of which no answer is made.
const WITHOUT_ANSWERS: &[&str] = &["example", "examples", "law", "defect", "guide"];

/// Whether something is missing of what is answered, for what is told.
pub fn takes_a_part(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error && !OF_ERRATA.contains(&finding.code)
}

/// Marks what the errors among some findings take from packs that were read from a forest.
pub fn mark(
    packs: &mut [Arc<Pack>],
    (forest, sources): (&Forest, &Sources),
    findings: &[Diagnostic],
) {
    for error in findings.iter().filter(|finding| takes_a_part(finding)) {
        let Some(place) = error.labels.first().map(|label| label.span) else {
            mark_all(packs);
            continue;
        };
        let tree = forest.trees.iter().find(|tree| tree.file == place.file);
        let index = match tree {
            // What a pack builds on, and whose game it is, its head says.
            Some(tree) if tree.form == Form::Header => None,
            Some(tree) => Some(tree.pack),
            None => pack_around(forest, sources, place.file),
        };
        let Some(pack) = index.and_then(|index| packs.get_mut(index)) else {
            mark_all(packs);
            continue;
        };
        let unread = &mut Arc::make_mut(pack).unread;
        match tree.and_then(|tree| names_at(tree, place)) {
            Some(names) => unread.names.extend(names),
            None => unread.everything = true,
        }
    }
}

/// Fields at which no answer looks.
const FOR_PEOPLE: [&str; 4] = ["title", "asks", "note", "notes"];

/// Marks what the errata would change that apply, but for an error.
pub fn mark_errata(packs: &mut [Arc<Pack>], forest: &Forest, errata: &[Erratum]) {
    for erratum in errata.iter().filter(|erratum| erratum.unfit) {
        // Of a change that cannot be read there is its address.
        let trees = forest.of_pack(erratum.owner);
        let written =
            trees.filter_map(|(_, tree)| tree.root.get("erratum")?.get(&erratum.id.value));
        let changes = written.filter_map(|written| written.get("change"));
        let changes = changes.flat_map(Node::elements);
        let places = changes.flat_map(|change| PLACES.iter().filter_map(|key| change.get(key)));
        let places = places.filter_map(Node::written);
        let names: BTreeSet<String> = places.flat_map(|at| changed_at(forest, at)).collect();
        if let Some(pack) = packs.get_mut(erratum.owner).filter(|_| !names.is_empty()) {
            Arc::make_mut(pack).unread.names.extend(names);
        }
    }
}

/// The questions, procedures and processes that an address may name, be it a broken one.
fn changed_at(forest: &Forest, at: &str) -> Vec<String> {
    let rest = at.split_once('/').map_or(at, |(_, rest)| rest).trim();
    let end = rest.find(['[', '#', '.']).unwrap_or(rest.len());
    let (thing, parts) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let (kind, name) = thing.split_once(':').unwrap_or(("question", thing));
    let is_for_people = parts
        .strip_prefix('.')
        .is_some_and(|field| FOR_PEOPLE.contains(&field));
    if is_for_people || !matches!(kind, "question" | "chart" | "process" | "procedure") {
        return Vec::new();
    }
    let grids = forest.trees.iter().filter(|tree| tree.form == Form::Grid);
    let items = grids.flat_map(|tree| tree.root.fields());
    let charts = items.filter(|(_, item)| item.texts("id").any(|id| id == name));
    let answers = charts.flat_map(|(_, chart)| chart.texts("answers"));
    std::iter::once(name)
        .chain(answers)
        .map(str::to_owned)
        .collect()
}

/// The packs as packs of which nobody can tell what is missing.
pub fn all(packs: &Shared<Pack>) -> Shared<Pack> {
    let mut packs = packs.arcs().to_vec();
    mark_all(&mut packs);
    packs.into_iter().collect()
}

fn mark_all(packs: &mut [Arc<Pack>]) {
    for pack in packs {
        Arc::make_mut(pack).unread.everything = true;
    }
}

/// The pack in whose folder a file stands that no tree could be made of.
fn pack_around(forest: &Forest, sources: &Sources, file: FileId) -> Option<usize> {
    let (folder, name) = sources.path(file).rsplit_once('/')?;
    let around = folder
        .strip_suffix(ERRATA_FOLDER)
        .and_then(|around| around.strip_suffix('/'));
    let is_head = name == PACK_FILE;
    let is_around = |(pack, head): &(usize, &Head)| {
        let is_near =
            |(_, tree): (usize, &Tree)| sources.place_index(tree.file) == sources.place_index(file);
        (head.folder == folder || Some(head.folder.as_str()) == around)
            && forest.of_pack(*pack).any(is_near)
    };
    let mut packs = forest.packs.iter().enumerate().filter(|_| !is_head);
    packs.find(is_around).map(|(pack, _)| pack)
}

/// The questions and procedures of which something at a place is a part; nothing, where that is not known.
fn names_at(tree: &Tree, place: Span) -> Option<Vec<String>> {
    let holds = |node: &Node| node.span.start <= place.start && place.end <= node.span.end;
    let names = |node: &Node, key| {
        let names: Vec<String> = node.texts(key).map(str::to_owned).collect();
        (!names.is_empty()).then_some(names)
    };
    // A name that is wrong, or a block under a wrong one, was to be something else: nobody can tell what.
    let is_elsewhere = |(key, node): &(Text, Node)| key.span == place && node.written().is_none();
    let fields = || tree.root.fields().iter();
    match tree.form {
        Form::Grid => {
            let (name, item) = fields().find(|(_, item)| holds(item))?;
            match name.value.as_str() {
                "Chart" | "List" => names(item, "answers"),
                "Procedure" => names(item, "id"),
                _ => None,
            }
        }
        Form::Topic => {
            let parts = |wanted: &'static [&'static str]| {
                let fields = fields().filter(|(key, _)| wanted.contains(&key.value.as_str()));
                fields.flat_map(|(_, node)| node.elements())
            };
            if parts(WITHOUT_ANSWERS).any(holds) {
                return Some(Vec::new());
            }
            if let Some(rule) = parts(&["rule"]).find(|rule| holds(rule)) {
                let is_whole = !rule.fields().iter().any(is_elsewhere);
                return names(rule, "answers").filter(|_| is_whole);
            }
            let mut questions = parts(&["question"]).flat_map(Node::fields);
            let (name, question) = questions.find(|(_, question)| holds(question))?;
            let is_whole = name.span != place && !question.fields().iter().any(is_elsewhere);
            is_whole.then(|| vec![name.value.clone()])
        }
        Form::Header | Form::Errata => None,
    }
}
