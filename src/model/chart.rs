//! Printed charts, as they are shown.

use super::{PackId, QuestionId, RuleId};
use crate::source::Span;

/// A printed chart, as it is shown; its cells are rules.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its name.
    pub id: String,
    /// Its printed title.
    pub title: String,
    /// Its paragraph.
    pub cite: String,
    /// The questions it answers.
    pub answers: Vec<QuestionId>,
    /// What its rows go by, as written.
    pub down: Vec<String>,
    /// What its columns go by, as written.
    pub across: Vec<String>,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// The keys of its columns, one part for each thing they go by; none where the columns are questions.
    pub column_keys: Vec<Vec<String>>,
    /// The paragraph of each of these columns, where it has one of its own.
    pub column_cites: Vec<Option<String>>,
    /// Its rows: heading, cells as written, marks.
    pub rows: Vec<ChartRow>,
    /// When it applies at all, as written.
    pub when: Option<String>,
    /// Its exceptions, as written.
    pub except: Vec<Note>,
    /// Its footnotes, as written.
    pub notes: Vec<Note>,
    /// Whether it is a list of modifiers.
    pub list: bool,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// A row of a printed chart.
#[derive(Debug, Clone)]
pub struct ChartRow {
    /// Its heading.
    pub heading: String,
    /// Its key, one part for each thing the rows go by; of a list, the words printed.
    pub key: Vec<String>,
    /// Its cells, as written.
    pub cells: Vec<String>,
    /// The rule that each cell is, where it is not empty.
    pub rules: Vec<Option<RuleId>>,
    /// Its marks.
    pub marks: String,
}

/// A footnote or an exception of a printed chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its mark; of an exception, none.
    pub mark: String,
    /// Its paragraph.
    pub cite: String,
    /// When it holds; always, if not said.
    pub when: Option<String>,
    /// What the cells give then: one for all, or one for each column; nothing, if not said.
    pub gives: Vec<String>,
    /// What the source lost, where it is that.
    pub gap: Option<String>,
    /// Its own exceptions.
    pub except: Vec<Self>,
}
