//! Values as a program reads them and as a person does. The words for what is no value stand here, and nowhere else.

use crate::diagram::Leaf;
use crate::model::{Model, Type, VariableId};
use crate::value::{Number, Value as Known};
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// What a source lost.
pub const GAP: &str = "gap";
/// A question beyond what it is asked for.
pub const NOT_ASKED: &str = "not asked";
/// No rule applies.
pub const NO_ANSWER: &str = "no answer";
/// Two rules answer, and differ.
pub const TWO_ANSWERS: &str = "two answers";
/// A fact is missing.
pub const NOT_KNOWN: &str = "not known";

/// A leaf in words, a number with its sign where its type has one.
#[must_use]
pub fn words(model: &Model, leaf: &Leaf, of: Option<&Type>) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&model.words, of.is_some_and(|of| model.is_signed(of))),
        other => no_value(other).to_owned(),
    }
}

/// The words for a leaf that is no value.
#[must_use]
pub const fn no_value(leaf: &Leaf) -> &'static str {
    match leaf {
        Leaf::Value(_) => "",
        Leaf::Gap(_) => GAP,
        Leaf::Outside => NOT_ASKED,
        Leaf::Cancelled => "no such fact or value",
        Leaf::Conflict => TWO_ANSWERS,
        Leaf::Overflow => "cannot be calculated",
        Leaf::Nothing | Leaf::Silent => NO_ANSWER,
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
    /// A leaf; a number of a modifier has its sign.
    #[must_use]
    pub fn leaf(model: &Model, leaf: &Leaf, of: Option<&Type>) -> Self {
        let value = match leaf {
            Leaf::Value(known) => value(model, known),
            Leaf::Gap(_) => Value::from(GAP),
            _ => Value::Null,
        };
        let words = words(model, leaf, of);
        Self { value, words }
    }

    /// The value of a fact.
    #[must_use]
    pub fn index(model: &Model, fact: VariableId, index: u32) -> Self {
        let known = model.variables[fact].domain.value(index);
        Self {
            value: value(model, &known),
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
        let told = |(fact, index)| {
            (
                model.variable_name(fact).to_owned(),
                Self::index(model, fact, index),
            )
        };
        facts.into_iter().map(told).collect()
    }
}

/// A value as the protocol has it: kinds as strings, numbers as numbers (a half is 0.5), sets as lists.
fn value(model: &Model, known: &Known) -> Value {
    match known {
        Known::Bool(truth) => Value::Bool(*truth),
        Known::Word(word) => Value::from(model.words.text(*word)),
        Known::Set(words) => words.iter().map(|word| model.words.text(*word)).collect(),
        Known::Number(number) if number.is_integer() => Value::from(*number.numer()),
        Known::Number(number) => {
            decimal(*number).unwrap_or_else(|| Value::String(number.to_string()))
        }
    }
}

/// A number of at most three decimal places.
fn decimal(number: Number) -> Option<Value> {
    let thousandths = number * Number::from_integer(1000);
    let numerator = *thousandths.numer();
    let sign = if numerator < 0 { "-" } else { "" };
    let size = numerator.unsigned_abs();
    let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    thousandths
        .is_integer()
        .then(|| serde_json::from_str(&text).ok())?
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

impl fmt::Display for Told {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words)
    }
}
