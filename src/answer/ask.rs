//! Asking: the answer from the diagram, facts found by other questions, and what is open where facts are missing.

use super::evaluate::Evaluator;
use super::explanation::Explanation;
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge, leaves, support};
use crate::model::{Expr, GapId, Kind, Model, QuestionId, Role, VariableId};
use crate::turn::Situation;
use crate::value::Value;

/// Asks a model's questions; each is compiled when it is first asked.
#[derive(Debug)]
pub struct Asker<'a> {
    /// The model.
    pub model: &'a Model,
    compiler: Compiler<'a>,
    broken: rustc_hash::FxHashMap<QuestionId, bool>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A value.
    Value(Value),
    /// The source lost it.
    Gap(GapId),
    /// It depends on facts that are not known.
    Needs(Needs),
    /// The question is not asked for these facts: the fact, and the values for which it is asked.
    NotAsked(Vec<(VariableId, Vec<u32>)>),
    /// The pack has an error here, in words.
    Broken(String),
}

/// What is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The facts on which the answer still depends, the one to ask for first.
    pub facts: Vec<VariableId>,
    /// Every answer still possible, in order.
    pub possible: Vec<Leaf>,
    /// Those of the facts that a question finds, with that question and why it did not: what it needs itself, or a gap.
    pub unfound: Vec<(VariableId, QuestionId, Answer)>,
}

/// A fact that another question found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The fact.
    pub fact: VariableId,
    /// The question that found it.
    pub by: QuestionId,
    /// The index of its value.
    pub index: u32,
}

