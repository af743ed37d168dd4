//! What the examples exercise: a line a paragraph, then what no example exercises.

use super::View as Viewed;
use super::document::{Document, Line};
use super::style::{CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::Version;
use super::words::counted;
use crate::analysis::coverage::{Datum, Paragraph, Share, Status};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// What the examples exercise, paragraph by paragraph.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    /// Its version.
    pub version: Version<1>,
    /// The paragraphs, in the order of the packs and their tables of contents.
    pub paragraphs: Vec<Paragraph>,
    /// What they come to.
    #[serde(flatten)]
    pub totals: Totals,
}

/// How much there is in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// Data that examples exercise.
    pub exercised: usize,
    /// All data.
    pub all: usize,
    /// The part that is exercised, in whole percents, fractions down; of nothing, all.
    pub percent: usize,
    /// Paragraphs that nothing cites and for which no reason is given.
    pub unexplained: usize,
    #[serde(skip)]
    paragraphs: usize,
}

/// The view of paragraphs.
pub fn view(paragraphs: Vec<Paragraph>) -> View {
    View {
        version: Version,
        totals: Totals::of(&paragraphs),
        paragraphs,
    }
}

impl Totals {
    fn of(paragraphs: &[Paragraph]) -> Self {
        let Share { exercised, all } =
            Share::of(paragraphs.iter().flat_map(|paragraph| &paragraph.data));
        let unexplained = paragraphs
            .iter()
            .filter(|paragraph| paragraph.status == Status::Unexplained);
        Self {
            exercised,
            all,
            percent: (exercised * 100).checked_div(all).unwrap_or(100),
            unexplained: unexplained.count(),
            paragraphs: paragraphs.len(),
        }
    }

    fn summary(self) -> Line {
        let line = Line::plain("examples exercise ")
            .then(VALUE, format!("{}%", self.percent))
            .then(
                Style::Plain,
                format!(" of the data ({} of {}); ", self.exercised, self.all),
            );
        let all = self.paragraphs;
        match self.unexplained {
            0 => line.then(
                Style::Plain,
                format!("each of {all} paragraphs is cited or accounted for"),
            ),
            some => line.then(
                WARN,
                format!("{some} of {all} paragraphs are neither cited nor accounted for"),
            ),
        }
    }
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        for pack in self
            .paragraphs
            .chunk_by(|a, b| (&a.game, &a.pack) == (&b.game, &b.pack))
        {
            of_pack(&mut page, pack);
        }
        page.heading(self.totals.summary());
        page
    }
}

fn of_pack(page: &mut Document, paragraphs: &[Paragraph]) {
    let Some(first) = paragraphs.first() else {
        return;
    };
    let totals = Totals::of(paragraphs);
    let share = match totals.all {
        0 => String::new(),
        _ => format!("{}%", totals.percent),
    };
    let name = Line::name(format!("{}/{}", first.game, first.pack));
    page.heading(name.and(FAINT, first.pack_title.as_str()).and(VALUE, share));
    let mut columns = vec![
        Column::words("paragraph").styled(CITE),
        Column::words("title"),
    ];
    let counts = ["rules", "cells", "except", "otherwise", "examples", "laws"];
    columns.extend(counts.map(Column::numbers));
    let (idle, others): (Vec<_>, Vec<_>) = paragraphs
        .iter()
        .partition(|paragraph| remark(paragraph).is_some());
    if !others.is_empty() {
        let table = Table {
            rows: others.into_iter().map(row).collect(),
            ..Table::new(columns)
        };
        page.table(table.without_empty_columns());
    }
    if !idle.is_empty() {
        page.heading(Line::plain("nothing to exercise"));
        let columns = [CITE, Style::Plain, FAINT].map(|style| Column::words("").styled(style));
        let rows = idle.into_iter().map(|paragraph| {
            let remark = remark(paragraph).unwrap_or_default();
            vec![paragraph.paragraph.clone(), paragraph.title.clone(), remark]
        });
        page.table(Table {
            rows: rows.collect(),
            ..Table::new(columns.into())
        });
    }
    let open = paragraphs
        .iter()
        .flat_map(|paragraph| &paragraph.data)
        .filter(|datum| !datum.exercised);
    let rows: Vec<Vec<String>> = open.map(open_row).collect();
    if !rows.is_empty() {
        page.room();
        page.warning("no example exercises");
        let columns = [CITE, FAINT, Style::Plain, Style::Plain];
        let columns = columns.map(|style| Column::words("").styled(style));
        page.table(Table {
            rows,
            ..Table::new(columns.into())
        });
    }
}

/// Why there is nothing of a paragraph to exercise.
fn remark(paragraph: &Paragraph) -> Option<String> {
    match (paragraph.status, &paragraph.reason) {
        (Status::Unexplained, _) => Some("nothing cites it, and no reason is given".to_owned()),
        (Status::Declared, Some(reason)) => Some(reason.clone()),
        (Status::Cited, _) => {
            let by = [
                (paragraph.cited_by.examples, "example"),
                (paragraph.cited_by.laws, "law"),
            ];
            let by = by.into_iter().filter(|(number, _)| *number > 0);
            let by = by.map(|(number, what)| counted(number, what)).join(", ");
            Some(match by.as_str() {
                "" => "cited".to_owned(),
                by => format!("cited by {by}"),
            })
        }
        _ => None,
    }
}

/// Of each kind how many of how many are exercised.
fn row(paragraph: &Paragraph) -> Vec<String> {
    let shares = [
        paragraph.rules,
        paragraph.cells,
        paragraph.exceptions,
        paragraph.otherwise,
    ];
    let shares = shares.map(|Share { exercised, all }| match all {
        0 => String::new(),
        all => format!("{exercised}/{all}"),
    });
    let counts = [paragraph.cited_by.examples, paragraph.cited_by.laws].map(|count| match count {
        0 => String::new(),
        count => count.to_string(),
    });
    let names = [paragraph.paragraph.clone(), paragraph.title.clone()];
    names.into_iter().chain(shares).chain(counts).collect()
}

fn open_row(datum: &Datum) -> Vec<String> {
    vec![
        datum.cite.clone(),
        format!("{}:{}", datum.file, datum.line),
        <&str>::from(datum.kind).to_owned(),
        format!("{}: {}", datum.of, datum.says),
    ]
}
