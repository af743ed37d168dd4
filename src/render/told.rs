//! The parts that views have in common. A view is what is shown of a result, once: a program reads it as it stands, and the
//! page that a person reads is made from it.

use super::answer_json;
use super::words;
use crate::diagram::Leaf;
use crate::model::{Model, Type, VariableId};
use crate::source::{Sources, Span};
use indexmap::IndexMap;
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

/// A value as a program reads it, and in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// For a program.
    pub value: Value,
    /// For a person.
    pub words: String,
}

/// Facts and their values, in the order in which they are told.
pub type Facts = IndexMap<String, Told>;

impl Told {
    /// A leaf of a type.
    #[must_use]
    pub fn leaf(model: &Model, leaf: &Leaf, of: Option<&Type>) -> Self {
        Self {
            value: answer_json::leaf(model, leaf),
            words: words::leaf(model, leaf, of),
        }
    }

    /// A value of a fact.
    #[must_use]
    pub fn index(model: &Model, fact: VariableId, index: u32) -> Self {
        let found = model.variable(fact);
        let value = found.map(|found| answer_json::value(model, &found.domain.value(index)));
        Self {
            value: value.unwrap_or_default(),
            words: model.show_index(fact, index),
        }
    }

    /// A text that is a text for a program, too.
    pub fn text(text: impl Into<String>) -> Self {
        let words = text.into();
        Self {
            value: Value::from(words.as_str()),
            words,
        }
    }

    /// Facts and their values.
    pub fn facts(model: &Model, facts: impl IntoIterator<Item = (VariableId, u32)>) -> Facts {
        let told = facts.into_iter().map(|(fact, index)| {
            (
                model.variable_name(fact).to_owned(),
                Self::index(model, fact, index),
            )
        });
        told.collect()
    }
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl JsonSchema for Told {
    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A kind or text as a string, yes and no as booleans, a number as a number (a half is 0.5; what no \
                decimal of three places is, as a text: \"1/3\"), a set as a list; \"gap\" where the source lost it, null \
                where there is no answer",
            "type": ["string", "boolean", "number", "array", "null"],
            "items": { "type": "string" },
        })
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.words)
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
            "description": "A number; from 2 to the power of 53 on, its digits as a text, so that nothing is lost",
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
