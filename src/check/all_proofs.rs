//! Everything that is proved of a game: its questions, laws and examples, its conditions, procedures and processes.

use super::cycle::uses_broken;
use super::imprint::Imprints;
use super::memory::{Memory, recalled};
use super::proof::{Proof, Proved, Prover, is_untold};
use super::{at_once, procedure_proof, process_proof};
use crate::diagnostic::Diagnostic;
use crate::diagram::Compiler;
use crate::model::{Example, Expr, Law, Model, PackId, QuestionId};

/// Proves everything, or as much as is done when it is no longer wanted. What is remembered is not proved again, nor counted.
pub fn prove_while(
    model: &Model,
    memory: Option<&Memory<'_>>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Proof {
    let things = things(model, memory.is_none());
    // Procedures have diagrams of their own, so that they need not wait for the questions.
    let procedures = || procedure_proof::prove(model, memory, goes_on);
    let processes = || process_proof::prove(model, memory, goes_on);
    let others = || rayon::join(procedures, processes);
    if memory.is_some() {
        let in_order = || prove_in_order(model, &things, memory, goes_on);
        let (proof, others) = rayon::join(in_order, others);
        return with_others(proof, others);
    }
    let at_once = || at_once::prove(model, &things, goes_on);
    let is_alone = rayon::current_num_threads() < 2;
    match rayon::join(at_once, others) {
        (Some(proof), others) if is_alone || !model.budget.is_used_up() => {
            with_others(proof, others)
        }
        // Who had how much of the budget hung on who came first.
        _ => {
            model.budget.renew();
            let proof = prove_in_order(model, &things, None, goes_on);
            let procedures = procedures();
            with_others(proof, (procedures, processes()))
        }
    }
}

/// What was found of procedures, and of processes.
type Others = ((Vec<PackId>, Vec<Diagnostic>), Vec<Diagnostic>);

fn with_others(mut proof: Proof, ((proved, failed), reached): Others) -> Proof {
    let proved = proved.into_iter().map(|pack| (Proved::Procedure, pack));
    proof.proved.extend(proved);
    proof.diagnostics.extend(failed.into_iter().chain(reached));
    proof
}

/// What is proved on diagrams that are made together.
#[derive(Debug, Clone, Copy)]
pub enum Thing<'m> {
    Question(QuestionId),
    Law(&'m Law),
    Example(&'m Example),
    /// A condition is to hold somewhere.
    Condition(&'m Expr),
    /// How many situations cannot be is counted.
    Impossible,
}

/// All of them, in the order in which they are told.
fn things(model: &Model, counts: bool) -> Vec<Thing<'_>> {
    let questions = model.questions.enumerated();
    let questions = questions.filter(|(_, question)| !question.broken);
    let laws = model.laws.iter().filter(|law| !is_untold(model, law));
    questions
        .map(|(id, _)| Thing::Question(id))
        .chain(laws.map(Thing::Law))
        .chain(model.examples.iter().map(Thing::Example))
        .chain(conditions(model).map(Thing::Condition))
        .chain(counts.then_some(Thing::Impossible))
        .collect()
}

/// Each condition on a card, of a usual value, and of what cannot be.
fn conditions(model: &Model) -> impl Iterator<Item = &Expr> {
    let sections = model.cards.iter().flat_map(|card| &card.sections);
    let lines = sections.flat_map(|section| &section.lines);
    let variables = model.variables.iter();
    let usual = variables.flat_map(|variable| &variable.usually);
    usual
        .filter_map(|usual| usual.when.as_ref())
        .chain(model.impossible.iter().map(|impossible| &impossible.when))
        .chain(lines.filter_map(|line| line.when.as_ref()))
        .filter(|when| !uses_broken(model, when))
}

/// Proves one thing after the other.
pub fn prove_in_order(
    model: &Model,
    things: &[Thing<'_>],
    memory: Option<&Memory<'_>>,
    goes_on: &dyn Fn() -> bool,
) -> Proof {
    let mut compiler = Compiler::new(model);
    let mut prover = Prover::new(&mut compiler);
    for thing in things.iter().take_while(|_| goes_on()) {
        let imprint = |imprints: &Imprints<'_>| match thing {
            Thing::Question(id) => imprints.question(*id),
            Thing::Law(law) => imprints.law(law),
            Thing::Example(example) => imprints.example(example),
            Thing::Condition(when) => imprints.condition(when),
            Thing::Impossible => 0,
        };
        prover.recall(memory, imprint, |prover| prover.thing(*thing));
    }
    prover.proof
}

impl Prover<'_, '_> {
    pub fn thing(&mut self, thing: Thing<'_>) {
        match thing {
            Thing::Question(id) => {
                let pack = self.model.questions[id].pack;
                self.count(Proved::Question, pack, |prover| prover.question(id));
            }
            Thing::Law(law) => self.count(Proved::Law, law.pack, |prover| prover.law(law)),
            Thing::Example(example) => self.counted_example(example),
            Thing::Condition(when) => self.condition(when),
            Thing::Impossible => self.proof.impossible = self.count_impossible().ok().flatten(),
        }
    }

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
}
