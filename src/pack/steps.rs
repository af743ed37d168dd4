//! What goes step by step, as written: `[process.…]` and `Procedure(…)`.

use super::Rule;
use crate::source::{Span, Text};

/// `[process.dust-by-turn]`
#[derive(Debug, Clone)]
pub struct Process {
    /// Its name.
    pub name: Text,
    /// Its paragraphs.
    pub cite: Vec<Text>,
    /// What it asks, in words.
    pub asks: String,
    /// The facts before the first step.
    pub start: Vec<Text>,
    /// Processes whose steps are taken in.
    pub includes: Vec<Text>,
    /// What a step is, in words.
    pub each: String,
    /// The facts given at every step.
    pub turn: Vec<Text>,
    /// What comes out after every step.
    pub state: Vec<Text>,
    /// States of its own.
    pub keeps: Vec<Keep>,
    /// First values of states that `start` does not give.
    pub initially: Vec<(Text, Text)>,
    /// What a state is where none of its steps applies.
    pub otherwise: Vec<(Text, Text)>,
    /// Its rules.
    pub steps: Vec<Step>,
    /// The rules of the processes that it includes, each with its pack; found when names are resolved.
    pub included: Vec<(String, Step)>,
}

/// `[process.dust-by-turn.keeps.rained]`
#[derive(Debug, Clone)]
pub struct Keep {
    /// Its name.
    pub name: Text,
    /// Its domain.
    pub domain: Text,
    /// Its unit.
    pub unit: Option<Text>,
    /// Its first value.
    pub initially: Option<Text>,
    /// What it is, in words.
    pub means: String,
}

/// `[[process.dust-by-turn.step]]`: a rule of one state.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state it sets.
    pub sets: Text,
    /// The rule; its `answers` is empty.
    pub rule: Rule,
}

/// `Procedure(…)`: an ordered sequence of rolls and questions.
#[derive(Debug, Clone)]
pub struct Procedure {
    /// Its name.
    pub id: Text,
    /// Its title.
    pub title: String,
    /// Its paragraphs.
    pub cite: Vec<Text>,
    /// The facts known before its first step.
    pub start: Vec<Text>,
    /// Its steps, in order.
    pub steps: Vec<ProcedureStep>,
    /// The facts that come out of it, whichever way it goes.
    pub outcome: Vec<Text>,
    /// The facts that come out of it on some ways.
    pub sometimes: Vec<Text>,
}

/// A step of a procedure.
#[derive(Debug, Clone)]
pub struct ProcedureStep {
    /// What it does.
    pub does: StepDoes,
    /// When it is done; always, if not said.
    pub when: Option<Text>,
    /// Of `ask`: what the fact is where the step is not done.
    pub otherwise: Option<Text>,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// Free text.
    pub note: String,
    /// The whole step.
    pub span: Span,
}

/// What a step of a procedure does.
#[derive(Debug, Clone)]
pub enum StepDoes {
    /// `roll`: rolls a fact.
    Roll(Text),
    /// `ask`, `as`: finds the value of an expression, which is that of a fact from then on.
    Ask {
        /// The expression.
        ask: Text,
        /// The fact.
        bind: Text,
    },
    /// `do`: what the players do, in words.
    Do(Text),
}
