//! The parts that views have in common. A view is what is shown of a result, once: a program reads it as it stands, and the
//! page that a person reads is made from it.

pub use crate::answer::{Facts, Told};

use super::visible::for_programs;
use crate::source::{Sources, Span};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// The version of a view. In one version keys are only ever added; a higher one may mean other things by the same keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Version<const NUMBER: u32>;

impl<const NUMBER: u32> Serialize for Version<NUMBER> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(NUMBER)
    }
}

impl<const NUMBER: u32> JsonSchema for Version<NUMBER> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Version{NUMBER}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": NUMBER })
    }
}

/// Where something is written.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}

impl Place {
    /// The first line of a span.
    #[must_use]
    pub fn of(sources: &Sources, span: Span) -> Self {
        Self {
            file: sources.path(span.file).to_owned(),
            line: sources.position(span).0,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}:{}", self.file, self.line)
    }
}

/// A count as JSON has it: a number, or, where it is beyond what programs read exactly, a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) if number < 1 << 53 => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number; from 2 to the power of 53 on, its digits as a text, so that nothing is lost. 2 to the power of 128 less 1 stands for that or more.",
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^[0-9]+$",
        })
    }
}

/// A view as JSON.
#[must_use]
pub fn json(view: &impl Serialize) -> Value {
    serde_json::to_value(view).unwrap_or_default()
}

/// A view as a line of JSON.
#[must_use]
pub fn line(view: &impl Serialize) -> String {
    let line = serde_json::to_string(view).unwrap_or_default();
    for_programs(&line).into_owned() + "\n"
}
