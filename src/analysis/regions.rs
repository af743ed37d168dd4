//! A diagram as regions: disjoint boxes of facts, each with one answer, in as few as a greedy choice finds.
//!
//! For each answer in turn the widest path that leads to it is widened, fact by fact, as far as the answer holds, and taken
//! out; what is left gives the next. It is the expansion step of Espresso (Brayton et al., *Logic Minimization Algorithms for
//! VLSI Synthesis*, 1984) on a diagram instead of a list of cubes, and with boxes that never overlap. Where there would be more
//! boxes than anybody waits for, the rest is the ways of the diagram.

use super::indicators::Indicators;
use crate::diagram::{
    Leaf, Node, NodeId, Store, Sum, Sums, TooLarge, branches, count_where, leaves, support,
};
use crate::model::{Model, VariableId};
use crate::value::{Domain, Value, Words};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// How many boxes are looked for, the widest of each answer first.
const LOOKED_FOR: usize = 1_000;

/// None is looked for in a diagram of more nodes for each of its facts.
const MOST_WIDENED: usize = 5_000_000;

/// How many edges may be looked at to widen all boxes of a diagram; then the rest is its ways.
const MOST_STEPS: usize = 8_000_000;

/// For each fact that matters, the indices of its values, ascending; any other fact may have any value.
pub type Tests = Vec<(VariableId, Vec<u32>)>;

/// Facts under which one answer is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    pub tests: Tests,
    pub leaf: Leaf,
    pub situations: u128,
}

/// The regions of a diagram, disjoint.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regions {
    pub list: Vec<Region>,
    /// How many situations lie in none of them, because there would be more regions than wanted; `u128::MAX` is so many or more.
    pub left_out: u128,
}

impl Regions {
    /// Leaves out what lies beyond so many, of all situations.
    fn cut(&mut self, limit: usize, all: u128) {
        let is_cut = self.list.len() > limit;
        self.list.truncate(limit);
        let told = self.list.iter().map(|region| region.situations);
        self.left_out = match (is_cut, all) {
            (false, _) => 0,
            // What is more than was counted is so many or more.
            (true, u128::MAX) => all,
            (true, _) => all.saturating_sub(told.fold(0, u128::saturating_add)),
        };
    }
}

/// The names and values of the facts of regions.
pub trait Vocabulary {
    fn words(&self) -> &Words;
    fn fact(&self, fact: VariableId) -> (&str, &Domain);
}

impl Vocabulary for Model {
    fn words(&self) -> &Words {
        &self.words
    }

    fn fact(&self, fact: VariableId) -> (&str, &Domain) {
        let variable = &self.variables[fact];
        let reading = variable.reading.as_ref();
        (
            reading.map_or(&variable.name, |reading| &reading.name),
            &variable.domain,
        )
    }
}

/// The facts of a region as a condition of the rule language, in this order; nothing where there are none.
pub fn condition(of: &impl Vocabulary, facts: &[VariableId], tests: &Tests) -> Option<String> {
    condition_by(facts, tests, |fact, indices| {
        let (name, domain) = of.fact(fact);
        domain.condition(name, indices, of.words())
    })
}

