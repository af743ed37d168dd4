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
use crate::source::Text;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// How well a word of a text is that of the question.
const WHOLE: u32 = 6;
const SAME_STEM: u32 = 4;
const BEGINNING: u32 = 2;

/// All that can be found in a rulebook.
#[derive(Debug)]
pub struct Index<'w> {
    things: Vec<Thing<'w>>,
    /// The words of each thing: the number of each, and the most that it weighs there.
    weights: Vec<FxHashMap<usize, u32>>,
    words: Vec<Word>,
    /// What players say, with the words for which they say it.
    sayings: Vec<(Vec<String>, Vec<String>)>,
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

/// A search while it goes on: what has which of the words.
#[derive(Debug)]
pub struct Search<'i> {
    index: &'i Index<'i>,
    /// The words that are looked for, each once.
    pub wanted: Vec<String>,
    hits: Vec<Hit>,
    /// The words that are mere numbers, by the places of the bits.
    numbers: u64,
    unknown: Vec<(String, Option<String>)>,
}

/// What a thing has of the words.
#[derive(Debug, Clone, Copy, Default)]
struct Hit {
    /// The words, by the places of the bits.
    words: u64,
    score: u64,
}

/// What a word counts that says something of a fact which a question takes.
const SAID: u64 = 40;

impl<'w> Index<'w> {
    /// The index of packs.
    pub fn of(written: &'w Rulebook) -> Self {
        let stems = Stems::default();
        let mut index = Self {
            things: Vec::new(),
            weights: Vec::new(),
            words: Vec::new(),
            sayings: sayings(written),
        };
        for (said, _) in &mut index.sayings {
            said.iter_mut().for_each(|word| *word = stems.of(word));
        }
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
        self.search(question).found(&FxHashMap::default())
    }

    /// What has which of some words.
    pub fn search(&self, question: &str) -> Search<'_> {
        let all = words_of(question);
        let mut search = Search {
            index: self,
            wanted: content(all.clone()),
            hits: vec![Hit::default(); self.things.len()],
            numbers: 0,
            unknown: Vec::new(),
        };
        let stems = Stems::default();
        // A number by itself is in many a chart: it counts where it is all that is said.
        let is_number = |word: &String| word.parse::<u32>().is_ok();
        if !search.wanted.iter().all(is_number) {
            search.numbers = search.bits(is_number);
        }
        for (place, word) in search.wanted.clone().into_iter().enumerate().take(64) {
            let mut like = self.like(&word, &stems.of(&word));
            for other in self.other_words(&stems, &all, &word) {
                for (number, fits) in self.like(other, &stems.of(other)) {
                    let known = like.entry(number).or_default();
                    *known = (*known).max(fits.min(SAME_STEM));
                }
            }
            if like.is_empty() && word.parse::<u32>().is_err() {
                let known = self.words.iter().map(|own| own.text.as_str());
                let near = nearest(&word, known).filter(|near| is_slip(&word, near));
                let near = near.map(str::to_owned);
                if let Some(near) = &near {
                    like = self.like(near, &stems.of(near));
                }
                search.unknown.push((word, near));
            }
            search.count(place, &like);
        }
        search
    }

    /// The words that a player may mean who says one, be it together with others.
    fn other_words(&self, stems: &Stems, all: &[String], word: &str) -> Vec<&str> {
        let stem = stems.of(word);
        let all: Vec<String> = all.iter().map(|word| stems.of(word)).collect();
        let is_said = |said: &[String]| {
            said.contains(&stem) && all.windows(said.len().max(1)).any(|words| words == said)
        };
        let said = self.sayings.iter().filter(|(said, _)| is_said(said));
        said.flat_map(|(_, other)| other)
            .map(String::as_str)
            .collect()
    }

    /// The words that are meant by one of a question, with how well each fits.
    fn like(&self, word: &str, stem: &str) -> FxHashMap<usize, u32> {
        let fits = |own: &Word| {
            if own.text == word || is_number_of(&own.text, word) {
                WHOLE
            } else if own.stem == stem {
                SAME_STEM
            } else if word.len() >= 4 && own.text.starts_with(word) {
                BEGINNING
            } else {
                0
            }
        };
        let all = self.words.iter().map(fits).enumerate();
        all.filter(|(_, fits)| *fits > 0).collect()
    }
}

impl Found<'_> {
    /// Keeps only some of the things.
    pub fn keep(&mut self, is_kept: impl Fn(&Thing<'_>) -> bool) {
        let whole = self.things.iter().take(self.whole);
        self.whole = whole.filter(|thing| is_kept(thing)).count();
        self.things.retain(|thing| is_kept(thing));
    }
}

impl<'i> Search<'i> {
    /// Counts what has one of the words, or one like it.
    fn count(&mut self, place: usize, like: &FxHashMap<usize, u32>) {
        let weights = self.index.weights.iter();
        let best: Vec<u32> = weights.map(|weights| best(weights, like)).collect();
        let having = best.iter().filter(|best| **best > 0).count();
        let Some(share) = best.len().checked_div(having) else {
            return;
        };
        let rarity = 1 + u64::from(share.max(1).ilog2());
        for (hit, best) in self.hits.iter_mut().zip(best) {
            if best > 0 {
                hit.words |= 1 << place & !self.numbers;
                hit.score += u64::from(best) * rarity;
            }
        }
    }

