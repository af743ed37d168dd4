//! What players say is not so.

use super::heard::{Hearing, MOST_WORDS};
use super::listener::Sense;
use crate::model::{Model, VariableId};
use crate::search::{NOT, is_filler};
use crate::value::Value;

/// The value of a fact that says that there is no such thing.
pub const NONE: &str = "none";

/// Words with which something that is named before them is denied.
const DENIED_BY: [&str; 8] = ["are", "did", "do", "does", "has", "have", "is", "was"];

/// Words that say what something does: what is denied with them is not what stands behind them, `smoke does not help in rain`.
const DOING: [&str; 21] = [
    "change", "changes", "give", "gives", "happen", "help", "helps", "know", "let", "like", "look",
    "make", "makes", "mean", "means", "need", "needs", "say", "says", "tell", "want",
];

/// The index of the value of a fact that says that there is no such thing: no, none, or 0 of what is no roll.
pub fn nothing(model: &Model, fact: VariableId) -> Option<u32> {
    let domain = &model.variables[fact].domain;
    let nought = || match model.roll_of(fact) {
        Some(_) => None,
        None => domain.index(&Value::Number(0.into())),
    };
    domain
        .index(&Value::Bool(false))
        .or_else(|| model.index_named(fact, NONE))
        .or_else(nought)
}

impl Hearing<'_, '_> {
    /// How many words that is with what is denied besides: `no rain or mud`.
    pub(super) fn denied_on(&mut self, at: usize, mut read: usize) -> usize {
        let is_more = |word: &String| ["or", "nor"].contains(&word.as_str());
        while read > 0 && self.words(at + read, 1).iter().any(is_more) {
            match self.denied(at + read) {
                0 => break,
                more => read += more,
            }
        }
        read
    }

    /// The place of the next word that says something.
    fn telling(&self, mut from: usize) -> usize {
        while self.words(from, 1).iter().any(|word| is_filler(word)) {
            from += 1;
        }
        from
    }

    /// All numbers of words that can stand for one thing at a place, the largest first.
    fn lengths(&self, from: usize) -> impl Iterator<Item = usize> + use<> {
        let left = self.words.len().saturating_sub(from);
        (1..=MOST_WORDS.min(left)).rev()
    }

    /// Whether a word that denies stands before what it can deny.
    pub(super) fn denies(&self, at: usize) -> bool {
        let from = self.telling(at + 1);
        let mut senses = self
            .lengths(from)
            .flat_map(|count| self.senses(from, count));
        senses.any(|sense| !matches!(sense, Sense::Unit(_) | Sense::Counted(_)))
    }

    /// `no gusts`, `not on the road`, `not towing`; how many words that is. What cannot be denied as a fact says nothing: `no track`
    /// is no track.
    pub(super) fn denied(&mut self, at: usize) -> usize {
        let model = self.listener.model;
        let mut from = at + 1;
        while let [word] = self.words(from, 1)
            && is_filler(word)
        {
            if DOING.contains(&word.as_str()) {
                return 0;
            }
            from += 1;
        }
        let (mut denied, mut lost) = (0, 0);
        for count in self.lengths(from) {
            let senses = self.senses(from, count);
            let is_only = senses.len() == 1;
            for sense in senses {
                if matches!(sense, Sense::Unit(_) | Sense::Counted(_)) {
                    continue;
                }
                let no = match sense {
                    Sense::Fact(fact) if !self.is_text(fact) => {
                        nothing(model, fact).map(|index| (fact, index))
                    }
                    Sense::Value(fact, index) if is_only => self.other(fact, index),
                    sense => self.no_more(&sense),
                };
                let read = from + count - at;
                if let Some(no) = no {
                    self.tell(at, read, no);
                    return read;
                }
                lost = lost.max(read);
                denied = denied.max(read);
            }
            // What is denied of what is not asked says nothing either.
            if denied == 0 && !self.listener.meant(from, count).is_empty() {
                denied = from + count - at;
            }
        }
        if lost > 0 {
            self.heard.denied.push(at..at + lost);
        }
        denied
    }

    /// Of two values that a fact has, the other one.
    fn other(&self, fact: VariableId, index: u32) -> Option<(VariableId, u32)> {
        let domain = &self.listener.model.variables[fact].domain;
        let is_pair = domain.size() == 2 && !domain.is_text();
        is_pair.then(|| (fact, 1 - index.min(1)))
    }

    /// What is not so where words that say something are denied: of a fact that is yes or no, that it is not.
    fn no_more(&self, sense: &Sense) -> Option<(VariableId, u32)> {
        let fact = match sense {
            Sense::Fact(fact) => *fact,
            Sense::Said(meaning) => match meaning.as_slice() {
                [(fact, _)] => *fact,
                _ => return None,
            },
            _ => return None,
        };
        let domain = &self.listener.model.variables[fact].domain;
        Some((fact, domain.index(&Value::Bool(false))?))
    }

    /// `extreme winter is not in effect`: what is denied after it, and not to be something; how many words that is.
    pub(super) fn denied_after(&mut self, at: usize, count: usize, senses: &[Sense]) -> usize {
        let mut no = senses.iter().map(|sense| self.no_more(sense));
        let (Some(Some(no)), None) = (no.next(), no.next()) else {
            return 0;
        };
        let [being, not] = self.words(at + count, 2) else {
            return 0;
        };
        if not != NOT || !DENIED_BY.contains(&being.as_str()) {
            return 0;
        }
        let from = self.telling(at + count + 2);
        let mut lengths = self.lengths(from);
        if lengths.any(|count| !self.listener.meant(from, count).is_empty()) {
            return 0;
        }
        self.tell(at, count + 2, no);
        count + 2
    }
}
