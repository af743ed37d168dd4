//! What was tried: the laws and examples of each section of the book.

use super::View as Viewed;
use super::diagnostic::Findings;
use super::document::{Document, Line};
use super::style::{CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::{Place, Version};
use super::words::counted;
use crate::analysis::trials as tried;
use crate::check::{Trial, TrialKind};
use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::source::Sources;
use schemars::JsonSchema;
use serde::Serialize;

/// The sections of one game, tried.
#[derive(Debug)]
pub struct Tried<'a> {
    /// The game.
    pub model: &'a Model,
    /// Its sections.
    pub sections: Vec<tried::Section>,
}

/// What was tried.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    /// Its version.
    pub version: Version<1>,
    /// The sections, in the order of the packs and their tables of contents.
    pub sections: Vec<Section>,
    /// How much was tried.
    #[serde(flatten)]
    pub totals: Totals,
    /// Why each that fails does.
    pub diagnostics: Findings,
    /// How the pinned answers compare with those of now.
    pub pins: Pins,
}

/// How much was tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Totals {
    /// Examples tried.
    pub examples: usize,
    /// Laws tried.
    pub laws: usize,
    /// Examples and laws that do not hold.
    pub failed: usize,
    /// Examples and laws that ask what is broken, or lacks an answer.
    pub not_tried: usize,
}

/// How pinned answers compare with those of now.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Pins {
    /// Topics whose answers are as they were pinned.
    pub same: usize,
    /// Those with others.
    pub different: Vec<Pin>,
}

/// A topic with other answers than were pinned.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Pin {
    /// The file of the pin.
    pub path: String,
    /// The answers pinned.
    pub pinned: String,
    /// The answers now.
    pub now: String,
}

/// A section of the book.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Section {
    /// Its game.
    pub game: String,
    /// Its pack.
    pub pack: String,
    #[serde(skip)]
    pack_title: String,
    /// Its number.
    pub section: String,
    /// Its title.
    pub title: String,
    /// How many examples it has.
    pub examples: usize,
    /// How many laws.
    pub laws: usize,
    /// How many of them do not hold, or could not be tried.
    pub failed: usize,
    /// Each of them.
    pub tests: Vec<Test>,
}

/// An example or a law.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Test {
    /// Which of the two.
    pub kind: TrialKind,
    /// Its paragraph.
    pub cite: String,
    /// What it says.
    pub says: String,
    /// What came of it.
    pub outcome: Outcome,
    /// Where it is written.
    #[serde(flatten)]
    pub place: Place,
}

/// What came of an example or a law.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It holds.
    Holds,
    /// It does not.
    Failed,
    /// What it asks is broken, or lacks an answer.
    NotTried,
}

/// Why each that fails does.
pub fn failures(tried: &[Tried<'_>]) -> Vec<Diagnostic> {
    trials(tried)
        .flat_map(|trial| trial.diagnostics.clone())
        .collect()
}

fn trials<'a>(tried: &'a [Tried<'_>]) -> impl Iterator<Item = &'a Trial> {
    let sections = tried.iter().flat_map(|game| &game.sections);
    sections.flat_map(|section| &section.trials)
}

/// The view of what was tried.
pub fn view(tried: &[Tried<'_>], sources: &Sources, pins: Pins) -> View {
    let sections = tried.iter().flat_map(|game| {
        game.sections
            .iter()
            .map(|section| self::section(game.model, section, sources))
    });
    View {
        version: Version,
        sections: sections.collect(),
        totals: Totals::of(tried),
        diagnostics: Findings::of(&failures(tried), sources),
        pins,
    }
}

fn section(model: &Model, section: &tried::Section, sources: &Sources) -> Section {
    let tests = section.trials.iter().map(|trial| Test {
        kind: trial.kind,
        cite: trial.cite.clone(),
        says: trial.says.clone(),
        outcome: match (trial.tried, trial.holds()) {
            (false, _) => Outcome::NotTried,
            (true, true) => Outcome::Holds,
            (true, false) => Outcome::Failed,
        },
        place: Place::of(sources, trial.span),
    });
    Section {
        game: model.game.clone(),
        pack: model.pack_name(section.pack).to_owned(),
        pack_title: model.packs[section.pack].title.clone(),
        section: section.number.clone(),
        title: section.title.clone(),
        examples: section.count(TrialKind::Example),
        laws: section.count(TrialKind::Law),
        failed: section.failed(),
        tests: tests.collect(),
    }
}

impl Totals {
    fn of(tried: &[Tried<'_>]) -> Self {
        let mut totals = Self::default();
        for trial in trials(tried) {
            match trial.kind {
                _ if !trial.tried => totals.not_tried += 1,
                TrialKind::Example => totals.examples += 1,
                TrialKind::Law => totals.laws += 1,
            }
            totals.failed += usize::from(trial.tried && !trial.holds());
        }
        totals
    }

    fn summary(self) -> Line {
        let (examples, laws) = (counted(self.examples, "example"), counted(self.laws, "law"));
        let line = Line::plain(format!("{examples} and {laws} tried: "));
        let tried = self.examples + self.laws;
        let line = match self.failed {
            0 if tried == 0 && self.not_tried > 0 => Line::plain("nothing tried"),
            0 => line.then(VALUE, "all hold"),
            failed => line.then(WARN, format!("{failed} failed")),
        };
        match self.not_tried {
            0 => line,
            count => line.then(
                Style::Plain,
                format!("; {count} not tried, for what they ask is broken or lacks an answer"),
            ),
        }
    }
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        for pack in self
            .sections
            .chunk_by(|a, b| (&a.game, &a.pack) == (&b.game, &b.pack))
        {
            let Some(first) = pack.first() else { continue };
            let name = Line::name(format!("{}/{}", first.game, first.pack));
            page.heading(name.and(FAINT, first.pack_title.as_str()));
            let columns = vec![
                Column::words("section").styled(CITE),
                Column::words(""),
                Column::numbers("examples"),
                Column::numbers("laws"),
                Column::words("").styled(WARN),
            ];
            let rows = pack.iter().map(Section::row).collect();
            page.table(Table {
                rows,
                ..Table::new(columns)
            });
        }
        page.heading(self.totals.summary());
        page
    }
}

impl Section {
    fn row(&self) -> Vec<String> {
        let shown = |count: usize, what: &str| match count {
            0 => String::new(),
            count => format!("{count}{what}"),
        };
        let tests = self.tests.iter();
        let not_tried = tests.filter(|test| matches!(test.outcome, Outcome::NotTried));
        let not_tried = not_tried.count();
        let is_both = (1..self.failed).contains(&not_tried);
        let between = if is_both { ", " } else { "" };
        vec![
            self.section.clone(),
            self.title.clone(),
            shown(self.examples, ""),
            shown(self.laws, ""),
            shown(self.failed - not_tried, " failed") + between + &shown(not_tried, " not tried"),
        ]
    }
}
