//! The checked rulebook of one game: ids for names, typed rules. Made only by [`crate::check`]; nothing in it is unresolved.

mod card;
mod expr;
mod steps;
mod text;

pub use card::{Card, CardFind, CardLine, CardSection};
pub use expr::{Expr, Kind, Operation, Test, Type, UnitOf};
pub use steps::{Procedure, ProcedureStep, Process, State, StepDoes};

use crate::pack::overlay::Origins;
use crate::source::{Span, Text};
use crate::value::{Dice, Domain, Number, UnitId, Units, Value, Word, Words};
use rustc_hash::FxHashMap;

macro_rules! id {
    ($($(#[$meta:meta])* $name:ident,)*) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The place in its list.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

id! {
    /// A variable of a [`Model`]: a fact, a reading, a state of a process, or one of these a turn earlier.
    VariableId,
    /// A question of a [`Model`].
    QuestionId,
    /// A rule of a [`Model`].
    RuleId,
    /// A pack of a [`Model`].
    PackId,
    /// A chart of a [`Model`].
    ChartId,
    /// A process of a [`Model`].
    ProcessId,
    /// A procedure of a [`Model`].
    ProcedureId,
    /// A gap of a [`Model`].
    GapId,
}

/// A game, checked.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// Its name.
    pub game: String,
    /// Its packs, each after those that it requires.
    pub packs: Vec<Pack>,
    /// Its words.
    pub words: Words,
    /// Its units.
    pub units: Units,
    /// Everything that a situation can say, in the order of the decision diagrams.
    pub variables: Vec<Variable>,
    /// Its questions, the steps of processes among them.
    pub questions: Vec<Question>,
    /// Its rules: written ones, the cells of charts, the lines of lists.
    pub rules: Vec<Rule>,
    /// Its charts.
    pub charts: Vec<Chart>,
    /// Its processes.
    pub processes: Vec<Process>,
    /// Its procedures.
    pub procedures: Vec<Procedure>,
    /// Its cards.
    pub cards: Vec<Card>,
    /// What its sources lost.
    pub gaps: Vec<Gap>,
    /// Its examples.
    pub examples: Vec<Example>,
    /// Its laws.
    pub laws: Vec<Law>,
    /// What is wrong in its sources.
    pub defects: Vec<Defect>,
    /// Facts and readings by name, aliases included; a reading is `pack/name`.
    pub variable_names: FxHashMap<String, VariableId>,
    /// Questions by name, aliases included.
    pub question_names: FxHashMap<String, QuestionId>,
    /// Processes by name.
    pub process_names: FxHashMap<String, ProcessId>,
    /// The errata that apply, and which text comes from which.
    pub origins: Origins,
    /// Procedures by name.
    pub procedure_names: FxHashMap<String, ProcedureId>,
}

/// What a pack is.
#[derive(Debug, Clone)]
pub struct Pack {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its edition.
    pub edition: String,
    /// The packs over which it takes precedence, and the paragraph that says so.
    pub over: Vec<(PackId, String)>,
    /// Its paragraphs: number and title.
    pub paragraphs: Vec<(String, String)>,
    /// Where each of its paragraphs is declared.
    pub paragraph_spans: Vec<Span>,
    /// Paragraphs without anything to compute, and why.
    pub nothing_to_compute: Vec<(String, String)>,
}

/// What a variable stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A fact, a reading, a state of a process, or one of these a turn earlier.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub role: Role,
    /// Its values.
    pub domain: Domain,
    /// Its unit, where it has one.
    pub unit: Option<UnitId>,
    /// What it is, in words.
    pub means: String,
    /// Comparative words: `wetter` is below (`true`) or above.
    pub comparatives: Vec<(String, bool)>,
    /// Names for several of its values.
    pub groups: Vec<(String, Vec<Value>)>,
    /// Other names that it goes by.
    pub alias: Vec<String>,
    /// How it is rolled, where it is.
    pub roll: Option<Roll>,
    /// Its pack.
    pub pack: PackId,
    /// Of a reading: its options in words, its paragraphs, what is open and why the default.
    pub reading: Option<Reading>,
    /// Where it is declared.
    pub span: Span,
}

/// How a fact is rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// The dice: all of them, or the one die that it is.
    pub dice: Dice,
    /// The roll of which it is one die, and which of the dice; nothing where it is a roll of its own.
    pub die_of: Option<(VariableId, usize)>,
    /// For each index of its domain, in how many ways it can fall.
    pub ways: Vec<u64>,
}

/// What is particular to a reading.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its name within its pack.
    pub name: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// What is open.
    pub asks: String,
    /// Each option's words, in the order of the domain.
    pub options: Vec<String>,
    /// Why the default is the default.
    pub because: String,
}

