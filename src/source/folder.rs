//! Reading a rulebook from a folder that nobody has vouched for: nothing outside it is read, nothing that is not a regular
//! file, and never more than the limits.

use super::basket::{
    Basket, ERRATA_FOLDER, MAX_DEPTH, PACK_FILE, Texts, is_hidden_pack_file, is_nearly_pack,
    is_pack_file, is_prose, join, most_entries, most_file_bytes,
};
use super::write::{Finished, PLAN, finish};
use crate::diagnostic::{Code, Diagnostic, is_hidden};
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// For each folder the texts of all packs in it, and what could not be read. The limits are those of all folders together. What
/// lies in two of them is read once. What a program that was killed left half written is finished first.
pub fn read(folders: &[&Path]) -> (Vec<Texts>, Vec<Diagnostic>) {
    let (texts, walk) = read_as_it_is(folders);
    if walk.unfinished.is_empty() {
        return (texts, walk.basket.problems);
    }
    let unfinished = walk.unfinished.iter();
    let finished: Vec<_> = unfinished
        .map(|half| finish(&half.folder, &half.root))
        .collect();
    let (texts, mut again) = read_as_it_is(folders);
    for (half, finished) in walk.unfinished.iter().zip(finished) {
        if let Some((message, help)) = half.told(&finished) {
            again.basket.warn(Code::HalfWritten, message, help);
        }
    }
    (texts, again.basket.problems)
}

fn read_as_it_is(folders: &[&Path]) -> (Vec<Texts>, Walk) {
    let mut walk = Walk::default();
    let mut texts = vec![Texts::new(); folders.len()];
    let mut roots = Vec::new();
    for (folder, texts) in folders.iter().zip(&mut texts) {
        match fs::canonicalize(folder).and_then(|root| Ok((fs::metadata(&root)?, root))) {
            Err(error) => walk.basket.no_folder(&folder.display(), &error),
            Ok((metadata, _)) if !metadata.is_dir() => {
                walk.basket
                    .no_folder(&folder.display(), &"it is not a folder");
            }
            Ok((_, root)) => roots.push((root, shown(folder), texts)),
        }
    }
    // A folder around another goes first, so that what lies in both is read with all that is around it.
    roots.sort_by_key(|(root, ..)| root.components().count());
    for (root, shown, texts) in roots {
        if !walk.walked.contains(&root) {
            let known = walk.basket.problems.len();
            walk.root.clone_from(&root);
            walk.folder(&root, &shown, 0, Within::Nothing);
            let named = if shown.is_empty() { "." } else { &shown };
            walk.basket.refuse_empty(named, known);
        }
        *texts = std::mem::take(&mut walk.basket.texts);
    }
    (texts, walk)
}

/// How the user wrote the folder, without a `/` at its end; nothing for the current folder.
fn shown(folder: &Path) -> String {
    let shown = folder.to_string_lossy().replace('\\', "/");
    let shown = shown.trim_end_matches('/');
    if shown == "." { "" } else { shown }.to_owned()
}

/// What a folder is for what lies around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// In no pack.
    Nothing,
    /// The errata of a pack: its files are the pack's.
    Errata,
    /// Any other folder in a pack, of which nothing is read unless it is a pack itself.
    Pack,
}

/// How many names are looked at in folders that lie too deep, for what their owner may miss.
const MOST_BURIED: usize = 10_000;

/// A folder with a list of files that are yet to be put in their places.
struct HalfWritten {
    folder: PathBuf,
    /// As it is shown.
    shown: String,
    /// That of its rulebook.
    root: PathBuf,
}

impl HalfWritten {
    /// What became of it, and what to do.
    fn told(&self, finished: &Finished) -> Option<(String, &'static str)> {
        let list = join(&self.shown, PLAN);
        let listed = format!("`{list}` lists texts that were to be written together");
        let named = |file: &Path| match file.strip_prefix(&self.folder) {
            Ok(within) => join(&self.shown, &within.to_string_lossy()),
            Err(_) => file.display().to_string(),
        };
        Some(match finished {
            Finished::Nothing => return None,
            Finished::Whole(files) => {
                let files = files.iter().map(|file| format!("`{}`", named(file)));
                let files = files.collect::<Vec<_>>().join(", ");
                (
                    format!(
                        "a program was stopped while it wrote files together, which is finished now: {files}"
                    ),
                    "all that it wrote, as an erratum that it folded, is in its place",
                )
            }
            Finished::Missing => (
                format!("{listed}, and not all of them are here"),
                "name the folder around all packs with `--rules`, which writes them; or delete the list",
            ),
            Finished::Changed(file) => (
                format!("{listed}, and `{}` was changed since", named(file)),
                "nothing more is written: each new text lies beside its file, hidden, with `.new` at its end; \
                 take it or leave it, and delete the list",
            ),
        })
    }
}

#[derive(Default)]
struct Walk {
    root: PathBuf,
    basket: Basket,
    /// Folders already walked, so that a link cannot lead round in a circle.
    walked: BTreeSet<PathBuf>,
    unfinished: Vec<HalfWritten>,
    entries: usize,
    buried: usize,
}

