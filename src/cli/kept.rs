//! What a command reads of the packs that the arguments name: as it was made of the same texts before, or else as it is made now.

use super::Global;
use super::session::to_the_end;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::pack;
use crate::rulebook::finding::Library;
use crate::rulebook::{Named, Rulebook};
use crate::source::{Cache, Key, Sources};
use std::mem::ManuallyDrop;

/// What the library is kept under: no question is named so.
const LIBRARY: &str = "the library";

/// What the answers to all questions are kept under.
const ALL: &str = "";

/// Where something is kept.
type Shelf = (Cache, Key);

impl Global {
    /// What can be found by words in the packs.
    pub fn library(&self) -> ManuallyDrop<Library<'static>> {
        let sources = Sources::of(self.places()).0;
        let shelf = self.shelf(&sources, LIBRARY);
        let kept = shelf.as_ref().and_then(|(cache, key)| cache.get(key));
        // It is looked into until the program ends, and so are the texts of which it is made.
        if let Some(library) = kept.and_then(|kept| Library::of_kept(kept.leak())) {
            return to_the_end(library);
        }
        let library = Library::of(Box::leak(Box::new(self.written_in(&sources))));
        if let Some(((cache, key), bytes)) = shelf.zip(library.to_keep()) {
            cache.put(&key, &bytes);
        }
        to_the_end(library)
    }

    /// The packs as they are written, with no look at what they mean.
    pub fn written(&self) -> pack::Rulebook {
        self.written_in(&Sources::of(self.places()).0)
    }

    fn written_in(&self, sources: &Sources) -> pack::Rulebook {
        let read = match self.is_shipped() {
            true => pack::read_for_answers,
            false => pack::read_with,
        };
        read(sources, &self.errata).0
    }

    /// The rulebook with what answers need, whatever is wrong with it.
    pub fn answers(&self) -> Rulebook {
        let (sources, findings) = Sources::of(self.places());
        let shelf = self.shelf_of_answers((&sources, &findings), ALL);
        self.kept(&sources, shelf.as_ref()).unwrap_or_else(|| {
            keep(
                shelf,
                Rulebook::for_answers((sources, findings), &self.errata),
            )
        })
    }

    /// The rulebook with what the answers to a question need, and perhaps more; nothing, where no question of that name is known
    /// to have an answer.
    pub fn answers_to(&self, question: &str) -> Option<Rulebook> {
        let (sources, findings) = Sources::of(self.places());
        let shelf = |what| self.shelf_of_answers((&sources, &findings), what);
        let own = shelf(question);
        let all = || self.kept(&sources, shelf(ALL).as_ref());
        let kept = self.kept(&sources, own.as_ref()).or_else(all);
        let rulebook = match kept {
            Some(kept) => kept,
            None => {
                let read = (sources.clone(), findings.clone());
                keep(own, Rulebook::for_question(read, &self.errata, question)?)
            }
        };
        let is_one = matches!(
            rulebook.find(question).as_slice(),
            [(_, Named::Question(_))]
        );
        (is_one && !rulebook.has_errors()).then_some(rulebook)
    }

    fn kept(&self, sources: &Sources, shelf: Option<&Shelf>) -> Option<Rulebook> {
        let (cache, key) = shelf?;
        Rulebook::of_kept(sources, &self.errata, &cache.get(key)?)
    }

    fn shelf_of_answers(
        &self,
        (sources, findings): (&Sources, &[Diagnostic]),
        what: &str,
    ) -> Option<Shelf> {
        let shelf = self.shelf(sources, what);
        shelf.filter(|_| findings.is_empty())
    }

    /// Where what is made of some texts is kept.
    fn shelf(&self, sources: &Sources, what: &str) -> Option<Shelf> {
        let (errata, times) = (self.errata.to_string(), limits::times().to_string());
        let key = Key::new(sources, &[what, &errata, &times]);
        Global::cache().zip(key)
    }
}

/// A rulebook, kept for the next time if it can be.
fn keep(shelf: Option<Shelf>, made: Rulebook) -> Rulebook {
    if let Some(((cache, key), bytes)) = shelf.zip(made.to_keep()) {
        cache.put(&key, &bytes);
    }
    made
}
