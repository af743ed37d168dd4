//! What a situation can say: facts, readings, the states of processes.

use super::{Expr, Kind, PackId, QuestionId, VariableId};
use crate::source::Span;
use crate::value::{Dice, Domain, UnitId, Value};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// What a variable stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A fact that a person states.
    Fact,
    /// A reading, with the index of its default.
    Reading(u32),
    /// A state that a process keeps for itself.
    Keep,
    /// Another variable, one turn earlier.
    Before(VariableId),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub role: Role,
    pub domain: Domain,
    pub unit: Option<UnitId>,
    pub means: String,
    /// Comparative words: `wetter` is below (`true`) or above.
    pub comparatives: Vec<(String, bool)>,
    /// Names for several of its values.
    pub groups: Vec<(String, Vec<Value>)>,
    pub alias: Vec<String>,
    pub roll: Option<Roll>,
    /// What it is where nobody says otherwise; the first that is known counts.
    pub usually: Vec<Usual>,
    pub pack: PackId,
    pub reading: Option<Reading>,
    pub span: Span,
}

/// What a fact is where nobody says otherwise.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Usual {
    pub is: Expr,
    /// Always, if not said.
    pub when: Option<Expr>,
    /// The paragraph that says so; empty where none does.
    pub cite: String,
    pub pack: PackId,
    pub span: Span,
}

impl Usual {
    /// Whether the rules say so: by a paragraph, or by the question that answers it. What they do not say is only usual.
    pub const fn is_rule(&self) -> bool {
        !self.cite.is_empty() || matches!(self.is.kind, Kind::Question(..))
    }

    /// The value that it is whatever else is so, if it is one.
    pub const fn always(&self) -> Option<&Value> {
        match (&self.when, &self.is.kind) {
            (None, Kind::Constant(value)) => Some(value),
            _ => None,
        }
    }
}

impl Variable {
    /// The question whose answer it is where nobody gives it.
    pub fn follows_from(&self) -> Option<QuestionId> {
        self.usually.iter().find_map(|usual| match usual.is.kind {
            Kind::Question(id, _) => Some(id),
            _ => None,
        })
    }

    /// Whether it is a reading or a switch: each may be taken several ways, unless it is settled.
    pub const fn is_choice(&self) -> bool {
        matches!(self.role, Role::Reading(_))
    }

    /// Of a reading that is settled, the index of the one that is right.
    pub fn settled(&self) -> Option<u32> {
        match (self.role, &self.reading) {
            (Role::Reading(default), Some(reading)) if reading.settled => Some(default),
            _ => None,
        }
    }
}

/// How a fact is rolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// All of them, or the one die that it is.
    pub dice: Dice,
    /// The roll of which it is one die, and which of the dice; nothing where it is a roll of its own.
    pub die_of: Option<(VariableId, usize)>,
    /// For each index of its domain, in how many ways it can fall.
    pub ways: Vec<BigUint>,
}

/// What is particular to a reading.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reading {
    /// Its name within its pack.
    pub name: String,
    pub cite: Vec<String>,
    /// What is open.
    pub asks: String,
    /// Each option's words, in the order of the domain.
    pub options: Vec<String>,
    /// Why the default is the default.
    pub because: String,
    /// Whether the default is the only one that may be taken.
    pub settled: bool,
    /// Whether it is no way to read a book, but what a table plays with or without.
    pub is_switch: bool,
}
