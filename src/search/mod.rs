//! Finding things by words: packs as written go in, what has the words comes out, best first. Words are found whole, by their
//! stem (`halves` finds `halved`) and by their beginning; rare words count more than common ones, names more than prose.

mod things;
mod words;

#[cfg(feature = "book")]
pub use things::all as described;
pub use things::{Kind, Thing};
#[cfg(feature = "book")]
pub use words::{FILLERS, IRREGULAR};
pub use words::{Stems, is_filler, words_of};

use crate::diagnostic::nearest;
use crate::pack::Rulebook;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// How well a word of a text is that of the question.
const WHOLE: u32 = 6;
const SAME_STEM: u32 = 4;
const BEGINNING: u32 = 2;

/// What is added where the words are the name.
const IS_NAME: u32 = 10_000;

/// All that can be found in a rulebook.
#[derive(Debug)]
pub struct Index<'w> {
    things: Vec<Thing<'w>>,
    /// The words of each thing: the number of each, and the most that it weighs there.
    weights: Vec<FxHashMap<usize, u32>>,
    words: Vec<Word>,
}

#[derive(Debug)]
struct Word {
    text: String,
    stem: String,
}

/// What was found.
#[derive(Debug)]
pub struct Found<'i> {
    /// What has the words, best first.
    pub things: Vec<&'i Thing<'i>>,
    /// How many of these have all words.
    pub whole: usize,
    /// The words that nothing has, each with the nearest that something has, which was looked for in its place.
    pub unknown: Vec<(String, Option<String>)>,
}

impl<'w> Index<'w> {
    /// The index of packs.
    pub fn of(written: &'w Rulebook) -> Self {
        let stems = Stems::default();
        let mut index = Self {
            things: Vec::new(),
            weights: Vec::new(),
            words: Vec::new(),
        };
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        for described in things::all(written) {
            let mut weights: FxHashMap<usize, u32> = FxHashMap::default();
            for (text, weight) in described.texts {
                for word in words_of(text) {
                    let next = index.words.len();
                    let number = *numbers.entry(word.clone()).or_insert_with(|| {
                        let stem = stems.of(&word);
                        index.words.push(Word { text: word, stem });
                        next
                    });
                    let known = weights.entry(number).or_default();
                    *known = weight.max(*known);
                }
            }
            index.things.push(described.thing);
            index.weights.push(weights);
        }
        index
    }

    /// The thing of a game that a person can ask for by this name.
    pub fn named(&self, game: &str, name: &str) -> Option<&Thing<'w>> {
        let own = |thing: &&Thing<'_>| thing.game == game && thing.own_name() == name;
        let asked = self
            .things
            .iter()
            .filter(|thing| thing.kind <= Kind::Process);
        asked.filter(own).min_by_key(|thing| thing.kind)
    }

    /// What has some words, best first.
    pub fn find(&self, question: &str) -> Found<'_> {
        let wanted = content(words_of(question));
        let stems = Stems::default();
        let mut scores: Vec<(usize, u32)> = vec![(0, 0); self.things.len()];
        let mut unknown = Vec::new();
        for word in &wanted {
            let mut like = self.like(word, &stems.of(word));
            if like.is_empty() {
                let known = self.words.iter().map(|own| own.text.as_str());
                let near = nearest(word, known).map(str::to_owned);
                if let Some(near) = &near {
                    like = self.like(near, &stems.of(near));
                }
                unknown.push((word.clone(), near));
            }
            let weights = self.weights.iter();
            let best: Vec<u32> = weights.map(|weights| best(weights, &like)).collect();
            let having = best.iter().filter(|best| **best > 0).count();
            let Some(share) = self.things.len().checked_div(having) else {
                continue;
            };
            let rarity = 1 + share.max(1).ilog2();
            for ((words, score), best) in scores.iter_mut().zip(best) {
                *words += usize::from(best > 0);
                *score += best * rarity;
            }
        }
        let name = wanted.join("-");
        let mut ranked = Vec::new();
        for (thing, (words, score)) in self.things.iter().zip(scores) {
            if words > 0 {
                let is_called = thing.is_called(&name, words_of);
                let score = score + if is_called { IS_NAME } else { 0 };
                ranked.push((Reverse((words, score)), thing));
            }
        }
        ranked.sort_by_key(|(rank, thing)| (*rank, thing.kind, thing.name.len()));
        let lost = unknown.iter().filter(|(_, near)| near.is_none()).count();
        let all = wanted.len() - lost;
        let has_all = ranked
            .iter()
            .filter(|(Reverse((words, _)), _)| *words == all);
        Found {
            whole: has_all.count(),
            things: ranked.into_iter().map(|(_, thing)| thing).collect(),
            unknown,
        }
    }

    /// The words that are meant by one of a question, with how well each fits.
    fn like(&self, word: &str, stem: &str) -> FxHashMap<usize, u32> {
        let fits = |own: &Word| {
            if own.text == word || is_number_of(&own.text, word) {
                WHOLE
            } else if own.stem == stem {
                SAME_STEM
            } else if word.len() >= 3 && own.text.starts_with(word) {
                BEGINNING
            } else {
                0
            }
        };
        let all = self.words.iter().map(fits).enumerate();
        all.filter(|(_, fits)| *fits > 0).collect()
    }
}

/// The most that a thing's words give for one of a question.
fn best(weights: &FxHashMap<usize, u32>, like: &FxHashMap<usize, u32>) -> u32 {
    let given = |(number, fits): (&usize, &u32)| weights.get(number).map(|weight| weight * fits);
    like.iter().filter_map(given).max().unwrap_or_default()
}

/// Whether a paragraph's number is meant by its digits alone: `11.62` is `f11.62`.
fn is_number_of(number: &str, word: &str) -> bool {
    word.contains('.')
        && word.starts_with(|letter: char| letter.is_ascii_digit())
        && number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()) == word
}

/// The words of a question that say something, each once.
fn content(words: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for word in words {
        if !once.contains(&word) {
            once.push(word);
        }
    }
    let says = |word: &&String| !is_filler(word);
    let saying: Vec<String> = once.iter().filter(says).cloned().collect();
    if saying.is_empty() { once } else { saying }
}
