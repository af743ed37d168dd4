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

/// Why a text is no address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenAddress {
    /// The offset at which it goes wrong.
    pub at: usize,
    /// What is wrong, in one phrase.
    pub message: String,
}

/// The kinds of thing that have no names of their own.
const NAMELESS: [&str; 4] = ["example", "impossible", "law", "pack"];

impl Address {
    /// Takes an address apart.
    pub fn parse(text: &str) -> Result<Self, BrokenAddress> {
        let mut reader = Reader { text, at: 0 };
        let Some((pack, _)) = text
            .split_once('/')
            .filter(|(pack, _)| is_name(pack.trim()))
        else {
            return Err(BrokenAddress {
                at: 0,
                message: "an address begins with a pack and `/`".to_owned(),
            });
        };
        reader.at = pack.len() + 1;
        let mut name = reader.word()?;
        let mut kind = None;
        if reader.take(':') {
            kind = Some(std::mem::replace(&mut name, reader.word()?));
        } else if NAMELESS.contains(&name.as_str()) {
            kind = Some(std::mem::take(&mut name));
        }
        let mut parts = Vec::new();
        while !reader.rest().trim().is_empty() {
            parts.push(reader.part()?);
        }
        Ok(Self {
            pack: pack.trim().to_owned(),
            kind,
            name,
            parts,
        })
    }
}

impl Display for Address {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        write!(formatter, "{}/", self.pack)?;
        match &self.kind {
            Some(kind) if self.name.is_empty() => formatter.write_str(kind)?,
            Some(kind) => write!(formatter, "{kind}:{}", quoted(&self.name, is_plain_word))?,
            None => formatter.write_str(&quoted(&self.name, is_plain_word))?,
        }
        self.parts.iter().try_for_each(|part| part.fmt(formatter))
    }
}

impl Display for Part {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        match self {
            Self::Cite(cite) => write!(formatter, "#{}", quoted(cite, is_plain_cite)),
            Self::Field(field) => write!(formatter, ".{}", quoted(field, is_plain_word)),
            Self::Keys(keys) => {
                let keys: Vec<String> = keys.iter().map(|key| quoted(key, is_plain_key)).collect();
                write!(formatter, "[{}]", keys.join(", "))
            }
        }
    }
}

fn quoted(text: &str, is_plain: fn(&str) -> bool) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        format!("'{text}'")
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_plain_word(text: &str) -> bool {
    is_name(text)
}

fn is_plain_cite(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('\'')
        && text.trim() == text
        && cite_length(text) == text.len()
}

fn is_plain_key(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains([',', ']', '\''])
}

/// How far a paragraph number without quotes reaches: to a bracket, or to a dot with a field after it.
fn cite_length(text: &str) -> usize {
    let field = |at: usize| {
        text.get(at..).is_some_and(|rest| {
            rest.starts_with('.')
                && rest
                    .chars()
                    .nth(1)
                    .is_some_and(|next| next.is_ascii_lowercase())
        })
    };
    text.char_indices()
        .find(|(at, c)| *c == '[' || field(*at))
        .map_or(text.len(), |(at, _)| at)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, BrokenAddress> {
        Err(BrokenAddress {
            at: self.at,
            message: message.into(),
        })
    }

    fn part(&mut self) -> Result<Part, BrokenAddress> {
        if self.take('#') {
            self.cite().map(Part::Cite)
        } else if self.take('[') {
            self.keys().map(Part::Keys)
        } else if self.take('.') {
            self.word().map(Part::Field)
        } else {
            self.wrong(format!("`{}` is not a part of an address", self.rest()))
        }
    }

    /// A text in single quotes, if one begins here.
    fn quoted(&mut self) -> Result<Option<String>, BrokenAddress> {
        if !self.take('\'') {
            return Ok(None);
        }
        let Some(end) = self.rest().find('\'') else {
            return self.wrong("a quote is never closed");
        };
        let inner = self.rest().get(..end).unwrap_or_default().to_owned();
        self.at += end + 1;
        Ok(Some(inner))
    }

    fn word(&mut self) -> Result<String, BrokenAddress> {
        if let Some(text) = self.quoted()? {
            return Ok(text);
        }
        let length = self
            .rest()
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
            .count();
        if length == 0 {
            return self.wrong("a name is missing here");
        }
        let word = self.rest().get(..length).unwrap_or_default().to_owned();
        self.at += length;
        Ok(word)
    }

    fn cite(&mut self) -> Result<String, BrokenAddress> {
        if let Some(text) = self.quoted()? {
            return Ok(text);
        }
        let length = cite_length(self.rest());
        let cite = self
            .rest()
            .get(..length)
            .unwrap_or_default()
            .trim()
            .to_owned();
        if cite.is_empty() {
            return self.wrong("a paragraph is missing here");
        }
        self.at += length;
        Ok(cite)
    }

    fn keys(&mut self) -> Result<Vec<String>, BrokenAddress> {
        let mut keys = Vec::new();
        loop {
            self.blanks();
            let key = match self.quoted()? {
                Some(text) => text,
                None => self.bare_key(),
            };
            if key.is_empty() {
                return self.wrong("a key is missing here");
            }
            keys.push(key);
            self.blanks();
            if self.take(']') {
                return Ok(keys);
            }
            if !self.take(',') {
                return self.wrong("a bracket is never closed");
            }
        }
    }

    fn bare_key(&mut self) -> String {
        let length = self.rest().find([',', ']']).unwrap_or(self.rest().len());
        let key = self
            .rest()
            .get(..length)
            .unwrap_or_default()
            .trim()
            .to_owned();
        self.at += length;
        key
    }
}
