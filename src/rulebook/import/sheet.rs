//! A sheet of cells as a spreadsheet writes it: comma, semicolon or tab between the cells, merged cells blank.

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::many;
use crate::source::{BUDGET, MARK};
use csv::ReaderBuilder;

/// How many rows a sheet has at most, and how many columns.
const MOST_LINES: usize = 20_000;

/// Marks of footnotes, as charts print them behind a row's heading.
pub const MARKS: [char; 5] = ['*', '†', '‡', '§', '¶'];

/// The cells of a chart: headings over the columns, keys before the rows.
#[derive(Debug)]
pub struct Sheet {
    /// The cells over the keys, from top to bottom and left to right; few are written.
    pub corner: Vec<String>,
    /// For each column its headings from top to bottom.
    pub columns: Vec<Vec<String>>,
    /// The rows.
    pub rows: Vec<Line>,
    /// How many columns its keys take.
    keys: usize,
    /// The texts of footnotes below the rows, each with the number of its line.
    pub footnotes: Vec<(usize, String)>,
}

/// A row of a sheet.
#[derive(Debug)]
pub struct Line {
    /// Its keys from left to right.
    pub keys: Vec<String>,
    /// What stands under each column.
    pub cells: Vec<String>,
    /// The marks of its footnotes.
    pub marks: String,
    /// Its number in the sheet, from 1.
    pub number: usize,
    /// Whether a key is that of the row above it.
    pub is_filled: bool,
}

impl Sheet {
    /// Reads a sheet whose first `keys` columns are the keys of its rows, and at least `heads` lines of which are headings.
    pub fn read(text: &str, keys: usize, heads: usize) -> Result<Self, Diagnostic> {
        let lines = lines(text)?;
        let depth = headings(&lines).max(heads);
        let (above, below) = lines.split_at(depth.min(lines.len()));
        if above.is_empty() || below.is_empty() {
            return Err(Diagnostic::request(
                "the sheet has no rows below its headings",
            ));
        }
        let width = lines.iter().map(|(_, cells)| cells.len()).max();
        let width = width.unwrap_or_default();
        let mut columns = vec![Vec::new(); width.saturating_sub(keys)];
        let mut corner = Vec::new();
        for (place, (_, cells)) in above.iter().enumerate() {
            corner.extend(cells.iter().take(keys).cloned());
            let is_last = place + 1 == depth;
            let mut left = String::new();
            for (column, headings) in columns.iter_mut().enumerate() {
                let cell = cells.get(keys + column).cloned().unwrap_or_default();
                // A blank heading over others is the rest of a merged one.
                if !cell.is_empty() || is_last {
                    left = cell;
                }
                headings.push(left.clone());
            }
        }
        if columns.is_empty() {
            return Err(Diagnostic::request(
                "the sheet has no columns beside its keys",
            ));
        }
        drop_title(&mut columns, &mut corner);
        let (footnotes, below): (Vec<_>, Vec<_>) = below.iter().cloned().partition(is_footnote);
        let rows = rows(&below, keys, columns.len())?;
        let blank = columns
            .iter()
            .position(|headings| headings.iter().all(String::is_empty));
        match blank {
            Some(place) => {
                let message = format!("column {} of the sheet has no heading", keys + place + 1);
                let refused = Diagnostic::request(message);
                let mut first = lines.iter().take(1).flat_map(|(_, cells)| cells).skip(1);
                Err(if first.all(String::is_empty) {
                    refused
                        .help("if its first line is a title, leave it out, and say `--title TITLE`")
                } else {
                    refused
                })
            }
            None => Ok(Self {
                corner,
                columns,
                rows,
                keys,
                footnotes: footnotes
                    .into_iter()
                    .map(|(line, cells)| (line, cells.concat()))
                    .collect(),
            }),
        }
    }
}

/// Whether a line below a chart is the text of a footnote: its first cell begins with a mark, and no other says anything.
fn is_footnote((_, cells): &(usize, Vec<String>)) -> bool {
    let mut cells = cells.iter();
    let first = cells.next().is_some_and(|first| {
        let text = first.trim_start_matches(MARKS).trim();
        text.len() < first.len() && !text.is_empty()
    });
    first && cells.all(String::is_empty)
}

impl Sheet {
    /// Where in the sheet a column is, in words.
    pub fn column(&self, place: usize) -> String {
        format!(" over column {} of the sheet", self.keys + place + 1)
    }

