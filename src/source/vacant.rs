//! Where a new pack can be put: what is there already is not overwritten.

use super::basket::{PACK_FILE, most_files};
use super::read::text_there;
use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Refuses a place at which there is something already; an empty folder is nothing.
pub fn need_vacant(folder: &Path) -> Result<()> {
    let there = match fs::symlink_metadata(folder) {
        Ok(there) => there,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !there.is_dir() {
        return Err(Error::other("there is something of that name already"));
    }
    match fs::read_dir(folder)?.next() {
        None => Ok(()),
        Some(_) => Err(Error::other(
            "there is a folder already, with something in it",
        )),
    }
}

/// Whether a folder holds packs and nothing else that can be seen.
#[must_use]
pub fn holds_only_packs(folder: &Path) -> bool {
    let is_hidden = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
    let mut seen = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(most_files())
        .filter_map(Result::ok);
    seen.all(|entry| is_hidden(&entry) || entry.path().join(PACK_FILE).is_file())
}

/// Refuses to write over a file that is none of the kind that is written: what is there begins otherwise.
///
/// # Errors
///
/// Where something else is there, or what cannot be read.
pub fn need_same_kind(file: &Path, begins: &str) -> Result<Option<String>> {
    let there = text_there(file)?;
    let is_same = |there: &String| {
        let start = there.trim_start().get(..begins.len());
        there.trim().is_empty() || start.is_some_and(|start| start.eq_ignore_ascii_case(begins))
    };
    match there.as_ref().is_none_or(is_same) {
        true => Ok(there),
        false => Err(Error::other("there is a file already, of another kind")),
    }
}
