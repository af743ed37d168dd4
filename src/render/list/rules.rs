//! Rules, the cells of charts and the lines of lists among them.

use super::{Entry, Holdings, text_or_null};
use crate::answer::Evaluator;
use crate::model::{Cell, Exception, Model, Outcome, Rule};
use crate::render::chart::readable;
use crate::render::told::Place;
use crate::render::words;
use serde_json::{Value, json};

pub fn rules(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let mut rules: Vec<&Rule> = model.rules.iter().collect();
    rules.sort_by_key(|rule| (rule.pack, rule.span));
    let words = Evaluator::with_texts(model, holdings.sources);
    let entries = rules.into_iter().map(|rule| {
        let question = &model.questions[rule.question];
        let process = question.process.map(|id| &model.processes[id].name);
        let when = rule.when.as_ref().map(|when| words.words(when));
        let [gives, gap] = outcome(model, &words, Some(&rule.outcome));
        let cell = rule.cell.map(|cell| of_cell(model, cell));
        let own = json!({
            "answers": question.name,
            "process": process,
            "cite": rule.cite,
            "when": when,
            "gives": gives,
            "gap": gap,
            "except": exceptions(model, &words, &rule.except),
            "cell": cell,
            "note": text_or_null(&rule.note),
        });
        let lost = gap.map(|lost| format!("{}: {lost}", words::GAP));
        let always = || "always".to_owned();
        Entry::of(model, rule.pack, own)
            .at(holdings.sources, rule.span)
            .saying("gives", gives.or(lost).unwrap_or_default())
            .saying("when", cell.or(when).unwrap_or_else(always))
            .saying("where", Place::of(holdings.sources, rule.span).to_string())
    });
    entries.collect()
}

/// What a rule gives, and what is lost in its place.
fn outcome(model: &Model, words: &Evaluator<'_>, outcome: Option<&Outcome>) -> [Option<String>; 2] {
    match outcome {
        Some(Outcome::Gives(expr)) => [Some(words.words(expr)), None],
        Some(Outcome::Gap(gap)) => [None, Some(model.gaps[*gap].lost.clone())],
        None => [None, None],
    }
}

fn exceptions(model: &Model, words: &Evaluator<'_>, except: &[Exception]) -> Vec<Value> {
    let exceptions = except.iter().map(|exception| {
        let [gives, gap] = outcome(model, words, exception.outcome.as_ref());
        json!({
            "cite": exception.cite,
            "when": exception.when.as_ref().map(|when| words.words(when)),
            "gives": gives,
            "gap": gap,
            "except": exceptions(model, words, &exception.except),
            "note": text_or_null(&exception.note),
        })
    });
    exceptions.collect()
}

/// `time-of-day-table [2, weather]`
fn of_cell(model: &Model, cell: Cell) -> String {
    let chart = &model.charts[cell.chart];
    let row = chart.rows.get(cell.row as usize);
    let heading = row.map_or("", |row| &row.heading);
    if chart.list {
        return format!("{} [{heading}]", chart.id);
    }
    let heading = readable(heading);
    match chart.columns.get(cell.column as usize) {
        Some(column) if chart.columns.len() > 1 => {
            format!("{} [{heading}, {}]", chart.id, readable(column))
        }
        _ => format!("{} [{heading}]", chart.id),
    }
}
