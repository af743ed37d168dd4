//! A question's answer table.

use super::View as Viewed;
use super::answer::Excluded;
use super::count::{situations, thousands};
use super::document::{Document, Line};
use super::style::VALUE;
use super::table::{Column, Table as Columns, csv_line};
use super::told::{Count, Told, Version};
use super::words;
use crate::analysis::regions::{Region, condition, condition_by};
use crate::analysis::table::Table;
use crate::answer::{Asker, unit_name};
use crate::diagram::Leaf;
use crate::model::{Impossible, Model, Question, VariableId};
use crate::turn::Situation;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::cell::RefCell;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// A cell where a fact does not matter.
const ANY: &str = "·";

/// The condition of a row that has none.
const ALWAYS: &str = "always";

/// The widest table with a column for each fact; a wider one is a list of conditions.
const WIDEST: usize = 110;

/// The room for the answers of a pinned table, in columns: at the least, and at the most.
const ROOM: (usize, usize) = (4, 24);

/// All that a question answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View<'t> {
    version: Version<1>,
    game: String,
    question: String,
    #[serde(skip)]
    asks: String,
    /// The heading of the answers.
    #[serde(skip)]
    heading: String,
    cite: Vec<String>,
    /// What is known: it is over the situations in which this is so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    given: Vec<String>,
    /// What the rules find from that, which is known with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hence: Vec<String>,
    /// Why what is known cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Excluded>,
    /// The facts on which the answer depends.
    facts: Vec<String>,
    /// Its answers, disjoint; where it is not asked, no row.
    #[schemars(with = "Vec<Row>")]
    rows: Rows<'t>,
    /// In how many situations it is asked, over these facts.
    situations: Count,
    /// How many of these lie in no row, because there would be too many.
    left_out: Count,
    /// Of all its answers, those left out among them.
    fingerprint: String,
    #[serde(skip)]
    foot: String,
}

/// The rows of a table, each made when it is written: there may be very many.
#[derive(Debug)]
struct Rows<'t> {
    model: &'t Model,
    table: &'t Table,
    /// The values of facts in words, as cells and as conditions: a few of them stand in all rows.
    cells: Said,
    conditions: Said,
}

/// What is said of some values of each fact, once it was said.
#[derive(Debug, Default)]
struct Said(RefCell<FxHashMap<VariableId, FxHashMap<Vec<u32>, String>>>);

impl Said {
    fn of(&self, fact: VariableId, indices: &[u32], say: impl FnOnce() -> String) -> String {
        let mut all = self.0.borrow_mut();
        let of_fact = all.entry(fact).or_default();
        if let Some(said) = of_fact.get(indices) {
            return said.clone();
        }
        let said = say();
        of_fact.insert(indices.to_vec(), said.clone());
        said
    }
}

impl Rows<'_> {
    fn each<'r, T>(&'r self, make: impl Fn(&'r Self, &'r Region) -> T) -> impl Iterator<Item = T> {
        self.table.rows.iter().map(move |row| make(self, row))
    }

    /// The values of each fact in words, and the answer.
    fn cells(&self, row: &Region) -> Vec<String> {
        let model = self.model;
        let cells = self.table.facts.iter().map(|fact| {
            let tested = row.tests.iter().find(|(other, _)| other == fact);
            let domain = &model.variables[*fact].domain;
            tested.map_or(ANY.to_owned(), |(_, indices)| {
                let show = || domain.show_some(indices, &model.words);
                self.cells.of(*fact, indices, show)
            })
        });
        cells.chain([self.answer(row).words]).collect()
    }

    fn answer(&self, row: &Region) -> Told {
        let question = &self.model.questions[self.table.question];
        Told::leaf(self.model, &row.leaf, Some(&question.answer))
    }

    fn condition(&self, row: &Region) -> String {
        let text = condition_by(&self.table.facts, &row.tests, |fact, indices| {
            let tests = vec![(fact, indices.to_vec())];
            let say = || condition(self.model, &[fact], &tests).unwrap_or_default();
            let said = self.conditions.of(fact, indices, say);
            (!said.is_empty()).then_some(said)
        });
        text.unwrap_or_else(|| ALWAYS.to_owned())
    }
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each(Row::new))
    }
}

