//! A question's answer table: for a terminal, as Markdown, CSV and JSON.

use super::answer::unit_name;
use super::answer_json;
use super::count::{situations, thousands};
use super::style::{BOLD, CITE, FAINT, Style, VALUE, WARN, styled};
use super::table::{Column, Table as Columns};
use crate::analysis::regions::Region;
use crate::analysis::table::Table;
use crate::diagram::Leaf;
use crate::model::{Model, Question, VariableId};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// A cell where a fact does not matter.
const ANY: &str = "·";

/// The widest table with a column for each fact; a wider one is a list of conditions.
const WIDEST: usize = 110;

/// The room for the answers of a pinned table, in columns: at the least, and at the most.
const ROOM: (usize, usize) = (4, 24);

/// The table for a terminal.
#[must_use]
pub fn human(model: &Model, table: &Table) -> String {
    let Some(question) = model.question(table.question) else {
        return String::new();
    };
    let mut text = head(question);
    let columns = columns(model, question, table).human();
    if anstream::adapter::strip_str(&columns)
        .to_string()
        .lines()
        .all(|line| line.width() <= WIDEST)
    {
        text.push_str(&columns);
    } else {
        list(&mut text, model, question, table);
    }
    let _ = writeln!(text, "  {}", styled(FAINT, &foot(table)));
    text
}

/// The table as a text to be compared: a line for each row that depends on nothing but the row, so that a change shows the
/// rows that changed and no others; `within` says what it is the table of, where that is not the whole question.
#[must_use]
pub fn pinned(model: &Model, table: &Table, within: &str) -> String {
    let Some(question) = model.question(table.question) else {
        return String::new();
    };
    let mut text = head(question);
    if !within.is_empty() {
        let _ = writeln!(text, "  {within}:");
    }
    let room = room(model, question);
    for row in &table.rows {
        let answer = answer(model, question, &row.leaf);
        let pad = " ".repeat(room.saturating_sub(answer.width()) + 2);
        let _ = writeln!(
            text,
            "  {answer}{pad}{}",
            condition(model, &table.facts, row)
        );
    }
    let _ = writeln!(text, "  {}", foot(table));
    anstream::adapter::strip_str(&text).to_string()
}

/// The room that a question's answers take: that of the words it may answer, whether it gives them or not.
fn room(model: &Model, question: &Question) -> usize {
    let words = question
        .range
        .iter()
        .flat_map(|range| range.words())
        .map(|word| model.words.text(*word).width());
    words.max().unwrap_or_default().clamp(ROOM.0, ROOM.1)
}

/// The question, its paragraphs, and what it asks.
fn head(question: &Question) -> String {
    let cite = question.cite.join(", ");
    format!(
        "{}   {}\n  {}\n",
        styled(BOLD, &question.name),
        styled(CITE, &cite),
        styled(FAINT, &question.asks)
    )
}

/// How many situations and regions there are, what was left out, and the fingerprint.
fn foot(table: &Table) -> String {
    let cut = if table.left_out == 0 {
        String::new()
    } else {
        format!(" and {} in regions not shown", situations(table.left_out))
    };
    let regions = format!(
        "{} region{}",
        thousands(table.rows.len() as u128),
        if table.rows.len() == 1 { "" } else { "s" }
    );
    format!(
        "{} in {regions}{cut}   fingerprint {}",
        situations(table.situations),
        fingerprint(table)
    )
}

/// A fingerprint as it is shown.
#[must_use]
pub fn fingerprint(table: &Table) -> String {
    format!("{:016x}", table.fingerprint)
}

/// An answer in words.
fn answer(model: &Model, question: &Question, leaf: &Leaf) -> String {
    match leaf {
        Leaf::Value(value) => value.show(&model.words, model.is_signed(&question.answer)),
        Leaf::Gap(_) => "gap".to_owned(),
        Leaf::Outside => "not asked".to_owned(),
        Leaf::Conflict => "two answers".to_owned(),
        Leaf::Overflow => "cannot be calculated".to_owned(),
        Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => "no answer".to_owned(),
    }
}

fn answer_style(leaf: &Leaf) -> Style {
    if leaf.value().is_some() { VALUE } else { WARN }
}

/// The values that a fact has in a row.
fn cell(model: &Model, row: &Region, fact: VariableId) -> String {
    let tested = row.tests.iter().find(|(own, _)| *own == fact);
    match (tested, model.variable(fact)) {
        (Some((_, indices)), Some(found)) => found.domain.show_some(indices, &model.words),
        _ => ANY.to_owned(),
    }
}

/// A row as a condition of the rule language; `always` where there is none.
#[must_use]
pub fn condition(model: &Model, facts: &[VariableId], row: &Region) -> String {
    let part = |fact: &VariableId| {
        let (_, indices) = row.tests.iter().find(|(own, _)| own == fact)?;
        let found = model.variable(*fact)?;
        let name = found
            .reading
            .as_ref()
            .map_or(found.name.as_str(), |reading| reading.name.as_str());
        found.domain.condition(name, indices, &model.words)
    };
    let parts: Vec<String> = facts.iter().filter_map(part).collect();
    if parts.is_empty() {
        "always".to_owned()
    } else {
        parts.join(" and ")
    }
}

