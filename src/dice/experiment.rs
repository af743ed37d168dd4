//! What dice decide stage by stage: a question in one, a procedure step by step, a process turn after turn.

use super::impossible::Judge;
use super::terms::Terms;
use super::varied::falls_so_never;
use crate::diagnostic::Diagnostic;
use crate::diagram::Leaf;
use crate::model::{Model, Type, VariableId};
use crate::turn::Fall;
use crate::turn::{End, Missing, Situation, Slots};

/// What stages do with what is known. Nothing is thrown here: what is looked at and not known, the caller makes known in every way,
/// or in one.
pub trait Plan: Sync {
    /// Before a stage.
    fn begin(&self, slots: &mut Slots);

    /// Goes through a stage from where so much of it is `done`; at its end, it may roll.
    fn run(
        &self,
        stage: usize,
        slots: &mut Slots,
        done: &mut usize,
    ) -> Result<Option<VariableId>, Missing>;

    /// Whether a stage throws a roll that is looked at in it.
    fn throws(&self, _stage: usize, _roll: VariableId) -> bool {
        true
    }

    /// Where values of a fact begin to matter otherwise, if each does not matter by itself.
    fn ends(&self, _: VariableId) -> Option<Vec<u32>> {
        None
    }

    /// Marks by which what is seen, and which conditions hold, is told apart sooner than by itself; whether it has such.
    fn marks(&self, _: &Slots, _: &mut Vec<End>) -> Result<bool, Missing> {
        Ok(false)
    }

    /// What is seen.
    fn states(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing>;

    /// Whether each condition asked holds: those in the end, those at some time, and last what is given.
    fn holds(&self, slots: &Slots) -> Result<Vec<Leaf>, Missing>;
}

/// What is particular to a stage.
#[derive(Debug, Clone, Default)]
pub struct Stage {
    /// Facts that are so in it.
    pub set: Vec<(VariableId, u32)>,
    /// Facts of which it draws one of these values, each alike.
    pub drawn: Vec<(VariableId, Vec<u32>)>,
    /// Facts that were drawn before it, with which its rolls have to agree.
    pub fixed: Vec<VariableId>,
    /// The rolls that it may make.
    pub rolls: Vec<VariableId>,
    /// The facts that it begins with and those before it change.
    pub kept: Vec<VariableId>,
    /// The facts by which falls of its rolls are told apart.
    pub told_apart: Vec<VariableId>,
    /// Whether it is seen how things stand after it.
    pub is_seen: bool,
}

/// What goes on by dice, and what is asked of it.
pub struct Experiment<'a> {
    /// What it is called in messages: a process, say.
    pub kind: &'static str,
    /// The most ways that are gone through.
    pub most_ways: u64,
    pub model: &'a Model,
    pub terms: &'a Terms,
    pub plan: &'a dyn Plan,
    /// What is known before the first stage.
    pub start: Slots,
    /// What cannot be and may be reached.
    pub judge: Judge<'a>,
    /// What is given of rolls, whatever the stage.
    pub given: Situation,
    /// The stages until it begins again with the first.
    pub stages: Vec<Stage>,
    /// How many of them are gone through.
    pub length: usize,
    /// The names and types of what is seen.
    pub shown: Vec<(String, Option<Type>)>,
}

impl Experiment<'_> {
    #[expect(clippy::indexing_slicing, reason = "stages are counted here alone")]
    pub fn stage(&self, place: usize) -> &Stage {
        &self.stages[place % self.stages.len()]
    }

    /// Puts what a stage begins with.
    pub fn begin(&self, stage: usize, slots: &mut Slots) {
        self.plan.begin(slots);
        slots.know(&self.stage(stage).set);
    }

    /// Whether a part of a roll is given, so that its dice have to agree with it.
    pub fn is_given(&self, stage: usize, part: VariableId) -> bool {
        let Stage {
            set, drawn, fixed, ..
        } = self.stage(stage);
        self.given.get(part).is_some()
            || fixed.contains(&part)
            || set.iter().any(|(fact, _)| *fact == part)
            || drawn.iter().any(|(fact, _)| *fact == part)
    }

    /// The falls that agree with what is given.
    pub fn agreeing<'f>(
        &self,
        stage: usize,
        falls: &'f [Fall],
        slots: &Slots,
    ) -> impl Iterator<Item = &'f Fall> {
        let agrees = move |(part, index): &(VariableId, u32)| {
            let known = self.given.get(*part).or_else(|| slots.get(*part).index());
            known.is_none_or(|known| known == *index) || !self.is_given(stage, *part)
        };
        falls
            .iter()
            .filter(move |(fall, _)| fall.iter().all(agrees))
    }

    /// Tells that a fact is looked at that is not known then, nor thrown.
    pub fn not_known(&self, fact: VariableId) -> Diagnostic {
        let name = self.model.variable_name(fact);
        Diagnostic::request(format!(
            "the {} asks for `{name}`, which is not known",
            self.kind
        ))
    }

    /// Tells that no roll falls as is given of it.
    pub fn cannot_fall(&self, fact: VariableId) -> Diagnostic {
        let roll = self.model.roll_of(fact).unwrap_or(fact);
        falls_so_never(self.model, roll)
    }
}
