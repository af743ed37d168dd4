//! A pack as written: what its TOML and RON files say, each text with its place. Nothing is judged here beyond the shape of
//! the files; names, types and meanings are the checker's.

mod card;
mod chart;
mod forest;
pub mod format;
mod node;
mod notation;
pub mod overlay;
mod quotes;
mod read;
mod ron_text;
pub mod schema;
mod steps;
mod toml_text;
mod trials;
mod twins;

pub use card::{Card, CardLine, CardSection};
pub use chart::{Chart, Column, Footnote, Key, Line, Row};
pub use overlay::ErrataSet;
pub use read::{Rulebook, read, read_with};
pub use steps::{Keep, Procedure, ProcedureStep, Process, Step, StepDoes};
pub use trials::without_trials;

use crate::source::{Span, Spanned, Text};

/// A pack with everything that its files define, in the order of the files (by name) and of the text.
#[derive(Debug, Clone, Default)]
pub struct Pack {
    /// Its name within the game: `f11`; none where that could not be read, which is told already.
    pub id: Option<Text>,
    /// The game it belongs to: `asl`.
    pub game: Option<Text>,
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
    /// `[usually]`: what facts, of other packs too, are where nobody says otherwise.
    pub usually: Vec<UsualOf>,
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
    /// Situations that cannot be.
    pub impossible: Vec<Impossible>,
    /// Notes on what is wrong in the source.
    pub defects: Vec<Defect>,
    /// How the game speaks to people.
    pub guides: Vec<Guide>,
}

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
    /// The fact that a rate in it counts, where several have it.
    pub counts: Option<Text>,
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
    /// What people call it.
    pub title: Option<Text>,
    /// What people call its values.
    pub labels: Vec<(Text, Text)>,
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
    /// What it is where nobody says otherwise.
    pub usually: Vec<Usual>,
}

/// A fact by its name, and what it usually is.
pub type UsualOf = (Text, Vec<Usual>);

/// `usually = "no"`, or one of `usually = [{ is = "none", when = "weather is not snow" }]`
#[derive(Debug, Clone)]
pub struct Usual {
    /// What the fact then is: an expression.
    pub is: Text,
    /// When; always, if not said.
    pub when: Option<Text>,
    /// The paragraph that says so, where one does.
    pub cite: Option<Text>,
}

/// `[guide]`: how a game speaks to people.
#[derive(Debug, Clone)]
pub struct Guide {
    /// What the game is called.
    pub title: Option<Text>,
    /// The facts of the scenario, in the order in which people tell them.
    pub scenario: Vec<Text>,
    /// The facts of a turn.
    pub turn: Vec<Text>,
    /// The facts of a moment: a shot, a move.
    pub moment: Vec<Text>,
    /// What is asked most: questions, procedures, processes and cards.
    pub asked: Vec<Text>,
    /// The words that the game spells in a way of its own.
    pub spelling: Vec<Text>,
}

/// `[question.heat-haze-drm]`
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name.
    pub name: Text,
    /// The paragraphs it comes from.
    pub cite: Vec<Text>,
    /// What people call it.
    pub title: Option<Text>,
    /// What it asks, in words.
    pub asks: String,
    /// The facts it takes; those that its rules look at, if not said.
    pub from: Option<Vec<Text>>,
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
    /// Whether the rules of the packs that its own wins over stand beside it.
    pub beside: bool,
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
    /// The one that is right, once somebody has said so.
    pub settled: Option<Text>,
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

/// `[[impossible]]`: situations that the rules exclude.
#[derive(Debug, Clone)]
pub struct Impossible {
    /// Its paragraph.
    pub cite: Option<Text>,
    /// Why, in words.
    pub says: String,
    /// Which situations.
    pub when: Text,
    /// The whole of it.
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
