//! Which questions can have a part in the answer to one of them. This is told from the words of their texts, before any of
//! them is resolved: rather too many than too few.

use super::Packs;
use crate::model::{Model, QuestionId, VariableId};
use crate::pack::{Chart, Exception, Outcome, Question, Rule, Usual};
use crate::source::Text;
use crate::syntax::words;
use crate::value::{Ids, UnitId};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
pub struct Reached {
    pub questions: FxHashSet<QuestionId>,
    pub usual: FxHashSet<VariableId>,
    /// Those of the situations that cannot be which say something of a fact that some text names, by their numbers.
    pub impossible: FxHashSet<usize>,
}

/// The questions of these names and all whose answers their own can come from, near or far; and those that name texts, since a
/// text that some rule names is told from all others wherever it is given.
pub fn reach(model: &Model, packs: &Packs<'_>, names: &[&str]) -> Reached {
    let texts = texts(model, packs);
    let names_text = |texts: &Vec<&Text>| texts.iter().any(|text| text.value.contains('\''));
    let of_texts = texts.enumerated().filter(|(_, texts)| names_text(texts));
    let usual = usual(model, packs);
    let mut search = Search::of(model, &usual, names);
    search.waiting.extend(of_texts.map(|(id, _)| id));
    loop {
        search.questions(&texts);
        if !search.impossible(packs) {
            return search.reached;
        }
    }
}

/// The facts that the texts of a question name, and those of others of which it can come.
pub fn facts(
    model: &Model,
    (texts, usual): (&Texts<'_>, &UsualTexts<'_>),
    name: &str,
) -> FxHashSet<VariableId> {
    let mut search = Search::of(model, usual, &[name]);
    search.questions(texts);
    search.facts
}

/// A question and all others of which it can come.
pub fn questions(
    model: &Model,
    (texts, usual): (&Texts<'_>, &UsualTexts<'_>),
    name: &str,
) -> FxHashSet<QuestionId> {
    let mut search = Search::of(model, usual, &[name]);
    search.questions(texts);
    search.reached.questions
}

/// The facts that the texts of a question alone name, and the other questions that they name.
pub fn named<'m>(
    model: &'m Model,
    (texts, usual): (&Texts<'_>, &UsualTexts<'_>),
    name: &str,
) -> (Vec<&'m str>, Vec<&'m str>) {
    let mut search = Search::of(model, usual, &[name]);
    if let Some(id) = search.waiting.pop() {
        search.question(id, texts);
    }
    let facts = search.facts.iter().map(|fact| model.variable_name(*fact));
    let questions: FxHashSet<_> = search.waiting.iter().collect();
    let questions = questions.into_iter();
    let questions = questions.map(|id| model.questions[*id].name.as_str());
    (facts.sorted().collect(), questions.sorted().collect())
}

/// What is written of what each fact usually is.
pub type UsualTexts<'p> = FxHashMap<VariableId, Vec<&'p Text>>;

pub fn usual<'p>(model: &Model, packs: &Packs<'p>) -> UsualTexts<'p> {
    let mut all: FxHashMap<_, Vec<_>> = FxHashMap::default();
    let mut add = |name: &Text, usual: &'p [Usual]| {
        if let Some(fact) = model.variable_names.get(&name.value) {
            all.entry(*fact).or_default().extend(
                usual
                    .iter()
                    .flat_map(|usual| usual.when.iter().chain([&usual.is])),
            );
        }
    };
    for (_, pack) in packs {
        pack.facts
            .iter()
            .for_each(|fact| add(&fact.name, &fact.usually));
        pack.usually
            .iter()
            .for_each(|(name, usual)| add(name, usual));
    }
    all
}

struct Search<'p> {
    model: &'p Model,
    usual: &'p UsualTexts<'p>,
    waiting: Vec<QuestionId>,
    reached: Reached,
    facts: FxHashSet<VariableId>,
}

impl<'p> Search<'p> {
    /// A search that begins at some questions.
    fn of(model: &'p Model, usual: &'p UsualTexts<'p>, names: &[&str]) -> Self {
        let wanted = names
            .iter()
            .filter_map(|name| model.question_names.get(*name));
        Self {
            model,
            usual,
            waiting: wanted.copied().collect(),
            reached: Reached::default(),
            facts: FxHashSet::default(),
        }
    }

    fn questions(&mut self, texts: &Texts<'_>) {
        while let Some(id) = self.waiting.pop() {
            if self.reached.questions.insert(id) {
                self.question(id, texts);
            }
        }
    }

    fn question(&mut self, id: QuestionId, texts: &Texts<'_>) {
        let model = self.model;
        let from = model.questions[id].from.iter();
        from.for_each(|fact| self.name(model.variable_name(*fact)));
        texts[id].iter().for_each(|text| self.text(text));
        self.unit(model.questions[id].answer.unit_id());
    }

