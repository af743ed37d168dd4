//! What players say in words of their own, and the values of facts that they mean by it.

use super::{Model, VariableId};
use crate::value::folded;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// Words of players that stand for something else.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Saying {
    /// The words in kebab-case.
    pub words: String,
    /// What they can mean: each time values of facts that go together.
    pub meanings: Vec<Vec<(VariableId, u32)>>,
    /// The facts of which its numbers can be values, one for each; in the words a nought stands for a number.
    pub counted: Vec<Vec<VariableId>>,
    /// Other words for the same.
    pub like: Vec<String>,
}

/// How often words may be said by others, which may be said by others again.
const MOST_STEPS: u32 = 3;

impl Model {
    /// What a person says of a fact by a value of it: the value, and then what goes with it. Words of players are
    /// understood too.
    pub fn told_by(&self, fact: VariableId, value: &str) -> Option<Vec<(VariableId, u32)>> {
        if let Some(index) = self.index_named(fact, value) {
            return Some(vec![(fact, index)]);
        }
        // What says nothing means none of it.
        if folded(value).is_empty() {
            return None;
        }
        let name = self.variable_name(fact);
        let spoken = [
            value.to_owned(),
            format!("{value} {name}"),
            format!("{name} {value}"),
        ];
        let mut meanings = spoken.iter().flat_map(|words| self.meanings(words));
        let meaning = meanings.find(|meaning| meaning.iter().any(|(other, _)| *other == fact))?;
        let (told, others): (Vec<_>, Vec<_>) =
            meaning.iter().partition(|(other, _)| *other == fact);
        Some(told.into_iter().chain(others).collect())
    }

    /// All that words of players can mean.
    pub fn meanings(&self, words: &str) -> Vec<&[(VariableId, u32)]> {
        let having = |words: &str| {
            let sayings = self.guide.sayings.iter();
            sayings.filter(|saying| saying.words == words).collect()
        };
        meanings_within(&folded(words), MOST_STEPS, &having)
    }

    /// All that players say, each with all that it can mean.
    pub fn said(&self) -> impl Iterator<Item = (&Saying, Vec<&[(VariableId, u32)]>)> {
        let sayings = self.guide.sayings.iter();
        let by_words = sayings.into_group_map_by(|saying| saying.words.as_str());
        self.guide.sayings.iter().map(move |saying| {
            let having = |words: &str| by_words.get(words).cloned().unwrap_or_default();
            let words = folded(&saying.words);
            (saying, meanings_within(&words, MOST_STEPS, &having))
        })
    }

    /// The words of players that mean a value of a fact.
    pub fn sayings_of(&self, fact: VariableId) -> impl Iterator<Item = &str> {
        let sayings = self.guide.sayings.iter();
        let says = move |saying: &&Saying| {
            let mut meant = saying.meanings.iter().flatten();
            meant.any(|(other, _)| *other == fact)
        };
        sayings.filter(says).map(|saying| saying.words.as_str())
    }
}

/// All that words can mean, where it is known who has which.
fn meanings_within<'m>(
    words: &str,
    steps: u32,
    having: &impl Fn(&str) -> Vec<&'m Saying>,
) -> Vec<&'m [(VariableId, u32)]> {
    let mut meanings = Vec::new();
    for saying in having(words) {
        meanings.extend(saying.meanings.iter().map(Vec::as_slice));
        if let Some(left) = steps.checked_sub(1) {
            let like = saying.like.iter();
            meanings.extend(like.flat_map(|like| meanings_within(like, left, having)));
        }
    }
    meanings
}
