//! What some packs do to the others: findings that are there only because of them.

use super::Rulebook;
use crate::diagnostic::Diagnostic;
use crate::pack::ErrataSet;
use rustc_hash::FxHashSet;

/// A finding as it can be compared between two readings of the same texts.
type Told = (String, Vec<(String, (usize, usize))>);

impl Rulebook {
    /// Of some findings those that are there only because of these packs: without them, and without the packs that require
    /// them, nobody would tell them.
    pub(crate) fn because_of(
        &self,
        packs: &[String],
        errata: &ErrataSet,
        mut findings: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        if findings.is_empty() {
            return findings;
        }
        let left_out = self.with_those_that_require(packs);
        let sources = self.sources.each(|file| {
            let id = self.pack_of(file).and_then(|pack| pack.id.as_ref());
            let is_left_out = id.is_some_and(|id| left_out.contains(id.value.as_str()));
            (!is_left_out).then(|| self.sources.text(file).to_owned())
        });
        let others = Self::from_sources(sources, errata);
        let told: FxHashSet<Told> = others
            .check()
            .iter()
            .map(|each| others.told(each))
            .collect();
        findings.retain(|finding| !told.contains(&self.told(finding)));
        findings
    }

    fn told(&self, finding: &Diagnostic) -> Told {
        let labels = finding.labels.iter().map(|label| {
            let path = self.sources.path(label.span.file).to_owned();
            (path, self.sources.position(label.span))
        });
        (finding.message.clone(), labels.collect())
    }

    /// The names of these packs and of all that require them, near or far.
    fn with_those_that_require<'a>(&'a self, packs: &'a [String]) -> FxHashSet<&'a str> {
        let mut all: FxHashSet<&str> = packs.iter().map(String::as_str).collect();
        loop {
            let before = all.len();
            for pack in &self.written.packs {
                if pack
                    .requires
                    .iter()
                    .any(|name| all.contains(name.value.as_str()))
                {
                    all.extend(pack.id.as_ref().map(|id| id.value.as_str()));
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }
}
