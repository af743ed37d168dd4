//! The ways to show a result.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How a result is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Human,
    /// For a program
    Json,
    /// To be pasted
    Markdown,
    /// For a spreadsheet
    Csv,
    /// To be printed
    Html,
    /// For a game chat
    Chat,
}

impl Format {
    /// What most commands know.
    pub(super) const PLAIN: [Self; 2] = [Self::Human, Self::Json];
    /// What can be pasted into a text, too.
    pub(super) const TEXT: [Self; 3] = [Self::Human, Self::Json, Self::Markdown];
    /// What can be told to an opponent, too.
    pub(super) const ROLLED: [Self; 3] = [Self::Human, Self::Json, Self::Chat];
    /// What can be printed, too.
    pub(super) const PRINTED: [Self; 4] = [Self::Human, Self::Json, Self::Markdown, Self::Html];

    /// What a spreadsheet reads, too.
    pub(super) const TABLE: [Self; 4] = [Self::Human, Self::Json, Self::Markdown, Self::Csv];

    /// Reads one of some formats.
    pub(super) fn among(formats: &[Self]) -> impl TypedValueParser<Value = Self> {
        let names = formats.iter().filter_map(Self::to_possible_value);
        PossibleValuesParser::new(names)
            .map(|name| Self::from_str(&name, false).unwrap_or(Self::Human))
    }
}
