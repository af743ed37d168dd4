//! Tables of text: columns in line, in a terminal and in a pipe alike. Styles take no room.

use super::style::{BOLD, FAINT, Style, styled};
use super::{fold, words};
use unicode_width::UnicodeWidthStr;

/// The least room, in columns, into which the text of the last column is broken.
const LEAST_ROOM: usize = 24;

/// The same where names of other columns would be broken.
const TIGHT_ROOM: usize = 16;

/// The narrowest that a column is made, in columns of text.
const NARROWEST: usize = 8;

/// Which side of its column a cell keeps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// From top to bottom, as many as every other column has.
    pub headings: Vec<String>,
    pub align: Align,
    pub style: Style,
    /// Whether its cells are drawings of what other columns say: only a terminal shows them.
    pub is_drawing: bool,
}

/// A table.
#[derive(Debug, Clone, Default)]
pub struct Table {
    pub columns: Vec<Column>,
    /// A cell for each column; a cell that is missing is empty.
    pub rows: Vec<Vec<String>>,
    /// How many columns stand before the upright line; none where there is no line.
    pub stub: usize,
    /// Whether columns that find no room beside the others stand below, in a table of their own with the first columns again,
    /// and not narrower first.
    pub is_cut: bool,
}

impl Column {
    /// A column of words under one heading.
    pub fn words(heading: &str) -> Self {
        Self {
            headings: vec![heading.to_owned()],
            align: Align::Left,
            style: Style::Plain,
            is_drawing: false,
        }
    }

    /// A column of numbers under one heading.
    pub fn numbers(heading: &str) -> Self {
        Self {
            align: Align::Right,
            ..Self::words(heading)
        }
    }

    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// How a cell is styled: what is no value never looks like one.
    pub fn style_of(&self, cell: &str) -> Style {
        match self.style {
            Style::Value if words::is_no_value(cell) => Style::Warn,
            style => style,
        }
    }
}

impl Table {
    /// A table with these columns and no row.
    pub fn new(columns: Vec<Column>) -> Self {
        Self {
            columns,
            ..Self::default()
        }
    }

    /// A table of words without headings, each column in its style.
    pub fn plain<const COLUMNS: usize>(
        styles: [Style; COLUMNS],
        rows: impl IntoIterator<Item = [String; COLUMNS]>,
    ) -> Self {
        let columns = styles.map(|style| Column::words("").styled(style));
        Self {
            rows: rows.into_iter().map(Vec::from).collect(),
            ..Self::new(columns.into())
        }
    }

