//! The JSON Schemas of what packs are written in, made from the nouns that the readers know.

use super::nouns::schema::{one_or_more, reference, text};
use super::nouns::{Card, Chart, Declaration, ERRATA, List, Noun, Pack, Procedure, TOPIC};
use serde_json::{Map, Value, json};

/// A kind of file, or an item of a RON file.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// Its name, as `chartroom schema` takes it.
    pub name: &'static str,
    /// Where it stands.
    pub stands: &'static str,
    declared: &'static Declaration,
}

/// Everything that has a schema.
pub static WRITTEN: &[Written] = &[
    written("pack.toml", "the head of a pack", Pack::DECLARED),
    written("topic.toml", "any other TOML file of a pack", &TOPIC),
    written(
        "errata.toml",
        "a TOML file in the folder `errata` of a pack",
        &ERRATA,
    ),
    written("Chart", ITEM, Chart::DECLARED),
    written("List", ITEM, List::DECLARED),
    written("Procedure", ITEM, Procedure::DECLARED),
    written("Card", ITEM, Card::DECLARED),
];

const ITEM: &str = "an item of a RON file";

const fn written(
    name: &'static str,
    stands: &'static str,
    declared: &'static Declaration,
) -> Written {
    Written {
        name,
        stands,
        declared,
    }
}

impl Written {
    /// Its JSON Schema. A RON file is read as its items, a group in parentheses as an object, one of values alone as an array.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut definitions = Map::new();
        let bare = json!({ "type": ["string", "integer", "boolean"] });
        definitions.insert("text".to_owned(), bare);
        let texts = one_or_more(&text(&mut definitions));
        definitions.insert("texts".to_owned(), texts);
        reference(self.declared, &mut definitions);
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("{} of Chartroom: {}", self.name, self.stands),
            "$ref": format!("#/$defs/{}", self.declared.name),
            "$defs": definitions,
        })
    }
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
