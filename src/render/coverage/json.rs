//! Coverage for a program: an entry a paragraph.

use super::{Covered, kind_name, totals};
use crate::analysis::coverage::{Datum, DatumKind, Paragraph, Status};
use crate::model::Model;
use crate::source::Sources;
use serde_json::{Value, json};

/// The coverage of games: an entry for each paragraph, in the order of the packs and their tables of contents.
#[must_use]
pub fn json(covered: &[Covered<'_>], sources: &Sources) -> Value {
    let entries = |game: &Covered<'_>| {
        game.paragraphs
            .iter()
            .map(|paragraph| entry(game.model, paragraph, sources))
            .collect::<Vec<_>>()
    };
    let totals = totals(covered.iter().flat_map(|game| &game.paragraphs));
    json!({
        "version": 1,
        "paragraphs": covered.iter().flat_map(entries).collect::<Vec<_>>(),
        "exercised": totals.exercised,
        "all": totals.all,
        "percent": totals.percent(),
        "unexplained": totals.unexplained,
    })
}

fn entry(model: &Model, paragraph: &Paragraph, sources: &Sources) -> Value {
    let count = |kind| {
        let (exercised, all) = paragraph.count(kind);
        json!({ "exercised": exercised, "all": all })
    };
    let cited = paragraph.cited;
    json!({
        "game": model.game,
        "pack": model.pack_name(paragraph.pack),
        "paragraph": paragraph.number,
        "title": paragraph.title,
        "status": status_name(paragraph.status()),
        "reason": paragraph.reason,
        "file": paragraph.span.map(|span| sources.path(span.file)),
        "line": paragraph.span.map(|span| sources.position(span).0),
        "cited-by": {
            "questions": cited.questions,
            "rules": cited.rules,
            "charts": cited.charts,
            "processes": cited.processes,
            "readings": cited.readings,
            "examples": cited.examples,
            "laws": cited.laws,
            "precedences": cited.precedences,
            "defects": cited.defects,
        },
        "rules": count(DatumKind::Rule),
        "cells": count(DatumKind::Cell),
        "exceptions": count(DatumKind::Exception),
        "otherwise": count(DatumKind::Otherwise),
        "data": paragraph.data.iter().map(|own| datum(own, sources)).collect::<Vec<_>>(),
    })
}

fn datum(datum: &Datum, sources: &Sources) -> Value {
    json!({
        "kind": kind_name(datum.kind),
        "of": datum.of,
        "cite": datum.cite,
        "says": datum.says,
        "exercised": datum.exercised,
        "file": sources.path(datum.span.file),
        "line": sources.position(datum.span).0,
    })
}

const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Exercised => "exercised",
        Status::Partly => "partly-exercised",
        Status::NotExercised => "not-exercised",
        Status::Cited => "cited",
        Status::Declared => "nothing-to-compute",
        Status::Unexplained => "unexplained",
    }
}
