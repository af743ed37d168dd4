//! The checked rulebook of one game: ids for names, typed rules. Made only by [`crate::check`]; nothing in it is unresolved.

mod budget;
mod expr;
mod guide;
mod mention;
mod question;
mod rule;
mod saying;
mod shown;
mod steps;
mod trial;
mod variable;

pub use self::budget::{Budget, Grant};
pub use self::expr::{Beyond, Expr, Kind, Operation, Test, Type, UnitOf};
pub use self::guide::{Guide, Plot, Stage};
#[cfg(feature = "lsp")]
pub use self::mention::ScaleId;
pub use self::mention::{Mention, Mentions, Thing};
pub use self::question::{Combine, Otherwise, Question};
pub use self::rule::{Cell, Exception, Outcome, Rule};
pub use self::saying::Saying;
pub use self::shown::{Blank, Card, CardLine, CardSection, Chart, ChartRow, Note};
pub use self::steps::{Procedure, ProcedureStep, Process, State, StepDoes};
pub use self::trial::{Asked, Defect, Example, ExampleTurn, Gap, Impossible, Law};
pub use self::variable::{Reading, Role, Roll, Usual, Variable};

use crate::pack::overlay::Origins;
use crate::source::Span;
use crate::value::{Ids, Units, Word, Words, ids};
use itertools::Itertools as _;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

ids! {
    VariableId,
    QuestionId,
    RuleId,
    PackId,
    ChartId,
    ProcessId,
    ProcedureId,
    GapId,
}

/// A game, checked. What proves it, and what stands where, is not kept with it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Model {
    pub game: String,
    /// Each after those that it requires.
    pub packs: Ids<PackId, Pack>,
    pub words: Words,
    pub units: Units,
    /// Everything that a situation can say.
    pub variables: Ids<VariableId, Variable>,
    /// The place of each variable in the order of the decision diagrams; none where that is their own.
    pub levels: Vec<u32>,
    /// The steps of processes among them.
    pub questions: Ids<QuestionId, Question>,
    /// Written ones, the cells of charts, the lines of lists.
    pub rules: Ids<RuleId, Rule>,
    pub charts: Ids<ChartId, Chart>,
    pub processes: Ids<ProcessId, Process>,
    pub procedures: Ids<ProcedureId, Procedure>,
    pub cards: Vec<Card>,
    pub guide: Guide,
    /// What its sources lost.
    pub gaps: Ids<GapId, Gap>,
    #[serde(skip)]
    pub examples: Vec<Example>,
    /// The packs of examples that take an option of a reading which is settled otherwise: these are not tried.
    #[serde(skip)]
    pub closed: Vec<PackId>,
    #[serde(skip)]
    pub laws: Vec<Law>,
    /// The situations that cannot be.
    pub impossible: Vec<Impossible>,
    /// What is wrong in its sources.
    #[serde(skip)]
    pub defects: Vec<Defect>,
    /// Facts and readings by name, aliases included; a reading is `pack/name`.
    pub variable_names: FxHashMap<String, VariableId>,
    /// Questions by name, aliases included.
    pub question_names: FxHashMap<String, QuestionId>,
    pub process_names: FxHashMap<String, ProcessId>,
    pub procedure_names: FxHashMap<String, ProcedureId>,
    /// The values that errata add to facts: the index of each, and the pack that adds it.
    pub added: FxHashMap<VariableId, Vec<(u32, PackId)>>,
    /// The errata that apply, and which text comes from which.
    pub origins: Origins,
    /// The cells that are left empty in charts which answer a question.
    #[serde(skip)]
    pub blanks: FxHashMap<QuestionId, Vec<Blank>>,
    /// What stands where; only where everything is read.
    #[serde(skip)]
    pub mentions: Mentions,
    /// What its diagrams may cost.
    #[serde(skip)]
    pub budget: Budget,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pack {
    pub id: String,
    pub title: String,
    pub edition: String,
    /// The packs that it requires, by name.
    pub requires: Vec<String>,
    /// The packs over which it takes precedence, and the paragraph that says so.
    pub over: Vec<(PackId, String)>,
    /// Its paragraphs: number and title.
    pub paragraphs: Vec<(String, String)>,
    /// Where each of its paragraphs is declared.
    pub paragraph_spans: Vec<Span>,
    /// Paragraphs without anything to compute, and why.
    pub nothing_to_compute: Vec<(String, String)>,
}

