//! A question made ready to be asked many times: no names, no allocation, a few loads an answer. A small question is a dense
//! table; a sum of rules that each ask single facts is one bit mask a fact value; anything else is a walk with one load a fact.

use super::{Compiler, Leaf, NodeId, Store, TooLarge, count_where, leaves, support};
use crate::model::{Combine, QuestionId, VariableId};
use crate::value::{Number, Value};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A question ready to be asked with the indices of its facts' values.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The facts whose indices [`Self::answer`] takes, in that order: the question's `from`.
    pub facts: Vec<VariableId>,
    leaves: Vec<Leaf>,
    form: Form,
}

#[derive(Debug, Clone)]
enum Form {
    /// One entry for each situation: strides, and for each place the leaf.
    Table {
        strides: Box<[u32]>,
        cells: Box<[u16]>,
    },
    /// For each fact, by its value, which rules it leaves alive; and what each set of eight rules adds up to.
    Masks {
        alive: Box<[Box<[u64]>]>,
        sums: Box<[[u16; 256]]>,
    },
    /// Inner nodes: the fact's place, and where its children begin; a child at or above [`LEAF`] is a leaf.
    Walk {
        root: u32,
        nodes: Box<[(u32, u32)]>,
        children: Box<[u32]>,
    },
}

const LEAF: u32 = 1 << 31;

/// The most situations for which a table is made.
const MOST_CELLS: u32 = 1 << 16;

impl Prepared {
    /// Prepares a question, with every variable that is not one of its facts as `known` tells (readings, say).
    pub fn new(
        compiler: &mut Compiler<'_>,
        id: QuestionId,
        known: &dyn Fn(VariableId) -> Option<u32>,
    ) -> Result<Self, TooLarge> {
        let facts = compiler.model.questions[id].from.clone();
        let root = compiler.question(id)?;
        let root = compiler.store.restrict_all(root, known)?;
        if let Some(prepared) = table(&compiler.store, root, &facts) {
            return Ok(prepared);
        }
        if let Some(prepared) = masks(compiler, id, &facts, known)? {
            return Ok(prepared);
        }
        Ok(walk(&compiler.store, root, facts))
    }

    /// The answer for the indices of [`Self::facts`]; an index beyond its domain is taken for the last one or the first.
    #[inline]
    pub fn answer(&self, indices: &[u32]) -> &Leaf {
        const NONE: &Leaf = &Leaf::Nothing;
        let leaf = match &self.form {
            Form::Table { strides, cells } => {
                let place: u32 = strides
                    .iter()
                    .zip(indices)
                    .map(|(stride, index)| stride.wrapping_mul(*index))
                    .fold(0, u32::wrapping_add);
                cells.get(place as usize).map(|cell| usize::from(*cell))
            }
            Form::Masks { alive, sums } => return self.summed(indices, alive, sums),
            Form::Walk {
                root,
                nodes,
                children,
            } => follow(*root, nodes, children, indices),
        };
        leaf.and_then(|leaf| self.leaves.get(leaf)).unwrap_or(NONE)
    }

    #[inline]
    fn summed(&self, indices: &[u32], alive: &[Box<[u64]>], sums: &[[u16; 256]]) -> &Leaf {
        const NONE: &Leaf = &Leaf::Nothing;
        let mut mask = u64::MAX;
        for (by_value, index) in alive.iter().zip(indices) {
            mask &= by_value.get(*index as usize).copied().unwrap_or(0);
        }
        let mut total = 0_usize;
        for (byte, table) in sums.iter().enumerate() {
            let part = usize::from((mask >> (8 * byte)).to_le_bytes()[0]);
            total += table.get(part).map_or(0, |sum| usize::from(*sum));
        }
        self.leaves.get(total).unwrap_or(NONE)
    }
}

#[inline]
fn follow(root: u32, nodes: &[(u32, u32)], children: &[u32], indices: &[u32]) -> Option<usize> {
    let mut at = root;
    while at & LEAF == 0 {
        let (fact, first) = nodes.get(at as usize)?;
        let index = indices.get(*fact as usize)?;
        at = *children.get((first + index) as usize)?;
    }
    Some((at & !LEAF) as usize)
}

