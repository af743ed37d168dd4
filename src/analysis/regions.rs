//! A diagram as regions: disjoint boxes of facts, each with one answer, in as few as a greedy choice finds.
//!
//! For each answer in turn the widest path that leads to it is widened, fact by fact, as far as the answer holds, and taken
//! out; what is left gives the next. It is the expansion step of Espresso (Brayton et al., *Logic Minimization Algorithms for
//! VLSI Synthesis*, 1984) on a diagram instead of a list of cubes, and with boxes that never overlap.

use crate::diagram::{Leaf, Node, NodeId, Store, TooLarge, branches, count_where, leaves, support};
use crate::model::VariableId;
use rustc_hash::FxHashMap;

/// Facts under which one answer is given: those with any of these values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// For each fact that matters here, the indices of its values, ascending; any other fact may have any value.
    pub tests: Vec<(VariableId, Vec<u32>)>,
    /// The answer.
    pub leaf: Leaf,
    /// How many situations it holds.
    pub situations: u128,
}

/// The regions of a diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regions {
    /// The regions, disjoint.
    pub list: Vec<Region>,
    /// How many situations lie in none of them, because there would be more regions than wanted.
    pub left_out: u128,
}

/// The regions of a diagram over these variables where its leaf is a wanted one: at most `limit`. Variables beyond `over`
/// must not matter. The same diagram gives the same regions, always.
pub fn regions(
    store: &mut Store,
    root: NodeId,
    over: &[VariableId],
    limit: usize,
    wanted: &dyn Fn(&Leaf) -> bool,
) -> Result<Regions, TooLarge> {
    let mark = store.mark();
    let mut found = Regions::default();
    for leaf in leaves(store, root).into_iter().filter(|leaf| wanted(leaf)) {
        store.renew_budget();
        let mut rest = store.map(root, &mut |own| Leaf::truth(*own == leaf))?;
        let mut boxes: Vec<Sides> = Vec::new();
        while found.list.len() + boxes.len() < limit {
            let Some(next) = widest(store, rest) else {
                break;
            };
            rest = without(store, rest, &next)?;
            boxes.push(next);
        }
        merge(&mut boxes);
        found.left_out = found
            .left_out
            .saturating_add(count_where(store, rest, over, &|leaf| leaf.is(true)));
        store.go_back(mark);
        for sides in boxes {
            let situations = volume(store, over, &sides);
            let tests = sides
                .into_iter()
                .map(|(variable, holds)| (variable, indices(&holds)))
                .collect();
            found.list.push(Region {
                tests,
                leaf: leaf.clone(),
                situations,
            });
        }
    }
    Ok(found)
}

/// A box: for each variable that matters, by index, whether the value is in it.
type Sides = Vec<(VariableId, Vec<bool>)>;

fn indices(holds: &[bool]) -> Vec<u32> {
    (0..)
        .zip(holds)
        .filter(|(_, holds)| **holds)
        .map(|(index, _)| index)
        .collect()
}

fn volume(store: &Store, over: &[VariableId], sides: &Sides) -> u128 {
    over.iter().fold(1_u128, |volume, variable| {
        let side = sides.iter().find(|(own, _)| own == variable);
        let count = side.map_or(store.size(*variable) as usize, |(_, holds)| {
            holds.iter().filter(|holds| **holds).count()
        });
        volume.saturating_mul(count as u128)
    })
}

/// The widest box around the widest path to yes; nothing where there is no such path.
fn widest(store: &Store, root: NodeId) -> Option<Sides> {
    let variables = support(store, root);
    let path = widest_path(store, root, &variables)?;
    let orders: [Vec<VariableId>; 2] =
        [variables.clone(), variables.iter().rev().copied().collect()];
    let mut best: Option<(u128, Sides)> = None;
    for order in orders {
        let wide = widened(store, root, path.clone(), &order);
        let volume = volume(store, &variables, &wide);
        if best.as_ref().is_none_or(|(most, _)| volume > *most) {
            best = Some((volume, wide));
        }
    }
    let (_, sides) = best?;
    Some(
        sides
            .into_iter()
            .filter(|(_, holds)| holds.iter().any(|holds| !holds))
            .collect(),
    )
}

