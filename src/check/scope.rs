//! What a name can mean where it stands.

use super::Checker;
use crate::model::{PackId, QuestionId, VariableId};
use rustc_hash::FxHashMap;

/// Where an expression stands.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    /// The pack it is written in: its readings go before those of others.
    pub(super) pack: PackId,
    /// The facts that may be used.
    pub(super) facts: Facts,
    /// The process it stands in.
    pub(super) process: Option<ProcessScope>,
    /// Whether it stands within `was (…)`.
    pub(super) was: bool,
}

/// Which facts may be used, and whether a name that is a fact's and a question's too is the fact.
#[derive(Debug, Clone)]
pub(super) enum Facts {
    /// All; such a name is the question.
    QuestionsFirst,
    /// All; such a name is the fact.
    All,
    /// These, which such a name means before the question; what is said of any other: `… depends on a fact which …`.
    Listed(Vec<VariableId>, &'static str),
    /// These, which such a name means before the question; any other fact that no question finds joins them.
    Joining(Vec<VariableId>),
}

impl Facts {
    /// The facts listed.
    pub(super) fn listed(&self) -> &[VariableId] {
        match self {
            Self::QuestionsFirst | Self::All => &[],
            Self::Listed(facts, _) | Self::Joining(facts) => facts,
        }
    }

    /// Whether a name of this fact is the fact, though it is a question's too.
    fn is_before_questions(&self, fact: VariableId) -> bool {
        matches!(self, Self::All) || self.listed().contains(&fact)
    }
}

/// What is particular to the steps of a process.
#[derive(Debug, Clone)]
pub(super) struct ProcessScope {
    /// The states that it keeps for itself, by name.
    pub(super) keeps: FxHashMap<String, VariableId>,
    /// The variables that change from turn to turn, each with its copy one turn earlier.
    pub(super) before: FxHashMap<VariableId, VariableId>,
    /// States that are questions, by the names under which the process shows them; of use once all are made.
    pub(super) shown: FxHashMap<String, QuestionId>,
}

/// What a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A fact, reading or state.
    Variable(VariableId),
    /// A question.
    Question(QuestionId),
    /// A fact that may not be used here.
    Barred(VariableId),
}

impl Scope {
    /// A scope in a pack, outside any process.
    pub(super) const fn new(pack: PackId, facts: Facts) -> Self {
        Self {
            pack,
            facts,
            process: None,
            was: false,
        }
    }

    /// This scope one turn earlier.
    pub(super) fn earlier(&self) -> Self {
        Self {
            was: true,
            ..self.clone()
        }
    }

    /// Whether a variable may be used here.
    pub(super) fn allows(&self, variable: VariableId) -> bool {
        match &self.facts {
            Facts::Listed(facts, _) => facts.contains(&variable),
            Facts::QuestionsFirst | Facts::All | Facts::Joining(_) => true,
        }
    }

    /// The variable that stands for `variable` here: its earlier copy within `was (…)`.
    pub(super) fn at_this_time(&self, variable: VariableId) -> VariableId {
        match &self.process {
            Some(process) if self.was => process.before.get(&variable).copied().unwrap_or(variable),
            _ => variable,
        }
    }
}

impl Checker {
    /// What a name means in a scope, if anything.
    pub(super) fn meaning(&self, name: &str, scope: &Scope) -> Option<Meaning> {
        if let Some(keep) = scope
            .process
            .as_ref()
            .and_then(|process| process.keeps.get(name))
        {
            return Some(Meaning::Variable(*keep));
        }
        if let Some(state) = scope
            .process
            .as_ref()
            .and_then(|process| process.shown.get(name))
        {
            return Some(Meaning::Question(*state));
        }
        let fact = self.model.variable_names.get(name).copied();
        let question = self.model.question_names.get(name).copied();
        if let Some(fact) = fact.filter(|fact| scope.facts.is_before_questions(*fact)) {
            return Some(Meaning::Variable(fact));
        }
        if let Some(question) = question {
            return Some(Meaning::Question(question));
        }
        match fact {
            Some(fact) if scope.allows(fact) => Some(Meaning::Variable(fact)),
            Some(fact) => Some(Meaning::Barred(fact)),
            None => self.reading(name, scope.pack).map(Meaning::Variable),
        }
    }

    /// A reading by its own name in the pack or, failing that, in any pack where only one has it.
    pub(super) fn reading(&self, name: &str, pack: PackId) -> Option<VariableId> {
        let own = format!("{}/{name}", self.model.pack_name(pack));
        if let Some(found) = self.model.variable_names.get(&own) {
            return Some(*found);
        }
        let mut others = self.model.packs.iter().filter_map(|other| {
            self.model
                .variable_names
                .get(&format!("{}/{name}", other.id))
        });
        let first = others.next().copied();
        first.filter(|_| others.next().is_none())
    }

    /// Every name that could have been meant, for a suggestion.
    pub(super) fn known_names(&self) -> Vec<String> {
        let readings = self
            .model
            .variables
            .iter()
            .filter_map(|variable| Some(variable.reading.as_ref()?.name.clone()));
        self.model
            .variable_names
            .keys()
            .chain(self.model.question_names.keys())
            .cloned()
            .chain(readings)
            .collect()
    }
}
