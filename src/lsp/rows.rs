//! The rows of a chart: put in order, and taken apart.

use super::edits::Edits;
use super::snapshot::Caret;
use crate::model::Model;
use crate::pack::{Chart, Row};
use crate::source::Span;
use itertools::Itertools;

/// The most rows into which one is split.
const MOST_ROWS: usize = 40;

/// The chart here, as it is written.
fn chart<'s>(caret: Caret<'s>) -> Option<&'s Chart> {
    let packs = caret.snapshot.book.written.packs.iter();
    let at = u32::try_from(caret.offset).ok()?;
    let mut charts = packs.flat_map(|pack| &pack.charts);
    charts.find(|other| {
        other.span.file == caret.file
            && other.span.start <= at
            && at <= other.span.end
            && other.lines.is_empty()
    })
}

/// The values of the first fact of a chart's rows that a key holds, as they are numbered.
fn values(model: &Model, chart: &Chart, key: &str) -> Option<Vec<u32>> {
    let fact = chart.down.first()?;
    let fact = *model.variable_names.get(&fact.value)?;
    crate::check::values(model, fact, key).ok()
}

/// The rows in the order of their keys.
pub fn sorted(caret: Caret<'_>) -> Option<Edits> {
    let (model, chart) = (caret.model()?, chart(caret)?);
    let place = |row: &Row| -> Option<Vec<u32>> {
        let keys = row.key.iter().zip(&chart.down).map(|(key, fact)| {
            let fact = *model.variable_names.get(&fact.value)?;
            let values = crate::check::values(model, fact, &key.value).ok()?;
            values.into_iter().min()
        });
        keys.collect()
    };
    let places: Option<Vec<Vec<u32>>> = chart.rows.iter().map(place).collect();
    let order: Vec<usize> = {
        let places = places?;
        (0..places.len())
            .sorted_by_key(|row| places.get(*row).cloned())
            .collect()
    };
    let mut edits = Edits::default();
    for (row, from) in chart.rows.iter().zip(order) {
        let other = chart.rows.get(from)?;
        let (old, new) = (written(caret, row.span), written(caret, other.span));
        if old != new {
            edits.replace(caret.snapshot, row.span, &new);
        }
    }
    Some(edits)
}

fn written(caret: Caret<'_>, span: Span) -> String {
    caret.snapshot.book.sources.slice(span).to_owned()
}

/// The row of several values here, as a row for each.
pub fn split(caret: Caret<'_>) -> Option<Edits> {
    let (model, chart) = (caret.model()?, chart(caret)?);
    let at = u32::try_from(caret.offset).ok()?;
    let row = chart
        .rows
        .iter()
        .find(|row| row.span.start <= at && at <= row.span.end)?;
    let [key] = row.key.as_slice() else {
        return None;
    };
    let fact = *model.variable_names.get(&chart.down.first()?.value)?;
    let values = values(model, chart, &key.value)?;
    if values.len() < 2 || values.len() > MOST_ROWS {
        return None;
    }
    let text = written(caret, row.span);
    let from = (key.span.start - row.span.start) as usize;
    let (before, after) = (text.get(..from)?, text.get(from + key.value.len()..)?);
    let line = caret
        .snapshot
        .book
        .sources
        .text(caret.file)
        .get(..row.span.start as usize)?;
    let indent = line.rsplit('\n').next().unwrap_or_default();
    let is_alone = indent.trim().is_empty();
    let between = if is_alone {
        format!(",\n{indent}")
    } else {
        ", ".to_owned()
    };
    let rows = values.iter().map(|index| {
        let value = model.show_index(fact, *index);
        format!("{before}{value}{after}")
    });
    let mut edits = Edits::default();
    let rows: Vec<String> = rows.collect();
    edits
        .replace(caret.snapshot, row.span, &rows.join(&between))
        .then_some(edits)
}
