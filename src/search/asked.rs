//! What a player writes, read clause by clause: which words ask, and which only tell how things stand.

use super::split::words_of;
use super::words::{NOT, Stems, is_filler};
use itertools::{Itertools, izip};

/// Words that begin a clause which asks, in alphabetical order: those that ask for yes or no, and the others.
pub const WHETHER: &[&str] = &[
    "am", "are", "can", "could", "did", "do", "does", "has", "have", "is", "may", "might", "must",
    "shall", "should", "was", "were", "will", "would",
];
pub const WHAT: &[&str] = &[
    "how", "hows", "what", "whats", "when", "where", "wheres", "which", "who", "whom", "whos",
    "whose", "why",
];
/// Words that begin a clause which tells how things stand, in alphabetical order.
pub const TELLING: &[&str] = &[
    "after", "because", "during", "if", "once", "since", "when", "while",
];

/// Words that join a clause to what was said.
pub const JOINING: &[&str] = &["and", "but", "or", "so", "then"];

/// Words that say, after one that asks, what is otherwise, in alphabetical order: `what about rain`.
pub const OTHERWISE: &[&str] = &["about", "at", "for", "in", "on", "under", "with", "without"];

/// Words that say of what stands before them where or when it is, in alphabetical order: `smoke in rain`.
pub const PLACING: &[&str] = &[
    "at", "during", "in", "into", "on", "through", "under", "within",
];

/// Words that stand for what was said, in alphabetical order: `isn't it`.
const TAGGED: &[&str] = &["he", "it", "she", "there", "they"];

/// The word by which one asks whether something is so: `is there mud`.
const THERE: &str = "there";

/// Among how many words of a clause the one stands by which it asks: `and at which column`.
const FIRST: usize = 3;

/// The words of a text, and which of them ask.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub words: Vec<String>,
    asks: Vec<bool>,
    /// Those that tell nothing: with which a clause begins to ask, or that help another word.
    begin: Vec<bool>,
    /// The number of the clause in which each stands.
    clauses: Vec<usize>,
    by: Option<String>,
    /// How many of the words are its own: the others were said before.
    own: usize,
    /// Whether it only says what is otherwise, and asks what was asked first.
    pub goes_on: bool,
}

impl Asked {
    pub fn of(text: &str) -> Self {
        let mut asked = Self::default();
        for clause in clauses(text) {
            asked.add(&clause, clause.is_asking);
        }
        asked.own = asked.words.len();
        asked
    }

    /// Each question of a text by itself, with all that was told before it: `what does it cost, and what with a road?` is two. One
    /// that only says what is otherwise asks what the first did. What it says itself stands first, as that goes before what was
    /// told before.
    pub fn each(text: &str) -> Vec<Self> {
        let mut parts: Vec<Vec<Clause>> = vec![Vec::new()];
        let mut was = None;
        for clause in clauses(text) {
            let is_first = was != Some(clause.sentence);
            was = Some(clause.sentence);
            let has_asked = parts
                .last()
                .is_some_and(|other| other.iter().any(|other| other.asks));
            let begins = is_first && (clause.asks || clause.asks_later || clause.is_question)
                || clause.asks && clause.is_joined;
            if has_asked && begins {
                parts.push(Vec::new());
            }
            parts
                .last_mut()
                .into_iter()
                .for_each(|each| each.push(clause.clone()));
        }
        (0..parts.len()).map(|at| Self::part(&parts, at)).collect()
    }

    fn part(parts: &[Vec<Clause>], at: usize) -> Self {
        let clauses = parts.get(at).map_or(&[][..], Vec::as_slice);
        let mut asked = Self::default();
        let asking = clauses.iter().find(|clause| clause.asks);
        let goes_on = at > 0 && asking.is_none_or(Clause::is_otherwise);
        asked.goes_on = goes_on;
        for clause in clauses {
            asked.add(clause, clause.is_asking && !goes_on);
        }
        asked.own = asked.words.len();
        for (place, before) in parts.iter().take(at).enumerate() {
            for clause in before {
                asked.add(clause, clause.is_asking && goes_on && place == 0);
            }
        }
        asked
    }

    fn add(&mut self, clause: &Clause, is_asking: bool) {
        let (words, mut is_asking) = (&clause.words, is_asking);
        let first = words.len() - bare(words).len();
        let begins = |place: usize| {
            let mut before = words.iter().take(place + 1).skip(first);
            clause.is_asking && place >= first && before.all(|word| is_by(word))
        };
        let number = self.clauses.last().map_or(0, |last| last + 1);
        for (place, word) in words.iter().enumerate() {
            self.clauses.push(number);
            is_asking &= place < FIRST || !is_of(TELLING, word);
            if is_asking && self.by.is_none() && is_by(word) {
                self.by = Some(word.clone());
            }
            self.words.push(word.clone());
            self.asks.push(is_asking);
            self.begin.push(begins(place) || is_helping(words, place));
        }
    }

    /// What it says itself, without what was said before it.
    pub fn own(&self) -> String {
        self.own_words().join(" ")
    }