fn place_of(facts: &[VariableId], variable: VariableId) -> Option<usize> {
    facts.iter().position(|fact| *fact == variable)
}

/// The dense table, where the facts that matter have few enough values together and nothing else matters.
fn table(store: &Store, root: NodeId, facts: &[VariableId]) -> Option<Prepared> {
    let matter = support(store, root);
    let mut strides = vec![0_u32; facts.len()];
    let mut cells = 1_u32;
    for variable in matter.iter().rev() {
        *strides.get_mut(place_of(facts, *variable)?)? = cells;
        cells = cells
            .checked_mul(store.size(*variable))
            .filter(|cells| *cells <= MOST_CELLS)?;
    }
    let mut leaves: IndexSet<Leaf, FxBuildHasher> = IndexSet::default();
    let mut filled = Vec::with_capacity(cells as usize);
    for cell in 0..cells {
        let leaf = store.answer(root, |variable| {
            let stride = place_of(facts, variable).and_then(|place| strides.get(place));
            let stride = stride.copied().unwrap_or(1).max(1);
            cell / stride % store.size(variable)
        });
        let place = leaves.get_index_of(leaf);
        let place = place.unwrap_or_else(|| leaves.insert_full(leaf.clone()).0);
        filled.push(u16::try_from(place).ok()?);
    }
    let form = Form::Table {
        strides: strides.into_boxed_slice(),
        cells: filled.into_boxed_slice(),
    };
    Some(Prepared {
        facts: facts.to_vec(),
        leaves: leaves.into_iter().collect(),
        form,
    })
}

/// The bit masks of a sum whose rules each hold for some values of some facts, whatever the others, and give a constant.
fn masks(
    compiler: &mut Compiler<'_>,
    id: QuestionId,
    facts: &[VariableId],
    known: &dyn Fn(VariableId) -> Option<u32>,
) -> Result<Option<Prepared>, TooLarge> {
    let model = compiler.model;
    let question = &model.questions[id];
    let is_sum = question.combine == Combine::Sum && question.otherwise.is_none();
    if !is_sum || !question.only.is_empty() || question.rules.len() > 64 {
        return Ok(None);
    }
    let sizes = facts.iter().map(|fact| compiler.store.size(*fact) as usize);
    let alive = sizes.map(|size| vec![u64::MAX; size].into_boxed_slice());
    let mut alive: Vec<Box<[u64]>> = alive.collect();
    let mut amounts = Vec::new();
    for (bit, rule) in question.rules.iter().enumerate() {
        let root = compiler.rule(&model.rules[*rule])?;
        let root = compiler.store.restrict_all(root, known)?;
        let Some((amount, values)) = product(&compiler.store, root) else {
            return Ok(None);
        };
        for (variable, holds) in values {
            let Some(by_value) = place_of(facts, variable).and_then(|place| alive.get_mut(place))
            else {
                return Ok(None);
            };
            for (mask, holds) in by_value.iter_mut().zip(holds) {
                if !holds {
                    *mask &= !(1 << bit);
                }
            }
        }
        amounts.push(amount);
    }
    Ok(summing(facts, alive, &amounts))
}

/// For each variable of a diagram, by its value, whether it can lead to the one amount.
type Product = Vec<(VariableId, Vec<bool>)>;

/// The one amount of a rule, and for each variable the values under which it is given, where these are independent.
fn product(store: &Store, root: NodeId) -> Option<(Number, Product)> {
    let given = |leaf: &Leaf| *leaf != Leaf::Silent;
    let mut amounts = leaves(store, root).into_iter().filter(given);
    let amount = amounts.next()?.value()?.number()?;
    if amounts.next().is_some() {
        return None;
    }
    let variables = support(store, root);
    let total = count_where(store, root, &variables, &given);
    let mut values = Product::new();
    let mut independent = 1_u128;
    for variable in &variables {
        let indices = 0..store.size(*variable);
        let holds = indices.map(|index| reaches(store, root, *variable, index));
        let holds: Vec<bool> = holds.collect();
        let count = holds.iter().filter(|holds| **holds).count();
        independent = independent.saturating_mul(count as u128);
        values.push((*variable, holds));
    }
    (independent == total).then_some((amount, values))
}