    /// The sheet with its columns for rows, where these have one heading each.
    pub fn turned(&self) -> Option<Self> {
        let row = |(place, headings): (usize, &Vec<String>)| {
            let [heading] = headings.as_slice() else {
                return None;
            };
            let cells = self.rows.iter().map(|row| row.cells.get(place).cloned());
            Some(Line {
                keys: vec![heading.clone()],
                cells: cells.collect::<Option<_>>()?,
                marks: String::new(),
                number: place + 1,
                is_filled: false,
            })
        };
        Some(Self {
            keys: 1,
            footnotes: Vec::new(),
            corner: Vec::new(),
            columns: self.rows.iter().map(|row| row.keys.clone()).collect(),
            rows: self
                .columns
                .iter()
                .enumerate()
                .map(row)
                .collect::<Option<_>>()?,
        })
    }
}

/// A line over all columns that says one thing alone is what the columns go by, no heading of each.
fn drop_title(columns: &mut [Vec<String>], corner: &mut Vec<String>) {
    let Some((first, rest)) = columns.split_first() else {
        return;
    };
    let is_title = first.len() > 1 && rest.iter().all(|other| other.first() == first.first());
    if is_title && !rest.is_empty() {
        let title = first.first().cloned().unwrap_or_default();
        for headings in columns {
            headings.remove(0);
        }
        if !title.is_empty() {
            corner.push(format!("\\ {title}"));
        }
    }
}

/// The rows below the headings: a blank key is the rest of a merged one above it.
fn rows(
    lines: &[(usize, Vec<String>)],
    keys: usize,
    columns: usize,
) -> Result<Vec<Line>, Diagnostic> {
    let mut above = vec![String::new(); keys];
    let mut rows = Vec::new();
    for (number, cells) in lines {
        let (mut is_filled, mut is_new) = (false, false);
        for (place, key) in above.iter_mut().enumerate() {
            match cells.get(place).filter(|cell| !cell.is_empty()) {
                Some(cell) => {
                    is_new |= key != cell;
                    key.clone_from(cell);
                }
                // Below another key, what stood above says nothing.
                None if is_new => {
                    let message = format!(
                        "line {number} of the sheet has no key in column {}",
                        place + 1
                    );
                    return Err(Diagnostic::request(message)
                        .help("where every value is meant, write `any`"));
                }
                None => is_filled = true,
            }
        }
        let too_many = cells.len().saturating_sub(keys + columns);
        if too_many > 0 {
            return Err(Diagnostic::request(format!(
                "line {number} of the sheet has {too_many} cells more than there are columns"
            )));
        }
        let cell = |place: usize| cells.get(keys + place).cloned().unwrap_or_default();
        let mut line = Line {
            keys: above.clone(),
            cells: (0..columns).map(cell).collect(),
            marks: String::new(),
            number: *number,
            is_filled,
        };
        if let Some(first) = line.keys.first_mut() {
            let bare = first.trim_end_matches(MARKS).len();
            line.marks = first.split_off(bare);
            first.truncate(first.trim_end().len());
        }
        rows.push(line);
    }
    Ok(rows)
}

/// How many lines are headings: those that name the facts, `DR \\ Month`; else the first, and those after it that begin blank; where the first begins blank, all that do, and
/// the next one if its first cell is no number.
fn headings(lines: &[(usize, Vec<String>)]) -> usize {
    let names_facts = |(_, cells): &&(usize, Vec<String>)| {
        cells.first().is_some_and(|first| first.contains('\\'))
    };
    let named = lines.iter().take_while(names_facts).count();
    if named > 0 {
        return named;
    }
    let begins_blank = |cells: &Vec<String>| cells.first().is_none_or(|first| first.is_empty());
    let is_number = |cells: &Vec<String>| {
        let first = cells.first().and_then(|first| first.chars().next());
        first.is_some_and(|letter| letter.is_ascii_digit() || "<>-+".contains(letter))
    };
    let rest = lines.iter().skip(1).map(|(_, cells)| cells);
    let blank = rest.clone().take_while(|cells| begins_blank(cells)).count();
    let first_is_blank = lines.first().is_some_and(|(_, cells)| begins_blank(cells));
    let names_rows = rest
        .clone()
        .nth(blank)
        .zip(rest.clone().nth(blank + 1))
        .is_some_and(|(line, next)| !is_number(line) && is_number(next));
    1 + blank + usize::from(first_is_blank && names_rows)
}

