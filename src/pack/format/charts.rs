//! A RON file: its lines, and the rows of its charts with their cells in columns.

use super::super::ron_text;
use super::layout::{Line, Piece, RON, Shape, lines, set_expressions, with_comments};
use crate::source::FileId;
use unicode_width::UnicodeWidthStr;

/// The text in its form.
pub fn in_columns(text: &str) -> String {
    let mut pieces = pieces(text);
    set_expressions(&mut pieces, "");
    let lines: Vec<(Line<'_>, Option<Row>)> = lines(pieces)
        .into_iter()
        .map(|line| {
            let row = Row::of(&line);
            (line, row)
        })
        .collect();
    let are_alike = |(other, row): &(Line<'_>, Option<Row>), next: &(Line<'_>, Option<Row>)| {
        row.is_some() && next.1.is_some() && other.depth == next.0.depth
    };
    let mut made = Vec::with_capacity(lines.len());
    for table in lines.chunk_by(are_alike) {
        let rows: Option<Vec<&Row>> = table.iter().map(|(_, row)| row.as_ref()).collect();
        let widths = rows.and_then(|rows| widths(&rows));
        for (line, row) in table {
            let code = match (&widths, row) {
                (Some(widths), Some(row)) => row.padded(line.depth, widths),
                _ => line.code(RON),
            };
            made.push((code, line.comment.clone()));
        }
    }
    let mut text = with_comments(made).join("\n");
    text.push('\n');
    text
}

/// A row on a line of its own.
struct Row {
    /// Its cells, each with the brackets around it and the comma after it.
    cells: Vec<String>,
    /// The brackets and the comma alone: rows that differ in them are of different tables.
    signs: Vec<String>,
}

impl Row {
    /// The row that a line is, if it is one: a group without names, closed on the line.
    fn of(line: &Line<'_>) -> Option<Self> {
        let (mut cells, mut signs) = (vec![String::new()], vec![String::new()]);
        let mut depth = 0_usize;
        let is_row = line.pieces.first()?.text == "(" && line.pieces.len() > 2;
        for (index, piece) in line.pieces.iter().enumerate() {
            if depth == 0 && index > 0 && piece.shape != Shape::Comma {
                return None;
            }
            match piece.shape {
                Shape::Open => depth += 1,
                Shape::Close => depth = depth.checked_sub(1)?,
                Shape::Sign => return None,
                Shape::Word if piece.text.starts_with("/*") => return None,
                _ => {}
            }
            cells.last_mut()?.push_str(&piece.text);
            if matches!(piece.shape, Shape::Open | Shape::Close | Shape::Comma) {
                signs.last_mut()?.push_str(&piece.text);
            }
            if piece.shape == Shape::Comma && depth > 0 {
                cells.push(String::new());
                signs.push(String::new());
            }
        }
        (is_row && depth == 0).then_some(Self { cells, signs })
    }

    fn padded(&self, depth: usize, widths: &[usize]) -> String {
        let mut line = " ".repeat(depth * RON.indent);
        for (index, cell) in self.cells.iter().enumerate() {
            line.push_str(cell);
            if index + 1 < self.cells.len() {
                let width = widths.get(index).copied().unwrap_or_default();
                line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 1));
            }
        }
        line
    }
}

/// How wide each cell of a table is; none, if its rows are not of one shape. The last cell of a row needs no room.
fn widths(rows: &[&Row]) -> Option<Vec<usize>> {
    let mut widths: Vec<usize> = Vec::new();
    let mut shapes: Vec<&String> = Vec::new();
    for row in rows {
        let inner = row.cells.len() - 1;
        for (index, (cell, signs)) in row.cells.iter().zip(&row.signs).take(inner).enumerate() {
            match (widths.get_mut(index), shapes.get(index)) {
                (Some(width), Some(shape)) if *shape == signs => {
                    *width = (*width).max(cell.width())
                }
                (None, None) => {
                    widths.push(cell.width());
                    shapes.push(signs);
                }
                _ => return None,
            }
        }
    }
    (rows.len() > 1).then_some(widths)
}

/// The pieces of a RON text, with its comments.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut end = 0;
    for token in ron_text::tokens(text, FileId(0)) {
        let [from, to] = [token.whole.start, token.whole.end].map(|place| place as usize);
        gap(text.get(end..from).unwrap_or_default(), &mut pieces);
        let shape = match token.shape {
            ron_text::Shape::Open => Shape::Open,
            ron_text::Shape::Close => Shape::Close,
            ron_text::Shape::Comma => Shape::Comma,
            ron_text::Shape::Colon => Shape::Sign,
            ron_text::Shape::Text => Shape::Text,
            ron_text::Shape::Raw | ron_text::Shape::Bare | ron_text::Shape::Stray => Shape::Word,
        };
        pieces.push(Piece::new(shape, text.get(from..to).unwrap_or_default()));
        end = to;
    }
    gap(text.get(end..).unwrap_or_default(), &mut pieces);
    pieces
}

/// What stands between two tokens: comments, the ends of lines, the settings before all.
fn gap<'t>(between: &'t str, pieces: &mut Vec<Piece<'t>>) {
    let mut rest = between;
    while let Some(first) = rest.chars().next() {
        let (length, shape) = match rest.get(..2) {
            _ if first == '\n' => (1, Some(Shape::Break)),
            _ if first.is_whitespace() => (first.len_utf8(), None),
            Some("//") => (rest.find('\n').unwrap_or(rest.len()), Some(Shape::Comment)),
            Some("/*") => (block_comment(rest), Some(Shape::Word)),
            _ => (
                rest.find(']').map_or(rest.len(), |end| end + 1),
                Some(Shape::Word),
            ),
        };
        let (piece, after) = rest.split_at(length);
        pieces.extend(
            shape.map(|shape| Piece::new(shape, piece.trim_end_matches([' ', '\t', '\r']))),
        );
        rest = after;
    }
}

/// How long the comment is that begins a text; comments of this kind stand in each other.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(sign) = text.get(at..) {
        if sign.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if sign.starts_with("*/") {
            depth = depth.saturating_sub(1);
            at += 2;
            if depth == 0 {
                return at;
            }
        } else if let Some(next) = sign.chars().next() {
            at += next.len_utf8();
        } else {
            break;
        }
    }
    text.len()
}
