//! What a rulebook holds, kind by kind: aligned for a person, complete for a program.

mod charts;
mod facts;
mod kind;
mod packs;
mod questions;
mod rules;
mod sources;
mod trials;

pub use kind::{Kind, entries};

use crate::model::{Model, PackId, VariableId};
use crate::pack;
use crate::render::style::{BOLD, CITE, FAINT, Style, styled};
use crate::render::table::{Column, Table};
use crate::render::told::Version;
use crate::source::{Sources, Span};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
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

/// The entries as tables, one for each pack; `width` is that of the terminal, where there is one.
#[must_use]
pub fn human(kind: Kind, entries: &[Entry], width: Option<usize>) -> String {
    let mut groups: Vec<(String, Table)> = Vec::new();
    for entry in entries {
        let title = if kind == Kind::Packs {
            entry.game.clone()
        } else {
            format!("{}/{}", entry.game, entry.pack)
        };
        if groups.last().is_none_or(|(last, _)| *last != title) {
            groups.push((
                title,
                Table {
                    width,
                    ..Table::new(columns(kind))
                },
            ));
        }
        if let Some((_, table)) = groups.last_mut() {
            table.rows.push(entry.cells.clone());
        }
    }
    let shown: Vec<String> = groups
        .iter()
        .map(|(title, table)| format!("{}\n{}", styled(BOLD, title), table.human()))
        .collect();
    shown.join("\n")
}

fn columns(kind: Kind) -> Vec<Column> {
    let column = |(place, heading): (usize, &&str)| {
        let style = match *heading {
            "cite" | "paragraph" => CITE,
            "means" | "asks" | "nothing to compute" | "where" => FAINT,
            _ if place == 0 => BOLD,
            _ => Style::Plain,
        };
        Column::words(heading).styled(style)
    };
    kind.headings().iter().enumerate().map(column).collect()
}

/// What a rulebook holds, by kind.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    version: Version<1>,
    /// All of each kind that was asked for.
    #[serde(flatten)]
    kinds: IndexMap<&'static str, Vec<Object>>,
}

/// A thing: with its game, its pack, where it is written, and the keys of its kind, as `rules/LANGUAGE.md` explains them.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
struct Object(Map<String, Value>);

impl View {
    /// The view of some kinds, each with its entries.
    pub fn of(kinds: impl IntoIterator<Item = (Kind, Vec<Entry>)>) -> Self {
        let objects = |all: Vec<Entry>| all.into_iter().map(|own| Object(own.object)).collect();
        let kinds = kinds
            .into_iter()
            .map(|(kind, all)| (kind.name(), objects(all)));
        Self {
            version: Version,
            kinds: kinds.collect(),
        }
    }
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
        let cells = cells.iter().map(|cell| in_one_line(cell)).collect();
        Self {
            game: game.to_owned(),
            pack: pack.to_owned(),
            cells,
            object,
        }
    }

    /// The entry with the file and line at which it is written.
    fn at(mut self, sources: &Sources, span: Span) -> Self {
        self.object
            .insert("file".to_owned(), json!(sources.path(span.file)));
        self.object
            .insert("line".to_owned(), json!(sources.position(span).0));
        self
    }

    /// The words of what a person sees, in small letters.
    pub fn words(&self) -> Vec<String> {
        let text = self.cells.join(" ").to_lowercase();
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
        words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Whether what a person sees holds each of these words, in any case.
    #[must_use]
    pub fn has(&self, words: &[String]) -> bool {
        let text = format!("{} {}", self.pack, self.cells.join(" ")).to_lowercase();
        words.iter().all(|word| text.contains(&word.to_lowercase()))
    }
}

/// A text without its line ends: a pack may write a long one in several lines.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text, or null where it is empty.
fn text_or_null(text: &str) -> Value {
    if text.is_empty() {
        Value::Null
    } else {
        json!(text)
    }
}

fn variable_names<'m>(model: &'m Model, ids: &[VariableId]) -> Vec<&'m str> {
    ids.iter().map(|id| model.variable_name(*id)).collect()
}

fn place(sources: &Sources, span: Span) -> String {
    format!("{}:{}", sources.path(span.file), sources.position(span).0)
}
