//! Addresses: how an erratum names the one thing that it changes.
//!
//! `pack/thing`, then parts: `#cite` for one of its rules, `[row, column]` for a place in a chart or one of a list, `.field`
//! for a field.

use std::fmt::{Display, Formatter, Result as FormatResult};

/// An address, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The pack in which the thing is written.
    pub pack: String,
    /// What kind of thing, where that is said: `fact`, `chart`, `reading`.
    pub kind: Option<String>,
    /// The name of the thing; empty where the kind has no names.
    pub name: String,
    /// The way to the part that is meant.
    pub parts: Vec<Part>,
}

/// A step within a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// `#F11.62`: the rule, step, example or law of that paragraph.
    Cite(String),
    /// `[2, dec..feb]`: a row and a column, or one of a list.
    Keys(Vec<String>),
    /// `.when`
    Field(String),
}

/// Why a text is no address, and the offset at which it goes wrong.
#[derive(Debug)]
pub struct BrokenAddress {
    pub at: usize,
    pub message: String,
}

/// The kinds of thing that have no names of their own.
pub const NAMELESS: [&str; 5] = ["example", "guide", "impossible", "law", "pack"];

impl Address {
    pub fn parse(text: &str) -> Result<Self, BrokenAddress> {
        let mut reader = Reader { text, rest: text };
        let pack = text.split_once('/');
        let Some((pack, rest)) = pack.filter(|(pack, _)| is_name(pack.trim())) else {
            return reader.wrong("an address begins with a pack and `/`");
        };
        reader.rest = rest;
        let mut name = reader.piece("name", name_length)?;
        let mut kind = None;
        if reader.take(':') {
            kind = Some(std::mem::replace(
                &mut name,
                reader.piece("name", name_length)?,
            ));
        } else if NAMELESS.contains(&name.as_str()) {
            kind = Some(std::mem::take(&mut name));
        }
        let mut parts = Vec::new();
        while !reader.rest.trim().is_empty() {
            parts.push(reader.part()?);
        }
        Ok(Self {
            pack: pack.trim().to_owned(),
            kind,
            name,
            parts,
        })
    }

    /// The thing that it is an address of.
    pub fn whole(&self) -> Self {
        Self {
            parts: Vec::new(),
            ..self.clone()
        }
    }
}

impl Part {
    pub fn keys<const N: usize>(keys: [&str; N]) -> Self {
        Self::Keys(keys.map(str::to_owned).into())
    }
}

impl Display for Address {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        write!(formatter, "{}/", self.pack)?;
        match &self.kind {
            Some(kind) if self.name.is_empty() => formatter.write_str(kind)?,
            Some(kind) => write!(formatter, "{kind}:{}", quoted(&self.name, is_name))?,
            None => formatter.write_str(&quoted(&self.name, is_name))?,
        }
        self.parts.iter().try_for_each(|part| part.fmt(formatter))
    }
}

impl Display for Part {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        let is_bare = |text: &str| !text.is_empty() && text.trim() == text;
        match self {
            Self::Cite(cite) => {
                let is_plain = is_bare(cite) && cite_length(cite) == cite.len();
                let is_plain = is_plain && !cite.starts_with('\'');
                write!(formatter, "#{}", quoted(cite, |_| is_plain))
            }
            Self::Field(field) => write!(formatter, ".{}", quoted(field, is_name)),
            Self::Keys(keys) => {
                let is_plain = |key: &str| is_bare(key) && !key.contains([',', ']', '\'']);
                let keys: Vec<String> = keys.iter().map(|key| quoted(key, is_plain)).collect();
                write!(formatter, "[{}]", keys.join(", "))
            }
        }
    }
}

fn quoted(text: &str, is_plain: impl Fn(&str) -> bool) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        format!("'{text}'")
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && name_length(text) == text.len()
}

/// How far a name without quotes reaches.
fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '-')
        .unwrap_or(text.len())
}

/// How far a paragraph number without quotes reaches: to a bracket, or to a dot with a field after it.
fn cite_length(text: &str) -> usize {
    let is_field = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    let ends = |(at, c): &(usize, char)| match c {
        '[' => true,
        '.' => text.get(at + 1..).is_some_and(is_field),
        _ => false,
    };
    text.char_indices()
        .find(ends)
        .map_or(text.len(), |(at, _)| at)
}

fn key_length(text: &str) -> usize {
    text.find([',', ']']).unwrap_or(text.len())
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl Reader<'_> {
    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, BrokenAddress> {
        Err(BrokenAddress {
            at: self.text.len() - self.rest.len(),
            message: message.into(),
        })
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn part(&mut self) -> Result<Part, BrokenAddress> {
        if self.take('#') {
            self.piece("paragraph", cite_length).map(Part::Cite)
        } else if self.take('[') {
            self.keys().map(Part::Keys)
        } else if self.take('.') {
            self.piece("name", name_length).map(Part::Field)
        } else {
            self.wrong(format!("`{}` is not a part of an address", self.rest))
        }
    }

    /// A text in single quotes, or one without that is so long.
    fn piece(&mut self, what: &str, length: fn(&str) -> usize) -> Result<String, BrokenAddress> {
        let is_quoted = self.take('\'');
        let end = if is_quoted {
            self.rest.find('\'')
        } else {
            Some(length(self.rest))
        };
        let Some((piece, rest)) = end.and_then(|end| self.rest.split_at_checked(end)) else {
            return self.wrong("a quote is never closed");
        };
        if piece.trim().is_empty() {
            return self.wrong(format!("a {what} is missing here"));
        }
        self.rest = rest;
        if is_quoted {
            self.take('\'');
            return Ok(piece.to_owned());
        }
        Ok(piece.trim().to_owned())
    }

    fn keys(&mut self) -> Result<Vec<String>, BrokenAddress> {
        let mut keys = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            keys.push(self.piece("key", key_length)?);
            self.rest = self.rest.trim_start();
            if self.take(']') {
                return Ok(keys);
            }
            if self.take(',') {
                continue;
            }
            return match (self.rest.is_empty(), keys.as_slice()) {
                (true, _) => self.wrong("a bracket is never closed"),
                (false, [.., key]) => self.wrong(format!(
                    "behind the key '{key}' stands `{}`: a key of several facts stands in quotes as a whole",
                    self.rest.split([',', ']']).next().unwrap_or_default()
                )),
                (false, []) => self.wrong("a key is missing here"),
            };
        }
    }
}
