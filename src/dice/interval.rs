//! The interval in which a chance lies, of so many hits in so many trials.

use super::Chance;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The most hits, or misses, for which the interval is found exactly: beyond, the distribution is near enough to a normal one.
const FEW: u64 = 50;

/// In how many parts a chance is cut to find the end of an interval.
const PARTS: u32 = 64;

/// The bits of a fraction in the sums of chances.
const BITS: u32 = 256;

/// The interval in which a chance lies with 99.9 % confidence, of so many hits in so many trials, ends rounded outwards: that
/// of Clopper and Pearson, *The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial* (1934), where
/// hits or misses are few, and that of Wilson, *Probable Inference, the Law of Succession, and Statistical Inference*
/// (1927), where both are many. Of no trial, every chance is possible.
#[must_use]
pub fn interval(hits: u64, trials: u64) -> (Chance, Chance) {
    let misses = trials.saturating_sub(hits);
    let one = Chance::one();
    if trials == 0 {
        (Chance::zero(), one)
    } else if hits <= FEW {
        exact(hits, trials)
    } else if misses <= FEW {
        let (low, high) = exact(misses, trials);
        (&one - high, &one - low)
    } else {
        wilson(hits, trials)
    }
}

fn wilson(hits: u64, trials: u64) -> (Chance, Chance) {
    const SCALE: u128 = 10_000;
    // The square of 3.2905, the standard deviations that hold 99.9 %.
    const SQUARE: u128 = 108_274;
    let (hits, trials) = (u128::from(hits), u128::from(trials.max(1)));
    let misses = trials.saturating_sub(hits);
    let all = trials * SCALE + SQUARE;
    let middle = hits * SCALE + SQUARE / 2;
    let spread = (4 * hits)
        .saturating_mul(misses)
        .saturating_mul(SCALE)
        .saturating_add(SQUARE * trials);
    let half = (SQUARE.saturating_mul(spread) / (4 * trials)).isqrt() + 1;
    let of = |count: u128| Chance::new(BigUint::from(count), BigUint::from(all));
    (
        of(middle.saturating_sub(half)),
        of((middle + half).min(all)),
    )
}

/// The chances at which so many hits or more, and so many or fewer, come once in two thousand times.
fn exact(hits: u64, trials: u64) -> (Chance, Chance) {
    let whole = 1_u128 << PARTS;
    let share = |hits: u64| {
        (u128::from(hits) * whole)
            .checked_div(u128::from(trials))
            .unwrap_or(whole)
            .min(whole)
    };
    let is_rare = |chance: &BigUint| chance * 2000_u32 <= one();
    let mut low = 0;
    if let Some(fewer) = hits.checked_sub(1) {
        // So many hits or more are rare at `low`, and are not at `beyond`.
        let mut beyond = share(hits);
        while let Some(middle) = between(low, beyond) {
            let more = one() - at_most(fewer, trials, middle).min(one());
            if is_rare(&more) {
                low = middle
            } else {
                beyond = middle
            }
        }
    }
    let mut high = share(2 * hits + 20);
    let mut below = share(hits);
    while let Some(middle) = between(below, high) {
        if is_rare(&at_most(hits, trials, middle)) {
            high = middle
        } else {
            below = middle
        }
    }
    let of = |parts: u128| Chance::new(BigUint::from(parts), BigUint::from(whole));
    (of(low), of(high))
}

/// The middle of two numbers of parts, until they are as good as one.
const fn between(low: u128, high: u128) -> Option<u128> {
    let gap = high.saturating_sub(low);
    if gap <= 1 || gap <= high >> 20 {
        None
    } else {
        Some(low + gap / 2)
    }
}

/// One, as the sums of chances have it.
fn one() -> BigUint {
    BigUint::one() << BITS
}

/// How likely at most so many hits are, each of so many parts.
fn at_most(hits: u64, trials: u64, parts: u128) -> BigUint {
    let miss = (1_u128 << PARTS).saturating_sub(parts);
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
