//! The diagrams of a game in all its states: equal nodes are one.

use crate::diagram::{NodeId, Store};
use crate::model::VariableId;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::Serialize;

/// A node, or by a negative number a leaf: `-1` is the first.
pub(super) type Code = i64;

type Shape = Box<[u32]>;

/// An inner node: the number of its variable, that of its shape, and where it leads.
type Node = (usize, usize, Box<[Code]>);

/// Nodes in an order in which each stands after those to which it leads.
#[derive(Debug, Default)]
pub(super) struct Diagrams {
    nodes: IndexSet<Node, FxBuildHasher>,
    /// The ends of the intervals of nodes.
    shapes: IndexSet<Shape, FxBuildHasher>,
}

/// What a reader gets.
#[derive(Debug, Serialize)]
pub(super) struct Written<'d> {
    /// The variable of each node.
    variables: Vec<usize>,
    /// The shape of each node.
    of_shape: Vec<usize>,
    shapes: Vec<&'d Shape>,
    /// Where the nodes lead, one after the other; each number but the first is told by how much it is more than the one before.
    to: Vec<Code>,
}

/// The numbers of the variables and leaves of a store.
pub(super) trait Numbers {
    fn variable(&self, id: VariableId) -> usize;
    fn leaf(&mut self, store: &Store, id: NodeId) -> usize;
}

impl Diagrams {
    /// The code of a diagram; `known` are those of the same store.
    pub(super) fn code(
        &mut self,
        store: &Store,
        id: NodeId,
        known: &mut FxHashMap<NodeId, Code>,
        numbers: &mut dyn Numbers,
    ) -> Code {
        if let Some(code) = known.get(&id) {
            return *code;
        }
        let code = match store.inner(id) {
            None => -1 - code(numbers.leaf(store, id)),
            Some(node) => {
                let to = node
                    .children()
                    .map(|child| self.code(store, child, known, numbers));
                let to: Box<[Code]> = to.collect();
                let ends: Shape = node.edges.iter().map(|(end, _)| *end).collect();
                let (shape, _) = self.shapes.insert_full(ends);
                let variable = numbers.variable(node.variable);
                code(self.nodes.insert_full((variable, shape, to)).0)
            }
        };
        known.insert(id, code);
        code
    }

    pub(super) fn written(&self) -> Written<'_> {
        let mut last = 0;
        let to = self.nodes.iter().flat_map(|(.., to)| to.iter());
        let to = to.map(|code| {
            let more = code - last;
            last = *code;
            more
        });
        Written {
            to: to.collect(),
            variables: self.nodes.iter().map(|(variable, ..)| *variable).collect(),
            of_shape: self.nodes.iter().map(|(_, shape, _)| *shape).collect(),
            shapes: self.shapes.iter().collect(),
        }
    }
}

fn code(number: usize) -> Code {
    Code::try_from(number).unwrap_or(Code::MAX)
}
