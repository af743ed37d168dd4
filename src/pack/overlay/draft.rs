//! A new erratum, or one more change of an erratum, as the text of a file: the old value is filled in.

use super::super::forest::{ERRATA_FOLDER, Forest};
use super::super::node::Problems;
use super::find::{Finder, Place as FoundPlace};
use super::plain::key;
use super::{Address, Erratum, Operation, Status, change};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::{FileId, Sources};

/// What is to be written.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The name of the erratum; one that is there gets one more change.
    pub id: String,
    /// The pack that is to hold it; that of the address, if none is named.
    pub pack: Option<String>,
    /// Who said so.
    pub source: String,
    /// When, as `2024-05-31`.
    pub date: String,
    /// What it is worth.
    pub status: Status,
    /// What it does, in words.
    pub says: String,
    /// What the change does.
    pub operation: Operation,
    /// Where.
    pub at: String,
    /// The new value: a TOML value that begins with a bracket, a brace or a quote; otherwise a text as it is.
    pub value: String,
}

/// The texts of a rulebook with the erratum written.
#[derive(Debug, Clone)]
pub struct Drafted {
    /// All texts.
    pub sources: Sources,
    /// The file with the erratum.
    pub file: FileId,
    /// Whether the file is new.
    pub is_new: bool,
    /// The old value that was filled in, as a TOML value.
    pub was: Option<String>,
}

/// Why an erratum cannot be written.
#[derive(Debug, Clone)]
pub struct Refused {
    /// What is wrong.
    pub found: Vec<Diagnostic>,
    /// The texts as they would have been, in which the places are.
    pub sources: Sources,
}

/// Writes an erratum into the texts of a rulebook.
///
/// # Errors
///
/// Where its address names nothing, or its file cannot be written as text.
pub fn draft(sources: &Sources, draft: &Draft) -> Result<Drafted, Refused> {
    let forest = Forest::parse(sources, &Problems::default());
    let errata = super::written::all_errata(&forest, &Problems::default());
    let pack = home(&forest, draft).map_err(|found| Refused {
        found: vec![found],
        sources: sources.clone(),
    })?;
    let there = errata
        .iter()
        .find(|erratum| erratum.id.value == draft.id && erratum.owner == pack);
    let folder = forest
        .packs
        .get(pack)
        .map_or("", |head| head.folder.as_str());
    let beside = forest
        .of_pack(pack)
        .next()
        .map_or(FileId(0), |(_, tree)| tree.file);
    let folder = if folder.is_empty() {
        ERRATA_FOLDER.to_owned()
    } else {
        format!("{folder}/{ERRATA_FOLDER}")
    };
    let path = format!("{folder}/{}.toml", file_name(&draft.source));
    let place = Place {
        sources,
        beside,
        there,
        path,
    };
    // The old value is looked up by an erratum that is written already, so that what is wrong with the address is shown there.
    let mut drafted = place.with(draft, Some("\"\""));
    let old = match draft.operation {
        Operation::Replace | Operation::Remove => {
            Some(old_value(&drafted, draft).map_err(|found| drafted.refused(found))?)
        }
        _ => None,
    };
    drafted = place.with(draft, old.as_deref());
    let problems = Problems::default();
    let forest = Forest::parse(&drafted.sources, &problems);
    let found = problems.into_vec();
    let own = found.into_iter().filter(|found| {
        found
            .labels
            .iter()
            .any(|label| label.span.file == drafted.file)
    });
    let own: Vec<Diagnostic> = own.collect();
    if !own.is_empty() || !forest.trees.iter().any(|tree| tree.file == drafted.file) {
        return Err(drafted.refused(own));
    }
    Ok(Drafted {
        was: old,
        ..drafted
    })
}

impl Drafted {
    fn refused(&self, found: Vec<Diagnostic>) -> Refused {
        Refused {
            found,
            sources: self.sources.clone(),
        }
    }
}

