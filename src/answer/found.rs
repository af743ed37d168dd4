//! Facts that nobody gave: found by the rules, or else as they usually are.

use super::ask::Asker;
use crate::diagram::{Leaf, NodeId, TooLarge};
use crate::model::{Expr, Kind, Model, QuestionId, Role, Usual, VariableId};
use crate::turn::Situation;

/// A fact that was not given, and what it was taken to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The fact.
    pub fact: VariableId,
    /// By what.
    pub by: By,
    /// The index of its value.
    pub index: u32,
}

/// By what a fact that was not given is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// By the question of its name.
    Question(QuestionId),
    /// By one of its usual values, by its place among them.
    Usual(usize),
}

impl Found {
    /// The usual value that it is, if it is one.
    #[must_use]
    pub fn usual<'m>(&self, model: &'m Model) -> Option<&'m Usual> {
        match self.by {
            By::Question(_) => None,
            By::Usual(place) => model.variable(self.fact)?.usually.get(place),
        }
    }

    /// Whether no rule says so: it is only usual.
    #[must_use]
    pub fn is_assumed(&self, model: &Model) -> bool {
        self.usual(model).is_some_and(|usual| !usual.is_rule())
    }

    /// The question that found it, if one did.
    #[must_use]
    pub fn question(&self, model: &Model) -> Option<QuestionId> {
        match (self.by, self.usual(model).map(|usual| &usual.is.kind)) {
            (By::Question(id), _) => Some(id),
            (_, Some(Kind::Question(id, bound))) if bound.is_empty() => Some(*id),
            _ => None,
        }
    }

    /// The paragraphs that say so.
    #[must_use]
    pub fn cite(&self, model: &Model) -> Vec<String> {
        match self.usual(model) {
            Some(usual) if !usual.cite.is_empty() => vec![usual.cite.clone()],
            _ => self
                .question(model)
                .and_then(|id| model.question(id))
                .map(|question| question.cite.clone())
                .unwrap_or_default(),
        }
    }
}

/// What is being looked for, and what was found on the way.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// The facts that are being looked for: none is looked for within itself.
    facts: Vec<VariableId>,
    /// The questions that are being asked, the innermost last.
    questions: Vec<QuestionId>,
    pub(super) found: Vec<Found>,
}

impl Trail {
    /// The beginning of a question's trail: what the question finds is not found by asking it again.
    pub(super) fn of(model: &Model, id: QuestionId) -> Self {
        Self {
            facts: model
                .question(id)
                .and_then(|question| question.finds)
                .into_iter()
                .collect(),
            questions: vec![id],
            found: Vec::new(),
        }
    }
}

/// What comes of asking the question that finds a fact.
enum Finding {
    /// The fact.
    Found(Found),
    /// The source lost it: what is usual is no better.
    Lost,
    /// Nothing, or there is no such question.
    Nothing,
}

