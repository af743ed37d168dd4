//! Finding things by words: packs as written go in, what has the words comes out, best first. Words are found whole, by their
//! stem (`halves` finds `halved`) and by their beginning; rare words count more than common ones, names more than prose, and words
//! that ask more than those that tell how things stand.

mod asked;
mod hits;
mod naming;
mod said;
mod split;
mod texts;
mod things;
mod words;

pub use asked::{Asked, JOINING, Likeness, PLACING};
#[cfg(feature = "book")]
pub use asked::{OTHERWISE, TELLING, WHAT, WHETHER};

pub use hits::Hits;
pub use said::{BARE, Said, ToldBy, not_held, sayings};
pub use split::{words_in_clauses, words_of};
#[cfg(feature = "book")]
pub use things::all as described;
pub use things::{Kind, Thing};
pub use words::{CITING, NOT, Stems, is_filler, said_number};
#[cfg(feature = "book")]
pub use words::{FILLERS, IRREGULAR};

use crate::diagnostic::nearest;
use crate::pack::Rulebook;
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use texts::Words;
use words::{FEW, content, is_beginning, is_number, is_number_of, is_slip, says_name, says_number};

/// How well a word of a text is that of the question.
const WHOLE: u32 = 6;
const SAME_STEM: u32 = 4;
const BEGINNING: u32 = 2;

