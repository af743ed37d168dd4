//! What a game's data cite, and what of them an example can exercise.

use super::{Citations, Datum, DatumKind};
use crate::answer::Evaluator;
use crate::model::{Exception, Model, Outcome, PackId, Question, Rule};
use crate::source::Sources;
use rustc_hash::FxHashSet;

/// How a citation is counted.
pub(super) type Count = fn(&mut Citations);

/// Each citation, the pack it stands in, and how it is counted.
pub(super) fn citations(model: &Model) -> Vec<(String, PackId, Count)> {
    let mut all: Vec<(String, PackId, Count)> = Vec::new();
    let mut add = |cite: &str, pack: PackId, count: Count| {
        if !cite.is_empty() {
            all.push((cite.to_owned(), pack, count));
        }
    };
    for question in model
        .questions
        .iter()
        .filter(|question| question.process.is_none())
    {
        question
            .cite
            .iter()
            .for_each(|cite| add(cite, question.pack, |cited| cited.questions += 1));
    }
    for rule in &model.rules {
        add(&rule.cite, rule.pack, |cited| cited.rules += 1);
        rule.except
            .iter()
            .for_each(|exception| cite_exceptions(exception, rule.pack, &mut add));
    }
    for question in &model.questions {
        if let Some(otherwise) = &question.otherwise {
            add(&otherwise.cite, question.pack, |cited| cited.rules += 1);
        }
    }
    for chart in &model.charts {
        add(&chart.cite, chart.pack, |cited| cited.charts += 1);
    }
    for process in &model.processes {
        process
            .cite
            .iter()
            .for_each(|cite| add(cite, process.pack, |cited| cited.processes += 1));
    }
    for variable in &model.variables {
        let cites = variable
            .reading
            .as_ref()
            .map(|reading| reading.cite.as_slice())
            .unwrap_or_default();
        cites
            .iter()
            .for_each(|cite| add(cite, variable.pack, |cited| cited.readings += 1));
    }
    model
        .examples
        .iter()
        .for_each(|example| add(&example.cite, example.pack, |cited| cited.examples += 1));
    model
        .laws
        .iter()
        .for_each(|law| add(&law.cite, law.pack, |cited| cited.laws += 1));
    for (id, pack) in (0..).map(PackId).zip(&model.packs) {
        pack.over
            .iter()
            .for_each(|(_, cite)| add(cite, id, |cited| cited.precedences += 1));
    }
    for defect in &model.defects {
        defect
            .cite
            .iter()
            .for_each(|cite| add(cite, defect.pack, |cited| cited.defects += 1));
    }
    all
}

fn cite_exceptions(exception: &Exception, pack: PackId, add: &mut dyn FnMut(&str, PackId, Count)) {
    add(&exception.cite, pack, |cited| cited.rules += 1);
    exception
        .except
        .iter()
        .for_each(|inner| cite_exceptions(inner, pack, add));
}

/// All that an example can exercise, each datum once: one rule may answer several questions, and one footnote belongs to many
/// cells.
pub(super) fn data(model: &Model, sources: &Sources) -> Vec<(PackId, Datum)> {
    let mut collector = Collector {
        model,
        words: Evaluator::with_texts(model, sources),
        seen: FxHashSet::default(),
        data: Vec::new(),
    };
    for rule in &model.rules {
        collector.rule(rule);
    }
    for question in &model.questions {
        collector.otherwise(question);
    }
    let mut data = collector.data;
    data.sort_by_key(|(pack, datum)| (*pack, datum.span));
    data
}

struct Collector<'a> {
    model: &'a Model,
    words: Evaluator<'a>,
    seen: FxHashSet<crate::source::Span>,
    data: Vec<(PackId, Datum)>,
}

impl Collector<'_> {
    fn add(&mut self, pack: PackId, datum: Datum) {
        if self.seen.insert(datum.span) {
            self.data.push((pack, datum));
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let Some(question) = self.model.question(rule.question) else {
            return;
        };
        let chart = rule
            .cell
            .and_then(|cell| Some((cell, self.model.charts.at(cell.chart.index())?)));
        let gives = self.outcome(&rule.outcome);
        let (kind, says) = match chart {
            Some((cell, chart)) => {
                let row = chart
                    .rows
                    .get(cell.row as usize)
                    .map_or("", |row| row.heading.as_str());
                let column = chart
                    .columns
                    .get(cell.column as usize)
                    .filter(|_| !chart.list && chart.columns.len() > 1);
                let key =
                    column.map_or_else(|| row.to_owned(), |column| format!("{row}, {column}"));
                let kind = if chart.list {
                    DatumKind::Rule
                } else {
                    DatumKind::Cell
                };
                (kind, format!("{} [{key}] gives {gives}", chart.id))
            }
            None => (
                DatumKind::Rule,
                self.conditional(&gives, rule.when.as_ref()),
            ),
        };
        let datum = Datum {
            kind,
            of: question.name.clone(),
            cite: rule.cite.clone(),
            says,
            span: rule.span,
            exercised: false,
        };
        self.add(rule.pack, datum);
        for exception in &rule.except {
            self.exception(rule.pack, question, exception);
        }
    }

    fn exception(&mut self, pack: PackId, question: &Question, exception: &Exception) {
        let gives = exception
            .outcome
            .as_ref()
            .map_or_else(|| "nothing".to_owned(), |outcome| self.outcome(outcome));
        let datum = Datum {
            kind: DatumKind::Exception,
            of: question.name.clone(),
            cite: exception.cite.clone(),
            says: self.conditional(&gives, exception.when.as_ref()),
            span: exception.span,
            exercised: false,
        };
        self.add(pack, datum);
        for inner in &exception.except {
            self.exception(pack, question, inner);
        }
    }

    fn otherwise(&mut self, question: &Question) {
        let Some(otherwise) = &question.otherwise else {
            return;
        };
        let datum = Datum {
            kind: DatumKind::Otherwise,
            of: question.name.clone(),
            cite: otherwise.cite.clone(),
            says: format!("otherwise {}", self.words.words(&otherwise.gives)),
            span: otherwise.gives.span,
            exercised: false,
        };
        self.add(question.pack, datum);
    }

    fn conditional(&self, gives: &str, when: Option<&crate::model::Expr>) -> String {
        when.map_or_else(
            || gives.to_owned(),
            |when| format!("{gives} when {}", self.words.words(when)),
        )
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Gives(expr) => self.words.words(expr),
            Outcome::Gap(gap) => self
                .model
                .gaps
                .at(gap.index())
                .map_or_else(String::new, |gap| format!("a gap: {}", gap.lost)),
        }
    }
}