/// The pack that is to hold the erratum.
fn home(forest: &Forest, draft: &Draft) -> Result<usize, Diagnostic> {
    let name = match (&draft.pack, Address::parse(&draft.at)) {
        (Some(pack), _) => pack.clone(),
        (None, Ok(address)) => address.pack,
        (None, Err(broken)) => return Err(no_pack(forest, &draft.at, &broken.message)),
    };
    forest
        .packs
        .iter()
        .position(|head| head.id == name)
        .ok_or_else(|| {
            let known = pack_names(forest);
            let found =
                Diagnostic::error_nowhere(Code::MissingPack, format!("there is no pack `{name}`"));
            found.nearest_or(&name, known.iter().copied(), || {
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
    let is_there = |(pack, head): (usize, &str)| {
        let whole = format!("{head}/{}", at.trim());
        let address = Address::parse(&whole).ok()?;
        Finder::new(forest, pack)
            .place(&address)
            .ok()
            .filter(|place| !matches!(place, FoundPlace::Unnamed(..)))?;
        Some(whole)
    };
    let heads = forest.packs.iter().map(|head| head.id.as_str()).enumerate();
    let near: Vec<String> = heads.filter_map(is_there).collect();
    let found = Diagnostic::error_nowhere(Code::BrokenErratum, format!("`{at}`: {message}"));
    found.help(match near.as_slice() {
        [] => format!("the packs: {}", pack_names(forest).join(", ")),
        near => did_you_mean(near.join("` or `")),
    })
}

/// The name of the file that holds the errata of a source.
fn file_name(source: &str) -> String {
    super::super::nouns::mended(source).unwrap_or_else(|| "errata".to_owned())
}

fn old_value(drafted: &Drafted, draft: &Draft) -> Result<String, Vec<Diagnostic>> {
    let problems = Problems::default();
    let forest = Forest::parse(&drafted.sources, &problems);
    let errata = super::written::all_errata(&forest, &problems);
    let erratum = errata.iter().find(|erratum| erratum.id.value == draft.id);
    let Some((erratum, change)) =
        erratum.and_then(|erratum| Some((erratum, erratum.changes.last()?)))
    else {
        return Err(problems.into_vec());
    };
    change::old_value(&forest, erratum, change).map_err(|found| vec![found])
}

/// Where the erratum is written.
struct Place<'s> {
    sources: &'s Sources,
    /// A file of the pack that is to hold it.
    beside: FileId,
    /// The erratum that gets one more change.
    there: Option<&'s Erratum>,
    path: String,
}

impl Place<'_> {
    fn with(&self, draft: &Draft, was: Option<&str>) -> Drafted {
        let change = change_text(draft, was);
        if let Some(there) = self.there {
            let file = there.span.file;
            let text = self.sources.text(file);
            let end = text
                .get(there.span.end as usize..)
                .and_then(|rest| rest.find('\n'));
            let at = end.map_or(text.len(), |end| there.span.end as usize + end);
            let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
            let sources = self
                .sources
                .with(file, format!("{before}\n\n{}{after}", change.trim_end()));
            return Drafted {
                sources,
                file,
                is_new: false,
                was: None,
            };
        }
        let whole = format!("{}\n{change}", head_text(draft));
        match self.sources.find(self.beside, &self.path) {
            Some(file) => {
                let text = self.sources.text(file).trim_end();
                let sources = self.sources.with(file, format!("{text}\n\n{whole}"));
                Drafted {
                    sources,
                    file,
                    is_new: false,
                    was: None,
                }
            }
            None => {
                let sources = self.sources.with_new(self.beside, self.path.clone(), whole);
                let file = sources.find(self.beside, &self.path).unwrap_or(FileId(0));
                Drafted {
                    sources,
                    file,
                    is_new: true,
                    was: None,
                }
            }
        }
    }
}

fn head_text(draft: &Draft) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    format!(
        "[erratum.{}]\nsource = {}\ndate   = {}\nstatus = {}\nsays   = {}\n",
        key(&draft.id),
        quoted(&draft.source),
        draft.date,
        quoted(draft.status.name()),
        quoted(&draft.says)
    )
}

fn change_text(draft: &Draft, was: Option<&str>) -> String {
    let at = toml::Value::String(draft.at.clone());
    let new = value(&draft.value);
    let was = was.unwrap_or_default();
    let lines = match draft.operation {
        Operation::Replace => format!("at  = {at}\nwas = {was}\nnow = {new}\n"),
        Operation::Remove => format!("at     = {at}\nwas    = {was}\nremove = true\n"),
        Operation::Add => format!("at  = {at}\nadd = {new}\n"),
        Operation::AddBefore => format!("before = {at}\nadd    = {new}\n"),
        Operation::AddAfter => format!("after = {at}\nadd   = {new}\n"),
    };
    format!("[[erratum.{}.change]]\n{lines}", key(&draft.id))
}

/// A value as it is given on a command line, as a TOML value.
fn value(given: &str) -> String {
    if given.trim_start().starts_with(['[', '{', '"', '\'']) {
        return given.trim().to_owned();
    }
    toml::Value::String(given.to_owned()).to_string()
}
