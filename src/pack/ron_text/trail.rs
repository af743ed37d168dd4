//! Follows the parser through the input, to find the places that it does not tell.

use super::super::node::span;
use crate::source::{FileId, Span};
use std::cell::Cell;

/// The input, and how far the parser is known to have come.
pub(super) struct Trail<'t> {
    text: &'t str,
    file: FileId,
    at: Cell<usize>,
}

impl<'t> Trail<'t> {
    pub(super) fn new(text: &'t str, file: FileId) -> Self {
        let trail = Self {
            text,
            file,
            at: Cell::new(0),
        };
        trail.skip();
        if trail.rest().starts_with("#!") {
            trail.at.set(trail.after(']'));
        }
        trail
    }

    /// Whether the text is a list of items.
    pub(super) fn begins_with_list(&self) -> bool {
        self.skip();
        self.rest().starts_with('[')
    }

    /// The place of a part of the input, known by where its bytes lie; nothing for a text that is not part of it.
    pub(super) fn part(&self, part: &str) -> Option<Span> {
        let start = part
            .as_ptr()
            .addr()
            .checked_sub(self.text.as_ptr().addr())?;
        let end = start
            .checked_add(part.len())
            .filter(|end| *end <= self.text.len())?;
        self.at.set(end);
        let quote = self.rest().starts_with('"');
        self.at.set(if quote { end + 1 } else { end });
        Some(span(self.file, start, end))
    }

    /// The place of the next quoted text, inside its quotes.
    pub(super) fn quoted(&self) -> Span {
        self.skip();
        let start = self.after('"');
        let mut escaped = false;
        let closes = |c: char| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        };
        let length = self
            .text
            .get(start..)
            .and_then(|rest| rest.find(closes))
            .unwrap_or_default();
        self.at.set(start + length + 1);
        span(self.file, start, start + length)
    }

    /// The next thing without quotes, as written.
    pub(super) fn bare(&self) -> (&'t str, Span) {
        self.skip();
        let (start, rest) = (self.at.get(), self.rest());
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ')' | ']' | '}');
        let length = if rest.starts_with("()") {
            2
        } else {
            rest.find(ends).unwrap_or(rest.len())
        };
        self.at.set(start + length);
        (
            rest.get(..length).unwrap_or_default(),
            span(self.file, start, start + length),
        )
    }

    /// Goes past the next opening bracket and the name before it, if it has one; tells where that begins.
    pub(super) fn open(&self) -> usize {
        self.skip();
        let (start, rest) = (self.at.get(), self.rest());
        let bracket = rest.find(['(', '[', '{']).map_or(0, |length| length + 1);
        self.at.set(start + bracket);
        start
    }

    /// Goes past the next closing bracket; tells the place of all since the opening one.
    pub(super) fn close(&self, start: usize) -> Span {
        self.skip();
        if self.rest().starts_with([')', ']', '}']) {
            self.at.set(self.at.get() + 1);
        }
        span(self.file, start, self.at.get())
    }

    /// How far it has come.
    pub(super) fn mark(&self) -> usize {
        self.at.get()
    }

    /// Goes back.
    pub(super) fn back_to(&self, mark: usize) {
        self.at.set(mark);
    }

    /// The place where it is.
    pub(super) fn here(&self) -> Span {
        span(self.file, self.at.get(), self.at.get())
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at.get()..).unwrap_or_default()
    }

    /// The offset after the next such character.
    fn after(&self, character: char) -> usize {
        let rest = self.rest();
        self.at.get()
            + rest
                .find(character)
                .map_or(rest.len(), |length| length + character.len_utf8())
    }

    /// Passes over blanks, commas, colons, the marks of raw texts, and comments.
    fn skip(&self) {
        loop {
            let rest = self.rest();
            let between = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '#');
            let skipped = rest.len() - rest.trim_start_matches(between).len();
            let comment = comment(rest.get(skipped..).unwrap_or_default());
            self.at.set(self.at.get() + skipped + comment);
            if skipped + comment == 0 {
                return;
            }
        }
    }
}

/// The length of the comment with which a text begins; 0 if it begins with none.
pub(super) fn comment(rest: &str) -> usize {
    let to = |end: &str| {
        rest.find(end)
            .map_or(rest.len(), |length| length + end.len())
    };
    if rest.starts_with("//") {
        to("\n")
    } else if rest.starts_with("/*") {
        block(rest)
    } else {
        0
    }
}

/// The length of a block comment, in which others may stand.
fn block(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(pair) = rest.as_bytes().get(at..at + 2) {
        let mark = matches!(pair, b"/*" | b"*/");
        depth = if pair == b"/*" {
            depth + 1
        } else {
            depth - usize::from(mark)
        };
        at += if mark { 2 } else { 1 };
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}