    /// The table without the columns that have a heading and nothing below it.
    pub fn without_empty_columns(mut self) -> Self {
        let is_told = |(place, column): (usize, &Column)| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(place));
            column.headings.concat().is_empty() || cells.any(|cell| !cell.is_empty())
        };
        let told: Vec<bool> = self.columns.iter().enumerate().map(is_told).collect();
        for row in &mut self.rows {
            let mut told = told.iter();
            row.retain(|_| *told.next().unwrap_or(&true));
        }
        let mut told = told.iter();
        self.columns.retain(|_| *told.next().unwrap_or(&true));
        self
    }

    /// The table as lines, each indented by two, headings that are all empty left out. What is too wide for so many columns is
    /// broken into lines within its column, the widest columns first; where names would be broken, each row is a block.
    pub fn human(&self, width: usize) -> String {
        let is_headed = self
            .columns
            .iter()
            .all(|column| !column.headings.concat().is_empty());
        if self.stub == 0 && !self.is_cut && is_headed && self.is_squeezed(width) {
            return self.rows.iter().map(|row| self.block(row, width)).collect();
        }
        let parts = self.parts(width).into_iter();
        parts
            .map(|part| part.lines(width))
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// A row by itself: its first cell, below it the others under their headings, and the last.
    fn block(&self, row: &[String], width: usize) -> String {
        let [first, others @ .., last] = row else {
            return String::new();
        };
        let headings = self
            .columns
            .iter()
            .skip(1)
            .filter_map(|column| column.headings.last());
        let told = headings.zip(others).filter(|(_, cell)| !cell.is_empty());
        let told: Vec<String> = told
            .map(|(heading, cell)| format!("{heading} {cell}"))
            .collect();
        let lines = [told.join(", "), last.clone()];
        let lines = lines.iter().filter(|line| !line.is_empty());
        let lines = lines.map(|line| fold(&format!("      {line}\n"), width));
        format!("  {}\n{}", styled(BOLD, first), lines.collect::<String>())
    }

    /// Whether words of its cells find no room in so many columns.
    fn is_squeezed(&self, room: usize) -> bool {
        let (widths, whole) = (self.fitted(room), self.longest_words());
        let breadth = widths.iter().map(|width| width + 2).sum::<usize>() + self.line_width();
        let is_broken = |(width, whole): (&usize, &usize)| width < whole;
        breadth > room || widths.iter().zip(&whole).any(is_broken)
    }

    /// How many columns of a terminal it takes where nothing is broken.
    pub fn breadth(&self) -> usize {
        let widths = self.widths();
        widths.iter().map(|width| width + 2).sum::<usize>() + self.line_width()
    }

    /// What the upright line takes beside its columns.
    fn line_width(&self) -> usize {
        3 * usize::from(self.stub > 0)
    }

    /// How many headings stand one above the other.
    pub fn depth(&self) -> usize {
        let headings = self.columns.iter().map(|column| column.headings.len());
        headings.max().unwrap_or_default()
    }

    /// The table within its room: drawings that find none are left out, and a table that can be is cut into several.
    fn parts(&self, room: usize) -> Vec<Self> {
        if self.breadth() <= room {
            return vec![self.clone()];
        }
        if self.is_cut {
            return self.cut(room, &self.widths());
        }
        let columns = self.columns.iter().enumerate();
        let shown = columns.filter(|(_, column)| !column.is_drawing);
        let shown = self.only(&shown.map(|(place, _)| place).collect::<Vec<_>>());
        if shown.stub > 0 && shown.is_squeezed(room) {
            return shown.cut(room, &shown.longest_words());
        }
        vec![shown]
    }

    /// The table as several, each with the first columns and as many others as find room where they take these widths.
    fn cut(&self, room: usize, widths: &[usize]) -> Vec<Self> {
        let stub = self.stub.max(1);
        let columns: Vec<usize> = (stub..self.columns.len()).collect();
        let breadth = |place: usize| widths.get(place).map_or(0, |width| width + 2);
        let heads: usize = (0..stub).map(breadth).sum::<usize>() + self.line_width();
        let fits = |part: &[usize]| {
            let others: usize = part.iter().map(|place| breadth(*place)).sum();
            part.len() == 1 || heads + others <= room
        };
        let most = (1..=columns.len()).rev();
        let mut most = most.filter(|most| columns.chunks(*most).all(fits));
        let most = most.next().unwrap_or(1);
        // As many in the last of them as in the others, nearly.
        let even = columns.len().div_ceil(columns.len().div_ceil(most).max(1));
        let parts = columns.chunks(even.max(1));
        let parts =
            parts.map(|part| self.only(&(0..stub).chain(part.iter().copied()).collect::<Vec<_>>()));
        parts.collect()
    }

    /// The longest word of each column, and the longest part of a word of its headings.
    fn longest_words(&self) -> Vec<usize> {
        let longest = |cell: &str| cell.split_whitespace().map(str::width).max();
        let words = Self {
            columns: self.columns.iter().map(|_| Column::words("")).collect(),
            ..self.clone()
        };
        let cells = words.widest(0, |cell| longest(cell).unwrap_or_default());
        let parts = |heading: &String| {
            let parts = heading.split_inclusive(['-', '/', ' ']);
            parts.map(|part| part.trim_end().width()).max()
        };
        let columns = self.columns.iter().zip(cells);
        let least = columns.map(|(column, cells)| {
            let lowest = column.headings.last().and_then(parts);
            cells.max(lowest.unwrap_or_default())
        });
        let mut least: Vec<usize> = least.collect();
        for level in 0..self.depth().saturating_sub(1) {
            let headings = self.headings(level);
            let longest = headings
                .iter()
                .map(|heading| parts(heading).unwrap_or_default());
            stretch(&mut least, &headings, &longest.collect::<Vec<_>>());
        }
        least
    }

    /// The table with some of its columns alone.
    fn only(&self, places: &[usize]) -> Self {
        let cell = |row: &[String], place: &usize| row.get(*place).cloned().unwrap_or_default();
        let of_row = |row: &Vec<String>| places.iter().map(|place| cell(row, place)).collect();
        let columns = places.iter().filter_map(|place| self.columns.get(*place));
        Self {
            columns: columns.cloned().collect(),
            rows: self.rows.iter().map(of_row).collect(),
            ..*self
        }
    }

    fn lines(&self, width: usize) -> String {
        let widths = self.fitted(width);
        let mut text = String::new();
        for level in 0..self.depth() {
            let headings = self.headings(level);
            if headings.iter().any(|heading| !heading.is_empty()) {
                for line in broken(
                    &headings,
                    &rooms(&headings, &widths, level + 1 < self.depth()),
                ) {
                    self.line(&mut text, &line, &widths, Some(BOLD));
                }
            }
        }
        if !text.is_empty() {
            self.rule(&mut text, &widths);
        }
        for row in &self.rows {
            for line in broken(row, &widths) {
                self.line(&mut text, &line, &widths, None);
            }
        }
        text
    }

    /// The widths within the room there is: the last column gives way first, then the widest of the others.
    fn fitted(&self, room: usize) -> Vec<usize> {
        let mut widths = self.widths();
        let Some((last, others)) = widths.split_last_mut() else {
            return widths;
        };
        let room = room.saturating_sub(2 + 2 * others.len() + self.line_width());
        let least = self.longest_words();
        narrow(
            others,
            room.saturating_sub((*last).min(LEAST_ROOM.max(room / 3))),
            &least,
        );
        let before: usize = others.iter().sum();
        *last = (*last).min(room.saturating_sub(before).max(LEAST_ROOM));
        // Names are broken last of all.
        let mut tight = least;
        if let Some(last) = tight.last_mut() {
            *last = (*last).max(TIGHT_ROOM);
        }
        narrow(&mut widths, room, &tight);
        let narrowest = vec![NARROWEST; widths.len()];
        narrow(&mut widths, room, &narrowest);
        widths
    }

    /// The headings of one level; above the lowest, one that stands to the left already is not said again.
    pub fn headings(&self, level: usize) -> Vec<String> {
        let down_to = |column: &Column| column.headings.get(..=level).map(<[_]>::to_vec);
        let mut before: Option<&Column> = None;
        let mut shown = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            let is_lowest = level + 1 >= column.headings.len();
            let is_said = before.is_some_and(|before| down_to(before) == down_to(column));
            let heading = column.headings.get(level).filter(|_| is_lowest || !is_said);
            shown.push(heading.cloned().unwrap_or_default());
            before = Some(column);
        }
        shown
    }

    /// The width of each column. A heading above the lowest has the room of all columns that it stands over.
    fn widths(&self) -> Vec<usize> {
        let lowest = self.depth().saturating_sub(1);
        let mut widths = self.widest(lowest, str::width);
        for level in 0..lowest {
            let headings = self.headings(level);
            let whole: Vec<usize> = headings.iter().map(|heading| heading.width()).collect();
            stretch(&mut widths, &headings, &whole);
        }
        widths
    }

    /// The most that is measured of the cells of each column, and of its headings from one level on.
    fn widest(&self, level: usize, measure: impl Fn(&str) -> usize) -> Vec<usize> {
        let columns = self.columns.iter().enumerate();
        let widest = columns.map(|(place, column)| {
            let cells = self.rows.iter().filter_map(|row| row.get(place));
            let headings = column.headings.iter().skip(level);
            let measured = cells.chain(headings).map(|cell| measure(cell));
            measured.max().unwrap_or_default()
        });
        widest.collect()
    }

    /// One line: each cell is put at its place, and one that is too wide for its column runs on over empty ones.
    fn line(&self, text: &mut String, cells: &[String], widths: &[usize], style: Option<Style>) {
        let mut written = 0;
        let mut put = |at: usize, cell: &str, style: Style| {
            if cell.is_empty() {
                return;
            }
            let at = if written == 0 {
                at
            } else {
                at.max(written + 2)
            };
            text.push_str(&" ".repeat(at.saturating_sub(written)));
            text.push_str(&styled(style, cell));
            written = at + cell.width();
        };
        let mut start = 2;
        for (place, (column, width)) in self.columns.iter().zip(widths).enumerate() {
            if place > 0 && place == self.stub {
                put(start, "│", FAINT);
                start += 3;
            }
            let cell = cells.get(place).map_or("", String::as_str);
            let before = match column.align {
                Align::Left => 0,
                Align::Right => width.saturating_sub(cell.width()),
            };
            let style = style.unwrap_or_else(|| column.style_of(cell));
            put(start + before, cell, style);
            start += width + 2;
        }
        text.push('\n');
    }

    fn rule(&self, text: &mut String, widths: &[usize]) {
        let mut line = String::new();
        for (place, width) in widths.iter().enumerate() {
            line.push_str(match place {
                0 => "",
                place if place == self.stub => "──┼──",
                _ => "──",
            });
            line.push_str(&"─".repeat(*width));
        }
        text.push_str(&format!("  {}\n", styled(FAINT, &line)));
    }
}

