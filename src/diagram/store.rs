//! Where nodes are stored, each once.

use super::Leaf;
use crate::model::VariableId;
use rustc_hash::FxHashMap;

/// A node of a [`Store`]: a leaf or an inner node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

const LEAF: u32 = 1 << 31;

/// The intervals of a variable's values, in ascending order: each ends before its first number and leads to its node.
pub type Edges = Box<[(u32, NodeId)]>;

/// An inner node: a test of one variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Node {
    /// The variable.
    pub variable: VariableId,
    /// Where its values lead.
    pub edges: Edges,
}

/// The budget of nodes is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

/// Nodes and leaves, each stored once, so that equal functions are equal nodes.
#[derive(Debug, Clone, Default)]
pub struct Store {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, NodeId>,
    leaves: Vec<Leaf>,
    leaf_ids: FxHashMap<Leaf, NodeId>,
    sizes: Vec<u32>,
    budget: usize,
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

    /// An empty store for variables with so many values each, in diagram order.
    #[must_use]
    pub fn new(sizes: Vec<u32>) -> Self {
        Self {
            nodes: Vec::new(),
            unique: FxHashMap::default(),
            leaves: Vec::new(),
            leaf_ids: FxHashMap::default(),
            sizes,
            budget: Self::BUDGET,
        }
    }

    /// The leaf's node.
    pub fn leaf(&mut self, leaf: Leaf) -> NodeId {
        if let Some(id) = self.leaf_ids.get(&leaf) {
            return *id;
        }
        let id = NodeId(LEAF | u32::try_from(self.leaves.len()).unwrap_or(0));
        self.leaves.push(leaf.clone());
        self.leaf_ids.insert(leaf, id);
        id
    }

    /// The node with these edges: the only child where they all agree, else the stored one.
    pub fn node(&mut self, variable: VariableId, mut edges: Vec<(u32, NodeId)>) -> Result<NodeId, TooLarge> {
        join_equal(&mut edges);
        if let [(_, only)] = edges.as_slice() {
            return Ok(*only);
        }
        let node = Node { variable, edges: edges.into_boxed_slice() };
        if let Some(id) = self.unique.get(&node) {
            return Ok(*id);
        }
        if self.nodes.len() >= self.budget {
            return Err(TooLarge);
        }
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(|_| TooLarge)?);
        self.nodes.push(node.clone());
        self.unique.insert(node, id);
        Ok(id)
    }

    /// The inner node, or nothing where the id is a leaf's.
    #[must_use]
    pub fn inner(&self, id: NodeId) -> Option<&Node> {
        if id.0 & LEAF == 0 { self.nodes.get(id.0 as usize) } else { None }
    }

    /// The leaf at a node; [`Leaf::Nothing`] where the node is an inner one.
    #[must_use]
    pub fn leaf_at(&self, id: NodeId) -> &Leaf {
        if id.0 & LEAF == 0 {
            return &Leaf::Nothing;
        }
        self.leaves.get((id.0 & !LEAF) as usize).unwrap_or(&Leaf::Nothing)
    }

    /// Whether a node is a leaf.
    #[must_use]
    pub const fn is_leaf(&self, id: NodeId) -> bool {
        id.0 & LEAF != 0
    }

    /// How many values a variable has.
    #[must_use]
    pub fn size(&self, variable: VariableId) -> u32 {
        self.sizes.get(variable.index()).copied().unwrap_or(1)
    }

    /// Lets another [`Self::BUDGET`] of nodes be added.
    pub fn renew_budget(&mut self) {
        self.budget = self.nodes.len().saturating_add(Self::BUDGET);
    }

    /// A point to go back to by [`Self::go_back`].
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), leaves: self.leaves.len() }
    }

    /// Forgets the nodes and leaves made since the mark; their ids must not be used any more.
    pub fn go_back(&mut self, mark: Mark) {
        for node in self.nodes.drain(mark.nodes.min(self.nodes.len())..) {
            self.unique.remove(&node);
        }
        for leaf in self.leaves.drain(mark.leaves.min(self.leaves.len())..) {
            self.leaf_ids.remove(&leaf);
        }
    }

    /// How many inner nodes are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no inner node is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The child for a value of the node's variable.
    #[must_use]
    pub fn child(node: &Node, index: u32) -> NodeId {
        let at = node.edges.partition_point(|(end, _)| *end <= index);
        node.edges.get(at).or(node.edges.last()).map_or(NodeId(LEAF), |(_, child)| *child)
    }

    /// Walks from a node to its leaf, one step a variable.
    #[must_use]
    pub fn answer(&self, mut id: NodeId, value_of: impl Fn(VariableId) -> u32) -> &Leaf {
        while let Some(node) = self.inner(id) {
            id = Self::child(node, value_of(node.variable));
        }
        self.leaf_at(id)
    }

    /// How many inner nodes a diagram has.
    #[must_use]
    pub fn nodes_of(&self, root: NodeId) -> usize {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            if let Some(node) = self.inner(id)
                && seen.insert(id)
            {
                waiting.extend(node.edges.iter().map(|(_, child)| *child));
            }
        }
        seen.len()
    }
}

fn join_equal(edges: &mut Vec<(u32, NodeId)>) {
    edges.dedup_by(|later, earlier| {
        let same = later.1 == earlier.1;
        if same {
            earlier.0 = later.0;
        }
        same
    });
}
