//! What a player writes, read clause by clause: which words ask, and which only tell how things stand.

use super::words::{is_filler, words_of};

/// Words that begin a clause which asks, in alphabetical order: those that ask for yes or no, and the others.
pub const WHETHER: &[&str] = &[
    "am", "are", "can", "could", "did", "do", "does", "has", "have", "is", "may", "might", "must",
    "shall", "should", "was", "were", "will", "would",
];
pub const WHAT: &[&str] = &[
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
];
/// Words that begin a clause which tells how things stand, in alphabetical order.
pub const TELLING: &[&str] = &[
    "after", "because", "during", "if", "once", "since", "when", "while",
];

/// Words that join a clause to what was said.
pub const JOINING: &[&str] = &["and", "but", "or", "so", "then"];

/// Among how many words of a clause the one stands by which it asks: `and at which column`.
const FIRST: usize = 3;

/// The words of a text, and which of them ask.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub words: Vec<String>,
    asks: Vec<bool>,
    /// Those with which a clause begins to ask: they tell nothing.
    begin: Vec<bool>,
    by: Option<String>,
}

impl Asked {
    pub fn of(text: &str) -> Self {
        let mut asked = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (clauses, is_question, after) = sentence(rest);
            asked.sentence(&clauses, is_question);
            rest = after;
        }
        asked
    }

    fn sentence(&mut self, clauses: &[Vec<String>], is_question: bool) {
        let first = clauses.iter().position(|clause| asks(clause));
        let first = first.or_else(|| clauses.len().checked_sub(1).filter(|_| is_question));
        for (place, clause) in clauses.iter().enumerate() {
            let mut is_asking = first.is_some_and(|first| place >= first) && !tells(clause);
            let begins = clause.len() - bare(clause).len();
            for (place, word) in clause.iter().enumerate() {
                is_asking &= place < FIRST || !is_of(TELLING, word);
                if is_asking && self.by.is_none() && is_by(word) {
                    self.by = Some(word.clone());
                }
                self.words.push(word.clone());
                self.asks.push(is_asking);
                self.begin.push(is_asking && place == begins && is_by(word));
            }
        }
    }

    /// Whether a word stands where the text asks; every word does, where nothing that says something stands there.
    pub fn asks_with(&self, word: &str) -> bool {
        let asking = || self.words.iter().zip(&self.asks).filter(|(_, asks)| **asks);
        !asking().any(|(own, _)| !is_filler(own)) || asking().any(|(own, _)| own == word)
    }

    /// Whether what asks in these words asks for the same thing as this does: in the same way, for yes or no as well, or not.
    pub fn is_like(&self, other: &str) -> Likeness {
        let other = words_of(other).into_iter().find(|word| is_by(word));
        match (&self.by, other) {
            (Some(own), Some(other)) if *own == other => Likeness::Same,
            (Some(own), Some(other)) if is_of(WHAT, own) != is_of(WHAT, &other) => Likeness::None,
            _ => Likeness::Open,
        }
    }

    /// Whether it asks by this word first.
    pub fn asks_by(&self, word: &str) -> bool {
        self.by.as_deref() == Some(word)
    }

    /// The same without some of its words.
    #[must_use]
    pub fn without(&self, is_left_out: impl Fn(usize, &str) -> bool) -> Self {
        let all = self.words.iter().zip(&self.asks).enumerate();
        let rest = all.filter(|(place, (word, _))| !is_left_out(*place, word));
        let mut asked = Self {
            by: self.by.clone(),
            ..Self::default()
        };
        for (place, (word, asks)) in rest {
            asked.words.push(word.clone());
            asked.asks.push(*asks);
            asked
                .begin
                .push(self.begin.get(place).is_some_and(|begins| *begins));
        }
        asked
    }

    /// What it tells: all but the words with which it begins to ask.
    pub fn told(&self) -> String {
        let words = self.words.iter().zip(&self.begin);
        let told = words
            .filter(|(_, begins)| !**begins)
            .map(|(word, _)| word.as_str());
        told.collect::<Vec<_>>().join(" ")
    }
}

/// How the way in which one question asks is that of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    Same,
    Open,
    None,
}

/// The clauses of the first sentence of a text, whether it ends with a question mark, and what follows it.
fn sentence(text: &str) -> (Vec<Vec<String>>, bool, &str) {
    let mut clauses = Vec::new();
    let mut from = 0;
    for (at, mark) in text.char_indices() {
        let after = at + mark.len_utf8();
        let (before, rest) = text.split_at(after);
        let is_last = rest.chars().next().is_none_or(char::is_whitespace);
        let is_end = matches!(mark, '?' | '!' | ';' | '\n') || matches!(mark, '.' | ':') && is_last;
        if is_end || matches!(mark, ',' | '(' | ')') {
            clauses.push(words_of(before.get(from..).unwrap_or_default()));
            from = after;
        }
        if is_end {
            return (clauses, mark == '?', rest);
        }
    }
    clauses.push(words_of(text.get(from..).unwrap_or_default()));
    (clauses, false, "")
}

/// A clause without the word that joins it to what was said.
fn bare(clause: &[String]) -> &[String] {
    match clause {
        [first, rest @ ..] if is_of(JOINING, first) => rest,
        _ => clause,
    }
}

/// `does it`, `at which`
fn asks(clause: &[String]) -> bool {
    let own = bare(clause);
    let asks_whether = own.first().is_some_and(|word| is_of(WHETHER, word));
    !tells(clause) && (asks_whether || own.iter().take(FIRST).any(|word| is_of(WHAT, word)))
}

/// `when it rains`, but not `when does it rain`.
fn tells(clause: &[String]) -> bool {
    let own = bare(clause);
    let second = own.get(1);
    let asks = |word: &String| word == "when" && second.is_some_and(|word| is_of(WHETHER, word));
    own.first()
        .is_some_and(|word| is_of(TELLING, word) && !asks(word))
}

fn is_by(word: &str) -> bool {
    is_of(WHETHER, word) || is_of(WHAT, word)
}

fn is_of(words: &[&str], word: &str) -> bool {
    words.binary_search(&word).is_ok()
}
