//! Numbers that players say, read as what dice show and as what can be nothing else.

use super::heard::{Hearing, Told, is_of_dice};
use crate::model::VariableId;
use crate::search::{is_filler, words_of};
use crate::value::DomainKind;
use itertools::Itertools;
use std::ops::Range;

/// How many figures a number has that stands for itself.
const LONG: usize = 4;

/// How far from a number the words stand that say of which roll it is.
const NEAR: usize = 5;

impl Hearing<'_, '_> {
    /// The numbers of facts not told for which a number can stand: the rolls, and the others.
    fn open_at(&self, number: usize) -> (Vec<Told>, Vec<Told>) {
        let model = self.listener.model;
        let text = self.words(number, 1).concat();
        let is_told = |fact| self.heard.facts.iter().any(|(other, _)| *other == fact);
        let open = self.facts.iter().filter(|fact| {
            let domain = &model.variables[**fact].domain;
            matches!(domain.kind, DomainKind::Numbers { .. }) && !is_told(**fact)
        });
        let open = open.filter_map(|fact| Some((*fact, model.index_named(*fact, &text)?)));
        open.partition(|(fact, _)| model.roll_of(*fact) == Some(*fact))
    }

    /// Takes a number that stands with dice for that of the roll whose name stands there too: `dust roll 3`, `a 5 on the die for
    /// fog`. Whether there is one such roll.
    pub(super) fn roll_beside(&mut self, number: usize) -> bool {
        let near = number.saturating_sub(NEAR)..self.words.len().min(number + NEAR + 1);
        if !near
            .clone()
            .any(|at| self.words(at, 1).iter().any(|word| is_of_dice(word)))
        {
            return false;
        }
        let named = |(fact, _): &(VariableId, u32)| self.named_among(*fact, near.clone()).len();
        let (rolls, _) = self.open_at(number);
        let rolls = rolls.into_iter().filter(|roll| named(roll) > 0);
        let most = rolls.max_set_by_key(named);
        let [only] = most.as_slice() else {
            return false;
        };
        for at in self.named_among(only.0, near.clone()) {
            self.use_up(at, 1);
        }
        self.tell(number, 1, *only);
        self.use_up_dice(near);
        true
    }

    /// Takes a long number for that of the one fact that it can be: `1941` is a year. Whether there is one such fact.
    pub(super) fn long(&mut self, number: usize) -> bool {
        let (rolls, others) = self.open_at(number);
        let is_long = self.words(number, 1).concat().len() >= LONG;
        let only = others.iter().exactly_one().ok();
        let only = only.filter(|_| is_long && rolls.is_empty());
        only.inspect(|only| self.tell(number, 1, **only)).is_some()
    }

    /// Takes a number for that of the one roll which is not told, if it stands beside dice or can be nothing else that people
    /// tell.
    pub(super) fn roll(&mut self, number: usize) {
        let model = self.listener.model;
        let all = 0..self.words.len();
        let (mut rolls, others) = self.open_at(number);
        if self.listener.is_strict || rolls.len() > 1 {
            rolls.retain(|(fact, _)| !self.named_among(*fact, all.clone()).is_empty());
        }
        let mut others = others.iter();
        let is_other = others.any(|(fact, _)| model.told_at(*fact) < usize::MAX);
        if let [only] = rolls.as_slice()
            && (!is_other || self.words.iter().any(|word| is_of_dice(word)))
        {
            self.tell(number, 1, *only);
            self.use_up_dice(all);
        }
    }

    fn use_up_dice(&mut self, places: Range<usize>) {
        for at in places {
            if self.words(at, 1).iter().any(|word| is_of_dice(word)) {
                self.use_up(at, 1);
            }
        }
    }

    /// Where among some places the words of a roll's name are said.
    fn named_among(&self, roll: VariableId, places: Range<usize>) -> Vec<usize> {
        let listener = self.listener;
        let name = words_of(listener.model.variable_name(roll)).into_iter();
        let name = name.filter(|word| !is_of_dice(word) && !is_filler(word));
        let stems: Vec<String> = name.map(|word| listener.stem_of(&word)).collect();
        let is_own = |at: &usize| stems.iter().any(|stem| stem == listener.stem(*at));
        places.filter(is_own).collect()
    }
}
