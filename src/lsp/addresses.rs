//! The addresses that an erratum can have, each with what stands there.

use crate::model::{Expr, Model, Rule};
use crate::pack::overlay::{Address, Part};
use crate::rulebook::Rulebook;
use crate::source::Span;
use itertools::Itertools as _;
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
        cells(book, model, &start, &mut all);
        for (rule, at) in rules_of(model, &pack.id) {
            parts(book, rule, &at, &mut all);
        }
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

fn cells(book: &Rulebook, model: &Model, start: &Address, all: &mut Vec<Changeable>) {
    let own = model
        .charts
        .iter()
        .filter(|chart| model.pack_name(chart.pack) == start.pack);
    for chart in own {
        for row in &chart.rows {
            let of = |parts: Vec<Part>| Address {
                name: chart.id.clone(),
                parts,
                ..start.clone()
            };
            let heading = Part::keys([&row.heading]);
            if chart.list {
                let rules = row.rules.iter().flatten().take(1);
                let rules = rules.map(|rule| (&model.rules[*rule], of(vec![heading.clone()])));
                rules.for_each(|(rule, at)| parts(book, rule, &at, all));
                continue;
            }
            for (place, (column, cell)) in chart.columns.iter().zip(&row.cells).enumerate() {
                let address = of(vec![Part::keys([&row.heading, column])]);
                let rule = row.rules.get(place).copied().flatten();
                let span = rule.map(|rule| model.rules[rule].span);
                all.push(changeable(&address, cell, span));
            }
            let marks = Part::Field("marks".to_owned());
            let span = Some(chart.span).filter(|_| !row.marks.is_empty());
            all.push(changeable(&of(vec![heading, marks]), &row.marks, span));
        }
    }
}

/// The rules of a pack that are no cells, each with its address: a number tells apart those of one question and paragraph.
pub fn rules_of<'m>(model: &'m Model, pack: &str) -> Vec<(&'m Rule, Address)> {
    let own = |rule: &&Rule| {
        model.pack_name(rule.pack) == pack
            && rule.cell.is_none()
            && model.questions[rule.question].process.is_none()
    };
    let key = |rule: &'m Rule| (rule.question.0, rule.cite.as_str());
    let totals = model.rules.iter().filter(own).counts_by(key);
    let mut counts: FxHashMap<(u32, &str), usize> = FxHashMap::default();
    let numbered = model.rules.iter().filter(own).map(|rule| {
        let count = counts.entry(key(rule)).or_default();
        *count += 1;
        let mut parts = vec![Part::Cite(rule.cite.clone())];
        if totals.get(&key(rule)).is_some_and(|total| *total > 1) {
            parts.push(Part::keys([&count.to_string()]));
        }
        let address = Address {
            pack: pack.to_owned(),
            kind: None,
            name: model.questions[rule.question].name.clone(),
            parts,
        };
        (rule, address)
    });
    numbered.collect()
}

/// What a rule says, by the address of the rule.
fn parts(book: &Rulebook, rule: &Rule, at: &Address, all: &mut Vec<Changeable>) {
    for (field, expr) in [
        ("when", rule.when.as_ref()),
        ("gives", rule.outcome.gives()),
    ] {
        let written = |expr: &Expr| (book.sources.slice(expr.span).to_owned(), expr.span);
        if let Some((old, span)) = expr.map(written).filter(|(old, _)| !old.is_empty()) {
            let mut address = at.clone();
            address.parts.push(Part::Field(field.to_owned()));
            all.push(changeable(&address, &old, Some(span)));
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
