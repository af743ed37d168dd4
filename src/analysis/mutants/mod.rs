//! Mutants: a rulebook with one datum changed. Those that no example, law or pinned answer notices show what the worked
//! examples do not cover. A mutant that answers everything as before is proved equivalent by its difference, and left out.

mod base;
mod chart_sites;
mod edit;
mod in_toml;
mod judge;
mod procedures;
mod ready;
mod sites;
mod texts;
mod ways;

pub use ready::Ready;

use crate::model::{Model, PackId, QuestionId};
use crate::pack;
use crate::source::{Sources, Span};
use base::Base;
use edit::Edit;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is changed in a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A cell of a chart becomes its neighbour.
    Cell,
    /// The border between two rows or columns moves by one.
    Border,
    /// A number is one more or less.
    Number,
    /// A sign is turned round.
    Sign,
    /// Fractions are rounded the other way.
    Rounding,
    /// A word becomes the next one.
    Value,
    /// A row of a chart or a line of a list is gone.
    Row,
    /// A rule is gone.
    Rule,
    /// An exception or a footnote is gone.
    Exception,
    /// A part of a condition is gone.
    Condition,
    /// Two rules stand in the other order.
    Order,
    /// An erratum is gone.
    Erratum,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Cell,
        Self::Border,
        Self::Number,
        Self::Sign,
        Self::Rounding,
        Self::Value,
        Self::Row,
        Self::Rule,
        Self::Exception,
        Self::Condition,
        Self::Order,
        Self::Erratum,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cell => "cell",
            Self::Border => "border",
            Self::Number => "number",
            Self::Sign => "sign",
            Self::Rounding => "rounding",
            Self::Value => "value",
            Self::Row => "row",
            Self::Rule => "rule",
            Self::Exception => "exception",
            Self::Condition => "condition",
            Self::Order => "order",
            Self::Erratum => "erratum",
        }
    }
}

/// A rulebook with one datum changed.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// What is changed.
    pub kind: Kind,
    /// Where it is written.
    pub span: Span,
    /// What is written there.
    pub was: String,
    /// What it is instead; empty where it is gone.
    pub becomes: String,
    /// The questions that it can change by itself.
    touched: Vec<QuestionId>,
    /// The procedure of which it is a step.
    procedure: Option<String>,
    /// The index of its pack in the rulebook.
    pack: usize,
    /// The change; none where an erratum is gone.
    edit: Option<Edit>,
    /// The erratum that is gone.
    without: Option<String>,
}

/// What became of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It answers everything as before: proved.
    Equivalent,
    /// `check` refuses it.
    Refused,
    /// An example does not hold in it.
    ByExample(Span),
    /// A law does not hold in it.
    ByLaw(Span),
    /// A pinned answer is another.
    ByPin,
    /// Nothing notices it.
    Survives(Box<Ready>),
}

/// A mutant and what became of it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
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
    /// Refused by `check`, and left out.
    pub refused: usize,
}

impl Score {
    /// The score of these mutants.
    #[must_use]
    pub fn of<'a>(judged: impl IntoIterator<Item = &'a Judged>) -> Self {
        let mut score = Self::default();
        for one in judged {
            match one.fate {
                Fate::Equivalent => score.equivalent += 1,
                Fate::Refused => score.refused += 1,
                Fate::Survives(_) => score.survived += 1,
                Fate::ByExample(_) | Fate::ByLaw(_) | Fate::ByPin => score.noticed += 1,
            }
        }
        score
    }

    /// How many count.
    #[must_use]
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
    /// The game, checked.
    pub model: &'a Model,
    /// Which packs to change.
    pub wanted: &'a (dyn Fn(PackId) -> bool + Sync),
    /// Whether the answers of a pack are pinned.
    pub pinned: &'a (dyn Fn(PackId) -> bool + Sync),
    /// Told after each mutant how many are done, of how many.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl std::fmt::Debug for Trial<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Trial")
            .field("game", &self.model.game)
            .finish_non_exhaustive()
    }
}

/// Makes every mutant of the packs wanted and tries it, on all processors; in the order of the packs and their data.
#[must_use]
pub fn try_all(trial: &Trial<'_>) -> Vec<Judged> {
    let mutants = all(trial);
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // One after the other on each thread, for each thread proves the rulebook as it is for itself.
    let judged = rayon::broadcast(|_| {
        let mut base = Base::new(trial);
        let mut judged = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutant) = mutants.get(place).cloned() else {
                return judged;
            };
            let fate = base.judge(&mutant);
            (trial.progress)(finished.fetch_add(1, Ordering::Relaxed) + 1, mutants.len());
            judged.push((place, Judged { mutant, fate }));
        }
    });
    let mut judged: Vec<_> = judged.into_iter().flatten().collect();
    judged.sort_by_key(|(place, _)| *place);
    judged.into_iter().map(|(_, judged)| judged).collect()
}

fn all(trial: &Trial<'_>) -> Vec<Mutant> {
    let packs = trial.written.packs.iter().enumerate();
    let mine = packs.filter(|(_, pack)| {
        pack.game
            .as_ref()
            .is_some_and(|game| game.value == trial.model.game)
    });
    let mut mutants = Vec::new();
    for (index, pack) in mine {
        let id = pack.id.as_ref().map_or("", |id| id.value.as_str());
        let place = trial.model.packs.iter().position(|own| own.id == id);
        let id = place
            .and_then(|place| u32::try_from(place).ok())
            .map(PackId);
        if id.is_some_and(|id| (trial.wanted)(id)) {
            mutants.extend(sites::mutants(trial.model, pack, index));
        }
    }
    let applied = trial
        .written
        .errata
        .iter()
        .filter(|erratum| erratum.applied && erratum.game == trial.model.game);
    for erratum in applied {
        let pack = trial
            .model
            .packs
            .iter()
            .position(|own| own.id == erratum.pack);
        if !pack
            .and_then(|place| u32::try_from(place).ok())
            .is_some_and(|id| (trial.wanted)(PackId(id)))
        {
            continue;
        }
        mutants.push(Mutant {
            kind: Kind::Erratum,
            span: erratum.span,
            was: erratum.id.value.clone(),
            becomes: String::new(),
            touched: Vec::new(),
            procedure: None,
            pack: 0,
            edit: None,
            without: Some(erratum.id.value.clone()),
        });
    }
    mutants
}
