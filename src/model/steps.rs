//! What goes step by step: processes, whose state changes, and procedures, whose rolls and questions follow each other.

use super::{Expr, PackId, QuestionId, VariableId};
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// State that changes step by step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Process {
    pub name: String,
    pub cite: Vec<String>,
    pub asks: String,
    /// The facts before the first step.
    pub start: Vec<VariableId>,
    /// What a step is.
    pub each: String,
    /// The facts given at every step.
    pub turn: Vec<VariableId>,
    /// What comes out after every step: name, and where it comes from.
    pub state: Vec<(String, State)>,
    /// All states that its steps set, its own included, each after those that it depends on in the same turn.
    pub steps: Vec<(VariableId, QuestionId)>,
    /// First values that `start` does not give.
    pub initially: Vec<(VariableId, u32)>,
    /// Each variable asked for one turn earlier, with its copy for that turn.
    pub before: Vec<(VariableId, VariableId)>,
    /// Whether some part of it could not be read or resolved, so that it cannot be run.
    pub broken: bool,
    pub pack: PackId,
    pub span: Span,
}

/// Where a state that a process shows comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// A variable that its steps set.
    Variable(VariableId),
    /// A question, answered in the new situation.
    Question(QuestionId),
}

impl Process {
    /// Whether one of its steps finds a state.
    pub fn has_state(&self, variable: VariableId) -> bool {
        self.steps.iter().any(|(state, _)| *state == variable)
    }

    /// Whether it shows a variable that its steps set.
    pub fn shows(&self, variable: VariableId) -> bool {
        let mut shown = self.state.iter().map(|(_, state)| *state);
        shown.any(|state| state == State::Variable(variable))
    }

    /// The questions that it asks at every step: its steps, and the questions that it shows.
    pub fn questions(&self) -> Vec<QuestionId> {
        let shown = self.state.iter().filter_map(|(_, state)| match state {
            State::Question(question) => Some(*question),
            State::Variable(_) => None,
        });
        let steps = self.steps.iter().map(|(_, question)| *question);
        steps.chain(shown).collect()
    }
}

/// An ordered sequence of rolls and questions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Procedure {
    pub name: String,
    pub title: String,
    pub cite: Vec<String>,
    /// The facts known before its first step.
    pub start: Vec<VariableId>,
    pub steps: Vec<ProcedureStep>,
    /// The facts that come out of it, whichever way it goes.
    pub outcome: Vec<VariableId>,
    /// The facts that come out of it on some ways.
    pub sometimes: Vec<VariableId>,
    /// Whether some part of it could not be resolved, so that it cannot be run.
    pub broken: bool,
    pub pack: PackId,
    pub span: Span,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ProcedureStep {
    pub does: StepDoes,
    pub when: Option<Expr>,
    pub cite: String,
    pub note: String,
    pub span: Span,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum StepDoes {
    /// Rolls a fact, and with it those that are single dice of it.
    Roll(VariableId),
    /// Finds what a fact is.
    Ask {
        fact: VariableId,
        gives: Expr,
        /// What it is where the step is not done; unknown, if not said.
        otherwise: Option<Expr>,
    },
    /// Something that the players do, in words.
    Do(String),
}

impl ProcedureStep {
    /// Its condition, and what it finds.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let expressions = match &self.does {
            StepDoes::Ask {
                gives, otherwise, ..
            } => [Some(gives), otherwise.as_ref()],
            StepDoes::Roll(_) | StepDoes::Do(_) => [None, None],
        };
        self.when.iter().chain(expressions.into_iter().flatten())
    }
}

impl Procedure {
    /// The questions that its steps ask.
    pub fn questions(&self) -> Vec<QuestionId> {
        let exprs = self.steps.iter().flat_map(ProcedureStep::exprs);
        exprs.flat_map(Expr::questions).collect()
    }
}
