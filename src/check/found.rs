//! What cannot be, where questions find facts of which nothing is said.

use super::comes_from;
use crate::diagram::{Built, Compiler, Leaf, support};
use crate::model::{Model, VariableId};

/// The diagram of whether a situation is excluded by one of those that cannot be, by its place, where questions find what nobody says:
/// as everywhere, only where all that they need is said or found.
pub fn impossible_found(
    compiler: &mut Compiler<'_>,
    place: usize,
    is_said: &dyn Fn(VariableId) -> bool,
) -> Built {
    let model = compiler.model;
    let mut root = compiler.impossible_one(place)?;
    let mut put_in = Vec::new();
    loop {
        let mut facts = support(&compiler.store, root);
        facts.retain(|fact| {
            !is_said(*fact) && is_found(model, *fact, is_said) && !put_in.contains(fact)
        });
        let last = last_of(model, &facts);
        let Some((fact, finder)) = last.and_then(|fact| Some((fact, model.finder(fact)?))) else {
            return Ok(root);
        };
        put_in.push(fact);
        let by = compiler.question(finder)?;
        let domain = &model.variables[fact].domain;
        let index_of = |_, leaf: &Leaf| domain.index(leaf.value()?);
        root = compiler
            .store
            .compose_asked(root, &[(fact, by)], &index_of)?;
        root = compiler
            .store
            .map(root, &mut |leaf| Leaf::truth(leaf.is(true)))?;
    }
}

/// Whether a question finds a fact of which nothing is said, and knows all that it needs.
fn is_found(model: &Model, fact: VariableId, is_said: &dyn Fn(VariableId) -> bool) -> bool {
    let has_finder =
        |fact: VariableId| model.roll_of(fact).is_none() && model.finder(fact).is_some();
    let is_known =
        |from: VariableId| is_said(from) || has_finder(from) || model.variables[from].is_choice();
    has_finder(fact) && comes_from(model, fact).into_iter().all(is_known)
}

/// The first of some facts from which none of the others comes; where each comes from another one, the first.
pub fn last_of(model: &Model, facts: &[VariableId]) -> Option<VariableId> {
    let from: Vec<_> = facts.iter().map(|fact| comes_from(model, *fact)).collect();
    let is_last = |fact: &&VariableId| {
        let mut others = facts.iter().zip(&from).filter(|(other, _)| other != fact);
        others.all(|(_, from)| !from.contains(fact))
    };
    facts.iter().find(is_last).or(facts.first()).copied()
}
