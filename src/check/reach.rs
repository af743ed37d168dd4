//! Which questions can have a part in the answer to one of them. This is told from the words of their texts, before any of
//! them is resolved: rather too many than too few.

use super::Packs;
use crate::model::{Model, QuestionId, VariableId, braced};
use crate::pack::{Chart, Exception, Outcome, Question, Rule};
use crate::source::Text;
use crate::syntax::words;
use crate::value::{Ids, UnitId};
#[cfg(feature = "book")]
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Default)]
pub struct Reached {
    pub questions: FxHashSet<QuestionId>,
    pub usual: FxHashSet<VariableId>,
}

/// The questions of these names and all whose answers their own can come from, near or far; those that name texts, since a text that
/// some rule names is told from all others wherever it is given; and those by which a situation cannot be, whatever is told of it.
pub fn reach(model: &Model, packs: &Packs<'_>, names: &[&str]) -> Reached {
    let texts = texts(model, packs);
    let names_text = |texts: &Vec<&Text>| texts.iter().any(|text| text.value.contains('\''));
    let of_texts = texts.enumerated().filter(|(_, texts)| names_text(texts));
    let usual = usual(model, packs);
    let written = |id| Cow::Owned(Mentioned::of(model, &texts[id]));
    let mut search = Search::of(model, &usual, &written, names);
    search.waiting.extend(of_texts.map(|(id, _)| id));
    for impossible in packs.iter().flat_map(|(_, pack)| &pack.impossible) {
        search.all(&Mentioned::in_words(model, &[&impossible.when]));
    }
    search.questions();
    search.reached
}

/// What the texts of all questions name, and those of what each fact usually is.
#[derive(Debug, Serialize, Deserialize)]
pub struct Named {
    questions: Ids<QuestionId, Mentioned>,
    usual: Usuals,
}

/// The names in some texts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Mentioned {
    /// Of facts; what a rate in a unit counts is named by it.
    facts: Vec<VariableId>,
    questions: Vec<QuestionId>,
    /// How many of the facts stand in the texts themselves.
    own: usize,
}

/// What is named by the texts that say what each fact usually is.
type Usuals = FxHashMap<VariableId, Mentioned>;

impl Named {
    pub fn of(model: &Model, packs: &Packs<'_>) -> Self {
        let texts = texts(model, packs);
        let questions = texts.iter().map(|texts| Mentioned::of(model, texts));
        Self {
            questions: questions.collect(),
            usual: usual(model, packs),
        }
    }

    /// The facts that the texts of a question name, and those of others of which it can come.
    pub fn facts(&self, model: &Model, question: &str) -> FxHashSet<VariableId> {
        self.all(model, question, |search| search.facts)
    }

    /// The same without those of which a fact follows that nobody gives.
    pub fn facts_asked_by(&self, model: &Model, question: &str) -> FxHashSet<VariableId> {
        let written = |id| Cow::Borrowed(&self.questions[id]);
        let usual = Usuals::default();
        let mut search = Search::of(model, &usual, &written, &[question]);
        search.questions();
        search.facts
    }

    /// A question and all others of which it can come.
    pub fn questions(&self, model: &Model, question: &str) -> FxHashSet<QuestionId> {
        self.all(model, question, |search| search.reached.questions)
    }

    /// The facts that the texts of a question alone name, and the other questions that they name.
    #[cfg(feature = "book")]
    pub fn next<'m>(&self, model: &'m Model, question: &str) -> (Vec<&'m str>, Vec<&'m str>) {
        let written = |id| Cow::Borrowed(&self.questions[id]);
        let mut search = Search::of(model, &self.usual, &written, &[question]);
        if let Some(id) = search.waiting.pop() {
            search.question(id);
        }
        let facts = search.facts.iter().map(|fact| model.variable_name(*fact));
        let questions: FxHashSet<_> = search.waiting.iter().collect();
        let questions = questions.into_iter();
        let questions = questions.map(|id| model.questions[*id].name.as_str());
        (facts.sorted().collect(), questions.sorted().collect())
    }

    /// The facts that stand in the texts of a question themselves.
    pub fn facts_in(&self, question: QuestionId) -> &[VariableId] {
        let named = &self.questions[question];
        named.facts.get(..named.own).unwrap_or_default()
    }

    fn all<T>(&self, model: &Model, question: &str, told: fn(Search<'_>) -> T) -> T {
        let written = |id| Cow::Borrowed(&self.questions[id]);
        let mut search = Search::of(model, &self.usual, &written, &[question]);
        search.questions();
        told(search)
    }
}

impl Mentioned {
    fn of(model: &Model, texts: &[&Text]) -> Self {
        let mut all = Self::in_words(model, texts);
        let words = texts.iter().flat_map(|text| words(&text.value));
        // A rate in a unit counts a fact.
        let units = words.filter_map(|word| Some(&model.units[model.units.find(word)?]));
        let counted: Vec<&str> = units.filter_map(|unit| unit.counts.as_deref()).collect();
        counted.into_iter().for_each(|name| all.add(model, name));
        all
    }

