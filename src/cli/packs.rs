//! Packs named on the command line.

use super::suggest;
use crate::diagnostic::nearest;
use crate::model::{Model, PackId};
use crate::pack::Pack;
use crate::rulebook::Rulebook;
use crate::source::Place;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Whether each named pack is in the rulebook; the error is a phrase for a person.
pub(super) fn known(rulebook: &Rulebook, packs: &[String]) -> Result<(), String> {
    let packs_of_all = rulebook.games.iter().flat_map(|game| &game.packs);
    let known: BTreeSet<&str> = packs_of_all.map(|pack| pack.id.as_str()).collect();
    let Some(unknown) = packs.iter().find(|pack| !known.contains(pack.as_str())) else {
        return Ok(());
    };
    if !rulebook.sources.places().contains(&Place::Embedded)
        && Rulebook::embedded_for_answers()
            .written
            .packs
            .iter()
            .any(|pack| is_called(pack, unknown))
    {
        return Err(format!(
            "there is no pack `{unknown}` here; the shipped rulebook has it: add `--rules embedded`"
        ));
    }
    if let Some(folder) = folder_of(unknown) {
        let around = suggest::rules(&[Place::Embedded, Place::Folder(folder)]);
        return Err(format!(
            "there is no pack `{unknown}` in the places that are read; add `{}`",
            around.trim()
        ));
    }
    let near =
        nearest(unknown, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
    let all = || {
        format!(
            "; there are {}",
            Vec::from_iter(known.iter().copied()).join(", ")
        )
    };
    Err(format!(
        "there is no pack `{unknown}`{}",
        near.unwrap_or_else(all)
    ))
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
pub(super) fn is_shipped(rulebook: &Rulebook, name: &str) -> bool {
    let named = rulebook
        .written
        .packs
        .iter()
        .filter(|pack| is_called(pack, name));
    let mut files = named.filter_map(|pack| Some(pack.id.as_ref()?.span.file));
    files.any(|file| rulebook.sources.place(file) == Some(&Place::Embedded))
}

/// Whether a pack is among those named; every one is, where none is named.
pub(super) fn is_wanted(model: &Model, pack: PackId, named: &[String]) -> bool {
    named.is_empty() || named.iter().any(|name| name == model.pack_name(pack))
}
