//! For code hosts and editors: SARIF 2.1.0, the standard exchange format of findings.

use super::severity;
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::source::{Sources, Span};
use serde_json::{Map, Value, json};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// All findings as one SARIF run, with every code of the catalogue among its rules.
#[must_use]
pub fn sarif(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    let driver = json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "rules": Code::ALL.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
    });
    let results: Vec<_> = diagnostics
        .iter()
        .map(|found| result(found, sources))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    })
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.means() },
        "help": { "text": code.means(), "markdown": code.page() },
    })
}

fn result(found: &Diagnostic, sources: &Sources) -> Value {
    let (first, others) = found.labels.split_at(found.labels.len().min(1));
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(found.code.name()));
    result.insert(
        "ruleIndex".to_owned(),
        json!(Code::ALL.iter().position(|code| *code == found.code)),
    );
    result.insert("level".to_owned(), json!(severity(found.severity)));
    result.insert("message".to_owned(), json!({ "text": message(found) }));
    result.insert("locations".to_owned(), json!(locations(first, sources)));
    if !others.is_empty() {
        result.insert(
            "relatedLocations".to_owned(),
            json!(locations(others, sources)),
        );
    }
    Value::Object(result)
}

fn message(found: &Diagnostic) -> String {
    let cite = found.cite.iter().map(|cite| format!("see {cite}"));
    let lines = std::iter::once(found.message.clone())
        .chain(found.help.iter().map(ToString::to_string))
        .chain(cite);
    lines.collect::<Vec<_>>().join("\n")
}

fn locations(labels: &[Label], sources: &Sources) -> Vec<Value> {
    labels
        .iter()
        .enumerate()
        .map(|(id, label)| location(id, label, sources))
        .collect()
}

fn location(id: usize, label: &Label, sources: &Sources) -> Value {
    let mut location = Map::new();
    location.insert("id".to_owned(), json!(id));
    location.insert("physicalLocation".to_owned(), physical(label.span, sources));
    if !label.message.is_empty() {
        location.insert("message".to_owned(), json!({ "text": label.message }));
    }
    Value::Object(location)
}

fn physical(span: Span, sources: &Sources) -> Value {
    let ((line, column), (end_line, end_column)) =
        (sources.position(span), sources.end_position(span));
    json!({
        "artifactLocation": { "uri": uri(sources.path(span.file)) },
        "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
    })
}

fn digit(value: u8) -> char {
    char::from_digit(u32::from(value), 16)
        .unwrap_or('0')
        .to_ascii_uppercase()
}

/// A path as a URI reference: of an absolute one a `file` URI, with what a URI may not hold in percent-encoding.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') {
        "file://".to_owned()
    } else {
        String::new()
    };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    uri
}
