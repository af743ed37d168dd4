//! What a rulebook holds, kind by kind: aligned for a person, complete for a program.

mod charts;
mod facts;
mod packs;
mod questions;
mod rules;
mod sources;

use crate::model::{Model, PackId, VariableId};
use crate::pack;
use crate::render::style::{BOLD, CITE, FAINT, styled};
use crate::render::table::{Column, Table};
use crate::source::{Sources, Span};
use serde_json::{Map, Value, json};

/// A rulebook to be listed.
#[derive(Debug, Clone, Copy)]
pub struct Holdings<'a> {
    /// Its games.
    pub games: &'a [Model],
    /// Its packs as written.
    pub written: &'a pack::Rulebook,
    /// Its texts.
    pub sources: &'a Sources,
}

/// What can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Facts and their values.
    Facts,
    /// Questions.
    Questions,
    /// Charts and lists of modifiers.
    Charts,
    /// Processes.
    Processes,
    /// Procedures.
    Procedures,
    /// Rules, cells and lines.
    Rules,
    /// Readings.
    Readings,
    /// What the sources lost.
    Gaps,
    /// What is wrong in the sources.
    Defects,
    /// Units and dice.
    Units,
    /// Packs.
    Packs,
    /// The tables of contents.
    Paragraphs,
}

/// One thing listed.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its game.
    pub game: String,
    /// Its pack.
    pub pack: String,
    /// What a person sees: a cell for each of [`Kind::headings`].
    pub cells: Vec<String>,
    /// What a program sees.
    pub object: Map<String, Value>,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Packs,
        Self::Paragraphs,
        Self::Units,
        Self::Facts,
        Self::Questions,
        Self::Charts,
        Self::Processes,
        Self::Procedures,
        Self::Rules,
        Self::Readings,
        Self::Gaps,
        Self::Defects,
    ];

    /// Its name, in the plural.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Facts => "facts",
            Self::Questions => "questions",
            Self::Charts => "charts",
            Self::Processes => "processes",
            Self::Procedures => "procedures",
            Self::Rules => "rules",
            Self::Readings => "readings",
            Self::Gaps => "gaps",
            Self::Defects => "defects",
            Self::Units => "units",
            Self::Packs => "packs",
            Self::Paragraphs => "paragraphs",
        }
    }

    /// The headings of what a person sees.
    #[must_use]
    pub const fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Facts => &["fact", "values", "unit", "means"],
            Self::Questions => &["question", "answer", "cite", "asks"],
            Self::Charts => &["chart", "cite", "title", "answers"],
            Self::Processes => &["process", "each", "cite", "asks"],
            Self::Procedures => &["procedure", "cite", "title"],
            Self::Rules => &["answers", "cite", "gives", "when", "where"],
            Self::Readings => &["reading", "default", "cite", "asks"],
            Self::Gaps => &["cite", "for", "lost"],
            Self::Defects => &["defect", "cite", "says"],
            Self::Units => &["unit", "is", "means"],
            Self::Packs => &["pack", "title", "edition", "requires", "over"],
            Self::Paragraphs => &["paragraph", "title", "nothing to compute"],
        }
    }
}

/// Everything of a kind, game by game and pack by pack.
#[must_use]
pub fn entries(holdings: &Holdings<'_>, kind: Kind) -> Vec<Entry> {
    let of = |each: fn(&Holdings<'_>, &Model) -> Vec<Entry>| {
        holdings.games.iter().flat_map(|model| each(holdings, model)).collect()
    };
    match kind {
        Kind::Facts => of(facts::facts),
        Kind::Questions => of(questions::questions),
        Kind::Charts => of(charts::charts),
        Kind::Processes => of(questions::processes),
        Kind::Procedures => of(questions::procedures),
        Kind::Rules => of(rules::rules),
        Kind::Readings => of(facts::readings),
        Kind::Gaps => of(sources::gaps),
        Kind::Defects => of(sources::defects),
        Kind::Units => packs::units(holdings),
        Kind::Packs => packs::packs(holdings),
        Kind::Paragraphs => of(packs::paragraphs),
    }
}

