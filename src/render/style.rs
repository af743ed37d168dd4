//! The few styles of text. In a terminal they are colors (where color is not wanted, the stream takes them out again), in
//! Markdown and HTML what comes nearest.

pub use self::Style::{
    Before as BEFORE, Bold as BOLD, Cite as CITE, Faint as FAINT, Value as VALUE, Warn as WARN,
};

/// How a part of a text looks, by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// As the text around it.
    #[default]
    Plain,
    /// A name or heading.
    Bold,
    /// What may be passed over.
    Faint,
    /// A value that is the answer.
    Value,
    /// A paragraph number.
    Cite,
    /// A gap, or something to look at.
    Warn,
    /// What was before, and is no longer.
    Before,
}

impl Style {
    /// What begins the style in a terminal; nothing for plain text.
    pub const fn begins(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\x1b[1m",
            Self::Faint => "\x1b[2m",
            Self::Value => "\x1b[1;32m",
            Self::Cite => "\x1b[36m",
            Self::Warn => "\x1b[1;33m",
            Self::Before => "\x1b[31m",
        }
    }

    /// Its class in HTML.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "name",
            Self::Faint => "faint",
            Self::Value => "value",
            Self::Cite => "cite",
            Self::Warn => "warn",
            Self::Before => "before",
        }
    }
}

/// A text in a style, for a terminal.
pub fn styled(style: Style, text: &str) -> String {
    match style.begins() {
        "" => text.to_owned(),
        begins => format!("{begins}{text}\x1b[0m"),
    }
}
