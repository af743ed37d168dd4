//! Packs named on the command line.

use super::suggest::{self, in_shipped};
use crate::diagnostic::{Advice, Code, Command, Diagnostic};
use crate::model::{Model, PackId};
use crate::pack::Pack;
use crate::rulebook::Rulebook;
use crate::source::Place;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Whether each named pack is in the rulebook.
pub fn known(rulebook: &Rulebook, packs: &[String]) -> Result<(), Diagnostic> {
    let packs_of_all = rulebook.games.iter().flat_map(|game| &game.packs);
    let known: BTreeSet<&str> = packs_of_all.map(|pack| pack.id.as_str()).collect();
    let Some(unknown) = packs.iter().find(|pack| !known.contains(pack.as_str())) else {
        return Ok(());
    };
    let missing = |place: &str| {
        let message = format!("there is no pack `{unknown}`{place}");
        Diagnostic::error_nowhere(Code::MissingPack, message)
    };
    if !rulebook.sources.places().contains(&Place::Embedded)
        && Rulebook::embedded_for_answers()
            .written
            .packs
            .iter()
            .any(|pack| is_called(pack, unknown))
    {
        return Err(missing(" here").help(in_shipped()));
    }
    if let Some(folder) = folder_of(unknown) {
        let around = suggest::rules(&[Place::Embedded, Place::Folder(folder)]);
        let add = Advice::from("add ").then(Command::options(around));
        return Err(missing(" in the places that are read").help(add));
    }
    Err(missing("").nearest_or(unknown, known.iter().copied(), || {
        let all: Vec<&str> = known.iter().copied().collect();
        format!("there are {}", all.join(", "))
    }))
}

/// The folder around the pack whose folder is named, if there is one.
fn folder_of(named: &str) -> Option<PathBuf> {
    let pack = Path::new(named);
    if !pack.join("pack.toml").is_file() {
        return None;
    }
    let around = pack
        .parent()
        .filter(|around| !around.as_os_str().is_empty());
    Some(around.unwrap_or(Path::new(".")).to_owned())
}

fn is_called(pack: &Pack, name: &str) -> bool {
    pack.id.as_ref().is_some_and(|id| id.value == name)
}

/// Whether a pack is part of the program, where nothing can be written into it.
pub fn is_shipped(rulebook: &Rulebook, name: &str) -> bool {
    let named = rulebook
        .written
        .packs
        .iter()
        .filter(|pack| is_called(pack, name));
    let mut files = named.filter_map(|pack| Some(pack.id.as_ref()?.span.file));
    files.any(|file| rulebook.sources.place(file) == Some(&Place::Embedded))
}

/// Whether a pack is among those named; every one is, where none is named.
pub fn is_wanted(model: &Model, pack: PackId, named: &[String]) -> bool {
    named.is_empty() || named.iter().any(|name| name == model.pack_name(pack))
}
