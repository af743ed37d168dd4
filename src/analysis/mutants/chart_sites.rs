//! The data of charts and lists: cells, borders between rows and columns, lines, footnotes.

use super::Kind;
use super::sites::{Sites, Touched};
use crate::pack::{Chart, Key, Rewrite};
use crate::source::Text;

impl Sites<'_> {
    pub(super) fn chart(&mut self, chart: &Chart) {
        let touched = self.named(&chart.answers);
        if let Some(when) = &chart.when {
            self.conditions(when, false, &touched);
        }
        self.exceptions(&chart.except, &touched);
        self.lines(chart);
        self.notes(chart, &touched);
        self.cells(chart, &touched);
        let keys: Vec<&Key> = chart.rows.iter().map(|row| &row.key).collect();
        self.borders(&keys, &touched);
        let keys: Vec<&Key> = chart.columns.iter().map(|column| &column.key).collect();
        self.borders(&keys, &touched);
        for column in &chart.columns {
            if let Some(when) = &column.when {
                self.conditions(when, false, &touched);
            }
            self.exceptions(&column.except, &touched);
        }
    }

    fn lines(&mut self, chart: &Chart) {
        for line in &chart.lines {
            let answers = match line.answers.as_slice() {
                [] => &chart.answers,
                _ => &line.answers,
            };
            let touched = self.named(answers);
            self.gone(Kind::Row, line.span, &line.label.value, &touched);
            self.conditions(&line.when, true, &touched);
            self.values(&line.gives, &touched);
        }
    }

    fn notes(&mut self, chart: &Chart, touched: &Touched) {
        for note in &chart.notes {
            let never = vec![Rewrite::Text(note.when.span, Some("no".to_owned()))];
            let at = (note.span, note.mark.value.as_str());
            self.add(Kind::Exception, at, "", touched, never);
            self.conditions(&note.when, true, touched);
            for text in &note.gives {
                self.values(text, touched);
            }
        }
    }

    /// Each cell becomes what its neighbours in its row and in its column say, where that is something else.
    fn cells(&mut self, chart: &Chart, touched: &Touched) {
        for (number, row) in chart.rows.iter().enumerate() {
            let heading = row
                .key
                .iter()
                .map(|part| part.value.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            let blank = row
                .cells
                .iter()
                .map(|cell| Rewrite::Text(cell.span, Some("-".to_owned())));
            self.add(
                Kind::Row,
                (row.span, &heading),
                "",
                touched,
                blank.collect(),
            );
            for (column, cell) in row.cells.iter().enumerate() {
                let beside = |way: isize| row.cells.get(column.checked_add_signed(way)?);
                let above = |way: isize| {
                    chart
                        .rows
                        .get(number.checked_add_signed(way)?)?
                        .cells
                        .get(column)
                };
                // Where the columns are questions, a cell beside answers something else.
                let beside = if chart.across.is_empty() {
                    None
                } else {
                    other(cell, &beside)
                };
                let mut seen: Vec<&str> = Vec::new();
                for neighbour in [beside, other(cell, &above)].into_iter().flatten() {
                    if !seen.contains(&neighbour.value.as_str()) {
                        seen.push(&neighbour.value);
                        self.texts(cell, vec![(Kind::Cell, neighbour.value.clone())], touched);
                    }
                }
            }
        }
    }

    /// The border between two headings of numbers that follow each other, moved by one either way.
    fn borders(&mut self, keys: &[&Key], touched: &Touched) {
        for lower in keys {
            for upper in keys {
                if let Some(sides) = border(lower, upper) {
                    self.border(sides, touched);
                }
            }
        }
    }

    fn border(&mut self, [(lower, below), (upper, above)]: [(&Text, Run); 2], touched: &Touched) {
        for way in [1, -1] {
            let moved = (below.with_end(way), above.with_start(way));
            if let (Some(below), Some(above)) = moved {
                let rewrites = vec![
                    Rewrite::Text(lower.span, Some(below.clone())),
                    Rewrite::Text(upper.span, Some(above)),
                ];
                self.add(
                    Kind::Border,
                    (lower.span, &lower.value),
                    &below,
                    touched,
                    rewrites,
                );
            }
        }
    }
}

/// The nearest neighbour that says something else: after the cell, or else before it.
fn other<'t>(cell: &Text, neighbour: &dyn Fn(isize) -> Option<&'t Text>) -> Option<&'t Text> {
    [1, -1]
        .into_iter()
        .filter_map(neighbour)
        .find(|text| text.value != cell.value)
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
        if let Some(end) = text.strip_prefix("<=") {
            return Some(Self {
                start: None,
                end: Some(number(end)?),
            });
        }
        if let Some(start) = text.strip_prefix(">=") {
            return Some(Self {
                start: Some(number(start)?),
                end: None,
            });
        }
        match text.split_once("..") {
            Some((start, end)) => Some(Self {
                start: Some(number(start)?),
                end: Some(number(end)?),
            }),
            None => number(text).map(|one| Self {
                start: Some(one),
                end: Some(one),
            }),
        }
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

    fn with_end(self, way: i64) -> Option<String> {
        Self {
            end: self.end.map(|end| end + way),
            ..self
        }
        .show()
    }

    fn with_start(self, way: i64) -> Option<String> {
        Self {
            start: self.start.map(|start| start + way),
            ..self
        }
        .show()
    }
}

/// The part in which two keys are ranges that follow each other, all other parts being the same.
fn border<'k>(lower: &'k Key, upper: &'k Key) -> Option<[(&'k Text, Run); 2]> {
    let parts = lower.iter().zip(upper);
    let mut differing = parts.filter(|(one, other)| one.value != other.value);
    let (one, other) = differing.next()?;
    if differing.next().is_some() {
        return None;
    }
    let (below, above) = (Run::read(&one.value)?, Run::read(&other.value)?);
    let is_next = below.end?.checked_add(1) == above.start;
    is_next.then_some([(one, below), (other, above)])
}
