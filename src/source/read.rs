//! Reading a file that a person names, which is no file of a pack.

use crate::diagnostic::Diagnostic;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The text of a file.
///
/// # Errors
///
/// Where it cannot be read, or is not UTF-8.
pub fn read_text(file: &Path) -> io::Result<String> {
    fs::read_to_string(file)
}

/// A file to be read bit by bit.
///
/// # Errors
///
/// Where it cannot be opened.
pub fn open_bytes(file: &Path) -> io::Result<impl Read + use<>> {
    File::open(file)
}

/// The text of a file that a person names; `-` is standard input.
///
/// # Errors
///
/// Where it cannot be read.
pub fn given_text(file: &str) -> Result<String, Diagnostic> {
    if file == "-" {
        return io::read_to_string(io::stdin())
            .map_err(|error| Diagnostic::request(format!("standard input: {error}")));
    }
    read_text(Path::new(file))
        .map_err(|error| Diagnostic::request(format!("`{file}` cannot be read: {error}")))
}
