//! What goes step by step: processes, turn by turn, and procedures.

use super::declare::{fields, noun};
use super::holds::{FILLED, HEADER, NAME, SETS, later, named, needed};
use super::leaf::wrong;
use super::noun::{Field, Held, How};
use super::question::{RULE_OF_STEP, Rule};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

noun! {
    /// `[process.dust-by-turn]`
    pub struct Process: "process", "a process" => {
        name: Text = HEADER,
        /// its paragraphs
        cite: Vec<Text>,
        /// what it tells, in words
        asks: String,
        /// the facts that hold in every turn
        start: Vec<Text>,
        /// the processes whose steps it takes too
        includes: Vec<Text>,
        /// what a turn is called
        each: String,
        /// the facts of a turn
        turn: Vec<Text>,
        /// what is known after each turn
        state: Vec<Text> = FILLED,
        /// states that are no facts
        keeps: Vec<Keep> = named(),
        /// the states before the first turn
        initially: Vec<(Text, Text)> = SETS,
        /// the states that no step sets
        otherwise: Vec<(Text, Text)> = SETS,
        /// its steps, in order
        steps("step"): Vec<Step>,
        included: Vec<(String, Step)> = later(),
    }
}

noun! {
    /// `[process.dust-by-turn.keeps.rained]`
    pub struct Keep: "keep", "a state that a process keeps" => {
        name: Text = HEADER,
        /// its values
        domain: Text,
        /// what its numbers count
        unit: Option<Text>,
        /// its value before the first turn
        initially: Option<Text>,
        /// what it is, in words
        means: String,
    }
}

noun! {
    /// `[[process.dust-by-turn.step]]`: a rule of one state.
    pub struct Step: "step", "a step" => {
        /// the state that it sets
        sets: Text,
        rule: Rule = RULE_OF_STEP,
    }
}

noun! {
    /// `Procedure(…)`: an ordered sequence of rolls and questions.
    pub struct Procedure: "procedure", "a procedure" => {
        /// its name
        id: Text = NAME,
        /// what the book calls it
        title: String,
        /// its paragraphs
        cite: Vec<Text>,
        /// the facts with which it starts
        start: Vec<Text>,
        /// its steps, in order
        steps: Vec<ProcedureStep> = needed(),
        /// the facts that it finds
        outcome: Vec<Text> = FILLED,
        /// the facts that it finds at times
        sometimes: Vec<Text>,
    }
}

noun! {
    /// A step of a procedure.
    pub struct ProcedureStep: "procedure-step", "a step" => {
        does: StepDoes,
        /// the condition; without it, always
        when: Option<Text>,
        /// the value where it is not done
        otherwise: Option<Text>,
        /// the paragraph
        cite: Option<Text>,
        /// words for people
        note: String,
        span: Span,
    }
}

/// What a step of a procedure does.
#[derive(Debug, Clone)]
pub enum StepDoes {
    /// Rolls a fact.
    Roll(Text),
    /// Finds the value of an expression, which is that of a fact from then on.
    Ask { ask: Text, bind: Text },
    /// What the players do, in words.
    Do(Text),
}

const DOES: &[Field] = fields! {
    /// the fact that is rolled
    "roll": Option<Text>,
    /// the question that is asked
    "ask": Option<Text>,
    /// the fact that its answer is
    "as": Option<Text>,
    /// the procedure that is done
    "do": Option<Text>,
};

impl Held for StepDoes {
    const HOW: How<Self> = How::inside(DOES, |fields, _| {
        let keys = ["roll", "ask", "do"].into_iter();
        let mut given = keys.filter_map(|key| Some((key, fields.get(key)?)));
        let first = given.next().map(|(key, _)| key);
        if let Some((_, second)) = given.next() {
            let found = wrong(second, "a step", "one of `roll`, `ask` and `do`");
            fields.problems.report(found.says("a step does one thing"));
            return None;
        }
        let idle = ["as", "otherwise"]
            .into_iter()
            .filter(|_| matches!(first, Some("roll" | "do")));
        for (key, node) in idle.filter_map(|key| Some((key, fields.get(key)?))) {
            let message = format!("`{key}` is of a step that asks");
            let found = Diagnostic::error(Code::WrongShape, node.span, message);
            fields.problems.report(found.help(match (first, key) {
                (Some("roll"), "as") => "a roll is the fact that is rolled; a second one has a fact of its own, with the same unit",
                _ => "take it out",
            }));
        }
        match first {
            Some("roll") => fields.read("roll").map(Self::Roll),
            Some("do") => fields.read("do").map(Self::Do),
            _ => {
                let (ask, bind) = (fields.read("ask"), fields.read("as"));
                Some(Self::Ask {
                    ask: ask?,
                    bind: bind?,
                })
            }
        }
    });
}
