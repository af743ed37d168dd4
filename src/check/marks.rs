//! The marks of a chart: each that a row bears has its footnote, and each footnote a row that bears its mark. An exception
//! that is printed is never passed over in silence.

use super::Checker;
use crate::diagnostic::{Code, Diagnostic, did_you_mean, nearest};
use crate::pack::{Chart, Footnote, Row};
use crate::source::{Span, Text};

/// How many rows with one mark are pointed at.
const MOST_PLACES: usize = 4;

/// A mark that no footnote has, and the rows that bear it.
struct Stray<'c> {
    mark: &'c str,
    places: Vec<Span>,
}

impl Checker {
    /// Tells of marks without a footnote, and of footnotes whose mark no row bears; whether there are any of the first.
    pub(super) fn refuse_stray_marks(&mut self, chart: &Chart) -> bool {
        let strays = strays(chart);
        let mut idle: Vec<&Footnote> = chart
            .notes
            .iter()
            .filter(|note| !is_borne(note, chart))
            .collect();
        let found = !strays.is_empty();
        for stray in strays {
            let near = nearest(stray.mark, idle.iter().map(|note| note.mark.value.as_str()));
            let meant = near.and_then(|near| idle.iter().position(|note| note.mark.value == near));
            let meant = meant.map(|place| idle.remove(place));
            self.report(without_footnote(&stray, meant, chart));
        }
        for note in idle {
            self.report(without_row(note, chart));
        }
        found
    }
}

fn strays(chart: &Chart) -> Vec<Stray<'_>> {
    let mut strays: Vec<Stray<'_>> = Vec::new();
    for marks in chart.rows.iter().filter_map(|row| row.marks.as_ref()) {
        for (start, mark) in
            marks_in(&marks.value, &chart.notes).filter(|(_, mark)| note_of(mark, chart).is_none())
        {
            let place = marks.span.within(start, start + mark.len());
            match strays.iter_mut().find(|stray| stray.mark == mark) {
                Some(stray) => stray.places.push(place),
                None => strays.push(Stray {
                    mark,
                    places: vec![place],
                }),
            }
        }
    }
    strays
}

fn note_of<'c>(mark: &str, chart: &'c Chart) -> Option<&'c Footnote> {
    chart.notes.iter().find(|note| note.mark.value == mark)
}

fn is_borne(note: &Footnote, chart: &Chart) -> bool {
    chart.rows.iter().any(|row| bears(row, note, &chart.notes))
}

/// Whether a row bears the mark of a footnote.
pub(super) fn bears(row: &Row, note: &Footnote, notes: &[Footnote]) -> bool {
    row.marks
        .as_ref()
        .is_some_and(|marks| marks_in(&marks.value, notes).any(|(_, mark)| mark == note.mark.value))
}

/// The marks in a row's text, with their places: the longest that a footnote has; else a sign and its repetitions.
fn marks_in<'t>(text: &'t str, notes: &[Footnote]) -> impl Iterator<Item = (usize, &'t str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at
            + (rest.len()
                - rest
                    .trim_start_matches(|c: char| c.is_whitespace() || c == ',')
                    .len());
        let rest = text.get(start..)?;
        let first = rest.chars().next()?;
        let repeated = rest.len() - rest.trim_start_matches(first).len();
        let known = notes
            .iter()
            .map(|note| note.mark.value.as_str())
            .filter(|mark| rest.starts_with(mark));
        let length = known.map(str::len).max().unwrap_or_default().max(repeated);
        at = start + length;
        text.get(start..at).map(|mark| (start, mark))
    })
}

fn without_footnote(stray: &Stray<'_>, meant: Option<&Footnote>, chart: &Chart) -> Diagnostic {
    let mut places = stray.places.iter();
    let first = places.next().copied().unwrap_or(chart.id.span);
    let found = Diagnostic::error(
        Code::StrayMark,
        first,
        format!("no footnote has the mark `{}`", stray.mark),
    );
    let found = places
        .take(MOST_PLACES - 1)
        .fold(found, |found, place| found.label(*place, "and here"));
    if let Some(note) = meant {
        let own = &note.mark;
        let found = found.label(
            own.span,
            format!("and no row bears the mark `{}` of this footnote", own.value),
        );
        let meant = did_you_mean(&own.value);
        return found.help(format!("write one mark in both places: {meant}"));
    }
    let known = || chart.notes.iter().map(|note| note.mark.value.as_str());
    match nearest(stray.mark, known()).and_then(|near| note_of(near, chart)) {
        Some(near) => found
            .label(near.mark.span, "the nearest mark")
            .help(format!(
                "{} if not, add its footnote to `notes`",
                did_you_mean(&near.mark.value)
            )),
        None => found.help("add its footnote to the chart's `notes`, or take the mark away"),
    }
}

/// A warning: an erratum may take a footnote away from its last row.
fn without_row(note: &Footnote, chart: &Chart) -> Diagnostic {
    let mark = &note.mark.value;
    let found = Diagnostic::warning(
        Code::StrayMark,
        note.mark.span,
        format!("no row bears the mark `{mark}`"),
    );
    let rows: Vec<&Text> = chart
        .rows
        .iter()
        .filter_map(|row| row.marks.as_ref())
        .collect();
    let near = nearest(mark, rows.iter().map(|marks| marks.value.as_str()));
    let near = near.and_then(|near| rows.iter().find(|marks| marks.value == near));
    let found = match near.or(rows.first()) {
        Some(marks) => found.label(marks.span, format!("this row bears `{}`", marks.value)),
        None => found,
    };
    found.help(format!(
        "the rows for which it holds bear it after their cells: `(\"…\", [\"…\"], \"{mark}\")`"
    ))
}
