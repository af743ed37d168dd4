//! Reading a rulebook from a folder that nobody has vouched for: nothing outside it is read, nothing that is not a regular
//! file, and never more than the limits declared here.

use super::basket::{Basket, ERRATA_FOLDER, MAX_DEPTH, MAX_FILE_BYTES, PACK_FILE};
use super::load::{is_pack_file, is_prose};
use crate::diagnostic::{Code, Diagnostic};
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most names looked at in search of packs.
pub const MAX_ENTRIES: usize = 20_000;

/// The texts of a folder, with their paths.
type Texts = Vec<(String, String)>;

/// For each folder the texts of all packs in it, and what could not be read. The limits are those of all folders together. What
/// lies in two of them is read once.
pub(super) fn read(folders: &[&Path]) -> (Vec<Texts>, Vec<Diagnostic>) {
    let mut walk = Walk::default();
    let mut texts = vec![Texts::new(); folders.len()];
    let mut roots = walk.roots(folders);
    // A folder around another goes first, so that what lies in both is read with all that is around it.
    roots.sort_by_key(|(_, root)| root.components().count());
    for (place, root) in roots {
        let (Some(folder), Some(texts)) = (folders.get(place), texts.get_mut(place)) else {
            continue;
        };
        walk.whole(&root, &shown(folder));
        *texts = walk.basket.take_texts();
    }
    (texts, walk.basket.into_problems())
}

/// How the user wrote the folder, without a `/` at its end; nothing for the current folder.
fn shown(folder: &Path) -> String {
    let shown = folder.to_string_lossy().replace('\\', "/");
    let shown = shown.trim_end_matches('/');
    if shown == "." {
        String::new()
    } else {
        shown.to_owned()
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

/// Something in a folder: its name, where it really lies, and what it is.
struct Entry {
    name: String,
    place: PathBuf,
    metadata: Metadata,
}

#[derive(Default)]
struct Walk {
    root: PathBuf,
    basket: Basket,
    /// Folders already walked, so that a link cannot lead round in a circle.
    walked: BTreeSet<PathBuf>,
    entries: usize,
}

impl Walk {
    /// Where each folder really lies, with its place in the list.
    fn roots(&mut self, folders: &[&Path]) -> Vec<(usize, PathBuf)> {
        let mut roots = Vec::new();
        for (place, folder) in folders.iter().enumerate() {
            match fs::canonicalize(folder)
                .and_then(|root| fs::metadata(&root).map(|metadata| (root, metadata)))
            {
                Err(error) => self.basket.no_folder(&folder.display(), &error),
                Ok((_, metadata)) if !metadata.is_dir() => {
                    self.basket
                        .no_folder(&folder.display(), &"it is not a folder");
                }
                Ok((root, _)) => roots.push((place, root)),
            }
        }
        roots
    }

    fn whole(&mut self, root: &Path, shown: &str) {
        if self.walked.contains(root) {
            return;
        }
        let before = self.basket.found();
        root.clone_into(&mut self.root);
        self.folder(root, shown, 0, false);
        self.basket
            .refuse_empty(if shown.is_empty() { "." } else { shown }, before);
    }

    /// Walks a folder; `belongs` says that its files are those of the pack around it.
    fn folder(&mut self, folder: &Path, shown: &str, depth: usize, belongs: bool) {
        if self.basket.full || !self.walked.insert(folder.to_owned()) {
            return;
        }
        let names = self.names(folder, shown);
        let is_pack = names.iter().any(|name| name == PACK_FILE);
        for name in names {
            let shown = join(shown, &name);
            let Some(entry) = self.entry(folder, name, &shown) else {
                continue;
            };
            if entry.metadata.is_dir() {
                self.deeper(
                    &entry.place,
                    &shown,
                    depth,
                    is_pack && entry.name == ERRATA_FOLDER,
                );
            } else if (is_pack || belongs) && !self.basket.full {
                if is_pack_file(&entry.name) {
                    self.file(&entry, shown);
                } else if !is_prose(&entry.name) {
                    self.basket.unread(&entry.name, &shown);
                }
            }
        }
    }

    fn deeper(&mut self, folder: &Path, shown: &str, depth: usize, belongs: bool) {
        if depth < MAX_DEPTH {
            self.folder(folder, shown, depth + 1, belongs);
        } else if belongs || folder.join(PACK_FILE).exists() {
            self.basket
                .over(format!("`{shown}` lies more than {MAX_DEPTH} folders down"));
        } else {
            self.basket.unseen.get_or_insert_with(|| shown.to_owned());
        }
    }

    /// The names in a folder that are not hidden, sorted.
    fn names(&mut self, folder: &Path, shown: &str) -> Vec<String> {
        let listed = match fs::read_dir(folder) {
            Ok(listed) => listed,
            Err(error) => {
                self.basket.unreadable(&shown, &error);
                return Vec::new();
            }
        };
        let room = MAX_ENTRIES.saturating_sub(self.entries);
        let mut names = Vec::new();
        for entry in listed.take(room + 1).filter_map(Result::ok) {
            match entry.file_name().into_string() {
                Ok(name) => names.push(name),
                Err(name) => self.basket.unnamed(&join(shown, &name.to_string_lossy())),
            }
        }
        self.entries += names.len();
        if names.len() > room {
            self.basket.fill(format!(
                "there are more than {MAX_ENTRIES} files and folders"
            ));
        }
        names.retain(|name| !name.starts_with('.'));
        names.sort_unstable();
        names
    }

    /// What a name stands for; links are followed only within the rulebook.
    fn entry(&mut self, folder: &Path, name: String, shown: &str) -> Option<Entry> {
        let place = folder.join(&name);
        let metadata = self.basket.readable(fs::symlink_metadata(&place), shown)?;
        if !metadata.is_symlink() {
            return Some(Entry {
                name,
                place,
                metadata,
            });
        }
        let place = self.basket.readable(fs::canonicalize(&place), shown)?;
        let metadata = self.basket.readable(fs::metadata(&place), shown)?;
        if !metadata.is_dir() && !is_pack_file(&name) {
            return None;
        }
        if place.starts_with(&self.root) {
            return Some(Entry {
                name,
                place,
                metadata,
            });
        }
        self.outside(shown);
        None
    }

    fn file(&mut self, entry: &Entry, shown: String) {
        if !entry.metadata.is_file() {
            return self.basket.unreadable(&shown, &"it is not a regular file");
        }
        if self.basket.admit(entry.metadata.len(), &shown)
            && let Some(bytes) = self.basket.readable(bytes_of(&entry.place), &shown)
        {
            self.basket.text(bytes, shown);
        }
    }

    fn outside(&mut self, shown: &str) {
        let message = format!("`{shown}` is a link to a place outside the rulebook");
        let found = Diagnostic::error_nowhere(Code::OutsideFolder, message);
        self.basket
            .report(found.help("put a copy of the file into the pack"));
    }
}

/// The bytes of a file; one more than the limit at most, should it have grown since it was measured.
fn bytes_of(place: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(place)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
