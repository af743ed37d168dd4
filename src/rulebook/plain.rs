//! A line of a batch as most are, read in place: nothing of it is copied.

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt::{self, Write};

/// A question, whole facts, and no more. Whatever is none of these is read as any JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plain<'l> {
    #[serde(borrow)]
    pub question: &'l str,
    #[serde(borrow, default)]
    pub facts: Given<'l>,
    #[serde(default, deserialize_with = "some")]
    pub strict: Option<bool>,
    #[serde(borrow, default, deserialize_with = "some")]
    pub id: Option<&'l RawValue>,
}

/// The `id` of a line as it stands there, whatever else the line holds: a number may be longer than any that is counted with.
#[derive(Deserialize)]
pub struct Marked<'l> {
    #[serde(borrow, default, deserialize_with = "some")]
    pub id: Option<&'l RawValue>,
}

/// A key that is given is not absent, whatever it holds.
fn some<'l, D: Deserializer<'l>, T: Deserialize<'l>>(given: D) -> Result<Option<T>, D::Error> {
    T::deserialize(given).map(Some)
}

/// The facts of a line.
#[derive(Default)]
pub struct Given<'l>(pub Vec<(&'l str, Plainly<'l>)>);

/// A value of a fact.
pub enum Plainly<'l> {
    Text(&'l str),
    Number(i64),
}

impl<'de: 'l, 'l> Deserialize<'de> for Plainly<'l> {
    fn deserialize<D: Deserializer<'de>>(given: D) -> Result<Self, D::Error> {
        given.deserialize_any(InPlace)
    }
}

impl<'de: 'l, 'l> Deserialize<'de> for Given<'l> {
    fn deserialize<D: Deserializer<'de>>(given: D) -> Result<Self, D::Error> {
        given.deserialize_map(Pairs)
    }
}

/// Reads a value in place.
struct InPlace;

impl<'l> Visitor<'l> for InPlace {
    type Value = Plainly<'l>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text, a whole number or a truth")
    }

    fn visit_borrowed_str<E>(self, text: &'l str) -> Result<Self::Value, E> {
        Ok(Plainly::Text(text))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Self::Value, E> {
        Ok(Plainly::Text(if truth { "true" } else { "false" }))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Plainly::Number(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
        i64::try_from(number)
            .map(Plainly::Number)
            .map_err(E::custom)
    }
}

/// Reads facts in place.
struct Pairs;

impl<'l> Visitor<'l> for Pairs {
    type Value = Given<'l>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("facts")
    }

    fn visit_map<A: MapAccess<'l>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut given = Vec::with_capacity(8);
        while let Some(pair) = map.next_entry()? {
            given.push(pair);
        }
        Ok(Given(given))
    }
}

impl<'l> Plain<'l> {
    /// A line, unless it is none of these.
    pub fn read(line: &'l [u8]) -> Option<Self> {
        // A list would be taken for the values of the keys.
        let is_object = line.starts_with(b"{");
        let plain: Self = is_object.then(|| serde_json::from_slice(line).ok())??;
        plain.id.is_none_or(is_single).then_some(plain)
    }
}

/// Whether a value is one of its own that any reader takes; what holds others is looked into where everything is.
fn is_single(value: &RawValue) -> bool {
    let text = value.get();
    !text.starts_with(['{', '[']) && serde_json::from_str::<Value>(text).is_ok()
}

impl Plainly<'_> {
    /// The value as a person writes it.
    pub fn text<'t>(&'t self, scratch: &'t mut String) -> &'t str {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => {
                scratch.clear();
                // A text takes all that is written to it.
                let _ = write!(scratch, "{number}");
                scratch
            }
        }
    }
}
