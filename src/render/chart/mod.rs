//! Charts as the book has them.

mod csv;
mod key;

pub use key::{cell, headings, readable};

use super::View as Viewed;
use super::document::{Document, Line};
use super::odds::ChartOdds;
use super::style::{CITE, FAINT, Style, VALUE};
use super::table::{Align, Column, Table};
use super::told::{Place, Version};
use super::words::title;
use crate::model::{self, Model};
use crate::source::Sources;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// A cell that the book leaves empty, as packs write it.
pub const EMPTY: &str = "-";

/// Charts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Charts {
    version: Version<1>,
    charts: Vec<Chart>,
}

/// A chart, or a list of modifiers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Chart {
    game: String,
    pack: String,
    id: String,
    title: String,
    cite: String,
    /// `chart` or `list`.
    kind: &'static str,
    /// The questions that it answers.
    answers: Vec<String>,
    /// The condition under which it holds at all.
    when: Option<String>,
    #[serde(flatten)]
    body: Body,
    /// Its footnotes.
    notes: Vec<Note>,
    /// Its exceptions.
    except: Vec<Note>,
    #[serde(flatten)]
    place: Place,
    /// Its rows and columns, and its footnotes and exceptions, in people's words.
    #[serde(skip)]
    printed: Table,
    #[serde(skip)]
    footnotes: Vec<[String; 3]>,
    /// The chance of each result, where these are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<ChartOdds>,
    #[serde(skip)]
    wants_odds: bool,
}

/// The lines of a list, or the rows and columns of a chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Body {
    List {
        lines: Vec<Modifier>,
    },
    Grid {
        /// What the rows go by.
        down: Vec<String>,
        /// What the columns go by.
        across: Vec<String>,
        /// A key for each column: a part for each fact; where the columns are questions, their names.
        columns: Vec<Key>,
        /// What the cells are values of, where the rows are results.
        #[serde(rename = "cells-of", skip_serializing_if = "Vec::is_empty")]
        cells: Vec<String>,
        /// The paragraphs of columns that have one of their own.
        #[serde(rename = "column-cites", skip_serializing_if = "Vec::is_empty")]
        column_cites: Vec<Option<String>>,
        rows: Vec<Row>,
    },
}

/// What a column goes by.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Key {
    Parts(Vec<String>),
    Question(String),
}

/// A row.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// A part for each fact that the rows go by.
    key: Vec<String>,
    /// Null where the book leaves a cell empty.
    cells: Vec<Option<String>>,
    /// The marks of its footnotes.
    marks: String,
}

/// A line of a list.
#[derive(Debug, Serialize, JsonSchema)]
struct Modifier {
    /// The words printed.
    label: String,
    when: Option<String>,
    gives: Option<String>,
    /// The questions to which it adds.
    answers: Vec<String>,
    cite: Option<String>,
}

/// A footnote or exception.
#[derive(Debug, Serialize, JsonSchema)]
struct Note {
    mark: Option<String>,
    cite: String,
    when: Option<String>,
    /// What holds then, for each question that the chart answers.
    gives: Vec<String>,
    /// What the source lost there.
    gap: Option<String>,
    except: Vec<Note>,
}

impl Charts {
    /// The view of charts, with the chance of each result if that is wanted.
    pub fn of(charts: &[(&Model, &model::Chart)], sources: &Sources, with_odds: bool) -> Self {
        let charts = charts.iter().map(|(model, chart)| Chart {
            odds: with_odds.then(|| ChartOdds::of(model, chart)).flatten(),
            wants_odds: with_odds,
            ..Chart::of(model, chart, sources)
        });
        Self {
            version: Version,
            charts: charts.collect(),
        }
    }
}

impl Chart {
    fn of(model: &Model, chart: &model::Chart, sources: &Sources) -> Self {
        let answers = chart.answers.iter();
        let rows = chart.rows.iter();
        let (body, printed) = match chart.list {
            true => {
                let lines = rows.map(|row| Modifier::of(model, row)).collect();
                (Body::List { lines }, list(model, chart))
            }
            false => (grid(chart), printed(model, chart)),
        };
        let notes: Vec<Note> = chart.notes.iter().map(Note::of).collect();
        let except: Vec<Note> = chart.except.iter().map(Note::of).collect();
        let footnotes = notes.iter().chain(&except).map(|note| note.row(model));
        Self {
            footnotes: footnotes.collect(),
            printed,
            game: model.game.clone(),
            pack: model.pack_name(chart.pack).to_owned(),
            id: chart.id.clone(),
            title: chart.title.clone(),
            cite: chart.cite.clone(),
            kind: if chart.list { "list" } else { "chart" },
            answers: answers
                .map(|id| model.questions[*id].name.clone())
                .collect(),
            when: chart.when.clone(),
            body,
            notes,
            except,
            place: Place::of(sources, chart.span),
            odds: None,
            wants_odds: false,
        }
    }
}

