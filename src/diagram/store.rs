//! Where nodes are stored, each once.

use super::Leaf;
use crate::model::VariableId;
use indexmap::{Equivalent, IndexSet};
use rustc_hash::FxBuildHasher;

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
    /// The edges of nodes that are being made, the innermost last.
    edges: Vec<(u32, NodeId)>,
    sizes: Vec<u32>,
    budget: usize,
    /// How many more edges may be looked at.
    edges_left: usize,
}

/// How far a [`Store`] was filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    nodes: usize,
    leaves: usize,
}

impl Store {
    /// The most nodes that the making of one question's diagram may add.
    pub const BUDGET: usize = 500_000;

    /// The most edges that are looked at for it: few nodes can take long to find where each has many values.
    const EDGES: usize = 10_000_000;

    /// An empty store for variables with so many values each, in diagram order.
    pub fn new(sizes: Vec<u32>) -> Self {
        Self {
            sizes,
            budget: Self::BUDGET,
            edges_left: Self::EDGES,
            ..Self::default()
        }
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
            _ if self.edges_left == 0 => Err(TooLarge),
            [(_, only)] => Ok(*only),
            _ => match self.nodes.get_index_of(&Test { variable, edges }) {
                Some(place) => numbered(place),
                None if self.nodes.len() >= self.budget => Err(TooLarge),
                None => {
                    let edges = edges.into();
                    numbered(self.nodes.insert_full(Node { variable, edges }).0)
                }
            },
        };
        self.edges.truncate(base);
        made
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

    /// Lets another [`Self::BUDGET`] of nodes be added, and as many edges be looked at again.
    pub fn renew_budget(&mut self) {
        self.edges.clear();
        self.edges_left = Self::EDGES;
        self.limit_budget(Self::BUDGET);
    }

    /// Lets no more than so many nodes be added until the budget is renewed.
    pub fn limit_budget(&mut self, nodes: usize) {
        self.budget = self.nodes.len().saturating_add(nodes);
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
        self.leaves.truncate(mark.leaves);
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
