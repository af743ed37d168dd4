//! Charts as the book has them.

mod csv;
mod key;

pub use key::readable;

use super::View as Viewed;
use super::document::{Document, Line};
use super::odds::ChartOdds;
use super::style::{CITE, FAINT, Style, VALUE};
use super::table::{Align, Column, Table};
use super::told::{Place, Version};
use crate::model::{self, Model};
use crate::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;

/// A cell that the book leaves empty, as packs write it.
const EMPTY: &str = "-";

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
    /// The chance of each result, where these are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<ChartOdds>,
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
    /// The words and the marks of its footnotes.
    #[serde(skip)]
    heading: String,
    /// What it says of itself alone: a paragraph, questions.
    #[serde(skip)]
    own: String,
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
        let body = match chart.list {
            true => {
                let rows = chart.rows.iter();
                let lines = rows.map(|row| Modifier::of(model, chart, row));
                Body::List {
                    lines: lines.collect(),
                }
            }
            false => grid(chart),
        };
        Self {
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
            notes: chart.notes.iter().map(Note::of).collect(),
            except: chart.except.iter().map(Note::of).collect(),
            place: Place::of(sources, chart.span),
            odds: None,
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
    fn of(model: &Model, chart: &model::Chart, row: &model::ChartRow) -> Self {
        let rules = row.rules.iter().flatten().map(|id| &model.rules[*id]);
        let name = |rule: &model::Rule| model.questions[rule.question].name.clone();
        let cite = rules.clone().next().map(|rule| rule.cite.clone());
        let others = rules.clone();
        let others = others.filter(|rule| !chart.answers.contains(&rule.question));
        let others: Vec<String> = others.map(name).collect();
        let others = (!others.is_empty()).then(|| format!("to {}", others.join(", ")));
        let own_cite = cite.clone().filter(|cite| *cite != chart.cite);
        let own: Vec<String> = own_cite.into_iter().chain(others).collect();
        Self {
            label: row.heading.clone(),
            when: row.cells.first().cloned(),
            gives: row.cells.get(1).cloned(),
            answers: rules.map(name).collect(),
            cite,
            heading: row.key.concat() + &row.marks,
            own: own.join(" "),
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

    fn row(&self) -> [String; 3] {
        let mark = self.mark.as_deref().unwrap_or("except");
        [mark.to_owned(), self.cite.clone(), self.words()]
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
        page.table(self.body.table());
        let notes = self.notes.iter().chain(&self.except).map(Note::row);
        let notes: Vec<_> = notes.collect();
        if !notes.is_empty() {
            page.room();
            page.table(Table::plain([Style::Plain, CITE, Style::Plain], notes));
        }
        if let Some(odds) = &self.odds {
            odds.put(page);
        }
    }
}

impl Body {
    /// The lines of a list: the words printed, what they give, and when. The rows and columns of a grid, the facts of its
    /// columns above their keys.
    fn table(&self) -> Table {
        let (down, across, columns, cites, rows, is_of_results) = match self {
            Self::List { lines } => return list(lines),
            Self::Grid {
                down,
                across,
                columns,
                cells,
                column_cites,
                rows,
            } => (down, across, columns, column_cites, rows, !cells.is_empty()),
        };
        let over = usize::from(!across.is_empty());
        let depth = across.len().max(1) + over;
        let stub = down.iter().map(|down| {
            let mut headings = vec![String::new(); depth];
            headings
                .iter_mut()
                .skip(depth - 1)
                .for_each(|last| last.clone_from(down));
            Column {
                headings,
                ..Column::words("")
            }
        });
        let cites = cites.iter().chain(std::iter::repeat(&None));
        let keys = columns.iter().zip(cites).map(|(key, cite)| {
            let mut headings = vec![across.join(", "); over];
            match key {
                Key::Parts(parts) => headings.extend(parts.iter().map(|part| readable(part))),
                Key::Question(name) => headings.push(name.clone()),
            }
            if let (Some(cite), Some(last)) = (cite, headings.last_mut()) {
                last.push_str(&format!(" ({cite})"));
            }
            Column {
                headings,
                ..Column::words("").styled(VALUE)
            }
        });
        let rows = rows.iter().map(|row| {
            let mut cells: Vec<String> = row.key.iter().map(|part| readable(part)).collect();
            if let Some(last) = cells.last_mut() {
                last.push_str(&row.marks);
            }
            let given = row.cells.iter();
            cells.extend(given.map(|cell| match cell {
                Some(cell) if is_of_results => readable(cell),
                Some(cell) => cell.clone(),
                None => "—".to_owned(),
            }));
            cells
        });
        Table {
            stub: down.len(),
            rows: rows.collect(),
            ..Table::new(stub.chain(keys).collect())
        }
    }
}

fn list(lines: &[Modifier]) -> Table {
    let rows = lines.iter().map(|line| {
        let when = line.when.as_deref().unwrap_or_default();
        let when = format!("when {when}   {}", line.own);
        let gives = line.gives.clone().unwrap_or_default();
        [line.heading.clone(), gives, when.trim_end().to_owned()]
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
