//! The keys that can stand at a place of a file, from the schemas of the nouns.

use crate::pack::overlay::{Address, Part};
use crate::pack::schema::WRITTEN;
use serde_json::Value;
use std::sync::OnceLock;

/// The schema of a kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Schema {
    /// The schemas that a first name leads into; of a TOML file, one for all.
    roots: &'static [(&'static str, Value)],
    is_toml: bool,
    name: &'static str,
}

/// A key, and what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOf {
    pub name: String,
    pub means: String,
    pub is_needed: bool,
}

fn all() -> &'static [(&'static str, Value)] {
    static ALL: OnceLock<Vec<(&'static str, Value)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let schemas = WRITTEN.iter();
        schemas
            .map(|written| (written.name, written.schema()))
            .collect()
    })
}

/// The schema of a file, by its path.
pub fn of_file(path: &str) -> Schema {
    let mut names = path.rsplit('/');
    let (file, folder) = (names.next().unwrap_or_default(), names.next());
    let name = match (file, folder) {
        ("pack.toml", _) => "pack.toml",
        (_, Some("errata")) => "errata.toml",
        _ => "topic.toml",
    };
    Schema {
        roots: all(),
        is_toml: path.ends_with(".toml"),
        name,
    }
}

/// Where the keys stand of what a change adds, by the way to them and the address of the change.
pub fn added_at(path: &[String], address: &str) -> Option<(&'static str, Vec<String>)> {
    path.iter().any(|key| key == "add").then_some(())?;
    let address = Address::parse(address).ok()?;
    let way = match (address.kind.as_deref(), address.parts.last()) {
        (_, Some(Part::Field(field))) if field == "except" => vec!["rule", "except"],
        (_, Some(Part::Field(field))) if field == "rules" => vec!["rule"],
        (_, Some(Part::Field(field))) if field == "rows" => return Some(row()),
        (None, Some(Part::Keys(_))) => return Some(row()),
        (Some(kind @ ("example" | "law" | "impossible")), None) => vec![kind],
        (Some(kind), None) => vec![kind, &address.name],
        (None, None) => vec!["question", &address.name],
        _ => return None,
    };
    Some(("topic.toml", way.into_iter().map(str::to_owned).collect()))
}

fn row() -> (&'static str, Vec<String>) {
    ("chart.ron", ["Chart", "rows"].map(str::to_owned).into())
}

impl Schema {
    /// What a key is for, by the way to the table that it stands in.
    pub fn key(&self, path: &[String], key: &str) -> Option<String> {
        let mut keys = self.keys(path).into_iter();
        let key_of = keys.find(|key_of| key_of.name == key)?;
        let needed = if key_of.is_needed { " (needed)" } else { "" };
        Some(format!("{}{needed}", key_of.means))
    }

    /// The keys of the table at the end of a way.
    pub fn keys(&self, path: &[String]) -> Vec<KeyOf> {
        let Some((root, rest)) = self.root(path) else {
            return self.items();
        };
        let mut json = vec![root];
        for name in rest {
            let inner = json.iter().flat_map(|schema| step(root, schema, name));
            json = inner.collect();
        }
        let mut keys: Vec<KeyOf> = Vec::new();
        for schema in json {
            for key_of in keys_of(root, schema) {
                if keys.iter().all(|known| known.name != key_of.name) {
                    keys.push(key_of);
                }
            }
        }
        keys
    }

    fn root<'p>(&self, path: &'p [String]) -> Option<(&'static Value, &'p [String])> {
        let find = |name: &str| {
            let mut roots = self.roots.iter();
            roots
                .find(|(text, _)| *text == name)
                .map(|(_, schema)| schema)
        };
        if self.is_toml {
            return Some((find(self.name)?, path));
        }
        let (item, rest) = path.split_first()?;
        Some((find(item)?, rest))
    }

    /// The items of a RON file.
    fn items(&self) -> Vec<KeyOf> {
        let items = WRITTEN
            .iter()
            .filter(|written| !written.name.ends_with(".toml"));
        let key = |name: &str, means: &str| KeyOf {
            name: name.to_owned(),
            means: means.to_owned(),
            is_needed: false,
        };
        items
            .map(|written| key(written.name, written.stands))
            .collect()
    }
}

/// What a reference refers to, and all that a choice chooses from.
fn opened<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    let mut opened = Vec::new();
    let mut waiting = vec![schema];
    let mut seen: Vec<&str> = Vec::new();
    while let Some(schema) = waiting.pop() {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            if !seen.contains(&name) {
                seen.push(name);
                let defined = root.get("$defs").and_then(|all| all.get(name));
                waiting.extend(defined);
            }
        }
        let choice = schema.get("anyOf").and_then(Value::as_array);
        waiting.extend(choice.into_iter().flatten());
        waiting.extend(schema.get("items"));
        opened.push(schema);
    }
    opened
}

fn step<'s>(root: &'s Value, schema: &'s Value, name: &str) -> Vec<&'s Value> {
    let inner = opened(root, schema).into_iter().filter_map(|schema| {
        let property = schema.get("properties").and_then(|all| all.get(name));
        property.or_else(|| {
            schema
                .get("additionalProperties")
                .filter(|json| json.is_object())
        })
    });
    inner.collect()
}

fn keys_of(root: &Value, schema: &Value) -> Vec<KeyOf> {
    let mut keys = Vec::new();
    for schema in opened(root, schema) {
        let needed = schema.get("required").and_then(Value::as_array);
        let is_needed = |name: &str| {
            let mut needed = needed.into_iter().flatten();
            needed.any(|json| json.as_str() == Some(name))
        };
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let means = property.get("description").and_then(Value::as_str);
            keys.push(KeyOf {
                name: name.clone(),
                means: means.unwrap_or_default().to_owned(),
                is_needed: is_needed(name),
            });
        }
    }
    keys
}
