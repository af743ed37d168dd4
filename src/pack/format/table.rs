//! Tables as text: cells in columns, notes and comments beside and between the rows.

pub(super) use super::super::notation::is_cell;

use super::super::node::{Kind, Node};
use super::layout::holds_expressions;
use crate::syntax::spaced;
use unicode_width::UnicodeWidthStr;

/// How wide a table on one line may be.
const WIDE: usize = 140;

/// A row to be written.
#[derive(Debug, Clone, Default)]
pub struct Row {
    pub cells: Vec<String>,
    pub note: Option<String>,
    /// The comments above it.
    pub comments: Vec<String>,
}

/// What a row says, each part under its head.
#[derive(Debug, Clone, Default)]
pub struct Said {
    pub cells: Vec<(String, String)>,
    pub note: Option<String>,
    pub comments: Vec<String>,
}

impl Said {
    pub fn value(&self, head: &str) -> Option<&str> {
        value(&self.cells, head)
    }
}

/// The value of a name.
pub fn value<'p>(pairs: &'p [(String, String)], name: &str) -> Option<&'p str> {
    let pair = pairs.iter().find(|(text, _)| text == name);
    pair.map(|(_, value)| value.as_str())
}

/// Every head, in the order of its first mention.
pub fn heads(rows: &[Said]) -> Vec<&str> {
    let mut heads: Vec<&str> = Vec::new();
    for (head, _) in rows.iter().flat_map(|row| &row.cells) {
        if !heads.contains(&head.as_str()) {
            heads.push(head);
        }
    }
    heads
}

/// The rows under their heads, these first; a cell whose row says nothing else than `shared` is blank.
pub fn under(heads: &[&str], rows: &[Said], shared: &[(String, String)]) -> Vec<Row> {
    let first = Row {
        cells: heads.iter().map(|head| (*head).to_owned()).collect(),
        ..Row::default()
    };
    let row = |row: &Said| {
        let cell = |head: &&str| {
            let text = row
                .value(head)
                .filter(|text| Some(*text) != value(shared, head));
            text.unwrap_or_default().to_owned()
        };
        Row {
            cells: heads.iter().map(cell).collect(),
            note: row.note.clone(),
            comments: row.comments.clone(),
        }
    };
    std::iter::once(first).chain(rows.iter().map(row)).collect()
}

/// A table between its quotes, in columns.
pub fn quoted(rows: &[Row]) -> String {
    format!("\"\"\"\n{}\"\"\"", text(rows))
}

fn text(rows: &[Row]) -> String {
    let widths = widths(rows);
    let mut text = String::new();
    for row in rows {
        for line in row.comments.iter().chain([&line(row, &widths)]) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// How wide a table is, without its notes.
pub fn width(rows: &[Row]) -> usize {
    let widths = widths(rows);
    (widths.iter().sum::<usize>() + 3 * widths.len()).saturating_sub(3)
}

fn widths(rows: &[Row]) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.cells.len()), 0);
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = (*width).max(cell.width());
        }
    }
    widths
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
pub fn cell(node: &Node) -> Option<String> {
    let text = match &node.kind {
        Kind::List(nodes) => {
            let texts: Option<Vec<String>> = nodes.iter().map(cell).collect();
            texts?.join(", ")
        }
        _ => node.written()?.to_owned(),
    };
    is_cell(&text).then_some(text)
}

/// Whether a text can stand as the note of a row.
pub fn is_note(text: &str) -> bool {
    !text.is_empty()
        && text.trim() == text
        && !text.contains(['\n', '\r', '\\'])
        && !text.contains("\"\"\"")
}

/// A text of several lines with the cells in columns, if it is a table; any other as it is.
pub fn aligned(value: &str) -> String {
    in_columns(value).unwrap_or_else(|| value.to_owned())
}

/// The one row of a table, each cell behind its head; none, if it has more, or a note or comment, or is too wide.
pub fn on_one_line(value: &str) -> Option<String> {
    let inner = between_quotes(value)?;
    let lines: Vec<&str> = inner
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let [heads, row] = lines.as_slice() else {
        return None;
    };
    let [heads, row] = [heads, row].map(|line| taken_apart(line, Vec::new()));
    let is_plain = heads.note.is_none()
        && row.note.is_none()
        && are_heads(&heads.cells)
        && heads.cells.len() == row.cells.len();
    // `= name = value` is the answer of that question.
    let names_none = |cell: &String| {
        let name = cell.split_once('=').map(|(name, _)| name.trim());
        name.is_none_or(|name| name.is_empty() || !is_name(name))
    };
    let mut answers = heads.cells.iter().zip(&row.cells);
    let is_plain = is_plain && answers.all(|(head, cell)| head != "=" || names_none(cell));
    let cells = heads
        .cells
        .iter()
        .zip(&row.cells)
        .filter(|(_, cell)| !cell.is_empty());
    let cell = |(head, cell): (&String, &String)| match head.as_str() {
        "=" => format!("= {cell}"),
        head => format!("{head} = {cell}"),
    };
    let line = cells.map(cell).collect::<Vec<_>>().join(" | ");
    let is_short = line.width() <= WIDE
        && !line.starts_with('#')
        && !line.contains(" #")
        && !line.contains(char::is_control);
    (is_plain && is_short).then_some(line)
}

