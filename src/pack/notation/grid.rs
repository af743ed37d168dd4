//! A table in a text of several lines: one row a line, `|` between its cells, the heads first. What follows a `#` is a note on
//! its row; a line that begins with `#` is a comment. A table of one row may stand on one line, each cell behind its head:
//! `range = 13..18 | = +1`.

use super::super::node::{Kind, Node, Problems};
use crate::diagnostic::{Code, Diagnostic, escape, is_hidden};
use crate::source::{Span, Text};
use itertools::Itertools;

/// A table with the place of every cell.
pub struct Grid {
    pub heads: Vec<Text>,
    pub rows: Vec<GridRow>,
    /// Whether these are all of its rows.
    pub is_whole: bool,
}

/// One line of a table.
pub struct GridRow {
    /// As many as there are heads.
    pub cells: Vec<Text>,
    pub note: Option<Text>,
    /// From the first cell to the end of the last.
    pub span: Span,
}

impl GridRow {
    /// The cells that say something, each with its column.
    pub fn filled<'g, T>(&'g self, columns: &'g [T]) -> impl Iterator<Item = (&'g T, &'g Text)> {
        let cells = columns.iter().zip(&self.cells);
        cells.filter(|(_, cell)| !cell.value.is_empty())
    }
}

/// Tells of a letter that is read and not seen.
fn unseen(written: &str, span: Span) -> Option<Diagnostic> {
    let is_unseen = |(_, letter): &(usize, char)| is_hidden(*letter) && *letter != '\r';
    let (at, letter) = written.char_indices().find(is_unseen)?;
    let span = span.within(at, at + letter.len_utf8());
    let message = "a letter that nobody sees stands in this table";
    let help = format!("take it out: it is {}", escape(letter));
    Some(Diagnostic::error(Code::WrongShape, span, message).help(help))
}

/// The table that a text is; what is wrong with it is told, and a row with other cells than the heads is left out.
pub fn grid(node: &Node, file: &str, problems: &Problems) -> Option<Grid> {
    let refuse = |message: &str, help: &str| {
        problems.report(Diagnostic::error(Code::WrongShape, node.span, message).help(help));
    };
    let Kind::Text(value) = &node.kind else {
        refuse("a table stands in a text of several lines", &in_lines(node));
        return None;
    };
    let written = file.get(node.span.start as usize..node.span.end as usize)?;
    if let Some(unseen) = unseen(written, node.span) {
        problems.report(unseen);
        return None;
    }
    if written.replace("\r\n", "\n") != value.replace("\r\n", "\n") {
        refuse(
            "a table has no escapes",
            "write its texts without `\\`, or the table between `'''` and `'''`",
        );
        return None;
    }
    if let Some(one) = on_one_line(written, node.span) {
        return match wrong_heads(&one.heads) {
            Some(found) => {
                problems.report(found);
                None
            }
            None => Some(one),
        };
    }
    if let Some(cell) = headless(written, node.span) {
        let message = "of a table on one line, each cell is a head and what stands under it";
        let finding = Diagnostic::error(Code::WrongShape, cell.span, message);
        problems.report(finding.help(match cell.value.contains('=') {
            true => "behind its `=` stands nothing: leave the cell out, or fill it".to_owned(),
            false => format!("write `HEAD = {}`, as in `range = 5 | = yes`", cell.value),
        }));
        return None;
    }
    let mut lines = lines(written, node.span);
    let Some(heads) = lines.next() else {
        refuse(
            "this table is empty",
            "write its heads on the first line, then one row a line",
        );
        return None;
    };
    if let Some(found) = wrong_heads(&heads.cells) {
        problems.report(found);
        return None;
    }
    let fits = |row: &GridRow| row.cells.len() == heads.cells.len();
    let (rows, others): (Vec<GridRow>, Vec<GridRow>) = lines.partition(fits);
    // A column that was added to the heads alone is one slip, however many rows there are.
    for row in others.iter().unique_by(|row| row.cells.len()) {
        let alike = others
            .iter()
            .filter(|own| own.cells.len() == row.cells.len());
        problems.report(wrong_count(row, alike.count() - 1, &heads));
    }
    if rows.is_empty() && others.is_empty() {
        let is_row = heads.cells.iter().all(|cell| headed(cell).is_some());
        refuse(
            "this table has no rows",
            match is_row {
                true => {
                    "a single row with its heads stands on one line with its quotes: `\"range = 5 | = yes\"`"
                }
                false => {
                    "below its heads, write one row a line; or, of a single row, each cell behind its head: `range = 5 | = yes`"
                }
            },
        );
        return None;
    }
    Some(Grid {
        heads: heads.cells,
        is_whole: others.is_empty(),
        rows,
    })
}

/// How a table is written that is a list, as far as its first row shows it; an answer stands under `=`.
fn in_lines(node: &Node) -> String {
    let said = |node: &Node| node.written().unwrap_or_default().to_owned();
    let field = |(key, value): &(Text, Node)| match key.value.as_str() {
        "gives" | "expect" | "answer" | "result" => vec![("=".to_owned(), said(value))],
        name if value.fields().is_empty() => vec![(name.to_owned(), said(value))],
        _ => {
            let within = value.fields().iter();
            let within = within.map(|(key, value)| (key.value.clone(), said(value)));
            within.collect()
        }
    };
    let (heads, cells): (Vec<String>, Vec<String>) = match node.elements().first() {
        Some(row) if row.is_list() => (Vec::new(), row.elements().iter().map(said).collect()),
        row => {
            let fields = row.map(Node::fields).unwrap_or_default();
            fields.iter().flat_map(field).unzip()
        }
    };
    let [heads, cells] = [heads, cells].map(|parts| match parts.as_slice() {
        [] => String::new(),
        parts => format!(", `{}`", parts.join(" | ")),
    });
    format!(
        "write it between `\"\"\"` and `\"\"\"`, its heads first{heads}, then one row a line{cells}"
    )
}

