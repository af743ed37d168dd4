//! What became of the mutants: the score, and for each survivor an example that would notice it.

use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::{Column, Table};
use crate::analysis::mutants::{Fate, Judged, Kind, Mutant, Ready, Score};
use crate::source::Sources;
use serde_json::{Value, json};
use std::fmt::Write;

/// What is shown.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The mutants of all games.
    pub judged: &'a [Judged],
    /// The texts.
    pub sources: &'a Sources,
    /// The most survivors told one by one.
    pub limit: usize,
}

/// The mutants for a terminal.
#[must_use]
pub fn human(shown: &Shown<'_>) -> String {
    let mut text = String::new();
    let survivors = survivors(shown);
    for (mutant, ready) in survivors.iter().take(shown.limit) {
        survivor(&mut text, shown, mutant, ready);
    }
    if survivors.len() > shown.limit {
        let _ = writeln!(
            text,
            "{}\n",
            styled(
                WARN,
                &format!("… and {} more survivors", survivors.len() - shown.limit)
            )
        );
    }
    text.push_str(&by_kind(shown).human());
    let score = Score::of(shown.judged);
    let _ = writeln!(text, "\n{}", summary(&score));
    text
}

fn survivors<'a>(shown: &Shown<'a>) -> Vec<(&'a Mutant, &'a Ready)> {
    let survives = |judged: &'a Judged| match &judged.fate {
        Fate::Survives(ready) => Some((&judged.mutant, ready.as_ref())),
        _ => None,
    };
    shown.judged.iter().filter_map(survives).collect()
}

fn survivor(text: &mut String, shown: &Shown<'_>, mutant: &Mutant, ready: &Ready) {
    let _ = writeln!(
        text,
        "{}  {}",
        styled(BOLD, mutant.kind.name()),
        styled(CITE, &place(shown, mutant))
    );
    let _ = writeln!(text, "  {}", change(mutant));
    let facts: Vec<String> = ready
        .facts
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let _ = writeln!(
        text,
        "  nothing notices that {} is then {}, not {}{}",
        ready.question,
        styled(WARN, &ready.instead),
        styled(VALUE, &ready.answers),
        if facts.is_empty() {
            String::new()
        } else {
            format!(", where {}", facts.join(", "))
        },
    );
    for line in ready.example.iter().flat_map(|example| example.lines()) {
        let _ = writeln!(text, "    {line}");
    }
    text.push('\n');
}

/// The file and line of a mutant.
fn place(shown: &Shown<'_>, mutant: &Mutant) -> String {
    format!(
        "{}:{}",
        shown.sources.path(mutant.span.file),
        shown.sources.position(mutant.span).0
    )
}

/// What is changed, in words.
fn change(mutant: &Mutant) -> String {
    let was = short(&mutant.was);
    match (mutant.kind, mutant.becomes.as_str()) {
        (Kind::Order, _) => "the order of two rules is swapped".to_owned(),
        (Kind::Rule, "") => format!("the {was} is gone"),
        (Kind::Exception, "") => "the exception is gone".to_owned(),
        (Kind::Row | Kind::Erratum, "") => format!("`{was}` is gone"),
        (_, "") => format!("`{was}` is left out"),
        (_, becomes) => format!("`{was}` becomes `{}`", short(becomes)),
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 100 {
        line
    } else {
        line.chars().take(99).chain(['…']).collect()
    }
}

fn by_kind(shown: &Shown<'_>) -> Table {
    let headings = ["noticed", "survived", "equivalent", "refused"].map(Column::numbers);
    let mut table = Table::new(
        [Column::words("mutants").styled(FAINT)]
            .into_iter()
            .chain(headings)
            .collect(),
    );
    table.stub = 1;
    for kind in Kind::ALL {
        let score = Score::of(
            shown
                .judged
                .iter()
                .filter(|judged| judged.mutant.kind == kind),
        );
        if score != Score::default() {
            let counts = [
                score.noticed,
                score.survived,
                score.equivalent,
                score.refused,
            ]
            .map(|count| count.to_string());
            table
                .rows
                .push([kind.name().to_owned()].into_iter().chain(counts).collect());
        }
    }
    table
}

fn summary(score: &Score) -> String {
    let counted = score.counted();
    let left_out = format!(
        "{} proved equivalent and {} refused by `chartroom check` are left out",
        score.equivalent, score.refused
    );
    format!(
        "score {}: {} of {counted} noticed; {left_out}",
        shown_score(score),
        score.noticed
    )
}

/// The score as a decimal of three places, never rounded up: `0.934`.
#[must_use]
pub fn shown_score(score: &Score) -> String {
    let thousandths = score.noticed * 1000 / score.counted().max(1);
    if score.counted() == 0 || thousandths == 1000 {
        return "1".to_owned();
    }
    format!("0.{thousandths:03}")
}

/// The mutants for a program. Keys are only ever added.
#[must_use]
pub fn json(shown: &Shown<'_>) -> Value {
    let kinds = Kind::ALL.into_iter().map(|kind| {
        let score = Score::of(
            shown
                .judged
                .iter()
                .filter(|judged| judged.mutant.kind == kind),
        );
        (kind.name().to_owned(), counts(&score))
    });
    let survivors = survivors(shown);
    json!({
        "version": 1,
        "score": shown_score(&Score::of(shown.judged)),
        "mutants": counts(&Score::of(shown.judged)),
        "kinds": kinds.collect::<serde_json::Map<_, _>>(),
        "survivors": survivors.iter().map(|(mutant, ready)| survivor_json(shown, mutant, ready)).collect::<Vec<_>>(),
    })
}

fn counts(score: &Score) -> Value {
    json!({
        "noticed": score.noticed,
        "survived": score.survived,
        "equivalent": score.equivalent,
        "refused": score.refused,
    })
}

fn survivor_json(shown: &Shown<'_>, mutant: &Mutant, ready: &Ready) -> Value {
    let (line, column) = shown.sources.position(mutant.span);
    let facts = ready
        .facts
        .iter()
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())));
    json!({
        "kind": mutant.kind.name(),
        "file": shown.sources.path(mutant.span.file),
        "line": line,
        "column": column,
        "was": mutant.was,
        "becomes": mutant.becomes,
        "question": ready.question,
        "facts": facts.collect::<serde_json::Map<_, _>>(),
        "answers": ready.answers,
        "instead": ready.instead,
        "example": ready.example,
    })
}
