//! A pack as written: what its TOML and RON files say, each text with its place. Nothing is judged here beyond the shape of
//! the files; names, types and meanings are the checker's.

mod card;
mod forest;
mod nesting;
mod node;
pub mod overlay;
mod read;
mod ron_text;
mod toml_text;
mod trials;

pub use card::{Card, CardFind, CardLine, CardSection};
pub use overlay::ErrataSet;
pub use read::{Rulebook, read, read_with};
pub use trials::without_trials;

use crate::source::{Span, Spanned, Text};

/// A pack with everything that its files define, in the order of the files (by name) and of the text.
#[derive(Debug, Clone, Default)]
pub struct Pack {
    /// Its name within the game: `f11`.
    pub id: Text0,
    /// The game it belongs to: `asl`.
    pub game: Text0,
    /// Its title.
    pub title: String,
    /// Which edition of the source it holds.
    pub edition: String,
    /// The packs whose names it uses.
    pub requires: Vec<Text>,
    /// The packs over which it takes precedence, and by which paragraph.
    pub over: Vec<Precedence>,
    /// Its table of contents: number and title.
    pub paragraphs: Vec<(Text, String)>,
    /// Paragraphs that no datum needs to cite, with the reason.
    pub nothing_to_compute: Vec<(Text, String)>,
    /// Units and dice.
    pub units: Vec<Unit>,
    /// Facts.
    pub facts: Vec<Fact>,
    /// Questions.
    pub questions: Vec<Question>,
    /// Rules.
    pub rules: Vec<Rule>,
    /// Charts and lists.
    pub charts: Vec<Chart>,
    /// Processes.
    pub processes: Vec<Process>,
    /// Procedures.
    pub procedures: Vec<Procedure>,
    /// Cards.
    pub cards: Vec<Card>,
    /// Readings.
    pub readings: Vec<Reading>,
    /// Examples.
    pub examples: Vec<Example>,
    /// Laws.
    pub laws: Vec<Law>,
    /// Notes on what is wrong in the source.
    pub defects: Vec<Defect>,
}

/// A text that may not have been found (then empty, its diagnostic already given).
pub type Text0 = Option<Text>;

/// `{ pack = "e3", cite = "F11.2" }`
#[derive(Debug, Clone)]
pub struct Precedence {
    /// The pack that gives way.
    pub pack: Text,
    /// By which paragraph.
    pub cite: Text,
}

/// `[unit.DRM]`
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its name.
    pub name: Text,
    /// The singular, if it has one of its own.
    pub one: Option<Text>,
    /// The dice that make it, as `2d6`.
    pub dice: Option<Text>,
    /// The unit that it modifies.
    pub modifies: Option<Text>,
    /// The units any of which it fits.
    pub any_of: Vec<Text>,
    /// What it is, in words.
    pub means: String,
}

/// `[fact.range]`
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its name.
    pub name: Text,
    /// Its domain as written.
    pub domain: Text,
    /// Its unit.
    pub unit: Option<Text>,
    /// Which die of which roll it is, as written: `colored of weather-dr`.
    pub die: Option<Text>,
    /// What it is, in words.
    pub means: String,
    /// Whether ranges wrap around its ends.
    pub cyclic: bool,
    /// Comparative words: `wetter` to `below`.
    pub words: Vec<(Text, Text)>,
    /// Names for several of its values.
    pub groups: Vec<(Text, Vec<Text>)>,
    /// Other names that it goes by.
    pub alias: Vec<Text>,
}

/// `[question.heat-haze-drm]`
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name.
    pub name: Text,
    /// The paragraphs it comes from.
    pub cite: Vec<Text>,
    /// What it asks, in words.
    pub asks: String,
    /// The facts it takes.
    pub from: Vec<Text>,
    /// The values it is limited to: fact and set.
    pub only: Vec<(Text, Text)>,
    /// Its answer's type, as written.
    pub answer: Text,
    /// How its rules are combined, as written.
    pub combine: Option<Text>,
    /// The answer where no rule applies.
    pub otherwise: Option<Text>,
    /// The paragraph of that.
    pub otherwise_cite: Option<Text>,
    /// Its one unconditional answer, if written in the question itself.
    pub outcome: Option<Outcome>,
    /// Free text.
    pub note: String,
    /// Other names that it goes by.
    pub alias: Vec<Text>,
}

