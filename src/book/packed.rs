//! Data as they stand in the page: JSON, deflated, in letters that mean nothing to HTML.

use crate::render::visible;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CharEscape, Formatter};
use sha2::{Digest, Sha256};
use std::io::{Result, Write};

/// How hard it is tried to make the data small, from 0 to 10.
const LEVEL: u8 = 7;

/// The data, to be unpacked by the page's script.
pub fn packed(data: &impl Serialize) -> String {
    let mut text = Vec::new();
    let written = data.serialize(&mut Serializer::with_formatter(&mut text, Visible));
    // Nothing that the book is made of cannot be written into memory.
    drop(written);
    STANDARD.encode(compress_to_vec_zlib(&text, LEVEL))
}

/// Texts in which each character that would not be seen is told: `\u{202e}`.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> Result<()> {
        // The backslash before what is told is one of the text, and stands twice in JSON.
        let shown = visible::for_people(fragment);
        writer.write_all(
            match shown == fragment {
                true => shown.into_owned(),
                false => shown.replace("\\u{", "\\\\u{"),
            }
            .as_bytes(),
        )
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> Result<()> {
        match escape {
            CharEscape::Quote => writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => writer.write_all(b"\\\\"),
            CharEscape::LineFeed => writer.write_all(b"\\n"),
            CharEscape::Tab => writer.write_all(b"\\t"),
            CharEscape::Solidus => writer.write_all(b"/"),
            CharEscape::Backspace => writer.write_all(b"\\\\u{8}"),
            CharEscape::FormFeed => writer.write_all(b"\\\\u{c}"),
            CharEscape::CarriageReturn => writer.write_all(b"\\\\u{d}"),
            CharEscape::AsciiControl(letter) => write!(writer, "\\\\u{{{letter:x}}}"),
        }
    }
}

/// The source by which a page's policy allows a script or style of this text, and no other.
pub fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
