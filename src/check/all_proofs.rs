//! Everything that is proved of a game: its questions, laws and examples, its conditions, procedures and processes.

use super::aside::is_foregone;
use super::cycle::uses_broken;
use super::in_order::{Thing, prove_in_order};
use super::memory::Memory;
use super::proof::{Proof, Proved, Prover, is_untold};
use super::{at_once, procedure_proof, process_proof};
use crate::diagnostic::Diagnostic;
use crate::diagram::Compiler;
use crate::model::{Example, Expr, Kind, Law, Model, PackId, QuestionId, VariableId};
use rustc_hash::FxHashSet;

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

/// Proofs of which only the outcome is wanted, one after the other: what several of them need is made once.
pub struct Outcomes<'c, 'a>(Prover<'c, 'a>);

impl<'c, 'a> Outcomes<'c, 'a> {
    pub fn new(compiler: &'c mut Compiler<'a>) -> Self {
        Self(Prover::new(compiler))
    }

    /// How much is told of a question.
    pub fn told_of(&mut self, id: QuestionId) -> usize {
        self.told(|prover| prover.question(id))
    }

    /// Whether an example holds.
    pub fn holds(&mut self, example: &Example) -> bool {
        self.told(|prover| prover.example(example)) == 0
    }

    /// The facts of which an example looks up what they usually are: what any other fact usually is makes no difference to it.
    pub fn looked_up(&mut self, example: &Example) -> FxHashSet<VariableId> {
        self.0.looked_up.clear();
        self.holds(example);
        std::mem::take(&mut self.0.looked_up)
    }

    pub fn is_law(&mut self, law: &Law) -> bool {
        self.told(|prover| prover.law(law)) == 0
    }

    fn told(&mut self, prove: impl FnOnce(&mut Prover<'c, 'a>)) -> usize {
        prove(&mut self.0);
        let found = std::mem::take(&mut self.0.proof).diagnostics;
        found.iter().filter(|own| !is_foregone(own)).count()
    }
}

/// What was found of procedures, and of processes.
type Others = ((Vec<PackId>, Vec<Diagnostic>), Vec<Diagnostic>);

fn with_others(mut proof: Proof, ((proved, failed), reached): Others) -> Proof {
    let proved = proved.into_iter().map(|pack| (Proved::Procedure, pack));
    proof.proved.extend(proved);
    proof.diagnostics.extend(failed.into_iter().chain(reached));
    // An exception may stand on several questions.
    let mut noted = FxHashSet::default();
    proof.diagnostics.retain(|finding| {
        let place = finding.labels.first().map(|label| label.span);
        !is_foregone(finding) || noted.insert((finding.code.name(), place))
    });
    proof
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
        .chain(usual_values(model))
        .chain(counts.then_some(Thing::Impossible))
        .collect()
}

/// What facts usually are by a calculation without an error; a question may well find other things than its fact.
fn usual_values(model: &Model) -> impl Iterator<Item = Thing<'_>> {
    let all = model.variables.enumerated();
    let all = all.flat_map(|(fact, own)| own.usually.iter().map(move |usual| (fact, usual)));
    let calculated =
        all.filter(|(_, usual)| !matches!(usual.is.kind, Kind::Constant(_) | Kind::Question(..)));
    let sound = calculated.filter(|(_, usual)| {
        let mut exprs = usual.when.iter().chain([&usual.is]);
        exprs.all(|expr| !uses_broken(model, expr))
    });
    sound.map(|(fact, usual)| Thing::Usual(fact, usual))
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