/// The first question that a table of examples asks; nothing, where its head does not name it.
pub fn first_asked(value: &str) -> Option<String> {
    let mut lines = between_quotes(value)?.lines().map(str::trim);
    let heads = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let heads = taken_apart(heads, Vec::new()).cells;
    let mut asked = heads.iter().filter_map(|head| head.strip_prefix('='));
    asked.next().map(|name| name.trim().to_owned())
}

/// What stands between the quotes of a text of several lines, without escapes.
fn between_quotes(value: &str) -> Option<&str> {
    let quote = value.get(..3)?;
    let inner = value
        .strip_prefix(quote)?
        .strip_suffix(quote)?
        .strip_prefix('\n')?;
    (!inner.contains(['\\', '\r'])).then_some(inner)
}

fn in_columns(value: &str) -> Option<String> {
    let (quote, inner) = (value.get(..3)?, between_quotes(value)?);
    let (mut rows, mut comments): (Vec<Row>, Vec<String>) = (Vec::new(), Vec::new());
    for line in inner.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            comments.push(line.to_owned());
        } else {
            rows.push(taken_apart(line, std::mem::take(&mut comments)));
        }
    }
    let heads = &rows.first()?.cells;
    let is_even = rows.iter().all(|row| row.cells.len() == heads.len());
    if rows.len() < 2 || !is_even || !are_heads(heads) {
        return None;
    }
    comments.push(quote.to_owned());
    let are_expressions: Vec<bool> = heads.iter().map(|head| holds_expressions(head)).collect();
    let answer = |cell: &str| Some(format!("= {}", cell.strip_prefix('=')?.trim()));
    for cell in rows
        .first_mut()
        .into_iter()
        .flat_map(|heads| &mut heads.cells)
    {
        *cell = answer(cell).map_or(cell.clone(), |cell| cell.trim_end().to_owned());
    }
    for row in rows.iter_mut().skip(1) {
        let cells = row.cells.iter_mut().zip(&are_expressions);
        cells
            .filter(|(_, is_one)| **is_one)
            .for_each(|(cell, _)| *cell = spaced(cell));
    }
    Some(format!("{quote}\n{}{}", text(&rows), comments.join("\n")))
}

/// Whether they are the heads of a table: prose of several lines has none.
fn are_heads(heads: &[String]) -> bool {
    let is_head = |head: &String| {
        let name = head.trim_start_matches(['=', ' ']);
        let named = ["reading ", "was "].map(|word| name.strip_prefix(word));
        let name = named.into_iter().flatten().next().unwrap_or(name);
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_answer = heads.first().is_some_and(|head| head.starts_with('='));
    (heads.len() > 1 || is_answer) && heads.iter().all(is_head)
}

fn taken_apart(line: &str, comments: Vec<String>) -> Row {
    let is_note = |at: &usize| {
        line.get(..*at)
            .is_some_and(|before| before.ends_with(char::is_whitespace))
    };
    let note_at = line.match_indices('#').map(|(at, _)| at).find(is_note);
    let (row, note) = line.split_at(note_at.unwrap_or(line.len()));
    let note = note.strip_prefix('#').map(|note| note.trim().to_owned());
    Row {
        cells: row.split('|').map(|cell| cell.trim().to_owned()).collect(),
        note: note.filter(|note| !note.is_empty()),
        comments,
    }
}

/// Whether a text is a name of a fact or question, as it can head a column.
pub fn is_name(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The names and values of a group of fields; none of a group that is not there.
pub fn pairs(node: &Node, field: &str) -> Option<Vec<(String, String)>> {
    match node.field(field).map(|(_, node)| &node.kind) {
        None => Some(Vec::new()),
        Some(Kind::Table(fields)) => {
            let pair = |(name, node): &(crate::source::Text, Node)| {
                let is_plain =
                    is_name(&name.value) && !["cite", "rolls"].contains(&name.value.as_str());
                Some((name.value.clone(), cell(node)?)).filter(|_| is_plain)
            };
            fields.iter().map(pair).collect()
        }
        Some(_) => None,
    }
}

/// The groups of a list, each as a row.
pub fn each(node: &Node, list: &str, mark: &str) -> Option<Vec<Said>> {
    let Kind::List(nodes) = &node.field(list)?.1.kind else {
        return None;
    };
    let row = |node: &Node| {
        let Kind::Table(fields) = &node.kind else {
            return None;
        };
        let named = |(name, node): &(crate::source::Text, Node)| {
            Some((format!("{mark}{}", name.value), cell(node)?))
        };
        let cells = fields.iter().map(named).collect::<Option<_>>()?;
        Some(Said {
            cells,
            ..Said::default()
        })
    };
    nodes.iter().map(row).collect()
}
