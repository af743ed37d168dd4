//! The guard of a change: it may change these questions, under these conditions, and nothing else.

use super::compare::Comparison;
use crate::diagram::{Leaf, TooLarge, find};
use crate::model::{Expr, Model};

/// A question that may change.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// Its name.
    pub question: &'a str,
    /// The condition, of the new model, under which it may; always, if there is none.
    pub when: Option<&'a Expr>,
}

/// A change outside its scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The question that changed.
    pub question: String,
    /// Whether it may not change at all; otherwise it changed outside the condition.
    pub undeclared: bool,
    /// A situation in which it did: facts and values by name.
    pub witness: Vec<(String, String)>,
}

/// Every question that changed by its own rules and not within the scope. A question that changed only through others is as much
/// within it as they are. The error tells what could not be compared.
pub fn breaches(old: &Model, new: &Model, scope: &[Scope<'_>]) -> Result<Vec<Breach>, String> {
    let mut comparison = Comparison::new(old, new);
    let mut found = Vec::new();
    for (old_id, new_id) in comparison.changed_by_themselves()? {
        let Some(question) = new.question(new_id) else {
            continue;
        };
        let mut allowed = scope
            .iter()
            .filter(|scope| scope.question == question.name)
            .peekable();
        let undeclared = allowed.peek().is_none();
        let too_large =
            |TooLarge| format!("`{}` needs too large a decision diagram", question.name);
        let mut difference = comparison.difference(old_id, new_id).map_err(too_large)?;
        for scope in allowed {
            difference = match scope.when {
                None => comparison.store.leaf(Leaf::truth(false)),
                Some(when) => {
                    let when = comparison.condition(when).map_err(too_large)?;
                    let outside = |differs: &Leaf, when: &Leaf| {
                        Leaf::truth(differs.is(true) && !when.is(true))
                    };
                    comparison
                        .store
                        .apply(difference, when, &mut |one, other| outside(one, other))
                        .map_err(too_large)?
                }
            };
        }
        if let Some((witness, _)) = find(&comparison.store, difference, &|leaf| leaf.is(true)) {
            let named = witness.into_iter().filter_map(|(variable, index)| {
                let shared = comparison.space.variable(variable)?;
                Some((
                    shared.name.clone(),
                    shared
                        .domain
                        .value(index)
                        .show(&comparison.space.words, false),
                ))
            });
            found.push(Breach {
                question: question.name.clone(),
                undeclared,
                witness: named.collect(),
            });
        }
    }
    Ok(found)
}