/// A region of situations with one answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// The values of the facts that matter.
    when: IndexMap<String, Vec<Value>>,
    /// The same as a condition of the rule language; `always` where there is none.
    condition: String,
    answer: Told,
    /// Where the answer is null, why, in words: `no answer`, `two answers`.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<&'static str>,
    situations: Count,
}

/// What is known before a table is made.
#[derive(Debug, Default)]
pub struct Given {
    /// As conditions.
    pub facts: Vec<String>,
    /// What the rules find from them, as conditions.
    pub hence: Vec<String>,
    /// Why it cannot be.
    pub impossible: Option<Impossible>,
}

impl Given {
    /// What somebody said of the facts, readings and switches, and what the rules find from it, in what is known with that.
    #[must_use]
    pub fn of(model: &Model, said: &[VariableId], found: &[VariableId], known: &Situation) -> Self {
        let told = |of: &[VariableId]| {
            let told = model.variables.ids().filter(|fact| of.contains(fact));
            let told = told.filter_map(|fact| {
                let value = model.show_index(fact, known.get(fact)?);
                Some(format!("{} = {value}", model.variable_name(fact)))
            });
            told.collect()
        };
        Self {
            facts: told(said),
            hence: told(found),
            impossible: Asker::new(model).impossible(known).cloned(),
        }
    }
}

/// The view of a table.
pub fn view<'t>(model: &'t Model, table: &'t Table, given: Given) -> View<'t> {
    let question = &model.questions[table.question];
    let heading = match unit_name(model, &question.answer) {
        "" => "answer",
        unit => unit,
    };
    let facts = table
        .facts
        .iter()
        .map(|fact| model.variables[*fact].name.clone());
    View {
        version: Version,
        game: model.game.clone(),
        question: question.name.clone(),
        asks: question.asks.clone(),
        heading: heading.to_owned(),
        cite: question.cite.clone(),
        given: given.facts,
        hence: given.hence,
        impossible: given.impossible.as_ref().map(Excluded::of),
        facts: facts.collect(),
        rows: Rows {
            model,
            table,
            cells: Said::default(),
            conditions: Said::default(),
        },
        situations: Count(table.situations),
        left_out: Count(table.left_out),
        fingerprint: fingerprint(table),
        foot: foot(table, table.situations.saturating_sub(table.left_out)),
    }
}

impl Row {
    fn new(rows: &Rows<'_>, row: &Region) -> Self {
        let model = rows.model;
        let when = row.tests.iter().map(|(fact, indices)| {
            let values = indices
                .iter()
                .map(|index| Told::index(model, *fact, *index).value);
            (model.variable_name(*fact).to_owned(), values.collect())
        });
        Self {
            when: when.collect(),
            condition: rows.condition(row),
            answer: rows.answer(row),
            without: match &row.leaf {
                Leaf::Value(_) | Leaf::Gap(_) => None,
                other => Some(words::no_value(other)),
            },
            situations: Count(row.situations),
        }
    }
}

impl Viewed for View<'_> {
    fn page(&self) -> Document {
        let mut page = Document::default();
        if let Some(excluded) = &self.impossible {
            page.line(excluded.line());
        }
        page.title(Line::name(&*self.question).cite(&self.cite));
        page.faint(&self.asks);
        if let Some(told) = self.given_told() {
            page.faint(&told);
        }
        page.table(self.columns().unwrap_or_else(|| self.list()));
        page.faint(&self.foot);
        page
    }

    fn csv(&self) -> String {
        let head = self.facts.iter().map(String::as_str);
        let mut text = csv_line(head.chain([&*self.question, "situations"]));
        for row in &self.rows.table.rows {
            let mut cells = self.rows.cells(row);
            cells.push(row.situations.to_string());
            let cells = cells.iter().map(String::as_str);
            text.push_str(&csv_line(
                cells.map(|cell| if cell == ANY { "any" } else { cell }),
            ));
        }
        text
    }

    fn beside_csv(&self) -> Vec<String> {
        let excluded = self.impossible.as_ref();
        let excluded = excluded.map(|own| format!("impossible: {}   {}", own.says, own.cite));
        let left_out = (self.left_out != Count(0)).then(|| {
            let left_out = thousands(self.left_out.0);
            let more = "`--limit` takes in more rows, and the facts given leave fewer";
            format!("{left_out} situations are in rows not shown: {more}")
        });
        let told = excluded.into_iter().chain(self.given_told());
        told.chain(left_out).collect()
    }
}

