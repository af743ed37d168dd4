//! Errata: a line each, or one with all that it changes.

use super::View as Viewed;
use super::document::{Document, Line};
use super::style::{BOLD, CITE, FAINT, Style, VALUE, WARN};
use super::table::{Column, Table};
use super::told::{Place, Version};
use crate::pack::overlay;
use crate::source::{Sources, Text};
use schemars::JsonSchema;
use serde::Serialize;

/// How many questions are named.
const MOST_NAMED: usize = 6;

/// Errata.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Errata {
    /// Its version.
    pub version: Version<1>,
    /// The errata.
    pub errata: Vec<Erratum>,
}

/// One erratum.
#[derive(Debug, Serialize, JsonSchema)]
pub struct View {
    /// The erratum.
    #[serde(flatten)]
    pub erratum: Erratum,
    /// Its version.
    pub version: Version<1>,
}

/// An erratum with all that it changes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Erratum {
    /// Its name.
    pub id: String,
    /// The game that it is for.
    pub game: String,
    /// The pack that holds it.
    pub pack: String,
    /// Who said so.
    pub source: String,
    /// When: `2024-05-31`.
    pub date: String,
    /// What it is worth.
    pub status: String,
    /// What it does, in words.
    pub says: String,
    /// Whether its changes are made in this rulebook.
    pub applies: bool,
    /// Why they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// The errata in whose place it stands.
    pub supersedes: Vec<String>,
    /// The questions that it is meant to change.
    pub meant_for: Vec<String>,
    /// Within which condition it is meant to.
    pub when: Option<String>,
    /// What it changes.
    pub changes: Vec<Change>,
    /// Where it is written.
    #[serde(flatten)]
    pub place: Place,
    /// The questions that it touches, where these are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touches: Option<Vec<String>>,
    /// The facts that usually are something else by it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub makes_usual: Vec<UsualChange>,
}

/// A fact that usually is something else.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsualChange {
    /// The fact.
    pub fact: String,
    /// The questions whose answers can come from it.
    pub questions: Vec<String>,
}

/// One change of an erratum.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Change {
    /// What is done: `replace`, `add`, `add-before`, `add-after` or `remove`.
    pub operation: &'static str,
    #[serde(skip)]
    does: &'static str,
    /// The address.
    pub at: String,
    /// The old value, as a TOML value.
    pub was: Option<String>,
    /// The new value, as a TOML value.
    pub now: Option<String>,
    /// Where it is written.
    #[serde(flatten)]
    pub place: Place,
}

impl Erratum {
    /// The view of an erratum, with the questions that it touches where these are known.
    #[must_use]
    pub fn of(erratum: &overlay::Erratum, sources: &Sources, touches: Option<Vec<String>>) -> Self {
        let names = |list: &[Text]| list.iter().map(|name| name.value.clone()).collect();
        let changes = erratum.changes.iter().map(|change| {
            let (operation, does) = operation(change.operation);
            Change {
                operation,
                does,
                at: change.at.value.clone(),
                was: change.was(),
                now: change.now(),
                place: Place::of(sources, change.at.span),
            }
        });
        Self {
            id: erratum.id.value.clone(),
            game: erratum.game.clone(),
            pack: erratum.pack.clone(),
            source: erratum.source.clone(),
            date: erratum.date.value.clone(),
            status: erratum.status.name().to_owned(),
            says: erratum.says.clone(),
            applies: erratum.applied,
            why_not: Some(erratum.why_not.clone()).filter(|why| !why.is_empty()),
            supersedes: names(&erratum.supersedes),
            meant_for: names(&erratum.scope),
            when: erratum.scope_when.as_ref().map(|when| when.value.clone()),
            changes: changes.collect(),
            place: Place::of(sources, erratum.id.span),
            touches,
            makes_usual: Vec::new(),
        }
    }
}

