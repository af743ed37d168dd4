//! The rows of charts, one a line, with their cells in columns. Nothing else of a RON file is touched: no token is added, taken
//! or moved to another line, and comments stay where they are.

use super::super::ron_text::{Shape, tokens};
use crate::source::FileId;
use unicode_width::UnicodeWidthStr;

/// A row on a line of its own.
struct Row<'t> {
    indent: &'t str,
    /// Its cells, each with the brackets around it and the comma after it.
    cells: Vec<String>,
    /// The brackets and the comma alone: rows that differ in them are of different tables.
    signs: Vec<String>,
    /// What follows it on the line: a comment.
    behind: &'t str,
}

/// The text with the rows of its charts in columns.
pub fn in_columns(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut table: Vec<(Row<'_>, &str)> = Vec::new();
    let mut rows = rows(text);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match rows.get_mut(number).and_then(Option::take) {
            Some(row)
                if table
                    .last()
                    .is_none_or(|(last, _)| last.indent == row.indent) =>
            {
                table.push((row, line));
            }
            row => {
                made.push_str(&written(&table));
                table.clear();
                match row {
                    Some(row) => table.push((row, line)),
                    None => made.push_str(line),
                }
            }
        }
    }
    made + &written(&table)
}

/// For each line the row that it is, if it is one.
fn rows(text: &str) -> Vec<Option<Row<'_>>> {
    let tokens = tokens(text, FileId(0));
    let mut rest = tokens.as_slice();
    let mut start = 0;
    let row = |line| {
        let end = start + str::len(line);
        let own = rest.partition_point(|token| (token.whole.start as usize) < end);
        let (own, after) = rest.split_at(own);
        rest = after;
        let at = std::mem::replace(&mut start, end);
        let (mut cells, mut signs) = (vec![String::new()], vec![String::new()]);
        let (mut depth, mut next) = (0_usize, own.first()?.whole.start as usize);
        let indent = text.get(at..next)?;
        let is_row = own.first()?.text == "(" && own.len() > 2;
        for (index, token) in own.iter().enumerate() {
            let (from, to) = (token.whole.start as usize, token.whole.end as usize);
            let is_behind = depth == 0 && index > 0 && token.shape != Shape::Comma;
            if to > end || is_behind || !text.get(next..from)?.trim().is_empty() {
                return None;
            }
            next = to;
            match token.shape {
                Shape::Open => depth += 1,
                Shape::Close => depth = depth.checked_sub(1)?,
                Shape::Colon | Shape::Stray => return None,
                _ => {}
            }
            cells.last_mut()?.push_str(text.get(from..to)?);
            if matches!(token.shape, Shape::Open | Shape::Close | Shape::Comma) {
                signs.last_mut()?.push_str(token.text);
            }
            if token.shape == Shape::Comma && depth > 0 {
                cells.push(String::new());
                signs.push(String::new());
            }
        }
        let behind = text.get(next..end)?.trim_end();
        let is_row = is_row && depth == 0 && indent.trim().is_empty();
        is_row.then_some(Row {
            indent,
            cells,
            signs,
            behind,
        })
    };
    text.split_inclusive('\n').map(row).collect()
}

/// The lines of a table with their cells in columns; as they are, if they are not rows of one shape.
fn written(table: &[(Row<'_>, &str)]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    let mut shapes: Vec<&String> = Vec::new();
    let mut is_even = table.len() > 1;
    for (row, _) in table {
        // The last cell of a row needs no room, and may end a table.
        let inner = row.cells.len() - 1;
        for (index, (cell, signs)) in row.cells.iter().zip(&row.signs).take(inner).enumerate() {
            match (widths.get_mut(index), shapes.get(index)) {
                (Some(width), Some(shape)) => {
                    *width = (*width).max(cell.width());
                    is_even &= *shape == signs;
                }
                _ => {
                    widths.push(cell.width());
                    shapes.push(signs);
                }
            }
        }
    }
    let line = |(row, line): &(Row<'_>, &str)| {
        if !is_even {
            return (*line).to_owned();
        }
        let mut made = row.indent.to_owned();
        for (index, cell) in row.cells.iter().enumerate() {
            made.push_str(cell);
            if index + 1 < row.cells.len() {
                let width = widths.get(index).copied().unwrap_or_default();
                made.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 1));
            }
        }
        let end = line.get(line.trim_end().len()..).unwrap_or_default();
        made + row.behind + end
    };
    table.iter().map(line).collect()
}
