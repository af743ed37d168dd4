//! The marks of a chart: each that a row bears has its footnote, and each footnote a row that bears its mark. An exception
//! that is printed is never passed over in silence.

use super::Checker;
use super::names::counted;
use crate::diagnostic::{Code, Diagnostic, did_you_mean, nearest};
use crate::pack::{Chart, Footnote, Row};
use crate::source::Span;
use indexmap::IndexMap;

const MOST_PLACES: usize = 4;

impl Checker {
    /// Tells of marks without a footnote, of footnotes whose mark no row bears, and of those that give some columns an answer and
    /// others none; whether the answers are not known then.
    pub fn refuse_faulty_notes(&mut self, chart: &Chart, columns: usize) -> bool {
        let is_uneven =
            |note: &&Footnote| !matches!(note.gives.len(), 0 | 1) && note.gives.len() != columns;
        let uneven: Vec<&Footnote> = chart.notes.iter().filter(is_uneven).collect();
        for note in &uneven {
            self.report(uneven_note(note, columns));
        }
        let has_strays = self.refuse_stray_marks(chart);
        has_strays || !uneven.is_empty()
    }

    /// Tells of marks without a footnote, and of footnotes whose mark no row bears; whether there are any of the first.
    fn refuse_stray_marks(&mut self, chart: &Chart) -> bool {
        let is_idle =
            |note: &&Footnote| !chart.rows.iter().any(|row| bears(row, note, &chart.notes));
        let mut idle: Vec<&Footnote> = chart.notes.iter().filter(is_idle).collect();
        let strays = strays(chart);
        for (mark, places) in &strays {
            let near = nearest(mark, idle.iter().map(|note| note.mark.value.as_str()));
            self.report(without_footnote(
                mark,
                places,
                idle.iter()
                    .position(|note| Some(note.mark.value.as_str()) == near)
                    .map(|place| idle.remove(place)),
                chart,
            ));
        }
        for note in idle {
            self.report(without_row(note, chart));
        }
        !strays.is_empty()
    }
}

/// The marks that no footnote has, each with its places.
fn strays(chart: &Chart) -> IndexMap<&str, Vec<Span>> {
    let mut strays: IndexMap<&str, Vec<Span>> = IndexMap::new();
    for marks in chart.rows.iter().filter_map(|row| row.marks.as_ref()) {
        for (start, mark) in marks_in(&marks.value, &chart.notes) {
            if chart.notes.iter().all(|note| note.mark.value != mark) {
                strays
                    .entry(mark)
                    .or_default()
                    .push(marks.span.within(start, start + mark.len()));
            }
        }
    }
    strays
}

fn uneven_note(note: &Footnote, columns: usize) -> Diagnostic {
    let place = note.gives.get(columns).or(note.gives.last());
    let place = place.map_or(note.mark.span, |text| text.span);
    let message = format!(
        "this footnote gives {} answers, and the chart has {}",
        note.gives.len(),
        counted(columns, "column")
    );
    Diagnostic::error(Code::ChartShape, place, message)
        .help("a footnote gives one answer for each column, in their order, or one for all")
}

pub fn bears(row: &Row, note: &Footnote, notes: &[Footnote]) -> bool {
    row.marks
        .iter()
        .flat_map(|marks| marks_in(&marks.value, notes))
        .any(|(_, mark)| mark == note.mark.value)
}

/// The marks in a row's text, with their places: the longest that a footnote has; else a sign and its repetitions.
fn marks_in<'t>(text: &'t str, notes: &[Footnote]) -> impl Iterator<Item = (usize, &'t str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_between = |letter: char| letter.is_whitespace() || letter == ',';
        let rest = text.get(at..)?.trim_start_matches(is_between);
        let start = text.len() - rest.len();
        let repeated = rest.len() - rest.trim_start_matches(rest.chars().next()?).len();
        at = start
            + notes
                .iter()
                .map(|note| note.mark.value.as_str())
                .filter(|mark| rest.starts_with(mark))
                .map(str::len)
                .max()
                .unwrap_or_default()
                .max(repeated);
        Some((start, text.get(start..at)?))
    })
}

fn without_footnote(
    mark: &str,
    places: &[Span],
    meant: Option<&Footnote>,
    chart: &Chart,
) -> Diagnostic {
    let mut places = places.iter();
    let error = Diagnostic::error(
        Code::StrayMark,
        places.next().copied().unwrap_or(chart.id.span),
        format!("no footnote has the mark `{mark}`"),
    );
    let error = places
        .take(MOST_PLACES - 1)
        .fold(error, |error, place| error.label(*place, "and here"));
    if let Some(note) = meant {
        let text = &note.mark.value;
        return error
            .label(
                note.mark.span,
                format!("and no row bears the mark `{text}` of this footnote"),
            )
            .help(format!(
                "write one mark in both places: {}",
                did_you_mean(text)
            ));
    }
    let near = nearest(
        mark,
        chart.notes.iter().map(|note| note.mark.value.as_str()),
    );
    let near = chart
        .notes
        .iter()
        .find(|note| Some(note.mark.value.as_str()) == near);
    match near.map(|note| &note.mark) {
        Some(near) => {
            let meant = did_you_mean(&near.value);
            error
                .label(near.span, "the nearest mark")
                .help(format!("{meant} if not, add its footnote to `notes`"))
        }
        None => error.help("add its footnote to the chart's `notes`, or take the mark away"),
    }
}

/// A warning: an erratum may take a footnote away from its last row.
fn without_row(note: &Footnote, chart: &Chart) -> Diagnostic {
    let mark = &note.mark.value;
    let finding = Diagnostic::warning(
        Code::StrayMark,
        note.mark.span,
        format!("no row bears the mark `{mark}`"),
    );
    let rows = || chart.rows.iter().filter_map(|row| row.marks.as_ref());
    let near = nearest(mark, rows().map(|marks| marks.value.as_str()));
    let finding = match rows().find(|marks| near.is_none_or(|near| marks.value == near)) {
        Some(marks) => finding.label(marks.span, format!("this row bears `{}`", marks.value)),
        None => finding,
    };
    finding.help(format!(
        "the rows for which it holds bear it after their cells: `(\"…\", [\"…\"], \"{mark}\")`"
    ))
}