/// The lines that say anything, each with its number, their cells tidied.
fn lines(text: &str) -> Result<Vec<(usize, Vec<String>)>, Diagnostic> {
    let text = text.trim_start_matches(MARK);
    let delimiter = delimiter(text);
    if let Some(line) = open_quote(text, char::from(delimiter)) {
        let message = format!("the quote of a cell on line {line} of the sheet is never closed");
        return Err(
            Diagnostic::request(message).help("a cell has a quote at both its ends, or none")
        );
    }
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut lines = Vec::new();
    let mut counted = (0, 1);
    for (place, record) in reader.records().enumerate() {
        let record = record
            .map_err(|error| Diagnostic::request(format!("the sheet cannot be read: {error}")))?;
        if lines.len() >= many(MOST_LINES) || record.len() > many(MOST_LINES) {
            let message = format!(
                "the sheet has more than {} rows or columns",
                many(MOST_LINES)
            );
            return Err(Diagnostic::error_nowhere(Code::OverLimit, message).help(BUDGET));
        }
        let number = record
            .position()
            .and_then(|place| line_of(text, place.byte(), &mut counted));
        let mut cells: Vec<String> = record.iter().map(tidy).collect();
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        if !cells.is_empty() {
            lines.push((number.unwrap_or(place + 1), cells));
        }
    }
    Ok(lines)
}

/// The line of the first text from a byte on; up to which byte lines are counted, and how many, is kept for what comes later.
fn line_of(text: &str, byte: u64, counted: &mut (usize, usize)) -> Option<usize> {
    let rest = text.get(usize::try_from(byte).ok()?..)?;
    let said = rest.trim_start_matches(['\r', '\n']);
    let at = text.len() - said.len();
    counted.1 += text.get(counted.0..at)?.matches('\n').count();
    counted.0 = at;
    Some(counted.1)
}

/// The line on which a quoted cell begins that never ends: it would take in all that follows.
fn open_quote(text: &str, delimiter: char) -> Option<usize> {
    let (mut line, mut opened) = (1, None);
    let mut is_start = true;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line += usize::from(letter == '\n');
        match (letter, opened) {
            ('"', None) if is_start => opened = Some(line),
            ('"', Some(_)) if letters.next_if_eq(&'"').is_none() => opened = None,
            _ => {}
        }
        is_start = opened.is_none() && (letter == delimiter || matches!(letter, '\n' | '\r'));
    }
    opened
}

/// What stands between cells: a tab where there is one, else the more frequent of semicolon and comma in the first line.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.unwrap_or_default();
    let count = |letter: char| first.matches(letter).count();
    match (count('\t'), count(';'), count(',')) {
        (0, semicolons, commas) if semicolons > commas => b';',
        (0, ..) => b',',
        _ => b'\t',
    }
}

/// Writes a fraction as decimals behind a number that may stand before it: with a stroke, it could be two numbers.
fn fraction(plain: &mut String, decimals: &str) {
    let before = plain.trim_end();
    if before.ends_with(|last: char| last.is_ascii_digit()) {
        plain.truncate(before.len());
    } else {
        plain.push('0');
    }
    plain.push('.');
    plain.push_str(decimals);
}

/// A cell with plain blanks, hyphens and fractions.
fn tidy(cell: &str) -> String {
    let mut plain = String::new();
    for letter in cell.chars() {
        match letter {
            '‐' | '‑' | '‒' | '–' | '—' | '−' => plain.push('-'),
            '½' => fraction(&mut plain, "5"),
            '¼' => fraction(&mut plain, "25"),
            '¾' => fraction(&mut plain, "75"),
            '≤' => plain.push_str("<= "),
            '≥' => plain.push_str(">= "),
            other => plain.push(other),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a spreadsheet of another country can have meant a thousand times as much: `1.500`.
pub fn may_be_thousands(cell: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|letter| letter.is_ascii_digit());
    let parts = cell.trim_start_matches(['+', '-']).split_once('.');
    parts.is_some_and(|(whole, decimals)| {
        let is_group = decimals.len() == 3 && (1..=3).contains(&whole.len());
        is_group && !whole.starts_with('0') && is_number(whole) && is_number(decimals)
    })
}