/// Whether some situation in which a variable has this value leads to an amount.
fn reaches(store: &Store, root: NodeId, variable: VariableId, index: u32) -> bool {
    let mut waiting = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        match store.inner(id) {
            None if *store.leaf_at(id) != Leaf::Silent => return true,
            None => {}
            Some(node) if node.variable == variable => waiting.push(Store::child(node, index)),
            Some(node) => waiting.extend(node.children()),
        }
    }
    false
}

/// The prepared sum: every total that eight rules can have is looked up at once, shifted so that none is negative.
fn summing(facts: &[VariableId], alive: Vec<Box<[u64]>>, amounts: &[Number]) -> Option<Prepared> {
    let divisor = amounts.iter().map(|amount| *amount.denom()).max();
    let divisor = divisor.unwrap_or(1);
    let scaled = amounts.iter().map(|amount| {
        let scaled = amount * divisor;
        scaled.is_integer().then(|| scaled.to_integer())
    });
    let scaled: Vec<i64> = scaled.collect::<Option<_>>()?;
    let lowest_of = |amounts: &[i64]| -> i64 { amounts.iter().filter(|own| **own < 0).sum() };
    let lowest = lowest_of(&scaled);
    let highest: i64 = scaled.iter().filter(|amount| **amount > 0).sum();
    let mut sums = Vec::new();
    for eight in scaled.chunks(8) {
        let mut table = [0_u16; 256];
        for (mask, place) in table.iter_mut().enumerate() {
            let bits = eight.iter().enumerate();
            let held = bits.filter(|(bit, _)| mask >> bit & 1 == 1);
            let sum: i64 = held.map(|(_, amount)| amount).sum();
            *place = u16::try_from(sum - lowest_of(eight)).ok()?;
        }
        sums.push(table);
    }
    let leaves = (lowest..=highest)
        .map(|total| Leaf::Value(Value::Number(Number::new(total, divisor))))
        .collect();
    let form = Form::Masks {
        alive: alive.into_boxed_slice(),
        sums: sums.into_boxed_slice(),
    };
    Some(Prepared {
        facts: facts.to_vec(),
        leaves,
        form,
    })
}

/// The walk: nodes in one array, children in another, one for each value.
fn walk(store: &Store, root: NodeId, facts: Vec<VariableId>) -> Prepared {
    let mut walk = Walk {
        store,
        facts: &facts,
        nodes: Vec::new(),
        children: Vec::new(),
        leaves: Vec::new(),
        known: FxHashMap::default(),
    };
    let root = walk.add(root);
    let form = Form::Walk {
        root,
        nodes: walk.nodes.into_boxed_slice(),
        children: walk.children.into_boxed_slice(),
    };
    let leaves = walk.leaves;
    Prepared {
        facts,
        leaves,
        form,
    }
}

struct Walk<'a> {
    store: &'a Store,
    facts: &'a [VariableId],
    nodes: Vec<(u32, u32)>,
    children: Vec<u32>,
    leaves: Vec<Leaf>,
    known: FxHashMap<NodeId, u32>,
}

impl Walk<'_> {
    fn add(&mut self, id: NodeId) -> u32 {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let made = match self.store.inner(id) {
            None => self.add_leaf(self.store.leaf_at(id).clone()),
            Some(node) => match place_of(self.facts, node.variable) {
                // A variable that is no fact of the question is not known: the answer is none.
                None => self.add_leaf(Leaf::Nothing),
                Some(fact) => {
                    let children: Vec<u32> = (0..self.store.size(node.variable))
                        .map(|index| self.add(Store::child(node, index)))
                        .collect();
                    let first = u32::try_from(self.children.len()).unwrap_or(0);
                    self.children.extend(children);
                    self.nodes.push((u32::try_from(fact).unwrap_or(0), first));
                    u32::try_from(self.nodes.len() - 1).unwrap_or(0)
                }
            },
        };
        self.known.insert(id, made);
        made
    }

    fn add_leaf(&mut self, leaf: Leaf) -> u32 {
        let place = self.leaves.iter().position(|own| *own == leaf);
        let place = place.unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        });
        LEAF | u32::try_from(place).unwrap_or(0)
    }
}
