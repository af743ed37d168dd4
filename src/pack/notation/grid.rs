//! A table in a text of several lines: one row a line, `|` between its cells, the heads first. What follows a `#` is a note on
//! its row; a line that begins with `#` is a comment.

use super::super::node::{Kind, Node, Problems};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned, Text};

/// A table with the place of every cell.
pub(in crate::pack) struct Grid {
    pub(in crate::pack) heads: Vec<Text>,
    pub(in crate::pack) rows: Vec<GridRow>,
}

/// One line of a table.
pub(in crate::pack) struct GridRow {
    /// As many as there are heads.
    pub(in crate::pack) cells: Vec<Text>,
    pub(in crate::pack) note: Option<Text>,
    /// From the first cell to the end of the last.
    pub(in crate::pack) span: Span,
}

impl GridRow {
    /// The cells that say something, each with its head.
    pub(in crate::pack) fn filled<'g>(
        &'g self,
        heads: &'g [Text],
    ) -> impl Iterator<Item = (&'g Text, &'g Text)> {
        heads
            .iter()
            .zip(&self.cells)
            .filter(|(_, cell)| !cell.value.is_empty())
    }
}

/// The table that a text is; what is wrong with it is told, and a row with other cells than the heads is left out.
pub(in crate::pack) fn grid(node: &Node, file: &str, problems: &Problems) -> Option<Grid> {
    let refuse = |message: &str, help: &str| {
        problems.report(Diagnostic::error(Code::WrongShape, node.span, message).help(help));
        None
    };
    let Kind::Text(value) = &node.kind else {
        return refuse(
            "a table stands in a text of several lines",
            "write it between `\"\"\"` and `\"\"\"`, one row a line",
        );
    };
    let written = file
        .get(node.span.start as usize..node.span.end as usize)
        .unwrap_or_default();
    if written.replace("\r\n", "\n") != *value {
        return refuse(
            "a table has no escapes",
            "write its texts without `\\`, or the table between `'''` and `'''`",
        );
    }
    let mut lines = lines(written, node.span);
    let Some(heads) = lines.next() else {
        return refuse(
            "this table is empty",
            "write its heads on the first line, then one row a line",
        );
    };
    told_heads(&heads.cells, problems);
    let fits = |row: &GridRow| {
        let fits = row.cells.len() == heads.cells.len();
        if !fits {
            problems.report(wrong_count(row, &heads));
        }
        fits
    };
    let rows: Vec<GridRow> = lines.filter(fits).collect();
    if rows.is_empty() {
        let found = Diagnostic::error(Code::WrongShape, node.span, "this table has no rows");
        problems.report(found.help("below its heads, write one row a line"));
    }
    Some(Grid {
        heads: heads.cells,
        rows,
    })
}

/// The lines that are no comments and not blank.
fn lines(written: &str, place: Span) -> impl Iterator<Item = GridRow> {
    let mut at = 0;
    written.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let kept = line.trim();
        (!kept.is_empty() && !kept.starts_with('#')).then(|| row(line, start, place))
    })
}

/// A line taken apart; `start` is its offset in the text of the table.
fn row(line: &str, start: usize, place: Span) -> GridRow {
    let (row, note) = match note_at(line) {
        Some(at) => (
            line.get(..at),
            line.get(at + 1..).map(|note| (note, at + 1)),
        ),
        None => (Some(line), None),
    };
    let row = row.unwrap_or_default();
    let mut at = start;
    let cells: Vec<Text> = row
        .split('|')
        .map(|cell| {
            let placed = trimmed(cell, at, place);
            at += cell.len() + 1;
            placed
        })
        .collect();
    let span = trimmed(row, start, place).span;
    let note = note.map(|(note, at)| trimmed(note, start + at, place));
    GridRow {
        cells,
        note: note.filter(|note| !note.value.is_empty()),
        span,
    }
}

/// Where a note begins: a `#` after a blank.
fn note_at(line: &str) -> Option<usize> {
    line.match_indices('#').map(|(at, _)| at).find(|at| {
        line.get(..*at)
            .is_some_and(|before| before.ends_with([' ', '\t']))
    })
}

/// A text without the blanks around it, with its place in the file.
fn trimmed(text: &str, at: usize, place: Span) -> Text {
    let start = at + text.len() - text.trim_start().len();
    let text = text.trim();
    let start = if text.is_empty() { at } else { start };
    Spanned::new(text.to_owned(), place.within(start, start + text.len()))
}

fn told_heads(heads: &[Text], problems: &Problems) {
    for (index, head) in heads.iter().enumerate() {
        if head.value.is_empty() {
            let found = Diagnostic::error(Code::WrongShape, head.span, "a column has no head");
            problems.report(found.help("a row has a `|` between two cells, none at its ends"));
        } else if let Some(first) = heads.iter().take(index).find(|own| own.value == head.value) {
            let message = format!("two columns are headed `{}`", head.value);
            let found = Diagnostic::error(Code::WrongShape, head.span, message);
            problems.report(found.label(first.span, "the first is here"));
        }
    }
}

fn wrong_count(row: &GridRow, heads: &GridRow) -> Diagnostic {
    let (own, wanted) = (row.cells.len(), heads.cells.len());
    let message = format!("this row has {own} cells, and the table {wanted} columns");
    Diagnostic::error(Code::WrongShape, row.span, message)
        .label(heads.span, "the heads are here")
        .help("a cell that says nothing is left blank between its `|`")
}

/// Whether a text can stand in a cell as it is.
pub(in crate::pack) fn is_cell(text: &str) -> bool {
    let is_clean = !text.contains(['|', '\n', '\r', '\t', '\\']) && !text.contains("\"\"\"");
    is_clean
        && !text.is_empty()
        && text.trim() == text
        && !text.contains(" #")
        && !text.starts_with('#')
}
