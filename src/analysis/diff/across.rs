//! From the old model straight into the new one, for asking a new question with the old answers of those that it uses.

use crate::analysis::space::Space;
use crate::diagram::{Leaf, Place};
use crate::model::Model;
use crate::value::{Value, Word};

/// Where the old model's variables are in the new model itself.
pub(super) fn places_across(space: &Space) -> Vec<Option<Place>> {
    let across = |place: &Place| {
        let shared = space.variable(place.variable)?;
        let new = shared.new?;
        let there = space.new.places.get(new.index())?.as_ref()?;
        let size = there.from.iter().flatten().count();
        let mut from = vec![None; size];
        for (own, new_index) in place.from.iter().zip(&there.from) {
            if let Some(slot) = new_index.and_then(|index| from.get_mut(index as usize)) {
                *slot = *own;
            }
        }
        Some(Place {
            variable: new,
            from,
        })
    };
    space
        .old
        .places
        .iter()
        .map(|place| place.as_ref().and_then(across))
        .collect()
}

/// A leaf of the old model in the words of the new one; a word that is gone keeps a number that no word has.
pub(super) fn renamed(leaf: &Leaf, old: &Model, new: &Model) -> Leaf {
    const GONE: u32 = 1 << 30;
    let word = |word: &Word| {
        new.words
            .find(old.words.text(*word))
            .unwrap_or(Word(GONE | word.0))
    };
    match leaf {
        Leaf::Value(Value::Word(own)) => Leaf::Value(Value::Word(word(own))),
        Leaf::Value(Value::Set(words)) => {
            let mut words: Vec<Word> = words.iter().map(word).collect();
            words.sort_unstable();
            Leaf::Value(Value::Set(words))
        }
        other => other.clone(),
    }
}
