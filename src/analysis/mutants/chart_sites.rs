//! The data of charts and lists: cells, borders between rows and columns, lines, footnotes.

use super::Kind;
use super::edit::{Edit, Owner, Place};
use super::sites::{Sites, Touched};
use crate::pack::{Chart, Key};
use crate::source::Text;

impl Sites<'_> {
    pub(super) fn chart(&mut self, place: usize, chart: &Chart) {
        let touched = self.named(&chart.answers);
        let whole = Place {
            owner: Owner::Chart(place),
            path: Vec::new(),
        };
        if let Some(when) = &chart.when {
            self.conditions(when, &touched, |new| Edit::When(whole.clone(), new));
        }
        self.exceptions(&whole, &chart.except, &touched);
        self.lines(place, chart);
        self.notes(place, chart, &touched);
        self.cells(place, chart, &touched);
        let keys: Vec<&Key> = chart.rows.iter().map(|row| &row.key).collect();
        self.borders(&keys, &touched, |moved| Edit::RowKeys(place, moved));
        let keys: Vec<&Key> = chart.columns.iter().map(|column| &column.key).collect();
        self.borders(&keys, &touched, |moved| Edit::ColumnKeys(place, moved));
    }

    fn lines(&mut self, place: usize, chart: &Chart) {
        for (number, line) in chart.lines.iter().enumerate() {
            let touched = self.named(if line.answers.is_empty() {
                &chart.answers
            } else {
                &line.answers
            });
            self.add(
                Kind::Row,
                (line.span, &line.label.value),
                "",
                &touched,
                Edit::DropLine(place, number),
            );
            self.conditions(&line.when, &touched, |new| {
                Edit::LineWhen(place, number, new)
            });
            self.values(&line.gives, &touched, |new| {
                Edit::LineGives(place, number, new)
            });
        }
    }

    fn notes(&mut self, place: usize, chart: &Chart, touched: &Touched) {
        for (number, note) in chart.notes.iter().enumerate() {
            self.add(
                Kind::Exception,
                (note.span, &note.mark.value),
                "",
                touched,
                Edit::DropNote(place, number),
            );
            self.conditions(&note.when, touched, |new| {
                Edit::NoteWhen(place, number, new)
            });
            for (column, text) in note.gives.iter().enumerate() {
                self.values(text, touched, |new| {
                    Edit::NoteGives(place, number, column, new)
                });
            }
        }
    }

    /// Each cell becomes what its neighbours in its row and in its column say, where that is something else.
    fn cells(&mut self, place: usize, chart: &Chart, touched: &Touched) {
        for (number, row) in chart.rows.iter().enumerate() {
            let heading = row
                .key
                .iter()
                .map(|part| part.value.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            self.add(
                Kind::Row,
                (row.span, &heading),
                "",
                touched,
                Edit::BlankRow(place, number),
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
                        let edit = Edit::Cell(place, number, column, neighbour.value.clone());
                        self.add(
                            Kind::Cell,
                            (cell.span, &cell.value),
                            &neighbour.value,
                            touched,
                            edit,
                        );
                    }
                }
            }
        }
    }

    /// The border between two headings of numbers that follow each other, moved by one either way.
    fn borders(
        &mut self,
        keys: &[&Key],
        touched: &Touched,
        edit: impl Fn(Vec<(usize, usize, String)>) -> Edit,
    ) {
        for (one, lower) in keys.iter().enumerate() {
            for (other, upper) in keys.iter().enumerate() {
                let Some((part, below, above)) = border(lower, upper) else {
                    continue;
                };
                for way in [1, -1] {
                    let moved = (below.with_end(way), above.with_start(way));
                    if let ((Some(below), Some(above)), Some(text)) = (moved, lower.get(part)) {
                        let edit = edit(vec![(one, part, below.clone()), (other, part, above)]);
                        self.add(
                            Kind::Border,
                            (text.span, &text.value),
                            &below,
                            touched,
                            edit,
                        );
                    }
                }
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
fn border(lower: &Key, upper: &Key) -> Option<(usize, Run, Run)> {
    let mut differing = lower
        .iter()
        .zip(upper)
        .enumerate()
        .filter(|(_, (one, other))| one.value != other.value);
    let (part, (one, other)) = differing.next()?;
    if differing.next().is_some() {
        return None;
    }
    let (one, other) = (Run::read(&one.value)?, Run::read(&other.value)?);
    (one.end?.checked_add(1) == other.start).then_some((part, one, other))
}
