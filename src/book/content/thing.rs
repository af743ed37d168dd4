//! What is told of a thing, as the page takes it: lists in place of fields, from which what is empty at the end is left out.

use crate::analysis::about::{About, Item, Section};
use crate::model::Model;
use serde_json::{Value, json};

/// A thing: kind, title, what it says, paragraphs, pack, parts, charts.
pub fn thing(model: &Model, about: &About) -> Value {
    let charts = about.charts.iter().map(|id| model.charts[*id].id.clone());
    let sections: Vec<Value> = about.sections.iter().map(section).collect();
    json!([
        about.kind,
        about.title,
        about.says,
        about.cite.join(", "),
        about.pack,
        sections,
        charts.collect::<Vec<_>>(),
    ])
}

fn section(section: &Section) -> Value {
    let items: Vec<Value> = section.items.iter().map(item).collect();
    json!([section.title, items])
}

/// A line: what it says, its paragraph, the name of what it is about, what stands within.
fn item(own: &Item) -> Value {
    let within: Vec<Value> = own.within.iter().map(item).collect();
    let mut parts = vec![
        json!(own.says),
        json!(own.cite),
        json!(own.name),
        json!(within),
    ];
    let is_empty = |part: &Value| *part == json!("") || *part == json!([]);
    while parts.last().is_some_and(is_empty) {
        parts.pop();
    }
    parts.into()
}
