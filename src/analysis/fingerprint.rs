//! A fingerprint of what a question answers everywhere. Equal functions have equal fingerprints, in whatever order their facts
//! are declared and whatever other facts there are; unequal ones differ, but for a chance of about one in 10^18.
//!
//! After Blum, Chandra and Wegman, *Equivalence of Free Boolean Graphs Can Be Decided Probabilistically in Polynomial Time*
//! (1980): each fact value gets a weight, the weights of a fact sum to 1, and the fingerprint is the sum over all situations of
//! the weights' product times the answer's number, modulo a prime. A diagram gives that sum in one pass.

use crate::diagram::{Leaf, NodeId, Store};
use crate::model::VariableId;
use rustc_hash::FxHashMap;

/// The Mersenne prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// The fingerprint of a diagram. `value` names a value of a variable, `answer` an answer, the same way in every rulebook.
#[must_use]
pub fn fingerprint(
    store: &Store,
    root: NodeId,
    value: &dyn Fn(VariableId, u32) -> String,
    answer: &dyn Fn(&Leaf) -> String,
) -> u64 {
    let mut weights: FxHashMap<VariableId, Vec<u64>> = FxHashMap::default();
    for variable in crate::diagram::support(store, root) {
        let raw: Vec<u64> = (0..store.size(variable))
            .map(|index| hash(&value(variable, index)))
            .collect();
        let sum = raw.iter().fold(0, |sum, one| add(sum, *one));
        let share = inverse(sum);
        weights.insert(
            variable,
            raw.into_iter().map(|one| multiply(one, share)).collect(),
        );
    }
    Sum {
        store,
        weights: &weights,
        answer,
        known: FxHashMap::default(),
    }
    .of(root)
}

struct Sum<'a> {
    store: &'a Store,
    weights: &'a FxHashMap<VariableId, Vec<u64>>,
    answer: &'a dyn Fn(&Leaf) -> String,
    known: FxHashMap<NodeId, u64>,
}

impl Sum<'_> {
    fn of(&mut self, id: NodeId) -> u64 {
        if let Some(done) = self.known.get(&id) {
            return *done;
        }
        let sum = match self.store.inner(id) {
            None => hash(&(self.answer)(self.store.leaf_at(id))),
            Some(node) => {
                let weights = self
                    .weights
                    .get(&node.variable)
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                let (mut sum, mut start) = (0, 0);
                for (end, child) in &node.edges {
                    let part = weights.iter().take(*end as usize).skip(start);
                    let part = part.fold(0, |sum, one| add(sum, *one));
                    sum = add(sum, multiply(part, self.of(*child)));
                    start = *end as usize;
                }
                sum
            }
        };
        self.known.insert(id, sum);
        sum
    }
}

fn add(left: u64, right: u64) -> u64 {
    (left + right) % PRIME
}

fn multiply(left: u64, right: u64) -> u64 {
    u64::try_from(u128::from(left) * u128::from(right) % u128::from(PRIME)).unwrap_or(0)
}

/// The number by which a product is 1, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply(power, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    power
}

/// A number below the prime for a text: FNV-1a, with its bits mixed as in `SplitMix64`.
fn hash(text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let fnv = text.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (fnv ^ (fnv >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % PRIME
}
