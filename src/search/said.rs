//! What players say in words of their own.

use super::split::words_of;
use super::words::{content, is_filler};
use super::{Asked, Index, Kind, Search, Stems, Thing};
use crate::pack::Rulebook;
use crate::source::Text;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// What players say.
#[derive(Debug, Serialize, Deserialize)]
pub struct Said {
    /// The game of which they say it.
    pub game: String,
    /// Its words.
    pub words: Vec<String>,
    /// The words of all that it can stand for.
    pub other: Vec<String>,
    /// Those of them that are no names of facts, of which it says a value.
    pub called: Vec<String>,
    /// Those of them that stand for no fact of which it says a value: `rifle` is no `CC attack`.
    pub names_by: Vec<String>,
    /// The questions that it names, as a pack calls them: `vehicle-dust-removal`.
    pub names: Vec<String>,
}

/// The words looked for that tell a question its facts, by the places of the bits.
#[derive(Debug, Clone, Copy, Default)]
pub struct ToldBy {
    pub all: u64,
    /// Those of them by which players mean this first.
    pub first: u64,
    /// Whether they tell something of the moment: of a shot, of a move.
    pub is_of_moment: bool,
}

impl ToldBy {
    /// Counts some words besides.
    pub const fn add(&mut self, words: u64) {
        self.all |= words;
        self.first |= words;
    }
}

/// Words that say nothing of a fact without its name, though they are values: `some poor soldiers`.
pub const BARE: [&str; 6] = ["all", "no", "normal", "other", "some", "yes"];

/// How often words may be said by others, which may be said by others again.
const MOST_STEPS: usize = 3;

/// What players ask for that no pack holds: their words, and what it is.
pub fn not_held(written: &Rulebook) -> impl Iterator<Item = (Vec<String>, &str)> {
    let guides = written.packs.iter().flat_map(|pack| &pack.guides);
    let all = guides.flat_map(|guide| &guide.not_held);
    all.flat_map(|(words, all)| {
        let told = all.iter().map(|is| is.value.as_str());
        told.map(move |is| (words_of(&words.value), is))
    })
}

/// What players say.
pub fn sayings(written: &Rulebook) -> Vec<Said> {
    let sayings = written.packs.iter().flat_map(|pack| {
        let words = pack.guides.iter().flat_map(|guide| &guide.words);
        words.map(|said| (pack.game.as_ref(), said))
    });
    let mut said: FxHashMap<Vec<String>, Vec<&Text>> = FxHashMap::default();
    for (_, (words, says)) in sayings.clone() {
        said.entry(words_of(&words.value)).or_default().extend(says);
    }
    let tells = |word: &String| !BARE.contains(&word.as_str());
    let of = |(game, (words, says)): (Option<&Text>, &(Text, Vec<Text>))| {
        let mut all: Vec<&Text> = says.iter().collect();
        let mut from = 0;
        for _ in 0..MOST_STEPS {
            let others = all.iter().skip(from);
            let others = others.filter_map(|text| said.get(&words_of(&text.value)));
            let others: Vec<&Text> = others.flatten().copied().collect();
            from = all.len();
            all.extend(others);
        }
        // What goes with the first of several facts names nothing.
        let first = all.iter().filter_map(|text| text.value.split(',').next());
        let other = first.clone().flat_map(|told| content(words_of(told)));
        let valued = first.clone().filter_map(|told| told.split_once('='));
        let valued: Vec<&str> = valued.map(|(fact, _)| fact.trim()).collect();
        let says = |told: &str| content(words_of(told.rsplit('=').next().unwrap_or_default()));
        let named = first.clone().filter(|told| !valued.contains(&told.trim()));
        let names_by = named.flat_map(says);
        let called = first.flat_map(says);
        let names = all.iter().map(|text| text.value.as_str());
        let names = names.filter(|name| name.contains('-') && !name.contains(['=', ' ', ',']));
        Said {
            names: names.map(str::to_owned).collect(),
            game: game.map_or_else(String::new, |game| game.value.clone()),
            words: words_of(&words.value),
            other: other.filter(tells).unique().collect(),
            called: called.filter(tells).unique().collect(),
            names_by: names_by.filter(tells).unique().collect(),
        }
    };
    sayings.map(of).collect()
}

impl Search<'_> {
    /// Whether players call a question by some of the words.
    pub fn names(&self, thing: &Thing<'_>) -> bool {
        thing.kind == Kind::Question && self.named.contains(thing.own_name())
    }

    /// The words looked for by which players name a question, by the places of the bits.
    pub fn naming(&self, thing: &Thing<'_>) -> u64 {
        if !self.names(thing) {
            return 0;
        }
        let stems = Stems::default();
        let said = self.index.naming_said(&stems, &self.asked.words);
        let own = said.filter(|said| said.names.iter().any(|name| name == thing.own_name()));
        let words: FxHashSet<&String> = own.flat_map(|said| &said.words).collect();
        let places = self.wanted.iter().enumerate().take(64);
        let own = places.filter(|(_, word)| words.contains(&stems.of(word)));
        own.fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The stems of all that is looked for, and of what players may mean by it.
    pub(super) fn stems_said(&self) -> FxHashSet<usize> {
        let known = &self.index.stems;
        let said = self.called.iter().flatten();
        said.filter_map(|stem| known.get(stem).copied()).collect()
    }

    /// The stems of the words that say something, as they follow each other; none for what nothing has.
    pub(super) fn stems_in_order(&self) -> Vec<Option<usize>> {
        let stems = Stems::default();
        let words = self.asked.words.iter().filter(|word| !is_filler(word));
        let known = words.map(|word| self.index.stems.get(&stems.of(word)).copied());
        known.collect()
    }
}