/// What a rule, exception or question gives.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// `gives`: an expression.
    Gives(Text),
    /// `gap`: what is lost in the source.
    Gap(Text),
}

/// `[[rule]]`
#[derive(Debug, Clone)]
pub struct Rule {
    /// The questions it answers.
    pub answers: Vec<Text>,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// When it applies; always, if not said.
    pub when: Option<Text>,
    /// What it gives; may be left out where the question's way to combine says it.
    pub outcome: Option<Outcome>,
    /// When it does not, or gives something else.
    pub except: Vec<Exception>,
    /// Free text.
    pub note: String,
    /// The whole rule.
    pub span: Span,
}

/// One of a rule's exceptions.
#[derive(Debug, Clone)]
pub struct Exception {
    /// Its paragraph; the rule's, if not said.
    pub cite: Option<Text>,
    /// When it applies; always (within the rule), if not said.
    pub when: Option<Text>,
    /// What holds instead; nothing, if not said.
    pub outcome: Option<Outcome>,
    /// Its own exceptions.
    pub except: Vec<Exception>,
    /// Free text.
    pub note: String,
    /// The whole exception.
    pub span: Span,
}

/// A key of a chart's row or column: one text for each fact it goes by.
pub type Key = Vec<Text>;

/// `Chart(…)` or `List(…)`
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its name.
    pub id: Text,
    /// Its printed title.
    pub title: String,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// The questions it answers: one for a grid; one for each column otherwise.
    pub answers: Vec<Text>,
    /// What its rows go by.
    pub down: Vec<Text>,
    /// What its columns go by; none where the columns are questions.
    pub across: Vec<Text>,
    /// The keys of its columns; none where the columns are questions.
    pub columns: Vec<Key>,
    /// Its rows; of a list, none.
    pub rows: Vec<Row>,
    /// The lines of a list; of a grid, none.
    pub lines: Vec<Line>,
    /// When it applies at all.
    pub when: Option<Text>,
    /// Its exceptions.
    pub except: Vec<Exception>,
    /// Its footnotes.
    pub notes: Vec<Footnote>,
    /// The whole chart.
    pub span: Span,
}

/// A row of a grid.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its key.
    pub key: Key,
    /// Its cells, an expression each.
    pub cells: Vec<Text>,
    /// The marks of the footnotes that hold for it.
    pub marks: Option<Text>,
    /// The whole row.
    pub span: Span,
}

/// A line of a list: a rule with the words printed for it.
#[derive(Debug, Clone)]
pub struct Line {
    /// The words printed.
    pub label: Text,
    /// When it applies.
    pub when: Text,
    /// What it gives.
    pub gives: Text,
    /// The questions it answers, where they are not the list's.
    pub answers: Vec<Text>,
    /// Its paragraph, where it is not the list's.
    pub cite: Option<Text>,
    /// The whole line.
    pub span: Span,
}

/// A footnote of a chart.
#[derive(Debug, Clone)]
pub struct Footnote {
    /// Its mark.
    pub mark: Text,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// When it applies.
    pub when: Text,
    /// What the row's cells give then: one for all columns, or one each; nothing where left out.
    pub gives: Vec<Text>,
    /// The whole footnote.
    pub span: Span,
}

/// `[process.dust-by-turn]`
#[derive(Debug, Clone)]
pub struct Process {
    /// Its name.
    pub name: Text,
    /// Its paragraphs.
    pub cite: Vec<Text>,
    /// What it asks, in words.
    pub asks: String,
    /// The facts before the first step.
    pub start: Vec<Text>,
    /// Processes whose steps are taken in.
    pub includes: Vec<Text>,
    /// What a step is, in words.
    pub each: String,
    /// The facts given at every step.
    pub turn: Vec<Text>,
    /// What comes out after every step.
    pub state: Vec<Text>,
    /// States of its own.
    pub keeps: Vec<Keep>,
    /// First values of states that `start` does not give.
    pub initially: Vec<(Text, Text)>,
    /// What a state is where none of its steps applies.
    pub otherwise: Vec<(Text, Text)>,
    /// Its rules.
    pub steps: Vec<Step>,
    /// The rules of the processes that it includes, each with its pack; found when names are resolved.
    pub included: Vec<(String, Step)>,
}

