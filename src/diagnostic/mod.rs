//! What is wrong with a pack, an erratum or a request, where, and what to do about it. Data only: it never prints.

mod code;

pub use code::Code;

use crate::source::{Problem, ProblemKind, Span};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Likely a slip, though nothing is wrong with what is read.
    Warning,
    /// The pack cannot be trusted until this is mended.
    Error,
}

/// A place that belongs to a diagnostic, with what is to be said there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The offending text.
    pub span: Span,
    /// One lower-case phrase; may be empty for the primary place.
    pub message: String,
}

/// One finding. Its message is one lower-case phrase in rulebook words, user text in backticks, no full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of finding; each has a page.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The places: the first is the primary one.
    pub labels: Vec<Label>,
    /// What to do, or more facts (a witness), one line each.
    pub help: Vec<String>,
    /// The paragraph of the rulebook concerned, if any.
    pub cite: Option<String>,
}

impl Diagnostic {
    /// An error at one place.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: vec![Label {
                span,
                message: String::new(),
            }],
            help: Vec::new(),
            cite: None,
        }
    }

    /// An error with no place in a text: a missing folder, say.
    pub fn error_nowhere(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            help: Vec::new(),
            cite: None,
        }
    }

    /// Adds words at the primary place.
    #[must_use]
    pub fn here(mut self, message: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.message = message.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            message: message.into(),
        });
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// Names the paragraph concerned.
    #[must_use]
    pub fn cite(mut self, cite: impl Into<String>) -> Self {
        self.cite = Some(cite.into());
        self
    }
}

impl Diagnostic {
    /// Something worth knowing where nothing is wrong.
    #[must_use]
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Note,
            ..Self::error(code, span, message)
        }
    }

    /// Something that is not wrong by itself, but hardly meant.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, span, message)
        }
    }

    /// What is wrong with a folder of packs, as a finding.
    #[must_use]
    pub fn of_folder(problem: Problem) -> Self {
        let code = match problem.kind {
            ProblemKind::Unreadable => Code::UnreadableFile,
            ProblemKind::NotUtf8 => Code::NotUtf8,
            ProblemKind::OverLimit => Code::OverLimit,
            ProblemKind::Outside => Code::OutsideFolder,
            ProblemKind::NoPack => Code::MissingPack,
            ProblemKind::Unread => Code::UnreadFile,
        };
        let mut error = Self::error_nowhere(code, problem.message);
        if problem.kind == ProblemKind::Unread {
            error.severity = Severity::Warning;
        }
        match problem.help {
            Some(help) => error.help(help),
            None => error,
        }
    }
}

/// The nearest of the known names to a misspelt one, if any is near enough to offer.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}
