//! What a command reads of the packs that the arguments name: as it was made of the same texts before, or else as it is made now.

use super::session::to_the_end;
use super::{Global, Outcome, Stop};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::pack;
use crate::rulebook::Rulebook;
use crate::rulebook::finding::Library;
use crate::source::{Cache, Key, Sources};
use std::mem::ManuallyDrop;

/// What the library is kept under: no question is named so.
const LIBRARY: &str = "the library";

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
    pub fn answers(&self) -> Result<Rulebook, Stop> {
        let make = |read| Some(Rulebook::for_answers(read, &self.errata));
        let rulebook = self.kept("", make);
        rulebook.ok_or(Stop::Told(Outcome::Usage))
    }

    /// The rulebook with what is needed for a question, as it was made of the same texts before, or else as it is made now.
    pub fn kept(
        &self,
        question: &str,
        make: impl FnOnce((Sources, Vec<Diagnostic>)) -> Option<Rulebook>,
    ) -> Option<Rulebook> {
        let (sources, found) = Sources::of(self.places());
        let shelf = self.shelf(&sources, question);
        let Some((cache, key)) = shelf.filter(|_| found.is_empty()) else {
            return make((sources, found));
        };
        let kept = cache.get(&key);
        let known = kept.and_then(|kept| Rulebook::of_kept(&sources, &self.errata, &kept));
        known.or_else(|| {
            let made = make((sources, found))?;
            if let Some(bytes) = made.to_keep() {
                cache.put(&key, &bytes);
            }
            Some(made)
        })
    }

    /// Where what is made of some texts is kept.
    fn shelf(&self, sources: &Sources, what: &str) -> Option<(Cache, Key)> {
        let (errata, times) = (self.errata.to_string(), limits::times().to_string());
        let key = Key::new(sources, &[what, &errata, &times]);
        Global::cache().zip(key)
    }
}
