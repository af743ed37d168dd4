//! The words of what can be found.

use super::split::{each_word, words_of};
use super::things::Described;
use super::words::{content, is_number};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The words of a thing, each once.
pub struct Words {
    /// Each with the most that it weighs there.
    pub all: IndexMap<String, u32, FxBuildHasher>,
    /// Of what answers, those of its name and of what it says that say something.
    pub own: [Vec<String>; 2],
}

impl Words {
    pub fn of(Described { thing, texts }: &Described<'_>) -> Self {
        let mut all: IndexMap<String, u32, FxBuildHasher> = IndexMap::default();
        for (text, weight) in texts {
            each_word(text, |word| match all.get_mut(word) {
                Some(known) => *known = (*known).max(*weight),
                None => drop(all.insert(word.to_owned(), *weight)),
            });
        }
        let own = |text: &str| {
            let mut other = content(words_of(text));
            other.retain(|word| !is_number(word));
            other
        };
        let textses = match thing.kind.answers() {
            true => [own(thing.own_name()), own(&thing.says)],
            false => [Vec::new(), Vec::new()],
        };
        Self { all, own: textses }
    }
}