/// The table with a column for each fact.
fn columns(model: &Model, question: &Question, table: &Table) -> Columns {
    let unit = unit_name(model, &question.answer);
    let heading = if unit.is_empty() { "answer" } else { unit };
    let mut columns: Vec<Column> = table
        .facts
        .iter()
        .map(|fact| Column::words(model.variable_name(*fact)))
        .collect();
    columns.push(Column::words(heading).styled(VALUE));
    let mut shown = Columns::new(columns);
    shown.stub = table.facts.len();
    for row in &table.rows {
        let mut cells: Vec<String> = table
            .facts
            .iter()
            .map(|fact| cell(model, row, *fact))
            .collect();
        cells.push(answer(model, question, &row.leaf));
        shown.rows.push(cells);
    }
    shown
}

/// Writes the table as answers, each with its condition.
fn list(text: &mut String, model: &Model, question: &Question, table: &Table) {
    let answers: Vec<String> = table
        .rows
        .iter()
        .map(|row| answer(model, question, &row.leaf))
        .collect();
    let width = answers
        .iter()
        .map(|answer| answer.chars().count())
        .max()
        .unwrap_or(0);
    for (row, answer) in table.rows.iter().zip(&answers) {
        let pad = " ".repeat(width - answer.chars().count() + 3);
        let _ = writeln!(
            text,
            "  {}{pad}{}",
            styled(answer_style(&row.leaf), answer),
            condition(model, &table.facts, row)
        );
    }
}

/// The table as Markdown.
#[must_use]
pub fn markdown(model: &Model, table: &Table) -> String {
    let Some(question) = model.question(table.question) else {
        return String::new();
    };
    let mut text = format!(
        "### `{}` ({})\n\n{}\n\n|",
        question.name,
        question.cite.join(", "),
        question.asks
    );
    for fact in &table.facts {
        let _ = write!(text, " {} |", model.variable_name(*fact));
    }
    let _ = writeln!(
        text,
        " answer |\n|{}",
        " --- |".repeat(table.facts.len() + 1)
    );
    for row in &table.rows {
        text.push('|');
        for fact in &table.facts {
            let _ = write!(text, " {} |", escaped(&cell(model, row, *fact)));
        }
        let _ = writeln!(
            text,
            " **{}** |",
            escaped(&answer(model, question, &row.leaf))
        );
    }
    let _ = writeln!(text, "\n{}", foot(table));
    text
}

/// A text in a cell of a Markdown table.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The table as CSV (RFC 4180), with a heading.
#[must_use]
pub fn csv(model: &Model, table: &Table) -> String {
    let Some(question) = model.question(table.question) else {
        return String::new();
    };
    let line = |cells: Vec<String>| {
        cells
            .iter()
            .map(|cell| quoted(cell))
            .collect::<Vec<_>>()
            .join(",")
            + "\r\n"
    };
    let mut head: Vec<String> = table
        .facts
        .iter()
        .map(|fact| model.variable_name(*fact).to_owned())
        .collect();
    head.extend([question.name.clone(), "situations".to_owned()]);
    let mut text = line(head);
    for row in &table.rows {
        let any = |cell: String| if cell == ANY { "any".to_owned() } else { cell };
        let mut cells: Vec<String> = table
            .facts
            .iter()
            .map(|fact| any(cell(model, row, *fact)))
            .collect();
        cells.extend([
            answer(model, question, &row.leaf),
            row.situations.to_string(),
        ]);
        text.push_str(&line(cells));
    }
    text
}

/// A CSV field.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// The table for a program. Keys are only ever added.
#[must_use]
pub fn json(model: &Model, table: &Table) -> Value {
    let question = model.question(table.question);
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| row_json(model, table, row))
        .collect();
    json!({
        "version": 1,
        "game": model.game,
        "question": question.map(|question| question.name.as_str()),
        "cite": question.map(|question| question.cite.clone()),
        "facts": table.facts.iter().map(|fact| model.variable_name(*fact)).collect::<Vec<_>>(),
        "rows": rows,
        "situations": count(table.situations),
        "left_out": count(table.left_out),
        "fingerprint": fingerprint(table),
    })
}

fn row_json(model: &Model, table: &Table, row: &Region) -> Value {
    let mut when = Map::new();
    for (fact, indices) in &row.tests {
        if let Some(found) = model.variable(*fact) {
            let values = indices
                .iter()
                .map(|index| answer_json::value(model, &found.domain.value(*index)));
            when.insert(found.name.clone(), values.collect());
        }
    }
    json!({
        "when": when,
        "condition": condition(model, &table.facts, row),
        "answer": answer_json::leaf(model, &row.leaf),
        "situations": count(row.situations),
    })
}

/// A count as JSON has it: a number, or, where it is beyond what programs read exactly, a text.
#[must_use]
pub fn count(number: u128) -> Value {
    u64::try_from(number)
        .ok()
        .filter(|number| *number < 1 << 53)
        .map_or_else(|| number.to_string().into(), Value::from)
}
