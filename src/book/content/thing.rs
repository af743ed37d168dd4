//! What is told of a thing, as the page takes it: lists in place of fields, from which what is empty at the end is left out.

use crate::analysis::about::{About, Item, Section};
use crate::model::Model;
use serde_json::{Value, json};

/// A thing: kind, title, what it says, paragraphs, pack, parts, charts.
pub fn thing(model: &Model, about: &About) -> Value {
    let charts = about.charts.iter().map(|id| model.charts[*id].id.clone());
    let sections = about.sections.iter();
    let sections: Vec<Value> = sections.map(|each| section(model, each)).collect();
    json!([
        about.kind,
        about.title,
        model.sentence(&about.says),
        about.cite.join(", "),
        about.pack,
        sections,
        charts.collect::<Vec<_>>(),
    ])
}

fn section(model: &Model, section: &Section) -> Value {
    let items = section.items.iter();
    let items: Vec<Value> = items.map(|each| item(model, each)).collect();
    json!([section.title, items])
}

/// A line: what it says, its paragraph, the name of what it is about, what stands within.
fn item(model: &Model, own: &Item) -> Value {
    let within = own.within.iter();
    let within: Vec<Value> = within.map(|each| item(model, each)).collect();
    let mut parts = vec![
        json!(model.sentence(&own.says)),
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
