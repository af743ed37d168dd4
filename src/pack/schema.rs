//! The JSON Schemas of what packs are written in, made from the nouns that the readers know.

use super::read::{Field, Holds, Noun, nouns};
use serde_json::{Map, Value, json};

/// A kind of file, or an item of a RON file.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// Its name, as `chartroom schema` takes it.
    pub name: &'static str,
    /// Where it stands.
    pub stands: &'static str,
    noun: &'static Noun,
}

/// Everything that has a schema.
pub static WRITTEN: &[Written] = &[
    Written {
        name: "pack.toml",
        stands: "the head of a pack",
        noun: &nouns::PACK,
    },
    Written {
        name: "topic.toml",
        stands: "any other TOML file of a pack",
        noun: &nouns::TOPIC,
    },
    Written {
        name: "errata.toml",
        stands: "a TOML file in the folder `errata` of a pack",
        noun: &nouns::ERRATA,
    },
    Written {
        name: "Chart",
        stands: "an item of a RON file",
        noun: &nouns::GRID,
    },
    Written {
        name: "List",
        stands: "an item of a RON file",
        noun: &nouns::LIST,
    },
    Written {
        name: "Procedure",
        stands: "an item of a RON file",
        noun: &nouns::PROCEDURE,
    },
    Written {
        name: "Card",
        stands: "an item of a RON file",
        noun: &nouns::CARD,
    },
];

impl Written {
    /// Its JSON Schema. A RON file is read as its items, a group in parentheses as an object, one of values alone as an array.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut definitions = Map::new();
        let bare = json!({ "type": ["string", "integer", "boolean"] });
        definitions.insert("text".to_owned(), bare);
        definitions.insert("texts".to_owned(), one_or_more(&text()));
        reference(self.noun, &mut definitions);
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("{} of Chartroom: {}", self.name, self.stands),
            "$ref": format!("#/$defs/{}", self.noun.name),
            "$defs": definitions,
        })
    }
}

/// A reference to a noun, which is defined if it is not yet.
fn reference(noun: &'static Noun, definitions: &mut Map<String, Value>) -> Value {
    let name = noun.name.to_owned();
    if !definitions.contains_key(&name) {
        // The name is taken first: some nouns hold themselves.
        definitions.insert(name.clone(), Value::Null);
        let properties: Map<String, Value> = noun
            .all()
            .map(|field| (field.name.to_owned(), property(field, definitions)))
            .collect();
        let needed = noun.all().filter(|field| field.is_needed);
        let needed: Vec<&str> = needed.map(|field| field.name).collect();
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

fn property(field: &Field, definitions: &mut Map<String, Value>) -> Value {
    let mut property = held(field.holds, definitions);
    if let Some(property) = property.as_object_mut() {
        property.insert("description".to_owned(), json!(field.means));
    }
    property
}

fn held(holds: Holds, definitions: &mut Map<String, Value>) -> Value {
    match holds {
        Holds::Any => json!({}),
        Holds::Flag => json!({ "type": "boolean" }),
        Holds::Text => text(),
        Holds::Texts => texts(),
        Holds::Pairs => named(&text()),
        Holds::Sets => any_of([texts(), named(&texts())]),
        Holds::Turns => any_of([text(), one_or_more(&named(&texts()))]),
        Holds::Each(noun) => one_or_more(&reference(noun, definitions)),
        Holds::EachOf(nouns) => {
            let kinds = nouns.iter().map(|noun| reference(noun, definitions));
            one_or_more(&json!({ "anyOf": kinds.collect::<Vec<_>>() }))
        }
        Holds::EachOrText(noun) => one_or_more(&or_text(noun, definitions)),
        Holds::Rows(noun) => {
            let in_order = json!({ "type": "array" });
            one_or_more(&any_of([text(), in_order, reference(noun, definitions)]))
        }
        Holds::Named(noun) => named(&reference(noun, definitions)),
        Holds::NamedOrText(noun) => named(&one_or_more(&or_text(noun, definitions))),
        Holds::Table(noun) => or_text(noun, definitions),
        Holds::NamedTables(noun) => named(&or_text(noun, definitions)),
    }
}

fn text() -> Value {
    json!({ "$ref": "#/$defs/text" })
}

fn texts() -> Value {
    json!({ "$ref": "#/$defs/texts" })
}

fn or_text(noun: &'static Noun, definitions: &mut Map<String, Value>) -> Value {
    any_of([text(), reference(noun, definitions)])
}

fn any_of<const N: usize>(schemas: [Value; N]) -> Value {
    json!({ "anyOf": schemas.to_vec() })
}

fn one_or_more(schema: &Value) -> Value {
    any_of([schema.clone(), json!({ "type": "array", "items": schema })])
}

fn named(schema: &Value) -> Value {
    json!({ "type": "object", "additionalProperties": schema })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::super::node::{Kind, Node, Problems};
    use super::super::{ron_text, toml_text};
    use super::WRITTEN;
    use crate::source::Sources;
    use serde_json::Value;

    fn value(node: &Node) -> Value {
        match &node.kind {
            Kind::Text(text) | Kind::Bare(text) => Value::from(text.as_str()),
            Kind::Number(text) => serde_json::from_str(text.trim_start_matches('+')).unwrap(),
            Kind::Bool(value) => Value::from(*value),
            Kind::List(nodes) => nodes.iter().map(value).collect(),
            Kind::Table(fields) => fields
                .iter()
                .map(|(key, node)| (key.value.clone(), value(node)))
                .collect(),
        }
    }

    fn mistakes(name: &str, node: &Node) -> Vec<String> {
        let written = WRITTEN.iter().find(|written| written.name == name).unwrap();
        let validator = jsonschema::validator_for(&written.schema()).unwrap();
        let value = value(node);
        let told = validator.iter_errors(&value);
        told.map(|error| format!("{error} at {}", error.instance_path()))
            .collect()
    }

    #[test]
    fn shipped_packs_are_valid_by_the_schemas() {
        let sources = Sources::embedded();
        let problems = Problems::default();
        for file in sources.files() {
            let (path, text) = (sources.path(file), sources.text(file));
            let found = if path.ends_with(".ron") {
                let items = ron_text::parse(text, file, &problems);
                items
                    .iter()
                    .flat_map(|item| mistakes(&item.name.value, &item.body))
                    .collect()
            } else {
                let root = toml_text::parse(text, file, &problems).unwrap();
                let name = match path.rsplit('/').collect::<Vec<_>>().as_slice() {
                    ["pack.toml", ..] => "pack.toml",
                    [_, "errata", ..] => "errata.toml",
                    _ => "topic.toml",
                };
                mistakes(name, &root)
            };
            assert_eq!(found, Vec::<String>::new(), "{path}");
        }
    }

    #[test]
    fn what_is_written_wrong_is_not_valid() {
        let problems = Problems::default();
        let file = Sources::embedded().files().next().unwrap();
        for wrong in [
            "[question.q]\nasks = \"?\"",
            "[question.q]\nanswer = \"bool\"\nanswr = 1",
            "[fact.f]\ndomain = \"bool\"\ncyclic = \"yes\"",
            "[[law]]\nalways = [[1]]",
        ] {
            let root = toml_text::parse(wrong, file, &problems).unwrap();
            assert!(!mistakes("topic.toml", &root).is_empty(), "{wrong}");
        }
    }
}