/// The same, where the condition on each fact is said elsewhere.
pub fn condition_by(
    facts: &[VariableId],
    tests: &Tests,
    said: impl Fn(VariableId, &[u32]) -> Option<String>,
) -> Option<String> {
    let tested: FxHashMap<VariableId, &[u32]> = tests.iter().map(side).collect();
    let part = |fact: &VariableId| said(*fact, tested.get(fact)?);
    let parts: Vec<String> = facts.iter().filter_map(part).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

fn side((fact, indices): &(VariableId, Vec<u32>)) -> (VariableId, &[u32]) {
    (*fact, indices)
}

/// Puts what is told of regions in the order of a printed table: by the values of their first facts, what does not look at a fact
/// before what does.
pub fn put_in_order<T>(facts: &[VariableId], told: &mut [T], tests: impl Fn(&T) -> &Tests) {
    let places: FxHashMap<VariableId, usize> = facts.iter().copied().zip(0..).collect();
    told.sort_by_cached_key(|own| {
        let sides = tests(own).iter().filter_map(|(fact, indices)| {
            let place = places.get(fact)?;
            Some((Reverse(*place), indices.clone()))
        });
        sides.sorted_by_key(|(place, _)| *place).rev().collect_vec()
    });
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
    let all = count_where(store, root, over, wanted);
    let is_vast = is_vast(store.nodes_of(root), over.len());
    let mut looked_for = if is_vast { 0 } else { LOOKED_FOR };
    let sought = if is_vast {
        store.leaf(Leaf::Silent)
    } else {
        root
    };
    let mut indicators = Indicators::new(store, sought)?;
    let mut made = Regions::default();
    let mut steps_left = MOST_STEPS;
    let mut waiting = leaves(store, root);
    waiting.retain(wanted);
    waiting.reverse();
    while looked_for > 0
        && made.list.len() < limit
        && let Some(leaf) = waiting.pop()
    {
        store.renew_budget();
        let of_leaf = store.mark();
        let whole = indicators.of(store, &leaf)?;
        let most = looked_for.min(limit - made.list.len());
        let (mut boxes, rest) = widest_first(store, whole, most, &mut steps_left);
        looked_for = if rest.is_leaf() {
            looked_for - boxes.len()
        } else {
            0
        };
        merge(&mut boxes);
        let boxes = boxes.into_iter().map(|sides| (tests(&sides), leaf.clone()));
        made.list.extend(boxes.map(|own| region(store, over, own)));
        let left = ways(store, rest, &|other| other.is(true), room(&made, limit));
        let left = left.into_iter().map(|(tests, _)| (tests, leaf.clone()));
        made.list.extend(left.map(|own| region(store, over, own)));
        store.go_back(of_leaf);
    }
    store.go_back(mark);
    let waiting: FxHashSet<Leaf> = waiting.into_iter().collect();
    let is_left = |other: &Leaf| waiting.contains(other);
    let left = ways(store, root, &is_left, room(&made, limit));
    made.list
        .extend(left.into_iter().map(|own| region(store, over, own)));
    made.cut(limit, all);
    Ok(made)
}

/// How many regions more are looked for: one beyond the limit tells that it was met.
fn room(made: &Regions, limit: usize) -> usize {
    limit.saturating_add(1).saturating_sub(made.list.len())
}

fn region(store: &Store, over: &[VariableId], (tests, leaf): (Tests, Leaf)) -> Region {
    let tested: FxHashMap<VariableId, &[u32]> = tests.iter().map(side).collect();
    let width = |variable: &VariableId| match tested.get(variable) {
        Some(indices) => indices.len() as u128,
        None => store.size(*variable).into(),
    };
    Region {
        situations: over.iter().map(width).fold(1, u128::saturating_mul),
        tests,
        leaf,
    }
}

/// The regions of a sum of which no box is looked for: the first of its ways.
pub fn ways_of_sum(
    store: &Store,
    (sums, sum): (&Sums, Sum),
    over: &[VariableId],
    limit: usize,
) -> Regions {
    let sizes = over.iter().map(|fact| u128::from(store.size(*fact)));
    let all = sizes.fold(1, u128::saturating_mul);
    let mut made = Regions::default();
    let ways = sums.ways(sum, room(&made, limit)).into_iter();
    let ways = ways.map(|(tests, number)| (tests, Leaf::Value(Value::Number(number))));
    made.list = ways.map(|own| region(store, over, own)).collect();
    made.cut(limit, all);
    made
}

/// Whether no box is looked for in a diagram of so many nodes over so many facts.
pub const fn is_vast(nodes: usize, facts: usize) -> bool {
    nodes.saturating_mul(facts) > MOST_WIDENED
}

/// A box: for each variable that matters, by index, whether the value is in it.
type Sides = Vec<(VariableId, Vec<bool>)>;

fn tests(sides: &Sides) -> Tests {
    let held = |holds: &[bool]| {
        let held = (0..).zip(holds).filter(|(_, holds)| **holds);
        held.map(|(index, _)| index).collect()
    };
    sides
        .iter()
        .map(|(fact, holds)| (*fact, held(holds)))
        .collect()
}

fn volume(store: &Store, over: &[VariableId], sides: &Sides) -> u128 {
    let width = |variable: &VariableId| match sides.iter().find(|(fact, _)| fact == variable) {
        Some((_, holds)) => holds.iter().filter(|holds| **holds).count() as u128,
        None => store.size(*variable).into(),
    };
    over.iter().map(width).fold(1, u128::saturating_mul)
}

/// So many boxes, the widest first, as far as that can be afforded; and what is left.
fn widest_first(
    store: &mut Store,
    mut rest: NodeId,
    most: usize,
    steps_left: &mut usize,
) -> (Vec<Sides>, NodeId) {
    let mut boxes = Vec::new();
    while boxes.len() < most
        && *steps_left > 0
        && let Some(next) = widest(store, rest, steps_left)
        && let Ok(left) = without(store, rest, &next)
    {
        rest = left;
        boxes.push(next);
    }
    (boxes, rest)
}

/// The ways to wanted leaves, each a box: so many at the most.
fn ways(
    store: &Store,
    root: NodeId,
    wanted: &dyn Fn(&Leaf) -> bool,
    most: usize,
) -> Vec<(Tests, Leaf)> {
    let mut ways = Ways {
        store,
        wanted,
        most,
        tests: Tests::new(),
        dead: FxHashSet::default(),
        reached: Vec::new(),
    };
    ways.from(root);
    ways.reached
}

struct Ways<'a> {
    store: &'a Store,
    wanted: &'a dyn Fn(&Leaf) -> bool,
    most: usize,
    /// Those that lead to where it is.
    tests: Tests,
    /// From where no wanted leaf is reached.
    dead: FxHashSet<NodeId>,
    reached: Vec<(Tests, Leaf)>,
}

