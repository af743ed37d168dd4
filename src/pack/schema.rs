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
