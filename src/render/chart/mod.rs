//! Charts as the book has them.

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
        let answers = chart.answers.iter().filter_map(|id| model.question(*id));
        Self {
            game: model.game.clone(),
            pack: model.pack_name(chart.pack).to_owned(),
            id: chart.id.clone(),
            title: chart.title.clone(),
            cite: chart.cite.clone(),
            kind: if chart.list { "list" } else { "chart" },
            answers: answers.map(|question| question.name.clone()).collect(),
            when: chart.when.clone(),
            body: Body::of(model, chart),
            notes: chart.notes.iter().map(Note::of).collect(),
            except: chart.except.iter().map(Note::of).collect(),
            place: Place::of(sources, chart.span),
            odds: None,
        }
    }
}

impl Body {
    fn of(model: &Model, chart: &model::Chart) -> Self {
        if chart.list {
            let lines = chart.rows.iter().map(|row| Modifier::of(model, chart, row));
            return Self::List {
                lines: lines.collect(),
            };
        }
        let columns = match chart.column_keys.as_slice() {
            [] => chart.columns.iter().cloned().map(Key::Question).collect(),
            keys => keys.iter().cloned().map(Key::Parts).collect(),
        };
        let filled = |cell: &String| (cell != EMPTY).then(|| cell.clone());
        let rows = chart.rows.iter().map(|row| Row {
            key: row.key.clone(),
            cells: row.cells.iter().map(filled).collect(),
            marks: row.marks.clone(),
        });
        Self::Grid {
            down: chart.down.clone(),
            across: chart.across.clone(),
            columns,
            column_cites: if chart.column_cites.iter().any(Option::is_some) {
                chart.column_cites.clone()
            } else {
                Vec::new()
            },
            rows: rows.collect(),
        }
    }
}

impl Modifier {
    fn of(model: &Model, chart: &model::Chart, row: &model::ChartRow) -> Self {
        let rules = row.rules.iter().flatten().filter_map(|id| model.rule(*id));
        let rules: Vec<_> = rules.collect();
        let name = |rule: &&model::Rule| Some(model.question(rule.question)?.name.clone());
        let cite = rules.first().map(|rule| rule.cite.clone());
        let others = rules
            .iter()
            .filter(|rule| !chart.answers.contains(&rule.question));
        let others: Vec<String> = others.filter_map(name).collect();
        let others = (!others.is_empty()).then(|| format!("to {}", others.join(", ")));
        let own_cite = cite.clone().filter(|cite| *cite != chart.cite);
        Self {
            label: row.heading.clone(),
            when: row.cells.first().cloned(),
            gives: row.cells.get(1).cloned(),
            answers: rules.iter().filter_map(name).collect(),
            cite,
            heading: row.key.concat() + &row.marks,
            own: own_cite
                .into_iter()
                .chain(others)
                .collect::<Vec<_>>()
                .join(" "),
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
        let when = self
            .when
            .as_ref()
            .map_or("always".to_owned(), |when| format!("when {when}"));
        let except = self
            .except
            .iter()
            .map(|inner| format!("; except {}", inner.words()));
        format!("{gives} {when}{}", except.collect::<String>())
    }

    fn row(&self) -> Vec<String> {
        let mark = self.mark.clone().unwrap_or_else(|| "except".to_owned());
        vec![mark, self.cite.clone(), self.words()]
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
}

impl Chart {
    fn put(&self, page: &mut Document) {
        let title = if self.title.is_empty() {
            &self.id
        } else {
            &self.title
        };
        page.title(Line::name(title).cite(std::slice::from_ref(&self.cite)));
        page.faint(&format!(
            "{} answers {}   {}",
            self.id,
            self.answers.join(", "),
            self.place
        ));
        if let Some(when) = &self.when {
            page.line(Line::plain(format!("when {when}")));
        }
        page.room();
        page.table(match &self.body {
            Body::List { lines } => list(lines),
            Body::Grid {
                down,
                across,
                columns,
                column_cites,
                rows,
            } => grid(down, across, columns, column_cites, rows),
        });
        let notes: Vec<_> = self
            .notes
            .iter()
            .chain(&self.except)
            .map(Note::row)
            .collect();
        if !notes.is_empty() {
            page.room();
            let columns = [Style::Plain, CITE, Style::Plain];
            let columns = columns.map(|style| Column::words("").styled(style));
            page.table(Table {
                rows: notes,
                ..Table::new(columns.into())
            });
        }
        if let Some(odds) = &self.odds {
            odds.put(page);
        }
    }
}

/// The rows and columns of a grid, the facts of its columns above their keys.
fn grid(
    down: &[String],
    across: &[String],
    columns: &[Key],
    cites: &[Option<String>],
    rows: &[Row],
) -> Table {
    let over = usize::from(!across.is_empty());
    let depth = across.len().max(1) + over;
    let stub = down.iter().map(|down| {
        let mut headings = vec![String::new(); depth - 1];
        headings.push(down.clone());
        Column {
            headings,
            ..Column::words("")
        }
    });
    let cites = cites
        .iter()
        .map(Option::as_ref)
        .chain(std::iter::repeat(None));
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
    let columns = stub.chain(keys).collect();
    let rows = rows.iter().map(|row| {
        let mut cells: Vec<String> = row.key.iter().map(|part| readable(part)).collect();
        if let Some(last) = cells.last_mut() {
            last.push_str(&row.marks);
        }
        let empty = || "—".to_owned();
        cells.extend(
            row.cells
                .iter()
                .map(|cell| cell.clone().unwrap_or_else(empty)),
        );
        cells
    });
    Table {
        stub: down.len(),
        rows: rows.collect(),
        ..Table::new(columns)
    }
}

/// The lines of a list: the words printed, what they give, and when.
fn list(lines: &[Modifier]) -> Table {
    let gives = |line: &Modifier| line.gives.clone().unwrap_or_default();
    let is_short = lines.iter().all(|line| gives(line).len() <= 4);
    let align = if is_short { Align::Right } else { Align::Left };
    let columns = vec![
        Column::words(""),
        Column {
            align,
            ..Column::words("").styled(VALUE)
        },
        Column::words("").styled(FAINT),
    ];
    let rows = lines.iter().map(|line| {
        let when = format!(
            "when {}   {}",
            line.when.as_deref().unwrap_or_default(),
            line.own
        );
        vec![
            line.heading.clone(),
            gives(line),
            when.trim_end().to_owned(),
        ]
    });
    Table {
        rows: rows.collect(),
        ..Table::new(columns)
    }
}