    fn text(&mut self, text: &Text) {
        let units = &self.model.units;
        for word in words(&text.value) {
            self.name(word);
            // A rate in a unit counts a fact.
            let unit = units.find(word).map(|unit| &units[unit]);
            if let Some(counted) = unit.and_then(|unit| unit.counts.as_ref()) {
                self.name(counted);
            }
        }
    }

    /// An answer in a unit that stands for several is told with what says which.
    fn unit(&mut self, unit: Option<UnitId>) {
        let which = unit.and_then(|unit| self.model.units[unit].which.as_ref());
        which.into_iter().for_each(|fact| self.name(fact));
    }

    /// Notes what cannot be of the facts that are named; whether there is more of it.
    fn impossible(&mut self, packs: &Packs<'_>) -> bool {
        let mut more = false;
        for (place, impossible) in packs
            .iter()
            .flat_map(|(_, pack)| &pack.impossible)
            .enumerate()
        {
            let names = &self.model.variable_names;
            if words(&impossible.when.value)
                .filter_map(|word| names.get(word))
                .any(|fact| self.facts.contains(fact))
                && self.reached.impossible.insert(place)
            {
                words(&impossible.when.value).for_each(|name| self.name(name));
                more = true;
            }
        }
        more
    }

    /// A fact that is not at hand is found by the question of its name, or is as usual.
    fn name(&mut self, name: &str) {
        self.waiting.extend(self.model.question_names.get(name));
        if let Some(fact) = self.model.variable_names.get(name) {
            self.facts.insert(*fact);
            if let Some(texts) = self.usual.get(fact)
                && self.reached.usual.insert(*fact)
            {
                texts
                    .iter()
                    .flat_map(|text| words(&text.value))
                    .for_each(|name| self.name(name));
            }
        }
    }
}

/// What is written in each question and its rules.
pub type Texts<'p> = Ids<QuestionId, Vec<&'p Text>>;

pub fn texts<'p>(model: &Model, packs: &Packs<'p>) -> Texts<'p> {
    let mut all: Ids<_, Vec<_>> = model.questions.iter().map(|_| Vec::new()).collect();
    let mut add = |name: &Text, texts: Vec<&'p Text>| {
        if let Some(id) = model.question_names.get(&name.value) {
            all[*id].extend(texts);
        }
    };
    for (_, pack) in packs {
        for question in &pack.questions {
            add(&question.name, of_question(question));
        }
        for rule in &pack.rules {
            rule.answers
                .iter()
                .for_each(|name| add(name, of_rule(rule)));
        }
        for chart in &pack.charts {
            // The cells of a chart stand and fall together.
            let lines = chart.lines.iter().flat_map(|line| &line.answers);
            let answered = || chart.answers.iter().chain(lines.clone());
            let texts: Vec<_> = of_chart(chart).into_iter().chain(answered()).collect();
            answered().for_each(|name| add(name, texts.clone()));
        }
    }
    all
}

fn of_question(question: &Question) -> Vec<&Text> {
    question
        .only
        .iter()
        .chain(&question.beware)
        .map(|(name, _)| name)
        .chain(&question.otherwise)
        .chain(question.outcome.as_ref().and_then(given))
        .collect()
}

fn of_rule(rule: &Rule) -> Vec<&Text> {
    let mut texts: Vec<_> = rule
        .when
        .iter()
        .chain(rule.outcome.as_ref().and_then(given))
        .collect();
    of_exceptions(&rule.except, &mut texts);
    texts
}

fn of_chart(chart: &Chart) -> Vec<&Text> {
    let mut texts: Vec<_> = chart
        .down
        .iter()
        .chain(&chart.across)
        .chain(&chart.cells)
        .chain(&chart.when)
        .collect();
    for column in &chart.columns {
        texts.extend(column.when.iter().chain(&column.key));
        of_exceptions(&column.except, &mut texts);
    }
    texts.extend(
        chart
            .rows
            .iter()
            .flat_map(|row| row.key.iter().chain(&row.cells)),
    );
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
            .flat_map(|note| note.gives.iter().chain([&note.when])),
    );
    of_exceptions(&chart.except, &mut texts);
    texts
}

fn of_exceptions<'p>(exceptions: &'p [Exception], texts: &mut Vec<&'p Text>) {
    for exception in exceptions {
        texts.extend(
            exception
                .when
                .iter()
                .chain(exception.outcome.as_ref().and_then(given)),
        );
        of_exceptions(&exception.except, texts);
    }
}

const fn given(outcome: &Outcome) -> Option<&Text> {
    match outcome {
        Outcome::Gives(text) => Some(text),
        Outcome::Gap(_) => None,
    }
}
