//! What cannot be, and is reached by dice all the same: it is counted like any other outcome, and told with its paragraph.

use super::chance::Count;
use super::experiment::Experiment;
use super::table::Results;
use crate::diagram::{Compiler, Leaf, NodeId, TooLarge};
use crate::model::{Impossible, Type};
use crate::turn::Situation;
use num_bigint::BigUint;

/// How likely it is that each of the situations that cannot be is come to, where it is at all. `counted` are the states in the
/// end, each in how many ways.
pub(super) fn reached<C: Count>(
    experiment: &Experiment<'_>,
    counted: &[(&[Leaf], C)],
) -> Vec<Results> {
    let model = experiment.model;
    let mut compiler = Compiler::new(model);
    let likely = (0..)
        .zip(&model.impossible)
        .filter_map(|(place, impossible)| {
            compiler.store.renew_budget();
            // What needs too large a diagram is not told.
            let root = compiler.impossible_one(place).ok()?;
            let mut counts = [BigUint::ZERO, BigUint::ZERO];
            for (states, ways) in counted {
                let known = situation(experiment, states);
                let [yes, no] = &mut counts;
                let place = match holds(&mut compiler, root, &known).ok()? {
                    true => yes,
                    false => no,
                };
                *place += ways.clone().into();
            }
            let [yes, no] = counts;
            (yes != BigUint::ZERO).then(|| results(impossible, yes, no))
        });
    likely.collect()
}

fn results(impossible: &Impossible, yes: BigUint, no: BigUint) -> Results {
    let name = format!("impossible: {} ({})", impossible.says, impossible.cite);
    let counts = [(Leaf::truth(true), yes), (Leaf::truth(false), no)];
    let mut results = Results::counted(name, Some(Type::Bool), counts);
    results.chances.reverse();
    results
}

/// What is known in the end: what is seen, and what was known before and does not change.
fn situation(experiment: &Experiment<'_>, states: &[Leaf]) -> Situation {
    let model = experiment.model;
    let mut known = experiment.start.situation(model);
    for fact in &experiment.changing {
        known.set(*fact, None);
    }
    for ((name, _), leaf) in experiment.shown.iter().zip(states) {
        if let Some(fact) = model.variable_names.get(name) {
            let domain = &model.variables[*fact].domain;
            known.set(*fact, leaf.value().and_then(|value| domain.index(value)));
        }
    }
    known
}

/// Whether it holds whatever the facts are that are not known.
fn holds(compiler: &mut Compiler<'_>, root: NodeId, known: &Situation) -> Result<bool, TooLarge> {
    let store = &mut compiler.store;
    let rest = store.restrict_all(root, &|fact| known.get(fact))?;
    Ok(rest.is_leaf() && store.leaf_at(rest).is(true))
}
