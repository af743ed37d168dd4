//! Which of the words looked for a text has: in its name, or in what it says.

use super::Search;
use super::split::words_of;
use super::words::{Stems, content, is_beginning};
use rustc_hash::FxHashSet;

impl Search<'_> {
    /// Whether all words of a name that say something are said, and not only meant.
    pub fn says(&self, name: &str) -> bool {
        let stems = Stems::default();
        let said = self.meant.iter().filter_map(|meant| meant.first());
        let said: FxHashSet<&str> = said.map(|(_, stem)| stem.as_str()).collect();
        let mut texts = content(words_of(name)).into_iter();
        texts.all(|word| said.contains(stems.of(&word).as_str()))
    }

    /// Whether a phrase is said: one of several words, or of one that nothing else has.
    pub fn says_phrase(&self, phrase: &str) -> bool {
        let words = content(words_of(phrase));
        let is_own = |word: &String| {
            let stem = self.index.stems.get(&Stems::default().of(word));
            let having = stem.and_then(|stem| self.index.having.get(*stem));
            having == Some(&1)
        };
        (words.len() > 1 || words.iter().all(is_own)) && self.says(phrase)
    }

    /// The same of a name, be they only meant.
    pub fn means(&self, name: &str) -> bool {
        let (stems, said) = (Stems::default(), self.stems_said());
        let mut texts = content(words_of(name)).into_iter();
        texts.all(|word| {
            let known = self.index.stems.get(&stems.of(&word));
            known.is_some_and(|stem| said.contains(stem))
        })
    }

    /// The words looked for that a text has, or the like, by the places of the bits.
    pub fn places_in(&self, text: &str) -> u64 {
        let stems = Stems::default();
        let texts = words_of(text);
        let own: FxHashSet<String> = texts.iter().map(|word| stems.of(word)).collect();
        let begins = |word: &str| texts.iter().any(|other| is_beginning(word, other));
        let is_own = |(word, stem): &(String, String)| own.contains(stem) || begins(word);
        let places = self.meant.iter().enumerate().take(64);
        let ones = places.filter(|(_, meant)| meant.iter().any(is_own));
        ones.fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The words looked for that a text has, be they only called so, by the places of the bits.
    pub fn called_in(&self, text: &str) -> u64 {
        self.places_of(text, |is_own, place| {
            let called = self.names_by.get(place);
            called.is_some_and(|called| called.iter().any(|word| is_own(word)))
        })
    }

    /// The words looked for that stand in a text themselves, by the places of the bits.
    pub fn said_in(&self, text: &str) -> u64 {
        self.places_of(text, |is_own, place| {
            let own = self.meant.get(place).and_then(|meant| meant.first());
            own.is_some_and(|(_, stem)| is_own(stem))
        })
    }

    /// The places of which something holds, that knows which stems a text has.
    fn places_of(&self, text: &str, holds: impl Fn(&dyn Fn(&str) -> bool, usize) -> bool) -> u64 {
        let stems = Stems::default();
        let texts: FxHashSet<String> = words_of(text).iter().map(|word| stems.of(word)).collect();
        let is_own = |stem: &str| texts.contains(stem);
        let places = (0..self.wanted.len().min(64)).filter(|place| holds(&is_own, *place));
        places.fold(0, |bits, place| bits | 1 << place)
    }
}
