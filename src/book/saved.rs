//! What a saved file changed, as the page of a preview shows it: the answers that are others, and what is wrong, each finding
//! at its cell.

use super::content::effects::effects;
use crate::diagnostic::Diagnostic;
use crate::pack::{Chart, Row};
use crate::render::diagnostic::Checked;
use crate::render::told;
use crate::rulebook::Rulebook;
use crate::source::{Span, Text};
use serde_json::{Value, json};

/// What changed from one rulebook to the next, and what is wrong with it, for the page of a number.
#[must_use]
pub fn saved(number: u64, [before, now]: [&Rulebook; 2], findings: &[Diagnostic]) -> Value {
    // What could not be read would seem to be gone.
    let changed = before.changed_games(now, false);
    let games = now.games.iter().filter(|_| !now.is_unreadable());
    let games = games.filter(|game| changed.contains(game.game.as_str()));
    let games =
        games.map(|game| json!({ "game": game.game, "effect": effects(before, now, &game.game) }));
    json!({
        "number": number,
        "games": games.collect::<Vec<_>>(),
        "findings": told_findings(now, findings),
    })
}

/// The findings, each with the cell of a chart in which it lies.
fn told_findings(book: &Rulebook, findings: &[Diagnostic]) -> Value {
    let told = told::json(&Checked::of(findings, &book.sources));
    let told = told.get("diagnostics").and_then(Value::as_array);
    let all = told.into_iter().flatten().zip(findings);
    let all = all.map(|(told, finding)| {
        let mut spans = finding.labels.iter().map(|label| label.span);
        let cell = spans.find_map(|span| cell(book, span));
        let mut told = told.clone();
        if let (Some(fields), Some(cell)) = (told.as_object_mut(), cell) {
            fields.insert("cell".to_owned(), cell);
        }
        told
    });
    all.collect()
}

/// The cell as it is written around a place: game, chart, row, column.
fn cell(book: &Rulebook, place: Span) -> Option<Value> {
    let packs = book.written.packs.iter();
    let mut charts = packs.flat_map(|pack| pack.charts.iter().map(move |chart| (pack, chart)));
    charts.find_map(|(pack, chart)| {
        let game = pack.game.as_ref().map(|game| &game.value);
        let (row, column) = place_in(chart, place)?;
        Some(json!([game, chart.id.value, row, column]))
    })
}

fn place_in(chart: &Chart, place: Span) -> Option<(usize, usize)> {
    let holds = |cell: &Text| cell.span.holds(place) || place.holds(cell.span);
    let mut rows = chart.rows.iter().enumerate();
    let of_row = |(row, other): (usize, &Row)| Some((row, other.cells.iter().position(holds)?));
    let mut lines = chart.lines.iter().enumerate();
    rows.find_map(of_row).or_else(|| {
        let (line, _) = lines.find(|(_, other)| holds(&other.label))?;
        Some((line, 0))
    })
}
