//! What people call the things of a game, and the order in which they tell them.

use super::{Model, Question, QuestionId, Role, Type, VariableId};
use crate::value::{DomainKind, Spelling, Value, Word, folded, show_number};
use rustc_hash::FxHashMap;

/// To what a fact belongs: how long it stays as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The scenario: told once.
    Scenario,
    /// The turn: it may change from one to the next.
    Turn,
    /// The moment: a shot, a move.
    Moment,
}

/// How a game speaks to people, as the `[guide]` tables of its packs say.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// Its title.
    pub title: String,
    /// The facts that belong to each stage, in the order in which people tell them.
    pub told: Vec<(Stage, VariableId)>,
    /// The questions, procedures, processes and cards that are asked most.
    pub asked: Vec<String>,
    /// The words that it spells in a way of its own.
    pub spelling: Spelling,
    /// The titles of facts.
    pub facts: FxHashMap<VariableId, String>,
    /// The titles of questions.
    pub questions: FxHashMap<QuestionId, String>,
    /// The words for values of facts, by index.
    pub labels: FxHashMap<(VariableId, u32), String>,
}

impl Model {
    /// What people call a fact: its title, or its name as people write it.
    #[must_use]
    pub fn title_of(&self, fact: VariableId) -> String {
        self.guide.facts.get(&fact).cloned().unwrap_or_else(|| {
            let name = self.variable_name(fact);
            let own = name.rsplit('/').next().unwrap_or(name);
            self.guide.spelling.of_name(own)
        })
    }

    /// What people call a question: its title, that of the fact it finds, or its name as people write it.
    #[must_use]
    pub fn title_of_question(&self, id: QuestionId) -> String {
        let Some(question) = self.question(id) else {
            return String::new();
        };
        let found = question.finds.and_then(|fact| self.guide.facts.get(&fact));
        let title = self.guide.questions.get(&id).or(found).cloned();
        title.unwrap_or_else(|| self.guide.spelling.of_name(&question.name))
    }

    /// A value of a fact as people write it, without its unit.
    #[must_use]
    pub fn label_of(&self, fact: VariableId, index: u32) -> String {
        if let Some(label) = self.guide.labels.get(&(fact, index)) {
            return label.clone();
        }
        let Some(found) = self.variable(fact) else {
            return String::new();
        };
        let signed = found.unit.is_some_and(|unit| self.units.is_modifier(unit));
        let word = |word| self.word_of(Some(fact), word);
        self.written(&found.domain.value(index), signed, &word)
    }

    /// An answer to a question as people write it, without its unit.
    #[must_use]
    pub fn answer_of(&self, id: QuestionId, value: &Value) -> String {
        let Some(question) = self.question(id) else {
            return String::new();
        };
        let fact = self.fact_with_words(question);
        let word = |word| self.word_of(fact, word);
        self.written(value, self.is_signed(&question.answer), &word)
    }

    /// A value with its words as some function writes them.
    fn written(&self, value: &Value, signed: bool, word: &dyn Fn(Word) -> String) -> String {
        match value {
            Value::Bool(_) => value.show(&self.words, signed),
            Value::Number(number) => show_number(*number, signed),
            Value::Word(own) => word(*own),
            Value::Set(own) if own.is_empty() => "none of them".to_owned(),
            Value::Set(own) => {
                let words: Vec<String> = own.iter().map(|own| word(*own)).collect();
                format!("{{{}}}", words.join(", "))
            }
        }
    }

    /// A word as people write it; where it is a value of a fact, as that one's labels say.
    fn word_of(&self, fact: Option<VariableId>, word: Word) -> String {
        let label = fact.and_then(|fact| {
            let index = self.variable(fact)?.domain.index(&Value::Word(word))?;
            self.guide.labels.get(&(fact, index))
        });
        let text = self.words.text(word);
        let is_name = |text: &str| !text.contains(|letter: char| " '{".contains(letter));
        match label {
            Some(label) => label.clone(),
            None if is_name(text) => self.guide.spelling.of_value(text),
            None => text.to_owned(),
        }
    }