impl Ways<'_> {
    fn from(&mut self, id: NodeId) {
        let before = self.reached.len();
        if before >= self.most || self.dead.contains(&id) {
            return;
        }
        match self.store.inner(id) {
            Some(node) => {
                for (child, indices) in branches(node) {
                    self.tests.push((node.variable, indices));
                    self.from(child);
                    self.tests.pop();
                }
            }
            None => {
                let leaf = self.store.leaf_at(id);
                if (self.wanted)(leaf) {
                    self.reached.push((self.tests.clone(), leaf.clone()));
                }
            }
        }
        if self.reached.len() == before {
            self.dead.insert(id);
        }
    }
}

/// The widest box around the widest path to yes; nothing where there is no such path.
fn widest(store: &Store, root: NodeId, steps_left: &mut usize) -> Option<Sides> {
    let variables = support(store, root);
    let path = widest_path(store, root, &variables)?;
    let backwards: Vec<VariableId> = variables.iter().rev().copied().collect();
    let [mut wide, other] =
        [&variables, &backwards].map(|order| widened(store, root, path.clone(), order, steps_left));
    if volume(store, &variables, &other) > volume(store, &variables, &wide) {
        wide = other;
    }
    wide.retain(|(_, holds)| holds.contains(&false));
    Some(wide)
}

/// The path to yes that the most situations take, as a box.
fn widest_path(store: &Store, root: NodeId, variables: &[VariableId]) -> Option<Sides> {
    let mut best = Best {
        store,
        variables,
        known: FxHashMap::default(),
    };
    if best.volume(root) == 0 {
        return None;
    }
    let whole = |variable: &VariableId| (*variable, vec![true; store.size(*variable) as usize]);
    let mut sides: Sides = variables.iter().map(whole).collect();
    let mut at = root;
    while let Some(node) = store.inner(at) {
        let (child, indices) = best.known.remove(&at)?.1?;
        if let Some((_, holds)) = sides.iter_mut().find(|(fact, _)| *fact == node.variable) {
            holds.fill(false);
            for index in indices {
                *holds.get_mut(index as usize)? = true;
            }
        }
        at = child;
    }
    Some(sides)
}

type Branch = (NodeId, Vec<u32>);

/// How many situations over the variables from a node's own on the widest path from it holds, and its branch there.
struct Best<'a> {
    store: &'a Store,
    variables: &'a [VariableId],
    known: FxHashMap<NodeId, (u128, Option<Branch>)>,
}

impl Best<'_> {
    fn volume(&mut self, id: NodeId) -> u128 {
        let Some(node) = self.store.inner(id) else {
            return u128::from(self.store.leaf_at(id).is(true));
        };
        if let Some((most, _)) = self.known.get(&id) {
            return *most;
        }
        let own = self.store.level(node.variable);
        let mut best = (0, None);
        for (child, indices) in branches(node) {
            let next = self.store.inner(child);
            let next = next.map(|node| self.store.level(node.variable));
            let skipped = self.variables.iter().filter(|variable| {
                let level = self.store.level(**variable);
                level > own && next.is_none_or(|next| level < next)
            });
            let free = skipped.map(|variable| u128::from(self.store.size(*variable)));
            let free = free.fold(1, u128::saturating_mul);
            let volume = self.volume(child).saturating_mul(free);
            let volume = volume.saturating_mul(indices.len() as u128);
            if volume > best.0 {
                best = (volume, Some((child, indices)));
            }
        }
        let most = best.0;
        self.known.insert(id, best);
        most
    }
}

