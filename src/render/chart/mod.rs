//! A chart as the book has it: for a person, as Markdown, and for a program.

mod human;
mod json;
mod key;
mod markdown;

pub use human::human;
pub use json::json;
pub use key::readable;
pub use markdown::markdown;

use crate::model::{Chart, ChartRow, Model, Note, Rule, RuleId};
use crate::source::Sources;

/// A chart and what belongs to it.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// Its game.
    pub model: &'a Model,
    /// The texts of the rulebook, for places in files.
    pub sources: &'a Sources,
    /// The chart.
    pub chart: &'a Chart,
}

/// A cell that the book leaves empty, as packs write it.
const EMPTY: &str = "-";

impl<'a> Shown<'a> {
    /// The names of the questions that the chart answers.
    fn answers(&self) -> Vec<&'a str> {
        let names = self
            .chart
            .answers
            .iter()
            .filter_map(|id| self.model.question(*id));
        names.map(|question| question.name.as_str()).collect()
    }

    /// What the rows go by; of a list, nothing.
    fn down(&self) -> Vec<&'a str> {
        self.chart.down.iter().map(String::as_str).collect()
    }

    /// The headings of a column from top to bottom; of one that is a question's only answer, none.
    fn column(&self, place: usize) -> Vec<String> {
        let Some(key) = self.chart.column_keys.get(place) else {
            return self.chart.columns.get(place).cloned().into_iter().collect();
        };
        let cite = self.chart.column_cites.get(place).into_iter().flatten();
        let mut parts: Vec<String> = key.iter().map(|part| readable(part)).collect();
        if let Some(last) = parts.last_mut() {
            cite.for_each(|cite| last.push_str(&format!(" ({cite})")));
        }
        parts
    }

    /// The parts of a row's heading, the marks of its footnotes at the end.
    fn row(&self, row: &ChartRow) -> Vec<String> {
        let mut parts: Vec<String> = row
            .key
            .iter()
            .map(|part| {
                if self.chart.list {
                    part.clone()
                } else {
                    readable(part)
                }
            })
            .collect();
        if let Some(last) = parts.last_mut() {
            last.push_str(&row.marks);
        }
        parts
    }

    /// The rules of a line of a list that say more than the list does: questions of its own, a paragraph of its own.
    fn own_of(&self, row: &ChartRow) -> String {
        let rules: Vec<&Rule> = row
            .rules
            .iter()
            .flatten()
            .filter_map(|id| self.rule(*id))
            .collect();
        let cite = rules
            .first()
            .map(|rule| rule.cite.as_str())
            .filter(|cite| *cite != self.chart.cite);
        let others: Vec<&str> = rules
            .iter()
            .filter(|rule| !self.chart.answers.contains(&rule.question))
            .filter_map(|rule| self.model.question(rule.question))
            .map(|question| question.name.as_str())
            .collect();
        let others = if others.is_empty() {
            None
        } else {
            Some(format!("to {}", others.join(", ")))
        };
        cite.map(str::to_owned)
            .into_iter()
            .chain(others)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn rule(&self, id: RuleId) -> Option<&'a Rule> {
        self.model.rule(id)
    }

    /// Each footnote and exception in words, with its mark and its paragraph.
    fn notes(&self) -> Vec<(&'a str, &'a str, String)> {
        let all = self.chart.notes.iter().chain(&self.chart.except);
        all.map(|note| (note.mark.as_str(), note.cite.as_str(), words(note)))
            .collect()
    }

    /// The file and line at which it is written.
    fn place(&self) -> String {
        let span = self.chart.span;
        format!(
            "{}:{}",
            self.sources.path(span.file),
            self.sources.position(span).0
        )
    }
}

/// A footnote or exception in words: what holds then, and when.
fn words(note: &Note) -> String {
    let gives = match (&note.gap, note.gives.as_slice()) {
        (Some(lost), _) => format!("a gap ({lost})"),
        (None, []) => "nothing".to_owned(),
        (None, [first, rest @ ..]) if rest.iter().all(|other| other == first) => first.clone(),
        (None, gives) => gives.join(" | "),
    };
    let when = note
        .when
        .as_ref()
        .map_or_else(|| "always".to_owned(), |when| format!("when {when}"));
    let except: Vec<String> = note
        .except
        .iter()
        .map(|inner| format!("; except {}", words(inner)))
        .collect();
    format!("{gives} {when}{}", except.concat())
}