    /// The words of that.
    pub fn own_words(&self) -> &[String] {
        self.words.get(..self.own).unwrap_or_default()
    }

    /// Whether a word stands where the text asks; every word does, where nothing that says something stands there.
    pub fn asks_with(&self, word: &str) -> bool {
        let asking = || self.words.iter().zip(&self.asks).filter(|(_, asks)| **asks);
        !asking().any(|(text, _)| !is_filler(text)) || asking().any(|(text, _)| text == word)
    }

    /// Whether what asks in these words asks for the same thing as this does: in the same way, for yes or no as well, or not.
    pub fn is_like(&self, other: &str) -> Likeness {
        let other = words_of(other).into_iter().find(|word| is_by(word));
        match (&self.by, other) {
            (Some(text), Some(other)) if *text == other => Likeness::Same,
            (Some(text), Some(other)) if is_of(WHAT, text) != is_of(WHAT, &other) => Likeness::None,
            _ => Likeness::Open,
        }
    }

    /// What it tells a question that asks for yes or no besides the words of its own name with which it asks, where it says all of
    /// the name, or asks whether something is there.
    pub fn told_besides(&self, name: &str, says: &str) -> Option<String> {
        let by = words_of(says).into_iter().find(|word| is_by(word))?;
        let (stems, name) = (Stems::default(), words_of(name));
        let name: Vec<String> = name.iter().map(|word| stems.of(word)).collect();
        let is_named = |word: &str| self.asks_with(word) && name.contains(&stems.of(word));
        let rest = self.without(|_, word| is_named(word));
        let said: Vec<String> = self.words.iter().map(|word| stems.of(word)).collect();
        let is_said = name.iter().all(|word| said.contains(word));
        let is_there = matches!(&self.words[..], [first, second, ..] if is_of(WHETHER, first) && second == THERE);
        let is_less = rest.words.len() < self.words.len();
        (is_of(WHETHER, &by) && is_less && (is_said || is_there)).then(|| rest.told())
    }

    /// Whether a word stands after a number alone.
    pub fn is_counted(&self, word: &str) -> bool {
        let before = |place: usize| place.checked_sub(1).and_then(|at| self.words.get(at));
        let is_number = |word: &String| word.bytes().all(|letter| letter.is_ascii_digit());
        let mut own = self
            .words
            .iter()
            .enumerate()
            .filter(|(_, text)| *text == word);
        own.all(|(place, _)| before(place).is_some_and(is_number))
    }

    /// Whether a clause begins to ask with a word, by its place.
    pub fn begins(&self, place: usize) -> bool {
        self.begin.get(place).is_some_and(|begins| *begins)
    }

    /// Whether two words stand in one clause, by their places.
    pub fn is_one_clause(&self, place: usize, other: usize) -> bool {
        self.clauses.get(place) == self.clauses.get(other)
    }

    /// Whether it asks by any word.
    pub const fn asks(&self) -> bool {
        self.by.is_some()
    }

    /// Whether it asks by this word first.
    pub fn asks_by(&self, word: &str) -> bool {
        self.by.as_deref() == Some(word)
    }

    /// Whether it asks for yes or no.
    pub fn asks_whether(&self) -> bool {
        self.by.as_deref().is_some_and(|by| is_of(WHETHER, by))
    }

    /// The same without some of its words.
    #[must_use]
    pub fn without(&self, is_left_out: impl Fn(usize, &str) -> bool) -> Self {
        let all = izip!(&self.words, &self.asks, &self.begin, &self.clauses).enumerate();
        let rest = all.filter(|(place, (word, ..))| !is_left_out(*place, word));
        let mut asked = Self {
            by: self.by.clone(),
            goes_on: self.goes_on,
            ..Self::default()
        };
        for (place, (word, asks, begins, clause)) in rest {
            asked.own += usize::from(place < self.own);
            asked.words.push(word.clone());
            asked.asks.push(*asks);
            asked.begin.push(*begins);
            asked.clauses.push(*clause);
        }
        asked
    }

    /// The same in another spelling of some words.
    #[must_use]
    pub fn spelt(&self, other: impl Fn(&str) -> Option<String>) -> Self {
        let words = self.words.iter();
        let words = words.map(|word| other(word).unwrap_or_else(|| word.clone()));
        Self {
            words: words.collect(),
            ..self.clone()
        }
    }

    /// What it tells: all but the words with which it begins to ask, clause by clause.
    pub fn told(&self) -> String {
        let words = izip!(&self.words, &self.begin, &self.clauses);
        let told = words.filter(|(_, begins, _)| !**begins);
        let clauses = told.chunk_by(|(.., clause)| **clause);
        let clauses = clauses.into_iter();
        clauses
            .map(|(_, words)| words.map(|(word, ..)| word).join(" "))
            .join(", ")
    }
}

/// How the way in which one question asks is that of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    None,
    Open,
    Same,
}

