//! A fact with the value that players say of it, behind its name or, a number, before it.

use super::counts::digits;
use super::heard::{Hearing, NO, Told};
use crate::model::VariableId;
use crate::search::{JOINING, is_filler};

impl Hearing<'_, '_> {
    fn clause_of(&self, at: usize) -> Option<usize> {
        self.listener.clauses.get(at).copied()
    }

    /// How many words there are from one to the end of its clause.
    pub(super) fn left_of_clause(&self, at: usize) -> usize {
        let own = self.clause_of(at);
        let mut places = at..self.words.len();
        let end = places.find(|place| self.clause_of(*place) != own);
        end.unwrap_or(self.words.len()) - at
    }

    /// A fact with its value after it, or with a number before it in its clause; how many words that is.
    pub(super) fn value_after(
        &mut self,
        at: usize,
        count: usize,
        fact: VariableId,
    ) -> Option<usize> {
        if let Some(read) = self.valued(at, count, fact, false) {
            return Some(read);
        }
        let number = self.numbers.last().copied()?;
        let index = self
            .listener
            .model
            .index_named(fact, self.words.get(number)?)?;
        if self.clause_of(number) != self.clause_of(at) {
            return None;
        }
        self.numbers.pop();
        self.tell(number, 1, (fact, index));
        self.use_up(at, count);
        Some(count)
    }

    /// A fact with its value after it, words between them that say nothing; how many words that is. Of what players say for another
    /// thing besides, the value stands in the same clause or is one by itself.
    pub(super) fn valued(
        &mut self,
        at: usize,
        count: usize,
        fact: VariableId,
        is_said: bool,
    ) -> Option<usize> {
        if self.is_text(fact) {
            return None;
        }
        let mut from = at + count;
        loop {
            for length in self.lengths(from) {
                let Some(told) = self.value_at(from, length, fact) else {
                    continue;
                };
                let is_near = self.clause_of(from) == self.clause_of(at)
                    || self.clause_of(from) != self.clause_of(from - 1)
                        && self.left_of_clause(from) == length;
                // `gusts, no rain` says nothing of the gusts.
                let is_denying = length == 1 && self.is(from, &NO) && self.means_more(from, 1);
                if is_said && !is_near || is_denying {
                    continue;
                }
                let read = from + length - at;
                self.tell_all(at, read, &told);
                return Some(read);
            }
            let leads_on = |word: &String| is_filler(word) && !JOINING.contains(&word.as_str());
            if !self.words(from, 1).iter().any(leads_on) {
                return None;
            }
            from += 1;
        }
    }

    /// Whether what stands behind some words means anything in their clause.
    pub(super) fn means_more(&self, at: usize, count: usize) -> bool {
        let from = self.telling(at + count);
        let is_meant = |count| !self.listener.meant(from, count).is_empty();
        self.clause_of(from) == self.clause_of(at) && self.lengths(from).any(is_meant)
    }

    /// What some words tell as a value of a fact; a number may be a word.
    fn value_at(&self, from: usize, length: usize, fact: VariableId) -> Option<Vec<Told>> {
        let model = self.listener.model;
        let words = self.words(from, length);
        if let Some(told) = model.told_by(fact, &words.join("-")) {
            return Some(told);
        }
        let [word] = words else { return None };
        let index = model.index_named(fact, &digits(word)?)?;
        Some(vec![(fact, index)])
    }
}
