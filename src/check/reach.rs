//! Which questions can have a part in the answer to one of them. This is told from the words of their texts, before any of
//! them is resolved: rather too many than too few.

use super::names::Ordered;
use crate::model::{Model, QuestionId};
use crate::pack::{Chart, Exception, Outcome, Question, Rule};
use crate::source::Text;
use crate::syntax::words;
use rustc_hash::FxHashSet;

/// The question of this name and all whose answers its own can come from, near or far; and those that name texts, since a text
/// that some rule names is told from all others wherever it is given.
pub(super) fn reach(model: &Model, packs: &Ordered<'_>, name: &str) -> FxHashSet<QuestionId> {
    let parts = parts(model, packs);
    let mut reached: FxHashSet<QuestionId> = FxHashSet::default();
    let mut waiting: Vec<QuestionId> = model
        .question_names
        .get(name)
        .copied()
        .into_iter()
        .collect();
    let names_text = |parts: &[Part<'_>]| {
        parts
            .iter()
            .any(|part| part.texts().iter().any(|text| text.value.contains('\'')))
    };
    waiting.extend(
        (0..)
            .map(QuestionId)
            .zip(&parts)
            .filter(|(_, own)| names_text(own))
            .map(|(id, _)| id),
    );
    while let Some(id) = waiting.pop() {
        if !reached.insert(id) {
            continue;
        }
        // A fact that is not at hand is found by the question of its name.
        let from = model
            .question(id)
            .map(|question| question.from.as_slice())
            .unwrap_or_default();
        let facts = from.iter().map(|fact| model.variable_name(*fact));
        let own = parts.get(id.index()).map(Vec::as_slice).unwrap_or_default();
        let named = own
            .iter()
            .flat_map(|part| part.texts())
            .flat_map(|text| words(&text.value))
            .flat_map(|word| [word].into_iter().chain(counted(model, word)));
        waiting.extend(
            facts
                .chain(named)
                .filter_map(|name| model.question_names.get(name)),
        );
        // The cells of a chart stand and fall together.
        let charts = own.iter().filter_map(|part| {
            if let Part::Chart(chart) = part {
                Some(chart)
            } else {
                None
            }
        });
        let beside = charts.flat_map(|chart| answered(chart));
        waiting.extend(beside.filter_map(|name| model.question_names.get(&name.value)));
    }
    reached
}

/// The fact that a rate in a unit counts.
fn counted<'m>(model: &'m Model, unit: &str) -> Option<&'m str> {
    let unit = model.units.get(model.units.find(unit)?)?;
    unit.counts.as_deref()
}

/// What a question's answer is made of.
#[derive(Clone, Copy)]
enum Part<'p> {
    Question(&'p Question),
    Rule(&'p Rule),
    Chart(&'p Chart),
}

/// The parts of every question, by its number.
fn parts<'p>(model: &Model, packs: &Ordered<'p>) -> Vec<Vec<Part<'p>>> {
    let mut parts = vec![Vec::new(); model.questions.len()];
    let mut add = |name: &Text, part| {
        let id = model.question_names.get(&name.value);
        if let Some(own) = id.and_then(|id| parts.get_mut(id.index())) {
            own.push(part);
        }
    };
    for (_, pack) in packs {
        pack.questions
            .iter()
            .for_each(|question| add(&question.name, Part::Question(question)));
        for rule in &pack.rules {
            rule.answers
                .iter()
                .for_each(|name| add(name, Part::Rule(rule)));
        }
        for chart in &pack.charts {
            answered(chart).for_each(|name| add(name, Part::Chart(chart)));
        }
    }
    parts
}

/// The names of all questions that a chart answers.
fn answered(chart: &Chart) -> impl Iterator<Item = &Text> {
    chart
        .answers
        .iter()
        .chain(chart.lines.iter().flat_map(|line| &line.answers))
}

impl<'p> Part<'p> {
    /// Every text in it that can name a question.
    fn texts(self) -> Vec<&'p Text> {
        let mut texts = Vec::new();
        match self {
            Self::Question(question) => {
                texts.extend(question.only.iter().map(|(fact, _)| fact));
                texts.extend(&question.otherwise);
                texts.extend(question.outcome.as_ref().and_then(given));
            }
            Self::Rule(rule) => {
                texts.extend(&rule.when);
                texts.extend(rule.outcome.as_ref().and_then(given));
                of_exceptions(&rule.except, &mut texts);
            }
            Self::Chart(chart) => {
                texts.extend(chart.down.iter().chain(&chart.across).chain(&chart.when));
                let keys = chart
                    .columns
                    .iter()
                    .chain(chart.rows.iter().map(|row| &row.key))
                    .flatten();
                texts.extend(keys.chain(chart.rows.iter().flat_map(|row| &row.cells)));
                texts.extend(
                    chart
                        .lines
                        .iter()
                        .flat_map(|line| [&line.when, &line.gives]),
                );
                texts.extend(
                    chart
                        .notes
                        .iter()
                        .flat_map(|note| [&note.when].into_iter().chain(&note.gives)),
                );
                of_exceptions(&chart.except, &mut texts);
            }
        }
        texts
    }
}

fn of_exceptions<'p>(exceptions: &'p [Exception], texts: &mut Vec<&'p Text>) {
    for exception in exceptions {
        texts.extend(&exception.when);
        texts.extend(exception.outcome.as_ref().and_then(given));
        of_exceptions(&exception.except, texts);
    }
}

const fn given(outcome: &Outcome) -> Option<&Text> {
    match outcome {
        Outcome::Gives(text) => Some(text),
        Outcome::Gap(_) => None,
    }
}
