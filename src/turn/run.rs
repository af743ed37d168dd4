//! A process under way where the caller answers its questions: by a diagram, or by the plain evaluator.

use super::Situation;
use crate::diagram::Leaf;
use crate::model::{Model, Process, QuestionId, State, VariableId};
use rustc_hash::FxHashMap;

/// How often a question is asked at most, to tell whether it hangs on what is lost.
const MOST_TRIED: usize = 20_000;

#[derive(Debug, Clone)]
pub struct Run<'a> {
    model: &'a Model,
    process: &'a Process,
    /// What is known after the last step.
    pub situation: Situation,
    /// What has no value after it, and why.
    lost: FxHashMap<VariableId, Leaf>,
}

/// Puts the first values of the states of a process where nothing else is known, and tells where it did: that comes before what is
/// usual.
pub fn begin(process: &Process, situation: &mut Situation) -> Vec<(VariableId, u32)> {
    let mut begun = process.initially.clone();
    begun.retain(|(fact, _)| !situation.is_known(*fact));
    for (fact, index) in &begun {
        situation.set(*fact, Some(*index));
    }
    begun
}

impl<'a> Run<'a> {
    /// A process before its first step; `situation` holds its start.
    pub fn new(model: &'a Model, process: &'a Process, mut situation: Situation) -> Self {
        begin(process, &mut situation);
        Self {
            model,
            process,
            situation,
            lost: FxHashMap::default(),
        }
    }

    /// What is known as a turn begins of whose facts so much is told.
    pub fn begin_turn(&self, told: impl Fn(VariableId) -> Option<u32>) -> Situation {
        let mut now = self.situation.clone();
        for fact in &self.process.turn {
            now.set(*fact, told(*fact));
        }
        now
    }

    /// What is known of the facts of a turn.
    pub fn facts_of_turn(&self, now: &Situation) -> Vec<(VariableId, u32)> {
        let facts = self.process.turn.iter();
        facts
            .filter_map(|fact| Some((*fact, now.get(*fact)?)))
            .collect()
    }

    /// Takes a step with the facts of its turn, and gives the states that the process shows, by name. `answer` answers a
    /// question in a situation.
    pub fn step(
        &mut self,
        turn: &[(VariableId, u32)],
        answer: &mut dyn FnMut(QuestionId, &Situation) -> Leaf,
    ) -> Vec<(&'a str, Leaf)> {
        for (of, copy) in &self.process.before {
            self.situation.set(*copy, self.situation.get(*of));
            match self.lost.get(of).cloned() {
                Some(leaf) => drop(self.lost.insert(*copy, leaf)),
                None => drop(self.lost.remove(copy)),
            }
        }
        for fact in &self.process.turn {
            self.situation.set(*fact, None);
            self.lost.remove(fact);
        }
        for (variable, index) in turn {
            self.situation.set(*variable, Some(*index));
        }
        for (variable, question) in &self.process.steps {
            let leaf = self.answered(*question, answer);
            let domain = &self.model.variables[*variable].domain;
            let index = leaf.value().and_then(|value| domain.index(value));
            self.situation.set(*variable, index);
            match index {
                Some(_) => drop(self.lost.remove(variable)),
                None => {
                    let is_outside = leaf.value().is_some();
                    let why = if is_outside { Leaf::Overflow } else { leaf };
                    self.lost.insert(*variable, why);
                }
            }
        }
        let shown = self.process.state.iter().map(|(name, state)| {
            let leaf = match state {
                State::Question(question) => self.answered(*question, answer),
                State::Variable(variable) => match self.lost.get(variable) {
                    Some(leaf) => leaf.clone(),
                    None => self.value(*variable),
                },
            };
            (name.as_str(), leaf)
        });
        shown.collect()
    }

    /// An answer. What the source lost is no hindrance where it is the same whatever that was; else it is lost with it.
    fn answered(
        &self,
        question: QuestionId,
        answer: &mut dyn FnMut(QuestionId, &Situation) -> Leaf,
    ) -> Leaf {
        let lost = self.lost.iter();
        let mut lost: Vec<(&VariableId, &Leaf)> = lost
            .filter(|(_, why)| matches!(why, Leaf::Gap(_)))
            .collect();
        if lost.is_empty() {
            return answer(question, &self.situation);
        }
        lost.sort_unstable_by_key(|(variable, _)| **variable);
        let mut left = MOST_TRIED;
        let mut answer = |situation: &Situation| {
            left = left.checked_sub(1)?;
            Some(answer(question, situation))
        };
        let whatever = self.whatever(&lost, &mut self.situation.clone(), &mut answer);
        // What is too much to be tried is taken to hang on what is lost.
        whatever
            .or_else(|| lost.first().map(|(_, why)| (*why).clone()))
            .unwrap_or(Leaf::Nothing)
    }

    /// The answer whatever that was which is lost, or that it is lost with it; none where that is too much to be tried.
    fn whatever(
        &self,
        lost: &[(&VariableId, &Leaf)],
        situation: &mut Situation,
        answer: &mut dyn FnMut(&Situation) -> Option<Leaf>,
    ) -> Option<Leaf> {
        let leaf = answer(situation)?;
        let Some(((variable, why), others)) = lost.split_first() else {
            return Some(leaf);
        };
        if leaf != Leaf::Nothing {
            return Some(leaf);
        }
        let mut same: Option<Leaf> = None;
        for index in 0..self.model.variables[**variable].domain.size() {
            situation.set(**variable, Some(index));
            let own = self.whatever(others, situation, answer)?;
            if same.as_ref().is_some_and(|before| *before != own) {
                situation.set(**variable, None);
                return Some((*why).clone());
            }
            same = Some(own);
        }
        situation.set(**variable, None);
        Some(same.unwrap_or(leaf))
    }

    fn value(&self, variable: VariableId) -> Leaf {
        let domain = &self.model.variables[variable].domain;
        let index = self.situation.get(variable);
        index.map_or(Leaf::Nothing, |index| Leaf::Value(domain.value(index)))
    }
}