/// How the rules of a question make its answer: the hit policy of its decision table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The answer of the rules that apply; they must agree.
    OnlyOne,
    /// Their sum.
    Sum,
    /// The least.
    Least,
    /// The greatest.
    Greatest,
    /// Yes if any applies and gives yes.
    Any,
    /// No if any applies and gives no.
    All,
    /// The set of all words given.
    Union,
}

impl Combine {
    /// Its name in a pack.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyOne => "only-one",
            Self::Sum => "sum",
            Self::Least => "least",
            Self::Greatest => "greatest",
            Self::Any => "any",
            Self::All => "all",
            Self::Union => "union",
        }
    }

    /// The way of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::OnlyOne, Self::Sum, Self::Least, Self::Greatest, Self::Any, Self::All, Self::Union]
            .into_iter()
            .find(|combine| combine.name() == name)
    }

    /// What the question answers where no rule applies and it has no `otherwise`.
    #[must_use]
    pub fn where_none_applies(self) -> Option<Value> {
        match self {
            Self::Sum => Some(Value::Number(Number::from_integer(0))),
            Self::Any => Some(Value::Bool(false)),
            Self::All => Some(Value::Bool(true)),
            Self::Union => Some(Value::Set(Vec::new())),
            Self::OnlyOne | Self::Least | Self::Greatest => None,
        }
    }
}

/// A question.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name.
    pub name: String,
    /// Other names that it goes by.
    pub alias: Vec<String>,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// What it asks, in words.
    pub asks: String,
    /// The facts it takes.
    pub from: Vec<VariableId>,
    /// The values that it is limited to: for each fact, which indices are asked.
    pub only: Vec<(VariableId, Vec<bool>)>,
    /// The type of its answer.
    pub answer: Type,
    /// Its answer's type as written.
    pub answer_text: String,
    /// The values it may answer, where these are a finite domain.
    pub range: Option<Domain>,
    /// Whether some part of it could not be resolved, so that nothing can be proved of it.
    pub broken: bool,
    /// Whether a fault of one of its charts is told already: a gap or an overlap that follows from it is not told again.
    pub chart_fault: bool,
    /// How its rules make its answer.
    pub combine: Combine,
    /// Its rules, in the order of the packs and files.
    pub rules: Vec<RuleId>,
    /// What it answers where no rule applies.
    pub otherwise: Option<Otherwise>,
    /// The fact that it finds, where it bears the name of one.
    pub finds: Option<VariableId>,
    /// The process whose step it is, if it is one.
    pub process: Option<ProcessId>,
    /// Its pack.
    pub pack: PackId,
    /// Free text.
    pub note: String,
    /// Where it is declared.
    pub span: Span,
}

/// What a question answers where no rule applies.
#[derive(Debug, Clone)]
pub struct Otherwise {
    /// The answer.
    pub gives: Expr,
    /// Its paragraph.
    pub cite: String,
}

/// What a rule or exception gives.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The value of an expression.
    Gives(Expr),
    /// Nothing: the source lost it.
    Gap(GapId),
}

/// One contribution to a question.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The question.
    pub question: QuestionId,
    /// Its paragraph.
    pub cite: String,
    /// When it applies.
    pub when: Option<Expr>,
    /// What it gives.
    pub outcome: Outcome,
    /// When it does not, or gives something else.
    pub except: Vec<Exception>,
    /// Free text.
    pub note: String,
    /// The chart's cell or line that it is, if it is one.
    pub cell: Option<Cell>,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// An exception to a rule, or to an exception.
