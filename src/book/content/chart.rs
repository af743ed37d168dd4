//! A chart as it is printed, in words for people, each cell with the errata that it comes from.

use crate::analysis::about::Shelf;
use crate::answer::Prose;
use crate::model::{Chart, ChartRow, Kind, Model, Note, Outcome, QuestionId, Rule};
use crate::pack::overlay::Origins;
use crate::render::chart::{EMPTY, cell, headings};
use crate::render::odds::ChartOdds;
use crate::render::words::{capital, title};
use serde_json::{Map, Value, json};

pub fn chart(shelf: &Shelf<'_>, chart: &Chart) -> Value {
    let (model, prose) = (shelf.model, shelf.prose());
    let names = |ids: &[QuestionId]| -> Vec<String> {
        ids.iter()
            .map(|id| model.questions[*id].name.clone())
            .collect()
    };
    let subjects =
        |names: &[String]| -> Vec<String> { names.iter().map(|name| title(model, name)).collect() };
    let columns: Vec<Vec<String>> = match chart.column_keys.as_slice() {
        [] => chart
            .columns
            .iter()
            .map(|name| vec![title(model, name)])
            .collect(),
        keys => keys
            .iter()
            .map(|key| headings(model, &chart.across, key))
            .collect(),
    };
    let rows = chart.rows.iter();
    let rows: Vec<Value> = rows.map(|chart_row| row(prose, chart, chart_row)).collect();
    let notes = |all: &[Note]| -> Vec<Value> {
        let heads: Vec<String> = columns.iter().map(|texts| texts.join(", ")).collect();
        all.iter().map(|each| note(prose, &heads, each)).collect()
    };
    let odds = ChartOdds::of(model, chart).map(|odds| odds.pictures());
    let mut told = json!({
        "title": chart.title,
        "cite": chart.cite,
        "pack": model.pack_name(chart.pack),
        "answers": names(&chart.answers),
        "down": subjects(&chart.down),
        "across": subjects(&chart.across),
        "columns": columns,
        "cites": chart.column_cites,
        "rows": rows,
        "when": chart.when.as_ref().map(|when| prose.condition(when)),
        "notes": notes(&chart.notes),
        "except": notes(&chart.except),
        "list": chart.list,
        "odds": odds,
        "errata": errata(model, chart),
    });
    if let Some(fields) = told.as_object_mut() {
        let is_something = |value: &Value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(all) => !all.iter().all(Value::is_null),
            Value::Object(all) => !all.is_empty(),
            _ => true,
        };
        fields.retain(|_, value| is_something(value));
    }
    told
}

fn row(prose: Prose<'_>, chart: &Chart, row: &ChartRow) -> Value {
    let model = prose.model;
    if chart.list {
        let when = row.cells.first().map(|when| prose.condition(when));
        let gives = row.cells.get(1).map(|gives| model.in_words(gives));
        let rules = row.rules.iter().flatten().map(|id| &model.rules[*id]);
        let others = rules
            .clone()
            .filter(|rule| !chart.answers.contains(&rule.question));
        let others: Vec<String> = others
            .map(|rule| model.questions[rule.question].name.clone())
            .collect();
        let cite = rules
            .map(|rule| rule.cite.clone())
            .next()
            .unwrap_or_default();
        let cite = if cite == chart.cite {
            String::new()
        } else {
            cite
        };
        return json!([
            [row.key.concat()],
            [gives, when, cite, others.join(", ")],
            row.marks
        ]);
    }
    let cells = row.cells.iter().enumerate();
    let cells: Vec<Option<String>> = cells
        .map(|(column, text)| {
            let rule = row.rules.get(column).copied().flatten();
            let worked_out = rule.and_then(|rule| worked_out(prose, &model.rules[rule]));
            worked_out.or_else(|| cell(model, chart, column, text))
        })
        .collect();
    json!([headings(model, &chart.down, &row.key), cells, row.marks])
}

/// What a cell gives by the situation: `Intense if month is May to September, otherwise normal`.
fn worked_out(prose: Prose<'_>, rule: &Rule) -> Option<String> {
    match &rule.outcome {
        Outcome::Gives(expr) if matches!(expr.kind, Kind::If(..) | Kind::In(..)) => {
            Some(capital(&prose.gives(rule.question, expr)))
        }
        _ => None,
    }
}

/// A footnote or exception: its mark, its paragraph, what holds then, when, what is excepted of it.
fn note(prose: Prose<'_>, columns: &[String], own: &Note) -> Value {
    let model = prose.model;
    let gives = match (&own.gap, own.gives.as_slice()) {
        (Some(lost), _) => format!("lost: {lost}"),
        (None, []) => String::new(),
        (None, [first, rest @ ..]) if rest.iter().all(|other| other == first) => {
            model.in_words(first)
        }
        (None, gives) => {
            let each = columns.iter().zip(gives).filter(|(_, text)| *text != EMPTY);
            let each = each.map(|(column, text)| format!("{column}: {}", model.in_words(text)));
            each.collect::<Vec<_>>().join(", ")
        }
    };
    let when = own.when.as_ref().map(|when| prose.condition(when));
    let except: Vec<Value> = own
        .except
        .iter()
        .map(|inner| note(prose, columns, inner))
        .collect();
    json!([own.mark, own.cite, gives, when.unwrap_or_default(), except])
}

/// The errata from which cells come: `row,column`, and their names.
fn errata(model: &Model, chart: &Chart) -> Value {
    let origins: &Origins = &model.origins;
    if origins.is_empty() {
        return Value::Null;
    }
    let mut told = Map::new();
    for (row, chart_row) in chart.rows.iter().enumerate() {
        for (column, rule) in chart_row.rules.iter().enumerate() {
            let place = rule.map(|rule| model.rules[rule].span);
            let numbers = place
                .map(|place| origins.of_places(&[place]))
                .unwrap_or_default();
            let names = numbers
                .iter()
                .filter_map(|number| origins.errata.get(*number));
            let names: Vec<&str> = names.map(|named| named.id.as_str()).collect();
            if !names.is_empty() {
                told.insert(format!("{row},{column}"), json!(names));
            }
        }
    }
    Value::Object(told)
}
