//! Packs named on the command line.

use super::suggest::{self, in_shipped};
use crate::diagnostic::{Advice, Code, Command, Diagnostic, did_you_mean};
use crate::model::{Model, PackId};
use crate::pack::Pack;
use crate::rulebook::Rulebook;
use crate::source::Place;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Whether each named pack is in the rulebook.
pub fn known(rulebook: &Rulebook, packs: &[String]) -> Result<(), Diagnostic> {
    let of_all = rulebook.games.iter().flat_map(|game| &game.packs);
    let known: BTreeSet<&str> = of_all.map(|pack| pack.id.as_str()).collect();
    let Some(unknown) = packs.iter().find(|pack| !known.contains(pack.as_str())) else {
        return Ok(());
    };
    let missing = |place: &str| {
        let message = format!("there is no pack `{unknown}`{place}");
        Diagnostic::error_nowhere(Code::MissingPack, message)
    };
    let is_shipped = || {
        let shipped = Rulebook::embedded_for_answers();
        shipped
            .written
            .packs
            .iter()
            .any(|pack| is_called(pack, unknown))
    };
    if !rulebook.sources.places().contains(&Place::Embedded) && is_shipped() {
        return Err(missing(" here").help(in_shipped()));
    }
    let named = Path::new(unknown)
        .file_name()
        .and_then(|name| name.to_str());
    if let Some(name) = named.filter(|name| name != unknown && known.contains(*name)) {
        return Err(missing("").help(did_you_mean(name)));
    }
    if let Some(folder) = folder_of(unknown) {
        let around = suggest::rules(&[Place::Embedded, Place::Folder(folder)]);
        let add = Advice::from("add ").then(Command::options(around));
        return Err(missing(" in the places that are read").help(add));
    }
    let all: Vec<&str> = known.iter().copied().collect();
    let there_are = || format!("there are {}", all.join(", "));
    Err(missing("").nearest_or(unknown, known, there_are))
}

/// The folder around the pack whose folder is named, if there is one.
fn folder_of(named: &str) -> Option<PathBuf> {
    let pack = Path::new(named);
    let around = pack.parent().filter(|_| pack.join("pack.toml").is_file())?;
    let is_here = around.as_os_str().is_empty();
    Some(if is_here { Path::new(".") } else { around }.to_owned())
}

fn is_called(pack: &Pack, name: &str) -> bool {
    pack.id.as_ref().is_some_and(|id| id.value == name)
}

/// Whether a pack is part of the program, where nothing can be written into it.
pub fn is_shipped(rulebook: &Rulebook, name: &str) -> bool {
    let packs = rulebook.written.packs.iter();
    let mut named = packs.filter(|pack| is_called(pack, name));
    named.any(|pack| {
        let file = pack.id.as_ref().map(|id| id.span.file);
        file.and_then(|file| rulebook.sources.place(file)) == Some(&Place::Embedded)
    })
}

/// Whether a pack is among those named; every one is, where none is named.
pub fn is_wanted(model: &Model, pack: PackId, named: &[String]) -> bool {
    named.is_empty() || named.iter().any(|name| name == model.pack_name(pack))
}
