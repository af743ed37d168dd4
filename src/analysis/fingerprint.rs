//! A fingerprint of what a question answers everywhere. Equal functions have equal fingerprints, in whatever order their facts
//! are declared and whatever other facts there are; unequal ones differ, but for a chance of about one in 10^18.
//!
//! After Blum, Chandra and Wegman, *Equivalence of Free Boolean Graphs Can Be Decided Probabilistically in Polynomial Time*
//! (1980): each fact value gets a weight, the weights of a fact sum to 1, and the fingerprint is the sum over all situations of
//! the weights' product times the answer's number, modulo a prime. A diagram gives that sum in one pass.

use crate::diagram::{self, Leaf, NodeId, Reached, Store, Sum, TooLarge, Weight, support};
use crate::model::VariableId;
use crate::value::{Number, Value};
use rustc_hash::FxHashMap;

/// The Mersenne prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// What the values of each fact weigh.
type Weights = FxHashMap<VariableId, Vec<u64>>;

/// What names a value of a variable, the same way in every rulebook.
type Named<'f> = &'f dyn Fn(VariableId, u32) -> String;

/// The fingerprint of a diagram. `value` names a value of a variable, `answer` an answer, the same way in every rulebook.
pub fn fingerprint(
    store: &Store,
    root: NodeId,
    value: Named<'_>,
    answer: &dyn Fn(&Leaf) -> String,
) -> u64 {
    let mut sums = Sums {
        store,
        weights: weights(store, &support(store, root), value),
        answer,
        known: FxHashMap::default(),
    };
    sums.of(root)
}

/// How much of all situations a sum needs for each of its numbers, by which [`fingerprint_of_numbers`] tells that of its diagram.
pub fn shares(
    store: &mut Store,
    sums: &diagram::Sums,
    sum: Sum,
    value: Named<'_>,
) -> Result<Reached<Share>, TooLarge> {
    let weights = weights(store, &sums.support(sum), value);
    sums.reached(store, sum, Share(1), &|variable, range, _| {
        let all = weights.get(&variable);
        let range = range.start as usize..range.end as usize;
        Share(self::sum(
            all.and_then(|all| all.get(range)).unwrap_or_default(),
        ))
    })
}

/// The fingerprint of what comes to these numbers.
pub fn fingerprint_of_numbers(
    numbers: &[(Number, Share)],
    answer: &dyn Fn(&Leaf) -> String,
) -> u64 {
    let part = |(number, Share(share)): &(Number, Share)| {
        let leaf = Leaf::Value(Value::Number(*number));
        multiply(*share, hash(&answer(&leaf)))
    };
    numbers
        .iter()
        .fold(0, |total, own| sum(&[total, part(own)]))
}

/// The weights of some situations, modulo the prime.
#[derive(Debug, Clone, Copy)]
pub struct Share(u64);

impl Weight for Share {
    fn by(&self, other: &Self) -> Self {
        Self(multiply(self.0, other.0))
    }

    fn add(&mut self, other: Self) {
        self.0 = sum(&[self.0, other.0]);
    }
}

fn weights(store: &Store, facts: &[VariableId], value: Named<'_>) -> Weights {
    let weights = facts.iter().map(|variable| {
        let indices = 0..store.size(*variable);
        let raw: Vec<u64> = indices
            .map(|index| hash(&value(*variable, index)))
            .collect();
        let share = inverse(sum(&raw));
        let weights = raw.into_iter().map(|weight| multiply(weight, share));
        (*variable, weights.collect())
    });
    weights.collect()
}

struct Sums<'a> {
    store: &'a Store,
    weights: Weights,
    answer: &'a dyn Fn(&Leaf) -> String,
    known: FxHashMap<NodeId, u64>,
}

impl Sums<'_> {
    fn of(&mut self, id: NodeId) -> u64 {
        if let Some(done) = self.known.get(&id) {
            return *done;
        }
        let total = match self.store.inner(id) {
            None => hash(&(self.answer)(self.store.leaf_at(id))),
            Some(node) => {
                let (mut total, mut start) = (0, 0);
                for (end, child) in &node.edges {
                    let below = self.of(*child);
                    let weights = self.weights.get(&node.variable);
                    let part = weights.and_then(|all| all.get(start..*end as usize));
                    total = sum(&[total, multiply(sum(part.unwrap_or_default()), below)]);
                    start = *end as usize;
                }
                total
            }
        };
        self.known.insert(id, total);
        total
    }
}

fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |sum, number| (sum + number) % PRIME)
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
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (fnv ^ (fnv >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % PRIME
}
