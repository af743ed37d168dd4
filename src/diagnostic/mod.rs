//! What is wrong with a pack, an erratum or a request, where, and what to do about it. Data only: it never prints.

pub mod advice;
mod code;
mod near;
mod visible;

pub use advice::{Advice, Command};
pub use code::Code;
pub use near::{did_you_mean, nearest};
pub use visible::{
    escape, escape_plainly, is_hidden, made_visible, made_visible_in_pack, takes_no_room,
};

use crate::span::Span;
use rustc_hash::FxHashSet;

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

/// What is wrong with a rulebook, or with what is asked of it. Its message is one lower-case phrase in rulebook words, user text in
/// backticks, no full stop.
///
/// Shown with `{}`, it is the message, and what to do behind it; [`Rulebook::show`](crate::Rulebook::show) adds the lines of the
/// packs where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind of finding; each has a page.
    #[doc(hidden)]
    pub code: Code,
    /// How bad it is.
    #[doc(hidden)]
    pub severity: Severity,
    /// What is wrong.
    #[doc(hidden)]
    pub message: String,
    /// The places: the first is the primary one.
    #[doc(hidden)]
    pub labels: Vec<Label>,
    /// What to do, or more facts (a witness), one line each.
    #[doc(hidden)]
    pub help: Vec<Advice>,
    /// The paragraph of the rulebook concerned, if any.
    #[doc(hidden)]
    pub cite: Option<String>,
    /// The name that was asked for and that nothing bears, if that is what is wrong.
    #[doc(hidden)]
    pub unknown: Option<Box<str>>,
    /// The game in which it was asked for.
    #[doc(hidden)]
    pub game: Option<Box<str>>,
    /// What comes out in place of what an example expects, as it would expect it; none where that is not the same everywhere.
    #[doc(hidden)]
    pub found: Option<Box<str>>,
}

/// Leaves out what is told already of the same place.
pub fn tell_once(all: &mut Vec<Diagnostic>) {
    let mut told = FxHashSet::default();
    all.retain(|finding| {
        let place = finding.labels.first().map(|label| label.span);
        told.insert((finding.code, place, finding.message.clone()))
    });
}

impl Diagnostic {
    /// The name of its kind, `unknown-fact`, which `chartroom explain` explains.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        self.code.name()
    }

    /// Whether nothing can be trusted until it is mended; otherwise it is a warning or a note.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        matches!(self.severity, Severity::Error)
    }

    /// What is wrong, without what to do about it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The paragraph of the rules that it is about, if it is about one.
    #[must_use]
    pub fn paragraph(&self) -> Option<&str> {
        self.cite.as_deref()
    }
}

#[doc(hidden)]
impl Diagnostic {
    /// Whether an erratum was asked for that no pack has.
    #[must_use]
    pub fn is_of_asked_erratum(&self) -> bool {
        self.code == Code::UnknownErratum && self.labels.is_empty()
    }

    /// The same with each command in its advice completed by the options that name the rulebook at hand.
    #[must_use]
    pub fn completed(&self, options: &[String]) -> Self {
        let help = self.help.iter().map(|line| line.completed(options));
        Self {
            help: help.collect(),
            ..self.clone()
        }
    }

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
            unknown: None,
            game: None,
            found: None,
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
            unknown: None,
            game: None,
            found: None,
        }
    }

    /// An error in what a person or program asked for.
    pub fn request(message: impl Into<String>) -> Self {
        Self::error_nowhere(Code::BrokenRequest, message)
    }

    /// An error in the rulebook, met where it is used.
    #[must_use]
    pub fn in_rulebook(what: &str) -> Self {
        Self::request(format!("the rulebook has an error in {what}"))
            .help(Command::new(["check"]).then(" shows it"))
    }

    /// That something needs too large a decision diagram.
    #[must_use]
    pub fn too_large(what: &str) -> Self {
        let message = format!("{what} needs too large a decision diagram");
        Self::error_nowhere(Code::TooLarge, message)
            .help("split it into questions with fewer facts each")
            .help(Command::new(["explain", "too-large"]).then(" tells how, and how to allow more"))
    }

    /// The same without its places, which lie in no text of a rulebook.
    #[must_use]
    pub fn unplaced(mut self) -> Self {
        self.labels.clear();
        self
    }

    /// The same as a finding at a place.
    #[must_use]
    pub fn of(self, code: Code, span: Span) -> Self {
        Self {
            help: self.help,
            ..Self::error(code, span, self.message)
        }
    }

    /// The same as a note.
    #[must_use]
    pub const fn into_note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// The same with another message.
    #[must_use]
    pub fn says(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
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
    pub fn help(mut self, line: impl Into<Advice>) -> Self {
        self.help.push(line.into());
        self
    }

    /// Gives this advice in place of what was given.
    #[must_use]
    pub fn help_instead(mut self, line: impl Into<Advice>) -> Self {
        self.help = vec![line.into()];
        self
    }

    /// Names the paragraph concerned.
    #[must_use]
    pub fn cite(mut self, cite: impl Into<String>) -> Self {
        let cite = cite.into();
        self.cite = (!cite.is_empty()).then_some(cite);
        self
    }

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
}

/// The message, and what to do behind it.
impl std::fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&made_visible(&self.message))?;
        self.help
            .iter()
            .try_for_each(|line| write!(formatter, "; {}", made_visible(&line.to_string())))
    }
}

impl std::error::Error for Diagnostic {}
