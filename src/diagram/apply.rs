//! Functions of diagrams: leaf by leaf, with shared parts done once.

use super::{Built, Leaf, Node, NodeId, Store, leaves, support};
use crate::model::VariableId;
use rustc_hash::FxHashMap;

/// Goes a step deeper, on more stack where there is little left: of several diagrams together one is as deep as all.
pub fn deeper<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, step)
}

/// What diagrams make without being walked through, be they leaves or known to give the same everywhere. It may replace them by
/// what they come to.
type Settle<'f, const N: usize> = &'f dyn Fn(&Store, &mut [NodeId; N]) -> Option<NodeId>;

impl Store {
    /// Bryant's *apply* for any number of diagrams: that of `leaf` of their leaves, wherever they lead.
    fn apply_to<const N: usize>(
        &mut self,
        mut ids: [NodeId; N],
        settle: Settle<'_, N>,
        leaf: &mut dyn FnMut([&Leaf; N]) -> Leaf,
        known: &mut FxHashMap<[NodeId; N], NodeId>,
    ) -> Built {
        let settled = settle(self, &mut ids);
        if let Some(done) = settled.or_else(|| known.get(&ids).copied()) {
            return Ok(done);
        }
        let done = if ids.iter().all(|id| id.is_leaf()) {
            let leaf = leaf(ids.map(|id| self.leaf_at(id)));
            self.leaf(leaf)
        } else {
            let mut pieces = Pieces::of(self, ids);
            let base = self.open();
            while let Some((end, children)) = pieces.next(self) {
                let child = deeper(|| self.apply_to(children, settle, leaf, known))?;
                self.edge(base, end, child);
            }
            self.close(base, pieces.variable)?
        };
        known.insert(ids, done);
        Ok(done)
    }

    /// The diagram with each leaf replaced by what `f` makes of it.
    pub fn map(&mut self, root: NodeId, f: &mut dyn FnMut(&Leaf) -> Leaf) -> Built {
        let leaf = &mut |[leaf]: [&Leaf; 1]| f(leaf);
        self.apply_to([root], &|_, _| None, leaf, &mut FxHashMap::default())
    }

    /// The diagram of `f` of both leaves, wherever the two lead.
    pub fn apply(
        &mut self,
        left: NodeId,
        right: NodeId,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
    ) -> Built {
        self.apply_unless(left, right, &|_, _| None, f)
    }

    /// The same, where `settled` tells of some pairs of diagrams what they make: these are not walked through. It must be what
    /// `f` makes of them.
    pub fn apply_unless(
        &mut self,
        left: NodeId,
        right: NodeId,
        settled: &dyn Fn(NodeId, NodeId) -> Option<NodeId>,
        f: &mut dyn FnMut(&Leaf, &Leaf) -> Leaf,
    ) -> Built {
        let settle = |_: &Self, [left, right]: &mut [NodeId; 2]| settled(*left, *right);
        let leaf = &mut |[left, right]: [&Leaf; 2]| f(left, right);
        self.apply_to([left, right], &settle, leaf, &mut FxHashMap::default())
    }

    /// If-then-else: `then` where the condition is yes, `other` where it is no; where it is neither, what it is.
    pub fn ite(&mut self, condition: NodeId, then: NodeId, other: NodeId) -> Built {
        let settle = |store: &Self, [condition, then, other]: &mut [NodeId; 3]| {
            let leaf = condition.is_leaf().then(|| store.leaf_at(*condition))?;
            Some(match leaf {
                leaf if leaf.is(true) => *then,
                leaf if leaf.is(false) => *other,
                _ => *condition,
            })
        };
        let leaf = &mut |[condition, ..]: [&Leaf; 3]| condition.clone();
        let ids = [condition, then, other];
        self.apply_to(ids, &settle, leaf, &mut FxHashMap::default())
    }

    /// The diagram where a variable has one value.
    pub fn restrict(&mut self, root: NodeId, variable: VariableId, index: u32) -> Built {
        let level = self.level(variable);
        let settle = |store: &Self, [id]: &mut [NodeId; 1]| match store.inner(*id) {
            Some(node) if node.variable == variable => Some(Self::child(node, index)),
            Some(node) if store.level(node.variable) < level => None,
            _ => Some(*id),
        };
        self.restricted(root, &settle)
    }

    /// The diagram with everything known put in: what it still depends on is what still matters.
    pub fn restrict_all(
        &mut self,
        root: NodeId,
        known: &dyn Fn(VariableId) -> Option<u32>,
    ) -> Built {
        let settle = |store: &Self, [id]: &mut [NodeId; 1]| {
            while let Some(node) = store.inner(*id) {
                *id = Self::child(node, known(node.variable)?);
            }
            Some(*id)
        };
        self.restricted(root, &settle)
    }

    fn restricted(&mut self, root: NodeId, settle: Settle<'_, 1>) -> Built {
        let leaf = &mut |[leaf]: [&Leaf; 1]| leaf.clone();
        self.apply_to([root], settle, leaf, &mut FxHashMap::default())
    }

