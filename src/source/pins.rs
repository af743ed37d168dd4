//! The pins of a pack: texts beside it that are only read to be compared, and written when a person accepts them.

use super::basket::{most_file_bytes, most_files};
use super::read::text_there;
use super::write::{Writing, write};
use std::fs::{self, File};
use std::io::{Error, Read, Result};
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
            let text =
                text_of(&path).map_err(|error| Error::other(format!("`{name}`: {error}")))?;
            // A checkout may have given the lines other ends.
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
/// The text of a file of pins.
fn text_of(path: &Path) -> Result<String> {
    refuse_link(path)?;
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    let read = File::open(path)?
        .take(most_file_bytes() + 1)
        .read_to_string(&mut text)?;
    match read as u64 > most_file_bytes() {
        true => Err(Error::other(format!(
            "it is larger than {} bytes",
            most_file_bytes()
        ))),
        false => Ok(text),
    }
}

fn refuse_link(path: &Path) -> Result<()> {
    if fs::symlink_metadata(path)?.is_symlink() {
        Err(Error::other("it is a link"))
    } else {
        Ok(())
    }
}
