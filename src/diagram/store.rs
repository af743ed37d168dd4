//! Where nodes are stored, each once.

use super::Leaf;
use crate::model::{Budget, Grant, VariableId};
use indexmap::{Equivalent, IndexSet};
use rustc_hash::FxBuildHasher;
use std::ops::Range;

/// A leaf or an inner node of a [`Store`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

const LEAF: u32 = 1 << 31;

impl NodeId {
    pub const fn is_leaf(self) -> bool {
        self.0 & LEAF != 0
    }
}

/// The intervals of a variable's values, in ascending order: each ends before its first number and leads to its node.
pub type Edges = Box<[(u32, NodeId)]>;

/// An inner node: a test of one variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    pub variable: VariableId,
    pub edges: Edges,
}

impl Node {
    pub fn children(&self) -> impl Iterator<Item = NodeId> {
        self.edges.iter().map(|(_, child)| *child)
    }
}

/// A node that may not be stored yet.
#[derive(Hash)]
struct Test<'e> {
    variable: VariableId,
    edges: &'e [(u32, NodeId)],
}

impl Equivalent<Node> for Test<'_> {
    fn equivalent(&self, node: &Node) -> bool {
        self.variable == node.variable && *self.edges == *node.edges
    }
}

/// The budget of nodes is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// A diagram made, unless it needs more nodes than the budget has.
pub type Built = Result<NodeId, TooLarge>;

/// Nodes and leaves, each stored once, so that equal functions are equal nodes.
#[derive(Debug, Clone, Default)]
pub struct Store {
    nodes: IndexSet<Node, FxBuildHasher>,
    leaves: IndexSet<Leaf, FxBuildHasher>,
    /// For each node, how many tests lie on the longest way from it.
    depths: Vec<usize>,
    /// The edges of nodes that are being made, the innermost last.
    edges: Vec<(u32, NodeId)>,
    sizes: Vec<u32>,
    levels: Vec<u32>,
    /// How many nodes there may be, and how many leaves.
    most: [usize; 2],
    /// How many more edges may be looked at, and of how many.
    edges_left: usize,
    edges_granted: usize,
    run: Budget,
    /// How many nodes and leaves are kept at most, where that is less than the run may keep.
    kept: Option<usize>,
    has_refused: bool,
    /// What the diagrams may cost that have a budget of their own: that of the run, unless it was set apart.
    own: Budget,
}

/// What one diagram may still cost, while another is made that has a budget of its own.
#[derive(Debug)]
pub struct Outer {
    most: [usize; 2],
    edges_left: usize,
    run: Budget,
}

/// How far a [`Store`] was filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    nodes: usize,
    leaves: usize,
}

impl Store {
    /// An empty store for variables with so many values each, within the budget of a run. Diagrams test them in the order of
    /// their levels, or as they are numbered where they have none.
    pub fn new(sizes: Vec<u32>, levels: Vec<u32>, run: &Budget) -> Self {
        let mut store = Self {
            sizes,
            levels,
            run: run.clone(),
            own: run.clone(),
            ..Self::default()
        };
        store.renew_budget();
        store
    }

    pub fn leaf(&mut self, leaf: Leaf) -> NodeId {
        let (place, _) = self.leaves.insert_full(leaf);
        NodeId(LEAF | u32::try_from(place).unwrap_or(0))
    }

    /// The node with these edges: the only child where they all agree, else the stored one.
    pub fn node(
        &mut self,
        variable: VariableId,
        edges: impl IntoIterator<Item = (u32, NodeId)>,
    ) -> Built {
        let base = self.open();
        for (end, child) in edges {
            self.edge(base, end, child);
        }
        self.close(base, variable)
    }

    /// Begins a node, within others that are not closed yet: what [`Self::edge`] and [`Self::close`] want to know.
    pub(super) const fn open(&self) -> usize {
        self.edges.len()
    }