/// A row as the lines that it takes; in one with fewer cells than columns, the last runs on.
fn broken(row: &[String], widths: &[usize]) -> Vec<Vec<String>> {
    let fits = |(cell, width): (&String, &usize)| cell.width() <= *width;
    if row.len() < widths.len() || row.iter().zip(widths).all(fits) {
        return vec![row.to_vec()];
    }
    let cells = row.iter().zip(widths).map(|(cell, width)| {
        if fits((cell, width)) {
            vec![cell.clone()]
        } else {
            wrapped(cell, *width)
        }
    });
    let cells: Vec<Vec<String>> = cells.collect();
    let depth = cells.iter().map(Vec::len).max().unwrap_or_default();
    let part = |cell: &Vec<String>, line| cell.get(line).cloned().unwrap_or_default();
    (0..depth)
        .map(|line| cells.iter().map(|cell| part(cell, line)).collect())
        .collect()
}

/// Narrows the widest of some columns until they have room, none below its least width.
fn narrow(widths: &mut [usize], room: usize, least: &[usize]) {
    let excess = widths.iter().sum::<usize>().saturating_sub(room);
    for _ in 0..excess {
        let wider = widths.iter_mut().zip(least);
        let wider = wider.filter(|(width, least)| **width > **least);
        if let Some((widest, _)) = wider.max_by_key(|(width, _)| **width) {
            *widest -= 1;
        }
    }
}

