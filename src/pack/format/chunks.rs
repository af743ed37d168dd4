//! A file taken apart at its headers, and put together again: one blank line between its parts, the signs of a part in a column,
//! tables in columns.

use super::table::aligned;
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

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
    /// What is to stand right behind it.
    pub behind: Vec<Self>,
}

/// A line that gives a key its value.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// The comments above it, as they are indented.
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
}

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
            let above = entry.above.iter().map(|comment| comment.trim().to_owned());
            above.chain(entry.comments.iter().cloned()).collect()
        };
        let within = self.entries.iter().flat_map(of);
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
        let is_dotted =
            |entry: &Entry| entry.key.contains('.') && !entry.key.starts_with(['"', '\'']);
        let plain = self.entries.iter().filter(|entry| !is_dotted(entry));
        let width = plain.map(|entry| entry.key.len()).max().unwrap_or_default();
        let mut lines = Vec::new();
        lines.extend((!self.header.is_empty()).then(|| self.header.clone()));
        for entry in &self.entries {
            lines.extend(entry.above.iter().cloned());
            let Entry {
                key, behind, value, ..
            } = entry;
            let width = if is_dotted(entry) { 0 } else { width };
            lines.push(format!("{key:width$} = {}{behind}", laid_out(value)));
        }
        lines.join("\n")
    }
}

/// A table in columns; any other value without blanks at the ends of its lines.
fn laid_out(value: &str) -> String {
    let quotes = ["\"\"\"", "'''"];
    if quotes.iter().any(|quote| value.starts_with(quote)) {
        return aligned(value);
    }
    if quotes.iter().any(|quote| value.contains(quote)) {
        return value.to_owned();
    }
    let lines: Vec<&str> = value.lines().map(str::trim_end).collect();
    lines.join("\n")
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
                let line = text.get(..start).and_then(|before| before.rfind('\n'));
                let line = line.map_or(0, |end| end + 1);
                reader.at += 1;
                before.push(reader.slice(line, reader.end()).trim_end().to_owned());
                reader.at += 1;
            }
            TokenKind::LeftSquareBracket => {
                reader.take_line();
                let header = reader.slice(start, reader.end()).trim_end().to_owned();
                reader.at += 1;
                all.push(Chunk {
                    lead: lead(&before),
                    start,
                    end: start + header.len(),
                    ..Chunk::new(header, Vec::new())
                });
                before.clear();
            }
            _ => {
                if all.is_empty() {
                    let lead = lead(&before);
                    all.push(Chunk {
                        lead,
                        start,
                        ..Chunk::default()
                    });
                    before.clear();
                }
                let (mut entry, end) = reader.entry();
                entry.above = before.drain(..).filter(|line| !line.is_empty()).collect();
                if let Some(chunk) = all.last_mut() {
                    chunk.entries.push(entry);
                    chunk.end = end;
                }
            }
        }
    }
    let lead = lead(&before);
    if !lead.is_empty() {
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

/// The comments between two chunks, with one empty line where there are blank lines between them. Whether one parts the last
/// comment from what follows is kept.
fn lead(between: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in between.iter().map(|line| line.trim()) {
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line.to_owned());
        }
    }
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
        let key = self.slice(start, self.end()).trim_end().to_owned();
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
