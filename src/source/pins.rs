//! The pins of a pack: texts beside it that are only read to be compared, and written when a person accepts them.

use super::basket::{most_file_bytes, most_files};
use super::read::{text_there, text_up_to};
use super::write::{Writing, write};
use std::fs;
use std::io::{Error, Result};
use std::path::Path;

/// The folder within a pack in which its pins lie.
pub const PINS_FOLDER: &str = "pins";

/// The pins in a pack's folder: file names and texts, in order; nothing where it has none.
pub fn read_pins(pack: &Path) -> Result<Option<Vec<(String, String)>>> {
    let folder = pack.join(PINS_FOLDER);
    if fs::symlink_metadata(&folder).is_err() {
        return Ok(None);
    }
    refuse_link(&folder)?;
    let mut pins = Vec::new();
    for entry in fs::read_dir(&folder)?.take(most_files()) {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default().to_owned();
        if !name.starts_with('.') && name.ends_with(".txt") {
            let text = refuse_link(&path).and_then(|()| text_up_to(most_file_bytes(), &path));
            let text = text.map_err(|error| Error::other(format!("`{name}`: {error}")))?;
            let text = text.unwrap_or_default();
            // A checkout may have given the lines other ends, and an editor a mark of byte order.
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            pins.push((name, text.replace("\r\n", "\n")));
        }
    }
    pins.sort_unstable();
    Ok(Some(pins))
}

/// Writes one file of pins; the folder is made if it is missing. A crash leaves the old file or the new one.
pub fn write_pin(pack: &Path, file: &str, text: &str) -> Result<()> {
    let folder = pack.join(PINS_FOLDER);
    // It is made with the file: one in which nothing could be written would look as if nothing were pinned.
    if fs::symlink_metadata(&folder).is_ok() {
        refuse_link(&folder)?;
    }
    let path = folder.join(file);
    if path.exists() {
        refuse_link(&path)?;
    }
    let before = text_there(&path)?;
    let before = before.as_deref();
    write(&[Writing {
        path: &path,
        before,
        text,
    }])
    .map_err(|(_, error)| error)
}

/// Takes a file of pins away.
pub fn remove_pin(pack: &Path, file: &str) -> Result<()> {
    let folder = pack.join(PINS_FOLDER);
    refuse_link(&folder)?;
    fs::remove_file(folder.join(file))
}

/// Links are not followed: they could lead out of the pack.
fn refuse_link(path: &Path) -> Result<()> {
    if fs::symlink_metadata(path)?.is_symlink() {
        Err(Error::other("it is a link"))
    } else {
        Ok(())
    }
}
