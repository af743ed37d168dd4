//! A neutral tree of what a file says, with the place of every part: TOML and RON texts both become this.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span, Text};
use std::cell::RefCell;

/// How deep brackets may nest in a file.
pub(super) const MAX_NESTING: usize = 32;

/// A value with its place.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Of a text, what is inside the quotes; of all others, the whole.
    pub(super) span: Span,
}

/// The kinds of value.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// A text in quotes.
    Text(String),
    /// A number, as written.
    Number(String),
    /// `true` or `false`.
    Bool(bool),
    /// Something else without quotes, as written: a date, a bare word, a range.
    Bare(String),
    /// A list or a tuple.
    List(Vec<Node>),
    /// Named fields, in the order of the text.
    Table(Vec<(Text, Node)>),
}

impl Kind {
    /// What it is, in words that follow "not".
    pub(super) const fn describe(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Bool(_) => "true or false",
            Self::Bare(_) => "words without quotes",
            Self::List(_) => "a list",
            Self::Table(_) => "a group of fields",
        }
    }
}

/// A named item of a RON file: `Chart(…)`.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) name: Text,
    pub(super) body: Node,
}

/// The findings of a reading, gathered as they turn up.
#[derive(Debug, Default)]
pub(super) struct Problems(RefCell<Vec<Diagnostic>>);

impl Problems {
    /// Adds a finding.
    pub(super) fn report(&self, diagnostic: Diagnostic) {
        self.0.borrow_mut().push(diagnostic);
    }

    /// All findings, in the order in which they turned up.
    pub(super) fn into_vec(self) -> Vec<Diagnostic> {
        self.0.into_inner()
    }
}

/// A span from byte offsets; a text is never so long that they do not fit.
pub(super) fn span(file: FileId, start: usize, end: usize) -> Span {
    let fit = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        file,
        start: fit(start),
        end: fit(end.max(start)),
    }
}

/// The finding for brackets that nest too deep.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OverLimit, span, "brackets nest too deep")
        .here(format!("this is more than {MAX_NESTING} deep"))
}
