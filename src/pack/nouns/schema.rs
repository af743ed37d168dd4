//! The parts of which JSON Schemas are made.

use super::noun::{Declaration, Definitions, Need, Noun, Shape, Short};
use serde_json::{Map, Value, json};

/// A reference to a noun, which is defined if it is not yet.
pub fn reference(noun: &'static Declaration, definitions: &mut Definitions) -> Value {
    let name = noun.name.to_owned();
    if !definitions.contains_key(&name) {
        // The name is taken first: some nouns hold themselves.
        definitions.insert(name.clone(), Value::Null);
        let (mut properties, mut needed, mut either_of) = (Map::new(), Vec::new(), Vec::new());
        for field in noun.written() {
            let Shape::Value { need, schema } = field.shape else {
                continue;
            };
            let mut property = schema(definitions);
            if let Some(property) = property.as_object_mut() {
                property.insert("description".to_owned(), json!(field.means.trim()));
            }
            properties.insert(field.name.to_owned(), property);
            match need {
                Need::Always => needed.push(field.name),
                Need::Never => {}
                Need::Without(others) => {
                    let either = std::iter::once(&field.name).chain(others);
                    either_of.push(any_of_these(either));
                }
            }
        }
        let mut defined = json!({
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": false,
        });
        if let Some(defined) = defined.as_object_mut().filter(|_| !either_of.is_empty()) {
            defined.insert("allOf".to_owned(), json!(either_of));
        }
        definitions.insert(name.clone(), defined);
    }
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// That one of these fields is there.
fn any_of_these<'n>(fields: impl Iterator<Item = &'n &'static str>) -> Value {
    let required = fields.map(|field| json!({ "required": [field] }));
    json!({ "anyOf": required.collect::<Vec<_>>() })
}

/// A noun, or what may stand in its place.
pub fn noun<N: Noun>(definitions: &mut Definitions) -> Value {
    let fields = reference(N::DECLARED, definitions);
    match N::SHORT {
        Short::Never => fields,
        Short::Text(_) | Short::Value(_) => any_of([text(definitions), fields]),
        Short::List(_) | Short::InOrder => {
            any_of([text(definitions), json!({ "type": "array" }), fields])
        }
    }
}

pub fn list<N: Noun>(definitions: &mut Definitions) -> Value {
    one_or_more(&noun::<N>(definitions))
}

pub fn named_list<N: Noun>(definitions: &mut Definitions) -> Value {
    named(&noun::<N>(definitions))
}

pub fn anything(_: &mut Definitions) -> Value {
    json!({})
}

pub fn flag(_: &mut Definitions) -> Value {
    json!({ "type": "boolean" })
}

/// A text; a whole number, or true and false, may stand without quotes.
pub fn text(_: &mut Definitions) -> Value {
    json!({ "$ref": "#/$defs/text" })
}

/// A text, or a list of texts.
pub fn texts(_: &mut Definitions) -> Value {
    json!({ "$ref": "#/$defs/texts" })
}

/// Names, each with a text.
pub fn pairs(definitions: &mut Definitions) -> Value {
    named(&text(definitions))
}

/// Names, each with a text or a list of texts; or these alone.
pub fn sets(definitions: &mut Definitions) -> Value {
    let texts = texts(definitions);
    any_of([texts.clone(), named(&texts)])
}

pub fn any_of<const N: usize>(schemas: [Value; N]) -> Value {
    json!({ "anyOf": schemas.to_vec() })
}

pub fn one_or_more(schema: &Value) -> Value {
    any_of([schema.clone(), json!({ "type": "array", "items": schema })])
}

pub fn named(schema: &Value) -> Value {
    json!({ "type": "object", "additionalProperties": schema })
}
