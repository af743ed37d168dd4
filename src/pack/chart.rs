//! `Chart(…)` and `List(…)`: printed charts as written.

use super::Exception;
use crate::source::{Span, Text};

/// `Chart(…)` or `List(…)`
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its name.
    pub id: Text,
    /// Its printed title.
    pub title: String,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// The questions it answers: one for a grid; one for each column otherwise.
    pub answers: Vec<Text>,
    /// What its rows go by.
    pub down: Vec<Text>,
    /// What its columns go by; none where the columns are questions.
    pub across: Vec<Text>,
    /// Its columns; none where they are questions.
    pub columns: Vec<Column>,
    /// Its rows; of a list, none.
    pub rows: Vec<Row>,
    /// The lines of a list; of a grid, none.
    pub lines: Vec<Line>,
    /// When it applies at all.
    pub when: Option<Text>,
    /// Its exceptions.
    pub except: Vec<Exception>,
    /// Its footnotes.
    pub notes: Vec<Footnote>,
    /// The whole chart.
    pub span: Span,
}

/// A key of a chart's row or column: one text for each fact it goes by.
pub type Key = Vec<Text>;

/// A column of a grid, with what holds for it alone.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its key.
    pub key: Key,
    /// Its paragraph, where it is not the chart's.
    pub cite: Option<Text>,
    /// When it applies at all.
    pub when: Option<Text>,
    /// Its exceptions.
    pub except: Vec<Exception>,
}

/// A row of a grid.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its key.
    pub key: Key,
    /// Its cells, an expression each.
    pub cells: Vec<Text>,
    /// The marks of the footnotes that hold for it.
    pub marks: Option<Text>,
    /// The whole row.
    pub span: Span,
}

/// A line of a list: a rule with the words printed for it.
#[derive(Debug, Clone)]
pub struct Line {
    /// The words printed.
    pub label: Text,
    /// When it applies.
    pub when: Text,
    /// What it gives.
    pub gives: Text,
    /// The questions it answers, where they are not the list's.
    pub answers: Vec<Text>,
    /// Its paragraph, where it is not the list's.
    pub cite: Option<Text>,
    /// The whole line.
    pub span: Span,
}

/// A footnote of a chart.
#[derive(Debug, Clone)]
pub struct Footnote {
    /// Its mark.
    pub mark: Text,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// When it applies.
    pub when: Text,
    /// What the row's cells give then: one for all columns, or one each; nothing where left out.
    pub gives: Vec<Text>,
    /// The whole footnote.
    pub span: Span,
}
