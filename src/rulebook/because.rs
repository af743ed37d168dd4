//! What some packs do to the others: findings that are there only because of them.

use super::Rulebook;
use crate::diagnostic::Diagnostic;
use crate::pack::{ErrataSet, Pack};
use crate::source::FileId;
use rustc_hash::FxHashSet;

/// A finding as it can be compared between two readings of the same texts.
type Told = (String, Vec<(String, (usize, usize))>);

impl Rulebook {
    /// Of some findings those that are there only because of these packs: without them, and without the packs that require
    /// them, nobody would tell them.
    #[must_use]
    pub fn because_of(
        &self,
        packs: &[String],
        errata: &ErrataSet,
        found: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        if found.is_empty() {
            return found;
        }
        let left_out = self.with_those_that_require(packs);
        let is_left = |file: FileId| {
            let pack = self.pack_of(file).and_then(|pack| pack.id.as_ref());
            !pack.is_some_and(|id| left_out.contains(id.value.as_str()))
        };
        let others = Self::from_sources(self.sources.only(is_left), errata);
        let proofs = others.prove();
        let proved = proofs.iter().flat_map(|proof| &proof.diagnostics);
        let told = others
            .diagnostics
            .iter()
            .chain(proved)
            .map(|found| others.told(found));
        let told: FxHashSet<Told> = told.collect();
        found
            .into_iter()
            .filter(|found| !told.contains(&self.told(found)))
            .collect()
    }

    fn told(&self, found: &Diagnostic) -> Told {
        let labels = found.labels.iter().map(|label| {
            let path = self.sources.path(label.span.file).to_owned();
            (path, self.sources.position(label.span))
        });
        (found.message.clone(), labels.collect())
    }

    /// The names of these packs and of all that require them, near or far.
    fn with_those_that_require<'a>(&'a self, packs: &'a [String]) -> FxHashSet<&'a str> {
        let mut all: FxHashSet<&str> = packs.iter().map(String::as_str).collect();
        loop {
            let requires = |pack: &&Pack| {
                pack.requires
                    .iter()
                    .any(|name| all.contains(name.value.as_str()))
            };
            let more: Vec<&str> = self
                .written
                .packs
                .iter()
                .filter(requires)
                .filter_map(|pack| Some(pack.id.as_ref()?.value.as_str()))
                .filter(|name| !all.contains(name))
                .collect();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
        }
    }
}