/// All that can be found in a rulebook.
#[derive(Debug, Serialize, Deserialize)]
pub struct Index<'w> {
    #[serde(borrow)]
    things: Vec<Thing<'w>>,
    words: Vec<Word>,
    /// The stems of the words, each with how many things have it.
    stems: FxHashMap<String, usize>,
    having: Vec<u64>,
    /// Of what answers, the stems of its name's words and of what it says.
    own: Vec<[Vec<usize>; 2]>,
    /// What players say.
    sayings: Vec<Said>,
    /// What they ask for that no pack holds: the stems of their words, and what it is.
    #[serde(borrow)]
    not_held: Vec<(Vec<String>, &'w str)>,
    /// The stems of the units in which a fact is counted.
    units: FxHashSet<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Word {
    text: String,
    stem: usize,
    /// The things that have it, by their numbers, and the most that it weighs in each.
    weights: Vec<(u32, u32)>,
}

/// A search while it goes on: what has which of the words.
#[derive(Debug)]
pub struct Search<'i> {
    index: &'i Index<'i>,
    /// The words that are looked for, each once.
    pub wanted: Vec<String>,
    /// Each of them with what a player may mean by it, and their stems.
    meant: Vec<Vec<(String, String)>>,
    /// The stems of each of them and of what it is called besides.
    called: Vec<Vec<String>>,
    /// The same, but for the facts of which a word says a value.
    names_by: Vec<Vec<String>>,
    /// The questions that players name by these words.
    named: FxHashSet<&'i str>,
    pub asked: Asked,
    /// What each of these words counts where it is had: how rare it is, and whether it asks.
    counts: Vec<u64>,
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
const SAID: u64 = 60;

/// What a word counts that stands where the question asks; elsewhere it counts 1.
const ASKING: u64 = 2;

/// How many halves of it count what has all words of a question, and what is called in it by several words.
const WHOLLY: u64 = 3;

/// How many times more counts a question that players name in words of their own.
const NAMED: u64 = 100;

/// How many times less counts what has none of the words that ask.
const BESIDE: u64 = 2;

/// In percent: what counts for a thing besides the words that it has, how many times so much the words of its own count that
/// are said, and how many of these are where it does not answer.
const BASE: u64 = 30;
const OWN: u64 = 3;
const OTHER: u64 = 20;

impl<'w> Index<'w> {
    /// The index of packs.
    pub fn of(written: &'w Rulebook) -> Self {
        let described = || {
            let all = things::all(written);
            let words: Vec<Words> = all.par_iter().map(Words::of).collect();
            (all, words)
        };
        let stems = Stems::default();
        let stemmed = || {
            let (mut said, mut not_held) = (sayings(written), not_held(written).collect_vec());
            let words = said.iter_mut().map(|said| &mut said.words);
            let words = words.chain(not_held.iter_mut().map(|(words, _)| words));
            words.flatten().for_each(|word| *word = stems.of(word));
            (said, not_held)
        };
        let ((all, words), (sayings, not_held)) = rayon::join(described, stemmed);
        let units = written.packs.iter().flat_map(|pack| &pack.units);
        let counting = units.filter(|unit| unit.counts.is_some());
        let mut index = Self {
            things: Vec::new(),
            words: Vec::new(),
            stems: FxHashMap::default(),
            having: Vec::new(),
            own: Vec::new(),
            sayings,
            not_held,
            units: counting.map(|unit| stems.of(&unit.name.value)).collect(),
        };
        let mut numbers = FxHashMap::default();
        for (described, words) in all.into_iter().zip(words) {
            index.add(described.thing, words, (&stems, &mut numbers));
        }
        index
    }

    fn add(
        &mut self,
        thing: Thing<'w>,
        words: Words,
        (stems, numbers): (&Stems, &mut FxHashMap<String, usize>),
    ) {
        let place = u32::try_from(self.things.len()).unwrap_or(u32::MAX);
        let mut had = FxHashSet::default();
        for (word, weight) in words.all {
            let number = self.number(word, stems, numbers);
            let word = self.words.get_mut(number);
            had.extend(word.map(|word| {
                word.weights.push((place, weight));
                word.stem
            }));
        }
        for stem in had {
            let having = self.having.get_mut(stem).into_iter();
            having.for_each(|having| *having += 1);
        }
        let own = words.own.map(|texts| {
            let numbers = texts
                .into_iter()
                .map(|word| self.number(word, stems, numbers));
            let numbers: Vec<usize> = numbers.collect();
            let words = numbers
                .into_iter()
                .filter_map(|number| self.words.get(number));
            words.map(|word| word.stem).collect()
        });
        self.own.push(own);
        self.things.push(thing);
    }

    fn number(
        &mut self,
        text: String,
        stems: &Stems,
        numbers: &mut FxHashMap<String, usize>,
    ) -> usize {
        if let Some(number) = numbers.get(&text) {
            return *number;
        }
        let stem = self.stem(&text, stems);
        numbers.insert(text.clone(), self.words.len());
        let weights = Vec::new();
        self.words.push(Word {
            text,
            stem,
            weights,
        });
        self.words.len() - 1
    }

    fn stem(&mut self, word: &str, stems: &Stems) -> usize {
        let next = self.having.len();
        let stem = *self.stems.entry(stems.of(word)).or_insert(next);
        if stem == next {
            self.having.push(0);
        }
        stem
    }

    /// How rare something is which so many things have.
    fn rarity(&self, having: u64) -> u64 {
        let share = (self.things.len() as u64).checked_div(having);
        1 + u64::from(share.unwrap_or(1).max(1).ilog2())
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

    /// The paragraphs whose numbers stand among some words, in the order of the words.
    pub fn paragraphs(&self, words: &[String]) -> Vec<&str> {
        let paragraphs = self
            .things
            .iter()
            .filter(|thing| thing.kind == Kind::Paragraph);
        let numbers: Vec<&str> = paragraphs.map(|thing| thing.name.as_str()).collect();
        // `what does 3.734 say`
        let cites = words.len() == 1 || words.iter().any(|word| CITING.contains(&word.as_str()));
        let named = words.iter().flat_map(|word| {
            // A plain number among other words is more likely a value.
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
            numbers.iter().copied().filter(move |number| {
                let is_own = number.eq_ignore_ascii_case(word) && (cites || !is_plain);
                is_own || cites && is_number_of(number, word)
            })
        });
        named.unique().collect()
    }

    pub fn has_paragraph(&self, game: &str, number: &str) -> bool {
        let mut own = self.things.iter().filter(|thing| thing.game == game);
        own.any(|thing| thing.kind == Kind::Paragraph && thing.name == number)
    }

    /// What has some words, best first.
    pub fn find(&self, question: &str) -> Hits<'_> {
        self.search(&Asked::of(question))
            .hits(|_| ToldBy::default())
    }

    /// What has which of some words.
    pub fn search(&self, asked: &Asked) -> Search<'_> {
        let (wanted, stems) = (content(asked.words.clone()), Stems::default());
        let meant = wanted.iter().map(|word| {
            let other = self.other_words(&stems, &wanted, word).into_iter();
            let all = [word.as_str()].into_iter().chain(other);
            all.map(|word| (word.to_owned(), stems.of(word))).collect()
        });
        let said_by = |word: &String, words: fn(&Said) -> &Vec<String>| -> Vec<String> {
            let other = self.said(&stems, &wanted, word).flat_map(words);
            let all = other.map(String::as_str).chain([word.as_str()]);
            all.map(|word| stems.of(word)).collect()
        };
        let called = wanted.iter().map(|word| said_by(word, |said| &said.called));
        let names_by = wanted
            .iter()
            .map(|word| said_by(word, |said| &said.names_by));
        let mut search = Search {
            index: self,
            counts: vec![0; wanted.len()],
            meant: meant.collect(),
            called: called.collect(),
            names_by: names_by.collect(),
            named: self.names_said(&stems, asked.own_words()),
            wanted,
            asked: asked.clone(),
            hits: vec![Hit::default(); self.things.len()],
            numbers: 0,
            unknown: Vec::new(),
        };
        // A number by itself is in many a chart: it counts where it is all that is said.
        let is_counting =
            |word: &str| is_number(word) || self.is_unit(word) && asked.is_counted(word);
        if !search.wanted.iter().all(|word| is_counting(word)) {
            search.numbers = search.bits(|word| is_counting(word));
        }
        for (place, word) in search.wanted.clone().into_iter().enumerate().take(64) {
            let mut like = self.like(&word, &stems.of(&word));
            for other in self.other_words(&stems, &asked.words, &word) {
                for (number, fits) in self.like(other, &stems.of(other)) {
                    let known = like.entry(number).or_default();
                    *known = (*known).max(fits.min(SAME_STEM));
                }
            }
            if like.is_empty() && !says_number(&word) {
                let known = self.words.iter().map(|own| own.text.as_str());
                let near = nearest(&word, known.filter(|near| is_slip(&word, near)));
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
        let said = self.said(stems, all, word);
        said.flat_map(|each| &each.other)
            .map(String::as_str)
            .collect()
    }

    /// What a player says with one of some words, be it together with others; words that say nothing by themselves may stand
    /// between them.
    fn said(&self, stems: &Stems, all: &[String], word: &str) -> impl Iterator<Item = &Said> {
        let (stem, is_said) = (stems.of(word), stems.said_in(all));
        let is_said = move |other: &&Said| other.words.contains(&stem) && is_said(&other.words);
        self.sayings.iter().filter(is_said)
    }

    /// The words that are meant by one of a question, with how well each fits.
    fn like(&self, word: &str, stem: &str) -> FxHashMap<usize, u32> {
        let stem = self.stems.get(stem).copied();
        let fits = |other: &Word| {
            if other.text == word || is_number_of(&other.text, word) {
                WHOLE
            } else if Some(other.stem) == stem {
                SAME_STEM
            } else if is_beginning(word, &other.text) {
                BEGINNING
            } else {
                0
            }
        };
        let all = self.words.iter().map(fits).enumerate();
        all.filter(|(_, fits)| *fits > 0).collect()
    }
}

impl<'i> Search<'i> {
    /// Counts what has one of the words, or one like it.
    fn count(&mut self, place: usize, like: &FxHashMap<usize, u32>) {
        let best = self.best(like);
        let having = best.iter().filter(|best| **best > 0).count() as u64;
        let Some(word) = self.wanted.get(place).filter(|_| having > 0) else {
            return;
        };
        let share = if self.asked.asks_with(word) {
            ASKING
        } else {
            1
        };
        let rarity = self.index.rarity(having);
        let counts = if self.numbers & 1 << place != 0 {
            share
        } else {
            share * rarity
        };
        self.counts
            .get_mut(place)
            .into_iter()
            .for_each(|own| *own = counts);
        for (hit, best) in self.hits.iter_mut().zip(best) {
            if best > 0 && self.numbers & 1 << place == 0 {
                hit.words |= 1 << place;
                hit.score += u64::from(best) * rarity * share;
            }
        }
    }

    /// The most that the words of each thing give for one of a question.
    fn best(&self, like: &FxHashMap<usize, u32>) -> Vec<u32> {
        let mut best = vec![0; self.hits.len()];
        for (number, fits) in like {
            let word = self.index.words.get(*number);
            for (thing, weight) in word.into_iter().flat_map(|word| &word.weights) {
                if let Some(best) = best.get_mut(*thing as usize) {
                    *best = (*best).max(weight * fits);
                }
            }
        }
        best
    }

    /// Some of the words looked for, by the places of the bits.
    pub fn words_at(&self, bits: u64) -> impl Iterator<Item = &str> {
        let places = self.wanted.iter().enumerate().take(64);
        let own = places.filter(move |(place, _)| bits & 1 << place != 0);
        own.map(|(_, word)| word.as_str())
    }

    /// Some of the words, without those that are mere numbers.
    pub const fn words_beside_numbers(&self, bits: u64) -> u64 {
        bits & !self.numbers
    }

    /// What was asked, each word that nothing has in the spelling in which something has it.
    pub fn respelt(&self) -> Asked {
        let near = |word: &str| {
            let mut unknown = self.unknown.iter();
            unknown.find(|(text, _)| text == word)?.1.clone()
        };
        self.asked.spelt(near)
    }

    /// All words looked for, by their places as bits.
    pub fn places(&self) -> u64 {
        self.bits(|_| true)
    }

    pub(crate) fn bits(&self, is_one: impl Fn(&String) -> bool) -> u64 {
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
    pub fn hits(&self, said: impl Fn(&Thing<'_>) -> ToldBy) -> Hits<'i> {
        let lost = self.unknown.iter().filter(|(_, near)| near.is_none());
        let lost: Vec<&str> = lost.map(|(word, _)| word.as_str()).collect();
        let name = self.wanted.join("-");
        let all = self.bits(|word| !lost.contains(&word.as_str())) & !self.numbers;
        let asking = self.bits(|word| self.asked.asks_with(word) && !lost.contains(&word.as_str()));
        let asking = asking & !self.numbers;
        let (stems, said_stems) = (self.stems_said(), self.stems_in_order());
        let mut ranked = Vec::new();
        let things = self.index.things.iter().zip(&self.hits);
        for ((thing, hit), own) in things.zip(&self.index.own) {
            let told = match thing.kind {
                Kind::Question => said(thing),
                _ => ToldBy::default(),
            };
            let words = hit.words | told.all;
            if words == 0 {
                continue;
            }
            let covered = BASE + 100 * self.counted(words) / self.counted(u64::MAX).max(1);
            let besides = |bits: u64| self.shares(bits & !hit.words);
            let text = hit.score + SAID * (besides(told.all) + besides(told.first)) / 2;
            let is_said = says_name(own, &said_stems);
            let own = match thing.kind.answers() {
                true => own.iter().map(|own| self.part(own, &stems)).max(),
                false => None,
            };
            let own = 100 + OWN * own.unwrap_or(OTHER);
            let score = text * covered * covered * own * thing.weight() * self.likeness(thing);
            let score = if asking != 0 && words & asking == 0 {
                score / BESIDE
            } else {
                score
            };
            let is_named = self.names(thing);
            let is_whole = is_named || all & !words == 0;
            let score = if is_whole { WHOLLY * score / 2 } else { score };
            let score = if is_said { WHOLLY * score / 2 } else { score };
            let score = if is_named { NAMED * score } else { score };
            let is_number = thing.kind == Kind::Paragraph
                && is_number_of(&thing.own_name().to_lowercase(), &name);
            let is_called = is_number || thing.is_called(&name, |text| content(words_of(text)));
            let is_first = is_whole && self.names_things();
            ranked.push((Reverse((is_called, is_first, score)), thing, words));
        }
        ranked.sort_by_key(|(rank, thing, _)| (*rank, thing.kind, thing.name.len()));
        let has_all = |(rank, ..): &&(Reverse<(bool, bool, u64)>, _, _)| rank.0.0 || rank.0.1;
        Hits {
            whole: ranked.iter().filter(has_all).count(),
            all,
            having: ranked.iter().map(|(_, _, words)| *words).collect(),
            things: ranked.into_iter().map(|(_, thing, _)| thing).collect(),
            unknown: self.unknown.clone(),
        }
    }

    /// Whether the words name what is looked for, and are no whole question: then it has all of them.
    fn names_things(&self) -> bool {
        let most = if self.asked.asks() { FEW } else { 2 * FEW };
        self.wanted.len() <= most
    }

    /// What some of the words count together, by the places of the bits.
    fn counted(&self, bits: u64) -> u64 {
        let places = self.counts.iter().enumerate().take(64);
        let ones = places.filter(|(place, _)| bits & 1 << place != 0);
        ones.map(|(_, counts)| counts).sum()
    }

    /// The same, however rare they are.
    fn shares(&self, bits: u64) -> u64 {
        let places = self.wanted.iter().enumerate().take(64);
        let ones = places.filter(|(place, _)| bits & 1 << place != 0);
        ones.map(|(_, word)| {
            if self.asked.asks_with(word) {
                ASKING
            } else {
                1
            }
        })
        .sum()
    }

    /// In percent, how much is said of some words of a thing.
    fn part(&self, own: &[usize], said: &FxHashSet<usize>) -> u64 {
        let rarity = |stem: &usize| {
            let having = self.index.having.get(*stem).copied();
            self.index.rarity(having.unwrap_or_default())
        };
        let all: u64 = own.iter().map(rarity).sum();
        let own = own.iter().filter(|stem| said.contains(stem));
        (100 * own.map(rarity).sum::<u64>())
            .checked_div(all)
            .unwrap_or_default()
    }

    /// How much counts that a question asks in the way in which it is asked here.
    fn likeness(&self, thing: &Thing<'_>) -> u64 {
        match self.asked.is_like(&thing.says) {
            _ if thing.kind != Kind::Question => 4,
            Likeness::Same => 5,
            Likeness::Open => 4,
            Likeness::None => 3,
        }
    }
}