/// The box with each side, in this order, made as wide as the diagram is yes all over it.
fn widened(
    store: &Store,
    root: NodeId,
    sides: Sides,
    order: &[VariableId],
    steps_left: &mut usize,
) -> Sides {
    let places: Vec<VariableId> = sides.iter().map(|(fact, _)| *fact).collect();
    let mut sides: FxHashMap<VariableId, Vec<bool>> = sides.into_iter().collect();
    for variable in order {
        // Nothing is wider than all.
        if sides
            .get(variable)
            .is_none_or(|holds| !holds.contains(&false))
        {
            continue;
        }
        let mut widening = Widening {
            store,
            sides: &sides,
            variable: *variable,
            allowed: FxHashMap::default(),
            contained: FxHashMap::default(),
            steps: 0,
        };
        let allowed = widening.allowed(root);
        *steps_left = steps_left.saturating_sub(widening.steps);
        sides.insert(*variable, allowed);
    }
    let side = |fact: VariableId| Some((fact, sides.remove(&fact)?));
    places.into_iter().filter_map(side).collect()
}

/// Which values one side may take, the others being as they are.
struct Widening<'a> {
    store: &'a Store,
    sides: &'a FxHashMap<VariableId, Vec<bool>>,
    variable: VariableId,
    allowed: FxHashMap<NodeId, Vec<bool>>,
    contained: FxHashMap<NodeId, bool>,
    /// How many edges were looked at.
    steps: usize,
}

impl Widening<'_> {
    fn allowed(&mut self, id: NodeId) -> Vec<bool> {
        let node = self
            .store
            .inner(id)
            .filter(|node| self.store.level(node.variable) <= self.store.level(self.variable));
        let size = self.store.size(self.variable) as usize;
        let Some(node) = node else {
            return vec![self.contained(id); size];
        };
        if let Some(done) = self.allowed.get(&id) {
            return done.clone();
        }
        self.steps += node.edges.len();
        let mut allowed = Vec::with_capacity(size);
        if node.variable == self.variable {
            for (end, child) in &node.edges {
                allowed.resize(*end as usize, self.contained(*child));
            }
        } else {
            allowed.resize(size, true);
            for child in self.children_within(node) {
                let of_child = self.allowed(child);
                allowed
                    .iter_mut()
                    .zip(of_child)
                    .for_each(|(all, own)| *all &= own);
            }
        }
        self.allowed.insert(id, allowed.clone());
        allowed
    }

    /// Whether the diagram is yes all over the other sides.
    fn contained(&mut self, id: NodeId) -> bool {
        let Some(node) = self.store.inner(id) else {
            return self.store.leaf_at(id).is(true);
        };
        if let Some(done) = self.contained.get(&id) {
            return *done;
        }
        self.steps += node.edges.len();
        let children = self.children_within(node);
        let contained = children.into_iter().all(|child| self.contained(child));
        self.contained.insert(id, contained);
        contained
    }

    /// The children that some value on the node's own side leads to.
    fn children_within(&self, node: &Node) -> Vec<NodeId> {
        let side = self.sides.get(&node.variable);
        let mut start = 0;
        let leads = |(end, child): &(u32, NodeId)| {
            let range = start..*end as usize;
            start = range.end;
            let held =
                |holds: &Vec<bool>| holds.get(range).is_some_and(|part| part.contains(&true));
            side.is_none_or(held).then_some(*child)
        };
        node.edges.iter().filter_map(leads).collect()
    }
}

/// The diagram with the box taken out.
fn without(store: &mut Store, root: NodeId, sides: &Sides) -> Result<NodeId, TooLarge> {
    let [yes, no] = [true, false].map(|truth| store.leaf(Leaf::truth(truth)));
    let mut inside = yes;
    let mut sides: Vec<_> = sides.iter().collect();
    sides.sort_by_key(|(variable, _)| Reverse(store.level(*variable)));
    for (variable, holds) in sides {
        let edges = holds.iter().map(|holds| if *holds { inside } else { no });
        let edges: Vec<(u32, NodeId)> = (1..).zip(edges).collect();
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
    if one.len() != other.len() {
        return None;
    }
    let mut differing = None;
    for (place, (own, theirs)) in one.iter().zip(other).enumerate() {
        if own.0 != theirs.0 || (own.1 != theirs.1 && differing.replace(place).is_some()) {
            return None;
        }
    }
    let mut joined = one.clone();
    let place = differing?;
    let (_, holds) = joined.get_mut(place)?;
    holds
        .iter_mut()
        .zip(&other.get(place)?.1)
        .for_each(|(own, theirs)| *own |= theirs);
    if !holds.contains(&false) {
        joined.remove(place);
    }
    Some(joined)
}
