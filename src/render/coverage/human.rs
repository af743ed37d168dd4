//! Coverage for a person: a line a paragraph, then what no example exercises.

use super::{Covered, Totals, kind_name, totals};
use crate::analysis::coverage::{Datum, DatumKind, Paragraph, Status};
use crate::model::PackId;
use crate::render::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use crate::render::table::{Column, Table};
use crate::source::Sources;

/// The coverage of games as tables, one for each pack; `width` is that of the terminal, where there is one.
#[must_use]
pub fn human(covered: &[Covered<'_>], sources: &Sources, width: Option<usize>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for game in covered {
        let mut packs: Vec<PackId> = game
            .paragraphs
            .iter()
            .map(|paragraph| paragraph.pack)
            .collect();
        packs.dedup();
        parts.extend(
            packs
                .into_iter()
                .map(|pack| of_pack(game, pack, sources, width)),
        );
    }
    parts.push(summary(totals(
        covered.iter().flat_map(|game| &game.paragraphs),
    )));
    parts.join("\n")
}

fn of_pack(game: &Covered<'_>, pack: PackId, sources: &Sources, width: Option<usize>) -> String {
    let own: Vec<&Paragraph> = game
        .paragraphs
        .iter()
        .filter(|paragraph| paragraph.pack == pack)
        .collect();
    let title = game.model.pack(pack).map_or("", |pack| pack.title.as_str());
    let name = format!("{}/{}", game.model.game, game.model.pack_name(pack));
    let totals = totals(own.iter().copied());
    let share = if totals.all == 0 {
        String::new()
    } else {
        format!("  {}%", totals.percent())
    };
    let mut text = format!(
        "{}  {}{}\n",
        styled(BOLD, &name),
        styled(FAINT, title),
        styled(VALUE, &share)
    );
    text.push_str(&table(&own, width).human());
    let open = open(&own, sources, width);
    if !open.rows.is_empty() {
        text.push_str(&format!(
            "\n  {}\n{}",
            styled(WARN, "no example exercises"),
            open.human()
        ));
    }
    text
}

/// A line for each paragraph: of each kind how many of how many are exercised, or why there is nothing.
fn table(paragraphs: &[&Paragraph], width: Option<usize>) -> Table {
    let kinds = [
        DatumKind::Rule,
        DatumKind::Cell,
        DatumKind::Exception,
        DatumKind::Otherwise,
    ];
    let mut columns = vec![
        Column::words("paragraph").styled(CITE),
        Column::words("title"),
    ];
    columns.extend(
        [
            "rules",
            "cells",
            "exceptions",
            "otherwise",
            "examples",
            "laws",
        ]
        .map(Column::numbers),
    );
    columns.push(Column::words("").styled(FAINT));
    let mut table = Table {
        width,
        ..Table::new(columns)
    };
    for paragraph in paragraphs {
        let mut row = vec![paragraph.number.clone(), paragraph.title.clone()];
        row.extend(kinds.map(|kind| match paragraph.count(kind) {
            (_, 0) => String::new(),
            (exercised, all) => format!("{exercised}/{all}"),
        }));
        row.extend(
            [paragraph.cited.examples, paragraph.cited.laws].map(|count| match count {
                0 => String::new(),
                count => count.to_string(),
            }),
        );
        row.push(remark(paragraph));
        table.rows.push(row);
    }
    table
}

fn remark(paragraph: &Paragraph) -> String {
    match (paragraph.status(), &paragraph.reason) {
        (Status::Unexplained, _) => "nothing cites it, and no reason is given".to_owned(),
        (Status::Declared, Some(reason)) => reason.clone(),
        (Status::Cited, _) => "cited; nothing to exercise".to_owned(),
        _ => String::new(),
    }
}

/// What no example exercises, with its place.
fn open(paragraphs: &[&Paragraph], sources: &Sources, width: Option<usize>) -> Table {
    let mut table = Table::new(vec![
        Column::words("").styled(CITE),
        Column::words("").styled(FAINT),
        Column::words(""),
        Column::words(""),
    ]);
    table.width = width;
    let data = paragraphs.iter().flat_map(|paragraph| &paragraph.data);
    for datum in data.filter(|datum| !datum.exercised) {
        table.rows.push(line(datum, sources));
    }
    table
}

fn line(datum: &Datum, sources: &Sources) -> Vec<String> {
    let place = format!(
        "{}:{}",
        sources.path(datum.span.file),
        sources.position(datum.span).0
    );
    let what = kind_name(datum.kind).to_owned();
    vec![
        datum.cite.clone(),
        place,
        what,
        format!("{}: {}", datum.of, datum.says),
    ]
}

fn summary(totals: Totals) -> String {
    let paragraphs = if totals.unexplained == 0 {
        format!(
            "each of {} paragraphs is cited or accounted for",
            totals.paragraphs
        )
    } else {
        let count = format!(
            "{} of {} paragraphs are neither cited nor accounted for",
            totals.unexplained, totals.paragraphs
        );
        styled(WARN, &count)
    };
    let percent = styled(VALUE, &format!("{}%", totals.percent()));
    format!(
        "examples exercise {percent} of the data ({} of {}); {paragraphs}\n",
        totals.exercised, totals.all
    )
}