/// The path to yes that the most situations take, as a box.
fn widest_path(store: &Store, root: NodeId, variables: &[VariableId]) -> Option<Sides> {
    let mut known = FxHashMap::default();
    if best_volume(store, root, variables, &mut known) == 0 {
        return None;
    }
    let mut sides: Sides = variables
        .iter()
        .map(|variable| (*variable, vec![true; store.size(*variable) as usize]))
        .collect();
    let mut at = root;
    while let Some(node) = store.inner(at) {
        let (child, indices) = best_branch(store, node, variables, &mut known)?;
        if let Some((_, holds)) = sides.iter_mut().find(|(own, _)| *own == node.variable) {
            for (index, holds) in (0..).zip(holds.iter_mut()) {
                *holds = indices.binary_search(&index).is_ok();
            }
        }
        at = child;
    }
    Some(sides)
}

/// How many situations over the variables from the node's own on the widest path from it holds.
fn best_volume(
    store: &Store,
    id: NodeId,
    variables: &[VariableId],
    known: &mut FxHashMap<NodeId, u128>,
) -> u128 {
    let Some(node) = store.inner(id) else {
        return u128::from(store.leaf_at(id).is(true));
    };
    if let Some(done) = known.get(&id) {
        return *done;
    }
    let best = branches(node)
        .into_iter()
        .map(|(child, indices)| branch_volume(store, node, (child, &indices), variables, known))
        .max()
        .unwrap_or(0);
    known.insert(id, best);
    best
}

fn branch_volume(
    store: &Store,
    node: &Node,
    (child, indices): (NodeId, &[u32]),
    variables: &[VariableId],
    known: &mut FxHashMap<NodeId, u128>,
) -> u128 {
    let next = store.inner(child).map(|node| node.variable);
    let skipped = variables
        .iter()
        .filter(|variable| **variable > node.variable && next.is_none_or(|next| **variable < next));
    let free = skipped.fold(1_u128, |free, variable| {
        free.saturating_mul(u128::from(store.size(*variable)))
    });
    let below = best_volume(store, child, variables, known);
    below
        .saturating_mul(free)
        .saturating_mul(indices.len() as u128)
}

fn best_branch(
    store: &Store,
    node: &Node,
    variables: &[VariableId],
    known: &mut FxHashMap<NodeId, u128>,
) -> Option<(NodeId, Vec<u32>)> {
    let mut best: Option<(u128, (NodeId, Vec<u32>))> = None;
    for (child, indices) in branches(node) {
        let volume = branch_volume(store, node, (child, &indices), variables, known);
        if volume > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((volume, (child, indices)));
        }
    }
    best.map(|(_, branch)| branch)
}

/// The box with each side, in this order, made as wide as the diagram is yes all over it.
fn widened(store: &Store, root: NodeId, mut sides: Sides, order: &[VariableId]) -> Sides {
    for variable in order {
        let allowed = Widening {
            store,
            sides: &sides,
            variable: *variable,
        }
        .allowed(root, &mut Known::default());
        if let Some((_, holds)) = sides.iter_mut().find(|(own, _)| own == variable) {
            *holds = allowed;
        }
    }
    sides
}

/// Which values one side may take, the others being as they are.
struct Widening<'a> {
    store: &'a Store,
    sides: &'a Sides,
    variable: VariableId,
}

#[derive(Default)]
struct Known {
    allowed: FxHashMap<NodeId, Vec<bool>>,
    contained: FxHashMap<NodeId, bool>,
}

