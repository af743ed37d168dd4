//! What people call the things of a game, and the order in which they tell them.

use super::{Model, Question, QuestionId, Role, Saying, Type, VariableId};
use crate::source::{Span, Text};
use crate::value::{DomainKind, Spelling, Value, Word, folded, folded_value, names_of_set};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// To what a fact belongs: how long it stays as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Told once.
    Scenario,
    /// It may change from one turn to the next.
    Turn,
    /// A shot, a move.
    Moment,
}

/// How a game speaks to people, as the `[guide]` tables of its packs say.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Guide {
    pub title: String,
    /// The facts that belong to each stage, in the order in which people tell them.
    pub told: Vec<(Stage, VariableId)>,
    /// The questions, procedures, processes and cards that are asked most.
    pub asked: Vec<String>,
    pub spelling: Spelling,
    /// The odds that are drawn.
    pub plots: Vec<Plot>,
    /// The titles of facts.
    pub facts: FxHashMap<VariableId, String>,
    /// The titles of questions.
    pub questions: FxHashMap<QuestionId, String>,
    /// The words for values of facts, by index.
    pub labels: FxHashMap<(VariableId, u32), String>,
    pub sayings: Vec<Saying>,
}

/// Odds that are drawn where what they are of is told of, as texts: what a person would ask for.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plot {
    /// A question, procedure or process.
    pub of: String,
    /// Facts, each with its value.
    pub given: Vec<(String, String)>,
    /// Of a process: after how many turns.
    pub turns: Option<u32>,
    pub until: Option<String>,
    pub ever: Vec<String>,
    pub at: Vec<String>,
    /// What is shown of it; all, if nothing is said.
    pub shows: Vec<String>,
    /// All of it that may be wrong, each where it is written.
    pub said: Vec<Text>,
    pub span: Span,
}

impl Guide {
    /// The words for values of a fact, each with its index.
    pub fn labels_of(&self, fact: VariableId) -> Vec<(u32, &str)> {
        let labels = self.labels.iter().filter(|((own, _), _)| *own == fact);
        let labels = labels.map(|((_, index), label)| (*index, label.as_str()));
        labels.sorted().collect()
    }
}

impl Model {
    /// What people call a fact: its title, or its name as people write it.
    pub fn title_of(&self, fact: VariableId) -> String {
        let title = self.guide.facts.get(&fact).cloned();
        title.unwrap_or_else(|| self.guide.spelling.of_name(short(self.variable_name(fact))))
    }

    /// What people call a question: its title, that of the fact it finds, or its name as people write it.
    pub fn title_of_question(&self, id: QuestionId) -> String {
        let question = &self.questions[id];
        let title = self.guide.questions.get(&id);
        let title = title.or_else(|| self.guide.facts.get(&question.finds?));
        let by_name = || self.guide.spelling.of_name(&question.name);
        title.cloned().unwrap_or_else(by_name)
    }

    /// A value of a fact as people write it, without its unit.
    pub fn label_of(&self, fact: VariableId, index: u32) -> String {
        if let Some(label) = self.guide.labels.get(&(fact, index)) {
            return label.clone();
        }
        let variable = &self.variables[fact];
        let signed = (variable.unit).is_some_and(|unit| self.units.is_modifier(unit));
        self.written(&variable.domain.value(index), signed, Some(fact))
    }

    /// An answer to a question as people write it, without its unit.
    pub fn answer_of(&self, id: QuestionId, value: &Value) -> String {
        let question = &self.questions[id];
        if question.answer == Type::Text {
            return value.show(&self.words, false);
        }
        let signed = self.is_signed(&question.answer);
        self.written(value, signed, self.labels_of(question))
    }

    /// A value as people write it; its words as the labels of a fact say.
    fn written(&self, value: &Value, signed: bool, fact: Option<VariableId>) -> String {
        match value {
            Value::Number(_) if let Some(label) = self.label_among(fact, value) => label.clone(),
            Value::Word(word) => self.word_of(fact, *word),
            Value::Set(words) if !words.is_empty() => {
                let words = words.iter().map(|word| self.word_of(fact, *word));
                format!("{{{}}}", words.collect::<Vec<_>>().join(", "))
            }
            _ => value.show(&self.words, signed),
        }
    }

