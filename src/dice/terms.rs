//! What odds are asked with.

use super::ever::Ever;
use crate::answer::{Asker, TakenFact, Wanted};
use crate::check::comes_from;
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Expr, Model, QuestionId, Role, VariableId};
use crate::turn::Fall;
use crate::turn::Situation;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known, what is left to chance, what is left open, and what is asked.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The facts and readings that are fixed.
    pub known: Situation,
    /// Of what is known, the facts that were told: the others were found, or are as usual.
    pub told: Vec<VariableId>,
    /// What was told of facts of free text: what is known of these is only which of the texts that rules name they are.
    pub texts: FxHashMap<VariableId, String>,
    /// Facts of which each of these values is as likely as the others.
    pub uniform: Vec<(VariableId, Vec<u32>)>,
    /// Facts left open that are to have these values alone; others are left open with all.
    pub open: Vec<(VariableId, Vec<u32>)>,
    /// Whether what nobody says is found by the rules or taken as usual: by the rules alone, where this is strict.
    pub filled: Option<bool>,
    /// Rolls that are said to be left to their dice.
    pub rolled: Vec<VariableId>,
    /// What is known to be so: only what agrees with it is counted.
    pub given: Option<Expr>,
    /// Conditions in the end: as written, and resolved.
    pub at: Vec<(String, Expr)>,
    /// Of a process: facts of a turn that take these values one after the other.
    pub cycles: Vec<(VariableId, Vec<u32>)>,
    /// Of a process: facts of the start alone.
    pub start: Vec<(VariableId, u32)>,
    /// Of a process: after how many turns.
    pub turns: u32,
    /// Of a process: the states asked for; all, if none is named.
    pub of: Vec<String>,
    /// Of a process: conditions at the end of some turn.
    pub ever: Vec<(String, Expr)>,
    /// Of a process: it ends after the turn after which this holds, however many turns that takes. Nothing is `given` then.
    pub until: Option<Expr>,
}

impl Terms {
    /// Whether a fact has a column for each of its values.
    pub fn is_open(&self, fact: VariableId) -> bool {
        self.open.iter().any(|(open, _)| *open == fact)
    }

    /// Terms under which nothing is known but how the readings are taken.
    pub fn new(model: &Model) -> Self {
        Self {
            known: Situation::new(model),
            told: Vec::new(),
            texts: FxHashMap::default(),
            uniform: Vec::new(),
            open: Vec::new(),
            filled: None,
            rolled: Vec::new(),
            given: None,
            at: Vec::new(),
            cycles: Vec::new(),
            start: Vec::new(),
            turns: 1,
            of: Vec::new(),
            ever: Vec::new(),
            until: None,
        }
    }

    /// The values that a fact takes where it takes several, each once.
    pub fn values(&self, model: &Model, fact: VariableId) -> Vec<u32> {
        let mut several = [&self.open, &self.uniform, &self.cycles]
            .into_iter()
            .flatten();
        let named = several.find(|(other, _)| *other == fact);
        let all = || (0..model.variables[fact].domain.size()).collect();
        named.map_or_else(all, |(_, values)| values.iter().copied().unique().collect())
    }

    pub(super) fn choices(
        &self,
        model: &Model,
        open: &[VariableId],
        most: usize,
    ) -> Result<impl Iterator<Item = Vec<(VariableId, u32)>> + use<>, Diagnostic> {
        let values = |fact: &VariableId| {
            let values = self.values(model, *fact).into_iter();
            let fact = *fact;
            values.map(move |index| (fact, index)).collect::<Vec<_>>()
        };
        let choices: Vec<Vec<(VariableId, u32)>> = open.iter().map(values).collect();
        let lengths = choices.iter().map(Vec::len);
        if lengths.fold(1, usize::saturating_mul) <= most {
            return Ok(choices.into_iter().multi_cartesian_product());
        }
        let names = open.iter().map(|fact| model.variable_name(*fact));
        let names = names.format(", ");
        let message = format!("too many facts are left open: {names}");
        Err(Diagnostic::request(message)
            .help("fix some of them: FACT=VALUE, or FACT=alike for each value alike; FACT=each, a column for each, is for a few facts of few values"))
    }

