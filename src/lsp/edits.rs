//! Edits of several files, as an editor makes them.

use super::place::uri_of;
use super::snapshot::Snapshot;
use crate::model::Model;
use crate::rulebook::Rulebook;
use crate::rulebook::pins::{Holder, Pin, pins, with_answer};
use crate::source::{FileId, PINS_FOLDER, Sources, Span, read_pins};
use gen_lsp_types::{Position, Range, TextEdit, Uri, WorkspaceEdit};
use std::collections::BTreeMap;
use std::path::Path;

/// What is to be written into which file.
#[derive(Debug, Default)]
pub struct Edits {
    by_file: BTreeMap<String, Vec<TextEdit>>,
}

impl Edits {
    /// Writes something in the place of a span of the rulebook; whether its text can be written.
    pub fn replace(&mut self, snapshot: &Snapshot, span: Span, text: &str) -> bool {
        let place = snapshot.location(span);
        let is_own = snapshot.book.sources.is_in_folder(span.file);
        if let Some(place) = place.filter(|_| is_own) {
            self.put(&place.uri, place.range, text);
            return true;
        }
        false
    }

    /// Writes something in the place of a span of the text as it is written.
    pub fn replace_now(&mut self, snapshot: &Snapshot, span: Span, text: &str) -> bool {
        let page = snapshot.page(span.file);
        let uri = page.and_then(|page| page.uri.as_ref());
        let is_own = snapshot.book.sources.is_in_folder(span.file);
        if let (Some(page), Some(uri), true) = (page, uri, is_own) {
            let range = page.now.range(span.start as usize, span.end as usize);
            self.put(uri, range, text);
            return true;
        }
        false
    }

    fn put(&mut self, uri: &Uri, range: Range, text: &str) {
        let edit = TextEdit {
            range,
            new_text: text.to_owned(),
        };
        let edits = self.by_file.entry(uri.0.clone()).or_default();
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }

    /// Writes a whole file, new or in the place of what it is.
    pub fn write(&mut self, path: &Path, before: Option<&str>, text: &str) {
        let zero = Position {
            line: 0,
            character: 0,
        };
        let lines = before.map_or(0, |before| before.matches('\n').count() + 1);
        let end = Position {
            line: u32::try_from(lines).unwrap_or(u32::MAX),
            character: 0,
        };
        let range = Range { start: zero, end };
        self.put(&uri_of(path), range, text);
    }

    pub fn is_empty(&self) -> bool {
        self.by_file.is_empty()
    }

    pub fn done(self) -> WorkspaceEdit {
        let changes = self.by_file.into_iter();
        WorkspaceEdit {
            changes: Some(changes.map(|(uri, edits)| (Uri(uri), edits)).collect()),
            ..WorkspaceEdit::default()
        }
    }

    /// The texts of a rulebook with other texts in the place of spans.
    pub fn applied(sources: &Sources, spans: &[(Span, String)]) -> Sources {
        let mut spans: Vec<&(Span, String)> = spans.iter().collect();
        spans.sort_by_key(|(span, _)| (span.file, std::cmp::Reverse(span.start)));
        spans.dedup();
        sources.each(|file: FileId| {
            let mut text = sources.text(file).to_owned();
            for (span, new) in spans.iter().filter(|(span, _)| span.file == file) {
                let range = span.start as usize..span.end as usize;
                if text.get(range.clone()).is_some() {
                    text.replace_range(range, new);
                }
            }
            Some(text)
        })
    }

    /// Writes the pins anew that were what a rulebook answers, as another answers; those that were not are a person's to accept.
    pub fn pins(&mut self, before: &Rulebook, after: &Rulebook) {
        for model in &before.games {
            let here = |holder: Holder| has_pins(before, holder.file);
            let old = pins(before, model, &here);
            let new = same_game(after, model).map(|model| pins(after, model, &here));
            for pin in old {
                let path = Path::new(&pin.pack).join(PINS_FOLDER).join(&pin.file);
                let saved = saved(&pin);
                let now = new
                    .iter()
                    .flatten()
                    .find(|new| new.pack == pin.pack && new.file == pin.file);
                if let Some(now) =
                    now.filter(|now| saved.as_ref() == Some(&pin.text) && now.text != pin.text)
                {
                    self.write(&path, Some(&pin.text), &now.text);
                }
            }
        }
    }

    /// Writes the pin of one question of a file as a rulebook answers now; where none of the file is saved, all of them.
    pub fn accept(&mut self, book: &Rulebook, model: &Model, file: FileId, question: &str) {
        for pin in pins(book, model, &|holder| holder.file == file) {
            let saved = saved(&pin);
            let text = match &saved {
                Some(saved) => with_answer(saved, &pin.text, question),
                None => pin.text.clone(),
            };
            if saved.as_ref() != Some(&text) {
                let path = Path::new(&pin.pack).join(PINS_FOLDER).join(&pin.file);
                self.write(&path, saved.as_deref(), &text);
            }
        }
    }
}

fn has_pins(book: &Rulebook, file: FileId) -> bool {
    let (folder, _) = crate::rulebook::pins::place_of(book.sources.path(file));
    book.sources.is_in_folder(file) && Path::new(&folder).join(PINS_FOLDER).is_dir()
}

fn same_game<'r>(book: &'r Rulebook, model: &Model) -> Option<&'r Model> {
    book.games.iter().find(|other| other.game == model.game)
}

/// The pins as they are saved.
fn saved(pin: &Pin) -> Option<String> {
    let all = read_pins(Path::new(&pin.pack)).ok()??;
    let own = all.into_iter().find(|(file, _)| *file == pin.file);
    own.map(|(_, text)| text)
}
