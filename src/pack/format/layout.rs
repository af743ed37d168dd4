//! The layout of a file: one blank line between its parts, the signs of a part in a column, tables in columns.

use super::chunks::Chunk;
use super::table::{self, Row};
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// The text of all chunks.
pub(super) fn text_of(chunks: &[Chunk]) -> String {
    let mut text = String::new();
    for chunk in chunks
        .iter()
        .flat_map(|chunk| std::iter::once(chunk).chain(&chunk.behind))
    {
        let lead = chunk.lead.iter().skip_while(|line| line.is_empty());
        let lead: Vec<&str> = lead.map(String::as_str).collect();
        if !text.is_empty() {
            text.push('\n');
        }
        for line in &lead {
            text.push_str(line);
            text.push('\n');
        }
        if !chunk.body.is_empty() {
            text.push_str(&body(&chunk.body));
            text.push('\n');
        }
    }
    format!("{}\n", text.trim_end())
}

/// A line that gives a key its value, at the top level of a chunk.
struct Entry {
    /// Where the key begins, and ends.
    start: usize,
    key: usize,
    /// Where the value begins, and ends.
    value: usize,
    end: usize,
    is_dotted: bool,
    /// Whether the value is a text of several lines.
    is_table: bool,
}

/// The signs in a column, the tables in columns.
fn body(text: &str) -> String {
    let entries = entries(text);
    let plain = entries.iter().filter(|entry| !entry.is_dotted);
    let width = plain
        .map(|entry| entry.key - entry.start)
        .max()
        .unwrap_or_default();
    let (mut made, mut at) = (String::new(), 0);
    let slice = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    for entry in &entries {
        made.push_str(&between(slice(at, entry.start)));
        let key = slice(entry.start, entry.key);
        let width = if entry.is_dotted { key.len() } else { width };
        made.push_str(&format!("{key:width$} = "));
        let value = slice(entry.value, entry.end);
        made.push_str(&if entry.is_table {
            aligned(value)
        } else {
            trimmed_lines(value)
        });
        at = entry.end;
    }
    made.push_str(&between(slice(at, text.len())));
    made.trim_end().to_owned()
}

/// A chunk without one of its entries; none, where that is not there, or a comment stands with it.
pub(super) fn without(text: &str, key: &str) -> Option<String> {
    let made = cut(text, key);
    let gone = text.len() - made.len();
    let comments = |text: &str| text.matches('#').count();
    (gone > 0 && comments(text) == comments(&made)).then_some(made)
}

/// A chunk without one of its entries, and without the comment on its line.
pub(super) fn cut(text: &str, key: &str) -> String {
    let is_own = |entry: &Entry| text.get(entry.start..entry.key) == Some(key);
    let Some(entry) = entries(text).into_iter().find(is_own) else {
        return text.to_owned();
    };
    let rest = text.get(entry.end..).unwrap_or_default();
    let end = rest
        .find('\n')
        .map_or(text.len(), |end| entry.end + end + 1);
    let slice = |from, to| text.get(from..to).unwrap_or_default();
    format!("{}{}", slice(0, entry.start), slice(end, text.len()))
}

/// A chunk with another value for one of its entries; none, where that is not there.
pub(super) fn with(text: &str, key: &str, value: &str) -> Option<String> {
    let entry = entries(text)
        .into_iter()
        .find(|entry| text.get(entry.start..entry.key) == Some(key))?;
    Some(format!(
        "{}{value}{}",
        text.get(..entry.value)?,
        text.get(entry.end..)?
    ))
}

/// What stands between two entries: comments keep their lines, blank lines go.
fn between(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut kept = lines
        .next()
        .map(str::trim_end)
        .unwrap_or_default()
        .to_owned();
    let mut rest = lines.peekable();
    while let Some(line) = rest.next() {
        if !line.trim().is_empty() || rest.peek().is_none() {
            kept.push('\n');
            kept.push_str(if line.trim().is_empty() {
                ""
            } else {
                line.trim_end()
            });
        }
    }
    kept
}

