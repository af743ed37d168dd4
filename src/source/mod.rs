//! Texts, spans and lines: what goes in is folders, git revisions of them, and the rulebook embedded in the binary; what comes
//! out is texts and the places in them. The only place that reads or writes a disk; it never knows TOML or RON.

mod basket;
mod folder;
mod git;
mod load;
mod pins;
mod place;
mod vacant;
mod write;

pub use basket::{MAX_DEPTH, MAX_FILE_BYTES, MAX_FILES, MAX_RULEBOOK_BYTES};
pub use folder::MAX_ENTRIES;
pub use load::Sources;
pub use pins::{PINS_FOLDER, read_pins, remove_pin, write_pin};
pub use place::Place;
pub use vacant::{holds_only_packs, need_vacant};
pub use write::{Writing, write};

/// Which text of a [`Sources`] a span lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A run of bytes in one text: `start..end`, both byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just past the last byte.
    pub end: u32,
}

impl Span {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// What can be wrong with a folder of packs before anything in it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// A file or folder cannot be read.
    Unreadable,
    /// A file is not UTF-8 text.
    NotUtf8,
    /// Something is larger than its limit.
    OverLimit,
    /// A link leads outside the folder.
    Outside,
    /// There is no pack in it.
    NoPack,
    /// A file of a pack is of a kind that is not read; all else is.
    Unread,
}

/// Something wrong with a folder of packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What kind of problem.
    pub kind: ProblemKind,
    /// What is wrong, in one phrase.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    /// A problem without help.
    pub(crate) fn new(kind: ProblemKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            help: None,
        }
    }

    /// The problem with what to do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
