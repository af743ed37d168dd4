//! A file that only grows: one line after another, each written whole and on the disk before anything is told of it.

use super::lock::wait_for;
use super::read::{bytes_within, regular};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// The largest journal that is read, in bytes.
pub const MAX_JOURNAL_BYTES: u64 = 16 << 20;

/// A journal that one program holds: another one waits until it lets go.
#[derive(Debug)]
pub struct Journal {
    file: File,
    text: String,
}

/// The text of a journal, as whole as its last writer left it, once nobody writes there; it is waited for that so long.
///
/// # Errors
///
/// Where the file cannot be read, is too large, is no text, or is a device or a pipe.
pub fn read_journal(path: &Path, patience: Duration) -> io::Result<String> {
    regular(&fs::metadata(path)?)?;
    let mut file = File::open(path)?;
    wait_for(&file, File::try_lock_shared, patience)?;
    text_of(&mut file)
}

impl Journal {
    /// Opens a journal that is there, once nobody else writes there, and keeps others from it until it is dropped; it is waited
    /// for that so long.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read or written, or is a device or a pipe.
    pub fn open(path: &Path, patience: Duration) -> io::Result<Self> {
        regular(&fs::metadata(path)?)?;
        let mut file = OpenOptions::new().read(true).append(true).open(path)?;
        wait_for(&file, File::try_lock, patience)?;
        let text = text_of(&mut file)?;
        Ok(Self { file, text })
    }

    /// Begins a journal with a text; there must be no file yet.
    ///
    /// # Errors
    ///
    /// Where there is a file, or none can be written.
    pub fn begin(path: &Path, text: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let written = file
            .write_all(text.as_bytes())
            .and_then(|()| file.sync_all());
        // A journal that says nothing would only be in the way.
        written.inspect_err(|_| drop(fs::remove_file(path)))
    }

    /// What stands in it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds some lines, and waits until they are on the disk. A last line without its end stays as it is, and ends in a mark.
    ///
    /// # Errors
    ///
    /// Where they cannot be written.
    pub fn append(&mut self, lines: &[String], unfinished: &str) -> io::Result<()> {
        let mut text = String::new();
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            text.push_str(unfinished);
            text.push('\n');
        }
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()?;
        self.text.push_str(&text);
        Ok(())
    }
}

fn text_of(file: &mut File) -> io::Result<String> {
    let bytes = bytes_within(MAX_JOURNAL_BYTES, file)?;
    // A line that was cut within a letter is no reason to lose the others.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