/// A table of one row that stands on one line, each cell behind its head; none, if a cell has no head or says nothing.
fn on_one_line(written: &str, place: Span) -> Option<Grid> {
    if written.contains('\n') {
        return None;
    }
    let row = row(written, 0, place);
    let mut heads = Vec::new();
    let mut cells = Vec::new();
    for cell in &row.cells {
        let (head, value) = headed(cell)?;
        heads.push(head);
        cells.push(value);
    }
    let rows = vec![GridRow { cells, ..row }];
    Some(Grid {
        heads,
        rows,
        is_whole: true,
    })
}

/// Of a table on one line, some of whose cells stand behind their heads, the first that does not.
fn headless(written: &str, place: Span) -> Option<Text> {
    let cells = row(written, 0, place).cells;
    let is_one = !written.contains('\n') && cells.iter().any(|cell| headed(cell).is_some());
    let mut cells = cells.into_iter().filter(|_| is_one);
    cells.find(|cell| headed(cell).is_none())
}

/// A cell taken apart behind its head: `= +1` and `= some-question = +1` have an answer's.
fn headed(cell: &Text) -> Option<(Text, Text)> {
    let text = &cell.value;
    let sign = text.find('=')?;
    let named = || {
        let next = sign + 1 + text.get(sign + 1..)?.find('=')?;
        let name = text.get(sign + 1..next)?.trim();
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_name.then_some(next)
    };
    let end = match sign {
        0 => named().unwrap_or(1),
        sign => sign,
    };
    let (head, value) = text.split_at_checked(end)?;
    let value = value.strip_prefix('=').unwrap_or(value);
    let from = text.len() - value.len();
    let part = |text: &str, at: usize| trimmed(text, at, cell.span);
    let (head, value) = (part(head, 0), part(value, from));
    (!value.value.is_empty()).then_some((head, value))
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
    let (row, note) = line.split_at_checked(note_at(line)).unwrap_or((line, ""));
    let mut at = start;
    let cells = row.split('|').map(|cell| {
        let placed = trimmed(cell, at, place);
        at += cell.len() + 1;
        placed
    });
    let cells = cells.collect();
    let note = note.strip_prefix('#');
    let note = note.map(|note| trimmed(note, start + row.len() + 1, place));
    GridRow {
        cells,
        note: note.filter(|note| !note.value.is_empty()),
        span: trimmed(row, start, place).span,
    }
}

/// Where a note begins: at a `#` after a blank; at the end, where there is none.
fn note_at(line: &str) -> usize {
    let marks = line.match_indices([' ', '\t']).map(|(at, _)| at + 1);
    let mut marks = marks.filter(|at| line.get(*at..).is_some_and(|rest| rest.starts_with('#')));
    marks.next().unwrap_or(line.len())
}

/// A text without the blanks around it, with its place in the file.
fn trimmed(text: &str, at: usize, place: Span) -> Text {
    let start = at + text.len() - text.trim_start().len();
    let text = text.trim();
    let start = if text.is_empty() { at } else { start };
    Text::new(text.to_owned(), place.within(start, start + text.len()))
}

/// The first thing that is wrong with the heads: what is wrong with others likely follows from it.
fn wrong_heads(heads: &[Text]) -> Option<Diagnostic> {
    heads.iter().enumerate().find_map(|(index, head)| {
        let mut before = heads.iter().take(index);
        if head.value.is_empty() {
            let finding = Diagnostic::error(Code::WrongShape, head.span, "a column has no head");
            return Some(finding.help("a row has a `|` between two cells, none at its ends"));
        }
        let first = before.find(|written| written.value == head.value)?;
        let message = format!("two columns are headed `{}`", head.value);
        let finding = Diagnostic::error(Code::WrongShape, head.span, message);
        Some(finding.label(first.span, "the first is here"))
    })
}

/// A row that has not as many cells as the table has columns, with how many more there are like it.
fn wrong_count(row: &GridRow, more: usize, heads: &GridRow) -> Diagnostic {
    let (own, wanted) = (row.cells.len(), heads.cells.len());
    let count = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let (cells, columns) = (count(own, "cell"), count(wanted, "column"));
    let message = match more {
        0 => format!("this row has {cells}, and the table {columns}"),
        _ => format!("this row and {more} more have {cells}, and the table {columns}"),
    };
    let is_spaced = row
        .cells
        .iter()
        .any(|cell| cell.value.contains(['\t']) || cell.value.contains("  "));
    let is_closed = row.cells.last().is_some_and(|cell| cell.value.is_empty());
    Diagnostic::error(Code::WrongShape, row.span, message)
        .label(heads.span, "the heads are here")
        .help(match own < wanted {
            true if is_spaced => "a `|` stands between two cells, not blanks or a tab",
            false if is_closed => "a `|` stands between two cells, none behind the last",
            _ => "a `|` stands between two cells; one that says nothing is left blank",
        })
}

/// Whether a text can stand in a cell as it is.
pub fn is_cell(text: &str) -> bool {
    let is_clean = !text.contains(['|', '\n', '\r', '\t', '\\']) && !text.contains("\"\"\"");
    is_clean
        && !text.is_empty()
        && text.trim() == text
        && !text.contains(" #")
        && !text.starts_with('#')
}
