//! Texts that stand in a book many times, kept once: in what is packed, a text is its number, and a number its negative less one.

use rustc_hash::FxHashMap;
use serde_json::Value;

#[derive(Debug, Default)]
pub struct Pool {
    texts: Vec<String>,
    numbers: FxHashMap<String, usize>,
}

impl Pool {
    /// A value, its texts and numbers replaced; the names of fields stay.
    pub fn packed(&mut self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::from(self.number(text)),
            Value::Number(number) => number
                .as_i64()
                .map_or(Value::Null, |own| Value::from(-own - 1)),
            Value::Array(all) => all.into_iter().map(|json| self.packed(json)).collect(),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                Value::Object(
                    fields
                        .map(|(name, json)| (name, self.packed(json)))
                        .collect(),
                )
            }
            Value::Null | Value::Bool(_) => value,
        }
    }

    fn number(&mut self, text: String) -> usize {
        let next = self.texts.len();
        let number = *self.numbers.entry(text.clone()).or_insert(next);
        if number == next {
            self.texts.push(text);
        }
        number
    }

    pub fn texts(self) -> Value {
        self.texts.into()
    }
}
