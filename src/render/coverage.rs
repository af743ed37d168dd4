//! What the examples exercise: a line a paragraph, then what no example exercises.

use super::View as Viewed;
use super::document::{Document, Line};
use super::style::{CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::{Place, Version};
use crate::analysis::coverage::{self as found, Citations, DatumKind, Status};
use crate::model::Model;
use crate::source::Sources;
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

/// A paragraph.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Paragraph {
    /// Its game.
    pub game: String,
    /// Its pack.
    pub pack: String,
    #[serde(skip)]
    pack_title: String,
    /// Its number.
    pub paragraph: String,
    /// Its title.
    pub title: String,
    /// What can be said of it.
    pub status: Status,
    /// Why it has nothing to compute.
    pub reason: Option<String>,
    /// The file in which it is declared.
    pub file: Option<String>,
    /// The line.
    pub line: Option<usize>,
    /// How often data of each kind cite it.
    pub cited_by: Citations,
    /// Its rules.
    pub rules: Share,
    /// Its cells.
    pub cells: Share,
    /// Its exceptions.
    pub exceptions: Share,
    /// What holds where no rule applies.
    pub otherwise: Share,
    /// All that an example can exercise of it.
    pub data: Vec<Datum>,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct Share {
    /// Those that examples exercise.
    pub exercised: usize,
    /// All.
    pub all: usize,
}

/// Something that an example can exercise.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Datum {
    /// What it is.
    pub kind: DatumKind,
    /// The question or process that it belongs to.
    pub of: String,
    /// Its paragraph.
    pub cite: String,
    /// What it says.
    pub says: String,
    /// Whether an example exercises it.
    pub exercised: bool,
    /// Where it is written.
    #[serde(flatten)]
    pub place: Place,
}

/// The view of games, each with its paragraphs.
#[must_use]
pub fn view(games: &[(&Model, Vec<found::Paragraph>)], sources: &Sources) -> View {
    let paragraphs = games.iter().flat_map(|(model, found)| {
        found
            .iter()
            .map(move |paragraph| self::paragraph(model, paragraph, sources))
    });
    let paragraphs: Vec<Paragraph> = paragraphs.collect();
    View {
        version: Version,
        totals: Totals::of(&paragraphs),
        paragraphs,
    }
}

fn paragraph(model: &Model, found: &found::Paragraph, sources: &Sources) -> Paragraph {
    let share = |kind| {
        let (exercised, all) = found.count(kind);
        Share { exercised, all }
    };
    let place = found.span.map(|span| Place::of(sources, span));
    let data = found.data.iter().map(|datum| Datum {
        kind: datum.kind,
        of: datum.of.clone(),
        cite: datum.cite.clone(),
        says: datum.says.clone(),
        exercised: datum.exercised,
        place: Place::of(sources, datum.span),
    });
    Paragraph {
        game: model.game.clone(),
        pack: model.pack_name(found.pack).to_owned(),
        pack_title: model
            .pack(found.pack)
            .map_or_else(String::new, |pack| pack.title.clone()),
        paragraph: found.number.clone(),
        title: found.title.clone(),
        status: found.status(),
        reason: found.reason.clone(),
        line: place.as_ref().map(|place| place.line),
        file: place.map(|place| place.file),
        cited_by: found.cited,
        rules: share(DatumKind::Rule),
        cells: share(DatumKind::Cell),
        exceptions: share(DatumKind::Exception),
        otherwise: share(DatumKind::Otherwise),
        data: data.collect(),
    }
}

impl Totals {
    fn of<'a>(paragraphs: impl IntoIterator<Item = &'a Paragraph>) -> Self {
        let mut totals = Self::default();
        for paragraph in paragraphs {
            totals.paragraphs += 1;
            totals.all += paragraph.data.len();
            totals.exercised += paragraph
                .data
                .iter()
                .filter(|datum| datum.exercised)
                .count();
            totals.unexplained += usize::from(paragraph.status == Status::Unexplained);
        }
        totals.percent = (totals.exercised * 100)
            .checked_div(totals.all)
            .unwrap_or(100);
        totals
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
    let share = if totals.all == 0 {
        String::new()
    } else {
        format!("{}%", totals.percent)
    };
    let name = Line::name(format!("{}/{}", first.game, first.pack));
    page.heading(name.and(FAINT, first.pack_title.as_str()).and(VALUE, share));
    let mut columns = vec![
        Column::words("paragraph").styled(CITE),
        Column::words("title"),
    ];
    let counts = [
        "rules",
        "cells",
        "exceptions",
        "otherwise",
        "examples",
        "laws",
    ];
    columns.extend(counts.map(Column::numbers));
    columns.push(Column::words("").styled(FAINT));
    let rows = paragraphs.iter().map(Paragraph::row).collect();
    page.table(Table {
        rows,
        ..Table::new(columns)
    });
    let open = paragraphs
        .iter()
        .flat_map(|own| &own.data)
        .filter(|datum| !datum.exercised);
    let rows: Vec<Vec<String>> = open.map(Datum::row).collect();
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

impl Paragraph {
    /// Of each kind how many of how many are exercised, or why there is nothing.
    fn row(&self) -> Vec<String> {
        let shares = [self.rules, self.cells, self.exceptions, self.otherwise];
        let shares = shares.map(|Share { exercised, all }| match all {
            0 => String::new(),
            all => format!("{exercised}/{all}"),
        });
        let counts = [self.cited_by.examples, self.cited_by.laws].map(|count| match count {
            0 => String::new(),
            count => count.to_string(),
        });
        let remark = match (self.status, &self.reason) {
            (Status::Unexplained, _) => "nothing cites it, and no reason is given",
            (Status::Declared, Some(reason)) => reason,
            (Status::Cited, _) => "cited; nothing to exercise",
            _ => "",
        };
        let names = [self.paragraph.clone(), self.title.clone()];
        names
            .into_iter()
            .chain(shares)
            .chain(counts)
            .chain([remark.to_owned()])
            .collect()
    }
}

impl Datum {
    fn row(&self) -> Vec<String> {
        let says = format!("{}: {}", self.of, self.says);
        vec![
            self.cite.clone(),
            self.place.to_string(),
            self.kind.name().to_owned(),
            says,
        ]
    }
}