impl Widening<'_> {
    fn allowed(&self, id: NodeId, known: &mut Known) -> Vec<bool> {
        let size = self.store.size(self.variable) as usize;
        let Some(node) = self
            .store
            .inner(id)
            .filter(|node| node.variable <= self.variable)
        else {
            return vec![self.contained(id, known); size];
        };
        if let Some(done) = known.allowed.get(&id) {
            return done.clone();
        }
        let mut allowed = vec![true; size];
        if node.variable == self.variable {
            let mut start = 0;
            for (end, child) in &node.edges {
                let contained = self.contained(*child, known);
                for place in allowed.iter_mut().take(*end as usize).skip(start) {
                    *place = contained;
                }
                start = *end as usize;
            }
        } else {
            for child in self.children_within(node) {
                for (place, own) in allowed.iter_mut().zip(self.allowed(child, known)) {
                    *place &= own;
                }
            }
        }
        known.allowed.insert(id, allowed.clone());
        allowed
    }

    /// Whether the diagram is yes all over the other sides.
    fn contained(&self, id: NodeId, known: &mut Known) -> bool {
        let Some(node) = self.store.inner(id) else {
            return self.store.leaf_at(id).is(true);
        };
        if let Some(done) = known.contained.get(&id) {
            return *done;
        }
        let contained = self
            .children_within(node)
            .into_iter()
            .all(|child| self.contained(child, known));
        known.contained.insert(id, contained);
        contained
    }

    /// The children that some value on the node's own side leads to.
    fn children_within(&self, node: &Node) -> Vec<NodeId> {
        let side = self
            .sides
            .iter()
            .find(|(own, _)| *own == node.variable)
            .map(|(_, holds)| holds.as_slice());
        let mut children = Vec::new();
        let mut start = 0;
        for (end, child) in &node.edges {
            let end = *end as usize;
            if side.is_none_or(|holds| {
                holds
                    .get(start..end)
                    .is_some_and(|holds| holds.contains(&true))
            }) {
                children.push(*child);
            }
            start = end;
        }
        children
    }
}

/// The diagram with the box taken out.
fn without(store: &mut Store, root: NodeId, sides: &Sides) -> Result<NodeId, TooLarge> {
    let [yes, no] = [true, false].map(|truth| store.leaf(Leaf::truth(truth)));
    let mut inside = yes;
    for (variable, holds) in sides.iter().rev() {
        let edges = (1..)
            .zip(holds)
            .map(|(end, holds)| (end, if *holds { inside } else { no }));
        inside = store.node(*variable, edges)?;
    }
    store.ite(inside, no, root)
}

/// Joins boxes that differ in one side only, until none do.
fn merge(boxes: &mut Vec<Sides>) {
    let mut at = 0;
    while at < boxes.len() {
        let joined = (0..at).find_map(|earlier| {
            let joined = join(boxes.get(earlier)?, boxes.get(at)?)?;
            Some((earlier, joined))
        });
        match joined {
            None => at += 1,
            Some((earlier, joined)) => {
                boxes.remove(at);
                boxes.remove(earlier);
                boxes.push(joined);
                at = earlier;
            }
        }
    }
}

/// The one box that two disjoint boxes make, if they do.
fn join(one: &Sides, other: &Sides) -> Option<Sides> {
    let mut differing = None;
    if one.len() != other.len() {
        return None;
    }
    for (place, ((left, own), (right, theirs))) in one.iter().zip(other).enumerate() {
        if left != right || (own != theirs && differing.replace(place).is_some()) {
            return None;
        }
    }
    let mut joined = one.clone();
    let place = differing?;
    let (_, theirs) = other.get(place)?;
    if let Some((_, holds)) = joined.get_mut(place) {
        holds
            .iter_mut()
            .zip(theirs)
            .for_each(|(own, theirs)| *own |= theirs);
        if holds.iter().all(|holds| *holds) {
            joined.remove(place);
        }
    }
    Some(joined)
}