impl Asker<'_> {
    /// Tries to find a missing fact, by the question of its name or as it usually is.
    pub(super) fn find(
        &mut self,
        fact: VariableId,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<bool, TooLarge> {
        if self.missing.contains(&fact) {
            return Ok(false);
        }
        if trail.facts.contains(&fact) {
            self.in_circle = true;
            return Ok(false);
        }
        let in_circle = std::mem::take(&mut self.in_circle);
        trail.facts.push(fact);
        let found = match self.by_question(fact, situation, trail)? {
            Finding::Found(found) => Some(found),
            Finding::Lost => None,
            Finding::Nothing => self.by_usual(fact, situation, trail)?,
        };
        trail.facts.pop();
        let is_found = found.is_some();
        if let Some(found) = found {
            situation.set(fact, Some(found.index));
            trail.found.push(found);
        } else if !self.in_circle {
            self.missing.insert(fact);
        }
        self.in_circle |= in_circle;
        Ok(is_found)
    }

    fn by_question(
        &mut self,
        fact: VariableId,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<Finding, TooLarge> {
        let finder = self.finder(fact);
        let Some(id) = finder.filter(|id| !self.broken(*id)) else {
            return Ok(Finding::Nothing);
        };
        let root = self.compiler.question(id)?;
        trail.questions.push(id);
        let settled = self.settle(root, situation, trail);
        trail.questions.pop();
        let settled = settled?;
        if matches!(self.compiler.store.leaf_at(settled), Leaf::Gap(_)) {
            return Ok(Finding::Lost);
        }
        let by = By::Question(id);
        Ok(match self.index_of(fact, settled) {
            Some(index) => Finding::Found(Found { fact, by, index }),
            None => Finding::Nothing,
        })
    }

    fn by_usual(
        &mut self,
        fact: VariableId,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<Option<Found>, TooLarge> {
        let model = self.model;
        let all = model.variable(fact).map_or(&[][..], |found| &found.usually);
        for (place, usual) in all.iter().enumerate() {
            if !usual.is_rule() && !self.takes_usual {
                continue;
            }
            let Some(index) = self.usual_index(fact, place, usual, situation, trail)? else {
                continue;
            };
            let may_be = usual.is_rule()
                || self.may_be(fact, index, trail)
                    && !self.makes_impossible(fact, index, situation)?;
            if may_be {
                let by = By::Usual(place);
                return Ok(Some(Found { fact, by, index }));
            }
        }
        Ok(None)
    }

    /// What a fact usually is in a situation, be it that a question is not asked for it, or that it is impossible there.
    pub fn usually(&mut self, fact: VariableId, given: &Situation) -> Option<u32> {
        self.begin();
        let model = self.model;
        let all = model.variable(fact).map_or(&[][..], |found| &found.usually);
        for (place, usual) in all.iter().enumerate().filter(|(_, usual)| !usual.is_rule()) {
            let (mut situation, mut trail) = (given.clone(), Trail::default());
            let index = self.usual_index(fact, place, usual, &mut situation, &mut trail);
            if let Ok(Some(index)) = index {
                return Some(index);
            }
        }
        None
    }

    /// Whether the question asked is asked for this value.
    fn may_be(&self, fact: VariableId, index: u32, trail: &Trail) -> bool {
        let question = trail
            .questions
            .last()
            .and_then(|id| self.model.question(*id));
        let only = question.and_then(|question| question.only.iter().find(|(own, _)| *own == fact));
        only.is_none_or(|(_, asked)| asked.get(index as usize).copied().unwrap_or(false))
    }

    /// The index of a usual value, where it holds.
    fn usual_index(
        &mut self,
        fact: VariableId,
        place: usize,
        usual: &Usual,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<Option<u32>, TooLarge> {
        if let Some(when) = &usual.when {
            let Some(root) = self.usual_root((fact, place, true), when)? else {
                return Ok(None);
            };
            let settled = self.settle(root, situation, trail)?;
            if !self.compiler.store.leaf_at(settled).is(true) {
                return Ok(None);
            }
        }
        match self.usual_root((fact, place, false), &usual.is)? {
            Some(root) => self.index_at(fact, root, situation, trail),
            None => Ok(None),
        }
    }

    /// The diagram of a usual value, or of its condition; none where a question in it is broken.
    pub(super) fn usual_root(
        &mut self,
        key: (VariableId, usize, bool),
        expr: &Expr,
    ) -> Result<Option<NodeId>, TooLarge> {
        if let Some(known) = self.usual.get(&key) {
            return Ok(*known);
        }
        let root = match self.is_broken_in(expr) {
            true => None,
            false => Some(self.compiler.expr(expr)?),
        };
        self.usual.insert(key, root);
        Ok(root)
    }

    /// The index of the value to which a diagram leads, among those of a fact.
    fn index_at(
        &mut self,
        fact: VariableId,
        root: NodeId,
        situation: &mut Situation,
        trail: &mut Trail,
    ) -> Result<Option<u32>, TooLarge> {
        let settled = self.settle(root, situation, trail)?;
        Ok(self.index_of(fact, settled))
    }

    /// The index of a leaf's value among those of a fact.
    fn index_of(&self, fact: VariableId, settled: NodeId) -> Option<u32> {
        let value = self.compiler.store.leaf_at(settled).value()?;
        self.model.variable(fact)?.domain.index(value)
    }

    /// The question that finds a fact, if there is one.
    #[must_use]
    pub fn finder(&self, fact: VariableId) -> Option<QuestionId> {
        let variable = self
            .model
            .variable(fact)
            .filter(|variable| variable.role == Role::Fact)?;
        self.model.question_names.get(&variable.name).copied()
    }
}
