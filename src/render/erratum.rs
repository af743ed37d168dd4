//! Errata, for a person and for a program.

use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::{Column, Table};
use crate::pack::overlay::{Change, Erratum, Operation};
use crate::source::Sources;
use serde_json::{Value, json};
use std::fmt::Write;

/// A list of errata, a line each.
#[must_use]
pub fn list(errata: &[&Erratum], width: Option<usize>) -> String {
    let column = |name: &str| Column::words(name);
    let columns = vec![
        column("erratum").styled(BOLD),
        column("date"),
        column("status"),
        column("applies"),
        column("pack"),
        column("source"),
        column("says").styled(FAINT),
    ];
    let row = |erratum: &&Erratum| {
        vec![
            erratum.id.value.clone(),
            erratum.date.value.clone(),
            erratum.status.name().to_owned(),
            if erratum.applied { "yes" } else { "no" }.to_owned(),
            format!("{}/{}", erratum.game, erratum.pack),
            erratum.source.clone(),
            erratum.says.clone(),
        ]
    };
    Table {
        width,
        rows: errata.iter().map(row).collect(),
        ..Table::new(columns)
    }
    .human()
}

/// One erratum with all that it changes.
#[must_use]
pub fn show(erratum: &Erratum, sources: &Sources, touched: &[String]) -> String {
    let mut text = String::new();
    let applies = if erratum.applied {
        styled(VALUE, "applies")
    } else {
        styled(WARN, "does not apply")
    };
    let _ = writeln!(
        text,
        "{}   {}, {}, {}   {applies}   {}",
        styled(BOLD, &erratum.id.value),
        erratum.source,
        erratum.date.value,
        erratum.status.name(),
        styled(FAINT, &place(erratum.id.span, sources))
    );
    let _ = writeln!(text, "  {}", erratum.says);
    let names = |list: &[crate::source::Text]| {
        list.iter()
            .map(|name| name.value.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    if !erratum.supersedes.is_empty() {
        let _ = writeln!(
            text,
            "  {} {}",
            styled(BOLD, "supersedes"),
            names(&erratum.supersedes)
        );
    }
    if !erratum.scope.is_empty() || erratum.scope_when.is_some() {
        let when = erratum
            .scope_when
            .as_ref()
            .map_or_else(String::new, |when| format!(" when {}", when.value));
        let _ = writeln!(
            text,
            "  {} {}{when}",
            styled(BOLD, "meant for"),
            names(&erratum.scope)
        );
    }
    for change in &erratum.changes {
        text.push_str(&change_lines(change, sources));
    }
    if !touched.is_empty() {
        let _ = writeln!(text, "  {} {}", styled(BOLD, "touches"), touched.join(", "));
    }
    text
}

/// What a change does, and where it is written.
fn change_lines(change: &Change, sources: &Sources) -> String {
    let what = match change.operation {
        Operation::Replace => "changes",
        Operation::Add => "adds to",
        Operation::AddBefore => "adds before",
        Operation::AddAfter => "adds after",
        Operation::Remove => "takes away",
    };
    let at = styled(CITE, &change.at.value);
    let place = styled(FAINT, &place(change.at.span, sources));
    let mut text = format!("  {} {at}   {place}\n", styled(BOLD, what));
    if let Some(was) = &change.was {
        let _ = writeln!(text, "    was  {was}");
    }
    if let Some(now) = &change.now {
        let _ = writeln!(text, "    now  {}", styled(VALUE, now));
    }
    text
}

fn place(span: crate::source::Span, sources: &Sources) -> String {
    format!("{}:{}", sources.path(span.file), sources.position(span).0)
}

/// An erratum as the protocol has it, with the questions that it touches where these are known.
#[must_use]
pub fn json(erratum: &Erratum, sources: &Sources, touched: Option<&[String]>) -> Value {
    let changes = erratum.changes.iter().map(|change| {
        json!({
            "operation": operation(change.operation),
            "at": change.at.value,
            "was": change.was,
            "now": change.now,
            "file": sources.path(change.at.span.file),
            "line": sources.position(change.at.span).0,
        })
    });
    let mut shown = json!({
        "id": erratum.id.value,
        "game": erratum.game,
        "pack": erratum.pack,
        "source": erratum.source,
        "date": erratum.date.value,
        "status": erratum.status.name(),
        "says": erratum.says,
        "applies": erratum.applied,
        "supersedes": erratum.supersedes.iter().map(|name| name.value.as_str()).collect::<Vec<_>>(),
        "meant_for": erratum.scope.iter().map(|name| name.value.as_str()).collect::<Vec<_>>(),
        "when": erratum.scope_when.as_ref().map(|when| when.value.as_str()),
        "changes": changes.collect::<Vec<_>>(),
        "file": sources.path(erratum.id.span.file),
        "line": sources.position(erratum.id.span).0,
    });
    if let (Some(touched), Some(shown)) = (touched, shown.as_object_mut()) {
        shown.insert("touches".to_owned(), json!(touched));
    }
    shown
}

const fn operation(operation: Operation) -> &'static str {
    match operation {
        Operation::Replace => "replace",
        Operation::Add => "add",
        Operation::AddBefore => "add-before",
        Operation::AddAfter => "add-after",
        Operation::Remove => "remove",
    }
}