/// What a change does, for a program and in words.
const fn operation(operation: overlay::Operation) -> (&'static str, &'static str) {
    match operation {
        overlay::Operation::Replace => ("replace", "changes"),
        overlay::Operation::Add => ("add", "adds to"),
        overlay::Operation::AddBefore => ("add-before", "adds before"),
        overlay::Operation::AddAfter => ("add-after", "adds after"),
        overlay::Operation::Remove => ("remove", "takes away"),
        overlay::Operation::Fill => ("fill", "fills"),
    }
}

impl Viewed for Errata {
    fn page(&self) -> Document {
        let names = [
            "erratum", "date", "status", "applies", "pack", "source", "says",
        ];
        let column = |name: &str| match name {
            "erratum" => Column::words(name).styled(BOLD),
            "says" => Column::words(name).styled(FAINT),
            _ => Column::words(name),
        };
        let rows = self.errata.iter().map(|erratum| {
            let applies = match &erratum.why_not {
                Some(why) if *why != erratum.status => format!("no: {why}"),
                _ => if erratum.applies { "yes" } else { "no" }.to_owned(),
            };
            let pack = format!("{}/{}", erratum.game, erratum.pack);
            let cells = [
                &*erratum.id,
                &erratum.date,
                &erratum.status,
                &applies,
                &pack,
                &erratum.source,
                &erratum.says,
            ];
            cells.map(str::to_owned).into()
        });
        let rows = rows.collect();
        let mut page = Document::default();
        page.table(Table {
            rows,
            ..Table::new(names.map(column).into())
        });
        page
    }
}

impl Viewed for View {
    fn page(&self) -> Document {
        let erratum = &self.erratum;
        let mut page = Document::default();
        let title = Line::name(&*erratum.id).and(
            Style::Plain,
            format!("{}, {}, {}", erratum.source, erratum.date, erratum.status),
        );
        let title = match erratum.applies {
            true => title.and(VALUE, "applies"),
            false => {
                let why = erratum
                    .why_not
                    .as_ref()
                    .filter(|why| **why != erratum.status);
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                title.and(WARN, format!("does not apply{why}"))
            }
        };
        page.title(title.and(FAINT, erratum.place.to_string()));
        page.line(Line::plain(&*erratum.says));
        let mut told = |head: &str, text: String| {
            if !text.is_empty() {
                page.line(Line::name(head).then(Style::Plain, format!(" {text}")));
            }
        };
        told("supersedes", erratum.supersedes.join(", "));
        let when = erratum
            .when
            .as_ref()
            .map_or_else(String::new, |when| format!(" when {when}"));
        let meant = erratum.meant_for.join(", ") + &when;
        told("meant for", meant.trim_start().to_owned());
        for change in &erratum.changes {
            change.put(&mut page);
        }
        let touches = erratum
            .touches
            .iter()
            .flatten()
            .map(String::as_str)
            .collect::<Vec<_>>();
        if !touches.is_empty() {
            let touches = format!(" {}", touches.join(", "));
            page.line(Line::name("touches").then(Style::Plain, touches));
        }
        for UsualChange { fact, questions } in &erratum.makes_usual {
            let questions = match questions.as_slice() {
                few if few.len() <= MOST_NAMED => few.join(", "),
                many => super::words::counted(many.len(), "question"),
            };
            let text = format!(" {fact}, which {questions} can come from where nobody tells it");
            page.line(Line::name("changes what is usual:").then(Style::Plain, text));
        }
        page
    }
}

impl Change {
    fn put(&self, page: &mut Document) {
        let line = Line::name(self.does)
            .then(Style::Plain, " ")
            .then(CITE, &*self.at);
        page.line(line.and(FAINT, self.place.to_string()));
        if let Some(was) = &self.was {
            page.item(1, Line::plain(format!("was  {was}")));
        }
        if let Some(now) = &self.now {
            page.item(1, Line::plain("now  ").then(VALUE, &**now));
        }
    }
}
