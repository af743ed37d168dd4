//! The checked rulebook of one game: ids for names, typed rules. Made only by [`crate::check`]; nothing in it is unresolved.

mod card;
mod chart;
mod expr;
mod guide;
mod ids;
mod loss;
mod pack;
mod question;
mod rule;
mod steps;
mod text;
mod trial;
mod variable;

pub use card::{Card, CardLine, CardSection};
pub use chart::{Chart, ChartRow, Note};
pub use expr::{Beyond, Expr, Kind, Operation, Test, Type, UnitOf};
pub use guide::{Guide, Stage};
pub use ids::{
    ChartId, GapId, Id, Ids, PackId, ProcedureId, ProcessId, QuestionId, RuleId, VariableId,
};
pub use loss::{Defect, Gap};
pub use pack::Pack;
pub use question::{Combine, Otherwise, Question};
pub use rule::{Cell, Exception, Outcome, Rule};
pub use steps::{Procedure, ProcedureStep, Process, State, StepDoes};
pub use trial::{Asked, Example, ExampleTurn, Impossible, Law};
pub use variable::{Reading, Role, Roll, Usual, Variable};

use crate::pack::overlay::Origins;
use crate::value::{Units, Word, Words};
use rustc_hash::FxHashMap;

/// A game, checked.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// Its name.
    pub game: String,
    /// Its packs, each after those that it requires.
    pub packs: Ids<PackId, Pack>,
    /// Its words.
    pub words: Words,
    /// Its units.
    pub units: Units,
    /// Everything that a situation can say, in the order of the decision diagrams.
    pub variables: Ids<VariableId, Variable>,
    /// Its questions, the steps of processes among them.
    pub questions: Ids<QuestionId, Question>,
    /// Its rules: written ones, the cells of charts, the lines of lists.
    pub rules: Ids<RuleId, Rule>,
    /// Its charts.
    pub charts: Ids<ChartId, Chart>,
    /// Its processes.
    pub processes: Ids<ProcessId, Process>,
    /// Its procedures.
    pub procedures: Ids<ProcedureId, Procedure>,
    /// Its cards.
    pub cards: Vec<Card>,
    /// How it speaks to people.
    pub guide: Guide,
    /// What its sources lost.
    pub gaps: Ids<GapId, Gap>,
    /// Its examples.
    pub examples: Vec<Example>,
    /// Its laws.
    pub laws: Vec<Law>,
    /// The situations that cannot be.
    pub impossible: Vec<Impossible>,
    /// What is wrong in its sources.
    pub defects: Vec<Defect>,
    /// Facts and readings by name, aliases included; a reading is `pack/name`.
    pub variable_names: FxHashMap<String, VariableId>,
    /// Questions by name, aliases included.
    pub question_names: FxHashMap<String, QuestionId>,
    /// Processes by name.
    pub process_names: FxHashMap<String, ProcessId>,
    /// The values that errata add to facts: the index of each, and the pack that adds it.
    pub added: FxHashMap<VariableId, Vec<(u32, PackId)>>,
    /// The errata that apply, and which text comes from which.
    pub origins: Origins,
    /// Procedures by name.
    pub procedure_names: FxHashMap<String, ProcedureId>,
}

impl Model {
    /// A variable by its id.
    #[must_use]
    pub fn variable(&self, id: VariableId) -> Option<&Variable> {
        self.variables.get(id.index())
    }

    /// A question by its id.
    #[must_use]
    pub fn question(&self, id: QuestionId) -> Option<&Question> {
        self.questions.get(id.index())
    }

