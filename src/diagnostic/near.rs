//! What a misspelt name was likely meant to be.

use super::{Advice, Diagnostic};

/// The nearest of the known names to a misspelt one, if any is near enough to offer.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| match name.eq_ignore_ascii_case(candidate) {
            true => (0, candidate),
            false => (strsim::damerau_levenshtein(name, candidate), candidate),
        })
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The question whether a name was meant.
pub fn did_you_mean(name: impl std::fmt::Display) -> String {
    format!("did you mean `{name}`?")
}

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