    /// Gives the node that was opened last one edge more; neighbours that lead to the same place are one.
    pub(super) fn edge(&mut self, base: usize, end: u32, child: NodeId) {
        self.edges_left = self.edges_left.saturating_sub(1);
        match self.edges.get_mut(base..).and_then(<[_]>::last_mut) {
            Some((last_end, last)) if *last == child => *last_end = end,
            _ => self.edges.push((end, child)),
        }
    }

    /// The node that was opened last: the only child where all its edges agree, else the stored one.
    pub(super) fn close(&mut self, base: usize, variable: VariableId) -> Built {
        let edges = self.edges.get(base..).unwrap_or_default();
        let made = match edges {
            _ if self.edges_left == 0 || self.leaves.len() >= self.most_leaves() => Err(TooLarge),
            [(_, only)] => Ok(*only),
            _ => match self.nodes.get_index_of(&Test { variable, edges }) {
                Some(place) => numbered(place),
                None if self.nodes.len() >= self.most_nodes() => Err(TooLarge),
                None => {
                    let below = edges.iter().map(|(_, child)| self.depth(*child)).max();
                    let depth = 1 + below.unwrap_or_default();
                    let edges = edges.into();
                    if depth > Budget::DEEPEST {
                        Err(TooLarge)
                    } else {
                        self.depths.push(depth);
                        numbered(self.nodes.insert_full(Node { variable, edges }).0)
                    }
                }
            },
        };
        self.edges.truncate(base);
        self.has_refused |= made.is_err();
        made
    }

    /// Counts so many steps that look at no edge.
    pub(super) const fn step(&mut self, steps: usize) -> Result<(), TooLarge> {
        self.edges_left = self.edges_left.saturating_sub(steps);
        match self.edges_left {
            0 => Err(self.refuse()),
            _ => Ok(()),
        }
    }

    /// How many tests lie on the longest way from a node.
    pub(super) fn depth(&self, id: NodeId) -> usize {
        let depth = self.depths.get(id.0 as usize).filter(|_| !id.is_leaf());
        depth.copied().unwrap_or_default()
    }

    /// The inner node, or nothing where the id is a leaf's.
    pub fn inner(&self, id: NodeId) -> Option<&Node> {
        if id.is_leaf() {
            None
        } else {
            self.nodes.get_index(id.0 as usize)
        }
    }

    /// The leaf at a node; [`Leaf::Nothing`] where the node is an inner one.
    pub fn leaf_at(&self, id: NodeId) -> &Leaf {
        let place = id.is_leaf().then_some((id.0 & !LEAF) as usize);
        let leaf = place.and_then(|place| self.leaves.get_index(place));
        leaf.unwrap_or(&Leaf::Nothing)
    }

    /// How many values a variable has.
    pub fn size(&self, variable: VariableId) -> u32 {
        self.sizes.get(variable.index()).copied().unwrap_or(1)
    }

    /// The place of a variable in the order in which diagrams test them.
    pub fn level(&self, variable: VariableId) -> u32 {
        let level = self.levels.get(variable.index());
        level.copied().unwrap_or(variable.0)
    }

    /// Lets as much be made again as one question may cost.
    pub fn renew_budget(&mut self) {
        self.edges.clear();
        self.count_steps();
        let Grant { nodes, steps } = self.run.grant();
        (self.edges_left, self.edges_granted) = (steps, steps);
        self.limit_budget(nodes);
    }

    /// Counts the steps since the budget was renewed as the run's.
    fn count_steps(&mut self) {
        self.run.spend(self.edges_granted - self.edges_left);
        self.edges_granted = self.edges_left;
    }

    /// Lets no more than so many nodes be added until the budget is renewed.
    pub fn limit_budget(&mut self, nodes: usize) {
        let most = self.most_kept();
        self.most =
            [self.nodes.len(), self.leaves.len()].map(|kept| kept.saturating_add(nodes).min(most));
    }

    /// Keeps no more than so many nodes, and leaves.
    pub fn keep_at_most(&mut self, nodes: usize) {
        self.kept = Some(nodes);
        self.renew_budget();
    }

