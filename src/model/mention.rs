//! What stands where: every name in the packs with what it means there, as the checker resolved it.

use super::{ChartId, PackId, ProcedureId, ProcessId, QuestionId, VariableId};
use crate::source::Span;
use crate::value::{UnitId, Word};
use rustc_hash::FxHashMap;

/// Something that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Thing {
    Pack(PackId),
    /// A paragraph of a pack, by its place in the table of contents.
    Paragraph(PackId, u32),
    Unit(UnitId),
    /// A fact, a reading, or a state that a process keeps.
    Variable(VariableId),
    /// One of the words that a fact or an answer can be, by the scale it stands on.
    Value(ScaleId, Word),
    /// A name for several values of a fact, by its place among these.
    Group(VariableId, u32),
    Question(QuestionId),
    Process(ProcessId),
    Procedure(ProcedureId),
    Chart(ChartId),
    /// A card, by its place among the game's.
    Card(u32),
}

/// The words of which something is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScaleId(pub u32);

/// A name where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mention {
    pub span: Span,
    pub thing: Thing,
    /// Whether the thing is declared here.
    pub declares: bool,
}

/// All mentions of a game, in the order in which they were resolved; one that is read several times is there as often.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    pub list: Vec<Mention>,
    scales: Vec<Vec<Word>>,
    by_words: FxHashMap<Vec<Word>, ScaleId>,
}

impl Mentions {
    /// The scale of some words, in their order.
    pub fn scale(&mut self, words: &[Word]) -> ScaleId {
        if let Some(known) = self.by_words.get(words) {
            return *known;
        }
        let id = ScaleId(u32::try_from(self.scales.len()).unwrap_or(u32::MAX));
        self.scales.push(words.to_vec());
        self.by_words.insert(words.to_vec(), id);
        id
    }

    /// The ids of all scales.
    #[cfg(feature = "lsp")]
    pub fn scales(&self) -> impl Iterator<Item = ScaleId> + use<> {
        (0..u32::try_from(self.scales.len()).unwrap_or(u32::MAX)).map(ScaleId)
    }

    /// The words of a scale.
    #[cfg(feature = "lsp")]
    pub fn words(&self, scale: ScaleId) -> &[Word] {
        self.scales.get(scale.0 as usize).map_or(&[], Vec::as_slice)
    }
}
