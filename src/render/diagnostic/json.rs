//! For programs: one versioned object.

use crate::diagnostic::{Diagnostic, Label};
use crate::render::told::Version;
use crate::source::{Sources, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// All findings of `check`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Its version.
    pub version: Version<1>,
    /// The findings.
    pub diagnostics: Findings,
}

/// Findings.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Findings(Vec<Finding>);

/// A finding. Lines and columns count from 1, columns in characters; an end is just past the last character. One without a
/// place has null for all of these.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Finding {
    /// Its code, which `chartroom explain` explains.
    pub code: String,
    /// How grave it is: `error`, `warning` or `note`.
    pub severity: String,
    /// What is wrong.
    pub message: String,
    /// The first of its places.
    #[serde(flatten)]
    pub place: Range,
    /// All its places.
    pub labels: Vec<Labelled>,
    /// What to do.
    pub help: Vec<String>,
    /// The paragraph to see.
    pub cite: Option<String>,
}

/// A place with what is said of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Labelled {
    /// The place.
    #[serde(flatten)]
    pub place: Range,
    /// What is said of it.
    pub message: String,
}

/// A run of a file's text.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    /// The file.
    pub file: Option<String>,
    /// The first line.
    pub line: Option<usize>,
    /// The first column.
    pub column: Option<usize>,
    /// The last line.
    pub end_line: Option<usize>,
    /// The column just past the end.
    pub end_column: Option<usize>,
}

impl Checked {
    /// The view of findings.
    #[must_use]
    pub fn of(diagnostics: &[Diagnostic], sources: &Sources) -> Self {
        Self {
            version: Version,
            diagnostics: Findings::of(diagnostics, sources),
        }
    }
}

impl Findings {
    /// The view of findings without a version.
    #[must_use]
    pub fn of(diagnostics: &[Diagnostic], sources: &Sources) -> Self {
        Self(
            diagnostics
                .iter()
                .map(|each| finding(each, sources))
                .collect(),
        )
    }
}

fn finding(found: &Diagnostic, sources: &Sources) -> Finding {
    let labelled = |label: &Label| Labelled {
        place: Range::of(sources, label.span),
        message: label.message.clone(),
    };
    let first = found.labels.first();
    Finding {
        code: found.code.name().to_owned(),
        severity: super::severity(found.severity).to_owned(),
        message: found.message.clone(),
        place: first.map_or_else(Range::default, |label| Range::of(sources, label.span)),
        labels: found.labels.iter().map(labelled).collect(),
        help: found.help.iter().map(ToString::to_string).collect(),
        cite: found.cite.clone(),
    }
}

impl Range {
    fn of(sources: &Sources, span: Span) -> Self {
        let ((line, column), (end_line, end_column)) =
            (sources.position(span), sources.end_position(span));
        Self {
            file: Some(sources.path(span.file).to_owned()),
            line: Some(line),
            column: Some(column),
            end_line: Some(end_line),
            end_column: Some(end_column),
        }
    }
}
