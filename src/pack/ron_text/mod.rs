//! A RON text as its items, each a tree of nodes, or what is wrong with its syntax.
//!
//! The parser tells no places. It hands out texts that are parts of the input, though, so that the place of each is that of
//! its bytes; everything between two texts is found by the [`Trail`], which follows the parser through the input.

use super::nesting::{self, Dialect};
use super::node::{Item, Kind, Node, Problems, span, too_deep};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Spanned, Text};
use ron::error::{Error as RonError, Position, SpannedError};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::fmt::{Formatter, Result as FormatResult};
use trail::Trail;

mod slips;
mod trail;

/// The items of a RON text: one, or a list of them; none, if its syntax is broken anywhere.
pub(super) fn parse(text: &str, file: FileId, problems: &Problems) -> Vec<Item> {
    if let Some(deep) = nesting::too_deep(text, Dialect::Ron) {
        problems.report(too_deep(span(file, deep, deep + 1)));
        return Vec::new();
    }
    let trail = Trail::new(text, file);
    match ron::Options::default().from_str_seed(text, File(&trail)) {
        Ok(items) => items,
        Err(error) => {
            problems.report(mistake(text, file, &error));
            Vec::new()
        }
    }
}

/// A whole file.
struct File<'t>(&'t Trail<'t>);

impl<'de> DeserializeSeed<'de> for File<'_> {
    type Value = Vec<Item>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        if self.0.begins_with_list() {
            deserializer.deserialize_seq(self)
        } else {
            NamedItem(self.0)
                .deserialize(deserializer)
                .map(|item| vec![item])
        }
    }
}

impl<'de> Visitor<'de> for File<'_> {
    type Value = Vec<Item>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("a list of items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        self.0.open();
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(NamedItem(self.0))? {
            items.push(item);
        }
        Ok(items)
    }
}

/// `Chart(…)`
struct NamedItem<'t>(&'t Trail<'t>);

impl<'de> DeserializeSeed<'de> for NamedItem<'_> {
    type Value = Item;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Item, D::Error> {
        deserializer.deserialize_enum("", &[], self)
    }
}

impl<'de> Visitor<'de> for NamedItem<'_> {
    type Value = Item;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("an item with its name")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, item: A) -> Result<Item, A::Error> {
        let (name, body) = item.variant_seed(Key(self.0))?;
        let name = name.unwrap_or_else(|| Spanned::new(String::new(), self.0.here()));
        Ok(Item {
            name,
            body: body.struct_variant(&[], Value(self.0))?,
        })
    }
}

/// A field's name; nothing, where the parser made it up (for a bare range).
struct Key<'t>(&'t Trail<'t>);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Option<Text>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<Text>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self
            .0
            .part(name)
            .map(|place| Spanned::new(name.to_owned(), place)))
    }
}

/// Any value.
struct Value<'t>(&'t Trail<'t>);

impl<'t> Value<'t> {
    fn bare(&self, kind: impl FnOnce(String) -> Kind) -> Node {
        let (written, place) = self.0.bare();
        Node {
            kind: kind(written.to_owned()),
            span: place,
        }
    }

    fn again(&self) -> Value<'t> {
        Value(self.0)
    }
}

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Value<'_> {
    type Value = Node;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("a text in quotes, a list, or a group in parentheses")
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        let place = self.0.part(text).unwrap_or_else(|| self.0.quoted());
        Ok(Node {
            kind: Kind::Text(text.to_owned()),
            span: place,
        })
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(self.bare(|_| Kind::Bool(value)))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(self.bare(Kind::Number))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(self.bare(Kind::Number))
    }

    fn visit_char<E>(self, _: char) -> Result<Node, E> {
        Ok(self.bare(Kind::Bare))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(self.bare(Kind::Bare))
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(self.bare(Kind::Bare))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let start = self.0.open();
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element_seed(self.again())? {
            nodes.push(node);
        }
        Ok(Node {
            kind: Kind::List(nodes),
            span: self.0.close(start),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Node, A::Error> {
        let before = self.0.mark();
        let start = self.0.open();
        let mut nodes = Vec::new();
        while let Some(key) = fields.next_key_seed(Key(self.0))? {
            let node = fields.next_value_seed(self.again())?;
            nodes.extend(key.map(|key| (key, node)));
        }
        if nodes.is_empty() {
            self.0.back_to(before);
            return Ok(self.bare(Kind::Bare));
        }
        Ok(Node {
            kind: Kind::Table(nodes),
            span: self.0.close(start),
        })
    }
}

/// The finding for what the parser did not understand.
fn mistake(text: &str, file: FileId, error: &SpannedError) -> Diagnostic {
    let start = offset(text, error.span.end);
    if let Some(slip) = slips::first(text, start) {
        return slip.report(text, file);
    }
    let rest = text.get(start..).unwrap_or_default();
    let length = match rest.find(|c: char| !(c.is_alphanumeric() || c == '-')) {
        Some(0) => rest.chars().next().map_or(0, char::len_utf8),
        Some(length) => length,
        None => rest.len(),
    };
    let place = span(file, start, start + length);
    let (message, help) = explain(&error.code);
    Diagnostic::error(
        Code::BrokenRon,
        place,
        format!("this is not RON: {message}"),
    )
    .help(help)
}

/// The parser's finding in plain words, and what to do.
fn explain(error: &RonError) -> (String, &'static str) {
    let (message, help) = match error {
        RonError::Eof => (
            "the text ends too early",
            "a bracket or a quote is never closed",
        ),
        RonError::ExpectedComma => (
            "a comma is missing before this",
            "put a comma between any two things",
        ),
        RonError::ExpectedStringEnd => (
            "a quote is never closed",
            "each text has a quote at both its ends",
        ),
        RonError::ExpectedMapColon => (
            "a colon is missing before this",
            "a field is written `name: value`",
        ),
        RonError::ExpectedIdentifier => (
            "a name is missing here",
            "an item is written `Chart(…)` or `List(…)`",
        ),
        RonError::TrailingCharacters => (
            "something stands after the end",
            "several items are written as a list: `[…, …]`",
        ),
        RonError::ExceededRecursionLimit => ("it nests too deep", "take some brackets away"),
        RonError::InvalidValueForType { found, .. } => {
            return (
                format!("it has {found}"),
                "every text stands in quotes, fractions as `\"1/2\"`",
            );
        }
        other => {
            return (
                lower_first(&other.to_string()),
                "every text stands in quotes, every list in square brackets",
            );
        }
    };
    (message.to_owned(), help)
}

fn lower_first(message: &str) -> String {
    let mut characters = message.chars();
    characters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(characters)
        .collect()
}

/// The offset of a line and column, both counted from 1 and in characters.
fn offset(text: &str, position: Position) -> usize {
    let line = text
        .split_inclusive('\n')
        .take(position.line.saturating_sub(1))
        .map(str::len)
        .sum::<usize>();
    let rest = text.get(line..).unwrap_or_default();
    line + rest
        .chars()
        .take(position.col.saturating_sub(1))
        .map(char::len_utf8)
        .sum::<usize>()
}