    fn word_of(&self, fact: Option<VariableId>, word: Word) -> String {
        let text = self.words.text(word);
        let is_text = |fact: VariableId| self.variables[fact].domain.is_text();
        if fact.is_some_and(is_text) {
            return text.to_owned();
        }
        match self.label_among(fact, &Value::Word(word)) {
            Some(label) => label.clone(),
            None if text.contains([' ', '\'', '{']) => text.to_owned(),
            None => self.guide.spelling.of_value(text),
        }
    }

    fn label_among(&self, fact: Option<VariableId>, value: &Value) -> Option<&String> {
        let index = self.variables[fact?].domain.index(value)?;
        self.guide.labels.get(&(fact?, index))
    }

    /// The fact whose words a question answers in: the one that it finds, or the first labelled one that has them all.
    pub fn labels_of(&self, question: &Question) -> Option<VariableId> {
        let words: &[Word] = match &question.answer {
            Type::Words { words, .. } | Type::Set(words) | Type::NumberOr(_, words) => words,
            Type::Number(_) => {
                let named = self.variable_names.get(&question.answer_text).copied();
                return question.finds.or(named);
            }
            Type::Bool | Type::Text => return None,
        };
        let has_all = |fact: &VariableId| {
            let other = self.variables[*fact].domain.words();
            words.iter().all(|word| other.contains(word))
        };
        let labelled = self.guide.labels.keys().map(|(fact, _)| *fact);
        let labelled = || labelled.filter(has_all).min();
        question.finds.filter(has_all).or_else(labelled)
    }

    /// What people call a fact within a sentence: `terrain of the hex`, `EC`.
    pub fn fact_within(&self, fact: VariableId) -> String {
        within(&self.guide.spelling, self.title_of(fact))
    }

    /// What people call a question within a sentence.
    pub fn question_within(&self, id: QuestionId) -> String {
        within(&self.guide.spelling, self.title_of_question(id))
    }

    /// Some values of a fact by their indices, neighbours drawn together where they have an order: first and last of each run.
    pub fn runs(&self, fact: VariableId, indices: &[u32]) -> Vec<(u32, u32)> {
        let domain = &self.variables[fact].domain;
        let has_order = match domain.kind {
            DomainKind::Words { ordered, .. } => ordered,
            DomainKind::Numbers { .. } | DomainKind::Listed(_) => true,
            _ => false,
        };
        let single = indices.iter().map(|index| (*index, *index));
        let mut runs: Vec<(u32, u32)> = single
            .coalesce(
                |before, next| match before.1.checked_add(1) == Some(next.0) && has_order {
                    true => Ok((before.0, next.1)),
                    false => Err((before, next)),
                },
            )
            .collect();
        // A run that goes over the end of a cycle: nov..apr.
        if let ([(0, head), .., (_, tail)], true) = (runs.as_mut_slice(), domain.is_cyclic())
            && *tail + 1 == domain.size()
        {
            *tail = *head;
            runs.remove(0);
        }
        runs
    }

    /// A sentence in which names of facts, questions and values stand as people write them; words such as `non-tracked`,
    /// which are no names, stay as they are.
    pub fn sentence(&self, text: &str) -> String {
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '-';
        let parts = text.split_inclusive(|letter| !is_of_name(letter));
        let said = parts.map(|part| {
            let (name, after) = part.split_at(part.find(|c| !is_of_name(c)).unwrap_or(part.len()));
            let is_kebab = name.contains('-') && !name.contains(|c: char| c.is_uppercase());
            let fact = || {
                let fact = self.variable_names.get(name);
                fact.map(|fact| self.fact_within(*fact))
            };
            let question = || {
                let question = self.question_names.get(name);
                question.map(|question| self.question_within(*question))
            };
            let word = || {
                let word = self.words.find(name);
                word.map(|_| self.guide.spelling.of_value(name))
            };
            let known = is_kebab.then(|| fact().or_else(question).or_else(word));
            known.flatten().unwrap_or_else(|| name.to_owned()) + after
        });
        said.collect()
    }