impl View<'_> {
    /// For what it is made, and whether it is asked for that.
    fn given_told(&self) -> Option<String> {
        let given = self.given.join(", ");
        let hence = match self.hence.join(", ").as_str() {
            "" => String::new(),
            hence => format!("; hence {hence}"),
        };
        match (given.as_str(), self.situations) {
            ("", _) => None,
            (_, Count(0)) => Some(format!("not asked for {given}{hence}")),
            _ => Some(format!("for {given}{hence}")),
        }
    }

    /// The table with a column for each fact, unless that is too wide.
    fn columns(&self) -> Option<Columns> {
        let mut columns: Vec<Column> = self.facts.iter().map(|fact| Column::words(fact)).collect();
        columns.push(Column::words(&self.heading).styled(VALUE));
        let mut table = Columns {
            stub: self.facts.len(),
            ..Columns::new(columns)
        };
        if table.breadth() > WIDEST {
            return None;
        }
        table.rows = self.rows.each(Rows::cells).collect();
        (table.breadth() <= WIDEST).then_some(table)
    }

    /// The table as answers, each with its condition.
    fn list(&self) -> Columns {
        let rows = self
            .rows
            .each(|rows, row| vec![rows.answer(row).words, rows.condition(row)]);
        Columns {
            rows: rows.collect(),
            ..Columns::new(vec![Column::words("").styled(VALUE), Column::words("")])
        }
    }
}

/// The table as a text to be compared: a line for each row that depends on nothing but the row, so that a change shows the
/// rows that changed and no others; `within` says what it is the table of, where that is not the whole question.
pub fn pinned(model: &Model, table: &Table, within: &str) -> String {
    let question = &model.questions[table.question];
    let cite = question.cite.join(", ");
    let mut text = format!("{}   {cite}\n  {}\n", question.name, question.asks);
    if !within.is_empty() {
        let _ = writeln!(text, "  {within}:");
    }
    let room = room(model, question);
    for row in &table.rows {
        let answer = words::leaf(model, &row.leaf, Some(&question.answer));
        let pad = " ".repeat(room.saturating_sub(answer.width()) + 2);
        let condition = condition(model, &table.facts, &row.tests);
        let condition = condition.as_deref().unwrap_or(ALWAYS);
        let lost = match row.leaf {
            Leaf::Gap(gap) => format!("   lost: {}", model.gaps[gap].lost),
            _ => String::new(),
        };
        let _ = writeln!(text, "  {answer}{pad}{condition}{lost}");
    }
    // Pins count all, and are compared by their text.
    let _ = writeln!(text, "  {}", foot(table, table.situations));
    text
}

/// The room that a question's answers take: that of the words it may answer, whether it gives them or not.
fn room(model: &Model, question: &Question) -> usize {
    let words = question.range.iter().flat_map(|range| range.words());
    let widths = words.map(|word| model.words.text(*word).width());
    widths.max().unwrap_or_default().clamp(ROOM.0, ROOM.1)
}

/// How many situations lie in how many regions, what was left out, and the fingerprint.
fn foot(table: &Table, in_regions: u128) -> String {
    let cut = match table.left_out {
        0 => String::new(),
        left_out => format!(" and {} in regions not shown", situations(left_out)),
    };
    let plural = if table.rows.len() == 1 { "" } else { "s" };
    format!(
        "{} in {} region{plural}{cut}   fingerprint {}",
        situations(in_regions),
        thousands(table.rows.len() as u128),
        fingerprint(table)
    )
}

/// A fingerprint as it is shown.
pub fn fingerprint(table: &Table) -> String {
    format!("{:016x}", table.fingerprint)
}
