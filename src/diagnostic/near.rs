//! What a misspelt name was likely meant to be.

use super::{Advice, Diagnostic};

/// How many names with the same letters are looked at: where thousands are numbered, none of them is likelier than another.
const MOST_LOOKED_AT: usize = 200;

/// How many names are looked through at all: a rulebook with more of them has no spelling that a person could guess.
const MOST_KNOWN: usize = 20_000;

/// The nearest of the known names to a misspelt one, if any is near enough to offer; or else the only one that has all its words:
/// `deep-drifts` is short for `deep-with-drifts`.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = Letters::of(name);
    let mut limit = (letters.count / 3).max(1);
    let mut nearest = None;
    let mut looked_at = 0;
    let words = name.split('-');
    let has_words = name.contains('-');
    let mut longer = Vec::new();
    for candidate in known.into_iter().take(MOST_KNOWN) {
        let has = |word: &str| candidate.split('-').any(|own| own == word);
        let may_be_longer = has_words && candidate.len() >= name.len() && longer.len() < 2;
        if may_be_longer && words.clone().all(has) {
            longer.push(candidate);
        }
        let distance = if name.eq_ignore_ascii_case(candidate) {
            0
        } else if looked_at == MOST_LOOKED_AT || letters.at_least(candidate) > limit {
            continue;
        } else {
            looked_at += 1;
            strsim::damerau_levenshtein(name, candidate)
        };
        // A name of which no letter is left is another name; a sign is as near as any.
        let is_other = distance >= letters.count && name.contains(char::is_alphanumeric);
        if distance <= limit
            && !is_other
            && nearest.is_none_or(|nearest| (distance, candidate) < nearest)
        {
            limit = distance;
            nearest = Some((distance, candidate));
        }
    }
    let only = || <[&str; 1]>::try_from(longer).ok().map(|[only]| only);
    nearest.map(|(_, candidate)| candidate).or_else(only)
}

/// How often each letter stands in a name, in few heaps: most names are far from another by that alone, and to tell how far
/// takes fifty times as long.
struct Letters {
    heaps: [usize; 32],
    count: usize,
}

impl Letters {
    fn of(name: &str) -> Self {
        let (mut heaps, mut count) = ([0; 32], 0);
        for letter in name.chars() {
            count += 1;
            if let Some(heap) = heaps.get_mut(letter as usize % 32) {
                *heap += 1;
            }
        }
        Self { heaps, count }
    }

    /// How many letters must be changed at least to come to another name.
    fn at_least(&self, other: &str) -> usize {
        let count = other.chars().count();
        // No name is offered that far: what stands in the heaps need not be looked at.
        if count.abs_diff(self.count) > self.count / 2 {
            return count.abs_diff(self.count);
        }
        let mut heaps = self.heaps;
        let mut shared = 0;
        for letter in other.chars() {
            if let Some(heap) = heaps.get_mut(letter as usize % 32)
                && *heap > 0
            {
                *heap -= 1;
                shared += 1;
            }
        }
        count.max(self.count) - shared
    }
}

/// The question whether a name was meant.
pub fn did_you_mean(name: impl std::fmt::Display) -> String {
    format!("did you mean `{name}`?")
}

#[doc(hidden)]
impl Diagnostic {
    /// Asks whether the nearest of the known names was meant, if one is near.
    #[must_use]
    pub fn nearest<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        self.unknown(name).meant(nearest(name, known))
    }

    /// Asks whether the nearest of the known names was meant; where none is near, gives other advice.
    #[must_use]
    pub fn nearest_or<'a, A: Into<Advice>>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        otherwise: impl FnOnce() -> A,
    ) -> Self {
        let refused = self.unknown(name);
        match nearest(name, known) {
            Some(near) => refused.help(did_you_mean(near)),
            None => refused.help(otherwise()),
        }
    }

    /// Says which name nothing bears, so that what is found by it can be told.
    #[must_use]
    pub fn unknown(self, name: impl Into<Box<str>>) -> Self {
        Self {
            unknown: Some(name.into()),
            ..self
        }
    }

    /// Says in which game it was asked for, so that no other is looked into.
    #[must_use]
    pub fn of_game(self, game: &str) -> Self {
        Self {
            game: Some(game.into()),
            ..self
        }
    }

    /// Asks whether a name was meant, if there is one.
    #[must_use]
    pub fn meant(self, name: Option<impl std::fmt::Display>) -> Self {
        match name {
            Some(name) => self.help(did_you_mean(name)),
            None => self,
        }
    }
}
