//! The texts of a rulebook as they are collected, never more than the limits declared here, and what could not be read.

use crate::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::limits::{many, scaled};
use std::fmt::Display;
use std::io::Result;

/// The largest file of a pack, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// The largest rulebook, in bytes.
const MAX_RULEBOOK_BYTES: u64 = 16 << 20;
/// The most files in a rulebook.
const MAX_FILES: usize = 2_000;
/// The most names looked at in search of packs.
const MAX_ENTRIES: usize = 20_000;
/// How many folders down a pack may lie.
pub const MAX_DEPTH: usize = 4;

/// The most bytes of a file that is read.
pub fn most_file_bytes() -> u64 {
    scaled(MAX_FILE_BYTES)
}

/// The most bytes of all files together.
pub fn most_bytes() -> u64 {
    scaled(MAX_RULEBOOK_BYTES)
}

/// The most files that are read.
pub fn most_files() -> usize {
    many(MAX_FILES)
}

/// The most names that are looked at.
pub fn most_entries() -> usize {
    many(MAX_ENTRIES)
}

/// The file that makes a folder a pack.
pub const PACK_FILE: &str = "pack.toml";
/// The folder within a pack whose files belong to the pack too.
pub const ERRATA_FOLDER: &str = "errata";

/// Texts, each with its path.
pub type Texts = Vec<(String, String)>;

/// What was read so far.
#[derive(Default)]
pub struct Basket {
    pub texts: Texts,
    /// What could not be read.
    pub problems: Vec<Diagnostic>,
    /// How many files, and bytes in them, were let in.
    files: usize,
    bytes: u64,
    /// The first folder that lies too deep to be looked into.
    pub unseen: Option<String>,
    /// Whether a limit of the whole rulebook is reached.
    pub full: bool,
}

impl Basket {
    /// Lets in a file of so many bytes, or tells why not.
    pub fn admit(&mut self, bytes: u64, shown: &str) -> bool {
        if self.files >= most_files() {
            self.fill(most_files() as u64, "files");
        } else if self.bytes.saturating_add(bytes) > most_bytes() {
            self.fill(most_bytes(), "bytes");
        } else if bytes > most_file_bytes() {
            self.over(over_bytes(shown));
        } else {
            self.files += 1;
            self.bytes = self.bytes.saturating_add(bytes);
            return true;
        }
        false
    }

    /// Adds the text of a file that was let in, if its bytes are one.
    pub fn text(&mut self, bytes: Vec<u8>, shown: String) {
        let error = match String::from_utf8(bytes) {
            Ok(text) => return self.texts.push((shown, text)),
            Err(error) => error,
        };
        let offset = error.utf8_error().valid_up_to();
        let before = error.as_bytes().iter().take(offset);
        let line = 1 + before.filter(|byte| **byte == b'\n').count();
        let message = format!("`{shown}` is not UTF-8 text: byte {offset}, on line {line}");
        self.report(
            Code::NotUtf8,
            message,
            "save the file with the encoding UTF-8",
        );
    }

    /// Tells of a name that is no text.
    pub fn unnamed(&mut self, shown: &str) {
        let message = format!("the name of `{shown}` is not UTF-8 text, so it is not read");
        self.warn(Code::NotUtf8, message, "give it a name of plain letters");
    }

    /// Tells of a file or folder in whose name a letter would not be seen.
    pub fn hidden_name(&mut self, shown: &str) {
        let shown = shown.escape_debug();
        let message =
            format!("the name of `{shown}` holds a letter that is not seen, so it is not read");
        self.warn(Code::NotUtf8, message, "give it a name of plain letters");
    }

    /// Tells if nothing was found in a place at all: no text, and no problem beyond those known before.
    pub fn refuse_empty(&mut self, shown: &str, known: usize) {
        let mut problems = self.problems.iter().skip(known);
        let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
        if !self.texts.is_empty() || problems.any(is_error) {
            return;
        }
        let message = format!("there is no pack in `{shown}`");
        let finding = Diagnostic::error_nowhere(Code::MissingPack, message)
            .help(format!("a pack is a folder with a `{PACK_FILE}`"));
        let deep = |unseen| {
            format!("`{unseen}` was not looked into: it lies more than {MAX_DEPTH} folders down")
        };
        self.problems.push(match self.unseen.as_ref().map(deep) {
            None => finding,
            Some(unseen) => finding.help(unseen),
        });
    }

    pub fn report(&mut self, code: Code, message: String, help: &str) {
        self.problems
            .push(Diagnostic::error_nowhere(code, message).help(help));
    }