/// The entries as tables, one for each pack; `width` is that of the terminal, where there is one.
#[must_use]
pub fn human(kind: Kind, entries: &[Entry], width: Option<usize>) -> String {
    let mut groups: Vec<(String, Table)> = Vec::new();
    for entry in entries {
        let title = if kind == Kind::Packs { entry.game.clone() } else { format!("{}/{}", entry.game, entry.pack) };
        if groups.last().is_none_or(|(last, _)| *last != title) {
            groups.push((title, Table { width, ..Table::new(columns(kind)) }));
        }
        if let Some((_, table)) = groups.last_mut() {
            table.rows.push(shortened(&entry.cells, width));
        }
    }
    let shown: Vec<String> =
        groups.iter().map(|(title, table)| format!("{}\n{}", styled(BOLD, title), table.human())).collect();
    shown.join("\n")
}

/// The cells of a row, each but the last no wider than its share of a terminal; in a pipe they are whole.
fn shortened(cells: &[String], width: Option<usize>) -> Vec<String> {
    let Some(share) = width.map(|width| (width / 4).max(20)) else {
        return cells.to_vec();
    };
    let last = cells.len().saturating_sub(1);
    let short = |(place, cell): (usize, &String)| match cell.char_indices().nth(share) {
        Some((end, _)) if place < last => format!("{}…", cell.get(..end).unwrap_or_default()),
        _ => cell.clone(),
    };
    cells.iter().enumerate().map(short).collect()
}

fn columns(kind: Kind) -> Vec<Column> {
    let column = |(place, heading): (usize, &&str)| {
        let style = match *heading {
            "cite" | "paragraph" => CITE,
            "means" | "asks" | "nothing to compute" | "where" => FAINT,
            _ if place == 0 => BOLD,
            _ => "",
        };
        Column::words(heading).styled(style)
    };
    kind.headings().iter().enumerate().map(column).collect()
}

/// The entries for a program: a list of objects.
#[must_use]
pub fn json(entries: &[Entry]) -> Value {
    entries.iter().map(|entry| Value::Object(entry.object.clone())).collect()
}

impl Entry {
    fn new(model: &Model, pack: PackId, cells: Vec<String>, own: Value) -> Self {
        Self::of(&model.game, model.pack_name(pack), cells, own)
    }

    fn of(game: &str, pack: &str, cells: Vec<String>, own: Value) -> Self {
        let mut object = Map::new();
        object.insert("game".to_owned(), json!(game));
        object.insert("pack".to_owned(), json!(pack));
        if let Value::Object(own) = own {
            object.extend(own);
        }
        Self { game: game.to_owned(), pack: pack.to_owned(), cells, object }
    }

    /// The entry with the file and line at which it is written.
    fn at(mut self, sources: &Sources, span: Span) -> Self {
        self.object.insert("file".to_owned(), json!(sources.path(span.file)));
        self.object.insert("line".to_owned(), json!(sources.position(span).0));
        self
    }

    /// Whether what a person sees holds each of these words, in any case.
    #[must_use]
    pub fn has(&self, words: &[String]) -> bool {
        let text = format!("{} {}", self.pack, self.cells.join(" ")).to_lowercase();
        words.iter().all(|word| text.contains(&word.to_lowercase()))
    }
}

/// A text, or null where it is empty.
fn text_or_null(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { json!(text) }
}

fn variable_names<'m>(model: &'m Model, ids: &[VariableId]) -> Vec<&'m str> {
    ids.iter().map(|id| model.variable_name(*id)).collect()
}

fn place(sources: &Sources, span: Span) -> String {
    format!("{}:{}", sources.path(span.file), sources.position(span).0)
}