impl<'w> Index<'w> {
    /// The names of questions that are said in the words by which players call them.
    pub(super) fn names_said(&self, stems: &Stems, words: &[String]) -> FxHashSet<&str> {
        let names = self.naming_said(stems, words).flat_map(|said| &said.names);
        names.map(String::as_str).collect()
    }

    /// What is said of that which names a question.
    fn naming_said(&self, stems: &Stems, words: &[String]) -> impl Iterator<Item = &Said> {
        let is_said = stems.said_in(words);
        let naming = self.sayings.iter().filter(|said| !said.names.is_empty());
        naming.filter(move |said| is_said(&said.words))
    }

    /// What is asked for that no pack holds, each with the words that ask for it.
    pub fn not_held(&self, asked: &Asked) -> Vec<(&'w str, Vec<String>)> {
        let stems = Stems::default();
        // What was asked before it is told there.
        let is_said = stems.said_in(asked.own_words());
        let said = self.not_held.iter().filter(|(words, _)| is_said(words));
        let said = said.map(|(words, is)| {
            let texts = asked.own_words().iter();
            let own = texts.filter(|word| words.contains(&stems.of(word)));
            (*is, own.unique().cloned().collect())
        });
        said.collect()
    }

    /// Whether a word belongs to a name of a question, fact or value, or players say something of a fact with it.
    pub fn is_of_the_game(&self, word: &str) -> bool {
        let stems = Stems::default();
        let stem = stems.of(word);
        let has = |text: &str| words_of(text).iter().any(|other| stems.of(other) == stem);
        let is_named = |thing: &Thing<'_>| match thing.kind {
            Kind::Question => has(thing.own_name()),
            Kind::Fact => has(thing.own_name()) || has(thing.values),
            _ => false,
        };
        self.things.iter().any(is_named)
            || self.sayings.iter().any(|said| said.words.contains(&stem))
    }

    /// Whether a word is a value of a fact of which a text holds another value: `halftrack` of what Infantry pays.
    pub fn says_otherwise(&self, word: &str, text: &str) -> bool {
        let stems = Stems::default();
        let (word, named) = (stems.of(word), words_of(text));
        let named: Vec<String> = named.iter().map(|word| stems.of(word)).collect();
        let is_of = |thing: &&Thing<'_>| thing.kind == Kind::Fact;
        self.things.iter().filter(is_of).any(|fact| {
            let values = fact.values.split('|');
            let values: Vec<String> = values.map(|value| stems.of(value.trim())).collect();
            let is_other = |value: &String| *value != word && named.contains(value);
            values.contains(&word) && !named.contains(&word) && values.iter().any(is_other)
        })
    }

    /// Whether a word is a unit in which a fact is counted.
    pub fn is_unit(&self, word: &str) -> bool {
        self.units.contains(&Stems::default().of(word))
    }

    /// Whether things of this game have a word, and no others.
    pub fn is_only_of(&self, game: &str, word: &str) -> bool {
        let own = self.words.iter().find(|other| other.text == word);
        let having = own.into_iter().flat_map(|each| &each.weights);
        let mut having = having.map(|(thing, _)| self.things.get(*thing as usize));
        let is_own = |thing: Option<&Thing<'_>>| thing.is_some_and(|thing| thing.game == game);
        own.is_some() && having.all(is_own)
    }

    /// Whether some thing of a game has a word, or players say something of it with the word.
    pub fn is_in(&self, game: &str, word: &str) -> bool {
        let stem = Stems::default().of(word);
        let known = self.stems.get(&stem);
        let own = self.words.iter().filter(|other| Some(&other.stem) == known);
        let mut having = own.flat_map(|own| &own.weights);
        let mut said = self.sayings.iter().filter(|said| said.game == game);
        having.any(|(thing, _)| {
            let thing = self.things.get(*thing as usize);
            thing.is_some_and(|thing| thing.game == game)
        }) || said.any(|said| said.words.contains(&stem))
    }

    /// How rare a word is.
    pub fn rarity_of(&self, word: &str) -> u64 {
        let stem = self.stems.get(&Stems::default().of(word));
        let having = stem.and_then(|stem| self.having.get(*stem).copied());
        self.rarity(having.unwrap_or_default())
    }

    /// Whether a question is named by a word.
    pub fn is_named_by(&self, question: &str, word: &str) -> bool {
        let Some(stem) = self.stems.get(&Stems::default().of(word)) else {
            return false;
        };
        let things = self.things.iter().zip(&self.own);
        let mut named = things.filter(|(_, [name, _])| name.contains(stem));
        named.any(|(thing, _)| thing.kind == Kind::Question && thing.own_name() == question)
    }
}
