//! What a text could do to a terminal, made visible where it leaves: control characters, and those that turn the direction of
//! writing. Our own styles pass; a text of a pack is rid of its own where it is read.

use crate::diagnostic::{escape, escape_plainly, is_hidden};
use std::borrow::Cow;
use std::io::{self, Write};

/// The text for people, with each character that would not be seen written as `\u{202e}`; our own styles stay.
pub fn for_people(text: &str) -> Cow<'_, str> {
    escaped(text, escape)
}

/// The text of a JSON value, with the same characters written as JSON writes them.
pub fn for_programs(text: &str) -> Cow<'_, str> {
    escaped(text, escape_plainly)
}

/// What a JSON value is written to part by part, each part made visible.
pub struct Programs<'w, W>(pub &'w mut W);

impl<W: Write> Write for Programs<'_, W> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        match str::from_utf8(part) {
            Ok(text) => self.0.write_all(for_programs(text).as_bytes())?,
            Err(_) => self.0.write_all(part)?,
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn escaped(text: &str, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_hidden) {
        let (before, from) = rest.split_at(at);
        shown.push_str(before);
        let style = style(from);
        let mut letters = from.chars();
        match (style, letters.next()) {
            (0, Some(letter)) => {
                shown.push_str(&escape(letter));
                rest = letters.as_str();
            }
            _ => {
                let (own, after) = from.split_at(style);
                shown.push_str(own);
                rest = after;
            }
        }
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// The length of the style with which a text begins, if it begins with one that hides nothing: `\x1b[1;32m`.
fn style(text: &str) -> usize {
    let Some((codes, _)) = text
        .strip_prefix("\x1b[")
        .and_then(|rest| rest.split_once('m'))
    else {
        return 0;
    };
    let is_plain = |code: &str| {
        matches!(code.parse(), Ok(0..=4 | 22 | 30..=37 | 39 | 90..=97)) || code.is_empty()
    };
    let is_color = codes
        .strip_prefix("38;5;")
        .is_some_and(|color| color.parse::<u8>().is_ok());
    if is_color || codes.split(';').all(is_plain) {
        "\x1b[m".len() + codes.len()
    } else {
        0
    }
}
