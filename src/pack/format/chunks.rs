//! A file taken apart at its headers, and put together again: one blank line between its parts, the signs of a part in a column,
//! tables in columns.

use super::layout::{Piece, Shape, TOML, holds_expressions, lines, set_expressions, with_comments};
use super::table::aligned;
use std::borrow::Cow;
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};
use unicode_width::UnicodeWidthStr;

/// What stands under one header; the first of a file may have none.
#[derive(Debug, Clone, Default)]
pub struct Chunk {
    /// The comments above it, and an empty line where blank lines part them.
    pub lead: Vec<String>,
    /// Where it begins in the file, with its header, and where its last value ends.
    pub start: usize,
    pub end: usize,
    /// The header's line, with a comment behind it.
    pub header: String,
    pub entries: Vec<Entry>,
    /// The comments right below its last entry.
    pub tail: Vec<String>,
    /// What is to stand right behind it.
    pub behind: Vec<Self>,
}

/// A line that gives a key its value.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// The comments above it, and an empty line where blank lines part them.
    pub above: Vec<String>,
    pub key: String,
    pub value: String,
    /// What follows on the line of its end: a comment, with the blanks before it.
    pub behind: String,
    /// All comments within its value and behind it.
    pub comments: Vec<String>,
}

impl Entry {
    pub fn new(key: impl Into<String>, value: String) -> Self {
        Self {
            key: key.into(),
            value,
            ..Self::default()
        }
    }

    fn is_dotted(&self) -> bool {
        self.key.contains('.') && !self.key.starts_with(['"', '\''])
    }

    /// Its lines, the first behind `before`: a table in columns, another text of several lines as it is.
    fn laid_out(&self, before: String) -> Vec<(String, Cow<'_, str>)> {
        if ["\"\"\"", "'''"]
            .iter()
            .any(|quote| self.value.starts_with(quote))
        {
            return vec![(
                before + &aligned(&self.value),
                self.behind.trim_start().into(),
            )];
        }
        let all = format!("{}{}", self.value, self.behind);
        let mut pieces = pieces(&all);
        if pieces.len() == 1 && !holds_expressions(&self.key) {
            return vec![(before + &all, Cow::Borrowed(""))];
        }
        set_expressions(&mut pieces, &self.key);
        let mut before = Some(before);
        let line = |line: super::layout::Line<'_>| {
            let code = before.take().unwrap_or_default() + &line.code(TOML);
            (code, Cow::Owned(line.comment.into_owned()))
        };
        lines(pieces).into_iter().map(line).collect()
    }
}

/// The pieces of a TOML value or key.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let piece = |token: Token| {
        let shape = match token.kind() {
            TokenKind::Whitespace | TokenKind::Eof => return None,
            TokenKind::Newline => Shape::Break,
            TokenKind::Comment => Shape::Comment,
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => Shape::Open,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => Shape::Close,
            TokenKind::Comma => Shape::Comma,
            TokenKind::Equals => Shape::Sign,
            TokenKind::Dot => Shape::Dot,
            TokenKind::BasicString | TokenKind::LiteralString => Shape::Text,
            TokenKind::MlBasicString | TokenKind::MlLiteralString | TokenKind::Atom => Shape::Word,
        };
        let text = text.get(token.span().start()..token.span().end())?;
        Some(Piece::new(shape, text.trim_end_matches([' ', '\t', '\r'])))
    };
    Source::new(text).lex().filter_map(piece).collect()
}

/// A key, or a header, without blanks; a comment behind it stands two blanks away.
fn dense(text: &str) -> String {
    let mut dense = String::with_capacity(text.len());
    for piece in pieces(text) {
        dense.push_str(if piece.shape == Shape::Comment {
            "  "
        } else {
            ""
        });
        dense.push_str(&piece.text);
    }
    dense
}

/// Keys that are longer have no say in where the signs of the others stand.
const LONG_KEY: usize = 40;

impl Chunk {
    /// What is written anew under a header.
    pub fn new(header: String, entries: Vec<Entry>) -> Self {
        Self {
            header,
            entries,
            ..Self::default()
        }
    }

