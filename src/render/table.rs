//! Tables of text: columns in line, in a terminal and in a pipe alike. Styles take no room.

use super::style::{BOLD, FAINT, Style, styled};
use super::words;
use unicode_width::UnicodeWidthStr;

/// The least room, in columns, into which the text of the last column is broken.
const LEAST_ROOM: usize = 24;

/// The widest that a column is made in a pipe for the sake of the next: a cell that is wider runs on, and the next follows.
const MOST_PADDED: usize = 80;

/// The width within which a table is cut where there is no terminal.
const PAGE: usize = 80;

/// Which side of its column a cell keeps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A column: its headings from top to bottom, and how its cells stand.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its headings, as many as every other column has.
    pub headings: Vec<String>,
    /// How its cells stand.
    pub align: Align,
    /// How its cells are styled.
    pub style: Style,
    /// Whether its cells are drawings of what other columns say: only a terminal shows them.
    pub is_drawing: bool,
}

/// A table.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, a cell for each column; a cell that is missing is empty.
    pub rows: Vec<Vec<String>>,
    /// How many columns stand before the upright line; none where there is no line.
    pub stub: usize,
    /// The room there is, in columns: what is too wide for it is broken into lines within its column, the widest columns
    /// first. None in a pipe, where a row is a line.
    pub width: Option<usize>,
    /// Whether columns that find no room beside the others stand below, in a table of their own with the first column again.
    pub is_cut: bool,
}

impl Column {
    /// A column of words under one heading.
    #[must_use]
    pub fn words(heading: &str) -> Self {
        Self {
            headings: vec![heading.to_owned()],
            align: Align::Left,
            style: Style::Plain,
            is_drawing: false,
        }
    }

    /// A column of numbers under one heading.
    #[must_use]
    pub fn numbers(heading: &str) -> Self {
        Self {
            align: Align::Right,
            ..Self::words(heading)
        }
    }

    /// How a cell is styled: what is no value never looks like one.
    pub(super) fn style_of(&self, cell: &str) -> Style {
        match self.style {
            Style::Value if words::is_no_value(cell) => Style::Warn,
            style => style,
        }
    }

