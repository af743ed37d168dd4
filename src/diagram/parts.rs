//! Diagrams of which each looks at facts of its own: together they are as large as all of them, and nothing is multiplied out.

use super::apply::deeper;
use super::{Built, Compiler, Leaf, NodeId, Store, operate, support};
use crate::model::{Budget, Expr, Kind, Operation};
use rustc_hash::FxHashMap;

/// What two leaves make together: in whatever order several are taken, the same must come of them.
pub type Together<'f> = &'f mut dyn FnMut(&Leaf, &Leaf) -> Leaf;

/// What came of the diagrams before, and the node that comes next, of which each is in one of them alone.
type Known = FxHashMap<(NodeId, NodeId), NodeId>;

impl Store {
    /// Diagrams in parts: none tests a variable that lies, in diagram order, before the last of the part before.
    pub fn parts(&self, roots: &[NodeId]) -> Vec<Vec<NodeId>> {
        let reach = |root: &NodeId| {
            let facts = support(self, *root).into_iter();
            let levels: Vec<u32> = facts.map(|fact| self.level(fact)).collect();
            let (first, last) = (levels.iter().min(), levels.iter().max());
            (first.copied(), last.copied(), *root)
        };
        let mut all: Vec<_> = roots.iter().map(reach).collect();
        all.sort_by_key(|(first, ..)| *first);
        let mut parts: Vec<(Option<u32>, Vec<NodeId>)> = Vec::new();
        for (first, last, root) in all {
            match parts.last_mut() {
                Some((end, part)) if first <= *end => {
                    part.push(root);
                    *end = last.max(*end);
                }
                _ => parts.push((last, vec![root])),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// What diagrams make together of which each is a part, in their order.
    pub fn chain(&mut self, roots: &[NodeId], together: Together<'_>) -> Built {
        let depth: usize = roots.iter().map(|root| self.depth(*root)).sum();
        match roots.split_first() {
            _ if depth > Budget::DEEPEST => Err(self.refuse()),
            Some((first, rest)) => self.behind(None, *first, rest, together, &mut Known::default()),
            None => Ok(self.leaf(Leaf::Silent)),
        }
    }

    /// The same behind what came of those before.
    fn behind(
        &mut self,
        mut before: Option<NodeId>,
        mut id: NodeId,
        mut rest: &[NodeId],
        together: Together<'_>,
        known: &mut Known,
    ) -> Built {
        while id.is_leaf() {
            let both = match before {
                Some(before) => {
                    let leaf = together(self.leaf_at(before), self.leaf_at(id));
                    self.leaf(leaf)
                }
                None => id,
            };
            let Some((next, others)) = rest.split_first() else {
                return Ok(both);
            };
            (before, id, rest) = (Some(both), *next, others);
        }
        let key = (before.unwrap_or(id), id);
        if let Some(done) = known.get(&key) {
            return Ok(*done);
        }
        let Some(node) = self.inner(id).cloned() else {
            return Ok(id);
        };
        let base = self.open();
        for (end, child) in node.edges {
            let child = deeper(|| self.behind(before, child, rest, together, known))?;
            self.edge(base, end, child);
        }
        let done = self.close(base, node.variable)?;
        known.insert(key, done);
        Ok(done)
    }
}

impl Compiler<'_> {
    /// A sum, whose summands are parts where they look at facts of their own.
    pub(super) fn sum(&mut self, left: &Expr, right: &Expr) -> Built {
        let mut summands = Vec::new();
        let mut waiting = vec![right, left];
        while let Some(expr) = waiting.pop() {
            match &expr.kind {
                Kind::Binary(Operation::Add, left, right) => waiting.extend([&**right, left]),
                _ => summands.push(self.expr(expr)?),
            }
        }
        let add = &mut |left: &Leaf, right: &Leaf| operate(Operation::Add, left, right);
        let mut parts = Vec::new();
        for part in self.store.parts(&summands) {
            let mut part = part.into_iter();
            let first = part.next().unwrap_or_else(|| self.silent());
            parts.push(part.try_fold(first, |sum, node| self.store.apply(sum, node, &mut *add))?);
        }
        self.store.chain(&parts, add)
    }
}
