//! What the examples exercise: a line a paragraph, then what no example exercises.

use super::View as Viewed;
use super::document::{Document, Line};
use super::style::{CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::Version;
use crate::analysis::coverage::{Datum, Paragraph, Share, Status};
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
    columns.push(Column::words("").styled(FAINT));
    let table = Table {
        rows: paragraphs.iter().map(row).collect(),
        ..Table::new(columns)
    };
    page.table(table.without_empty_columns());
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

/// Of each kind how many of how many are exercised, or why there is nothing.
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
    let remark = match (paragraph.status, &paragraph.reason) {
        (Status::Unexplained, _) => "nothing cites it, and no reason is given",
        (Status::Declared, Some(reason)) => reason,
        (Status::Cited, _) => "cited; nothing to exercise",
        _ => "",
    };
    let names = [paragraph.paragraph.clone(), paragraph.title.clone()];
    let cells = names.into_iter().chain(shares).chain(counts);
    cells.chain([remark.to_owned()]).collect()
}

fn open_row(datum: &Datum) -> Vec<String> {
    vec![
        datum.cite.clone(),
        format!("{}:{}", datum.file, datum.line),
        <&str>::from(datum.kind).to_owned(),
        format!("{}: {}", datum.of, datum.says),
    ]
}
