//! A new erratum, or one more change of an erratum, as the text of a file: the old value is filled in.

use super::super::forest::{Forest, Head, Path};
use super::super::node::Problems;
use super::super::nouns::mended;
use super::super::parse::{ERRATA_FOLDER, parse};
use super::super::printed::{key, quoted};
use super::super::toml_text;
use super::edit::Edit;
use super::find::{Finder, Place};
use super::fold::edited;
use super::written::all_errata;
use super::{Address, Change, Erratum, Operation, Status, change};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::{FileId, Sources};
use itertools::Itertools;

/// What is to be written.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The name of the erratum; one that is there gets one more change.
    pub id: String,
    /// The pack that is to hold it, as `pack` or `game/pack`; that of the address, if none is named.
    pub pack: Option<String>,
    /// Who said so.
    pub source: String,
    /// When, as `2024-05-31`.
    pub date: String,
    pub status: Status,
    /// What it does, in words.
    pub says: String,
    /// The questions that it is meant to change.
    pub scope: Vec<String>,
    /// Within which condition.
    pub when: Option<String>,
    pub deeds: Vec<Deed>,
}

/// One change that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    pub operation: Operation,
    /// Where.
    pub at: String,
    /// The new value: a TOML value that begins with a bracket, a brace or a quote; otherwise a text as it is.
    pub value: String,
}

/// The texts of a rulebook with the erratum written.
#[derive(Debug, Clone)]
pub struct Drafted {
    pub sources: Sources,
    /// The file with the erratum.
    pub file: FileId,
    /// Of each change the old value that was filled in, as a TOML value.
    pub was: Vec<Option<String>>,
}

/// Why an erratum cannot be written.
#[derive(Debug, Clone)]
pub struct Refused {
    pub findings: Vec<Diagnostic>,
    /// The texts as they would have been, in which the places are.
    pub sources: Sources,
}

/// Writes an erratum into the texts of a rulebook.
///
/// # Errors
///
/// Where its address names nothing, or its file cannot be written as text.
pub fn draft(sources: &Sources, draft: &Draft) -> Result<Drafted, Refused> {
    let forest = parse(sources, &Problems::default());
    let errata = all_errata(&forest, &Problems::default());
    let named = errata.iter().filter(|erratum| erratum.id.value == draft.id);
    // One more change goes to where the erratum is.
    let begun = named
        .clone()
        .find(|other| draft.pack.is_none() && reaches(&forest, other.owner, draft));
    let pack = match begun {
        Some(begun) => begun.owner,
        None => home(&forest, draft).map_err(|finding| Refused {
            findings: vec![finding],
            sources: sources.clone(),
        })?,
    };
    let there = named.clone().find(|erratum| erratum.owner == pack);
    let write = |was: Vec<Option<String>>| {
        let changes = draft.deeds.iter().zip(&was);
        let change = changes.map(|(deed, was)| change_text(&draft.id, deed, was.as_deref()));
        let change = change.collect::<Vec<_>>().join("\n");
        let (sources, file) = match there {
            Some(there) => with_listed((sources, &forest), there, &change)
                .unwrap_or_else(|| with_change(sources, there, &change)),
            None => with_erratum(sources, &forest, pack, draft, &change),
        };
        Drafted { sources, file, was }
    };
    // The old value is looked up by an erratum that is written already, so that what is wrong with the address is shown there.
    let mut drafted = write(vec![None; draft.deeds.len()]);
    drafted = match old_values(&drafted, draft, pack) {
        Ok(old) => write(old),
        Err(findings) => return Err(drafted.refused(findings)),
    };
    let problems = Problems::default();
    let forest = parse(&drafted.sources, &problems);
    let is_own = |finding: &Diagnostic| {
        let mut labels = finding.labels.iter();
        labels.any(|label| label.span.file == drafted.file)
    };
    let findings: Vec<Diagnostic> = problems.into_vec().into_iter().filter(is_own).collect();
    if !findings.is_empty() || !forest.trees.iter().any(|tree| tree.file == drafted.file) {
        return Err(drafted.refused(findings));
    }
    Ok(drafted)
}

impl Drafted {
    fn refused(self, findings: Vec<Diagnostic>) -> Refused {
        Refused {
            findings,
            sources: self.sources,
        }
    }
}