    pub fn warn(&mut self, code: Code, message: String, help: &str) {
        self.report(code, message, help);
        if let Some(found) = self.problems.last_mut() {
            found.severity = Severity::Warning;
        }
    }

    pub fn readable<T>(&mut self, result: Result<T>, shown: &str) -> Option<T> {
        result.map_err(|error| self.unreadable(shown, &error)).ok()
    }

    pub fn unreadable(&mut self, shown: &str, reason: &dyn Display) {
        let message = format!("cannot read `{shown}`: {reason}");
        let finding = Diagnostic::error_nowhere(Code::UnreadableFile, message);
        self.problems.push(finding);
    }

    /// Tells of a file in a pack that is not read, with what its name was likely meant to be.
    pub fn unread(&mut self, name: &str, shown: &str) {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let is_near =
            |known: &&str| strsim::damerau_levenshtein(known, &extension.to_lowercase()) <= 2;
        let near = EXTENSIONS
            .into_iter()
            .find(is_near)
            .filter(|_| !extension.is_empty());
        let help = near.map(|near| did_you_mean(format!("{stem}.{near}")));
        let help = help.or_else(|| is_pack_file(stem).then(|| did_you_mean(stem)));
        let known =
            "the files of a pack end in `.toml` or `.ron`; notes for people in `.md` or `.txt`";
        let message = format!("`{shown}` is not read");
        self.warn(Code::UnreadFile, message, help.as_deref().unwrap_or(known));
    }

    pub fn no_folder(&mut self, shown: &dyn Display, reason: &dyn Display) {
        let message = format!("cannot read `{shown}`: {reason}");
        let help = "name a folder of packs, or `embedded` for the shipped rulebook";
        self.report(Code::UnreadableFile, message, help);
    }

    pub fn over(&mut self, message: String) {
        self.problems
            .push(Diagnostic::error_nowhere(Code::OverLimit, message).help(BUDGET));
    }

    /// Tells that a place lies too deep.
    pub fn too_deep(&mut self, shown: &str) {
        let message = format!("`{shown}` lies more than {MAX_DEPTH} folders down");
        let help = "move it up, or name a folder nearer to it with `--rules`";
        self.report(Code::OverLimit, message, help);
    }

    /// Tells of a file in a folder of a pack from which nothing is read.
    pub fn astray(&mut self, shown: &str) {
        let message = format!("`{shown}` is not read");
        let help = format!(
            "the files of a pack lie beside its `{PACK_FILE}`, those of errata in its folder `{ERRATA_FOLDER}`: \
             move it there"
        );
        self.warn(Code::UnreadFile, message, &help);
    }

    /// Tells of a file that was likely meant to make its folder a pack.
    pub fn no_pack(&mut self, shown: &str) {
        let message = format!("`{shown}` is not read, so that its folder is no pack");
        self.warn(
            Code::UnreadFile,
            message,
            &format!("did you mean `{PACK_FILE}`?"),
        );
    }

    /// Reports a limit of the whole rulebook, once, and takes nothing more.
    pub fn fill(&mut self, most: u64, what: &str) {
        if !self.full {
            self.over(format!("there are more than {most} {what}"));
        }
        self.full = true;
    }
}

/// What allows more than is usual.
pub const BUDGET: &str = "divide it; or `--budget 10` allows ten times as much";

/// What is told of a file that is too large.
pub fn over_bytes(shown: &str) -> String {
    format!("`{shown}` has more than {} bytes", most_file_bytes())
}

/// Files of a pack are those with these extensions; all others are told of, except notes for people.
const EXTENSIONS: [&str; 2] = ["toml", "ron"];

/// Whether a file of this name belongs to a pack.
pub fn is_pack_file(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    !name.starts_with('.') && extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// Whether a file of this name was meant to belong to a pack, and an editor gave it another ending: `chart.ron.txt`.
pub fn is_hidden_pack_file(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(stem, _)| is_pack_file(stem))
}

/// Whether a file was meant to make its folder a pack: `Pack.toml`, `pack.toml.txt`.
pub fn is_nearly_pack(name: &str) -> bool {
    let is_it = |name: &str| name.eq_ignore_ascii_case(PACK_FILE);
    is_it(name) || name.rsplit_once('.').is_some_and(|(stem, _)| is_it(stem))
}

/// Whether a file of this name is for people: it may lie in a pack, and is not read.
pub fn is_prose(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let (stem, _) = name.split_once('.').unwrap_or((&name, ""));
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "md" | "txt" | "pdf")
        || matches!(
            stem,
            "readme" | "license" | "licence" | "copying" | "notice"
        )
}

/// A path, with `/` between its parts.
pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}
