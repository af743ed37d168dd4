//! Copies on the disk of what the program brings along, for an editor to open: the shipped packs, and the pages of findings.
//! They lie in the user's cache, and nothing reads them back.

use super::load::all_embedded;
use crate::diagnostic::Code;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The page of a code; none, where no file can be written.
#[must_use]
pub fn code_page(code: Code) -> Option<PathBuf> {
    let path = folder()?.join("codes").join(format!("{}.md", code.name()));
    put(&path, code.page())?;
    Some(path)
}

/// The copy of a file of the shipped packs, by the path that is shown of it.
#[must_use]
pub fn copied(shown: &str) -> Option<PathBuf> {
    static DONE: OnceLock<Option<()>> = OnceLock::new();
    let folder = folder()?;
    let all = || {
        let mut texts = all_embedded().into_iter();
        texts.try_for_each(|(path, text)| put(&folder.join(path), &text))
    };
    (*DONE.get_or_init(all))?;
    Some(folder.join(shown))
}

/// A page that is shown once, under a name.
#[must_use]
pub fn page_to_show(name: &str, text: &str) -> Option<PathBuf> {
    let path = folder()?.join(name);
    put(&path, text)?;
    Some(path)
}

fn folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || set("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA"));
    let cache = cache.map(PathBuf::from).or_else(home)?;
    let version = concat!("chartroom-", env!("CARGO_PKG_VERSION"));
    cache.is_absolute().then(|| cache.join(version))
}

fn put(path: &Path, text: &str) -> Option<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Some(());
    }
    fs::create_dir_all(path.parent()?).ok()?;
    fs::write(path, text).ok()
}
