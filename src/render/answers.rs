//! A question's answer table.

use super::View as Viewed;
use super::answer::unit_name;
use super::answer_json;
use super::count::{situations, thousands};
use super::document::{Document, Line};
use super::style::VALUE;
use super::table::{Column, Table as Columns, csv_line};
use super::told::{Count, Told, Version};
use super::words;
use crate::analysis::regions::Region;
use crate::analysis::table::Table;
use crate::model::{Model, Question, VariableId};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// A cell where a fact does not matter.
const ANY: &str = "·";

/// The widest table with a column for each fact; a wider one is a list of conditions.
const WIDEST: usize = 110;

/// The room for the answers of a pinned table, in columns: at the least, and at the most.
const ROOM: (usize, usize) = (4, 24);

/// All that a question answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    game: String,
    question: String,
    #[serde(skip)]
    asks: String,
    #[serde(skip)]
    unit: String,
    cite: Vec<String>,
    /// The facts on which the answer depends.
    facts: Vec<String>,
    /// Its answers, disjoint; where it is not asked, no row.
    rows: Vec<Row>,
    /// In how many situations it is asked, over these facts.
    situations: Count,
    /// How many of these lie in no row, because there would be too many.
    left_out: Count,
    /// Of all its answers, those left out among them.
    fingerprint: String,
    #[serde(skip)]
    foot: String,
}

/// A region of situations with one answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// The values of the facts that matter.
    when: IndexMap<String, Vec<Value>>,
    /// The same as a condition of the rule language; `always` where there is none.
    condition: String,
    answer: Told,
    situations: Count,
    /// The values of each fact in words.
    #[serde(skip)]
    cells: Vec<String>,
}

/// The view of a table.
#[must_use]
pub fn view(model: &Model, table: &Table) -> View {
    let question = model.question(table.question);
    let text =
        |of: fn(&Question) -> &String| question.map_or_else(String::new, |own| of(own).clone());
    let name = |fact: &VariableId| model.variable_name(*fact).to_owned();
    View {
        version: Version,
        game: model.game.clone(),
        question: text(|own| &own.name),
        asks: text(|own| &own.asks),
        unit: question.map_or_else(String::new, |own| unit_name(model, &own.answer).to_owned()),
        cite: question.map(|own| own.cite.clone()).unwrap_or_default(),
        facts: table.facts.iter().map(name).collect(),
        rows: table
            .rows
            .iter()
            .map(|row| self::row(model, table, row))
            .collect(),
        situations: Count(table.situations),
        left_out: Count(table.left_out),
        fingerprint: fingerprint(table),
        foot: foot(table),
    }
}

fn row(model: &Model, table: &Table, row: &Region) -> Row {
    let when = row.tests.iter().filter_map(|(fact, indices)| {
        let found = model.variable(*fact)?;
        let value = |index: &u32| answer_json::value(model, &found.domain.value(*index));
        Some((found.name.clone(), indices.iter().map(value).collect()))
    });
    let of = model
        .question(table.question)
        .map(|question| &question.answer);
    Row {
        when: when.collect(),
        condition: condition(model, &table.facts, row),
        answer: Told::leaf(model, &row.leaf, of),
        situations: Count(row.situations),
        cells: table
            .facts
            .iter()
            .map(|fact| cell(model, row, *fact))
            .collect(),
    }
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        page.title(Line::name(&*self.question).cite(&self.cite));
        page.faint(&self.asks);
        let columns = self.columns();
        if columns.breadth() <= WIDEST {
            page.table(columns);
        } else {
            page.table(self.list());
        }
        page.faint(&self.foot);
        page
    }

    fn csv(&self) -> String {
        let head = self.facts.iter().map(String::as_str);
        let mut text = csv_line(head.chain([&*self.question, "situations"]));
        for row in &self.rows {
            let cells = row
                .cells
                .iter()
                .map(|cell| if cell == ANY { "any" } else { cell });
            let count = row.situations.0.to_string();
            text.push_str(&csv_line(cells.chain([&*row.answer.words, &count])));
        }
        text
    }
}

impl View {
    /// The table with a column for each fact.
    fn columns(&self) -> Columns {
        let heading = if self.unit.is_empty() {
            "answer"
        } else {
            &self.unit
        };
        let facts = self.facts.iter().map(|fact| Column::words(fact));
        let columns = facts
            .chain([Column::words(heading).styled(VALUE)])
            .collect();
        let rows = self.rows.iter().map(|row| {
            row.cells
                .iter()
                .cloned()
                .chain([row.answer.words.clone()])
                .collect()
        });
        Columns {
            rows: rows.collect(),
            stub: self.facts.len(),
            ..Columns::new(columns)
        }
    }

    /// The table as answers, each with its condition.
    fn list(&self) -> Columns {
        let columns = vec![Column::words("").styled(VALUE), Column::words("")];
        let rows = self
            .rows
            .iter()
            .map(|row| vec![row.answer.words.clone(), row.condition.clone()]);
        Columns {
            rows: rows.collect(),
            ..Columns::new(columns)
        }
    }
}

/// The table as a text to be compared: a line for each row that depends on nothing but the row, so that a change shows the
/// rows that changed and no others; `within` says what it is the table of, where that is not the whole question.
#[must_use]
pub fn pinned(model: &Model, table: &Table, within: &str) -> String {
    let Some(question) = model.question(table.question) else {
        return String::new();
    };
    let cite = question.cite.join(", ");
    let mut text = format!("{}   {cite}\n  {}\n", question.name, question.asks);
    if !within.is_empty() {
        let _ = writeln!(text, "  {within}:");
    }
    let room = room(model, question);
    for row in &table.rows {
        let answer = words::leaf(model, &row.leaf, Some(&question.answer));
        let pad = " ".repeat(room.saturating_sub(answer.width()) + 2);
        let _ = writeln!(
            text,
            "  {answer}{pad}{}",
            condition(model, &table.facts, row)
        );
    }
    let _ = writeln!(text, "  {}", foot(table));
    text
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

/// How many situations and regions there are, what was left out, and the fingerprint.
fn foot(table: &Table) -> String {
    let cut = match table.left_out {
        0 => String::new(),
        left_out => format!(" and {} in regions not shown", situations(left_out)),
    };
    let plural = if table.rows.len() == 1 { "" } else { "s" };
    format!(
        "{} in {} region{plural}{cut}   fingerprint {}",
        situations(table.situations),
        thousands(table.rows.len() as u128),
        fingerprint(table)
    )
}

/// A fingerprint as it is shown.
#[must_use]
pub fn fingerprint(table: &Table) -> String {
    format!("{:016x}", table.fingerprint)
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
        let reading = found.reading.as_ref();
        let name = reading.map_or(found.name.as_str(), |reading| reading.name.as_str());
        found.domain.condition(name, indices, &model.words)
    };
    let parts: Vec<String> = facts.iter().filter_map(part).collect();
    if parts.is_empty() {
        "always".to_owned()
    } else {
        parts.join(" and ")
    }
}
