//! What players say is not so.

use super::heard::{Hearing, MOST_WORDS};
use super::listener::Sense;
use crate::model::{Model, VariableId};
use crate::search::is_filler;
use crate::value::Value;

/// The value of a fact that says that there is no such thing.
pub const NONE: &str = "none";

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

    /// `no gusts`, `not on the road`, `not towing`; how many words that is. What cannot be denied as a fact says nothing: `no track`
    /// is no track.
    pub(super) fn denied(&mut self, at: usize) -> usize {
        let model = self.listener.model;
        let mut from = at + 1;
        while self.words(from, 1).iter().any(|word| is_filler(word)) {
            from += 1;
        }
        let most = MOST_WORDS.min(self.words.len().saturating_sub(from));
        let mut denied = 0;
        for count in (1..=most).rev() {
            for sense in self.senses(from, count) {
                let no = |fact: VariableId| {
                    let domain = &model.variables[fact].domain;
                    Some((fact, domain.index(&Value::Bool(false))?))
                };
                let no = match sense {
                    Sense::Fact(fact) if self.is_text(fact) => None,
                    Sense::Fact(fact) => nothing(model, fact).map(|index| (fact, index)),
                    Sense::Said(meaning) => match meaning.as_slice() {
                        [(fact, _)] => no(*fact),
                        _ => None,
                    },
                    Sense::Value(..) => None,
                    Sense::Unit(_) | Sense::Counted(_) => continue,
                };
                let read = from + count - at;
                if let Some(no) = no {
                    self.tell(at, read, no);
                    return read;
                }
                denied = denied.max(read);
            }
            // What is denied of what is not asked says nothing either.
            if denied == 0 && !self.listener.meant(from, count).is_empty() {
                denied = from + count - at;
            }
        }
        denied
    }
}
