//! Which questions can have a part in the answer to one of them. This is told from the words of their texts, before any of
//! them is resolved: rather too many than too few.

use super::names::Ordered;
use crate::model::{Model, QuestionId, VariableId};
use crate::pack::{Chart, Exception, Outcome, Question, Rule};
use crate::source::Text;
use crate::syntax::words;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the answers to one question can come from.
pub(super) struct Reached {
    /// The questions.
    pub(super) questions: FxHashSet<QuestionId>,
    /// The facts with usual values that some text names.
    pub(super) usual: FxHashSet<VariableId>,
    /// Those of the situations that cannot be which say something of a fact that some text names, by their numbers.
    pub(super) impossible: FxHashSet<usize>,
}

/// The question of this name and all whose answers its own can come from, near or far; and those that name texts, since a text
/// that some rule names is told from all others wherever it is given.
pub(super) fn reach(model: &Model, packs: &Ordered<'_>, name: &str) -> Reached {
    let parts = parts(model, packs);
    let mut search = Search {
        model,
        usual: usual(model, packs),
        waiting: model
            .question_names
            .get(name)
            .copied()
            .into_iter()
            .collect(),
        reached: Reached {
            questions: FxHashSet::default(),
            usual: FxHashSet::default(),
            impossible: FxHashSet::default(),
        },
        facts: FxHashSet::default(),
    };
    let names_text = |parts: &[Part<'_>]| {
        parts
            .iter()
            .any(|part| part.texts().iter().any(|text| text.value.contains('\'')))
    };
    let of_texts = (0..).map(QuestionId).zip(&parts);
    search.waiting.extend(
        of_texts
            .filter(|(_, own)| names_text(own))
            .map(|(id, _)| id),
    );
    let impossible: Vec<&Text> = packs
        .iter()
        .flat_map(|(_, pack)| &pack.impossible)
        .map(|own| &own.when)
        .collect();
    loop {
        while let Some(id) = search.waiting.pop() {
            if search.reached.questions.insert(id) {
                let own = parts.get(id.index()).map(Vec::as_slice).unwrap_or_default();
                search.question(id, own);
            }
        }
        if !search.impossible(&impossible) {
            return search.reached;
        }
    }
}

/// The texts of each fact's usual values.
type OfUsual<'p> = FxHashMap<VariableId, Vec<&'p Text>>;

fn usual<'p>(model: &Model, packs: &Ordered<'p>) -> OfUsual<'p> {
    let mut all = OfUsual::default();
    for (_, pack) in packs {
        let of_facts = pack.facts.iter().map(|fact| (&fact.name, &fact.usually));
        let of_others = pack.usually.iter().map(|(name, usual)| (name, usual));
        for (name, usual) in of_facts.chain(of_others) {
            if let Some(fact) = model.variable_names.get(&name.value) {
                let texts = usual
                    .iter()
                    .flat_map(|usual| std::iter::once(&usual.is).chain(&usual.when));
                all.entry(*fact).or_default().extend(texts);
            }
        }
    }
    all
}

struct Search<'p> {
    model: &'p Model,
    usual: OfUsual<'p>,
    waiting: Vec<QuestionId>,
    reached: Reached,
    /// The facts that some text names.
    facts: FxHashSet<VariableId>,
}

impl Search<'_> {
    fn question(&mut self, id: QuestionId, own: &[Part<'_>]) {
        let model = self.model;
        for fact in model
            .question(id)
            .map(|question| question.from.as_slice())
            .unwrap_or_default()
        {
            self.name(model.variable_name(*fact));
        }
        for text in own.iter().flat_map(|part| part.texts()) {
            for word in words(&text.value) {
                self.name(word);
                counted(model, word)
                    .into_iter()
                    .for_each(|fact| self.name(fact));
            }
        }
        // The cells of a chart stand and fall together.
        for part in own {
            if let Part::Chart(chart) = part {
                answered(chart).for_each(|name| self.name(&name.value));
            }
        }
    }

    /// Notes what cannot be of the facts that are named; whether there is more of it.
    fn impossible(&mut self, all: &[&Text]) -> bool {
        let mut more = false;
        for (place, text) in all.iter().enumerate() {
            let is_named = |word| {
                let fact = self.model.variable_names.get(word);
                fact.is_some_and(|fact| self.facts.contains(fact))
            };
            if !self.reached.impossible.contains(&place) && words(&text.value).any(is_named) {
                self.reached.impossible.insert(place);
                words(&text.value).for_each(|name| self.name(name));
                more = true;
            }
        }
        more
    }

    /// A fact that is not at hand is found by the question of its name, or is as usual.
    fn name(&mut self, name: &str) {
        self.waiting.extend(self.model.question_names.get(name));
        let fact = self.model.variable_names.get(name);
        self.facts.extend(fact);
        if let Some(fact) = fact
            && let Some(texts) = self.usual.remove(fact)
        {
            self.reached.usual.insert(*fact);
            for text in texts {
                words(&text.value).for_each(|name| self.name(name));
            }
        }
    }
}

/// The fact that a rate in a unit counts.
fn counted<'m>(model: &'m Model, unit: &str) -> Option<&'m str> {
    let unit = model.units.find(unit)?;
    model.units[unit].counts.as_deref()
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
                for column in &chart.columns {
                    texts.extend(&column.when);
                    of_exceptions(&column.except, &mut texts);
                }
                let columns = chart.columns.iter().map(|column| &column.key);
                let keys = columns
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
