//! Some questions of a model, or what a fact usually is, resolved again as packs say it now: what is needed of a rulebook in which
//! one datum changed.

use super::names::or_empty;
use super::reach::Reached;
use super::scope::{Others, Scope};
use super::{Checker, Packs};
use crate::model::{ChartId, GapId, Model, PackId, Question, QuestionId, Rule, Usual, VariableId};
use crate::pack::{Chart, Pack};
use crate::source::Text;
use rustc_hash::{FxHashMap, FxHashSet};

/// A model in which something was resolved again.
#[derive(Debug)]
pub struct Again {
    pub model: Model,
    /// Whether resolving found no fault; nothing, if more than that may have changed.
    pub is_sound: Option<bool>,
    before: Before,
    /// How many rules, charts and gaps there were.
    counts: [usize; 3],
}

/// What was resolved again, as it was.
#[derive(Debug)]
enum Before {
    Questions(Vec<(QuestionId, Question)>),
    Usual(VariableId, Vec<Usual>),
}

impl Again {
    /// Resolves questions again in a model in which nothing is wrong, as the packs of its game say them now, where nothing else of
    /// these packs changed. Questions that share a chart are resolved together.
    pub fn questions(model: Model, questions: &[QuestionId], packs: &[&Pack]) -> Self {
        let packs = in_order(&model, packs);
        let (wanted, charts) = with_those_of_charts(&model, questions, &packs);
        let mut ids: Vec<QuestionId> = wanted.iter().copied().collect();
        ids.sort_unstable();
        let before = ids.iter().map(|id| (*id, model.questions[*id].clone()));
        let before: Vec<_> = before.collect();
        let counts = counts(&model);
        let words = model.words.iter().count();
        let mut checker = Checker::new(model);
        checker.settled = false;
        checker.known_gaps = before
            .iter()
            .map(|(id, question)| (*id, gaps_of(&checker.model, question)))
            .collect();
        for (id, _) in &before {
            checker.empty(*id);
        }
        checker.wanted = Some(wanted.clone());
        checker.each(
            &packs,
            |pack| &pack.questions,
            |checker, written| {
                let id = checker.model.question_names.get(&written.name.value);
                if let Some(id) = id.copied().filter(|id| wanted.contains(id)) {
                    checker.model.questions[id].from = checker.listed(id, written).0;
                    checker.fill_question(written);
                }
            },
        );
        checker.each(&packs, |pack| &pack.rules, Checker::written_rule);
        for (pack, chart) in charts {
            checker.scope = Scope::new(pack, Others::First);
            checker.chart(chart);
        }
        let is_same = checker.settle_again(&before);
        let has_all_gaps = checker.known_gaps.values().all(Vec::is_empty);
        // What asks for a question that takes other facts may be wrong now.
        let is_all = is_same && has_all_gaps;
        Self::of(checker, is_all, Before::Questions(before), (words, counts))
    }

    /// Resolves again what a fact usually is, likewise.
    pub fn usual(mut model: Model, fact: VariableId, packs: &[&Pack]) -> Self {
        let packs = in_order(&model, packs);
        let before = std::mem::take(&mut model.variables[fact].usually);
        let (words, counts) = (model.words.iter().count(), counts(&model));
        let mut checker = Checker::new(model);
        let reached = Reached {
            usual: FxHashSet::from_iter([fact]),
            ..Reached::default()
        };
        checker.usual_values(&packs, Some(&reached));
        // What a text can take of others hangs on whether anything is usual.
        let now = &checker.model.variables[fact].usually;
        let is_all = now.is_empty() == before.is_empty();
        Self::of(
            checker,
            is_all,
            Before::Usual(fact, before),
            (words, counts),
        )
    }