    /// The fact whose words a question answers in: the one that it finds, or the first labelled one that has them all.
    fn fact_with_words(&self, question: &Question) -> Option<VariableId> {
        let words: &[Word] = match &question.answer {
            Type::Words { words, .. } | Type::Set(words) | Type::NumberOr(_, words) => words,
            Type::Bool | Type::Number(_) | Type::Text => return None,
        };
        let has_all = |fact: &VariableId| {
            self.variable(*fact)
                .is_some_and(|found| words.iter().all(|word| found.domain.words().contains(word)))
        };
        let mut labelled: Vec<VariableId> =
            self.guide.labels.keys().map(|(fact, _)| *fact).collect();
        labelled.sort_unstable();
        question
            .finds
            .into_iter()
            .chain(labelled)
            .find(|fact| has_all(fact))
    }

    /// A text of rules with its names as people write them: `target is aerial and heat-haze is none`.
    #[must_use]
    pub fn in_words(&self, text: &str) -> String {
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '/';
        let mut words = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest
                .find(|letter| !is_of_name(letter))
                .unwrap_or(rest.len());
            let (name, after) =
                rest.split_at(end.max(rest.chars().next().map_or(1, char::len_utf8)));
            if name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                let own = name.rsplit('/').next().unwrap_or(name);
                words.push_str(&self.guide.spelling.of_value(own));
            } else {
                words.push_str(name);
            }
            rest = after;
        }
        words
    }

    /// The fact of a name: its own, an alias or its title, in any case.
    #[must_use]
    pub fn fact_named(&self, name: &str) -> Option<VariableId> {
        let is_fact = |id: &VariableId| {
            self.variable(*id)
                .is_some_and(|found| found.role == Role::Fact)
        };
        let exact = self.variable_names.get(name).copied().filter(is_fact);
        exact.or_else(|| {
            let wanted = folded(name);
            let named = self.variable_names.get(&wanted).copied().filter(is_fact);
            named.or_else(|| {
                let titled = self.guide.facts.iter();
                titled
                    .filter(|(_, title)| folded(title) == wanted)
                    .map(|(fact, _)| *fact)
                    .min()
            })
        })
    }

    /// The question of a name: its own, an alias or its title, in any case.
    #[must_use]
    pub fn question_named(&self, name: &str) -> Option<QuestionId> {
        let exact = self.question_names.get(name).copied();
        exact.or_else(|| {
            let wanted = folded(name);
            let named = self.question_names.get(&wanted).copied();
            named.or_else(|| {
                let titled = self.guide.questions.iter();
                titled
                    .filter(|(_, title)| folded(title) == wanted)
                    .map(|(question, _)| *question)
                    .min()
            })
        })
    }

    /// The index of the value of a fact that a person writes, in any case: its own text, or its label.
    #[must_use]
    pub fn index_named(&self, fact: VariableId, value: &str) -> Option<u32> {
        let found = self.variable(fact)?;
        let read = |text: &str| found.domain.read(text, &self.words);
        if matches!(found.domain.kind, DomainKind::Text(_)) {
            return read(value);
        }
        let braced = value.trim().strip_prefix('{');
        let plain = braced.and_then(|rest| rest.strip_suffix('}'));
        read(plain.unwrap_or(value)).or_else(|| {
            let wanted = folded(value);
            let short = match wanted.as_str() {
                "y" => "yes",
                "n" => "no",
                other => other,
            };
            let labelled = self.guide.labels.iter();
            let label = labelled
                .filter(|((own, _), label)| *own == fact && folded(label) == wanted)
                .map(|((_, index), _)| *index);
            let as_word = || {
                let mut words = found.domain.words().iter();
                let word = words.find(|word| folded(self.words.text(**word)) == wanted)?;
                read(self.words.text(*word))
            };
            read(short).or_else(|| label.min()).or_else(as_word)
        })
    }

    /// To what a fact belongs: the moment, if the game does not say.
    #[must_use]
    pub fn stage_of(&self, fact: VariableId) -> Stage {
        let told = self.guide.told.iter().find(|(_, own)| *own == fact);
        told.map_or(Stage::Moment, |(stage, _)| *stage)
    }

    /// The place of a fact among those that people tell, those first that they tell first; what the game does not say comes last.
    #[must_use]
    pub fn told_at(&self, fact: VariableId) -> usize {
        let mut told = self.guide.told.iter();
        told.position(|(_, own)| *own == fact).unwrap_or(usize::MAX)
    }
}
