//! What would change an answer: the facts that are only usual, of which another value gives another answer.

use super::ask::{Answer, Asker};
use super::found::Found;
use crate::diagram::support;
use crate::model::{QuestionId, VariableId};
use crate::turn::Situation;

/// A fact that is taken as usual, and the answers that its other values would give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The fact.
    pub fact: VariableId,
    /// The values that give another answer, by their indices in order, with that answer.
    pub others: Vec<(u32, Answer)>,
}

impl Asker<'_> {
    /// What would change an answer: of what was `found` for it where this is `given`, that which is only usual and of which
    /// another value gives another answer, with all these. What is impossible, or not asked, is none.
    pub fn would_change(
        &mut self,
        id: QuestionId,
        given: &Situation,
        (answer, found): (&Answer, &[Found]),
    ) -> Vec<Change> {
        let model = self.model;
        let mut changes = Vec::new();
        self.is_brief = true;
        for own in found.iter().filter(|found| found.is_assumed(model)) {
            let rest = self.without(own.fact, given, found);
            let values = model
                .variable(own.fact)
                .map_or(0, |variable| variable.domain.size());
            let others = (0..values).filter(|index| *index != own.index);
            let others: Vec<(u32, Answer)> = others
                .filter_map(|index| Some((index, self.with(id, &rest, own.fact, index)?)))
                .filter(|(_, other)| other != answer)
                .collect();
            if !others.is_empty() {
                let fact = own.fact;
                changes.push(Change { fact, others });
            }
        }
        self.is_brief = false;
        changes
    }

    /// A situation with all that was found in it, but for a fact and what may follow from it.
    fn without(&mut self, fact: VariableId, given: &Situation, found: &[Found]) -> Situation {
        let mut situation = given.clone();
        for own in found {
            if own.fact != fact && !self.may_follow(own, fact) {
                situation.set(own.fact, Some(own.index));
            }
        }
        situation
    }

    /// Whether what a fact was found to be may follow from another one.
    fn may_follow(&mut self, found: &Found, from: VariableId) -> bool {
        let model = self.model;
        let sources = self
            .sources
            .entry(found.fact)
            .or_insert_with(|| crate::check::comes_from(model, found.fact));
        sources.contains(&from)
            || found.is_assumed(model) && self.exclude_each_other(found.fact, from)
    }

    /// Whether some situation that cannot be says something of both facts.
    fn exclude_each_other(&mut self, one: VariableId, other: VariableId) -> bool {
        (0..self.model.impossible.len()).any(|place| {
            self.impossible_root(place).is_ok_and(|root| {
                let facts = support(&self.compiler.store, root);
                facts.contains(&one) && facts.contains(&other)
            })
        })
    }

    /// The answer with one value of a fact; none where that is impossible or not asked.
    fn with(
        &mut self,
        id: QuestionId,
        rest: &Situation,
        fact: VariableId,
        index: u32,
    ) -> Option<Answer> {
        let mut situation = rest.clone();
        situation.set(fact, Some(index));
        let (answer, _) = self.ask(id, &mut situation);
        let is_answer = !matches!(answer, Answer::NotAsked(_) | Answer::Broken(_));
        let may_be = is_answer && self.makes_impossible(fact, index, &situation) == Ok(false);
        may_be.then_some(answer)
    }
}
