//! Tables as text: cells in columns, notes and comments beside and between the rows.

pub(super) use super::super::notation::is_cell;

use super::super::node::{Kind, Node};
use unicode_width::UnicodeWidthStr;

/// A row to be written.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<String>,
    pub(super) note: Option<String>,
    /// The comments above it.
    pub(super) comments: Vec<String>,
}

/// A table: its rows, the heads first, in columns.
pub(super) fn rows(rows: &[Row]) -> String {
    let widths = widths(rows);
    let mut text = String::new();
    for row in rows {
        for comment in &row.comments {
            text.push_str(comment);
            text.push('\n');
        }
        text.push_str(&line(row, &widths));
        text.push('\n');
    }
    text
}

/// How wide a table is, without its notes.
pub(super) fn width(rows: &[Row]) -> usize {
    let widths = widths(rows);
    widths
        .iter()
        .map(|width| width + 3)
        .sum::<usize>()
        .saturating_sub(3)
}

fn widths(rows: &[Row]) -> Vec<usize> {
    let columns = rows
        .iter()
        .map(|row| row.cells.len())
        .max()
        .unwrap_or_default();
    let widest = |column: usize| {
        rows.iter()
            .filter_map(|row| row.cells.get(column))
            .map(|cell| cell.width())
            .max()
    };
    (0..columns)
        .map(|column| widest(column).unwrap_or_default())
        .collect()
}

fn line(row: &Row, widths: &[usize]) -> String {
    let padded = |(cell, width): (&String, &usize)| {
        format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width())))
    };
    let cells: Vec<String> = row.cells.iter().zip(widths).map(padded).collect();
    let line = cells.join(" | ");
    match &row.note {
        Some(note) => format!("{line}  # {note}"),
        None => line.trim_end().to_owned(),
    }
}

/// A value as a cell; none, if a cell cannot say it.
pub(super) fn cell(node: &Node) -> Option<String> {
    let text = match &node.kind {
        Kind::List(nodes) => {
            let texts: Option<Vec<String>> = nodes.iter().map(cell).collect();
            texts?.join(", ")
        }
        Kind::Table(_) => return None,
        _ => node.written()?.to_owned(),
    };
    is_cell(&text).then_some(text)
}

/// Whether a text can stand as the note of a row.
pub(super) fn is_note(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.contains(['\n', '\r', '\\'])
        && !text.contains("\"\"\"")
}

/// The table between its quotes.
pub(super) fn quoted(table: &str) -> String {
    format!("\"\"\"\n{table}\"\"\"")
}
