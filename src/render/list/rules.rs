//! Rules, the cells of charts and the lines of lists among them.

use super::{Entry, Holdings, place, text_or_null};
use crate::answer::Evaluator;
use crate::model::{Cell, Exception, Expr, Kind, Model, Outcome, Rule, VariableId};
use crate::render::chart::readable;
use serde_json::{Value, json};

pub(super) fn rules(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let mut rules: Vec<&Rule> = model.rules.iter().collect();
    rules.sort_by_key(|rule| (rule.pack, rule.span));
    rules
        .into_iter()
        .map(|rule| one(holdings, model, rule))
        .collect()
}

fn one(holdings: &Holdings<'_>, model: &Model, rule: &Rule) -> Entry {
    let evaluator = Evaluator::with_texts(model, holdings.sources);
    let question = model.question(rule.question);
    let process = question
        .and_then(|question| question.process)
        .and_then(|id| model.processes.at(id.index()));
    let name = question.map_or("", |question| question.name.as_str());
    let when = rule.when.as_ref().map(|when| evaluator.words(when));
    let (gives, gap) = outcome(model, &evaluator, Some(&rule.outcome));
    let cell = rule.cell.and_then(|cell| of_cell(model, cell));
    let cells = vec![
        name.to_owned(),
        rule.cite.clone(),
        gives
            .clone()
            .or_else(|| gap.as_ref().map(|lost| format!("gap: {lost}")))
            .unwrap_or_default(),
        cell.clone()
            .or_else(|| when.clone())
            .unwrap_or_else(|| "always".to_owned()),
        place(holdings.sources, rule.span),
    ];
    let own = json!({
        "answers": name,
        "process": process.map(|process| process.name.as_str()),
        "cite": rule.cite,
        "when": when,
        "gives": gives,
        "gap": gap,
        "except": exceptions(model, &evaluator, &rule.except),
        "cell": cell,
        "note": text_or_null(&rule.note),
    });
    Entry::new(model, rule.pack, cells, own).at(holdings.sources, rule.span)
}

fn outcome(
    model: &Model,
    evaluator: &Evaluator<'_>,
    outcome: Option<&Outcome>,
) -> (Option<String>, Option<String>) {
    match outcome {
        Some(Outcome::Gives(expr)) => (Some(evaluator.words(expr)), None),
        Some(Outcome::Gap(gap)) => (None, model.gaps.at(gap.index()).map(|gap| gap.lost.clone())),
        None => (None, None),
    }
}

fn exceptions(model: &Model, evaluator: &Evaluator<'_>, except: &[Exception]) -> Vec<Value> {
    let one = |exception: &Exception| {
        let (gives, gap) = outcome(model, evaluator, exception.outcome.as_ref());
        json!({
            "cite": exception.cite,
            "when": exception.when.as_ref().map(|when| evaluator.words(when)),
            "gives": gives,
            "gap": gap,
            "except": exceptions(model, evaluator, &exception.except),
            "note": text_or_null(&exception.note),
        })
    };
    except.iter().map(one).collect()
}

/// `time-of-day-table [2, weather]`
pub(super) fn of_cell(model: &Model, cell: Cell) -> Option<String> {
    let chart = model.charts.at(cell.chart.index())?;
    let row = chart.rows.get(cell.row as usize)?;
    let column = chart
        .columns
        .get(cell.column as usize)
        .filter(|_| !chart.list && chart.columns.len() > 1);
    let heading = if chart.list {
        row.heading.clone()
    } else {
        readable(&row.heading)
    };
    Some(match column {
        Some(column) => format!("{} [{heading}, {}]", chart.id, readable(column)),
        None => format!("{} [{heading}]", chart.id),
    })
}

/// The variables that a rule's own expressions name.
pub(super) fn variables(rule: &Rule) -> Vec<VariableId> {
    let mut found = Vec::new();
    let mut note = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let Kind::Variable(variable) = part.kind {
                found.push(variable);
            }
        });
    };
    rule.when.iter().for_each(&mut note);
    if let Outcome::Gives(expr) = &rule.outcome {
        note(expr);
    }
    rule.except
        .iter()
        .for_each(|exception| of_exception(exception, &mut note));
    found
}

fn of_exception(exception: &Exception, note: &mut dyn FnMut(&Expr)) {
    exception.when.iter().for_each(&mut *note);
    if let Some(Outcome::Gives(expr)) = &exception.outcome {
        note(expr);
    }
    exception
        .except
        .iter()
        .for_each(|inner| of_exception(inner, note));
}
