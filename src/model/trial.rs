//! What packs claim of themselves: worked examples and laws.

use super::{Expr, PackId, ProcedureId, ProcessId, QuestionId, VariableId};
use crate::source::{Span, Text};
use crate::value::Value;

/// A worked example.
#[derive(Debug, Clone)]
pub struct Example {
    /// Its paragraph.
    pub cite: String,
    /// The facts: for each, the indices for which it holds.
    pub given: Vec<(VariableId, Vec<u32>)>,
    /// The texts given for facts of free text.
    pub texts: Vec<(VariableId, String)>,
    /// The readings taken: variable and index.
    pub readings: Vec<(VariableId, u32)>,
    /// What is asked and expected.
    pub asked: Asked,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// What an example asks and expects.
#[derive(Debug, Clone)]
pub enum Asked {
    /// Questions, each with the value expected (`None` is a gap) and its place.
    Questions(Vec<(QuestionId, Option<Value>, Span)>),
    /// A process: the facts of each turn, and the states expected after it.
    Process(ProcessId, Vec<ExampleTurn>),
    /// A procedure: its rolls as they are told in order, and the outcomes expected (`None` is a gap), each with its place.
    Procedure(
        ProcedureId,
        Vec<Text>,
        Vec<(VariableId, Option<Value>, Span)>,
    ),
}

/// One turn of an example of a process.
#[derive(Debug, Clone)]
pub struct ExampleTurn {
    /// The facts of the turn.
    pub given: Vec<(VariableId, u32)>,
    /// The states expected after it, by name; `None` is a gap.
    pub expect: Vec<(String, Option<Value>, Span)>,
}

/// A claim that holds for all facts.
#[derive(Debug, Clone)]
pub struct Law {
    /// Its paragraph.
    pub cite: String,
    /// What it says.
    pub says: String,
    /// What always holds.
    pub always: Expr,
    /// Within which condition.
    pub when: Option<Expr>,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// Situations that the rules exclude.
#[derive(Debug, Clone)]
pub struct Impossible {
    /// Its paragraph.
    pub cite: String,
    /// Why, in words.
    pub says: String,
    /// Which situations.
    pub when: Expr,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}
