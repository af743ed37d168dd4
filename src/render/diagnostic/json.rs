//! For programs: one versioned object.

use super::severity;
use crate::diagnostic::{Diagnostic, Label};
use crate::source::{Sources, Span};
use serde_json::{Map, Value, json};

/// The version of the shape given by [`json`]; it changes when a field changes its meaning or goes.
const VERSION: u32 = 1;

/// All findings as `{ "version": 1, "diagnostics": […] }`. Lines and columns count from 1, columns in characters; an end is
/// just past the last character. A finding without a place has null for all of these.
#[must_use]
pub fn json(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    let found: Vec<_> = diagnostics
        .iter()
        .map(|found| diagnostic(found, sources))
        .collect();
    json!({ "version": VERSION, "diagnostics": found })
}

fn diagnostic(found: &Diagnostic, sources: &Sources) -> Value {
    let labels: Vec<_> = found
        .labels
        .iter()
        .map(|place| label(place, sources))
        .collect();
    let mut object = Map::new();
    object.insert("code".to_owned(), json!(found.code.name()));
    object.insert("severity".to_owned(), json!(severity(found.severity)));
    object.insert("message".to_owned(), json!(found.message));
    object.extend(place(found.labels.first().map(|label| label.span), sources));
    object.insert("labels".to_owned(), json!(labels));
    object.insert("help".to_owned(), json!(found.help));
    object.insert("cite".to_owned(), json!(found.cite));
    Value::Object(object)
}

fn label(label: &Label, sources: &Sources) -> Value {
    let mut object: Map<_, _> = place(Some(label.span), sources).into_iter().collect();
    object.insert("message".to_owned(), json!(label.message));
    Value::Object(object)
}

fn place(span: Option<Span>, sources: &Sources) -> [(String, Value); 5] {
    let start = span.map(|span| sources.position(span));
    let end = span.map(|span| sources.end_position(span));
    [
        (
            "file".to_owned(),
            json!(span.map(|span| sources.path(span.file))),
        ),
        ("line".to_owned(), json!(start.map(|(line, _)| line))),
        ("column".to_owned(), json!(start.map(|(_, column)| column))),
        ("endLine".to_owned(), json!(end.map(|(line, _)| line))),
        ("endColumn".to_owned(), json!(end.map(|(_, column)| column))),
    ]
}
