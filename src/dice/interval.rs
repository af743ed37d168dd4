//! The interval in which a chance lies, of so many hits in so many trials.

use super::chance::{Chance, chance};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The most hits, or misses, for which the interval is found exactly: beyond, the distribution is near enough to a normal one.
const FEW: u64 = 50;

/// In how many parts a chance is cut to find the end of an interval, as a power of two.
const PARTS: u32 = 64;
const WHOLE: u128 = 1 << PARTS;

/// The bits of a fraction in the sums of chances.
const BITS: u32 = 256;

/// The interval in which a chance lies with 99.9 % confidence, of so many hits in so many trials, ends rounded outwards: that
/// of Clopper and Pearson, *The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial* (1934), where
/// hits or misses are few, and that of Wilson, *Probable Inference, the Law of Succession, and Statistical Inference*
/// (1927), where both are many. Of no trial, every chance is possible.
pub fn interval(hits: u64, trials: u64) -> (Chance, Chance) {
    let misses = trials.saturating_sub(hits);
    if trials == 0 {
        (Chance::zero(), Chance::one())
    } else if hits <= FEW {
        exact(hits, trials)
    } else if misses <= FEW {
        let (low, high) = exact(misses, trials);
        (Chance::one() - high, Chance::one() - low)
    } else {
        wilson(hits.into(), misses.into(), trials.into())
    }
}

fn wilson(hits: u128, misses: u128, trials: u128) -> (Chance, Chance) {
    const SCALE: u128 = 10_000;
    // The square of 3.2905, the standard deviations that hold 99.9 %.
    const SQUARE: u128 = 108_274;
    let all = trials * SCALE + SQUARE;
    let middle = hits * SCALE + SQUARE / 2;
    let spread = (4 * hits).saturating_mul(misses).saturating_mul(SCALE);
    let spread = spread.saturating_add(SQUARE * trials);
    let half = (SQUARE.saturating_mul(spread) / (4 * trials)).isqrt() + 1;
    let low = chance(middle.saturating_sub(half), all);
    (low, chance((middle + half).min(all), all))
}

/// The chances at which so many hits or more, and so many or fewer, come once in two thousand times.
fn exact(hits: u64, trials: u64) -> (Chance, Chance) {
    let share = |hits: u64| (u128::from(hits) * WHOLE / u128::from(trials)).min(WHOLE);
    let is_rare = |chance: &BigUint| chance * 2000_u32 <= one();
    let low = hits.checked_sub(1).map_or(0, |fewer| {
        let is_below = |parts| is_rare(&(one() - at_most(fewer, trials, parts).min(one())));
        border(0, share(hits), is_below).0
    });
    let is_below = |parts| !is_rare(&at_most(hits, trials, parts));
    let (_, high) = border(share(hits), share(2 * hits + 20), is_below);
    (chance(low, WHOLE), chance(high, WHOLE))
}

/// The numbers of parts on both sides of a border that lies between two, as near as makes no difference.
fn border(mut low: u128, mut high: u128, is_below: impl Fn(u128) -> bool) -> (u128, u128) {
    loop {
        let gap = high.saturating_sub(low);
        if gap <= 1 || gap <= high >> 20 {
            return (low, high);
        }
        let middle = low + gap / 2;
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// One, as the sums of chances have it.
fn one() -> BigUint {
    BigUint::one() << BITS
}

/// How likely at most so many hits are, each of so many parts.
fn at_most(hits: u64, trials: u64, parts: u128) -> BigUint {
    let miss = WHOLE.saturating_sub(parts);
    if miss == 0 {
        return if hits >= trials { one() } else { BigUint::ZERO };
    }
    let mut term = power(BigUint::from(miss) << (BITS - PARTS), trials);
    let mut all = term.clone();
    for hit in 1..=hits.min(trials) {
        term = term * (trials - hit + 1) * parts / (BigUint::from(miss) * hit);
        all += &term;
    }
    all
}

fn power(mut base: BigUint, mut times: u64) -> BigUint {
    let mut all = one();
    while times > 0 {
        if times & 1 == 1 {
            all = (all * &base) >> BITS;
        }
        base = (&base * &base) >> BITS;
        times >>= 1;
    }
    all
}
