//! What cannot be proved of a rulebook, and of what became of it since: only what changed is proved again.

use super::Rulebook;
use crate::check::Findings;
use crate::diagnostic::{Diagnostic, Label};
use crate::source::{FileId, Shift, Sources};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What could not be proved of each game of a rulebook, and what was found of each of its things.
#[derive(Debug)]
pub struct Proofs {
    of: Arc<Rulebook>,
    /// All that could not be proved; nothing, where not everything was tried.
    games: FxHashMap<String, (Option<Vec<Diagnostic>>, Findings)>,
}

impl Proofs {
    /// What cannot be proved. A game of whose texts none is another is not proved again; of the others, only what changed.
    pub fn of(
        book: &Arc<Rulebook>,
        known: Option<&Self>,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let mut carry = known.map(|known| Carry::between(&known.of.sources, &book.sources));
        let changed = known.map(|known| known.of.changed_games(book, true));
        let mut games = FxHashMap::default();
        for model in &book.games {
            let before = known.and_then(|known| known.games.get(&model.game));
            let before = before.zip(carry.as_mut());
            let is_same = |changed: &FxHashSet<&str>| !changed.contains(model.game.as_str());
            let proved = match before {
                Some(((Some(findings), each), carry)) if changed.as_ref().is_some_and(is_same) => {
                    let found = findings
                        .iter()
                        .cloned()
                        .filter_map(|finding| carry.one(finding));
                    (Some(found.collect()), carry.all(each))
                }
                before => {
                    let known =
                        before.map_or_else(Findings::default, |((_, each), carry)| carry.all(each));
                    let (findings, mut each) = book.prove_while(model, &known, goes_on);
                    if !goes_on() {
                        // What is not proved yet is known as it was.
                        for (imprint, findings) in known {
                            each.entry(imprint).or_insert(findings);
                        }
                    }
                    (goes_on().then_some(findings), each)
                }
            };
            games.insert(model.game.clone(), proved);
        }
        let of = Arc::clone(book);
        Self { of, games }
    }

    /// All that could not be proved.
    pub fn found(&self) -> Vec<Diagnostic> {
        let found = self.games.values();
        let found = found.filter_map(|(findings, _)| findings.as_ref());
        found.flatten().cloned().collect()
    }
}

/// The way of findings from the texts of one rulebook into those of another.
pub struct Carry<'s> {
    old: &'s Sources,
    new: &'s Sources,
    places: FxHashMap<&'s str, FileId>,
    shifts: FxHashMap<FileId, Option<Shift>>,
}

impl<'s> Carry<'s> {
    pub fn between(old: &'s Sources, new: &'s Sources) -> Self {
        Self {
            old,
            new,
            places: new.files().map(|file| (new.path(file), file)).collect(),
            shifts: FxHashMap::default(),
        }
    }

    /// A finding where it stands now; nothing, where something was written in one of its places.
    pub fn one(&mut self, mut finding: Diagnostic) -> Option<Diagnostic> {
        let labels = &mut finding.labels;
        labels.iter_mut().try_for_each(|label| self.label(label))?;
        Some(finding)
    }

    /// The same of what was found of each thing; what cannot be carried is to be found again.
    pub fn all(&mut self, found: &Findings) -> Findings {
        let carried = found.iter().filter_map(|(imprint, findings)| {
            let findings: Option<Vec<Diagnostic>> = findings
                .iter()
                .map(|finding| self.one(finding.clone()))
                .collect();
            Some((*imprint, findings?))
        });
        carried.collect()
    }

    fn label(&mut self, label: &mut Label) -> Option<()> {
        let (old, new) = (self.old, self.new);
        let span = &mut label.span;
        let file = *self.places.get(old.path(span.file))?;
        let shift = self
            .shifts
            .entry(file)
            .or_insert_with(|| Shift::between(old.text(span.file), new.text(file)));
        let (start, end) = (span.start as usize, span.end as usize);
        if let Some(shift) = shift {
            shift.spares(start, end).then_some(())?;
            span.start = u32::try_from(shift.carry(start)).ok()?;
            span.end = u32::try_from(shift.carry(end)).ok()?;
        }
        span.file = file;
        Some(())
    }
}
