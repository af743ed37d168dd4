//! The texts of a rulebook as they are collected, never more than the limits declared here, and what could not be read.

use super::load::EXTENSIONS;
use crate::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use std::fmt::Display;

/// The largest file of a pack, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
/// The largest rulebook, in bytes.
pub const MAX_RULEBOOK_BYTES: u64 = 16 << 20;
/// The most files in a rulebook.
pub const MAX_FILES: usize = 2_000;
/// How many folders down a pack may lie.
pub const MAX_DEPTH: usize = 4;

/// The file that makes a folder a pack.
pub(super) const PACK_FILE: &str = "pack.toml";
/// The folder within a pack whose files belong to the pack too.
pub(super) const ERRATA_FOLDER: &str = "errata";

/// What was read so far.
#[derive(Default)]
pub(super) struct Basket {
    texts: Vec<(String, String)>,
    problems: Vec<Diagnostic>,
    /// How many files, and bytes in them, were let in.
    files: usize,
    bytes: u64,
    /// The first folder that lies too deep to be looked into.
    pub(super) unseen: Option<String>,
    /// Whether a limit of the whole rulebook is reached.
    pub(super) full: bool,
}

impl Basket {
    /// The texts since the last time, with their paths.
    pub(super) fn take_texts(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.texts)
    }

    /// What could not be read.
    pub(super) fn into_problems(self) -> Vec<Diagnostic> {
        self.problems
    }

    /// Lets in a file of so many bytes, or tells why not.
    pub(super) fn admit(&mut self, bytes: u64, shown: &str) -> bool {
        if self.files >= MAX_FILES {
            self.fill(format!("there are more than {MAX_FILES} files"));
        } else if self.bytes.saturating_add(bytes) > MAX_RULEBOOK_BYTES {
            self.fill(format!("there are more than {MAX_RULEBOOK_BYTES} bytes"));
        } else if bytes > MAX_FILE_BYTES {
            self.over(format!("`{shown}` has more than {MAX_FILE_BYTES} bytes"));
        } else {
            self.files += 1;
            self.bytes = self.bytes.saturating_add(bytes);
            return true;
        }
        false
    }

    /// Adds the text of a file that was let in, if its bytes are one.
    pub(super) fn text(&mut self, bytes: Vec<u8>, shown: String) {
        match String::from_utf8(bytes) {
            Ok(text) => self.texts.push((shown, text)),
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                let line = 1 + error
                    .as_bytes()
                    .iter()
                    .take(offset)
                    .filter(|byte| **byte == b'\n')
                    .count();
                let message = format!("`{shown}` is not UTF-8 text: byte {offset}, on line {line}");
                let found = Diagnostic::error_nowhere(Code::NotUtf8, message);
                self.report(found.help("save the file with the encoding UTF-8"));
            }
        }
    }

    /// Tells of a name that is no text.
    pub(super) fn unnamed(&mut self, shown: &str) {
        let message = format!("the name of `{shown}` is not UTF-8 text, so it is not read");
        let mut found = Diagnostic::error_nowhere(Code::NotUtf8, message);
        found.severity = Severity::Warning;
        self.report(found.help("give it a name of plain letters"));
    }

    /// How many problems there are by now.
    pub(super) const fn found(&self) -> usize {
        self.problems.len()
    }

    /// Tells if nothing was found in a place at all: no text, and no problem beyond those known before.
    pub(super) fn refuse_empty(&mut self, shown: &str, before: usize) {
        if self.texts.is_empty() && self.problems.len() == before {
            let found = Diagnostic::error_nowhere(
                Code::MissingPack,
                format!("there is no pack in `{shown}`"),
            );
            let found = found.help(format!("a pack is a folder with a `{PACK_FILE}`"));
            self.report(match &self.unseen {
                None => found,
                Some(unseen) => found.help(format!(
                    "`{unseen}` was not looked into: it lies more than {MAX_DEPTH} folders down"
                )),
            });
        }
    }

    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    pub(super) fn readable<T>(&mut self, result: std::io::Result<T>, shown: &str) -> Option<T> {
        result.map_err(|error| self.unreadable(&shown, &error)).ok()
    }

    pub(super) fn unreadable(&mut self, shown: &dyn Display, reason: &dyn Display) {
        let message = format!("cannot read `{shown}`: {reason}");
        self.report(Diagnostic::error_nowhere(Code::UnreadableFile, message));
    }

    /// Tells of a file in a pack that is not read, with what its name was likely meant to be.
    pub(super) fn unread(&mut self, name: &str, shown: &str) {
        let mut found =
            Diagnostic::error_nowhere(Code::UnreadFile, format!("`{shown}` is not read"));
        found.severity = Severity::Warning;
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let near = EXTENSIONS
            .iter()
            .find(|known| strsim::damerau_levenshtein(known, &extension.to_lowercase()) <= 2);
        self.report(found.help(match near.filter(|_| !extension.is_empty()) {
            Some(near) => did_you_mean(format!("{stem}.{near}")),
            None => "the files of a pack end in `.toml` or `.ron`; notes for people in `.md` or `.txt`".to_owned(),
        }));
    }

    pub(super) fn no_folder(&mut self, shown: &dyn Display, reason: &dyn Display) {
        let found = Diagnostic::error_nowhere(
            Code::UnreadableFile,
            format!("cannot read `{shown}`: {reason}"),
        );
        self.report(found.help("name a folder of packs, or `embedded` for the shipped rulebook"));
    }

    pub(super) fn over(&mut self, message: String) {
        self.report(Diagnostic::error_nowhere(Code::OverLimit, message));
    }

    /// Reports a limit of the whole rulebook, once, and takes nothing more.
    pub(super) fn fill(&mut self, message: String) {
        if !self.full {
            self.over(message);
        }
        self.full = true;
    }
}
