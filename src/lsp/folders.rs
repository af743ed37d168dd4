//! Which files belong together: the pack that a file is of, and the folder that holds its rulebook.

use crate::source::{Place, text_there};
use std::fs;
use std::path::{Path, PathBuf};

const PACK_FILE: &str = "pack.toml";
const ERRATA_FOLDER: &str = "errata";

/// The folder of the rulebook that a file belongs to: that around the pack, or around the game's folder where that bears the
/// game's name; never beyond the folders of the editor. None for a file of no pack.
pub fn book_folder(file: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let pack = pack_folder(file)?;
    let is_held = |folder: &&Path| folders.iter().any(|held| folder.starts_with(held));
    let around = pack.parent();
    let game = game_of(&pack);
    let named = |folder: &Path| {
        let name = folder.file_name().and_then(|name| name.to_str());
        game.as_deref().is_none_or(|game| name == Some(game))
    };
    let further = around.filter(|around| named(around)).and_then(Path::parent);
    let further = further.filter(is_held);
    let book = further.or(around.filter(is_held)).unwrap_or(&pack);
    Some(book.to_owned())
}

/// The folder of the pack that a file is in.
fn pack_folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let is_pack = |folder: &Path| folder.join(PACK_FILE).is_file();
    if is_pack(folder) || file.file_name()? == PACK_FILE {
        return Some(folder.to_owned());
    }
    let around = folder.parent()?;
    let is_errata = folder.file_name()? == ERRATA_FOLDER && is_pack(around);
    is_errata.then(|| around.to_owned())
}

/// The game that a pack says it is of.
fn game_of(pack: &Path) -> Option<String> {
    let text = text_there(&pack.join(PACK_FILE)).ok()??;
    let said = text.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix("game")?;
        rest.trim_start().strip_prefix('=')
    })?;
    said.split('"').nth(1).map(str::to_owned)
}

/// Whether a path is that of a file of the pack in a folder.
pub fn belongs(path: &str, folder: &str) -> bool {
    let rest = path
        .strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'));
    rest.is_some_and(|rest| {
        let name = rest.strip_prefix("errata/").unwrap_or(rest);
        !name.contains('/') && (name.ends_with(".toml") || name.ends_with(".ron"))
    })
}

/// The same places, folders from the root of the disk.
pub fn absolute(places: &[Place]) -> Vec<Place> {
    let whole = |place: &Place| match place {
        Place::Folder(folder) => {
            Place::Folder(fs::canonicalize(folder).unwrap_or_else(|_| folder.clone()))
        }
        other => other.clone(),
    };
    places.iter().map(whole).collect()
}