/// Makes the last column under each heading wide enough that so much of the heading fits over all of its columns.
fn stretch(widths: &mut [usize], headings: &[String], wanted: &[usize]) {
    for ((start, wanted), room) in wanted.iter().enumerate().zip(rooms(headings, widths, true)) {
        let after = under(headings, start);
        if let Some(last) = widths.get_mut(start + after) {
            *last += wanted.saturating_sub(room);
        }
    }
}

/// How many empty headings follow one: the columns that it stands over as well.
fn under(headings: &[String], start: usize) -> usize {
    let rest = headings.get(start + 1..).unwrap_or_default();
    rest.iter().take_while(|next| next.is_empty()).count()
}

/// The room of each heading: its column's, or that of all columns that it stands over.
fn rooms(headings: &[String], widths: &[usize], is_over: bool) -> Vec<usize> {
    let room = |start: usize| {
        let after = if is_over { under(headings, start) } else { 0 };
        let own = widths.get(start..=start + after).unwrap_or_default();
        own.iter().sum::<usize>() + 2 * after
    };
    (0..widths.len()).map(room).collect()
}

/// A text broken into lines of at most `width` columns, at spaces; a longer word is broken too, after a hyphen or slash if it
/// has one.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // How many columns the last of them takes.
    let mut taken = 0;
    for mut word in text.split_whitespace() {
        let mut wide = word.width();
        while wide > width {
            let (start, rest) = word.split_at(break_of(word, width));
            lines.push(start.to_owned());
            taken = start.width();
            word = rest;
            wide = word.width();
        }
        match lines.last_mut() {
            Some(line) if taken + 1 + wide <= width => {
                line.push(' ');
                line.push_str(word);
                taken += 1 + wide;
            }
            _ => {
                lines.push(word.to_owned());
                taken = wide;
            }
        }
    }
    lines
}

/// Where a word that is wider than so many columns is broken.
fn break_of(word: &str, width: usize) -> usize {
    let ends = word
        .char_indices()
        .map(|(at, letter)| at + letter.len_utf8());
    let ends: Vec<usize> = ends.take(width.max(1)).collect();
    let after_sign = |end: &&usize| {
        word.get(..**end)
            .is_some_and(|start| start.ends_with(['-', '/']))
    };
    let end = ends.iter().rev().find(after_sign).or(ends.last());
    end.copied().unwrap_or(word.len())
}

/// A line of a CSV file (RFC 4180, but for its end, which is that of every other line of the program).
pub fn csv_line<'c>(cells: impl IntoIterator<Item = &'c str>) -> String {
    let quoted = |cell: &str| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    };
    let cells: Vec<String> = cells.into_iter().map(quoted).collect();
    format!("{}\n", cells.join(","))
}