    /// A text of rules with its names as people write them: `target is aerial and heat-haze is none`.
    pub fn in_words(&self, text: &str) -> String {
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '/';
        let parts = text.split_inclusive(|letter| !is_of_name(letter));
        let in_words = parts.map(|part| {
            let (name, after) = part.split_at(part.find(|c| !is_of_name(c)).unwrap_or(part.len()));
            if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                self.guide.spelling.of_value(short(name)) + after
            } else {
                part.to_owned()
            }
        });
        in_words.collect()
    }

    /// The fact of a name: its own, an alias or its title, in any case.
    pub fn fact_named(&self, name: &str) -> Option<VariableId> {
        let of_name = |name: &str| {
            let fact = self.variable_names.get(name).copied();
            fact.filter(|fact| self.variables[*fact].role == Role::Fact)
        };
        named(name, of_name, &self.guide.facts)
    }

    /// The question of a name: its own, an alias or its title, in any case. Where a fact has the name, no title is meant.
    pub fn question_named(&self, name: &str) -> Option<QuestionId> {
        let of_name = |name: &str| self.question_names.get(name).copied();
        match self.variable_names.contains_key(&folded(name)) {
            true => of_name(name).or_else(|| of_name(&folded(name))),
            false => named(name, of_name, &self.guide.questions),
        }
    }

    /// The index of the value of a fact that a person writes, in any case: its own text, or its label.
    pub fn index_named(&self, fact: VariableId, value: &str) -> Option<u32> {
        let domain = &self.variables[fact].domain;
        let read = |text: &str| domain.read(text, &self.words);
        if domain.is_text() {
            return read(value);
        }
        let wanted = folded_value(value);
        // A number is what is written, with its sign: `-13` and `>13` are no 13.
        let is_number = |index: &u32| matches!(domain.value(*index), Value::Number(_));
        let in_any_case = || {
            let read = read(match wanted.as_str() {
                "y" => "yes",
                "n" => "no",
                other => other,
            });
            read.filter(|index| !is_number(index))
        };
        let labelled = || {
            let labels = self.guide.labels.iter();
            labels
                .filter(|((own, _), label)| *own == fact && folded_value(label) == wanted)
                .map(|((_, index), _)| *index)
                .min()
        };
        // Of a set each member is what it is, and none of them says nothing.
        if let DomainKind::Sets(own) = &domain.kind {
            let member = |name: &str| {
                let wanted = folded_value(name);
                let mut texts = own.iter().map(|word| self.words.text(*word));
                texts.find(|text| folded_value(text) == wanted)
            };
            let lower = value.to_lowercase();
            let members: Option<Vec<&str>> = names_of_set(&lower).map(member).collect();
            let read_all = || read(&members?.join(","));
            return read(value).or_else(read_all).or_else(labelled);
        }
        let as_word = || {
            let mut texts = domain.words().iter().map(|word| self.words.text(*word));
            read(texts.find(|text| folded_value(text) == wanted)?)
        };
        let counted = || {
            let unit = &self.units[self.variables[fact].unit?];
            let (number, after) = value.trim().split_once(' ')?;
            let mut names = [Some(&unit.name), unit.one.as_ref()].into_iter().flatten();
            names
                .any(|name| folded(name) == folded(after))
                .then(|| read(number))?
        };
        read(value)
            .or_else(in_any_case)
            .or_else(labelled)
            .or_else(as_word)
            .or_else(counted)
    }

    /// To what a fact belongs: the moment, if the game does not say.
    pub fn stage_of(&self, fact: VariableId) -> Stage {
        let told = self.guide.told.iter().find(|(_, other)| *other == fact);
        told.map_or(Stage::Moment, |(stage, _)| *stage)
    }

    /// The place of a fact among those that people tell, those first that they tell first; what the game does not say comes last.
    pub fn told_at(&self, fact: VariableId) -> usize {
        let mut told = self.guide.told.iter();
        told.position(|(_, other)| *other == fact)
            .unwrap_or(usize::MAX)
    }
}

/// A title within a sentence: its first letter is small, unless the game spells that word with a capital.
fn within(spelling: &Spelling, title: String) -> String {
    let spelt = spelling.of_value(&folded(&title));
    let mut letters = title.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    let is_name = spelt.starts_with(char::is_uppercase) || second.is_some_and(char::is_uppercase);
    match first {
        Some(first) if !is_name => first.to_lowercase().chain(letters).collect(),
        _ => title,
    }
}

/// A name without its pack.
fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The thing of a name, as it is or in any case, or else of a title that no other has.
fn named<Id: Copy>(
    name: &str,
    of_name: impl Fn(&str) -> Option<Id>,
    titles: &FxHashMap<Id, String>,
) -> Option<Id> {
    let wanted = folded(name);
    let titled = || {
        let mut titled = titles.iter().filter(|(_, title)| folded(title) == wanted);
        let only = titled.next().map(|(id, _)| *id);
        only.filter(|_| titled.next().is_none())
    };
    of_name(name).or_else(|| of_name(&wanted)).or_else(titled)
}