    pub fn agreeing(&self, mut falls: Vec<Fall>) -> Vec<Fall> {
        let agrees = |(fact, index): &(VariableId, u32)| {
            self.known.get(*fact).is_none_or(|known| known == *index)
        };
        falls.retain(|(fall, _)| fall.iter().all(agrees));
        falls
    }

    /// The values of a fact each of which is as likely as the others, if it is left to chance so.
    pub fn alike(&self, fact: VariableId) -> Option<&[u32]> {
        let alike = self.uniform.iter().find(|(other, _)| *other == fact);
        alike.map(|(_, values)| values.as_slice())
    }

    /// The facts that take several values.
    pub(super) fn varying(&self) -> impl Iterator<Item = VariableId> {
        let several = [&self.open, &self.uniform, &self.cycles];
        several.into_iter().flatten().map(|(fact, _)| *fact)
    }

    /// Whether it is said what a fact is, or which values it may have.
    pub fn names(&self, fact: VariableId) -> bool {
        self.known.get(fact).is_some() || self.varying().any(|other| other == fact)
    }

    /// The same with what a question is answered with where nobody says more: as the rules find it, or else as it usually is, but for
    /// what may follow from what is left to chance or open; and these facts.
    pub(super) fn answered(&self, model: &Model, id: QuestionId) -> (Self, Vec<TakenFact>) {
        let mut terms = self.clone();
        let is_fact = |fact: &VariableId| model.variables[*fact].role == Role::Fact;
        terms.told = self.known.known_variables().filter(is_fact).collect();
        let Some(strict) = self.filled else {
            return (terms, Vec::new());
        };
        let mut asker = Asker::new(model);
        asker.set_strict(strict);
        asker.wanted = Wanted::Glance;
        let (_, mut taken) = asker.ask(id, &mut self.known.clone());
        let rolled = self.rolled.iter().copied();
        let chance: FxHashSet<VariableId> = self.varying().chain(rolled).collect();
        taken.retain(|own| {
            !chance.contains(&own.fact) && comes_from(model, own.fact).is_disjoint(&chance)
        });
        for own in &taken {
            terms.known.set(own.fact, Some(own.index));
        }
        (terms, taken)
    }

    /// Leaves facts that stay open only the values that they can usually have with what is told, and tells whether that are fewer
    /// of any.
    pub(super) fn limit(&mut self, model: &Model, open: &[VariableId]) -> bool {
        let Some(strict) = self.filled.filter(|_| !self.told.is_empty()) else {
            return false;
        };
        let mut asker = Asker::new(model);
        asker.set_strict(strict);
        let is_told = |from: &VariableId| self.told.contains(from);
        let unsaid = open.iter().filter(|fact| !self.names(**fact));
        let bound = unsaid.filter(|fact| comes_from(model, **fact).iter().any(is_told));
        let limited = bound.filter_map(|fact| {
            let can_be = asker.can_usually_be(*fact, &self.known)?;
            Some((*fact, can_be))
        });
        let limited: Vec<(VariableId, Vec<u32>)> = limited.collect();
        self.open.extend_from_slice(&limited);
        !limited.is_empty()
    }

    /// The conditions asked in the end, and at some time, as they are written.
    pub(super) fn texts(&self) -> [Vec<&str>; 2] {
        [&self.at, &self.ever].map(|asked| asked.iter().map(|(text, _)| text.as_str()).collect())
    }

    /// Whether the condition asked at this place holds, of those that hold in the end and have held at some time. Where the source lost
    /// what it looks at, it is lost whether it holds.
    pub(super) fn held(&self, place: usize, holds: &[Leaf], ever: Ever, lost: &Leaf) -> Leaf {
        let is_set = |bits: u64| bits >> place & 1 == 1;
        match place < self.at.len() {
            true => holds.get(place).cloned().unwrap_or(Leaf::Nothing),
            false if is_set(ever.lost) => lost.clone(),
            false => Leaf::truth(is_set(ever.held)),
        }
    }

    /// The conditions asked: those in the end, those at some time, and last what is given or what it goes on until.
    pub(super) fn conditions(&self) -> Vec<Expr> {
        let asked = self.at.iter().chain(&self.ever);
        let asked = asked.map(|(_, condition)| condition);
        asked
            .chain(&self.given)
            .chain(&self.until)
            .cloned()
            .collect()
    }
}
