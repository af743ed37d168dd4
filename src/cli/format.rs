//! The ways to show a result that most commands know.

use clap::ValueEnum;

/// How a result is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Human,
    /// For a program
    Json,
}

/// How a result is shown that can be pasted into a text, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TextFormat {
    /// For a person
    Human,
    /// For a program
    Json,
    /// To be pasted
    Markdown,
}
