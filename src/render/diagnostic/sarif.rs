//! For code hosts and editors: SARIF 2.1.0, the standard exchange format of findings.

use super::severity;
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::source::{Sources, Span};
use serde_json::{Value, json};

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
        .map(|finding| result(finding, sources))
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

fn result(finding: &Diagnostic, sources: &Sources) -> Value {
    let (first, others) = finding.labels.split_at(finding.labels.len().min(1));
    let mut result = json!({
        "ruleId": finding.code.name(),
        "ruleIndex": Code::ALL.iter().position(|code| *code == finding.code),
        "level": severity(finding.severity),
        "message": { "text": message(finding) },
        "locations": locations(first, sources),
    });
    if let (false, Some(result)) = (others.is_empty(), result.as_object_mut()) {
        result.insert("relatedLocations".to_owned(), locations(others, sources));
    }
    result
}

fn message(finding: &Diagnostic) -> String {
    let cite = finding.cite.iter().map(|cite| format!("see {cite}"));
    let help = finding.help.iter().map(ToString::to_string);
    let lines = std::iter::once(finding.message.clone())
        .chain(help)
        .chain(cite);
    lines.collect::<Vec<_>>().join("\n")
}

fn locations(labels: &[Label], sources: &Sources) -> Value {
    let location = |(id, label): (usize, &Label)| {
        let mut location = json!({ "id": id, "physicalLocation": physical(label.span, sources) });
        if let (false, Some(location)) = (label.message.is_empty(), location.as_object_mut()) {
            location.insert("message".to_owned(), json!({ "text": label.message }));
        }
        location
    };
    labels.iter().enumerate().map(location).collect()
}

fn physical(span: Span, sources: &Sources) -> Value {
    let (start, end) = (sources.position(span), sources.end_position(span));
    json!({
        "artifactLocation": { "uri": uri(sources.path(span.file)) },
        "region": { "startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1 },
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