    /// The comments within it.
    pub fn comments(&self) -> Vec<String> {
        let header = self.header.find('#').and_then(|at| self.header.get(at..));
        let of = |entry: &Entry| -> Vec<String> {
            let above = entry.above.iter().filter(|line| !line.is_empty());
            above.chain(&entry.comments).cloned().collect()
        };
        let within = self.entries.iter().flat_map(of);
        let within = within.chain(self.tail.iter().cloned());
        header
            .map(str::to_owned)
            .into_iter()
            .chain(within)
            .collect()
    }

    /// All comments of something that is written anew elsewhere.
    pub fn all_comments(&self) -> Vec<String> {
        let lead = self.lead.iter().filter(|line| !line.is_empty());
        lead.cloned().chain(self.comments()).collect()
    }

    /// Takes an entry out, with the comment on its line; those above it stay.
    pub fn cut(&mut self, key: &str) {
        if let Some(at) = self.entries.iter().position(|entry| entry.key == key) {
            let mut above = self.entries.remove(at).above;
            if let Some(next) = self.entries.get_mut(at) {
                above.append(&mut next.above);
                next.above = above;
            }
        }
    }

    /// Takes an entry out, unless a comment stands with it; whether it is gone.
    pub fn drop_plain(&mut self, key: &str) -> bool {
        let is_plain = |entry: &Entry| !entry.value.contains('#') && entry.behind.is_empty();
        let is_there = self
            .entries
            .iter()
            .any(|entry| entry.key == key && is_plain(entry));
        if is_there {
            self.cut(key);
        }
        is_there
    }

