//! Reading a rulebook from a folder that nobody has vouched for: nothing outside it is read, nothing that is not a regular
//! file, and never more than the limits declared here.

use super::load::is_pack_file;
use super::{Problem, ProblemKind};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file of a pack, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
/// The largest rulebook, in bytes.
pub const MAX_RULEBOOK_BYTES: u64 = 16 << 20;
/// The most files in a rulebook.
pub const MAX_FILES: usize = 2_000;
/// How many folders down a pack may lie.
pub const MAX_DEPTH: usize = 4;
/// The most names looked at in search of packs.
pub const MAX_ENTRIES: usize = 20_000;

/// The file that makes a folder a pack.
const PACK_FILE: &str = "pack.toml";
/// The folder within a pack whose files belong to the pack too.
const ERRATA_FOLDER: &str = "errata";

/// The texts of all packs in a folder, with their paths, and what could not be read.
pub(super) fn read(folder: &Path) -> (Vec<(String, String)>, Vec<Problem>) {
    let mut walk = Walk::default();
    match fs::canonicalize(folder).and_then(|root| fs::metadata(&root).map(|metadata| (root, metadata))) {
        Err(error) => walk.unreadable(&folder.display(), &error),
        Ok((_, metadata)) if !metadata.is_dir() => walk.unreadable(&folder.display(), &"it is not a folder"),
        Ok((root, _)) => walk.whole(&root, &shown(folder)),
    }
    (walk.texts, walk.problems)
}

/// How the user wrote the folder, without a `/` at its end; nothing for the current folder.
fn shown(folder: &Path) -> String {
    let shown = folder.to_string_lossy().replace('\\', "/");
    let shown = shown.trim_end_matches('/');
    if shown == "." { String::new() } else { shown.to_owned() }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
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
    texts: Vec<(String, String)>,
    problems: Vec<Problem>,
    /// Folders already walked, so that a link cannot lead round in a circle.
    walked: BTreeSet<PathBuf>,
    bytes: u64,
    entries: usize,
    /// Whether a limit of the whole rulebook is reached.
    full: bool,
}

impl Walk {
    fn whole(&mut self, root: &Path, shown: &str) {
        root.clone_into(&mut self.root);
        self.folder(root, shown, 0, false);
        if self.texts.is_empty() && self.problems.is_empty() {
            let shown = if shown.is_empty() { "." } else { shown };
            let found = Problem::new(ProblemKind::NoPack, format!("there is no pack in `{shown}`"));
            self.problems.push(found.help(format!("a pack is a folder with a `{PACK_FILE}`")));
        }
    }

    /// Walks a folder; `belongs` says that its files are those of the pack around it.
    fn folder(&mut self, folder: &Path, shown: &str, depth: usize, belongs: bool) {
        if self.full || !self.walked.insert(folder.to_owned()) {
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
                self.deeper(&entry.place, &shown, depth, is_pack && entry.name == ERRATA_FOLDER);
            } else if (is_pack || belongs) && is_pack_file(&entry.name) && !self.full {
                self.file(&entry, shown);
            }
        }
    }

    fn deeper(&mut self, folder: &Path, shown: &str, depth: usize, belongs: bool) {
        if depth < MAX_DEPTH {
            self.folder(folder, shown, depth + 1, belongs);
        } else if belongs || folder.join(PACK_FILE).exists() {
            self.over(format!("`{shown}` lies more than {MAX_DEPTH} folders down"));
        }
    }

    /// The names in a folder that are not hidden, sorted.
    fn names(&mut self, folder: &Path, shown: &str) -> Vec<String> {
        let listed = match fs::read_dir(folder) {
            Ok(listed) => listed,
            Err(error) => {
                self.unreadable(&shown, &error);
                return Vec::new();
            }
        };
        let room = MAX_ENTRIES.saturating_sub(self.entries);
        let names = listed.take(room + 1).filter_map(Result::ok);
        let mut names: Vec<_> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        self.entries += names.len();
        if names.len() > room {
            self.fill(format!("there are more than {MAX_ENTRIES} files and folders"));
        }
        names.retain(|name| !name.starts_with('.'));
        names.sort_unstable();
        names
    }

    /// What a name stands for; links are followed only within the rulebook.
    fn entry(&mut self, folder: &Path, name: String, shown: &str) -> Option<Entry> {
        let place = folder.join(&name);
        let metadata = self.readable(fs::symlink_metadata(&place), shown)?;
        if !metadata.is_symlink() {
            return Some(Entry { name, place, metadata });
        }
        let place = self.readable(fs::canonicalize(&place), shown)?;
        let metadata = self.readable(fs::metadata(&place), shown)?;
        if !metadata.is_dir() && !is_pack_file(&name) {
            return None;
        }
        if place.starts_with(&self.root) {
            return Some(Entry { name, place, metadata });
        }
        self.outside(shown);
        None
    }

    fn file(&mut self, entry: &Entry, shown: String) {
        if !entry.metadata.is_file() {
            return self.unreadable(&shown, &"it is not a regular file");
        }
        if self.texts.len() >= MAX_FILES {
            return self.fill(format!("there are more than {MAX_FILES} files"));
        }
        if self.bytes.saturating_add(entry.metadata.len()) > MAX_RULEBOOK_BYTES {
            return self.fill(format!("there are more than {MAX_RULEBOOK_BYTES} bytes"));
        }
        if entry.metadata.len() > MAX_FILE_BYTES {
            return self.over(format!("`{shown}` has more than {MAX_FILE_BYTES} bytes"));
        }
        if let Some(bytes) = self.readable(bytes_of(&entry.place), &shown) {
            self.bytes = self.bytes.saturating_add(bytes.len() as u64);
            self.text(bytes, shown);
        }
    }

    fn text(&mut self, bytes: Vec<u8>, shown: String) {
        match String::from_utf8(bytes) {
            Ok(text) => self.texts.push((shown, text)),
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                let line = 1 + error.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count();
                let message = format!("`{shown}` is not UTF-8 text: byte {offset}, on line {line}");
                let found = Problem::new(ProblemKind::NotUtf8, message);
                self.problems.push(found.help("save the file with the encoding UTF-8"));
            }
        }
    }

    fn readable<T>(&mut self, result: std::io::Result<T>, shown: &str) -> Option<T> {
        result.map_err(|error| self.unreadable(&shown, &error)).ok()
    }

    fn unreadable(&mut self, shown: &dyn Display, reason: &dyn Display) {
        let message = format!("cannot read `{shown}`: {reason}");
        self.problems.push(Problem::new(ProblemKind::Unreadable, message));
    }

    fn outside(&mut self, shown: &str) {
        let message = format!("`{shown}` is a link to a place outside the rulebook");
        let found = Problem::new(ProblemKind::Outside, message);
        self.problems.push(found.help("put a copy of the file into the pack"));
    }

    fn over(&mut self, message: String) {
        self.problems.push(Problem::new(ProblemKind::OverLimit, message));
    }

    /// Reports a limit of the whole rulebook, once, and reads nothing more.
    fn fill(&mut self, message: String) {
        if !self.full {
            self.over(message);
        }
        self.full = true;
    }
}

/// The bytes of a file; one more than the limit at most, should it have grown since it was measured.
fn bytes_of(place: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(place)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
