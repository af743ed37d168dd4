//! The complete semantic difference of two models of one game: for every question, where exactly its answer changed, proved on
//! the decision diagrams of both; and what was added or removed. An empty difference is a proof that nothing changed.

mod across;
mod chance;
mod compare;
mod flips;
mod listed;
mod pairs;
mod reasons;
mod scope;
mod sequences;

pub use super::space::{Side as SpaceSide, Space};
pub use compare::{diff, differs, games, where_differing};
pub use scope::{Breach, Scope, breaches};

use crate::diagram::Leaf;
use crate::model::{QuestionId, RuleId, VariableId};
use crate::source::Span;
use crate::value::Number;

/// The difference of two models. Facts and answers in it are in the words of its [`Space`].
#[derive(Debug, Clone, Default)]
pub struct Diff {
    /// The game.
    pub game: String,
    /// The facts and words of both models.
    pub space: Space,
    /// The questions whose answers changed: those that changed by themselves first.
    pub questions: Vec<Changed>,
    /// What was added, removed or declared otherwise.
    pub listed: Vec<Listed>,
    /// Examples and laws that hold in one of both only.
    pub flips: Vec<Flip>,
    /// How many questions and states of processes were compared.
    pub compared: usize,
    /// Questions that could not be compared, and why.
    pub uncompared: Vec<(String, String)>,
}

impl Diff {
    /// Whether it is proved that nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty()
            && self.listed.is_empty()
            && self.flips.is_empty()
            && self.uncompared.is_empty()
    }
}

/// A question whose answer changed somewhere.
#[derive(Debug, Clone)]
pub struct Changed {
    /// Its name; a state of a process is `process/state`.
    pub name: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// What it asks, in words.
    pub asks: String,
    /// The process whose state it is, if it is one.
    pub process: Option<String>,
    /// The question in the old model.
    pub old: QuestionId,
    /// The question in the new model.
    pub new: QuestionId,
    /// Whether its answers are written with a sign: in the old model, in the new one.
    pub signed: (bool, bool),
    /// The facts that matter to either answer, in the order in which it takes them.
    pub facts: Vec<VariableId>,
    /// In how many situations over these facts the answer changed.
    pub situations: u128,
    /// In how many it is asked, in either model.
    pub asked: u128,
    /// The changed questions that it uses.
    pub uses: Vec<String>,
    /// Where it changed; nothing where it changed only through the questions that it uses.
    pub regions: Vec<ChangedRegion>,
    /// Where else it changed: what would be too many regions to tell.
    pub untold: Untold,
    /// Whether its own rules changed what it answers.
    pub by_itself: bool,
    /// One situation in which it changed.
    pub witness: Vec<(VariableId, u32)>,
}

/// Facts under which an answer changed.
#[derive(Debug, Clone)]
pub struct ChangedRegion {
    /// For each fact that matters here, the indices of its values.
    pub tests: Vec<(VariableId, Vec<u32>)>,
    /// What changed.
    pub change: Change,
    /// How many situations it holds.
    pub situations: u128,
    /// In how many ways of how many its dice fall so, where it has any: the odds of the change.
    pub chance: Option<(u128, u128)>,
    /// One of them: every fact that matters, each with an index.
    pub witness: Vec<(VariableId, u32)>,
    /// What is answered there, before and after.
    pub at_witness: (Leaf, Leaf),
    /// The rules that apply there, before and after.
    pub reasons: (Vec<Reason>, Vec<Reason>),
}

/// How an answer changed in a region. [`Leaf::Cancelled`] stands where one model does not have the facts' values, and those that
/// it has in their place do not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// From one answer to another.
    To(Leaf, Leaf),
    /// By this number everywhere in the region.
    By(Number),
}

/// The regions of a change that are not told one by one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Untold {
    /// How many they are.
    pub regions: usize,
    /// Whether they are more than that: beyond a number they are not counted.
    pub or_more: bool,
    /// In how many situations the answer changed that lie in them.
    pub situations: u128,
}

/// A rule that made an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Where it is written: the rule, or the exception that took its place.
    pub span: Option<Span>,
    /// The rule; none where no rule applied and the question's `otherwise` answers.
    pub rule: Option<RuleId>,
    /// Its paragraph.
    pub cite: String,
}

/// What kind of thing was added or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// A game.
    Game,
    /// A pack.
    Pack,
    /// A fact.
    Fact,
    /// A reading.
    Reading,
    /// A question.
    Question,
    /// A process.
    Process,
    /// A procedure.
    Procedure,
    /// A card.
    Card,
    /// A chart or list.
    Chart,
    /// Something lost in the source.
    Gap,
    /// A worked example.
    Example,
    /// A law.
    Law,
}

impl Thing {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Pack => "pack",
            Self::Fact => "fact",
            Self::Reading => "reading",
            Self::Question => "question",
            Self::Process => "process",
            Self::Procedure => "procedure",
            Self::Card => "card",
            Self::Chart => "chart",
            Self::Gap => "gap",
            Self::Example => "example",
            Self::Law => "law",
        }
    }

    /// The name of several.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Game => "games",
            Self::Pack => "packs",
            Self::Fact => "facts",
            Self::Reading => "readings",
            Self::Question => "questions",
            Self::Process => "processes",
            Self::Procedure => "procedures",
            Self::Card => "cards",
            Self::Chart => "charts",
            Self::Gap => "gaps",
            Self::Example => "examples",
            Self::Law => "laws",
        }
    }
}

/// Something that was added or removed, or that is declared otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// What it is.
    pub thing: Thing,
    /// Its name, or what it says.
    pub name: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// Something of it is declared otherwise: what, before, after.
    Changed(String, String, String),
}

/// An example or law that holds in one model only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flip {
    /// Which of both it is.
    pub thing: Thing,
    /// Its paragraph.
    pub cite: String,
    /// What it says.
    pub says: String,
    /// Whether it holds now; otherwise it did before.
    pub holds_now: bool,
    /// Where it is written in the new model's texts.
    pub span: Span,
    /// What does not hold, where it does not.
    pub why: Vec<String>,
}