    fn text(&self) -> String {
        let mut all: Vec<(String, Cow<'_, str>)> = Vec::new();
        let line = |text: &String| (text.clone(), Cow::Borrowed(""));
        all.extend((!self.header.is_empty()).then(|| line(&self.header)));
        // The signs of those that no empty line parts stand in a column, but for keys that would push it far to the right.
        for group in self
            .entries
            .chunk_by(|_, next| !next.above.iter().any(String::is_empty))
        {
            let plain = group.iter().filter(|entry| !entry.is_dotted());
            let width = plain
                .map(|entry| entry.key.width())
                .filter(|width| *width <= LONG_KEY)
                .max()
                .unwrap_or_default();
            for entry in group {
                all.extend(entry.above.iter().map(line));
                let key = &entry.key;
                let room = if entry.is_dotted() {
                    0
                } else {
                    width.saturating_sub(key.width())
                };
                let before = format!("{key}{} = ", " ".repeat(room));
                all.append(&mut entry.laid_out(before));
            }
        }
        all.extend(self.tail.iter().map(line));
        with_comments(all).join("\n")
    }
}

/// The text of all chunks.
pub fn text_of(chunks: &[Chunk]) -> String {
    let mut text = String::new();
    for chunk in chunks
        .iter()
        .flat_map(|chunk| std::iter::once(chunk).chain(&chunk.behind))
    {
        if !text.is_empty() {
            text.push('\n');
        }
        for line in chunk.lead.iter().skip_while(|line| line.is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
        let body = chunk.text();
        if !body.is_empty() {
            text.push_str(&body);
            text.push('\n');
        }
    }
    format!("{}\n", text.trim_end())
}

/// The chunks of a text that is TOML; what follows the last value is the lead of an empty one.
pub fn chunks(text: &str) -> Vec<Chunk> {
    let mut reader = Reader {
        text,
        tokens: Source::new(text).lex().collect(),
        at: 0,
    };
    let mut all: Vec<Chunk> = Vec::new();
    // The lines since the last that said something.
    let mut before: Vec<String> = Vec::new();
    while let Some(token) = reader.tokens.get(reader.at) {
        let start = token.span().start();
        match token.kind() {
            TokenKind::Eof => break,
            TokenKind::Whitespace => reader.at += 1,
            TokenKind::Newline => {
                before.push(String::new());
                reader.at += 1;
            }
            TokenKind::Comment => {
                reader.at += 1;
                before.push(reader.slice(start, reader.end()).trim_end().to_owned());
                reader.at += 1;
            }
            TokenKind::LeftSquareBracket => {
                reader.take_line();
                let header = reader.slice(start, reader.end()).trim_end();
                reader.at += 1;
                let lead = lead(&mut all, &mut before);
                all.push(Chunk {
                    lead,
                    start,
                    end: start + header.len(),
                    ..Chunk::new(dense(header), Vec::new())
                });
            }
            _ => {
                if all.is_empty() {
                    let lead = lead(&mut all, &mut before);
                    all.push(Chunk {
                        lead,
                        start,
                        ..Chunk::default()
                    });
                }
                let (mut entry, end) = reader.entry();
                if let Some(chunk) = all.last_mut() {
                    let is_first = chunk.entries.is_empty();
                    entry.above = parted(std::mem::take(&mut before));
                    let is_blank = entry.above.first().is_some_and(String::is_empty);
                    drop((is_first && is_blank).then(|| entry.above.remove(0)));
                    chunk.entries.push(entry);
                    chunk.end = end;
                }
            }
        }
    }
    before.push(String::new());
    let lead = lead(&mut all, &mut before);
    if lead.iter().any(|line| !line.is_empty()) {
        let (start, end) = (text.len(), text.len());
        all.push(Chunk {
            lead,
            start,
            end,
            ..Chunk::default()
        });
    }
    all
}

/// The comments between the last chunk and the next. Those right below an entry that a blank line parts from what follows are
/// the last chunk's.
fn lead(all: &mut [Chunk], between: &mut Vec<String>) -> Vec<String> {
    let below = between
        .iter()
        .position(String::is_empty)
        .unwrap_or_default();
    if let Some(last) = all.last_mut() {
        last.tail.extend(between.drain(..below));
    }
    parted(std::mem::take(between))
}

/// Comments with one empty line where there are blank lines. Whether one parts the last from what follows is kept.
fn parted(mut lines: Vec<String>) -> Vec<String> {
    lines.dedup_by(|next, line| next.is_empty() && line.is_empty());
    lines
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'t> Reader<'t> {
    fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Where what was taken ends.
    fn end(&self) -> usize {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0, |token| token.span().end())
    }

    /// Goes to where the line ends that nothing opened here reaches over; gives the comments on the way, and the end of the
    /// last thing that is none.
    fn take_line(&mut self) -> (Vec<String>, usize) {
        let (mut depth, mut comments, mut end) = (0_usize, Vec::new(), self.end());
        while let Some(token) = self.tokens.get(self.at) {
            let span = token.span();
            match token.kind() {
                TokenKind::Eof => break,
                TokenKind::Newline if depth == 0 => break,
                TokenKind::Newline | TokenKind::Whitespace => {}
                TokenKind::Comment => {
                    comments.push(self.slice(span.start(), span.end()).trim_end().to_owned());
                }
                kind => {
                    end = span.end();
                    match kind {
                        TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
                        TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                            depth = depth.saturating_sub(1);
                        }
                        _ => {}
                    }
                }
            }
            self.at += 1;
        }
        (comments, end)
    }

    /// The entry that begins here, and where it ends in the file.
    fn entry(&mut self) -> (Entry, usize) {
        let start = self
            .tokens
            .get(self.at)
            .map_or(0, |token| token.span().start());
        let is = |token: &Token, kind| token.kind() == kind;
        let rest = self.tokens.iter().skip(self.at);
        self.at += rest
            .take_while(|token| !is(token, TokenKind::Equals))
            .count();
        let key = dense(self.slice(start, self.end()));
        self.at += 1;
        let sign = self.end();
        let (comments, end) = self.take_line();
        let value = self.slice(sign, end).trim_start().to_owned();
        let behind = self.slice(end, self.end()).trim_end().to_owned();
        self.at += 1;
        let end = end + behind.len();
        let entry = Entry {
            above: Vec::new(),
            key,
            value,
            behind,
            comments,
        };
        (entry, end)
    }
}
