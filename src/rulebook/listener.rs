//! What the words of a player can mean in a game: names of facts and values, units, and what the game says that players say.

use crate::model::{Model, Role, VariableId};
use crate::search::{Stems, is_filler, words_in_clauses, words_of};
use crate::value::{DomainKind, UnitId};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// What some words can stand for.
#[derive(Debug, Clone, PartialEq)]
pub enum Sense {
    /// Values of facts, by what players say.
    Said(Vec<(VariableId, u32)>),
    /// A value of a fact.
    Value(VariableId, u32),
    /// Numbers, by what players say, each of a fact.
    Counted(Vec<VariableId>),
    /// A fact by its name.
    Fact(VariableId),
    Unit(UnitId),
}

/// A text of a player, with all that its words can mean in a game.
pub struct Listener<'m> {
    pub model: &'m Model,
    pub(super) words: Vec<String>,
    /// The number of the clause in which each of them stands.
    pub(super) clauses: Vec<usize>,
    /// The stems of its words.
    stemmed: Vec<String>,
    stems: Stems,
    /// The letters with which its words begin.
    beginnings: FxHashSet<String>,
    /// By the stems of the words, each with the very words.
    senses: FxHashMap<String, Vec<(String, Sense)>>,
    /// Whether a number counts as a roll only where the roll is named, as its question is not chosen yet.
    pub(super) is_strict: bool,
}

/// What stands for a number in what players say.
pub const NOUGHT: &str = "0";

/// By how many letters words are told apart that have nothing to do with each other.
const BEGINNING: usize = 2;

impl<'m> Listener<'m> {
    pub fn new(model: &'m Model, text: &str) -> Self {
        let ((words, clauses), stems) = (words_in_clauses(text), Stems::default());
        let stemmed: Vec<String> = words.iter().map(|word| stems.of(word)).collect();
        let forms = words.iter().chain(&stemmed);
        let mut listener = Self {
            model,
            beginnings: forms
                .map(|form| beginning(form))
                .chain([NOUGHT.to_owned()])
                .collect(),
            words,
            clauses,
            stemmed,
            stems,
            senses: FxHashMap::default(),
            is_strict: false,
        };
        // By their names, so that of equals the same is taken everywhere.
        for (name, fact) in model.variable_names.iter().sorted() {
            if model.variables[*fact].role == Role::Fact {
                listener.learn(name, Sense::Fact(*fact));
            }
        }
        for (fact, _) in model.facts().sorted_by_key(|(_, fact)| &fact.name) {
            listener.learn_fact(fact);
        }
        for (saying, meanings) in model.said() {
            for meaning in meanings {
                listener.learn(&saying.words, Sense::Said(meaning.to_vec()));
            }
            for facts in &saying.counted {
                listener.learn(&saying.words, Sense::Counted(facts.clone()));
            }
        }
        for (id, unit) in model.units.iter() {
            for name in [Some(&unit.name), unit.one.as_ref()].into_iter().flatten() {
                listener.learn(name, Sense::Unit(id));
            }
        }
        listener
    }

    /// The same for a text of which it is not known what it asks.
    pub fn strict(model: &'m Model, text: &str) -> Self {
        Self {
            is_strict: true,
            ..Self::new(model, text)
        }
    }

    fn learn_fact(&mut self, fact: VariableId) {
        let model = self.model;
        if let Some(title) = model.guide.facts.get(&fact) {
            self.learn(title, Sense::Fact(fact));
        }
        let domain = &model.variables[fact].domain;
        if let DomainKind::Words { words, .. } = &domain.kind {
            for (index, word) in (0..).zip(words) {
                self.learn(model.words.text(*word), Sense::Value(fact, index));
                if let Some(label) = model.guide.labels.get(&(fact, index)) {
                    self.learn(label, Sense::Value(fact, index));
                }
            }
        }
    }

    fn learn(&mut self, text: &str, sense: Sense) {
        let words = words_of(text);
        let is_there = |word: &String| {
            let form = self.stems.form_of(word);
            self.beginnings.contains(&beginning(form))
        };
        if !words.first().is_some_and(is_there) {
            return;
        }
        let key = self.key(&words);
        let known = self.senses.entry(key).or_default();
        let sense = (words.join(" "), sense);
        if !known.contains(&sense) {
            known.push(sense);
        }
    }

    fn key(&self, words: &[String]) -> String {
        let stems: Vec<String> = words.iter().map(|word| self.stems.of(word)).collect();
        stems.join(" ")
    }

    /// All that some words can mean, wherever they stand.
    pub fn senses_of(&self, words: &[String]) -> impl Iterator<Item = &Sense> {
        let known = self.senses.get(&self.key(words)).into_iter().flatten();
        known.map(|(_, sense)| sense)
    }

    /// All that some words of the text can mean: what is said in these very words, or else in other forms of them.
    pub fn meant(&self, at: usize, count: usize) -> Vec<&Sense> {
        let words = self.words.get(at..at + count).unwrap_or_default();
        let stems = self.stemmed.get(at..at + count).unwrap_or_default();
        let known = self.senses.get(&stems.join(" "));
        let known = known.map_or(&[][..], Vec::as_slice);
        let exact = words.join(" ");
        let is_exact = known.iter().any(|(text, _)| *text == exact);
        let is_so = |text: &str, sense: &Sense| {
            let is_verb = matches!(sense, Sense::Value(..)) && is_verb_of(text, words);
            text == exact || !is_exact && !is_verb && !self.is_state(text)
        };
        let meant = known.iter().filter(|(text, sense)| is_so(text, sense));
        meant.map(|(_, sense)| sense).collect()
    }

    /// Whether a text tells a state by an irregular form with a word after it that says nothing: who digs in is not `dug in` yet.
    fn is_state(&self, text: &str) -> bool {
        let mut words = text.split(' ');
        let is_irregular = |word: &str| self.stems.form_of(word) != word;
        words.next().is_some_and(is_irregular) && words.next_back().is_some_and(is_filler)
    }

    /// The stem of a word of the text.
    pub fn stem(&self, at: usize) -> &str {
        self.stemmed.get(at).map_or("", String::as_str)
    }

    /// The stem of a word.
    pub fn stem_of(&self, word: &str) -> String {
        self.stems.of(word)
    }

    /// The words of the text.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// Whether what is said are the verbs of which words are made that name things: `built` is no building.
fn is_verb_of(text: &str, said: &[String]) -> bool {
    let is_thing = |word: &str| word.contains("ing");
    let mut words = text.split(' ').zip(said);
    words.any(|(word, said)| is_thing(word) && !is_thing(said))
}

/// The letters with which a word begins.
fn beginning(word: &str) -> String {
    word.chars().take(BEGINNING).collect()
}