    /// What a checker made of it; `is_all` tells whether nothing else may have changed, but for words and gaps, of which there were
    /// so many.
    fn of(
        checker: Checker,
        is_all: bool,
        before: Before,
        (words, counts): (usize, [usize; 3]),
    ) -> Self {
        let is_sound = checker.diagnostics.is_empty();
        let model = checker.model;
        let has_more = model.gaps.len() != counts[2] || model.words.iter().count() != words;
        Self {
            is_sound: (is_all && !has_more || !is_sound).then_some(is_sound),
            model,
            before,
            counts,
        }
    }

    /// The model as it was.
    pub fn taken_back(self) -> Model {
        let mut model = self.model;
        match self.before {
            Before::Questions(questions) => {
                for (id, question) in questions {
                    model.questions[id] = question;
                }
            }
            Before::Usual(fact, usually) => model.variables[fact].usually = usually,
        }
        let [rules, charts, gaps] = self.counts;
        while model.rules.len() > rules {
            model.rules.pop();
        }
        while model.charts.len() > charts {
            model.charts.pop();
        }
        while model.gaps.len() > gaps {
            model.gaps.pop();
        }
        model
    }
}

/// The packs of a model's game by their numbers.
fn in_order<'p>(model: &Model, packs: &[&'p Pack]) -> Vec<(PackId, &'p Pack)> {
    let ids: FxHashMap<&str, PackId> = model
        .packs
        .enumerated()
        .map(|(id, pack)| (pack.id.as_str(), id))
        .collect();
    let packs = packs.iter().filter_map(|pack| {
        let name = or_empty(&pack.id);
        Some((*ids.get(name.as_str())?, *pack))
    });
    let mut packs: Vec<(PackId, &Pack)> = packs.collect();
    packs.sort_by_key(|(id, _)| *id);
    packs
}

fn counts(model: &Model) -> [usize; 3] {
    [model.rules.len(), model.charts.len(), model.gaps.len()]
}

/// Questions with all that share a chart with one of them, and these charts.
fn with_those_of_charts<'p>(
    model: &Model,
    questions: &[QuestionId],
    packs: &Packs<'p>,
) -> (FxHashSet<QuestionId>, Vec<(PackId, &'p Chart)>) {
    let mut wanted: FxHashSet<QuestionId> = questions.iter().copied().collect();
    let id_of = |name: &Text| model.question_names.get(&name.value).copied();
    let charts = packs
        .iter()
        .flat_map(|(id, pack)| pack.charts.iter().map(move |chart| (*id, chart)));
    let charts: Vec<(PackId, &Chart, Vec<QuestionId>)> = charts
        .map(|(id, chart)| {
            let lines = chart.lines.iter().flat_map(|line| &line.answers);
            let answered = chart.answers.iter().chain(lines);
            (id, chart, answered.filter_map(id_of).collect())
        })
        .collect();
    loop {
        let known = wanted.len();
        for (.., answered) in &charts {
            if answered.iter().any(|id| wanted.contains(id)) {
                wanted.extend(answered);
            }
        }
        if wanted.len() == known {
            break;
        }
    }
    let own = charts
        .into_iter()
        .filter(|(.., answered)| answered.iter().any(|id| wanted.contains(id)));
    let own = own.map(|(id, chart, _)| (id, chart)).collect();
    (wanted, own)
}

/// The gaps that a question answers, in the order of its rules.
fn gaps_of(model: &Model, question: &Question) -> Vec<GapId> {
    let rules = question.rules.iter().map(|id| &model.rules[*id]);
    rules.flat_map(Rule::gaps).collect()
}

impl Checker {
    /// Another chart of the same name, which is the same chart where questions are resolved again.
    pub fn twin(&self, chart: &Chart) -> Option<ChartId> {
        let is_again = !self.known_gaps.is_empty();
        let charts = &self.model.charts;
        let twin = charts.find(|other| other.id == chart.id.value);
        twin.filter(|_| !is_again)
    }

    /// A question without what its text and its rules say.
    fn empty(&mut self, id: QuestionId) {
        let question = &mut self.model.questions[id];
        question.from.clear();
        question.only.clear();
        question.beware.clear();
        question.rules.clear();
        question.otherwise = None;
        question.chart_fault = false;
    }
}