/// Whether what a draft changes can be changed from a pack.
fn reaches(forest: &Forest, owner: usize, draft: &Draft) -> bool {
    let at = draft.deeds.first().map(|deed| Address::parse(&deed.at));
    at.is_some_and(|at| at.is_ok_and(|at| Finder { forest, owner }.place(&at).is_ok()))
}

/// The pack that is to hold the erratum: of several of a name, that in which the address names something.
fn home(forest: &Forest, draft: &Draft) -> Result<usize, Diagnostic> {
    let at = draft.deeds.first().map_or("", |deed| &deed.at);
    let address = Address::parse(at);
    let name = match (&draft.pack, &address) {
        (Some(pack), _) => pack,
        (None, Ok(address)) => &address.pack,
        (None, Err(broken)) => return Err(no_pack(forest, at, &broken.message)),
    };
    let (game, id) = name
        .split_once('/')
        .map_or((None, name.as_str()), |(game, id)| (Some(game), id));
    let is_named = |head: &Head| head.id == id && game.is_none_or(|game| head.game == game);
    let heads = forest.packs.iter().positions(is_named).collect_vec();
    let knows = |owner: &usize| {
        let finder = Finder {
            forest,
            owner: *owner,
        };
        matches!(&address, Ok(address) if finder.place(address).is_ok())
    };
    let place = heads.iter().copied().find(knows);
    place.or_else(|| heads.first().copied()).ok_or_else(|| {
        let known = pack_names(forest);
        let message = format!("there is no pack `{name}`");
        let finding = Diagnostic::error_nowhere(Code::MissingPack, message);
        finding.nearest_or(id, known.iter().copied(), || {
            format!("the packs: {}", known.join(", "))
        })
    })
}

/// The names of the packs, each once: two games may have packs of one name.
fn pack_names(forest: &Forest) -> Vec<&str> {
    let mut known: Vec<&str> = forest.packs.iter().map(|head| head.id.as_str()).collect();
    known.sort_unstable();
    known.dedup();
    known
}

/// An address that is none, with the packs in which it would be one.
fn no_pack(forest: &Forest, at: &str, message: &str) -> Diagnostic {
    let is_there = |(owner, pack): (usize, &str)| {
        let whole = format!("{pack}/{}", at.trim());
        let address = Address::parse(&whole).ok()?;
        let place = Finder { forest, owner }.place(&address).ok()?;
        let is_new = address.parts.is_empty() && matches!(place, Place::Missing(_));
        (!is_new).then_some(whole)
    };
    let heads = forest.packs.iter().map(|head| head.id.as_str()).enumerate();
    let near: Vec<String> = heads.filter_map(is_there).collect();
    let finding = Diagnostic::error_nowhere(Code::BrokenErratum, format!("`{at}`: {message}"));
    let packs = pack_names(forest);
    let named = at.trim().split('/').next().unwrap_or_default();
    match near.as_slice() {
        [] if packs.contains(&named) => finding,
        [] => finding.help(format!("the packs: {}", packs.join(", "))),
        near => finding.help(did_you_mean(near.join("` or `"))),
    }
}

/// What the packs say where a draft replaces or takes away.
fn old_values(
    drafted: &Drafted,
    draft: &Draft,
    pack: usize,
) -> Result<Vec<Option<String>>, Vec<Diagnostic>> {
    let problems = Problems::default();
    let forest = parse(&drafted.sources, &problems);
    let errata = all_errata(&forest, &problems);
    let is_it = |erratum: &&Erratum| erratum.id.value == draft.id && erratum.owner == pack;
    let erratum = errata.iter().find(is_it);
    let own = erratum.and_then(|erratum| {
        let start = erratum.changes.len().checked_sub(draft.deeds.len())?;
        Some((erratum, erratum.changes.get(start..)?))
    });
    let Some((erratum, changes)) = own.filter(|(erratum, _)| erratum.sound) else {
        return Err(problems.into_vec());
    };
    let old = |change: &Change| {
        let has_old = matches!(change.operation, Operation::Replace | Operation::Remove);
        let old = has_old.then(|| change::old_value(&forest, erratum, change));
        old.transpose().map_err(|finding| vec![finding])
    };
    changes.iter().map(old).collect()
}

/// The texts with one more change of an erratum that is there.
fn with_change(sources: &Sources, there: &Erratum, change: &str) -> (Sources, FileId) {
    let (file, end) = (there.span.file, there.span.end as usize);
    let text = sources.text(file);
    let rest = text.get(end..).unwrap_or_default();
    let at = end + rest.find('\n').unwrap_or(rest.len());
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let text = format!("{before}\n\n{}{after}", change.trim_end());
    (sources.with(file, text), file)
}

