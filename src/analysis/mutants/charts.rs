//! The data of charts and lists: cells, borders between rows and columns, lines, footnotes.

use super::walk::Walk;
use super::{Change, Kind};
use crate::pack::Chart;
use crate::source::Text;
use itertools::Itertools;
use rustc_hash::FxHashMap;

impl Walk<'_> {
    pub fn chart(&mut self, chart: &mut Chart) {
        self.about(&chart.answers);
        self.condition(&mut chart.when);
        self.exceptions(&mut chart.except);
        chart.lines.retain_mut(|line| {
            let written = &line.answers;
            self.about(if written.is_empty() {
                &chart.answers
            } else {
                written
            });
            let is_gone = self.is_gone(Kind::Row, line.span, &line.label.value);
            self.needed_condition(&mut line.when);
            self.value(&mut line.gives);
            !is_gone
        });
        self.about(&chart.answers);
        for note in &mut chart.notes {
            if self.is_gone(Kind::Exception, note.span, &note.mark.value) {
                "no".clone_into(&mut note.when.value);
            }
            self.needed_condition(&mut note.when);
            note.gives.iter_mut().for_each(|text| self.value(text));
        }
        if chart.cells.is_empty() {
            self.rows(chart);
            let keys = chart.rows.iter_mut().map(|row| row.key.as_mut_slice());
            self.borders(keys.collect());
        }
        for column in 0..chart.columns.len().max(1) {
            let rows = chart.rows.iter_mut().filter(|_| !chart.cells.is_empty());
            let cells = rows.filter_map(|row| row.cells.get_mut(column));
            self.borders(cells.map(std::slice::from_mut).collect());
        }
        self.borders(
            chart
                .columns
                .iter_mut()
                .map(|column| column.key.as_mut_slice())
                .collect(),
        );
    }

    /// A row can be blank, and each cell what its neighbours in its row and in its column say, where that is something else.
    fn rows(&mut self, chart: &mut Chart) {
        let before = chart.clone();
        for (number, row) in chart.rows.iter_mut().enumerate() {
            let heading: Vec<&str> = row.key.iter().map(|part| part.value.as_str()).collect();
            let is_blank = self.is_gone(Kind::Row, row.span, &heading.join(", "));
            for (column, cell) in row.cells.iter_mut().enumerate() {
                let changes = |_: &[String]| neighbours(&before, number, column);
                let new = self.datum(cell.span, &cell.value, changes);
                if let Some(new) = new.or(is_blank.then_some("-")) {
                    new.clone_into(&mut cell.value);
                }
            }
        }
    }

    /// The border between two headings of numbers that follow each other, moved by one either way.
    fn borders(&mut self, mut keys: Vec<&mut [Text]>) {
        for (lower, upper) in followed(&keys) {
            let Ok([lower, upper]) = keys.get_disjoint_mut([lower, upper]) else {
                continue;
            };
            let Some((lower, upper)) = differing(lower, upper) else {
                continue;
            };
            let moved = moved(&lower.value, &upper.value);
            let changes = moved.iter().map(|(below, _)| (Kind::Border, below.clone()));
            if let Some(new) = self.datum(lower.span, &lower.value, |_| changes.collect())
                && let Some((below, above)) = moved.iter().find(|(below, _)| below == new)
            {
                below.clone_into(&mut lower.value);
                above.clone_into(&mut upper.value);
            }
        }
    }
}

/// The places of each two keys of which a part of the second goes on where that of the first ends.
fn followed(keys: &[&mut [Text]]) -> Vec<(usize, usize)> {
    let mut starts: FxHashMap<(usize, i64), Vec<usize>> = FxHashMap::default();
    let mut ends = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        for (part, text) in key.iter().enumerate() {
            let Some(run) = Run::read(&text.value) else {
                continue;
            };
            if let Some(start) = run.start {
                starts.entry((part, start)).or_default().push(place);
            }
            let next = run.end.and_then(|end| end.checked_add(1));
            ends.extend(next.map(|next| (place, (part, next))));
        }
    }
    let follow = ends.iter().filter_map(|(place, next)| {
        let uppers = starts.get(next)?.iter();
        Some(uppers.map(|upper| (*place, *upper)))
    });
    follow.flatten().sorted_unstable().dedup().collect()
}

/// Two runs that follow each other with the border between them one further and one less far, where either has something left.
fn moved(lower: &str, upper: &str) -> Vec<(String, String)> {
    let moved = |way: i64| {
        let (below, above) = (Run::read(lower)?, Run::read(upper)?);
        let (end, start) = (below.end?, above.start?);
        let lower = Run {
            end: Some(end.checked_add(way)?),
            ..below
        };
        let upper = Run {
            start: Some(start.checked_add(way)?),
            ..above
        };
        let follows = end.checked_add(1) == Some(start);
        follows.then_some((lower.show()?, upper.show()?))
    };
    [1, -1].into_iter().filter_map(moved).collect()
}

/// The nearest neighbours of a cell that say something else: beside it, and above or below it.
fn neighbours(chart: &Chart, row: usize, column: usize) -> Vec<Change> {
    let at = |row: usize, column: usize| Some(&chart.rows.get(row)?.cells.get(column)?.value);
    let cell = at(row, column);
    let beside = |way| at(row, column.checked_add_signed(way)?);
    let above = |way| at(row.checked_add_signed(way)?, column);
    let is_other = |text: &&String| Some(*text) != cell;
    // Where the columns are questions, a cell beside answers something else.
    let beside = [1, -1].into_iter().filter_map(beside).find(is_other);
    let beside = beside.filter(|_| !chart.across.is_empty());
    let above = [1, -1].into_iter().filter_map(above).find(is_other);
    let above = above.filter(|above| Some(*above) != beside);
    let both = beside.into_iter().chain(above);
    both.map(|text| (Kind::Cell, text.clone())).collect()
}

/// A range of whole numbers as a key has it; an end that is missing is open.
#[derive(Clone, Copy)]
struct Run {
    start: Option<i64>,
    end: Option<i64>,
}

impl Run {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let number = |text: &str| text.trim().parse::<i64>().ok();
        let (start, end) = if let Some(end) = text.strip_prefix("<=") {
            (None, Some(number(end)?))
        } else if let Some(start) = text.strip_prefix(">=") {
            (Some(number(start)?), None)
        } else {
            let (start, end) = text.split_once("..").unwrap_or((text, text));
            (Some(number(start)?), Some(number(end)?))
        };
        Some(Self { start, end })
    }

    fn show(self) -> Option<String> {
        match (self.start, self.end) {
            (None, Some(end)) => Some(format!("<= {end}")),
            (Some(start), None) => Some(format!(">= {start}")),
            (Some(start), Some(end)) if start == end => Some(start.to_string()),
            (Some(start), Some(end)) if start < end => Some(format!("{start}..{end}")),
            _ => None,
        }
    }
}

/// The one part in which two keys differ.
fn differing<'k>(
    lower: &'k mut [Text],
    upper: &'k mut [Text],
) -> Option<(&'k mut Text, &'k mut Text)> {
    let pairs = lower.iter_mut().zip(upper);
    let mut differing = pairs.filter(|(written, other)| written.value != other.value);
    let only = differing.next()?;
    differing.next().is_none().then_some(only)
}