#[derive(Debug, Clone)]
pub struct Exception {
    /// Its paragraph.
    pub cite: String,
    /// When it applies, within its rule.
    pub when: Option<Expr>,
    /// What holds instead; nothing, if not said.
    pub outcome: Option<Outcome>,
    /// Its own exceptions.
    pub except: Vec<Exception>,
    /// Free text.
    pub note: String,
    /// Where it is written.
    pub span: Span,
}

/// A place in a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// The chart.
    pub chart: ChartId,
    /// Its row, from 0.
    pub row: u32,
    /// Its column, from 0.
    pub column: u32,
}

/// A printed chart, as it is shown; its cells are rules.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its name.
    pub id: String,
    /// Its printed title.
    pub title: String,
    /// Its paragraph.
    pub cite: String,
    /// The questions it answers.
    pub answers: Vec<QuestionId>,
    /// What its rows go by, as written.
    pub down: Vec<String>,
    /// What its columns go by, as written.
    pub across: Vec<String>,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// The keys of its columns, one part for each thing they go by; none where the columns are questions.
    pub column_keys: Vec<Vec<String>>,
    /// Its rows: heading, cells as written, marks.
    pub rows: Vec<ChartRow>,
    /// When it applies at all, as written.
    pub when: Option<String>,
    /// Its exceptions, as written.
    pub except: Vec<Note>,
    /// Its footnotes, as written.
    pub notes: Vec<Note>,
    /// Whether it is a list of modifiers.
    pub list: bool,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}

/// A footnote or an exception of a printed chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its mark; of an exception, none.
    pub mark: String,
    /// Its paragraph.
    pub cite: String,
    /// When it holds; always, if not said.
    pub when: Option<String>,
    /// What the cells give then: one for all, or one for each column; nothing, if not said.
    pub gives: Vec<String>,
    /// What the source lost, where it is that.
    pub gap: Option<String>,
    /// Its own exceptions.
    pub except: Vec<Self>,
}

/// A row of a printed chart.
#[derive(Debug, Clone)]
pub struct ChartRow {
    /// Its heading.
    pub heading: String,
    /// Its key, one part for each thing the rows go by; of a list, the words printed.
    pub key: Vec<String>,
    /// Its cells, as written.
    pub cells: Vec<String>,
    /// The rule that each cell is, where it is not empty.
    pub rules: Vec<Option<RuleId>>,
    /// Its marks.
    pub marks: String,
}

/// Something that a source lost.
#[derive(Debug, Clone)]
pub struct Gap {
    /// What is lost.
    pub lost: String,
    /// In which paragraph.
    pub cite: String,
    /// Where it is written.
    pub span: Span,
}

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
    Procedure(ProcedureId, Vec<Text>, Vec<(VariableId, Option<Value>, Span)>),
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

/// A misprint or loss in the source.
#[derive(Debug, Clone)]
pub struct Defect {
    /// Its name.
    pub name: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// What is wrong.
    pub says: String,
    /// How it is read.
    pub read_as: String,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
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
        self.variable(id).map_or("", |variable| variable.name.as_str())
    }

    /// Whether answers of this type are written with a sign.
    #[must_use]
    pub fn is_signed(&self, kind: &Type) -> bool {
        match kind {
            Type::Number(UnitOf::Unit(unit)) | Type::NumberOr(UnitOf::Unit(unit), _) => self.units.is_modifier(*unit),
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
        let is_die =
            |found: &Variable| found.roll.as_ref().is_some_and(|own| own.die_of.is_some_and(|(of, _)| of == roll));
        (0..).map(VariableId).zip(&self.variables).filter(|(_, found)| is_die(found)).map(|(id, _)| id).collect()
    }

    /// A value of a variable as a person writes it.
    #[must_use]
    pub fn show_index(&self, variable: VariableId, index: u32) -> String {
        self.variable(variable).map_or_else(String::new, |found| found.domain.value(index).show(&self.words, false))
    }

    /// The value `word` of this game, for the given text.
    #[must_use]
    pub fn word(&self, text: &str) -> Option<Word> {
        self.words.find(text)
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
