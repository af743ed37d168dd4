//! What cannot be, and is reached by dice all the same: judged after each stage, counted like any other outcome, and told with its
//! paragraph.

use super::chance::Count;
use super::table::Results;
use crate::check::impossible_found;
use crate::diagram::{Compiler, Leaf, NodeId, Store, ends_of, support};
use crate::model::{Impossible, Model, Type, VariableId};
use crate::turn::{Slots, holds_whatever};
use num_bigint::BigUint;

/// How many of the situations that cannot be are judged at most.
const MOST: usize = 64;

/// The situations that cannot be and that something which goes on by dice can bring about.
#[derive(Clone)]
pub struct Judge<'m> {
    model: &'m Model,
    changing: Vec<VariableId>,
    store: Store,
    all: Vec<(&'m Impossible, NodeId)>,
}

impl<'m> Judge<'m> {
    /// Those that depend on one of the facts that change, be it by what questions find where nothing is said of it.
    pub fn new(
        model: &'m Model,
        changing: Vec<VariableId>,
        is_said: &dyn Fn(VariableId) -> bool,
    ) -> Self {
        let is_said = |fact| changing.contains(&fact) || is_said(fact);
        let mut compiler = Compiler::new(model);
        let mut all = Vec::new();
        for (place, impossible) in model.impossible.iter().enumerate() {
            compiler.store.renew_budget();
            // What needs too large a diagram is not told.
            if let Ok(root) = impossible_found(&mut compiler, place, &is_said)
                && support(&compiler.store, root)
                    .iter()
                    .any(|fact| changing.contains(fact))
            {
                all.push((impossible, root));
            }
        }
        all.truncate(MOST);
        Self {
            model,
            changing,
            store: compiler.store,
            all,
        }
    }

    /// Those that can still hold where something begins so, and what is left of each: no other fact changes, and what is not known
    /// of these may be anything.
    #[must_use]
    pub fn beginning(self, start: &Slots) -> Self {
        let changing = self.changing;
        let roots = vec![None; self.model.questions.len()];
        let mut compiler = Compiler::resume(self.model, self.store, roots.into());
        compiler.store.renew_budget();
        let known = |fact| (!changing.contains(&fact)).then(|| start.get(fact).index())?;
        let mut cut = |root| {
            let root = compiler.store.restrict_all(root, &known)?;
            compiler.impossible_of(&[root], &changing)
        };
        // What is too large to be cut down stays as it is.
        let left = |(impossible, root)| (impossible, cut(root).unwrap_or(root));
        let mut all: Vec<_> = self.all.into_iter().map(left).collect();
        all.retain(|(_, root)| !compiler.store.leaf_at(*root).is(false));
        Self {
            model: self.model,
            store: compiler.store,
            changing,
            all,
        }
    }

    /// The facts on which they depend.
    pub fn looks_at(&self) -> Vec<VariableId> {
        let roots = self.all.iter().map(|(_, root)| *root);
        roots.flat_map(|root| support(&self.store, root)).collect()
    }

    /// Where values of a fact begin to matter otherwise to them.
    pub fn ends(&self, fact: VariableId) -> Vec<u32> {
        let roots = self.all.iter().map(|(_, root)| *root);
        ends_of(&self.store, roots, fact)
    }

    /// Those that hold whatever is not known, a bit each.
    pub fn reached(&self, slots: &Slots) -> u64 {
        let holds = |root| holds_whatever(&self.store, root, slots);
        let held = (0..).zip(&self.all).filter(|(_, (_, root))| holds(*root));
        held.fold(0, |all, (bit, _)| all | 1 << bit)
    }

    /// How likely it is that each of them is reached at some time, where it is at all: `counted` says in how many ways which are
    /// reached.
    pub fn results<C: Count>(&self, counted: &[(u64, C)]) -> Vec<Results> {
        let mut results = Vec::new();
        for (bit, (impossible, _)) in self.all.iter().enumerate() {
            let [mut yes, mut no] = [BigUint::ZERO, BigUint::ZERO];
            for (reached, ways) in counted {
                let place = match reached >> bit & 1 {
                    0 => &mut no,
                    _ => &mut yes,
                };
                *place += ways.clone().into();
            }
            if yes == BigUint::ZERO {
                continue;
            }
            let name = format!("impossible: {} ({})", impossible.says, impossible.cite);
            let counts = [(Leaf::truth(true), yes), (Leaf::truth(false), no)];
            let mut told = Results::counted(name, Some(Type::Bool), counts);
            told.chances.reverse();
            results.push(told);
        }
        results
    }
}
