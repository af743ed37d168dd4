//! What players say is not so.

use super::heard::{Hearing, MOST_WORDS, Told};
use super::listener::Sense;
use crate::model::{Model, VariableId};
use crate::search::{NOT, is_filler};
use crate::value::{Value, parse_number};
use itertools::Itertools;

/// The value of a fact that says that there is no such thing.
pub const NONE: &str = "none";

/// Words with which something that is named before them is denied.
const DENIED_BY: [&str; 8] = ["are", "did", "do", "does", "has", "have", "is", "was"];

/// Words with which something that is named before them is denied by themselves, and such that may stand behind one that denies.
const DENYING: [&str; 2] = [NOT, "never"];
const ENDING: [&str; 2] = ["longer", "more"];

/// Words that take out what follows, and one that does after a word for all.
const EXCLUDING: [&str; 6] = [
    "besides",
    "except",
    "excepting",
    "excluding",
    "outside",
    "unless",
];
const BUT: &str = "but";
const ALL: [&str; 6] = ["all", "any", "anything", "each", "every", "everything"];

/// How many words before such a one say that it takes something out of all.
const NEAR: usize = 3;

/// Words that do so before `than`: `in a month other than May`.
const OTHER: [&str; 2] = ["other", "rather"];

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
        while read > 0 && self.is(at + read, &["or", "nor"]) {
            match self.denied(at + read) {
                0 => break,
                more => read += more,
            }
        }
        read
    }

    /// The place of the next word that says something.
    pub(super) fn telling(&self, mut from: usize) -> usize {
        while self.words(from, 1).iter().any(|word| is_filler(word)) {
            from += 1;
        }
        from
    }

    /// All numbers of words that can stand for one thing at a place, the largest first.
    pub(super) fn lengths(&self, from: usize) -> impl Iterator<Item = usize> + use<> {
        let left = self.words.len().saturating_sub(from);
        (1..=MOST_WORDS.min(left)).rev()
    }

    /// Whether a word that denies stands before what it can deny.
    pub(super) fn denies(&self, at: usize) -> bool {
        let from = self.telling(at + 1);
        self.lengths(from)
            .any(|count| self.speaks_of_fact(from, count))
    }

    /// Whether some words can say something of a fact that matters.
    fn speaks_of_fact(&self, from: usize, count: usize) -> bool {
        let mut senses = self.senses(from, count).into_iter();
        senses.any(|sense| !matches!(sense, Sense::Unit(_) | Sense::Counted(_)))
    }

    /// `no gusts`, `not on the road`, `not towing`; how many words that is. What cannot be denied as a fact says nothing: `no track`
    /// is no track.
    pub(super) fn denied(&mut self, at: usize) -> usize {
        let mut from = at + 1;
        if self.is(from, &ENDING) {
            from += 1;
        }
        // What is denied may begin with a word that says nothing by itself: `not in season`.
        while let [word] = self.words(from, 1)
            && is_filler(word)
        {
            if self.is(from, &DOING) {
                return 0;
            }
            let mut lengths = self.lengths(from).filter(|count| *count > 1);
            let no = lengths.find_map(|count| Some((self.contrary(from, count)?, count)));
            if let Some((no, count)) = no {
                let read = from + count - at;
                self.tell(at, read, no);
                return read;
            }
            from += 1;
        }
        let (mut denied, mut lost) = (0, 0);
        for count in self.lengths(from) {
            let read = from + count - at;
            if let Some(no) = self.contrary(from, count) {
                self.tell(at, read, no);
                return read;
            }
            if self.speaks_of_fact(from, count) {
                lost = lost.max(read);
                denied = denied.max(read);
            }
            // What is denied of what is not asked says nothing either.
            if denied == 0 && !self.listener.meant(from, count).is_empty() {
                denied = read;
            }
        }
        // `not 7`
        let is_not = self.is(at, &DENYING);
        let is_number = |word: &String| is_not && parse_number(word).is_some();
        if denied == 0 && self.words(from, 1).iter().any(is_number) {
            (denied, lost) = (from + 1 - at, from + 1 - at);
        }
        if lost > 0 {
            self.heard.denied.push(at..at + lost);
        }
        denied
    }

    /// What is so where some words are denied, if that tells anything.
    fn contrary(&self, from: usize, count: usize) -> Option<Told> {
        let model = self.listener.model;
        let senses = self.senses(from, count);
        let is_only = senses.len() == 1;
        senses.iter().find_map(|sense| match sense {
            Sense::Unit(_) | Sense::Counted(_) => None,
            Sense::Fact(fact) if !self.is_text(*fact) => {
                nothing(model, *fact).map(|index| (*fact, index))
            }
            Sense::Value(fact, index) if is_only => self.other(*fact, *index),
            sense => self.no_more(sense),
        })
    }

    /// `unless it rains`, `every month but March`: what is taken out, of which nothing is taken; how many words that is.
    pub(super) fn excluded(&mut self, at: usize) -> usize {
        let is_of_all = || (at.saturating_sub(NEAR)..at).any(|place| self.is(place, &ALL));
        let is_other = self.is(at, &OTHER) && self.is(at + 1, &["than"]);
        let is_taken_out =
            is_other || self.is(at, &EXCLUDING) || self.is(at, &[BUT]) && is_of_all();
        if !is_taken_out {
            return 0;
        }
        let from = self.telling(at + 1 + usize::from(is_other));
        let mut lengths = self.lengths(from);
        let Some(count) = lengths.find(|count| self.speaks_of_fact(from, *count)) else {
            return 0;
        };
        let read = from + count - at;
        // `not May`
        self.heard
            .denied
            .push(at + usize::from(is_other)..at + read);
        read
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
        // What players say for a fact is that fact, whatever goes with it.
        let facts = senses.iter().map(|sense| match sense {
            Sense::Said(meaning) => meaning.first().map(|(fact, _)| *fact),
            Sense::Fact(fact) => Some(*fact),
            _ => None,
        });
        let no = match facts.dedup().exactly_one() {
            Ok(Some(fact)) => self.no_more(&Sense::Fact(fact)),
            _ => None,
        };
        let Some(no) = no else { return 0 };
        let after = at + count;
        let read = if self.is(after, &DENIED_BY) && self.is(after + 1, &[NOT]) {
            count + 2
        } else if self.is(after, &DENYING) {
            count + 1
        } else {
            return 0;
        };
        if self.means_more(at, read) {
            return 0;
        }
        self.tell(at, read, no);
        read
    }
}