/// A piece of a sentence.
#[derive(Debug, Clone, Default)]
struct Clause {
    words: Vec<String>,
    /// The number of its sentence, and whether that ends with a question mark.
    sentence: usize,
    is_question: bool,
    /// Whether it asks itself, and whether it does or one before it in its sentence does.
    asks: bool,
    is_asking: bool,
    /// Whether one after it in its sentence asks.
    asks_later: bool,
    /// Whether it is joined to what was said.
    is_joined: bool,
}

impl Clause {
    /// `what about rain`, `what if it rains`: it only says what is otherwise.
    fn is_otherwise(&self) -> bool {
        let is_so = |word: &String| is_of(TELLING, word) || is_of(OTHERWISE, word);
        match bare(&self.words) {
            [first, second, ..] => is_of(WHAT, first) && is_so(second),
            _ => false,
        }
    }
}

/// The clauses of a text, sentence by sentence.
fn clauses(text: &str) -> Vec<Clause> {
    let (mut all, mut rest) = (Vec::new(), text);
    for number in 0.. {
        if rest.is_empty() {
            break;
        }
        let (clauses, is_question, after) = sentence(rest);
        rest = after;
        let last = clauses.len().checked_sub(1).filter(|_| is_question);
        let first = clauses.iter().position(|clause| asks(clause)).or(last);
        for (place, words) in clauses.iter().enumerate() {
            let asks_later = clauses.iter().skip(place + 1).any(|texts| asks(texts));
            all.push(Clause {
                sentence: number,
                is_question,
                asks: asks(words),
                is_asking: first.is_some_and(|first| place >= first) && !tells(words),
                asks_later,
                is_joined: bare(words).len() < words.len(),
                words: words.clone(),
            });
        }
    }
    all
}

/// The clauses of the first sentence of a text, whether it ends with a question mark, and what follows it.
fn sentence(text: &str) -> (Vec<Vec<String>>, bool, &str) {
    let mut clauses = Vec::new();
    let mut from = 0;
    for (at, mark) in text.char_indices() {
        let after = at + mark.len_utf8();
        let (before, rest) = text.split_at(after);
        let is_last = rest.chars().next().is_none_or(char::is_whitespace);
        let is_first = before.chars().rev().nth(1).is_some_and(char::is_whitespace);
        let is_dash = mark == '-' && is_first && is_last || matches!(mark, '–' | '—');
        let is_end = matches!(mark, '?' | '!' | ';' | '\n') || matches!(mark, '.' | ':') && is_last;
        if is_end || is_dash || matches!(mark, ',' | '(' | ')') {
            clauses.extend(joined(words_of(before.get(from..).unwrap_or_default())));
            from = after;
        }
        if is_end {
            return (without_tags(clauses), mark == '?', rest);
        }
    }
    clauses.extend(joined(words_of(text.get(from..).unwrap_or_default())));
    (without_tags(clauses), false, "")
}

/// The clauses without those that only want to be told so: `it rains, does it not` asks nothing.
fn without_tags(clauses: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let is_tag = |words: &[String]| {
        let words: Vec<&String> = words.iter().filter(|word| *word != NOT).collect();
        matches!(words[..], [does, it] if is_of(WHETHER, does) && is_of(TAGGED, it))
    };
    let mut clauses = clauses.into_iter();
    let first = clauses.next();
    let others = clauses.filter(|words| !is_tag(words));
    first.into_iter().chain(others).collect()
}

/// A clause in two where it goes on to ask: `what is it and to what does it apply`.
fn joined(mut words: Vec<String>) -> Vec<Vec<String>> {
    let again = (1..words.len()).find(|at| {
        let (before, after) = words.split_at(*at);
        let mut next = after.iter().skip(1).take(2);
        let begins = after.get(1).is_some_and(|word| is_of(WHETHER, word));
        after.first().is_some_and(|word| word == "and")
            && (begins || next.any(|word| is_of(WHAT, word)))
            && asks(before)
    });
    match again {
        Some(at) => {
            let after = words.split_off(at);
            vec![words, after]
        }
        None => vec![words],
    }
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
    let texts = bare(clause);
    let asks_whether = texts.first().is_some_and(|word| is_of(WHETHER, word));
    !tells(clause) && (asks_whether || texts.iter().take(FIRST).any(|word| is_of(WHAT, word)))
}

/// `when it rains`, but not `when does it rain`.
fn tells(clause: &[String]) -> bool {
    let texts = bare(clause);
    let second = texts.get(1);
    let asks = |word: &String| word == "when" && second.is_some_and(|word| is_of(WHETHER, word));
    texts
        .first()
        .is_some_and(|word| is_of(TELLING, word) && !asks(word))
}

/// `may I` is no month, `in May the` is.
fn is_helping(words: &[String], place: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at));
    let is_after = word(place.checked_sub(1)).is_some_and(|word| is_of(OTHERWISE, word));
    word(Some(place)).is_some_and(|word| is_of(WHETHER, word))
        && !is_after
        && word(Some(place + 1)).is_some_and(|next| is_filler(next))
}

fn is_by(word: &str) -> bool {
    is_of(WHETHER, word) || is_of(WHAT, word)
}

fn is_of(words: &[&str], word: &str) -> bool {
    words.binary_search(&word).is_ok()
}
