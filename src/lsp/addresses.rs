//! The addresses that an erratum can have, each with what stands there.

use crate::model::{Expr, Model, Outcome, Rule};
use crate::pack::overlay::{Address, Part};
use crate::rulebook::Rulebook;
use crate::source::Span;
use rustc_hash::FxHashMap;

/// A place that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changeable {
    pub at: String,
    /// What stands there; nothing, where it is no text.
    pub old: String,
    /// Where.
    pub span: Option<Span>,
}

/// Every cell of a chart and every part of a rule of a game, and of its questions and facts the parts that are changed most.
pub fn all(book: &Rulebook, model: &Model) -> Vec<Changeable> {
    let mut all = Vec::new();
    for pack in &model.packs {
        let start = Address {
            pack: pack.id.clone(),
            kind: None,
            name: String::new(),
            parts: Vec::new(),
        };
        cells(model, &start, &mut all);
        rules(book, model, &start, &mut all);
        declared(book, &start, &mut all);
    }
    all
}

fn changeable(address: &Address, old: &str, span: Option<Span>) -> Changeable {
    Changeable {
        at: address.to_string(),
        old: old.to_owned(),
        span,
    }
}

fn cells(model: &Model, start: &Address, all: &mut Vec<Changeable>) {
    let own = model
        .charts
        .iter()
        .filter(|chart| model.pack_name(chart.pack) == start.pack);
    for chart in own.filter(|chart| !chart.list) {
        for row in &chart.rows {
            for (place, (column, cell)) in chart.columns.iter().zip(&row.cells).enumerate() {
                let mut address = start.clone();
                address.name.clone_from(&chart.id);
                address.parts = vec![Part::keys([&row.heading, column])];
                let rule = row.rules.get(place).copied().flatten();
                let span = rule.map(|rule| model.rules[rule].span);
                all.push(changeable(&address, cell, span));
            }
        }
    }
}

fn rules(book: &Rulebook, model: &Model, start: &Address, all: &mut Vec<Changeable>) {
    let mut counts: FxHashMap<(u32, &str), usize> = FxHashMap::default();
    let key = |rule: &'_ Rule| (rule.question.0, rule.cite.clone());
    let own = |rule: &&Rule| {
        model.pack_name(rule.pack) == start.pack
            && rule.cell.is_none()
            && model.questions[rule.question].process.is_none()
    };
    let mut totals: FxHashMap<(u32, String), usize> = FxHashMap::default();
    for rule in model.rules.iter().filter(own) {
        *totals.entry(key(rule)).or_default() += 1;
    }
    for rule in model.rules.iter().filter(own) {
        let count = counts
            .entry((rule.question.0, rule.cite.as_str()))
            .or_default();
        *count += 1;
        let mut address = start.clone();
        address
            .name
            .clone_from(&model.questions[rule.question].name);
        address.parts.push(Part::Cite(rule.cite.clone()));
        if totals.get(&key(rule)).is_some_and(|total| *total > 1) {
            address.parts.push(Part::keys([&count.to_string()]));
        }
        let gives = match &rule.outcome {
            Outcome::Gives(gives) => Some(gives),
            Outcome::Gap(_) => None,
        };
        for (field, expr) in [("when", rule.when.as_ref()), ("gives", gives)] {
            let written = |expr: &Expr| (book.sources.slice(expr.span).to_owned(), expr.span);
            if let Some((old, span)) = expr.map(written).filter(|(old, _)| !old.is_empty()) {
                let mut address = address.clone();
                address.parts.push(Part::Field(field.to_owned()));
                all.push(changeable(&address, &old, Some(span)));
            }
        }
    }
}

/// The domains of facts, and what questions answer otherwise.
fn declared(book: &Rulebook, start: &Address, all: &mut Vec<Changeable>) {
    let packs = book.written.packs.iter();
    let is_it =
        |id: &Option<crate::source::Text>| id.as_ref().is_some_and(|id| id.value == start.pack);
    for pack in packs.filter(|pack| is_it(&pack.id)) {
        for fact in &pack.facts {
            let mut address = start.clone();
            address.kind = Some("fact".to_owned());
            address.name.clone_from(&fact.name.value);
            address.parts.push(Part::Field("domain".to_owned()));
            all.push(changeable(
                &address,
                &fact.domain.value,
                Some(fact.domain.span),
            ));
        }
        for question in &pack.questions {
            if let Some(otherwise) = &question.otherwise {
                let mut address = start.clone();
                address.name.clone_from(&question.name.value);
                address.parts.push(Part::Field("otherwise".to_owned()));
                all.push(changeable(&address, &otherwise.value, Some(otherwise.span)));
            }
        }
    }
}
