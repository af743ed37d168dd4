//! What a rulebook holds, kind by kind: aligned for a person, complete for a program.

mod game;
mod kind;
mod rules;
mod written;

pub use kind::{KINDS, Kind};

use super::style::{BOLD, CITE, FAINT, Style, styled};
use super::table::{Column, Table};
use super::told::{Place, Version};
use crate::model::{Model, PackId};
use crate::pack;
use crate::source::{Sources, Span};
use crate::value::Shared;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// A rulebook to be listed.
#[derive(Debug, Clone, Copy)]
pub struct Holdings<'a> {
    pub games: &'a Shared<Model>,
    pub written: &'a pack::Rulebook,
    pub sources: &'a Sources,
}

/// One thing that a rulebook holds, as [`Rulebook::list`](crate::Rulebook::list) lists it: a question, say, or a fact.
///
/// It has a value for each key that `chartroom list KIND --format json` shows of its kind; `serde` writes it so.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Entry {
    #[serde(skip)]
    pub(crate) game: String,
    #[serde(skip)]
    pub(crate) pack: String,
    /// What a person sees: a cell for each column of the kind.
    #[serde(skip)]
    pub(crate) cells: Vec<String>,
    /// What a program sees.
    object: Map<String, Value>,
    /// What a person sees in a column in other words than a program.
    #[serde(skip)]
    said: Vec<(&'static str, String)>,
}

/// The entries as tables, one for each pack; in so many columns.
pub fn human(kind: &Kind, entries: &[Entry], width: usize) -> String {
    let title = |entry: &Entry| match kind.name {
        "packs" => entry.game.clone(),
        _ => format!("{}/{}", entry.game, entry.pack),
    };
    let tables = entries.chunk_by(|other, next| title(other) == title(next));
    let tables = tables.filter_map(|entries| {
        let table = Table {
            rows: entries.iter().map(|entry| entry.cells.clone()).collect(),
            ..Table::new(columns(kind))
        };
        let title = styled(BOLD, &title(entries.first()?));
        Some(format!("{title}\n{}", table.human(width)))
    });
    tables.collect::<Vec<_>>().join("\n")
}

fn columns(kind: &Kind) -> Vec<Column> {
    let column = |(place, heading): (usize, &&str)| {
        let style = match *heading {
            "cite" | "paragraph" => CITE,
            "means" | "asks" | "nothing to compute" | "where" => FAINT,
            _ if place == 0 => BOLD,
            _ => Style::Plain,
        };
        Column::words(heading).styled(style)
    };
    kind.columns.iter().enumerate().map(column).collect()
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
    pub fn of<'k>(kinds: impl IntoIterator<Item = (&'k Kind, Vec<Entry>)>) -> Self {
        let objects = |all: Vec<Entry>| all.into_iter().map(|entry| Object(entry.object)).collect();
        let kinds = kinds.into_iter();
        Self {
            version: Version,
            kinds: kinds.map(|(kind, all)| (kind.name, objects(all))).collect(),
        }
    }
}

impl Entry {
    /// An entry of a pack with what a program sees of it.
    fn new(game: &str, pack: &str, json: Value) -> Self {
        let place = [("game", game), ("pack", pack)].map(|(key, name)| (key.into(), name.into()));
        let mut object = Map::from_iter(place);
        if let Value::Object(own) = json {
            object.extend(own);
        }
        Self {
            game: game.to_owned(),
            pack: pack.to_owned(),
            cells: Vec::new(),
            object,
            said: Vec::new(),
        }
    }

    fn of(model: &Model, pack: PackId, json: Value) -> Self {
        Self::new(&model.game, &model.packs[pack].id, json)
    }

    /// The entry with the file and line at which it is written.
    fn at(mut self, sources: &Sources, span: Span) -> Self {
        let Place { file, line } = Place::of(sources, span);
        self.object.insert("file".to_owned(), file.into());
        self.object.insert("line".to_owned(), line.into());
        self
    }

    /// The entry with what a person sees in a column, where a program sees something else.
    fn saying(mut self, column: &'static str, text: impl Into<String>) -> Self {
        self.said.push((column, text.into()));
        self
    }

    /// What a person sees in a column: the value of its key, which for the first column is the name.
    fn cell(&self, place: usize, column: &str) -> String {
        let said = self.said.iter().find(|(other, _)| *other == column);
        let is_name = place == 0 && !self.object.contains_key(column);
        let key = if is_name { "name" } else { column };
        let text = match (said, self.object.get(key)) {
            (Some((_, text)), _) | (None, Some(Value::String(text))) => text.clone(),
            (None, Some(Value::Array(all))) => {
                let texts = all.iter().filter_map(Value::as_str);
                texts.collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        };
        in_one_line(&text)
    }

    /// The game that it belongs to: `asl`.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The pack that holds it: `f11`.
    #[must_use]
    pub fn pack(&self) -> &str {
        &self.pack
    }

    /// Its name, `heat-haze-drm`; nothing for what has none, such as a rule.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text("name").unwrap_or_default()
    }

    /// The text of one of its keys: what a question `asks`, what a fact `means`.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.object.get(key)?.as_str()
    }

    /// The texts of one of its keys: the facts `from` which a question is answered, the words that are the `values` of a fact, the
    /// paragraphs that it has to `cite`. None where the key holds no texts.
    pub fn texts(&self, key: &str) -> impl Iterator<Item = &str> {
        let all = self.object.get(key).and_then(Value::as_array);
        all.into_iter().flatten().filter_map(Value::as_str)
    }

    /// The words of what a person sees, in small letters.
    pub(crate) fn words(&self) -> Vec<String> {
        let text = self.cells.join(" ").to_lowercase();
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    }

    /// Whether what a person sees, or its title, holds each of these words, in any case.
    pub(crate) fn has(&self, words: &[String]) -> bool {
        let title = self.object.get("title").and_then(Value::as_str);
        let title = title.unwrap_or_default();
        let text = format!("{} {} {title}", self.pack, self.cells.join(" ")).to_lowercase();
        words.iter().all(|word| text.contains(&word.to_lowercase()))
    }
}

/// A text without its line ends: a pack may write a long one in several lines.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text, or null where it is empty.
fn text_or_null(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
