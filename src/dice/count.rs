//! Exact counts and chances. Counts are 128-bit numbers where these suffice, and big ones where they do not.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, Zero};
use std::ops::AddAssign;

/// An exact chance: a fraction of big numbers, in its lowest terms.
pub type Chance = Ratio<BigUint>;

/// A number of ways.
pub trait Count: Clone + AddAssign + PartialEq {
    /// None.
    fn none() -> Self;
    /// So many.
    fn of(ways: u64) -> Self;
    /// Each of these in so many ways.
    fn times(&self, ways: u64) -> Self;
    /// Whether there is none.
    fn is_none(&self) -> bool;
    /// As a big number.
    fn big(&self) -> BigUint;
}

impl Count for u128 {
    fn none() -> Self {
        0
    }
    fn of(ways: u64) -> Self {
        Self::from(ways)
    }
    fn times(&self, ways: u64) -> Self {
        // Whoever counts in 128 bits has seen to it that all ways together fit; see `fits`.
        self.wrapping_mul(Self::from(ways))
    }
    fn is_none(&self) -> bool {
        *self == 0
    }
    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
}

impl Count for BigUint {
    fn none() -> Self {
        Self::zero()
    }
    fn of(ways: u64) -> Self {
        Self::from(ways)
    }
    fn times(&self, ways: u64) -> Self {
        self * ways
    }
    fn is_none(&self) -> bool {
        self.is_zero()
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
}

/// Whether so many ways, taken together, can be counted in 128 bits.
#[must_use]
pub fn fits(ways: impl IntoIterator<Item = u64>) -> bool {
    ways.into_iter()
        .try_fold(1_u128, |all, ways| all.checked_mul(u128::from(ways)))
        .is_some_and(|all| all < 1 << 127)
}

/// So many of all.
#[must_use]
pub fn chance(count: BigUint, all: BigUint) -> Chance {
    if all.is_zero() {
        Chance::zero()
    } else {
        Chance::new(count, all)
    }
}

/// A chance as a fraction: `5/12`, `0`, `1`.
#[must_use]
pub fn fraction(chance: &Chance) -> String {
    if chance.denom().is_one() {
        chance.numer().to_string()
    } else {
        format!("{}/{}", chance.numer(), chance.denom())
    }
}

/// A fraction that a person can take in: one too long is left out.
#[must_use]
pub fn short_fraction(chance: &Chance) -> Option<String> {
    let text = fraction(chance);
    (text.len() <= 24).then_some(text)
}

/// A fraction that a person can take in, or else decimals; nothing where these would look like nothing or all.
#[must_use]
pub fn fraction_or_decimals(chance: &Chance) -> String {
    short_fraction(chance)
        .or_else(|| Some(decimal(chance, 12)).filter(|text| !is_whole(text)))
        .unwrap_or_default()
}

/// A chance in so many decimals, rounded half up.
#[must_use]
pub fn decimal(chance: &Chance, places: u32) -> String {
    let scaled = scaled(chance, BigUint::from(10_u32).pow(places));
    let digits = format!("{scaled:0>width$}", width = places as usize + 1);
    let (whole, part) = digits.split_at(digits.len().saturating_sub(places as usize));
    if part.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{part}")
    }
}

/// A chance in at least so many decimals: as many as it takes so that one that is not nothing and not all never looks like it.
#[must_use]
pub fn decimals(chance: &Chance, places: u32) -> String {
    let mut places = places.max(1);
    loop {
        let text = decimal(chance, places);
        if chance.is_zero() || chance.is_one() || !is_whole(&text) {
            return text;
        }
        places = places.saturating_mul(2);
    }
}

/// Whether nothing but zeros stands behind the point.
fn is_whole(decimal: &str) -> bool {
    decimal
        .split_once('.')
        .is_none_or(|(_, part)| part.bytes().all(|digit| digit == b'0'))
}

/// A chance in percent with two decimals: `41.67 %`; one that is not nothing and not all never looks like it.
#[must_use]
pub fn percent(chance: &Chance) -> String {
    let ten_thousand = ten_thousandths(chance);
    if ten_thousand == 0 && !chance.is_zero() {
        return "< 0.01 %".to_owned();
    }
    if ten_thousand == 10_000 && !chance.is_one() {
        return "> 99.99 %".to_owned();
    }
    format!("{}.{:02} %", ten_thousand / 100, ten_thousand % 100)
}

/// A chance in ten-thousandths, rounded half up.
#[must_use]
pub fn ten_thousandths(chance: &Chance) -> u32 {
    u32::try_from(scaled(chance, BigUint::from(10_000_u32))).unwrap_or(10_000)
}

fn scaled(chance: &Chance, scale: BigUint) -> BigUint {
    let two = BigUint::from(2_u32);
    (chance.numer() * scale * &two + chance.denom()) / (chance.denom() * two)
}
