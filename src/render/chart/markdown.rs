//! A chart as Markdown, to be pasted.

use super::{EMPTY, Shown};
use crate::render::markdown::escaped;
use std::fmt::Write;

/// A chart as a Markdown section: its title, its table, its footnotes.
#[must_use]
pub fn markdown(shown: &Shown<'_>) -> String {
    let chart = shown.chart;
    let title = if chart.title.is_empty() {
        &chart.id
    } else {
        &chart.title
    };
    let mut text = format!("### {} ({})\n\n", escaped(title), escaped(&chart.cite));
    if let Some(when) = &chart.when {
        let _ = writeln!(text, "When `{when}`:\n");
    }
    let (headings, rows) = if chart.list { list(shown) } else { grid(shown) };
    line(&mut text, &headings);
    line(&mut text, &vec!["---".to_owned(); headings.len()]);
    for row in &rows {
        line(&mut text, row);
    }
    for (index, (mark, cite, words)) in shown.notes().into_iter().enumerate() {
        let mark = if mark.is_empty() {
            "Except".to_owned()
        } else {
            escaped(mark)
        };
        let before = if index == 0 { "\n" } else { "" };
        let _ = writeln!(
            text,
            "{before}- {mark}: {} ({})",
            escaped(&words),
            escaped(cite)
        );
    }
    text
}

type Lines = (Vec<String>, Vec<Vec<String>>);

fn grid(shown: &Shown<'_>) -> Lines {
    let down = shown.down().into_iter().map(escaped);
    let columns =
        (0..shown.chart.columns.len()).map(|place| escaped(&shown.column(place).join(" / ")));
    let rows = shown.chart.rows.iter().map(|row| {
        let cells = row.cells.iter().map(|cell| {
            if cell == EMPTY {
                "—".to_owned()
            } else {
                escaped(cell)
            }
        });
        shown
            .row(row)
            .iter()
            .map(|part| escaped(part))
            .chain(cells)
            .collect()
    });
    (down.chain(columns).collect(), rows.collect())
}

fn list(shown: &Shown<'_>) -> Lines {
    let headings = ["", "gives", "when"].map(str::to_owned).to_vec();
    let rows = shown.chart.rows.iter().map(|row| {
        let cell = |place: usize| {
            row.cells
                .get(place)
                .map_or_else(String::new, |cell| escaped(cell))
        };
        vec![escaped(&shown.row(row).concat()), cell(1), cell(0)]
    });
    (headings, rows.collect())
}

fn line(text: &mut String, cells: &[String]) {
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}