    /// A rule by its id.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> Option<&Rule> {
        self.rules.get(id.index())
    }

    /// A pack by its id.
    #[must_use]
    pub fn pack(&self, id: PackId) -> Option<&Pack> {
        self.packs.get(id.index())
    }

    /// The name of a pack.
    #[must_use]
    pub fn pack_name(&self, id: PackId) -> &str {
        self.pack(id).map_or("", |pack| pack.id.as_str())
    }

    /// The name of a variable.
    #[must_use]
    pub fn variable_name(&self, id: VariableId) -> &str {
        self.variable(id)
            .map_or("", |variable| variable.name.as_str())
    }

    /// Whether answers of this type are written with a sign.
    #[must_use]
    pub fn is_signed(&self, kind: &Type) -> bool {
        match kind {
            Type::Number(UnitOf::Unit(unit)) | Type::NumberOr(UnitOf::Unit(unit), _) => {
                self.units.is_modifier(*unit)
            }
            Type::Number(UnitOf::Signed) => true,
            _ => false,
        }
    }

    /// A procedure by its id.
    #[must_use]
    pub fn procedure(&self, id: ProcedureId) -> Option<&Procedure> {
        self.procedures.get(id.index())
    }

    /// A process by its id.
    #[must_use]
    pub fn process(&self, id: ProcessId) -> Option<&Process> {
        self.processes.get(id.index())
    }

    /// The roll to which a fact belongs: itself, or the roll of which it is one die.
    #[must_use]
    pub fn roll_of(&self, fact: VariableId) -> Option<VariableId> {
        let roll = self.variable(fact)?.roll.as_ref()?;
        Some(roll.die_of.map_or(fact, |(of, _)| of))
    }

    /// The facts that are single dice of a roll.
    #[must_use]
    pub fn dice_of(&self, roll: VariableId) -> Vec<VariableId> {
        let is_die = |found: &Variable| {
            found
                .roll
                .as_ref()
                .is_some_and(|own| own.die_of.is_some_and(|(of, _)| of == roll))
        };
        (0..)
            .map(VariableId)
            .zip(&self.variables)
            .filter(|(_, found)| is_die(found))
            .map(|(id, _)| id)
            .collect()
    }

    /// A value of a variable as a person writes it.
    #[must_use]
    pub fn show_index(&self, variable: VariableId, index: u32) -> String {
        self.variable(variable).map_or_else(String::new, |found| {
            found.domain.value(index).show(&self.words, false)
        })
    }

    /// The value `word` of this game, for the given text.
    #[must_use]
    pub fn word(&self, text: &str) -> Option<Word> {
        self.words.find(text)
    }

    /// Whether a pack is another, or requires it, be it by way of others.
    #[must_use]
    pub fn knows(&self, pack: PackId, other: PackId) -> bool {
        let by_name = |name: &String| self.packs.iter().position(|own| own.id == *name);
        let mut waiting = vec![pack.index()];
        let mut seen = Vec::new();
        while let Some(index) = waiting.pop() {
            if index == other.index() {
                return true;
            }
            if !seen.contains(&index) {
                seen.push(index);
                let requires = self.packs.get(index).map(|pack| pack.requires.iter());
                waiting.extend(requires.into_iter().flatten().filter_map(by_name));
            }
        }
        false
    }

    /// Whether a rule silences another wherever it applies, and by which paragraph.
    #[must_use]
    pub fn wins_over(&self, upper: &Rule, lower: &Rule) -> Option<&str> {
        let is_other = upper.pack != lower.pack && !upper.beside;
        is_other
            .then(|| self.precedence(upper.pack, lower.pack))
            .flatten()
    }

    /// Whether pack `upper` takes precedence over pack `lower`, directly or by way of others; with the paragraph.
    #[must_use]
    pub fn precedence(&self, upper: PackId, lower: PackId) -> Option<&str> {
        let mut waiting = vec![upper];
        let mut seen = Vec::new();
        while let Some(id) = waiting.pop() {
            for (below, cite) in self.pack(id).map_or(&[][..], |pack| pack.over.as_slice()) {
                if *below == lower {
                    return Some(cite);
                }
                if !seen.contains(below) {
                    seen.push(*below);
                    waiting.push(*below);
                }
            }
        }
        None
    }
}