    fn in_words(model: &Model, texts: &[&Text]) -> Self {
        let mut all = Self::default();
        for word in texts.iter().flat_map(|text| words(&text.value)) {
            all.add(model, word);
            // A text between quotes names facts in braces.
            if word.starts_with('\'') {
                braced(word).for_each(|name| all.add(model, name));
            }
        }
        all.own = all.facts.len();
        all
    }

    fn add(&mut self, model: &Model, name: &str) {
        let fact = model.variable_names.get(name).copied();
        let fact = fact.filter(|fact| !self.facts.contains(fact));
        self.facts.extend(fact);
        let question = model.question_names.get(name).copied();
        let question = question.filter(|question| !self.questions.contains(question));
        self.questions.extend(question);
    }
}

fn usual(model: &Model, packs: &Packs<'_>) -> Usuals {
    let mut all: FxHashMap<_, Vec<&Text>> = FxHashMap::default();
    for (_, pack) in packs {
        let own = pack.facts.iter().map(|fact| (&fact.name, &fact.usually));
        let others = pack.usually.iter().map(|(name, usual)| (name, usual));
        for (name, usual) in own.chain(others) {
            if let Some(fact) = model.variable_names.get(&name.value) {
                let texts = usual.iter();
                let texts = texts.flat_map(|usual| usual.when.iter().chain([&usual.is]));
                all.entry(*fact).or_default().extend(texts);
            }
        }
    }
    let all = all.into_iter();
    all.map(|(fact, texts)| (fact, Mentioned::in_words(model, &texts)))
        .collect()
}

struct Search<'p> {
    model: &'p Model,
    usual: &'p Usuals,
    /// What the texts of a question name.
    written: &'p dyn Fn(QuestionId) -> Cow<'p, Mentioned>,
    waiting: Vec<QuestionId>,
    reached: Reached,
    facts: FxHashSet<VariableId>,
}

impl<'p> Search<'p> {
    /// A search that begins at some questions.
    fn of(
        model: &'p Model,
        usual: &'p Usuals,
        written: &'p dyn Fn(QuestionId) -> Cow<'p, Mentioned>,
        names: &[&str],
    ) -> Self {
        let wanted = names
            .iter()
            .filter_map(|name| model.question_names.get(*name));
        Self {
            model,
            usual,
            written,
            waiting: wanted.copied().collect(),
            reached: Reached::default(),
            facts: FxHashSet::default(),
        }
    }

    fn questions(&mut self) {
        while let Some(id) = self.waiting.pop() {
            if self.reached.questions.insert(id) {
                self.question(id);
            }
        }
    }

    fn question(&mut self, id: QuestionId) {
        let model = self.model;
        let from = model.questions[id].from.iter();
        from.for_each(|fact| self.name(model.variable_name(*fact)));
        self.all(&(self.written)(id));
        self.unit(model.questions[id].answer.unit_id());
    }

    /// An answer in a unit that stands for several is told with what says which.
    fn unit(&mut self, unit: Option<UnitId>) {
        let which = unit.and_then(|unit| self.model.units[unit].which.as_ref());
        which.into_iter().for_each(|fact| self.name(fact));
    }

    fn name(&mut self, name: &str) {
        let model = self.model;
        self.waiting.extend(model.question_names.get(name));
        let fact = model.variable_names.get(name);
        fact.into_iter().for_each(|fact| self.fact(*fact));
    }

    fn all(&mut self, named: &Mentioned) {
        self.waiting.extend(&named.questions);
        named.facts.iter().for_each(|fact| self.fact(*fact));
    }

    /// A fact that is not at hand is found by the question of its name, or is as usual.
    fn fact(&mut self, fact: VariableId) {
        self.facts.insert(fact);
        if let Some(named) = self.usual.get(&fact)
            && self.reached.usual.insert(fact)
        {
            self.all(named);
        }
    }
}

/// What is written in each question and its rules.
type Texts<'p> = Ids<QuestionId, Vec<&'p Text>>;

fn texts<'p>(model: &Model, packs: &Packs<'p>) -> Texts<'p> {
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

/// The expressions that are written in packs: those of questions, rules, lists and laws.
pub fn expressions<'p>(packs: &Packs<'p>, with_laws: bool) -> Vec<&'p Text> {
    let mut texts = Vec::new();
    for (_, pack) in packs {
        for question in &pack.questions {
            texts.extend(&question.otherwise);
            texts.extend(question.outcome.as_ref().and_then(given));
        }
        texts.extend(pack.rules.iter().flat_map(of_rule));
        let lines = pack.charts.iter().flat_map(|chart| &chart.lines);
        texts.extend(lines.flat_map(|line| [&line.when, &line.gives]));
        let laws = pack.laws.iter().filter(|_| with_laws);
        texts.extend(laws.flat_map(|law| law.when.iter().chain([&law.always])));
    }
    texts
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
