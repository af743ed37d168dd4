//! What was proved before, so that only what changed is proved again.

use super::imprint::Imprints;
use crate::diagnostic::Diagnostic;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// What was found of each thing, by its imprint; of most of them nothing.
pub type Findings = FxHashMap<u64, Vec<Diagnostic>>;

/// What is known of the things of a game, and what was found of them this time.
#[derive(Debug)]
pub struct Memory<'m> {
    imprints: Imprints<'m>,
    /// What is known of things; without it nothing is proved, and each is only listed.
    known: Option<&'m Findings>,
    now: Mutex<Findings>,
}

/// What is found of a thing: as it is remembered, or else as it is proved now.
pub fn recalled(
    memory: Option<&Memory<'_>>,
    imprint: impl FnOnce(&Imprints<'_>) -> u64,
    prove: impl FnOnce() -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    match memory {
        Some(memory) => memory.recall(imprint(&memory.imprints), prove),
        None => prove(),
    }
}

impl<'m> Memory<'m> {
    pub fn new(imprints: Imprints<'m>, known: &'m Findings) -> Self {
        Self {
            imprints,
            known: Some(known),
            now: Mutex::default(),
        }
    }

    /// To list what there is, as if nothing were found of it.
    pub fn listing(imprints: Imprints<'m>) -> Self {
        Self {
            imprints,
            known: None,
            now: Mutex::default(),
        }
    }

    fn recall(&self, mut imprint: u64, prove: impl FnOnce() -> Vec<Diagnostic>) -> Vec<Diagnostic> {
        // Two things that are alike are told apart by their order.
        while self.lock().contains_key(&imprint) {
            imprint = imprint.wrapping_add(1);
        }
        let findings = self.known.map_or_else(Vec::new, |known| {
            known.get(&imprint).cloned().unwrap_or_else(prove)
        });
        self.lock().insert(imprint, findings.clone());
        findings
    }

    /// All that was found this time.
    pub fn into_found(self) -> Findings {
        self.now
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Findings> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
