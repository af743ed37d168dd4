//! Reading a file that a person names, which is no file of a pack.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The text of a file.
///
/// # Errors
///
/// Where it cannot be read, or is not UTF-8.
pub fn read_text(file: &Path) -> io::Result<String> {
    fs::read_to_string(file)
}

/// A file to be read line by line.
///
/// # Errors
///
/// Where it cannot be opened.
pub fn open_lines(file: &Path) -> io::Result<impl BufRead> {
    File::open(file).map(BufReader::new)
}