/// `[process.dust-by-turn.keeps.rained]`
#[derive(Debug, Clone)]
pub struct Keep {
    /// Its name.
    pub name: Text,
    /// Its domain.
    pub domain: Text,
    /// Its unit.
    pub unit: Option<Text>,
    /// Its first value.
    pub initially: Option<Text>,
    /// What it is, in words.
    pub means: String,
}

/// `[[process.dust-by-turn.step]]`: a rule of one state.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state it sets.
    pub sets: Text,
    /// The rule; its `answers` is empty.
    pub rule: Rule,
}

/// `Procedure(…)`: an ordered sequence of rolls and questions.
#[derive(Debug, Clone)]
pub struct Procedure {
    /// Its name.
    pub id: Text,
    /// Its title.
    pub title: String,
    /// Its paragraphs.
    pub cite: Vec<Text>,
    /// The facts known before its first step.
    pub start: Vec<Text>,
    /// Its steps, in order.
    pub steps: Vec<ProcedureStep>,
    /// The facts that come out of it, whichever way it goes.
    pub outcome: Vec<Text>,
    /// The facts that come out of it on some ways.
    pub sometimes: Vec<Text>,
}

/// A step of a procedure.
#[derive(Debug, Clone)]
pub struct ProcedureStep {
    /// What it does.
    pub does: StepDoes,
    /// When it is done; always, if not said.
    pub when: Option<Text>,
    /// Of `ask`: what the fact is where the step is not done.
    pub otherwise: Option<Text>,
    /// Its paragraph.
    pub cite: Option<Text>,
    /// Free text.
    pub note: String,
    /// The whole step.
    pub span: Span,
}

/// What a step of a procedure does.
#[derive(Debug, Clone)]
pub enum StepDoes {
    /// `roll`: rolls a fact.
    Roll(Text),
    /// `ask`, `as`: finds the value of an expression, which is that of a fact from then on.
    Ask {
        /// The expression.
        ask: Text,
        /// The fact.
        bind: Text,
    },
    /// `do`: what the players do, in words.
    Do(Text),
}

/// `[reading.ceasing-wind]`
#[derive(Debug, Clone)]
pub struct Reading {
    /// Its name within the pack.
    pub name: Text,
    /// Its paragraphs.
    pub cite: Vec<Text>,
    /// What is open, in words.
    pub asks: String,
    /// The ways to read it: name and words.
    pub options: Vec<(Text, String)>,
    /// The one taken where nobody says otherwise.
    pub default: Text,
    /// Why that one.
    pub because: String,
}

/// `[[example]]`
#[derive(Debug, Clone)]
pub struct Example {
    /// Its paragraph.
    pub cite: Option<Text>,
    /// The facts: name, and a set of values.
    pub given: Vec<(Text, Text)>,
    /// The questions asked, each with the expected answer; of a procedure, its outcomes.
    pub expect: Vec<(Text, Text)>,
    /// The readings taken, where not the defaults.
    pub readings: Vec<(Text, Text)>,
    /// Of a process: its name, its turns, and the states expected after each; `given` is its start.
    pub process: Option<Text>,
    /// Of a process: the facts of each turn.
    pub turns: Vec<Spanned<Vec<(Text, Text)>>>,
    /// Of a process: the expected states after each turn.
    pub states: Vec<Spanned<Vec<(Text, Text)>>>,
    /// Of a procedure: its name; `given` is its start.
    pub procedure: Option<Text>,
    /// Of a procedure: the rolls in the order in which they are made.
    pub rolls: Vec<Text>,
    /// Free text.
    pub note: String,
    /// The whole example.
    pub span: Span,
}

/// `[[law]]`
#[derive(Debug, Clone)]
pub struct Law {
    /// Its paragraph.
    pub cite: Option<Text>,
    /// What it says, in words.
    pub says: String,
    /// What always holds.
    pub always: Text,
    /// Within which condition.
    pub when: Option<Text>,
    /// The whole law.
    pub span: Span,
}

/// `[defect.starred-row]`: a misprint or loss in the source, kept visible.
#[derive(Debug, Clone)]
pub struct Defect {
    /// Its name within the pack.
    pub name: Text,
    /// Its paragraph.
    pub cite: Vec<Text>,
    /// What is wrong.
    pub says: String,
    /// How it is read.
    pub read_as: String,
}
