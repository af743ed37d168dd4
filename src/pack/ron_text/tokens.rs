//! The tokens of a RON text, each with its place.

use super::super::node::{Kind, span};
use super::super::quotes;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A text in quotes.
    Text,
    /// A text in quotes in which nothing is escaped.
    Raw,
    Open,
    Close,
    Comma,
    Colon,
    /// A word, a number or another thing without quotes.
    Bare,
    /// A sign that begins nothing.
    Stray,
}

/// A token.
#[derive(Debug, Clone)]
pub struct Token<'t> {
    pub shape: Shape,
    /// What is written; of a text, what stands in its quotes.
    pub text: &'t str,
    /// Where that is.
    pub place: Span,
    /// Where the token is, with its quotes.
    pub whole: Span,
}

/// The tokens of a text. Every text is some: a sign that begins none is a stray one.
pub fn of(text: &str, file: FileId) -> Vec<Token<'_>> {
    let mut lexer = Lexer {
        file,
        text,
        at: 0,
        unclosed: 0,
    };
    lexer.settings();
    std::iter::from_fn(|| lexer.next()).collect()
}

/// The way through a text. Nothing in it nests, so that no text exhausts the stack.
struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    /// How many texts and comments are never closed, each of which was read to the end of all.
    unclosed: usize,
}

/// After how many texts and comments that are never closed no other is looked for.
const MAX_UNCLOSED: usize = 100;

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes over settings, such as `#![enable(implicit_some)]`.
    fn settings(&mut self) {
        self.blanks();
        while let Some(length) = setting(self.rest()) {
            self.at += length;
            self.blanks();
        }
    }

    /// What begins here with a sign and is closed somewhere. Too many that are not would each be read to the end.
    fn closed<T>(&mut self, sign: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let rest = self.rest();
        if self.unclosed > MAX_UNCLOSED || !rest.starts_with(sign) {
            return None;
        }
        let read = read(rest);
        self.unclosed += usize::from(read.is_none());
        read
    }

    /// Passes over blanks and comments; of a comment that is never closed, each sign is a token.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let after = match rest.strip_prefix("//") {
                Some(comment) => comment.trim_start_matches(|sign| sign != '\n' && sign != '\r'),
                None => rest.trim_start_matches(is_blank),
            };
            let comment = self.closed("/*", comment);
            let length = comment.unwrap_or(rest.len() - after.len());
            if length == 0 {
                return;
            }
            self.at += length;
        }
    }

    fn next(&mut self) -> Option<Token<'t>> {
        self.blanks();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let text = self.closed("r\"", raw).or_else(|| self.closed("r#", raw));
        let text = text.or_else(|| self.closed("\"", quoted));
        let (shape, length, inside) = text.unwrap_or_else(|| {
            let (shape, length) = match first {
                '(' | '[' | '{' => (Shape::Open, 1),
                ')' | ']' | '}' => (Shape::Close, 1),
                ',' => (Shape::Comma, 1),
                ':' => (Shape::Colon, 1),
                _ => match letter(rest).unwrap_or_else(|| word(rest)) {
                    0 => (Shape::Stray, first.len_utf8()),
                    length => (Shape::Bare, length),
                },
            };
            (shape, length, 0..length)
        });
        let start = self.at;
        self.at += length;
        Some(Token {
            shape,
            text: rest.get(inside.clone()).unwrap_or_default(),
            place: span(self.file, start + inside.start, start + inside.end),
            whole: span(self.file, start, self.at),
        })
    }
}

/// What RON takes as blank: the white space of Unicode's patterns.
const fn is_blank(sign: char) -> bool {
    matches!(
        sign,
        '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
    )
}

/// Whether a sign ends a word, whatever follows it.
const fn is_sign(sign: char) -> bool {
    is_blank(sign)
        || matches!(
            sign,
            '(' | '[' | '{' | ')' | ']' | '}' | ',' | ':' | '"' | '\'' | '#'
        )
}

