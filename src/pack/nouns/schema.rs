//! The parts of which JSON Schemas are made.

use super::noun::{Declaration, Definitions, Noun, Shape, Short};
use serde_json::{Map, Value, json};

/// A reference to a noun, which is defined if it is not yet.
pub fn reference(noun: &'static Declaration, definitions: &mut Definitions) -> Value {
    let name = noun.name.to_owned();
    if !definitions.contains_key(&name) {
        // The name is taken first: some nouns hold themselves.
        definitions.insert(name.clone(), Value::Null);
        let (mut properties, mut needed) = (Map::new(), Vec::new());
        for field in noun.written() {
            let Shape::Value { is_needed, schema } = field.shape else {
                continue;
            };
            let mut property = schema(definitions);
            if let Some(property) = property.as_object_mut() {
                property.insert("description".to_owned(), json!(field.means.trim()));
            }
            properties.insert(field.name.to_owned(), property);
            needed.extend(is_needed.then_some(field.name));
        }
        let defined = json!({
            "type": "object",
            "properties": properties,
            "required": needed,
            "additionalProperties": false,
        });
        definitions.insert(name.clone(), defined);
    }
    json!({ "$ref": format!("#/$defs/{name}") })
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
