//! Reading a file that a person names, which is no file of a pack; never more of one than the limit, as a device has no end.

use crate::diagnostic::Diagnostic;
use crate::limits::scaled;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest text that is read, in bytes: a book of the largest rulebook is smaller.
const MAX_TEXT_BYTES: u64 = 256 << 20;

/// The largest text that a person gives to be read as a whole, in bytes: a sheet, the events of a game.
const MAX_GIVEN_BYTES: u64 = 16 << 20;

/// All bytes of something, unless they are more than a limit.
pub fn bytes_within(limit: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(read).is_ok_and(|read| read <= limit) {
        return Ok(bytes);
    }
    let message = format!("it is larger than {limit} bytes");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
}

fn text_within(limit: u64, from: impl Read) -> io::Result<String> {
    String::from_utf8(bytes_within(limit, from)?).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let message =
            format!("it is not UTF-8 text at byte {offset}: save it with the encoding UTF-8");
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// The text of a file that is to be written; nothing where there is none yet.
///
/// # Errors
///
/// Where it cannot be read, is too large, is not UTF-8, or is a device or a pipe, which is not replaced by a text.
pub fn text_there(file: &Path) -> io::Result<Option<String>> {
    text_up_to(MAX_TEXT_BYTES, file)
}

/// The same, of no more than so many bytes.
pub fn text_up_to(limit: u64, file: &Path) -> io::Result<Option<String>> {
    match fs::metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Ok(metadata) => regular(&metadata)?,
        Err(_) => {}
    }
    text_within(limit, File::open(file)?).map(Some)
}

/// Refuses a device, a folder, and a pipe, at which one would wait for somebody who writes.
pub(super) fn regular(metadata: &fs::Metadata) -> io::Result<()> {
    match metadata.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("it is not a regular file")),
    }
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
        return text_within(scaled(MAX_GIVEN_BYTES), io::stdin())
            .map_err(|error| Diagnostic::request(format!("standard input: {error}")));
    }
    open_bytes(Path::new(file))
        .and_then(|opened| text_within(scaled(MAX_GIVEN_BYTES), opened))
        .map_err(|error| Diagnostic::request(format!("`{file}` cannot be read: {error}")))
}
