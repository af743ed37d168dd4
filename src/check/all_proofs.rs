//! Everything that is proved of a game: its questions, laws and examples, its conditions, procedures and processes.

use super::cycle::uses_broken;
use super::imprint::Imprints;
use super::memory::{Memory, recalled};
use super::proof::{Proof, Proved, Prover, is_untold};
use super::{procedure_proof, process_proof};
use crate::diagram::Compiler;
use crate::model::{Example, Model, PackId};

/// Proves everything, or as much as is done when it is no longer wanted. What is remembered is not proved again, nor counted.
pub fn prove_while(
    model: &Model,
    memory: Option<&Memory<'_>>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Proof {
    // Procedures have diagrams of their own, so that they need not wait for the questions.
    let procedures = || procedure_proof::prove(model, memory, goes_on);
    let processes = || process_proof::prove(model, memory, goes_on);
    let others = || rayon::join(procedures, processes);
    let (mut proof, ((proved, failed), reached)) =
        rayon::join(|| prove_questions(model, memory, goes_on), others);
    proof
        .proved
        .extend(proved.into_iter().map(|pack| (Proved::Procedure, pack)));
    proof.diagnostics.extend(failed.into_iter().chain(reached));
    proof
}

fn prove_questions(
    model: &Model,
    memory: Option<&Memory<'_>>,
    goes_on: &dyn Fn() -> bool,
) -> Proof {
    let mut compiler = Compiler::new(model);
    let mut prover = Prover::new(&mut compiler);
    for (id, question) in model
        .questions
        .enumerated()
        .filter(|(_, question)| !question.broken)
        .take_while(|_| goes_on())
    {
        let imprint = |imprints: &Imprints<'_>| imprints.question(id);
        prover.recall(memory, imprint, |prover| {
            prover.count(Proved::Question, question.pack, |prover| {
                prover.question(id)
            });
        });
    }
    let laws = model.laws.iter().filter(|law| !is_untold(model, law));
    for law in laws.take_while(|_| goes_on()) {
        let imprint = |imprints: &Imprints<'_>| imprints.law(law);
        prover.recall(memory, imprint, |prover| {
            prover.count(Proved::Law, law.pack, |prover| prover.law(law));
        });
    }
    for example in model.examples.iter().take_while(|_| goes_on()) {
        let imprint = |imprints: &Imprints<'_>| imprints.example(example);
        prover.recall(memory, imprint, |prover| prover.counted_example(example));
    }
    if goes_on() {
        prover.conditions(memory);
    }
    if memory.is_none() {
        prover.proof.impossible = prover.count_impossible().ok().flatten();
    }
    prover.proof
}

impl Prover<'_, '_> {
    /// Proves something, unless what is found of it is known.
    fn recall(
        &mut self,
        memory: Option<&Memory<'_>>,
        imprint: impl FnOnce(&Imprints<'_>) -> u64,
        prove: impl FnOnce(&mut Self),
    ) {
        let mut findings = recalled(memory, imprint, || {
            let before = std::mem::take(&mut self.proof.diagnostics);
            prove(self);
            std::mem::replace(&mut self.proof.diagnostics, before)
        });
        self.proof.diagnostics.append(&mut findings);
    }

    fn counted_example(&mut self, example: &Example) {
        if self.asked_of(example).1 {
            self.count(Proved::Example, example.pack, |prover| {
                prover.example(example)
            });
        } else {
            // What of it can be answered is tried all the same.
            self.example(example);
        }
    }

    fn count(&mut self, of: Proved, pack: PackId, prove: impl FnOnce(&mut Self)) {
        let before = (self.proof.diagnostics.len(), self.proof.proved.len());
        prove(self);
        if (self.proof.diagnostics.len(), self.proof.proved.len()) == before {
            self.proof.proved.push((of, pack));
        }
    }

    /// Proves that each condition on a card, of a usual value, and of what cannot be, can hold.
    fn conditions(&mut self, memory: Option<&Memory<'_>>) {
        let model = self.model;
        let lines = model
            .cards
            .iter()
            .flat_map(|card| &card.sections)
            .flat_map(|section| &section.lines);
        let usual = model
            .variables
            .iter()
            .flat_map(|variable| &variable.usually);
        for when in usual
            .filter_map(|usual| usual.when.as_ref())
            .chain(model.impossible.iter().map(|impossible| &impossible.when))
            .chain(lines.filter_map(|line| line.when.as_ref()))
        {
            if uses_broken(model, when) {
                continue;
            }
            let imprint = |imprints: &Imprints<'_>| imprints.condition(when);
            self.recall(memory, imprint, |prover| prover.condition(when));
        }
    }
}
