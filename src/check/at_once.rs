//! Questions, laws and examples that several threads prove at the same time: what is found is what one after the other finds.
//!
//! Each part of them has diagrams of its own, and all spend the one budget of the run. That costs at least what one after the
//! other costs, where a diagram that is there already costs nothing: so where no part is refused anything, and the budget is not
//! used up by all of them, nothing would have been refused in order either. Else what was found is given up, and proved again
//! in order. Either way, what is refused does not hang on how many threads there are, nor on which of them is first.

use super::in_order::{Thing, prove_in_order};
use super::proof::{Proof, Prover};
use crate::diagram::Compiler;
use crate::model::{Asked, Model, QuestionId};
use rayon::prelude::*;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

/// Of fewer things each waits for the other.
const FEW: usize = 100;

/// So many parts are made for each thread, so that none is idle for long; what several of them use, each makes for itself.
const PARTS: usize = 2;

/// And no more than so many: they share the nodes that are kept.
const MOST_PARTS: usize = 8;

/// Things, each with its place in the order in which they are told.
type Part<'m> = Vec<(usize, Thing<'m>)>;

/// Proves all things; nothing, where they are to be proved again, one after the other.
pub fn prove(
    model: &Model,
    things: &[Thing<'_>],
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Option<Proof> {
    let threads = rayon::current_num_threads();
    if threads < 2 || things.len() < FEW {
        return Some(prove_in_order(model, things, None, goes_on));
    }
    let parts = parts(model, things, (threads * PARTS).min(MOST_PARTS));
    // Together they keep no more than one alone may.
    let nodes = model.budget.most_nodes() / parts.len().max(1);
    let is_refused = AtomicBool::new(false);
    let goes_on = || goes_on() && !is_refused.load(Ordering::Relaxed) && !model.budget.is_used_up();
    let done = parts.into_par_iter().with_max_len(1).map(|part| {
        let done = prove_part(model, part, nodes, &goes_on);
        is_refused.fetch_or(done.is_none(), Ordering::Relaxed);
        done
    });
    let done: Option<Vec<Vec<(usize, Proof)>>> = done.collect();
    let mut done: Vec<(usize, Proof)> = done?.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(place, _)| *place);
    let mut all = Proof::default();
    for (_, proof) in done {
        all.add(proof);
    }
    Some(all)
}

/// What is found of each thing; nothing, where one was refused anything.
fn prove_part(
    model: &Model,
    part: Part<'_>,
    nodes: usize,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<(usize, Proof)>> {
    let mut compiler = Compiler::new(model);
    compiler.store.keep_at_most(nodes);
    let mut prover = Prover::new(&mut compiler);
    let mut done = Vec::with_capacity(part.len());
    for (place, thing) in part {
        if !goes_on() {
            break;
        }
        prover.thing(thing);
        if prover.compiler.store.has_refused() {
            return None;
        }
        done.push((place, mem::take(&mut prover.proof)));
    }
    Some(done)
}

/// So many parts of some things, each about as much work as the others: what asks the same question stands in one.
fn parts<'m>(model: &Model, things: &[Thing<'m>], count: usize) -> Vec<Part<'m>> {
    let mut things: Part<'m> = things.iter().copied().enumerate().collect();
    things.sort_by_cached_key(|(_, thing)| asked(*thing));
    let work = |thing: Thing<'_>| match thing {
        Thing::Question(id) => 1 + model.questions[id].rules.len(),
        _ => 1,
    };
    let whole: usize = things.iter().map(|(_, thing)| work(*thing)).sum();
    let most = whole.div_ceil(count.max(1));
    let mut parts = Vec::with_capacity(count);
    let (mut part, mut own) = (Part::new(), 0);
    for (place, thing) in things {
        part.push((place, thing));
        own += work(thing);
        if own >= most {
            parts.push(mem::take(&mut part));
            own = 0;
        }
    }
    parts.push(part);
    // What is there already is never more than in order.
    for part in &mut parts {
        part.sort_unstable_by_key(|(place, _)| *place);
    }
    parts
}

/// Of which question, process or procedure something is, in an order in which the like stands together.
fn asked(thing: Thing<'_>) -> (u8, usize) {
    let question = |id: Option<QuestionId>| id.map_or((3, 0), |id| (0, id.index()));
    match thing {
        Thing::Question(id) => question(Some(id)),
        Thing::Law(law) => question(law.always.questions().next()),
        Thing::Condition(when) => question(when.questions().next()),
        Thing::Usual(_, usual) => question(usual.is.questions().next()),
        Thing::Example(example) => match &example.asked {
            Asked::Questions(asked) => question(asked.first().map(|(id, ..)| *id)),
            Asked::Process(id, _) => (1, id.index()),
            Asked::Procedure(id, ..) => (2, id.index()),
        },
        Thing::Impossible => question(None),
    }
}