    /// The column in a style.
    #[must_use]
    pub fn styled(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

impl Table {
    /// A table with these columns and no row.
    #[must_use]
    pub fn new(columns: Vec<Column>) -> Self {
        Self {
            columns,
            rows: Vec::new(),
            stub: 0,
            width: None,
            is_cut: false,
        }
    }

    /// The table within its room: drawings that find none are left out, and a table that can be is cut into several.
    fn within(&self) -> Vec<Self> {
        let room = self.width.or(self.is_cut.then_some(PAGE));
        let Some(room) = room.filter(|room| self.breadth() > *room) else {
            return vec![self.clone()];
        };
        if !self.is_cut {
            let kept = self.places().filter(|place| !self.is_drawing(*place));
            return vec![self.only(&kept.collect::<Vec<_>>())];
        }
        let widths = self.widths();
        let width = |place: &usize| widths.get(*place).map_or(0, |width| width + 2);
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut used = 0;
        for place in self.places().skip(1) {
            match parts.last_mut() {
                Some(part) if used + width(&place) <= room => part.push(place),
                _ => {
                    parts.push(vec![0, place]);
                    used = 5 + width(&0);
                }
            }
            used += width(&place);
        }
        parts.iter().map(|part| self.only(part)).collect()
    }

    fn places(&self) -> std::ops::Range<usize> {
        0..self.columns.len()
    }

    fn is_drawing(&self, place: usize) -> bool {
        self.columns
            .get(place)
            .is_some_and(|column| column.is_drawing)
    }

    /// The table with some of its columns alone.
    fn only(&self, places: &[usize]) -> Self {
        let row = |row: &Vec<String>| {
            places
                .iter()
                .map(|place| row.get(*place).cloned().unwrap_or_default())
                .collect()
        };
        Self {
            columns: places
                .iter()
                .filter_map(|place| self.columns.get(*place).cloned())
                .collect(),
            rows: self.rows.iter().map(row).collect(),
            ..self.clone()
        }
    }

    /// The table as lines, each indented by two. Headings that are all empty are left out, with the rule under them.
    #[must_use]
    pub fn human(&self) -> String {
        let parts = self.within();
        parts.iter().map(Self::lines).collect::<Vec<_>>().join("\n")
    }

    fn lines(&self) -> String {
        let widths = self.fitted(self.widths());
        let mut text = String::new();
        let depth = self
            .columns
            .iter()
            .map(|column| column.headings.len())
            .max()
            .unwrap_or_default();
        let mut headed = false;
        for level in 0..depth {
            let headings = self.headings(level);
            if headings.iter().any(|heading| !heading.is_empty()) {
                headed = true;
                self.line(&mut text, &headings, &widths, Some(BOLD));
            }
        }
        if headed {
            self.rule(&mut text, &widths);
        }
        for row in &self.rows {
            for line in if self.width.is_some() {
                broken(row, &widths)
            } else {
                vec![row.clone()]
            } {
                self.line(&mut text, &line, &widths, None);
            }
        }
        text
    }

    /// How many columns of a terminal it takes where nothing is broken.
    #[must_use]
    pub fn breadth(&self) -> usize {
        let widths = self.widths();
        widths.iter().map(|width| width + 2).sum::<usize>() + 3 * usize::from(self.stub > 0)
    }

    /// The widths within the room there is: the last column gives way first, then the widest of the others.
    fn fitted(&self, mut widths: Vec<usize>) -> Vec<usize> {
        let Some((last, others)) = widths.split_last_mut() else {
            return widths;
        };
        let Some(room) = self.width else {
            if self.stub == 0 {
                widths
                    .iter_mut()
                    .for_each(|width| *width = (*width).min(MOST_PADDED));
            }
            return widths;
        };
        let room = room.saturating_sub(2 + 2 * others.len() + 3 * usize::from(self.stub > 0));
        let least = self.longest_words();
        let wanted = (*last).min(LEAST_ROOM.max(room / 3));
        let mut before: usize = others.iter().sum();
        while before + wanted > room {
            let wider = others
                .iter_mut()
                .zip(&least)
                .filter(|(width, least)| **width > **least);
            let Some((widest, _)) = wider.max_by_key(|(width, _)| **width) else {
                break;
            };
            *widest -= 1;
            before -= 1;
        }
        *last = (*last).min(room.saturating_sub(before).max(LEAST_ROOM));
        widths
    }

    /// The width of the longest word in each column: words are not broken.
    fn longest_words(&self) -> Vec<usize> {
        let longest = |cell: &String| {
            cell.split_whitespace()
                .map(UnicodeWidthStr::width)
                .max()
                .unwrap_or_default()
        };
        let in_column = |place: usize, column: &Column| {
            let cells = self.rows.iter().filter_map(|row| row.get(place));
            cells
                .chain(&column.headings)
                .map(longest)
                .max()
                .unwrap_or_default()
        };
        self.columns
            .iter()
            .enumerate()
            .map(|(place, column)| in_column(place, column))
            .collect()
    }

    /// The headings of one level; above the lowest, one that stands to the left already is not said again.
    pub(super) fn headings(&self, level: usize) -> Vec<String> {
        let of =
            |column: &Column, level: usize| column.headings.get(level).cloned().unwrap_or_default();
        let same_above = |one: &Column, other: &Column| {
            (0..=level).all(|level| of(one, level) == of(other, level))
        };
        let mut shown = Vec::with_capacity(self.columns.len());
        let mut before: Option<&Column> = None;
        for column in &self.columns {
            let is_lowest = level + 1 >= column.headings.len();
            let repeats = !is_lowest && before.is_some_and(|before| same_above(before, column));
            shown.push(if repeats {
                String::new()
            } else {
                of(column, level)
            });
            before = Some(column);
        }
        shown
    }

    /// The width of each column. A heading above the lowest has the room of all columns that it stands over.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = vec![0; self.columns.len()];
        let mut widen = |place: usize, cell: &str| {
            if let Some(width) = widths.get_mut(place) {
                *width = (*width).max(cell.width());
            }
        };
        for (place, column) in self.columns.iter().enumerate() {
            widen(place, column.headings.last().map_or("", String::as_str));
        }
        for (place, cell) in self.rows.iter().flat_map(|row| row.iter().enumerate()) {
            widen(place, cell);
        }
        let levels = self
            .columns
            .iter()
            .map(|column| column.headings.len())
            .max()
            .unwrap_or_default();
        for level in 1..levels {
            stretch(&mut widths, &self.headings(level - 1));
        }
        widths
    }

    /// One line: each cell is put at its place, and one that is too wide for its column runs on over empty ones.
    fn line(&self, text: &mut String, cells: &[String], widths: &[usize], style: Option<Style>) {
        let mut line = Line {
            text: String::new(),
            width: 0,
        };
        let mut start = 2;
        for (place, (column, width)) in self.columns.iter().zip(widths).enumerate() {
            if place > 0 && place == self.stub {
                line.put(start, "│", FAINT);
                start += 3;
            }
            let cell = cells.get(place).map_or("", String::as_str);
            let free = width.saturating_sub(cell.width());
            let at = if column.align == Align::Right {
                start + free
            } else {
                start
            };
            line.put(at, cell, style.unwrap_or_else(|| column.style_of(cell)));
            start += width + 2;
        }
        text.push_str(&line.text);
        text.push('\n');
    }

    fn rule(&self, text: &mut String, widths: &[usize]) {
        let mut line = String::new();
        for (place, width) in widths.iter().enumerate() {
            if place > 0 {
                line.push_str(if place == self.stub {
                    "──┼──"
                } else {
                    "──"
                });
            }
            line.push_str(&"─".repeat(*width));
        }
        text.push_str("  ");
        text.push_str(&styled(FAINT, &line));
        text.push('\n');
    }
}

/// A row as the lines that it takes; in one with fewer cells than columns, the last runs on.
fn broken(row: &[String], widths: &[usize]) -> Vec<Vec<String>> {
    if row.len() < widths.len()
        || row
            .iter()
            .zip(widths)
            .all(|(cell, width)| cell.width() <= *width)
    {
        return vec![row.to_vec()];
    }
    let parts: Vec<Vec<String>> = row
        .iter()
        .zip(widths)
        .map(|(cell, width)| {
            if cell.width() > *width {
                wrapped(cell, *width)
            } else {
                vec![cell.clone()]
            }
        })
        .collect();
    let depth = parts.iter().map(Vec::len).max().unwrap_or_default();
    let part = |cell: &Vec<String>, line| cell.get(line).cloned().unwrap_or_default();
    (0..depth)
        .map(|line| parts.iter().map(|cell| part(cell, line)).collect())
        .collect()
}

/// Makes the last column under each heading wide enough that the heading fits over all of its columns.
fn stretch(widths: &mut [usize], headings: &[String]) {
    let mut start = 0;
    while start < headings.len() {
        let follows = headings
            .iter()
            .skip(start + 1)
            .take_while(|heading| heading.is_empty())
            .count();
        let room: usize = widths.iter().skip(start).take(follows + 1).sum::<usize>() + 2 * follows;
        let needed = headings.get(start).map_or(0, |heading| heading.width());
        if let Some(last) = widths.get_mut(start + follows) {
            *last += needed.saturating_sub(room);
        }
        start += follows + 1;
    }
}

/// A line under way: what is written, and how much room that takes.
struct Line {
    text: String,
    width: usize,
}

impl Line {
    /// Writes at a place; after what is there already, if that reaches so far.
    fn put(&mut self, at: usize, cell: &str, style: Style) {
        if cell.is_empty() {
            return;
        }
        let before = if self.width == 0 {
            at
        } else {
            at.max(self.width + 2)
        };
        self.text
            .push_str(&" ".repeat(before.saturating_sub(self.width)));
        self.width = before + cell.width();
        self.text.push_str(&styled(style, cell));
    }
}

/// A text broken into lines of at most `width` columns, at spaces; a longer word stands alone.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line of a CSV file (RFC 4180).
pub fn csv_line<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let quoted = |cell: &str| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    };
    let cells: Vec<String> = cells.into_iter().map(quoted).collect();
    format!("{}\r\n", cells.join(","))
}
