//! What a game's data cite, and what of them an example can exercise.

use super::{Citations, Datum, DatumKind};
use crate::answer::Evaluator;
use crate::model::{Exception, Expr, Model, Outcome, PackId, Rule};
use crate::source::{Sources, Span};
use rustc_hash::FxHashSet;
use std::slice::from_ref;

/// How a citation is counted.
pub type Count = fn(&mut Citations);

/// Each citation, the pack it stands in, and how it is counted.
pub fn citations<'m>(model: &'m Model) -> Vec<(&'m str, PackId, Count)> {
    let mut all: Vec<(&str, PackId, Count)> = Vec::new();
    let mut add = |cites: &'m [String], pack: PackId, count: Count| {
        let said = cites.iter().filter(|cite| !cite.is_empty());
        all.extend(said.map(|cite| (cite.as_str(), pack, count)));
    };
    for question in &model.questions {
        if question.process.is_none() {
            add(&question.cite, question.pack, |cited| cited.questions += 1);
        }
        if let Some(otherwise) = &question.otherwise {
            add(from_ref(&otherwise.cite), question.pack, |cited| {
                cited.rules += 1
            });
        }
    }
    for rule in &model.rules {
        add(from_ref(&rule.cite), rule.pack, |cited| cited.rules += 1);
        each_exception(&rule.except, &mut |exception| {
            add(from_ref(&exception.cite), rule.pack, |cited| {
                cited.rules += 1
            });
        });
    }
    for chart in &model.charts {
        add(from_ref(&chart.cite), chart.pack, |cited| cited.charts += 1);
    }
    for process in &model.processes {
        add(&process.cite, process.pack, |cited| cited.processes += 1);
    }
    for procedure in &model.procedures {
        let steps = procedure.steps.iter().map(|step| from_ref(&step.cite));
        let all = std::iter::once(procedure.cite.as_slice()).chain(steps);
        all.for_each(|cites| add(cites, procedure.pack, |cited| cited.procedures += 1));
    }
    for impossible in &model.impossible {
        add(from_ref(&impossible.cite), impossible.pack, |cited| {
            cited.rules += 1
        });
    }
    for usual in model.variables.iter().flat_map(|fact| &fact.usually) {
        add(from_ref(&usual.cite), usual.pack, |cited| cited.rules += 1);
    }
    for variable in &model.variables {
        if let Some(reading) = &variable.reading {
            add(&reading.cite, variable.pack, |cited| cited.readings += 1);
        }
    }
    for example in &model.examples {
        add(from_ref(&example.cite), example.pack, |cited| {
            cited.examples += 1
        });
    }
    for law in &model.laws {
        add(from_ref(&law.cite), law.pack, |cited| cited.laws += 1);
    }
    for (id, pack) in model.packs.enumerated() {
        for (_, cite) in &pack.over {
            add(from_ref(cite), id, |cited| cited.precedences += 1);
        }
    }
    for defect in &model.defects {
        add(&defect.cite, defect.pack, |cited| cited.defects += 1);
    }
    all
}

/// Exceptions, and within each its own.
fn each_exception<'m>(except: &'m [Exception], visit: &mut dyn FnMut(&'m Exception)) {
    for exception in except {
        visit(exception);
        each_exception(&exception.except, visit);
    }
}

/// All that an example can exercise, each datum once, with its place: one rule may answer several questions, and one footnote
/// belongs to many cells.
pub fn data(model: &Model, sources: &Sources) -> Vec<(PackId, Span, Datum)> {
    let mut collector = Collector {
        model,
        sources,
        words: Evaluator::with_texts(model, sources),
        seen: FxHashSet::default(),
        data: Vec::new(),
    };
    collector.rules();
    collector.where_no_rule_applies();
    let mut data = collector.data;
    data.sort_by_key(|(pack, span, _)| (*pack, *span));
    data
}

struct Collector<'a> {
    model: &'a Model,
    sources: &'a Sources,
    words: Evaluator<'a>,
    seen: FxHashSet<Span>,
    data: Vec<(PackId, Span, Datum)>,
}

impl Collector<'_> {
    fn add(&mut self, at: (PackId, Span), kind: DatumKind, of: &str, cite: &str, says: String) {
        let (pack, span) = at;
        if self.seen.insert(span) {
            let datum = Datum {
                kind,
                of: of.to_owned(),
                cite: cite.to_owned(),
                says,
                exercised: false,
                file: self.sources.path(span.file).to_owned(),
                line: self.sources.position(span).0,
            };
            self.data.push((pack, span, datum));
        }
    }

    fn rules(&mut self) {
        let model = self.model;
        for rule in &model.rules {
            let of = &model.questions[rule.question].name;
            let gives = self.outcome(&rule.outcome);
            let (kind, says) = match cell(model, rule) {
                Some((kind, key)) => (kind, format!("{key} gives {gives}")),
                None => (DatumKind::Rule, self.conditional(gives, rule.when.as_ref())),
            };
            self.add((rule.pack, rule.span), kind, of, &rule.cite, says);
            each_exception(&rule.except, &mut |exception| {
                let gives = exception.outcome.as_ref();
                let gives = gives.map_or_else(|| "nothing".to_owned(), |gives| self.outcome(gives));
                let says = self.conditional(gives, exception.when.as_ref());
                self.add(
                    (rule.pack, exception.span),
                    DatumKind::Exception,
                    of,
                    &exception.cite,
                    says,
                );
            });
        }
    }

    fn where_no_rule_applies(&mut self) {
        let model = self.model;
        for question in &model.questions {
            if let Some(otherwise) = &question.otherwise {
                let says = format!("otherwise {}", self.words.words(&otherwise.gives));
                let at = (question.pack, otherwise.gives.span);
                self.add(
                    at,
                    DatumKind::Otherwise,
                    &question.name,
                    &otherwise.cite,
                    says,
                );
            }
        }
        for variable in &model.variables {
            for usual in variable
                .usually
                .iter()
                .filter(|usual| !usual.cite.is_empty())
            {
                let says = format!("usually {}", self.words.words(&usual.is));
                let says = self.conditional(says, usual.when.as_ref());
                let at = (usual.pack, usual.span);
                self.add(at, DatumKind::Usual, &variable.name, &usual.cite, says);
            }
        }
    }

    fn conditional(&self, gives: String, when: Option<&Expr>) -> String {
        match when {
            Some(when) => format!("{gives} when {}", self.words.words(when)),
            None => gives,
        }
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Gives(expr) => self.words.words(expr),
            Outcome::Gap(gap) => format!("a gap: {}", self.model.gaps[*gap].lost),
        }
    }
}

/// Of a rule that stands in a chart what it is, and its chart with row and column.
fn cell(model: &Model, rule: &Rule) -> Option<(DatumKind, String)> {
    let cell = rule.cell?;
    let chart = &model.charts[cell.chart];
    let row = chart
        .rows
        .get(cell.row as usize)
        .map_or("", |row| &row.heading);
    let column = chart.columns.get(cell.column as usize);
    Some(match column {
        _ if chart.list => (DatumKind::Rule, format!("{} [{row}]", chart.id)),
        Some(column) if chart.columns.len() > 1 => {
            (DatumKind::Cell, format!("{} [{row}, {column}]", chart.id))
        }
        _ => (DatumKind::Cell, format!("{} [{row}]", chart.id)),
    })
}
