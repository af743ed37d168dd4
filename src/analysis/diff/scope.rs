//! The guard of a change: it may change these questions, under these conditions, and nothing else.

use super::both::{Both, Item, TOO_LARGE};
use crate::diagram::{Leaf, TooLarge, find};
use crate::model::{Expr, Model};

/// A question that may change.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
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
///
/// With the breaches come the questions of the scope that have not changed at all.
pub fn breaches(
    old: &Model,
    new: &Model,
    scope: &[Scope<'_>],
) -> Result<(Vec<Breach>, Vec<String>), String> {
    let mut both = Both::new(old, new);
    // What an error leaves without an answer in both is told by that error.
    let uncompared = both.compare_all(&|| true);
    let mut uncompared = uncompared.iter();
    if let Some((_, why)) = uncompared.find(|(pair, _)| both.are_broken(*pair) != [true, true]) {
        return Err((*why).to_owned());
    }
    let changed: Vec<String> = both.changed.iter().map(|pair| both.name(*pair)).collect();
    let idle = scope.iter().map(|scope| scope.question.to_owned());
    let idle = idle
        .filter(|question| !changed.contains(question))
        .collect();
    let mut breaches = Vec::new();
    for pair in both.changed.clone() {
        if both
            .only_through(pair.map(Item::Question))
            .map_err(|TooLarge| TOO_LARGE)?
        {
            continue;
        }
        let question = both.name(pair);
        let allowed: Vec<_> = scope
            .iter()
            .filter(|scope| scope.question == question)
            .collect();
        let outside = (|| {
            let mut difference = both.difference(pair)?;
            for scope in &allowed {
                let never = both.store.leaf(Leaf::truth(false));
                difference = match scope.when {
                    None => never,
                    Some(when) => {
                        let when = both.condition(when)?;
                        both.store.apply(difference, when, &mut |differs, when| {
                            Leaf::truth(differs.is(true) && !when.is(true))
                        })?
                    }
                };
            }
            Ok(difference)
        })();
        let outside = outside
            .map_err(|TooLarge| format!("`{question}` needs too large a decision diagram"))?;
        if let Some((witness, _)) = find(&both.store, outside, &|leaf| leaf.is(true)) {
            breaches.push(Breach {
                question,
                undeclared: allowed.is_empty(),
                witness: both.space.named(&witness),
            });
        }
    }
    Ok((breaches, idle))
}
