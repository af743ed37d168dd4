//! What a name can mean where it stands.

use super::Checker;
use crate::model::{PackId, QuestionId, VariableId};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone)]
pub struct Scope {
    /// The pack it is written in: its readings go before those of others.
    pub pack: PackId,
    /// The facts that a name means before a question of that name.
    pub listed: Vec<VariableId>,
    pub others: Others,
    pub steps: Option<Steps>,
    /// In a process or procedure, the facts that join those listed: a question needs them, and they are as usual unless they are
    /// given.
    pub joined: Option<Vec<VariableId>>,
    /// The question or process it is, as an address names it; empty where nobody asks.
    pub within: String,
    pub was: bool,
}

/// Whether facts that are not listed may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// They may, and go before questions of their names.
    First,
    /// They may; a name that is a question's too is the question.
    Last,
    /// They may not; what is said of them: `the answer depends on …, which …`.
    Barred(&'static str),
}

#[derive(Debug, Clone, Default)]
pub struct Steps {
    /// The states that the process keeps for itself, by name.
    pub keeps: FxHashMap<String, VariableId>,
    /// The variables that change from turn to turn, each with its copy one turn earlier.
    pub before: FxHashMap<VariableId, VariableId>,
    /// States that are questions, by the names under which the process shows them; of use once all are made.
    pub shown: FxHashMap<String, QuestionId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    Variable(VariableId),
    Question(QuestionId),
    /// A fact that may not be used here.
    Barred(VariableId),
}

impl Scope {
    pub const fn new(pack: PackId, others: Others) -> Self {
        Self {
            pack,
            listed: Vec::new(),
            others,
            steps: None,
            joined: None,
            within: String::new(),
            was: false,
        }
    }

    pub fn allows(&self, variable: VariableId) -> bool {
        !matches!(self.others, Others::Barred(_)) || self.listed.contains(&variable)
    }

    /// The variable that stands for `variable` here: its earlier copy within `was (…)`.
    pub fn at_this_time(&self, variable: VariableId) -> VariableId {
        let steps = self.steps.as_ref().filter(|_| self.was);
        steps
            .and_then(|steps| steps.before.get(&variable))
            .copied()
            .unwrap_or(variable)
    }
}

impl Checker {
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        let scope = &self.scope;
        if let Some(steps) = &scope.steps {
            let keep = steps.keeps.get(name).copied().map(Meaning::Variable);
            let state = || steps.shown.get(name).copied().map(Meaning::Question);
            if keep.is_some() || state().is_some() {
                return keep.or_else(state);
            }
        }
        let fact = self.model.variable_names.get(name).copied();
        let question = self.model.question_names.get(name).copied();
        match (fact, question) {
            (Some(fact), _) if scope.others == Others::First || scope.listed.contains(&fact) => {
                Some(Meaning::Variable(fact))
            }
            (_, Some(question)) => Some(Meaning::Question(question)),
            (Some(fact), None) if scope.allows(fact) => Some(Meaning::Variable(fact)),
            (Some(fact), None) => Some(Meaning::Barred(fact)),
            (None, None) => self.find_reading(name).map(Meaning::Variable),
        }
    }

    /// A reading by its own name in the pack or, failing that, in any pack where only one has it.
    pub fn find_reading(&self, name: &str) -> Option<VariableId> {
        let names = &self.model.variable_names;
        let in_pack = |pack: &str| names.get(&format!("{pack}/{name}")).copied();
        in_pack(self.model.pack_name(self.scope.pack)).or_else(|| {
            let mut all = self.model.packs.iter().filter_map(|pack| in_pack(&pack.id));
            all.next().filter(|_| all.next().is_none())
        })
    }

    pub fn known_names(&self) -> Vec<String> {
        self.model
            .variable_names
            .keys()
            .chain(self.model.question_names.keys())
            .chain(
                self.model
                    .variables
                    .iter()
                    .filter_map(|variable| Some(&variable.reading.as_ref()?.name)),
            )
            .cloned()
            .collect()
    }
}