impl<'a> Asker<'a> {
    /// An asker of a model.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            compiler: Compiler::new(model),
            broken: rustc_hash::FxHashMap::default(),
        }
    }

    /// The answer to a question in a situation. Facts that are missing and that other questions find are filled in.
    pub fn ask(&mut self, id: QuestionId, situation: &mut Situation) -> (Answer, Vec<Found>) {
        self.compiler.store.renew_budget();
        let mut found = Vec::new();
        if self.broken(id) {
            return (
                Answer::Broken(
                    "the rulebook has an error in it; `chartroom check` shows it".to_owned(),
                ),
                found,
            );
        }
        match self.try_ask(id, situation, &mut found, &mut vec![id]) {
            Ok(answer) => (answer, found),
            Err(TooLarge) => (
                Answer::Broken("the question needs too large a decision diagram".to_owned()),
                found,
            ),
        }
    }

    fn broken(&mut self, id: QuestionId) -> bool {
        let model = self.model;
        *self
            .broken
            .entry(id)
            .or_insert_with(|| crate::check::is_broken(model, id))
    }

    fn try_ask(
        &mut self,
        id: QuestionId,
        situation: &mut Situation,
        found: &mut Vec<Found>,
        asking: &mut Vec<QuestionId>,
    ) -> Result<Answer, TooLarge> {
        let root = self.compiler.question(id)?;
        match self.settle(root, situation, found, asking)? {
            Ok(leaf) => Ok(self.answer(id, leaf, situation)),
            Err(needs) => Ok(Answer::Needs(needs)),
        }
    }

    /// The value of an expression in a situation, or a gap. Facts that are missing and that other questions find are filled in.
    pub fn value_of(&mut self, expr: &Expr, situation: &mut Situation) -> Answer {
        self.compiler.store.renew_budget();
        let mut asked = Vec::new();
        expr.walk(&mut |part| {
            if let Kind::Question(id, _) = part.kind {
                asked.push(id);
            }
        });
        if asked.into_iter().any(|id| self.broken(id)) {
            return Answer::Broken(
                "the rulebook has an error in it; `chartroom check` shows it".to_owned(),
            );
        }
        let settled = match self.compiler.expr(expr) {
            Ok(root) => self.settle(root, situation, &mut Vec::new(), &mut Vec::new()),
            Err(too_large) => Err(too_large),
        };
        match settled {
            Ok(Ok(Leaf::Value(value))) => Answer::Value(value),
            Ok(Ok(Leaf::Gap(gap))) => Answer::Gap(gap),
            Ok(Ok(Leaf::Outside)) => Answer::NotAsked(Vec::new()),
            Ok(Ok(_)) => Answer::Broken("it has no value".to_owned()),
            Ok(Err(needs)) => Answer::Needs(needs),
            Err(TooLarge) => Answer::Broken("it needs too large a decision diagram".to_owned()),
        }
    }

    /// Where a diagram leads in a situation, or what is open there.
    fn settle(
        &mut self,
        root: NodeId,
        situation: &mut Situation,
        found: &mut Vec<Found>,
        asking: &mut Vec<QuestionId>,
    ) -> Result<Result<Leaf, Needs>, TooLarge> {
        loop {
            match self
                .compiler
                .store
                .walk(root, |variable| situation.get(variable))
            {
                Ok(leaf) => return Ok(Ok(leaf.clone())),
                Err(missing) => {
                    if self.find(missing, situation, found, asking)? {
                        continue;
                    }
                }
            }
            let open = self
                .compiler
                .store
                .given(root, &|variable| situation.get(variable))?;
            if open.is_leaf() {
                return Ok(Ok(self.compiler.store.leaf_at(open).clone()));
            }
            let mut any = false;
            for variable in support(&self.compiler.store, open) {
                any |= self.find(variable, situation, found, asking)?;
            }
            if !any && asking.len() > 1 {
                // Nobody is told this yet: which fact to ask for first is ranked for the question that a person asked.
                return Ok(Err(self.open(open)));
            }
            if !any {
                let mut needs = self.needs(open, situation)?;
                self.fill_unfound(&mut needs, situation, asking)?;
                return Ok(Err(needs));
            }
        }
    }

    /// Why the questions that find the facts needed did not find them.
    fn fill_unfound(
        &mut self,
        needs: &mut Needs,
        situation: &Situation,
        asking: &mut Vec<QuestionId>,
    ) -> Result<(), TooLarge> {
        for fact in &needs.facts {
            if let Some(by) = self.finder(*fact).filter(|by| !asking.contains(by)) {
                asking.push(by);
                let answer = self.try_ask(by, &mut situation.clone(), &mut Vec::new(), asking);
                asking.pop();
                needs.unfound.push((*fact, by, answer?));
            }
        }
        Ok(())
    }

    /// Tries to find a missing fact by the question of its name.
    fn find(
        &mut self,
        fact: VariableId,
        situation: &mut Situation,
        found: &mut Vec<Found>,
        asking: &mut Vec<QuestionId>,
    ) -> Result<bool, TooLarge> {
        let Some(by) = self.finder(fact).filter(|by| !asking.contains(by)) else {
            return Ok(false);
        };
        asking.push(by);
        let answer = self.try_ask(by, situation, found, asking);
        asking.pop();
        let Answer::Value(value) = answer? else {
            return Ok(false);
        };
        let index = self
            .model
            .variable(fact)
            .and_then(|variable| variable.domain.index(&value));
        if let Some(index) = index {
            situation.set(fact, Some(index));
            found.push(Found { fact, by, index });
        }
        Ok(index.is_some())
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

    fn answer(&self, id: QuestionId, leaf: Leaf, situation: &Situation) -> Answer {
        match leaf {
            Leaf::Value(value) => Answer::Value(value),
            Leaf::Gap(gap) => Answer::Gap(gap),
            Leaf::Outside => Answer::NotAsked(self.not_asked(id, situation)),
            Leaf::Conflict => Answer::Broken("two rules give different answers".to_owned()),
            Leaf::Overflow => Answer::Broken("the answer cannot be calculated".to_owned()),
            Leaf::Nothing | Leaf::Silent | Leaf::Cancelled => {
                Answer::Broken("no rule gives an answer".to_owned())
            }
        }
    }

    /// The facts for whose values the question is not asked, with those for which it is.
    fn not_asked(&self, id: QuestionId, situation: &Situation) -> Vec<(VariableId, Vec<u32>)> {
        let Some(question) = self.model.question(id) else {
            return Vec::new();
        };
        let asked = |mask: &[bool], index: u32| mask.get(index as usize).copied().unwrap_or(false);
        question
            .only
            .iter()
            .filter(|(variable, mask)| {
                situation
                    .get(*variable)
                    .is_some_and(|index| !asked(mask, index))
            })
            .map(|(variable, mask)| {
                (
                    *variable,
                    (0..)
                        .zip(mask)
                        .filter(|(_, asked)| **asked)
                        .map(|(index, _)| index)
                        .collect(),
                )
            })
            .collect()
    }

    /// What is open in a diagram, its facts in diagram order.
    fn open(&self, open: NodeId) -> Needs {
        let possible = leaves(&self.compiler.store, open)
            .into_iter()
            .filter(|leaf| *leaf != Leaf::Outside)
            .collect();
        Needs {
            facts: support(&self.compiler.store, open),
            possible,
            unfound: Vec::new(),
        }
    }

    /// What is open in a diagram, the fact to ask for first in front.
    fn needs(&mut self, open: NodeId, situation: &Situation) -> Result<Needs, TooLarge> {
        let Needs {
            facts: missing,
            possible,
            unfound,
        } = self.open(open);
        let mut ranked = Vec::with_capacity(missing.len());
        for variable in missing {
            ranked.push((
                self.still_open(open, variable, situation)?,
                self.compiler.store.size(variable),
                variable,
            ));
        }
        // The fact after which least remains open comes first; of equals, the one with fewer values.
        ranked.sort_by(|(one, one_size, one_id), (other, other_size, other_id)| {
            let (one_open, one_values) = *one;
            let (other_open, other_values) = *other;
            (u64::from(one_open) * u64::from(other_values))
                .cmp(&(u64::from(other_open) * u64::from(one_values)))
                .then(one_size.cmp(other_size))
                .then(one_id.cmp(other_id))
        });
        let facts = ranked
            .into_iter()
            .map(|(_, _, variable)| variable)
            .collect();
        Ok(Needs {
            facts,
            possible,
            unfound,
        })
    }

    /// How many facts are open after each value of a fact, added up; and over how many values.
    fn still_open(
        &mut self,
        open: NodeId,
        variable: VariableId,
        situation: &Situation,
    ) -> Result<(u32, u32), TooLarge> {
        let size = self.compiler.store.size(variable);
        let step = (size / 64).max(1);
        let (mut total, mut values) = (0, 0);
        for index in (0..size).step_by(step as usize) {
            let part = self.compiler.store.given(open, &|own| {
                if own == variable {
                    Some(index)
                } else {
                    situation.get(own)
                }
            })?;
            total += u32::try_from(support(&self.compiler.store, part).len()).unwrap_or(u32::MAX);
            values += 1;
        }
        Ok((total, values))
    }

    /// The reasons for an answer.
    #[must_use]
    pub fn explain(&self, id: QuestionId, situation: &Situation) -> Explanation {
        Evaluator::new(self.model).explain(id, situation)
    }

    /// The leaf of a question in a situation; a missing fact is no answer.
    pub fn leaf(&mut self, id: QuestionId, situation: &Situation) -> Leaf {
        match self.compiler.question(id) {
            Ok(root) => self
                .compiler
                .store
                .walk(root, |variable| situation.get(variable))
                .cloned()
                .unwrap_or(Leaf::Nothing),
            Err(TooLarge) => Leaf::Overflow,
        }
    }
}