fn grid(chart: &model::Chart) -> Body {
    let columns = match chart.column_keys.as_slice() {
        [] => chart.columns.iter().cloned().map(Key::Question).collect(),
        keys => keys.iter().cloned().map(Key::Parts).collect(),
    };
    let has_cites = chart.column_cites.iter().any(Option::is_some);
    let cites = chart.column_cites.iter().filter(|_| has_cites);
    let filled = |cell: &String| Some(cell.clone()).filter(|cell| cell != EMPTY);
    let rows = chart.rows.iter().map(|row| Row {
        key: row.key.clone(),
        cells: row.cells.iter().map(filled).collect(),
        marks: row.marks.clone(),
    });
    Body::Grid {
        down: chart.down.clone(),
        across: chart.across.clone(),
        columns,
        cells: chart.cells.clone(),
        column_cites: cites.cloned().collect(),
        rows: rows.collect(),
    }
}

impl Modifier {
    fn of(model: &Model, row: &model::ChartRow) -> Self {
        let rules = row.rules.iter().flatten().map(|id| &model.rules[*id]);
        let name = |rule: &model::Rule| model.questions[rule.question].name.clone();
        Self {
            label: row.heading.clone(),
            when: row.cells.first().cloned(),
            gives: row.cells.get(1).cloned(),
            cite: rules.clone().next().map(|rule| rule.cite.clone()),
            answers: rules.map(name).collect(),
        }
    }
}

impl Note {
    fn of(note: &model::Note) -> Self {
        Self {
            mark: Some(note.mark.clone()).filter(|mark| !mark.is_empty()),
            cite: note.cite.clone(),
            when: note.when.clone(),
            gives: note.gives.clone(),
            gap: note.gap.clone(),
            except: note.except.iter().map(Self::of).collect(),
        }
    }

    /// What holds then, and when.
    fn words(&self) -> String {
        let gives = match (&self.gap, self.gives.as_slice()) {
            (Some(lost), _) => format!("a gap ({lost})"),
            (None, []) => "nothing".to_owned(),
            (None, [first, rest @ ..]) if rest.iter().all(|other| other == first) => first.clone(),
            (None, gives) => gives.join(" | "),
        };
        let when = match &self.when {
            Some(when) => format!("when {when}"),
            None => "always".to_owned(),
        };
        let except = self.except.iter();
        let except = except.map(|inner| format!("; except {}", inner.words()));
        format!("{gives} {when}{}", except.collect::<String>())
    }

    fn row(&self, model: &Model) -> [String; 3] {
        let mark = self.mark.as_deref().unwrap_or("except");
        let words = model.in_words(&self.words());
        [mark.to_owned(), self.cite.clone(), words]
    }
}

impl Viewed for Charts {
    fn page(&self) -> Document {
        let mut page = Document::default();
        for (place, chart) in self.charts.iter().enumerate() {
            if place > 0 {
                page.room();
            }
            chart.put(&mut page);
        }
        page
    }

    fn csv(&self) -> String {
        let sheets: Vec<String> = self.charts.iter().map(csv::sheet).collect();
        sheets.join("\n")
    }

    fn beside_csv(&self) -> Vec<String> {
        let is_more = |chart: &&Chart| {
            let mut notes = chart.footnotes.iter();
            chart.wants_odds || chart.when.is_some() || notes.any(|note| !csv::is_marked(note))
        };
        let mut more = self.charts.iter().filter(is_more).map(|chart| &chart.id);
        let more = more.join(", ");
        let what = "conditions, exceptions, lettered notes or odds that a sheet leaves out";
        let told = (!more.is_empty()).then(|| format!("{more}: {what}"));
        told.into_iter().collect()
    }
}

