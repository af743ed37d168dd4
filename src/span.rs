//! Places in texts: which text, and which bytes of it.

use serde::{Deserialize, Serialize};

/// Which of the texts that were read a span lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A run of bytes in one text: `start..end`, both byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just past the last byte.
    pub end: u32,
}

impl Span {
    /// Of what stands in no text that was read.
    pub const NOWHERE: Self = Self {
        file: FileId(0),
        start: 0,
        end: 0,
    };

    /// A part of this span, by offsets within it, as an expression inside a string cell has them.
    #[must_use]
    pub fn within(self, start: usize, end: usize) -> Self {
        let clamp = |offset: usize| {
            self.start
                .saturating_add(u32::try_from(offset).unwrap_or(u32::MAX))
                .min(self.end)
        };
        Self {
            file: self.file,
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// Whether another span lies within this one.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// From the start of this span to the end of the other, which lies later in the same text.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            file: self.file,
            start: self.start,
            end: other.end.max(self.start),
        }
    }
}

/// Something with the place where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spanned<T> {
    /// What is written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Puts a value and its place together.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A text as written, with its span: the commonest leaf of a pack.
pub type Text = Spanned<String>;