/// The same where its changes stand in a list of one key: `change = [{ … }]`.
fn with_listed(
    (sources, forest): (&Sources, &Forest),
    there: &Erratum,
    changes: &str,
) -> Option<(Sources, FileId)> {
    let (file, id) = (there.span.file, there.id.value.as_str());
    if sources.text(file).contains(&change_header(id)) {
        return None;
    }
    let tree = forest.trees.iter().position(|tree| tree.file == file)?;
    let list = Path::root(tree).then("erratum").then(id).then("change");
    let there = forest.node(&list).filter(|node| node.is_list())?;
    let end = there.elements().len();
    let written = toml_text::parse(changes, file, &Problems::default())?;
    let written = written.get("erratum")?.get(id)?.get("change")?;
    let (mut sources, mut forest) = (sources.clone(), forest.clone());
    for (index, node) in (end..).zip(written.elements()) {
        let edit = Edit::Insert {
            list: list.clone(),
            index,
            node: node.clone(),
        };
        (_, sources, forest) = edited(&forest, &sources, &edit)?;
    }
    Some((sources, file))
}

fn change_header(id: &str) -> String {
    format!("[[erratum.{}.change]]", key(id))
}

/// The texts with a new erratum, in the file that holds the errata of its source.
fn with_erratum(
    sources: &Sources,
    forest: &Forest,
    pack: usize,
    draft: &Draft,
    change: &str,
) -> (Sources, FileId) {
    let whole = format!("{}\n{change}", head_text(draft));
    let folder = forest.packs.get(pack).map_or("", |head| &head.folder);
    let file = mended(&draft.source).unwrap_or_else(|| "errata".to_owned());
    let parts = [folder, ERRATA_FOLDER].into_iter();
    let folders: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let path = format!("{}/{file}.toml", folders.join("/"));
    let mut trees = forest.of_pack(pack);
    let beside = trees.next().map_or(FileId(0), |(_, tree)| tree.file);
    if let Some(file) = sources.find(beside, &path) {
        let text = sources.text(file).trim_end();
        return (sources.with(file, format!("{text}\n\n{whole}")), file);
    }
    let sources = sources.with_new(beside, path.clone(), whole);
    let file = sources.find(beside, &path).unwrap_or(FileId(0));
    (sources, file)
}

fn head_text(draft: &Draft) -> String {
    let mut head = format!(
        "[erratum.{}]\nsource = {}\ndate   = {}\nstatus = {}\nsays   = {}\n",
        key(&draft.id),
        quoted(&draft.source),
        draft.date,
        quoted(draft.status.name()),
        quoted(&draft.says)
    );
    if !draft.scope.is_empty() {
        let scope: Vec<String> = draft.scope.iter().map(|name| quoted(name)).collect();
        head.push_str(&format!("changes = [{}]\n", scope.join(", ")));
    }
    if let Some(when) = &draft.when {
        head.push_str(&format!("when   = {}\n", quoted(when)));
    }
    head
}

fn change_text(id: &str, deed: &Deed, was: Option<&str>) -> String {
    let (at, given) = (quoted(&deed.at), deed.value.trim());
    // Texts between single quotes, and sets between braces, are written as the rules write them.
    let is_table = given.starts_with('{') && given.contains('=');
    let new = if given.starts_with(['[', '"']) || is_table {
        given.to_owned()
    } else {
        quoted(&deed.value)
    };
    let was = was.map_or_else(|| quoted(""), str::to_owned);
    let reading = deed.at.strip_suffix(".settled");
    let lines = match deed.operation {
        Operation::Add if reading.is_some() => {
            let at = quoted(reading.unwrap_or_default());
            format!("at      = {at}\nsettles = {new}\n")
        }
        Operation::Fill => format!("at    = {at}\nfills = {new}\n"),
        Operation::Replace => format!("at  = {at}\nwas = {was}\nnow = {new}\n"),
        Operation::Remove => format!("at     = {at}\nwas    = {was}\nremove = true\n"),
        Operation::Add => format!("at  = {at}\nadd = {new}\n"),
        Operation::AddBefore => format!("before = {at}\nadd    = {new}\n"),
        Operation::AddAfter => format!("after = {at}\nadd   = {new}\n"),
    };
    format!("{}\n{lines}", change_header(id))
}