/// How long a setting at the start of a text is.
fn setting(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("#!")?.trim_start_matches(is_blank);
    let inside = inside.strip_prefix('[')?;
    Some(text.len() - inside.len() + inside.find(']')? + 1)
}

/// How long a comment between `/*` and `*/` at the start of a text is, with those in it.
fn comment(text: &str) -> Option<usize> {
    text.strip_prefix("/*")?;
    let (mut open, mut at) = (1_u32, 2);
    while open > 0 {
        let (more, length) = match text.as_bytes().get(at..at + 2)? {
            b"/*" => (open + 1, 2),
            b"*/" => (open - 1, 2),
            _ => (open, 1),
        };
        open = more;
        at += length;
    }
    Some(at)
}

/// The length of a token, and what of it stands in its quotes.
type Quoted = (Shape, usize, Range<usize>);

/// A text at the start, in which a backslash escapes what follows.
fn quoted(text: &str) -> Option<Quoted> {
    let mut bytes = text.bytes().enumerate().skip(1);
    text.strip_prefix('"')?;
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some((Shape::Text, at + 1, 1..at)),
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    None
}

/// A raw text at the start: `r#"…"#`.
fn raw(text: &str) -> Option<Quoted> {
    let after = text.strip_prefix('r')?;
    let inside = after.trim_start_matches('#');
    let fences = after.len() - inside.len();
    let inside = inside.strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(fences));
    let (start, length) = (fences + 2, inside.find(&close)?);
    let end = start + length;
    Some((Shape::Raw, end + close.len(), start..end))
}

/// How long a letter in single quotes at the start of a text is.
fn letter(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let mut letters = inside.chars();
    let first = letters.next()?;
    let escaped = letters.next().filter(|_| first == '\\');
    let end = match escaped {
        Some(escaped) => {
            let start = 1 + escaped.len_utf8();
            start + inside.get(start..)?.find('\'')?
        }
        None => first.len_utf8(),
    };
    inside.get(end..)?.starts_with('\'').then_some(end + 2)
}

/// How long a word at the start of a text is.
fn word(text: &str) -> usize {
    let ends_before =
        |rest: &str| rest.starts_with("//") || rest.starts_with("/*") || quotes::is_curly(rest);
    let ends = |(at, sign): &(usize, char)| {
        let rest = || text.get(*at..).unwrap_or_default();
        is_sign(*sign) || !sign.is_alphanumeric() && ends_before(rest())
    };
    text.char_indices()
        .find(ends)
        .map_or(text.len(), |(at, _)| at)
}

impl Token<'_> {
    /// Whether it is this bracket, comma or colon.
    pub fn is_sign(&self, sign: &str) -> bool {
        let is_text = matches!(
            self.shape,
            Shape::Text | Shape::Raw | Shape::Bare | Shape::Stray
        );
        !is_text && self.text == sign
    }

    /// The value that it is, if it is one.
    pub fn kind(&self) -> Option<Kind> {
        let text = self.text.to_owned();
        match self.shape {
            Shape::Text if text.contains('\\') => {
                ron::from_str(&format!("\"{text}\"")).ok().map(Kind::Text)
            }
            Shape::Text | Shape::Raw => Some(Kind::Text(text)),
            Shape::Bare => Some(match ron::from_str(&text).ok()? {
                ron::Value::Bool(value) => Kind::Bool(value),
                ron::Value::Number(_) => Kind::Number(text),
                _ => Kind::Bare(text),
            }),
            _ => None,
        }
    }
}

/// The bracket that closes what ends in an opening one.
pub fn closing(open: &str) -> &'static str {
    match open.chars().next_back() {
        Some('(') => ")",
        Some('[') => "]",
        _ => "}",
    }
}

pub fn broken(place: Span, message: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BrokenRon,
        place,
        format!("this is not RON: {message}"),
    )
}