    /// Whether anything has needed more than its budget.
    pub const fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Notes that something is too large that no node was made for.
    pub(super) const fn refuse(&mut self) -> TooLarge {
        self.has_refused = true;
        TooLarge
    }

    fn most_kept(&self) -> usize {
        let most = self.run.most_nodes();
        self.kept.map_or(most, |kept| kept.min(most))
    }

    const fn most_nodes(&self) -> usize {
        self.most[0]
    }

    const fn most_leaves(&self) -> usize {
        self.most[1]
    }

    /// Begins a diagram within another one, with a budget of its own: the more rules make it, the more it may cost. One that was
    /// paid for before costs nothing.
    pub(super) fn begin(&mut self, rules: usize, is_paid: bool) -> Outer {
        self.edges.clear();
        self.count_steps();
        let own = match is_paid {
            true => Budget::default(),
            false => self.own.clone(),
        };
        let outer = Outer {
            most: self.most,
            edges_left: self.edges_left,
            run: std::mem::replace(&mut self.run, own),
        };
        self.renew_budget();
        let Grant { nodes, steps } = Budget::RULE;
        self.edges_left += steps.saturating_mul(rules);
        self.edges_granted = self.edges_left;
        let most = self.most_kept();
        self.most = self
            .most
            .map(|own| own.saturating_add(nodes.saturating_mul(rules)).min(most));
        outer
    }

    /// Goes on with the outer diagram.
    pub(super) fn end(&mut self, outer: Outer) {
        self.edges.clear();
        self.count_steps();
        self.run = outer.run;
        // What the inner one added is not the outer one's.
        let [nodes, leaves] = outer.most;
        self.most = [nodes.max(self.nodes.len()), leaves.max(self.leaves.len())];
        self.edges_left = outer.edges_left;
        self.edges_granted = outer.edges_left;
    }

    /// Begins another run: what was spent so far counts no more.
    pub fn renew_run(&mut self) {
        self.run.renew();
        self.renew_budget();
    }

    /// From now on, the diagrams with a budget of their own are made within this one, which no other run renews.
    pub fn set_apart(&mut self, own: Budget) {
        self.own = own;
    }

    /// What the diagrams with a budget of their own are made within.
    pub fn own_budget(&self) -> Budget {
        self.own.clone()
    }

    /// Whether a node or leaf was there at the mark.
    pub fn was_there(mark: Mark, id: NodeId) -> bool {
        let place = (id.0 & !LEAF) as usize;
        place
            < if id.is_leaf() {
                mark.leaves
            } else {
                mark.nodes
            }
    }

    /// A point to go back to by [`Self::go_back`].
    pub fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            leaves: self.leaves.len(),
        }
    }

    /// Forgets the nodes and leaves made since the mark; their ids must not be used any more.
    pub fn go_back(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.depths.truncate(mark.nodes);
        self.leaves.truncate(mark.leaves);
    }

    /// Where a node leads to another one but for one range of its variable: that range, and where it leads there.
    pub(super) fn only_range(
        &self,
        id: NodeId,
        other: NodeId,
    ) -> Option<(VariableId, Range<u32>, NodeId)> {
        let node = self.inner(id)?;
        let (range, child) = match *node.edges {
            [(end, child), (_, last)] if last == other => (0..end, child),
            [(start, first), (end, child)] if first == other => (start..end, child),
            [(start, first), (end, child), (_, last)] if first == other && last == other => {
                (start..end, child)
            }
            _ => return None,
        };
        Some((node.variable, range, child))
    }

    /// How many inner nodes are stored.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The child for a value of the node's variable.
    pub fn child(node: &Node, index: u32) -> NodeId {
        let at = node.edges.partition_point(|(end, _)| *end <= index);
        let edge = node.edges.get(at).or(node.edges.last());
        edge.map_or(NodeId(LEAF), |(_, child)| *child)
    }
}

fn numbered(place: usize) -> Built {
    u32::try_from(place).map(NodeId).map_err(|_| TooLarge)
}
