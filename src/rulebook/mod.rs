//! The public face: load a rulebook, check it, ask it. What goes in is a folder or nothing (then the rulebook in the binary);
//! what comes out is a [`Rulebook`] and its findings.

mod charts;
pub mod request;

use crate::check::{self, Extent, Proof};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Model, ProcessId, QuestionId};
use crate::pack;
use crate::source::Sources;
use std::path::Path;

/// A rulebook with its games, ready to be asked.
#[derive(Debug)]
pub struct Rulebook {
    /// Its texts.
    pub sources: Sources,
    /// Its packs as written.
    pub written: pack::Rulebook,
    /// Its games, checked.
    pub games: Vec<Model>,
    /// What reading and resolving found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether some part of it could not be read.
    unreadable: bool,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A question.
    Question(QuestionId),
    /// A process.
    Process(ProcessId),
}

impl Rulebook {
    /// The rulebook in the binary. Its proofs are made by the project's own tests, not at every start.
    #[must_use]
    pub fn embedded() -> Self {
        Self::of(Sources::embedded(), Vec::new(), Extent::Everything)
    }

    /// The rulebook in the binary without its laws and examples: all that an answer needs, sooner.
    #[must_use]
    pub fn embedded_for_answers() -> Self {
        Self::of(Sources::embedded(), Vec::new(), Extent::Answers)
    }

    /// The rulebook in a folder.
    #[must_use]
    pub fn folder(path: &Path) -> Self {
        let (sources, diagnostics) = Sources::folder(path);
        Self::of(sources, diagnostics, Extent::Everything)
    }

    /// A rulebook of texts, each with the path under which it is shown.
    pub fn texts<P: Into<String>, T: Into<String>>(texts: impl IntoIterator<Item = (P, T)>) -> Self {
        Self::of(Sources::from_texts(texts), Vec::new(), Extent::Everything)
    }

    fn of(sources: Sources, mut diagnostics: Vec<Diagnostic>, extent: Extent) -> Self {
        let (written, mut found) = pack::read(&sources);
        diagnostics.append(&mut found);
        let mut checked = check::check(&written, extent);
        // Where a file could not be read, names that it defines are missing everywhere else: that is told once.
        let unreadable = diagnostics.iter().any(|found| found.severity == Severity::Error);
        if !unreadable {
            diagnostics.append(&mut checked.diagnostics);
        }
        diagnostics.dedup();
        Self { sources, written, games: checked.games, diagnostics, unreadable }
    }

    /// Whether reading or resolving found an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }

    /// Proves all that can be proved of each game. Where some part could not be read, nothing is: what is not there would be
    /// missed in proofs too, and that is told already.
    #[must_use]
    pub fn prove(&self) -> Vec<Proof> {
        if self.unreadable {
            return Vec::new();
        }
        self.games.iter().map(check::prove).collect()
    }

    /// The questions and processes of a name: `sand-cost`, or `asl/sand-cost` where two games have it.
    #[must_use]
    pub fn find(&self, name: &str) -> Vec<(&Model, Named)> {
        let (game, name) = match name.split_once('/') {
            Some((game, name)) => (Some(game), name),
            None => (None, name),
        };
        let games = self.games.iter().filter(|model| game.is_none_or(|game| model.game == game));
        games.filter_map(|model| find_in(model, name).map(|named| (model, named))).collect()
    }

    /// The names of all questions and processes, for a suggestion.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games
            .iter()
            .flat_map(|model| model.question_names.keys().chain(model.process_names.keys()))
            .map(String::as_str)
    }
}

fn find_in(model: &Model, name: &str) -> Option<Named> {
    let question = model.question_names.get(name).copied().map(Named::Question);
    question.or_else(|| model.process_names.get(name).copied().map(Named::Process))
}