impl Chart {
    fn put(&self, page: &mut Document) {
        let title = match self.title.as_str() {
            "" => &self.id,
            title => title,
        };
        page.title(Line::name(title).cite(std::slice::from_ref(&self.cite)));
        let answers = self.answers.join(", ");
        page.faint(&format!("{} answers {answers}", self.id));
        if let Body::Grid { cells, across, .. } = &self.body
            && !cells.is_empty()
            && !across.is_empty()
        {
            page.faint(&format!("a cell is what {} has to be", cells.join(", ")));
        }
        if let Some(when) = &self.when {
            page.line(Line::plain(format!("when {when}")));
        }
        page.room();
        page.table(self.printed.clone());
        let notes = self.footnotes.iter().cloned();
        if !self.footnotes.is_empty() {
            page.room();
            page.table(Table::plain([Style::Plain, CITE, Style::Plain], notes));
        }
        match &self.odds {
            Some(odds) => odds.put(page),
            None if self.wants_odds => {
                page.room();
                page.faint("no odds: no dice decide what it answers, or too many facts do besides");
            }
            None => {}
        }
    }
}

/// The rows and columns of a chart, what its columns go by above their keys.
fn printed(model: &Model, chart: &model::Chart) -> Table {
    let titles = |names: &[String]| names.iter().map(|name| title(model, name)).collect_vec();
    let over = usize::from(!chart.across.is_empty());
    let depth = chart.across.len().max(1) + over;
    let above = |last: String| {
        let mut headings = vec![String::new(); depth - 1];
        headings.push(last);
        headings
    };
    let stub = titles(&chart.down).into_iter().map(|down| Column {
        headings: above(down),
        ..Column::words("")
    });
    let columns = chart.columns.iter().enumerate();
    let keys = columns.map(|(place, name)| {
        let mut headings = match chart.column_keys.get(place) {
            Some(key) => {
                let across = vec![titles(&chart.across).join(", "); over];
                [across, headings(model, &chart.across, key)].concat()
            }
            None => vec![title(model, name)],
        };
        let cite = chart.column_cites.get(place).and_then(Option::as_ref);
        if let (Some(cite), Some(last)) = (cite, headings.last_mut()) {
            last.push_str(&format!(" ({cite})"));
        }
        Column {
            headings,
            ..Column::words("").styled(VALUE)
        }
    });
    let rows = chart.rows.iter().map(|row| {
        let mut cells = headings(model, &chart.down, &row.key);
        if let Some(last) = cells.last_mut() {
            last.push_str(&row.marks);
        }
        let given = row.cells.iter().enumerate();
        cells.extend(given.map(|(column, text)| {
            let cell = match chart.cells.is_empty() {
                true => cell(model, chart, column, text),
                false => Some(readable(text)).filter(|_| text != EMPTY),
            };
            cell.unwrap_or_else(|| "—".to_owned())
        }));
        cells
    });
    Table {
        stub: chart.down.len(),
        rows: rows.collect(),
        ..Table::new(stub.chain(keys).collect())
    }
}

/// The lines of a list: the words printed, what they give, when, and what each says of itself alone: a paragraph, questions.
fn list(model: &Model, chart: &model::Chart) -> Table {
    let rows = chart.rows.iter().map(|row| {
        let line = Modifier::of(model, row);
        let cite = line.cite.filter(|cite| *cite != chart.cite);
        let rules = row.rules.iter().flatten().map(|id| &model.rules[*id]);
        let others = rules.filter(|rule| !chart.answers.contains(&rule.question));
        let others = others.map(|rule| title(model, &model.questions[rule.question].name));
        let others = Some(others.collect_vec().join(", ")).filter(|others| !others.is_empty());
        let own = cite
            .into_iter()
            .chain(others.map(|others| format!("to {others}")));
        let when = model.in_words(&line.when.unwrap_or_default());
        let when = format!("when {when}   {}", own.collect_vec().join(" "));
        let gives = model.in_words(&line.gives.unwrap_or_default());
        let heading = row.key.concat() + &row.marks;
        [heading, gives, when.trim_end().to_owned()]
    });
    let mut table = Table::plain([Style::Plain, VALUE, FAINT], rows);
    let mut gives = table.rows.iter().filter_map(|row| row.get(1));
    if gives.all(|gives| gives.len() <= 4)
        && let Some(column) = table.columns.get_mut(1)
    {
        column.align = Align::Right;
    }
    table
}