impl Walk {
    fn folder(&mut self, folder: &Path, shown: &str, depth: usize, within: Within) {
        if self.basket.full || !self.walked.insert(folder.to_owned()) {
            return;
        }
        let names = self.names(folder, shown);
        let is_pack = names.iter().any(|name| name == PACK_FILE);
        for name in names {
            let shown = join(shown, &name);
            let Some((place, metadata)) = self.entry(folder, &name, &shown) else {
                continue;
            };
            if metadata.is_dir() {
                let inner = match (is_pack, within) {
                    (true, _) if name == ERRATA_FOLDER => Within::Errata,
                    (false, Within::Nothing) => Within::Nothing,
                    _ => Within::Pack,
                };
                self.deeper(&place, &shown, depth, inner);
            } else if (is_pack || within == Within::Errata) && !self.basket.full {
                if is_pack_file(&name) {
                    self.file(&place, &metadata, shown);
                } else if !is_prose(&name) || is_hidden_pack_file(&name) {
                    self.basket.unread(&name, &shown);
                }
            } else if within == Within::Pack && is_pack_file(&name) {
                self.basket.astray(&shown);
            } else if is_nearly_pack(&name) {
                self.basket.no_pack(&shown);
            }
        }
    }

    fn deeper(&mut self, folder: &Path, shown: &str, depth: usize, within: Within) {
        if depth < MAX_DEPTH {
            self.folder(folder, shown, depth + 1, within);
        } else if within == Within::Errata {
            self.basket.too_deep(shown);
        } else {
            self.basket.unseen.get_or_insert_with(|| shown.to_owned());
            self.buried(folder, shown, within);
        }
    }

    /// Tells of what lies too deep and looks as if it should be read. Links are not followed there.
    fn buried(&mut self, folder: &Path, shown: &str, within: Within) {
        let mut waiting = vec![(folder.to_owned(), shown.to_owned())];
        while let Some((folder, shown)) = waiting.pop() {
            let Ok(listed) = fs::read_dir(&folder) else {
                continue;
            };
            let mut names = Vec::new();
            for entry in listed.filter_map(Result::ok) {
                self.buried += 1;
                if self.buried > MOST_BURIED {
                    return;
                }
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                names.extend(
                    entry
                        .file_name()
                        .into_string()
                        .ok()
                        .map(|name| (name, is_folder)),
                );
            }
            names.retain(|(name, _)| !name.starts_with('.'));
            names.sort_unstable();
            if names.iter().any(|(name, _)| name == PACK_FILE) {
                self.basket.too_deep(&shown);
                continue;
            }
            for (name, is_folder) in names.into_iter().rev() {
                let shown = join(&shown, &name);
                if is_folder {
                    waiting.push((folder.join(name), shown));
                } else if within == Within::Pack && is_pack_file(&name) {
                    self.basket.astray(&shown);
                }
            }
        }
    }

    /// The names in a folder that are not hidden, sorted.
    fn names(&mut self, folder: &Path, shown: &str) -> Vec<String> {
        let Some(listed) = self.basket.readable(fs::read_dir(folder), shown) else {
            return Vec::new();
        };
        let room = most_entries().saturating_sub(self.entries);
        let mut names = Vec::new();
        for entry in listed.take(room + 1).filter_map(Result::ok) {
            match entry.file_name().into_string() {
                Ok(name) if name.contains(is_hidden_in_name) => {
                    self.basket.hidden_name(&join(shown, &name));
                }
                Ok(name) => names.push(name),
                Err(name) => self.basket.unnamed(&join(shown, &name.to_string_lossy())),
            }
        }
        self.entries += names.len();
        if names.len() > room {
            self.basket.fill(most_entries() as u64, "files and folders");
        }
        if names.iter().any(|name| name == PLAN) {
            self.unfinished.push(HalfWritten {
                folder: folder.to_owned(),
                shown: shown.to_owned(),
                root: self.root.clone(),
            });
        }
        names.retain(|name| !name.starts_with('.'));
        names.sort_unstable();
        names
    }

    /// Where what a name stands for really lies, and what it is; links are followed only within the rulebook.
    fn entry(&mut self, folder: &Path, name: &str, shown: &str) -> Option<(PathBuf, Metadata)> {
        let place = folder.join(name);
        let metadata = self.basket.readable(fs::symlink_metadata(&place), shown)?;
        if !metadata.is_symlink() {
            return Some((place, metadata));
        }
        let place = self.basket.readable(fs::canonicalize(&place), shown)?;
        let metadata = self.basket.readable(fs::metadata(&place), shown)?;
        if !metadata.is_dir() && !is_pack_file(name) {
            return None;
        }
        if place.starts_with(&self.root) {
            return Some((place, metadata));
        }
        let message = format!("`{shown}` is a link to a place outside the rulebook");
        self.basket.report(
            Code::OutsideFolder,
            message,
            "put a copy of the file into the pack",
        );
        None
    }

    fn file(&mut self, place: &Path, metadata: &Metadata, shown: String) {
        if !metadata.is_file() {
            self.basket.unreadable(&shown, &"it is not a regular file");
        } else if self.basket.admit(metadata.len(), &shown)
            && let Some(bytes) = self.basket.readable(bytes_of(place), &shown)
        {
            self.basket.text(bytes, shown);
        }
    }
}

/// The bytes of a file; one more than the limit at most, should it have grown since it was measured.
fn bytes_of(place: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(place)?
        .take(most_file_bytes().saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_hidden_in_name(letter: char) -> bool {
    letter.is_control() || is_hidden(letter)
}