impl Model {
    /// The same with all that a phrase can name, without what the packs say of it.
    pub fn names(&self) -> Self {
        Self {
            game: self.game.clone(),
            packs: self.packs.clone(),
            words: self.words.clone(),
            units: self.units.clone(),
            variables: self.variables.clone(),
            levels: self.levels.clone(),
            questions: self.questions.clone(),
            processes: self.processes.clone(),
            gaps: self.gaps.clone(),
            variable_names: self.variable_names.clone(),
            question_names: self.question_names.clone(),
            process_names: self.process_names.clone(),
            procedure_names: self.procedure_names.clone(),
            added: self.added.clone(),
            budget: self.budget.clone(),
            ..Self::default()
        }
    }

    /// The charts of a pack that bear a name, or answer the question of it.
    pub fn charts_called<'m>(
        &'m self,
        pack: &'m str,
        name: &'m str,
    ) -> impl Iterator<Item = &'m Chart> {
        self.charts.iter().filter(move |chart| {
            let mut answers = chart.answers.iter();
            let answers = answers.any(|id| self.questions[*id].name == name);
            self.pack_name(chart.pack) == pack && (chart.id == name || answers)
        })
    }

    pub fn pack_name(&self, id: PackId) -> &str {
        &self.packs[id].id
    }

    /// The place of a variable in the order of the decision diagrams.
    pub fn level(&self, id: VariableId) -> u32 {
        self.levels.get(id.index()).copied().unwrap_or(id.0)
    }

    pub fn variable_name(&self, id: VariableId) -> &str {
        &self.variables[id].name
    }

    /// Whether answers of this type are written with a sign.
    pub fn is_signed(&self, kind: &Type) -> bool {
        match kind {
            Type::Number(UnitOf::Signed) => true,
            _ => kind
                .unit_id()
                .is_some_and(|unit| self.units.is_modifier(unit)),
        }
    }

    /// What people state: no readings, no states of processes.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = (VariableId, &Variable)> {
        let all = self.variables.enumerated();
        all.filter(|(_, variable)| variable.role == Role::Fact)
    }

    /// The roll to which a fact belongs: itself, or the roll of which it is one die.
    pub fn roll_of(&self, fact: VariableId) -> Option<VariableId> {
        let roll = self.variables[fact].roll.as_ref()?;
        Some(roll.die_of.map_or(fact, |(of, _)| of))
    }

    /// The question that finds a fact, where it is sound: that of its name.
    pub fn finder(&self, fact: VariableId) -> Option<QuestionId> {
        let variable = &self.variables[fact];
        let named = self.question_names.get(&variable.name).copied();
        named.filter(|id| variable.role == Role::Fact && !self.questions[*id].broken)
    }

    /// A gap, by the first that tells the same of the same paragraph: what is lost is one thing, wherever a rule says so.
    pub fn same_gap(&self, gap: GapId) -> GapId {
        let own = &self.gaps[gap];
        let is_same = |other: &Gap| (&other.lost, &other.cite) == (&own.lost, &own.cite);
        self.gaps.find(is_same).unwrap_or(gap)
    }

    /// A roll with its single dice.
    pub fn throw_of(&self, roll: VariableId) -> Vec<VariableId> {
        [vec![roll], self.dice_of(roll)].concat()
    }

    /// Facts, and with each roll or die among them all that falls with it, each once.
    pub fn with_throws(&self, facts: impl IntoIterator<Item = VariableId>) -> Vec<VariableId> {
        let with_throw = |fact: VariableId| {
            let thrown = self.roll_of(fact).map(|roll| self.throw_of(roll));
            std::iter::once(fact).chain(thrown.unwrap_or_default())
        };
        facts.into_iter().flat_map(with_throw).unique().collect()
    }

    /// The facts that are single dice of a roll.
    pub fn dice_of(&self, roll: VariableId) -> Vec<VariableId> {
        let is_die = |variable: &Variable| {
            let die_of = variable.roll.as_ref().and_then(|other| other.die_of);
            die_of.is_some_and(|(of, _)| of == roll)
        };
        let all = self.variables.enumerated();
        all.filter(|(_, variable)| is_die(variable))
            .map(|(id, _)| id)
            .collect()
    }

    /// A value of a variable as a person writes it.
    pub fn show_index(&self, variable: VariableId, index: u32) -> String {
        let value = self.variables[variable].domain.value(index);
        value.show(&self.words, false)
    }

    /// Whether a pack is another, or requires it, be it by way of others.
    pub fn knows(&self, pack: PackId, other: PackId) -> bool {
        let required = |pack: PackId| {
            let names = self.packs[pack].requires.iter();
            names.filter_map(|name| self.packs.find(|own| own.id == *name))
        };
        reached(pack, required).contains(&other)
    }

    /// Whether a rule silences another wherever it applies, and by which paragraph.
    pub fn wins_over(&self, upper: &Rule, lower: &Rule) -> Option<&str> {
        let is_other = upper.pack != lower.pack && !upper.beside;
        is_other
            .then(|| self.precedence(upper.pack, lower.pack))
            .flatten()
    }

    /// Whether pack `upper` takes precedence over pack `lower`, directly or by way of others; with the paragraph.
    pub fn precedence(&self, upper: PackId, lower: PackId) -> Option<&str> {
        let below = |pack: PackId| self.packs[pack].over.iter().map(|(below, _)| *below);
        let packs = reached(upper, below).into_iter();
        packs
            .flat_map(|pack| &self.packs[pack].over)
            .find_map(|(below, cite)| (*below == lower).then_some(cite.as_str()))
    }

    /// A text answer (`'{hexrow}5'`) with the text given for each fact that it names in braces; `given` tells it.
    pub fn fill_in(&self, answer: &str, given: &dyn Fn(VariableId) -> Option<String>) -> String {
        let mut parts = answer.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let named = part.split_once('}');
            let told = named.and_then(|(name, rest)| {
                let variable = self.variable_names.get(name)?;
                Some((given(*variable)?, rest))
            });
            // What nobody told stays as it is written.
            match told {
                Some((text, rest)) => filled.extend([text.as_str(), rest]),
                None => filled.extend(["{", part]),
            }
        }
        filled
    }

    /// A text that is an answer, with what is told of the facts that it names in braces, or of the one of these facts that it is; none
    /// where several may be it.
    pub fn text_told(
        &self,
        answer: Word,
        facts: impl Iterator<Item = VariableId>,
        given: &dyn Fn(VariableId) -> Option<String>,
    ) -> Option<String> {
        let is_it = |fact: &VariableId| self.variables[*fact].domain.is_other_text(answer);
        match facts.filter(is_it).collect::<Vec<_>>().as_slice() {
            [] => Some(self.fill_in(self.words.text(answer), given)),
            [fact] => given(*fact),
            _ => None,
        }
    }

    /// A fact in the words in which it was told, or in those of its value; nothing where that stands for all texts that rules do
    /// not name.
    pub fn in_words_told(
        &self,
        fact: VariableId,
        told: Option<&str>,
        index: Option<u32>,
    ) -> Option<String> {
        let is_named = |index: &u32| !self.variables[fact].domain.is_free_text(*index);
        let named = || {
            index
                .filter(is_named)
                .map(|index| self.show_index(fact, index))
        };
        told.map(str::to_owned).or_else(named)
    }

    /// The facts that a text answer names in braces.
    pub fn named_in(&self, answer: &str) -> Vec<VariableId> {
        let facts = braced(answer).filter_map(|name| self.variable_names.get(name));
        facts.copied().collect()
    }
}

/// What stands in braces in a text.
pub fn braced(text: &str) -> impl Iterator<Item = &str> {
    let opened = text.split('{').skip(1);
    opened.filter_map(|part| Some(part.split_once('}')?.0))
}

/// A pack and those to which some relation leads from it, near or far.
fn reached<Next: Iterator<Item = PackId>>(
    pack: PackId,
    next: impl Fn(PackId) -> Next,
) -> Vec<PackId> {
    let (mut reached, mut waiting) = (Vec::new(), vec![pack]);
    while let Some(pack) = waiting.pop() {
        if !reached.contains(&pack) {
            reached.push(pack);
            waiting.extend(next(pack));
        }
    }
    reached
}
