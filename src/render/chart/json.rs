//! A chart for a program.

use super::{EMPTY, Shown};
use crate::model::{ChartRow, Note};
use serde_json::{Map, Value, json};

/// A chart as one object: what it goes by, keys and cells as written, an empty cell as null, footnotes and exceptions.
#[must_use]
pub fn json(shown: &Shown<'_>) -> Value {
    let chart = shown.chart;
    let mut object = Map::new();
    let mut add = |key: &str, value: Value| object.insert(key.to_owned(), value);
    add("game", json!(shown.model.game));
    add("pack", json!(shown.model.pack_name(chart.pack)));
    add("id", json!(chart.id));
    add("title", json!(chart.title));
    add("cite", json!(chart.cite));
    add("kind", json!(if chart.list { "list" } else { "chart" }));
    add("answers", json!(shown.answers()));
    add("when", json!(chart.when));
    if chart.list {
        add(
            "lines",
            chart.rows.iter().map(|row| line(shown, row)).collect(),
        );
    } else {
        add("down", json!(chart.down));
        add("across", json!(chart.across));
        add("columns", columns(shown));
        if chart.column_cites.iter().any(Option::is_some) {
            add("column-cites", json!(chart.column_cites));
        }
        add("rows", chart.rows.iter().map(row).collect());
    }
    add("notes", chart.notes.iter().map(note).collect());
    add("except", chart.except.iter().map(note).collect());
    add("file", json!(shown.sources.path(chart.span.file)));
    add("line", json!(shown.sources.position(chart.span).0));
    Value::Object(object)
}

/// A key for each column: a list with a part for each fact; where the columns are questions, their names.
fn columns(shown: &Shown<'_>) -> Value {
    if shown.chart.column_keys.is_empty() {
        json!(shown.chart.columns)
    } else {
        json!(shown.chart.column_keys)
    }
}

fn row(row: &ChartRow) -> Value {
    let cells: Vec<Option<&String>> = row
        .cells
        .iter()
        .map(|cell| (cell != EMPTY).then_some(cell))
        .collect();
    json!({ "key": row.key, "cells": cells, "marks": row.marks })
}

fn line(shown: &Shown<'_>, row: &ChartRow) -> Value {
    let rules: Vec<_> = row
        .rules
        .iter()
        .flatten()
        .filter_map(|id| shown.rule(*id))
        .collect();
    let answers: Vec<&str> = rules
        .iter()
        .filter_map(|rule| shown.model.question(rule.question))
        .map(|own| own.name.as_str())
        .collect();
    json!({
        "label": row.heading,
        "when": row.cells.first(),
        "gives": row.cells.get(1),
        "answers": answers,
        "cite": rules.first().map(|rule| rule.cite.as_str()),
    })
}

fn note(own: &Note) -> Value {
    json!({
        "mark": if own.mark.is_empty() { None } else { Some(&own.mark) },
        "cite": own.cite,
        "when": own.when,
        "gives": own.gives,
        "gap": own.gap,
        "except": own.except.iter().map(note).collect::<Vec<_>>(),
    })
}