    /// The words looked for that a text has, or the like, by the places of the bits.
    pub fn places_in(&self, text: &str) -> u64 {
        let stems = Stems::default();
        let own: Vec<String> = words_of(text).iter().map(|word| stems.of(word)).collect();
        let is_own = |word: &str| own.contains(&stems.of(word));
        let other = |word: &str| self.index.other_words(&stems, &self.wanted, word);
        self.bits(|word| is_own(word) || other(word).into_iter().any(is_own))
    }

    fn bits(&self, is_one: impl Fn(&String) -> bool) -> u64 {
        let places = self.wanted.iter().enumerate().take(64);
        let ones = places.filter(|(_, word)| is_one(word));
        ones.fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The questions of a game that may be meant: those that have most of the words, and those that are asked most.
    pub fn questions(&self, game: &str, most: usize) -> Vec<&'i Thing<'i>> {
        let all = self.index.things.iter().zip(&self.hits);
        let own = all.filter(|(thing, _)| thing.kind == Kind::Question && thing.game == game);
        let (asked, others): (Vec<_>, Vec<_>) = own.partition(|(thing, _)| thing.is_asked_most);
        let mut others: Vec<_> = others
            .into_iter()
            .filter(|(_, hit)| hit.words > 0)
            .collect();
        others.sort_by_key(|(_, hit)| Reverse(hit.score * u64::from(hit.words.count_ones())));
        let others = others.into_iter().take(most);
        asked
            .into_iter()
            .chain(others)
            .map(|(thing, _)| thing)
            .collect()
    }

    /// What was found, best first; `said` has the words that tell a fact which a question takes.
    pub fn found(self, said: &FxHashMap<(&str, &str), u64>) -> Found<'i> {
        let lost = self.unknown.iter().filter(|(_, near)| near.is_none());
        let lost: Vec<&str> = lost.map(|(word, _)| word.as_str()).collect();
        let name = self.wanted.join("-");
        let all = self.bits(|word| !lost.contains(&word.as_str())) & !self.numbers;
        let names = Names::of(&self);
        let mut ranked = Vec::new();
        for (thing, hit) in self.index.things.iter().zip(&self.hits) {
            let told = said.get(&(thing.game, thing.own_name())).copied();
            let told = told
                .filter(|_| thing.kind == Kind::Question)
                .unwrap_or_default();
            let words = hit.words | told;
            if words == 0 {
                continue;
            }
            let more = (told & !hit.words).count_ones();
            let covered = u64::from(words.count_ones());
            let score = (hit.score + SAID * u64::from(more)) * covered * covered * thing.weight();
            let score = score * if names.in_name(thing) { 2 } else { 1 };
            let is_whole = all & !words == 0;
            let is_number = thing.kind == Kind::Paragraph
                && is_number_of(&thing.own_name().to_lowercase(), &name);
            let is_called = is_number || thing.is_called(&name, words_of);
            ranked.push((Reverse((is_called, is_whole, score)), thing));
        }
        ranked.sort_by_key(|(rank, thing)| (*rank, thing.kind, thing.name.len()));
        let has_all = |(rank, _): &&(Reverse<(bool, bool, u64)>, _)| rank.0.0 || rank.0.1;
        Found {
            whole: ranked.iter().filter(has_all).count(),
            things: ranked.into_iter().map(|(_, thing)| thing).collect(),
            unknown: self.unknown,
        }
    }
}

/// What is looked for, to see whether it names a thing.
struct Names {
    stems: Stems,
    said: Vec<String>,
}

impl Names {
    fn of(search: &Search<'_>) -> Self {
        let stems = Stems::default();
        let wanted = search.wanted.iter();
        let said = wanted.flat_map(|word| {
            let other = search.index.other_words(&stems, &search.wanted, word);
            other.into_iter().chain([word.as_str()])
        });
        Self {
            said: said.map(|word| stems.of(word)).collect(),
            stems,
        }
    }

    /// Whether all words of the name of something that answers are said; a single word names too much.
    fn in_name(&self, thing: &Thing<'_>) -> bool {
        let words = content(words_of(thing.own_name()));
        let is_said = |word: &String| self.said.contains(&self.stems.of(word));
        thing.kind <= Kind::Process && words.len() > 1 && words.iter().all(is_said)
    }
}

/// What players say: its words, and the words of all that it can stand for.
pub fn sayings(written: &Rulebook) -> Vec<(Vec<String>, Vec<String>)> {
    let guides = written.packs.iter().flat_map(|pack| &pack.guides);
    let sayings = guides.flat_map(|guide| &guide.words);
    let of = |(words, says): &(Text, Vec<Text>)| {
        let other = says.iter().flat_map(|text| content(words_of(&text.value)));
        (words_of(&words.value), other.collect())
    };
    sayings.map(of).collect()
}

/// Whether one word can be a slip for another: short ones, and those that begin otherwise, are words of their own.
fn is_slip(word: &str, near: &str) -> bool {
    word.len() >= 4 && word.chars().next() == near.chars().next()
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
