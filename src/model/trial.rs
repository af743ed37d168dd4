//! What packs claim of themselves, worked examples and laws, and what is lost or wrong in their sources.

use super::{Expr, Model, PackId, ProcedureId, ProcessId, QuestionId, VariableId};
use crate::source::{Span, Text};
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// A worked example.
#[derive(Debug, Clone)]
pub struct Example {
    pub cite: String,
    /// For each fact, the indices for which it holds.
    pub given: Vec<(VariableId, Vec<u32>)>,
    /// What it gives besides, at which nothing that it asks looks.
    pub idle: Vec<(VariableId, Vec<u32>)>,
    /// The texts given for facts of free text.
    pub texts: Vec<(VariableId, String)>,
    pub readings: Vec<(VariableId, u32)>,
    pub asked: Asked,
    pub pack: PackId,
    pub span: Span,
}

impl Example {
    /// Whether a text that is an answer is the one expected, once what is given stands in it.
    pub fn is_text(&self, model: &Model, answer: &Value, expected: &Value) -> bool {
        let (Value::Word(answer), Value::Word(expected)) = (answer, expected) else {
            return false;
        };
        let given = |fact| {
            let text = self.texts.iter().find(|(other, _)| *other == fact);
            let given = self.given.iter().find(|(other, _)| *other == fact);
            text.map(|(_, text)| text.clone())
                .or_else(|| match given?.1[..] {
                    [index] => Some(model.show_index(fact, index)),
                    _ => None,
                })
        };
        let facts = self.texts.iter().map(|(fact, _)| *fact);
        let text = model.text_told(*answer, facts, &given);
        text.as_deref() == Some(model.words.text(*expected))
    }
}

/// What an example asks and expects: of each thing its value, `None` where that is a gap.
#[derive(Debug, Clone)]
pub enum Asked {
    Questions(Vec<(QuestionId, Option<Value>, Span)>),
    Process(ProcessId, Vec<ExampleTurn>),
    /// A procedure, its rolls as they are told in order, and the outcomes expected.
    Procedure(
        ProcedureId,
        Vec<Text>,
        Vec<(VariableId, Option<Value>, Span)>,
    ),
}

/// One turn of an example of a process, and the states after it.
#[derive(Debug, Clone)]
pub struct ExampleTurn {
    pub given: Vec<(VariableId, u32)>,
    pub expect: Vec<(String, Option<Value>, Span)>,
}

impl ExampleTurn {
    /// What it gives a fact to be.
    #[must_use]
    pub fn tells(&self, fact: VariableId) -> Option<u32> {
        let given = self.given.iter().find(|(given, _)| *given == fact);
        given.map(|(_, index)| *index)
    }
}

/// A claim that holds for all facts.
#[derive(Debug, Clone)]
pub struct Law {
    pub cite: String,
    pub says: String,
    pub always: Expr,
    /// Within which condition.
    pub when: Option<Expr>,
    pub pack: PackId,
    pub span: Span,
}

/// Situations that the rules exclude, and why.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Impossible {
    pub cite: String,
    pub says: String,
    pub when: Expr,
    pub pack: PackId,
    pub span: Span,
}

/// Something that a source lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    pub lost: String,
    pub cite: String,
    pub span: Span,
}

/// A misprint or loss in the source, and how it is read.
#[derive(Debug, Clone)]
pub struct Defect {
    pub name: String,
    pub cite: Vec<String>,
    pub says: String,
    pub read_as: String,
    pub pack: PackId,
    pub span: Span,
}

impl Defect {
    /// What is wrong, and how it is read in spite of it.
    pub fn words(&self) -> String {
        match self.read_as.as_str() {
            "" => self.says.clone(),
            read_as => format!("{}; read as: {read_as}", self.says),
        }
    }
}
