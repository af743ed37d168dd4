//! A chart in a terminal.

use super::{EMPTY, Shown};
use crate::render::style::{BOLD, CITE, FAINT, Style, VALUE, styled};
use crate::render::table::{Align, Column, Table};
use std::fmt::Write;

/// A chart as lines: its title, what it goes by, its cells, its footnotes; `width` is that of the terminal, where there is one.
#[must_use]
pub fn human(shown: &Shown<'_>, width: Option<usize>) -> String {
    let chart = shown.chart;
    let mut text = String::new();
    let title = if chart.title.is_empty() {
        &chart.id
    } else {
        &chart.title
    };
    let _ = writeln!(
        text,
        "{}   {}",
        styled(BOLD, title),
        styled(CITE, &chart.cite)
    );
    let _ = writeln!(text, "{}", styled(FAINT, &under_title(shown)));
    if let Some(when) = &chart.when {
        let _ = writeln!(text, "when {when}");
    }
    text.push('\n');
    text.push_str(
        &if chart.list {
            list(shown, width)
        } else {
            grid(shown)
        }
        .human(),
    );
    let notes = notes(shown, width);
    if !notes.rows.is_empty() {
        text.push('\n');
        text.push_str(&notes.human());
    }
    text
}

fn under_title(shown: &Shown<'_>) -> String {
    format!(
        "{} answers {}   {}",
        shown.chart.id,
        shown.answers().join(", "),
        shown.place()
    )
}

/// The rows and columns of a grid, the facts of its columns above their keys.
fn grid(shown: &Shown<'_>) -> Table {
    let across: Vec<String> = shown.chart.across.clone();
    let levels = across.len().max(1);
    let over = usize::from(!across.is_empty());
    let heading = |lowest: &str| {
        let mut headings = vec![String::new(); levels + over];
        if let Some(last) = headings.last_mut() {
            lowest.clone_into(last);
        }
        headings
    };
    let mut columns: Vec<Column> = shown
        .down()
        .iter()
        .map(|down| Column {
            headings: heading(down),
            align: Align::Left,
            style: Style::Plain,
            is_drawing: false,
        })
        .collect();
    let stub = columns.len();
    for place in 0..shown.chart.columns.len() {
        let mut headings = vec![across.join(", "); over];
        headings.extend(shown.column(place));
        columns.push(Column {
            headings,
            align: Align::Left,
            style: VALUE,
            is_drawing: false,
        });
    }
    let mut table = Table {
        stub,
        ..Table::new(columns)
    };
    for row in &shown.chart.rows {
        let cells = row.cells.iter().map(|cell| {
            if cell == EMPTY {
                "—".to_owned()
            } else {
                cell.clone()
            }
        });
        table
            .rows
            .push(shown.row(row).into_iter().chain(cells).collect());
    }
    table
}

/// The lines of a list: the words printed, what they give, and when.
fn list(shown: &Shown<'_>, width: Option<usize>) -> Table {
    let short = shown
        .chart
        .rows
        .iter()
        .filter_map(|row| row.cells.get(1))
        .all(|gives| gives.len() <= 4);
    let align = if short { Align::Right } else { Align::Left };
    let gives = Column {
        align,
        ..Column::words("").styled(VALUE)
    };
    let mut table = Table::new(vec![
        Column::words(""),
        gives,
        Column::words("").styled(FAINT),
    ]);
    table.width = width;
    for row in &shown.chart.rows {
        let cell = |place: usize| row.cells.get(place).cloned().unwrap_or_default();
        let own = shown.own_of(row);
        let when = if own.is_empty() {
            format!("when {}", cell(0))
        } else {
            format!("when {}   {own}", cell(0))
        };
        table
            .rows
            .push(vec![shown.row(row).concat(), cell(1), when]);
    }
    table
}

fn notes(shown: &Shown<'_>, width: Option<usize>) -> Table {
    let mut table = Table::new(vec![
        Column::words(""),
        Column::words("").styled(CITE),
        Column::words(""),
    ]);
    table.width = width;
    for (mark, cite, words) in shown.notes() {
        let mark = if mark.is_empty() { "except" } else { mark };
        table
            .rows
            .push(vec![mark.to_owned(), cite.to_owned(), words]);
    }
    table
}