/// The lines of a value without blanks at their ends.
fn trimmed_lines(value: &str) -> String {
    if value.contains("\"\"\"") || value.contains("'''") {
        return value.to_owned();
    }
    value
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

fn entries(text: &str) -> Vec<Entry> {
    let tokens: Vec<Token> = Source::new(text).lex().collect();
    let mut entries = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.kind() {
            TokenKind::LeftSquareBracket => at = after_line(&tokens, at),
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString => {
                let Some((entry, next)) = entry(&tokens, at) else {
                    return entries;
                };
                entries.push(entry);
                at = next;
            }
            _ => at += 1,
        }
    }
    entries
}

fn after_line(tokens: &[Token], at: usize) -> usize {
    let rest = tokens.iter().skip(at);
    at + rest
        .take_while(|token| token.kind() != TokenKind::Newline)
        .count()
}

/// The entry that begins at a token, and the token after it.
fn entry(tokens: &[Token], at: usize) -> Option<(Entry, usize)> {
    let is_blank = |token: &Token| token.kind() == TokenKind::Whitespace;
    let sign = at
        + tokens
            .iter()
            .skip(at)
            .position(|token| token.kind() == TokenKind::Equals)?;
    let key = tokens.get(at..sign)?;
    let first = sign
        + 1
        + tokens
            .iter()
            .skip(sign + 1)
            .position(|token| !is_blank(token))?;
    let (mut depth, mut last) = (0_usize, first);
    for (index, token) in tokens.iter().enumerate().skip(first) {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth = depth.saturating_sub(1);
            }
            TokenKind::Newline | TokenKind::Comment | TokenKind::Eof if depth == 0 => break,
            _ => {}
        }
        if !is_blank(token) {
            last = index;
        }
    }
    let entry = Entry {
        start: tokens.get(at)?.span().start(),
        key: key.iter().rfind(|token| !is_blank(token))?.span().end(),
        value: tokens.get(first)?.span().start(),
        end: tokens.get(last)?.span().end(),
        is_dotted: key.iter().any(|token| token.kind() == TokenKind::Dot),
        is_table: first == last
            && matches!(
                tokens.get(first)?.kind(),
                TokenKind::MlBasicString | TokenKind::MlLiteralString
            ),
    };
    Some((entry, last + 1))
}

/// A table with its cells in columns; any other text as it is.
fn aligned(value: &str) -> String {
    let quote = value.get(..3).unwrap_or_default();
    let inner = value
        .strip_prefix(quote)
        .and_then(|rest| rest.strip_suffix(quote));
    let Some(inner) = inner.and_then(|inner| inner.strip_prefix('\n')) else {
        return value.to_owned();
    };
    if inner.contains('\\') || inner.contains('\r') {
        return value.to_owned();
    }
    let (mut rows, mut comments) = (Vec::new(), Vec::new());
    for line in inner.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            comments.push(line.to_owned());
            continue;
        }
        let mut row = taken_apart(line);
        row.comments = std::mem::take(&mut comments);
        rows.push(row);
    }
    let is_table = rows
        .iter()
        .all(|row: &Row| Some(row.cells.len()) == rows.first().map(|row| row.cells.len()));
    if rows.len() < 2 || !is_table || !is_known_table(&rows) {
        return value.to_owned();
    }
    let mut text = table::rows(&rows);
    comments
        .iter()
        .for_each(|comment| text.push_str(&format!("{comment}\n")));
    format!("{quote}\n{text}{quote}")
}

/// Whether the heads are those of a table: prose of several lines has none.
fn is_known_table(rows: &[Row]) -> bool {
    let is_head = |head: &String| {
        let name = head.trim_start_matches(['=', ' ']);
        let name = name.strip_prefix("reading ").unwrap_or(name);
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    rows.first().is_some_and(|heads| {
        let is_answer = heads
            .cells
            .first()
            .is_some_and(|head| head.starts_with('='));
        (heads.cells.len() > 1 || is_answer) && heads.cells.iter().all(is_head)
    })
}

fn taken_apart(line: &str) -> Row {
    let mut blank = false;
    let note_at = line.char_indices().find_map(|(at, letter)| {
        let is_note = letter == '#' && blank;
        blank = letter.is_whitespace();
        is_note.then_some(at)
    });
    let row = note_at.map_or(line, |at| line.get(..at).unwrap_or_default());
    let note = note_at
        .and_then(|at| line.get(at + 1..))
        .map(|note| note.trim().to_owned());
    Row {
        cells: row.split('|').map(|cell| cell.trim().to_owned()).collect(),
        note: note.filter(|note| !note.is_empty()),
        comments: Vec::new(),
    }
}