    /// The diagram where variables are what other diagrams say, all at once. `index_of` tells the index of a leaf's value for a
    /// variable; a value that the variable cannot have leads to [`Leaf::Outside`], any other leaf stands for itself.
    pub fn compose(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
        index_of: &dyn Fn(VariableId, &Leaf) -> Option<u32>,
    ) -> Built {
        self.composed_of(root, bound, index_of, false)
    }

    /// The same where the other diagrams are those of questions: where one of these is not asked, its variable stays what it is.
    pub fn compose_asked(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
        index_of: &dyn Fn(VariableId, &Leaf) -> Option<u32>,
    ) -> Built {
        self.composed_of(root, bound, index_of, true)
    }

    fn composed_of(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
        index_of: &dyn Fn(VariableId, &Leaf) -> Option<u32>,
        stays: bool,
    ) -> Built {
        // What is the same everywhere is put in first, so that nothing is made for it in each of the parts.
        let constant = |(variable, by): &(VariableId, NodeId)| match self.inner(*by) {
            None => Some((*variable, index_of(*variable, self.leaf_at(*by))?)),
            Some(_) => None,
        };
        let constants: FxHashMap<VariableId, u32> = bound.iter().filter_map(constant).collect();
        let others = bound
            .iter()
            .filter(|(fact, _)| !constants.contains_key(fact));
        let others: Vec<_> = others.copied().collect();
        let root = self.restrict_all(root, &|variable| constants.get(&variable).copied())?;
        self.composed(root, &others, index_of, stays)
    }

    fn composed(
        &mut self,
        root: NodeId,
        bound: &[(VariableId, NodeId)],
        index_of: &dyn Fn(VariableId, &Leaf) -> Option<u32>,
        stays: bool,
    ) -> Built {
        let Some(((variable, by), rest)) = bound.split_first() else {
            return Ok(root);
        };
        if !support(self, root).contains(variable) {
            return self.composed(root, rest, index_of, stays);
        }
        let result = self.map(*by, &mut |leaf| match leaf {
            Leaf::Value(_) => Leaf::Outside,
            other => other.clone(),
        })?;
        let mut parts = Vec::new();
        for leaf in leaves(self, *by) {
            let part = match index_of(*variable, &leaf) {
                Some(index) => self.restrict(root, *variable, index)?,
                None if stays && leaf == Leaf::Outside => root,
                None => continue,
            };
            parts.push((leaf, self.composed(part, rest, index_of, stays)?));
        }
        if parts.is_empty() {
            return Ok(result);
        }
        let part = self.of_parts(*by, &parts)?;
        let here = self.is_any_of(*by, &parts)?;
        self.ite(here, part, result)
    }

    /// The part that belongs to the leaf of a diagram, which is one of these. Halves are put together, so that none of what is made
    /// on the way is gone through for each part.
    fn of_parts(&mut self, by: NodeId, parts: &[(Leaf, NodeId)]) -> Built {
        let (first, others) = parts.split_at(parts.len() / 2);
        if let (&[], [(_, part)]) = (first, others) {
            return Ok(*part);
        }
        let [node, other] = [self.of_parts(by, first)?, self.of_parts(by, others)?];
        let here = self.is_any_of(by, first)?;
        self.ite(here, node, other)
    }

    fn is_any_of(&mut self, by: NodeId, parts: &[(Leaf, NodeId)]) -> Built {
        let is_one = |other: &Leaf| parts.iter().any(|(leaf, _)| leaf == other);
        self.map(by, &mut |other| Leaf::truth(is_one(other)))
    }
}

/// The common intervals of the nodes that test one variable, the first in diagram order, each with the children there.
struct Pieces<const N: usize> {
    ids: [NodeId; N],
    variable: VariableId,
    /// Of each node, which edge comes next.
    places: [usize; N],
    start: u32,
}

impl<const N: usize> Pieces<N> {
    fn of(store: &Store, ids: [NodeId; N]) -> Self {
        let tested = ids.iter().filter_map(|id| store.inner(*id));
        let first = tested.map(|node| node.variable);
        let first = first.min_by_key(|variable| store.level(*variable));
        Self {
            ids,
            variable: first.unwrap_or(VariableId(0)),
            places: [0; N],
            start: 0,
        }
    }

    /// The end of the next interval, and the children.
    fn next(&mut self, store: &Store) -> Option<(u32, [NodeId; N])> {
        let size = store.size(self.variable);
        if self.start >= size {
            return None;
        }
        let nodes = self.ids.map(|id| {
            let node = store.inner(id);
            node.filter(|node| node.variable == self.variable)
        });
        let edge = |node: Option<&Node>, place: usize| {
            node.and_then(|node| node.edges.get(place)).copied()
        };
        let edges = nodes.iter().zip(self.places);
        let ends = edges.filter_map(|(node, place)| edge(*node, place).map(|(end, _)| end));
        let end = ends.filter(|end| *end > self.start).min().unwrap_or(size);
        let mut children = self.ids;
        for ((child, place), node) in children.iter_mut().zip(&mut self.places).zip(nodes) {
            if let Some((edge_end, to)) = edge(node, *place) {
                *child = to;
                if edge_end == end && edge(node, *place + 1).is_some() {
                    *place += 1;
                }
            }
        }
        self.start = end;
        Some((end, children))
    }
}
