//! What is to be proved, and proving it one after the other.

use super::imprint::Imprints;
use super::memory::{Memory, recalled};
use super::proof::{Proof, Proved, Prover};
use crate::diagram::Compiler;
use crate::model::{Example, Expr, Law, Model, PackId, QuestionId, Usual, VariableId};

/// What is proved on diagrams that are made together.
#[derive(Debug, Clone, Copy)]
pub enum Thing<'m> {
    Question(QuestionId),
    Law(&'m Law),
    Example(&'m Example),
    /// A condition is to hold somewhere.
    Condition(&'m Expr),
    /// What a fact usually is, is to be one of its values.
    Usual(VariableId, &'m Usual),
    /// How many situations cannot be is counted.
    Impossible,
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
            Thing::Usual(fact, usual) => imprints.usual(*fact, usual),
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
                let question = &self.model.questions[id];
                let what = match question.process {
                    None => Proved::Question,
                    Some(_) => Proved::State,
                };
                self.count(what, question.pack, |prover| prover.question(id));
            }
            Thing::Law(law) => self.count(Proved::Law, law.pack, |prover| prover.law(law)),
            Thing::Example(example) => self.counted_example(example),
            Thing::Condition(when) => self.condition(when),
            Thing::Usual(fact, usual) => self.usual_value(fact, usual),
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
        let told = |prover: &Self| (prover.told, prover.untold, prover.proof.proved.len());
        let before = told(self);
        prove(self);
        if told(self) == before {
            self.proof.proved.push((of, pack));
        }
    }
}
