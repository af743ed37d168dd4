//! The ways to show a result.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How a result is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
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

use Format::{Chat, Csv, Html, Human, Json, Markdown};

impl Format {
    /// What most commands know.
    pub const PLAIN: [Self; 2] = [Human, Json];
    pub const TEXT: [Self; 3] = [Human, Json, Markdown];
    pub const ROLLED: [Self; 3] = [Human, Json, Chat];
    pub const PRINTED: [Self; 4] = [Human, Json, Markdown, Html];
    pub const TABLE: [Self; 4] = [Human, Json, Markdown, Csv];

    /// Reads one of some formats.
    pub fn among(formats: &[Self]) -> impl TypedValueParser<Value = Self> {
        let names = formats.iter().filter_map(Self::to_possible_value);
        PossibleValuesParser::new(names).map(|name| Self::from_str(&name, false).unwrap_or(Human))
    }
}
