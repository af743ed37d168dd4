//! Mutants: a rulebook with one datum changed. Those that no example, law or pinned answer notices show what the worked
//! examples do not cover. A mutant that answers everything as before is proved equivalent by its difference, and left out.

mod charts;
mod judge;
mod procedures;
mod texts;
mod unnoticed;
mod walk;

pub use unnoticed::Unnoticed;

use crate::model::{Model, PackId, QuestionId, VariableId};
use crate::pack;
use crate::source::{Sources, Span};
use judge::Judge;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use strum::{IntoStaticStr, VariantArray};

/// What is changed in a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// A cell of a chart becomes its neighbour.
    Cell,
    /// The border between two rows or columns moves by one.
    Border,
    /// A number is one more or less.
    Number,
    Sign,
    /// Fractions are rounded the other way.
    Rounding,
    /// A word becomes the next one.
    Value,
    /// A row of a chart or a line of a list is gone.
    Row,
    Rule,
    /// An exception or a footnote is gone.
    Exception,
    /// A part of a condition is gone.
    Condition,
    /// Two rules stand in the other order.
    Order,
    /// What a fact usually is becomes another value, or is not said.
    Usual,
    Erratum,
}

/// A rulebook with one datum changed.
#[derive(Debug, Clone)]
pub struct Mutant {
    pub kind: Kind,
    pub span: Span,
    /// What is written there.
    pub was: String,
    /// What it is instead; empty where it is gone.
    pub becomes: String,
    subject: Subject,
    /// The index of its pack in the rulebook.
    pack: usize,
    site: walk::Site,
}

/// What a mutant can change by itself.
#[derive(Debug, Clone)]
enum Subject {
    Questions(Vec<QuestionId>),
    /// A procedure, by its name.
    Procedure(String),
    /// What is taken where nobody says this fact.
    Usual(VariableId),
    /// Whatever the erratum of this name does.
    Erratum(String),
}

/// How a datum can be changed, and what its text is then; nothing where it is gone.
type Change = (Kind, String);

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It answers everything as before: proved.
    Equivalent,
    /// `check` tells something of it: that it is wrong, or that a rule of it never applies.
    Refused,
    /// An example or a law does not hold in it.
    Noticed,
    /// A pinned answer is another.
    ByPin,
    Survives(Box<Unnoticed>),
}

#[derive(Debug, Clone)]
pub struct Judged {
    pub mutant: Mutant,
    pub fate: Fate,
}

/// How many mutants there were, by what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Score {
    /// Noticed.
    pub noticed: usize,
    /// Noticed by nothing.
    pub survived: usize,
    /// Proved equivalent, and left out.
    pub equivalent: usize,
    /// Those of which `check` tells something by itself, and left out.
    pub refused: usize,
}

impl Score {
    pub fn of<'a>(judged: impl IntoIterator<Item = &'a Judged>) -> Self {
        let mut score = Self::default();
        for judged in judged {
            *match judged.fate {
                Fate::Equivalent => &mut score.equivalent,
                Fate::Refused => &mut score.refused,
                Fate::Survives(_) => &mut score.survived,
                Fate::Noticed | Fate::ByPin => &mut score.noticed,
            } += 1;
        }
        score
    }

    pub const fn counted(&self) -> usize {
        self.noticed + self.survived
    }
}

/// What is tried.
pub struct Trial<'a> {
    /// The packs as written.
    pub written: &'a pack::Rulebook,
    /// Their texts: an erratum is taken away by reading them again.
    pub sources: &'a Sources,
    pub model: &'a Model,
    /// Which packs to change.
    pub wanted: &'a (dyn Fn(PackId) -> bool + Sync),
    /// Whether the answers of a pack are pinned.
    pub pinned: &'a (dyn Fn(PackId) -> bool + Sync),
    /// Told after each mutant how many are done, of how many.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Makes every mutant of the packs wanted and tries it, on all processors; in the order of the packs and their data.
pub fn try_all(trial: &Trial<'_>) -> Vec<Judged> {
    let mutants = all(trial);
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // One after the other on each thread, for each thread proves the rulebook as it is for itself.
    let judged = rayon::broadcast(|_| {
        let mut judge = Judge::new(trial);
        let mut judged = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(place).cloned() else {
                return judged;
            };
            let fate = judge.judge(&mutant);
            (trial.progress)(finished.fetch_add(1, Ordering::Relaxed) + 1, mutants.len());
            judged.push((place, Judged { mutant, fate }));
        }
    });
    let mut judged: Vec<_> = judged.into_iter().flatten().collect();
    judged.sort_by_key(|(place, _)| *place);
    judged.into_iter().map(|(_, judged)| judged).collect()
}

fn all(trial: &Trial<'_>) -> Vec<Mutant> {
    let model = trial.model;
    let is_wanted = |name: &str| {
        let pack = model.packs.find(|pack| pack.id == name);
        pack.is_some_and(|id| (trial.wanted)(id))
    };
    let mut mutants = Vec::new();
    for (index, pack) in trial.packs() {
        if is_wanted(pack.id.as_ref().map_or("", |id| &id.value)) {
            mutants.extend(walk::mutants(model, pack, index));
        }
    }
    let errata = trial.written.errata.iter();
    let applied = errata.filter(|erratum| erratum.applied && erratum.game == model.game);
    let left_out = applied
        .filter(|erratum| is_wanted(&erratum.pack))
        .map(|erratum| Mutant {
            kind: Kind::Erratum,
            span: erratum.span,
            was: erratum.id.value.clone(),
            becomes: String::new(),
            subject: Subject::Erratum(erratum.id.value.clone()),
            pack: 0,
            site: walk::Site::default(),
        });
    mutants.extend(left_out);
    mutants
}

impl<'a> Trial<'a> {
    /// The packs of the game as written, each with its index in the rulebook.
    fn packs(&self) -> impl Iterator<Item = (usize, &'a pack::Pack)> {
        of_game(self.written, &self.model.game)
    }
}

fn of_game<'p>(
    written: &'p pack::Rulebook,
    game: &str,
) -> impl Iterator<Item = (usize, &'p pack::Pack)> {
    let is_own =
        move |pack: &pack::Pack| pack.game.as_ref().is_some_and(|other| other.value == game);
    written
        .packs
        .iter()
        .enumerate()
        .filter(move |(_, pack)| is_own(pack))
}
