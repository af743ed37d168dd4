//! From texts to packs: every folder with a `pack.toml` is one. All that is wrong with the shape of the files is told in one
//! run; what is broken is left out, and everything else is read.

mod chart;
mod example;
mod fields;
mod header;
mod names;
mod procedure;
mod process;
mod question;
mod texts;
mod vocabulary;

use super::node::{Item, Kind, Node, Problems};
use super::{Pack, ron_text, toml_text};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, MAX_FILE_BYTES, Sources, Span, Text};
use fields::Fields;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The file that makes a folder a pack.
const PACK_FILE: &str = "pack.toml";

/// What a topic file, or `pack.toml` after its head, may define.
const TOPICS: &[&str] = &["unit", "fact", "question", "rule", "reading", "example", "law", "process", "defect"];

/// Everything written in a rulebook.
#[derive(Debug, Clone, Default)]
pub struct Rulebook {
    /// Its packs, in the order of their folders.
    pub packs: Vec<Pack>,
}

/// Reads all packs, in the order of their folders; their files in the order of their names.
#[must_use]
pub fn read(sources: &Sources) -> (Rulebook, Vec<Diagnostic>) {
    let folders: Vec<_> = folders(sources).into_iter().collect();
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get).min(folders.len()).max(1);
    let mut read: Vec<PackRead> = std::thread::scope(|scope| {
        let work = || read_folders(sources, &folders, &next);
        let helpers: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        let mut read = work();
        read.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten());
        read
    });
    read.sort_by_key(|(place, ..)| *place);
    let mut rulebook = Rulebook::default();
    let mut diagnostics = Vec::new();
    for (_, pack, mut problems) in read {
        rulebook.packs.extend(pack);
        diagnostics.append(&mut problems);
    }
    (rulebook, diagnostics)
}

/// A folder as read: its place, its pack if it is one, and what is wrong with it.
type PackRead = (usize, Option<Pack>, Vec<Diagnostic>);

/// The files of a folder, by name.
type Folder<'s> = (&'s str, BTreeMap<&'s str, FileId>);

/// Reads folders, one after another, until none is left.
fn read_folders(sources: &Sources, folders: &[Folder<'_>], next: &AtomicUsize) -> Vec<PackRead> {
    let mut read = Vec::new();
    loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some((folder, files)) = folders.get(place) else { return read };
        let problems = Problems::default();
        let pack = read_pack(sources, folder, files, &problems);
        read.push((place, pack, problems.into_vec()));
    }
}

/// The files of each folder.
fn folders(sources: &Sources) -> BTreeMap<&str, BTreeMap<&str, FileId>> {
    let mut folders: BTreeMap<&str, BTreeMap<&str, FileId>> = BTreeMap::new();
    for file in sources.files() {
        let path = sources.path(file);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        folders.entry(folder).or_default().insert(name, file);
    }
    folders
}

/// Reads one folder; nothing, if it is no pack.
fn read_pack(sources: &Sources, folder: &str, files: &BTreeMap<&str, FileId>, problems: &Problems) -> Option<Pack> {
    let head = *files.get(PACK_FILE)?;
    let mut pack = Pack::default();
    read_toml(sources, head, Some(folder), &mut pack, problems);
    for (name, file) in files.iter().filter(|(_, file)| **file != head) {
        match name.rsplit_once('.') {
            Some((_, "ron")) => read_ron(sources, *file, &mut pack, problems),
            Some((_, "toml")) => read_toml(sources, *file, None, &mut pack, problems),
            _ => {}
        }
    }
    Some(pack)
}

/// The text of a file; nothing if it is empty or too large.
fn text_of<'s>(sources: &'s Sources, file: FileId, problems: &Problems) -> Option<&'s str> {
    let text = sources.text(file);
    let start = Span { file, start: 0, end: 0 };
    if text.trim().is_empty() {
        let found = Diagnostic::error(Code::EmptyFile, start, format!("`{}` is empty", sources.path(file)));
        problems.report(found.help("write something into it, or delete it"));
        return None;
    }
    if text.len() as u64 > MAX_FILE_BYTES {
        let message = format!("`{}` has more than {MAX_FILE_BYTES} bytes", sources.path(file));
        problems.report(Diagnostic::error(Code::OverLimit, start, message));
        return None;
    }
    Some(text)
}

/// Reads a TOML file into the pack; of `pack.toml`, the folder is given.
fn read_toml(sources: &Sources, file: FileId, folder: Option<&str>, pack: &mut Pack, problems: &Problems) {
    let Some(node) = text_of(sources, file, problems).and_then(|text| toml_text::parse(text, file, problems)) else {
        return;
    };
    let start = Span { file, start: 0, end: 0 };
    let (what, known) = match folder {
        Some(_) => ("`pack.toml`", [header::KEYS, TOPICS].concat()),
        None => ("a topic file", TOPICS.to_vec()),
    };
    let Some(fields) = Fields::open(&node, start, what, &known, problems) else {
        return;
    };
    if let Some(folder) = folder {
        header::read(&fields, folder, pack);
    }
    read_topics(&fields, pack);
}

fn read_topics(fields: &Fields<'_>, pack: &mut Pack) {
    pack.units.extend(fields.named("unit", vocabulary::unit));
    pack.facts.extend(fields.named("fact", vocabulary::fact));
    pack.questions.extend(fields.named("question", question::question));
    pack.rules.extend(fields.each("rule", question::rule));
    pack.readings.extend(fields.named("reading", question::reading));
    pack.examples.extend(fields.each("example", example::example));
    pack.laws.extend(fields.each("law", example::law));
    pack.processes.extend(fields.named("process", process::process));
    pack.defects.extend(fields.named("defect", example::defect));
}

fn read_ron(sources: &Sources, file: FileId, pack: &mut Pack, problems: &Problems) {
    let Some(text) = text_of(sources, file, problems) else {
        return;
    };
    for Item { name, body } in ron_text::parse(text, file, problems) {
        item(&name, &body, pack, problems);
    }
}

fn item(name: &Text, body: &Node, pack: &mut Pack, problems: &Problems) {
    match name.value.as_str() {
        "Chart" => pack.charts.extend(chart::grid(name, body, problems)),
        "List" => pack.charts.extend(chart::list(name, body, problems)),
        "Procedure" => pack.procedures.extend(procedure::procedure(name, body, problems)),
        _ => {
            let message = format!("unknown item `{}`", name.value);
            let found = Diagnostic::error(Code::UnknownKey, name.span, message);
            problems.report(found.help("an item is a `Chart(…)`, a `List(…)` or a `Procedure(…)`"));
        }
    }
}

/// The nodes of a list; a single node is a list of one.
fn one_or_more(node: &Node) -> &[Node] {
    match &node.kind {
        Kind::List(nodes) => nodes,
        _ => std::slice::from_ref(node),
    }
}
