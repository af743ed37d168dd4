//! A game at the table: what it goes by, what is known, what its journal says.

use super::View as Shown;
use super::answer::Excluded;
use super::document::{Document, Line};
use super::style::{BOLD, FAINT, Style, WARN};
use super::table::{Column, Table};
use super::told::Version;
use schemars::JsonSchema;
use serde::Serialize;

/// A game as it stands.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "game")]
pub struct View {
    /// The version of the form.
    pub version: Version<1>,
    /// Its file.
    pub file: String,
    /// The game, as packs name it.
    pub game: String,
    /// The places of its packs.
    pub rules: Vec<String>,
    /// Which errata apply.
    pub errata: String,
    /// The readings taken another way than their defaults.
    pub readings: Vec<String>,
    /// Whether the scenario has rules of its own.
    pub own_rules: bool,
    /// What is known.
    pub facts: Vec<Fact>,
    /// The processes under way.
    pub processes: Vec<Turns>,
    /// How many events its journal has that hold.
    pub events: usize,
    /// The lines that do not fit.
    pub misfits: Vec<String>,
    /// Why what is known cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<Excluded>,
    /// The first line that the rules do not lead to any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<String>,
}

/// A fact that is known.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Fact {
    /// Its name.
    pub fact: String,
    /// Its value.
    pub value: String,
    /// To what it belongs: `scenario`, `turn`, `moment`.
    pub stage: &'static str,
    /// What people call it, and its value.
    #[serde(skip)]
    pub row: Vec<String>,
}

/// A process under way.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Turns {
    /// Its name.
    pub process: String,
    /// How many turns were played.
    pub turns: u32,
}

impl Shown for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        if let Some(excluded) = &self.impossible {
            page.line(excluded.line());
        }
        page.title(Line::name(&self.file).and(FAINT, &self.game));
        page.head("rules", self.rules.join(", "));
        page.head("errata", self.errata.clone());
        page.head("readings", self.readings.join(", "));
        if self.own_rules {
            page.head("scenario", "has rules of its own".to_owned());
        }
        let stages = [
            ("Scenario", "scenario"),
            ("Turn", "turn"),
            ("Known besides", "moment"),
        ];
        for (title, stage) in stages {
            let facts = self.facts.iter().filter(|fact| fact.stage == stage);
            let rows: Vec<Vec<String>> = facts.map(|fact| fact.row.clone()).collect();
            if !rows.is_empty() {
                page.heading(Line::name(title));
                let columns = vec![Column::words(""), Column::words("").styled(BOLD)];
                page.table(Table {
                    rows,
                    ..Table::new(columns)
                });
            }
        }
        if !self.processes.is_empty() {
            page.heading(Line::name("Played"));
        }
        for own in &self.processes {
            let turns = if own.turns == 1 { "turn" } else { "turns" };
            let line = Line::plain(&own.process).and(FAINT, format!("{} {turns}", own.turns));
            page.item(0, line);
        }
        if self.facts.is_empty() && self.processes.is_empty() {
            page.faint("nothing is known yet");
        }
        self.warnings(&mut page);
        page
    }
}

impl View {
    /// What does not fit, and what the rules now say otherwise.
    fn warnings(&self, page: &mut Document) {
        if !self.misfits.is_empty() {
            page.heading(Line::default().then(WARN, "Does not fit, and is left out"));
        }
        for misfit in &self.misfits {
            page.item(0, Line::plain(misfit));
        }
        if let Some(differs) = &self.differs {
            page.heading(Line::default().then(WARN, "The rules have changed since"));
            page.item(0, Line::plain(differs));
            page.faint("the journal counts: what happened at the table stays as it was");
        }
    }
}

/// A journal.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "game-log")]
pub struct Log {
    /// The version of the form.
    pub version: Version<1>,
    /// Its lines.
    pub entries: Vec<Logged>,
}

/// A line of a journal.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Logged {
    /// Its number in the file.
    pub line: usize,
    /// When it was written.
    pub time: Option<String>,
    /// What happened.
    pub event: String,
    /// Whether it was taken back.
    pub taken_back: bool,
}

impl Shown for Log {
    fn page(&self) -> Document {
        let mut page = Document::default();
        let columns = vec![
            Column::numbers("line of the file"),
            Column::words("when").styled(FAINT),
            Column::words("what"),
        ];
        let row = |logged: &Logged| {
            let back = if logged.taken_back {
                " (taken back)"
            } else {
                ""
            };
            vec![
                logged.line.to_string(),
                logged.time.clone().unwrap_or_default(),
                format!("{}{back}", logged.event),
            ]
        };
        page.table(Table {
            rows: self.entries.iter().map(row).collect(),
            ..Table::new(columns)
        });
        if self.entries.is_empty() {
            page.line(Line::default().then(Style::Faint, "nothing has happened yet"));
        }
        page
    }
}
