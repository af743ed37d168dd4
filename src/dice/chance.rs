//! Exact counts and chances. Counts are 128-bit numbers where these suffice, and big ones where they do not.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};
use std::ops::AddAssign;

/// An exact chance: a fraction of big numbers, in its lowest terms.
pub type Chance = Ratio<BigUint>;

pub trait Count: Clone + Zero + AddAssign + From<u64> + Into<BigUint> {
    /// Each of these in so many ways.
    fn times(&self, ways: u64) -> Self;

    /// Each of these in as many ways as others are.
    fn by(&self, ways: &Self) -> Self;

    /// These without some of them.
    fn without(&self, some: &Self) -> Self;

    /// A number of which whoever counts so has seen to it that it fits.
    fn of(number: &BigUint) -> Self;
}

impl Count for u128 {
    fn times(&self, ways: u64) -> Self {
        // Whoever counts in 128 bits has seen to it that all ways together fit; see `fits`.
        self.wrapping_mul(Self::from(ways))
    }

    fn by(&self, ways: &Self) -> Self {
        self.wrapping_mul(*ways)
    }

    fn without(&self, some: &Self) -> Self {
        self.wrapping_sub(*some)
    }

    fn of(number: &BigUint) -> Self {
        number.to_u128().unwrap_or(Self::MAX)
    }
}

impl Count for BigUint {
    fn times(&self, ways: u64) -> Self {
        self * ways
    }

    fn by(&self, ways: &Self) -> Self {
        self * ways
    }

    fn without(&self, some: &Self) -> Self {
        self - some
    }

    fn of(number: &BigUint) -> Self {
        number.clone()
    }
}

/// Whether so many ways, taken together, can be counted in 128 bits.
pub fn fits<W: TryInto<u128>>(ways: impl IntoIterator<Item = W>) -> bool {
    ways.into_iter()
        .try_fold(1_u128, |all, ways| all.checked_mul(ways.try_into().ok()?))
        .is_some_and(|all| all < 1 << 127)
}

/// So many of all; of nothing at all, none.
pub fn chance(count: impl Into<BigUint>, all: impl Into<BigUint>) -> Chance {
    let all: BigUint = all.into();
    if all.is_zero() {
        Chance::zero()
    } else {
        Chance::new(count.into(), all)
    }
}

/// A fraction that a person can take in: one too long is left out.
pub fn short_fraction(chance: &Chance) -> Option<String> {
    Some(chance.to_string()).filter(|text| text.len() <= 24)
}

/// A fraction that a person can take in, or else decimals; nothing where these would look like nothing or all.
pub fn fraction_or_decimals(chance: &Chance) -> String {
    short_fraction(chance)
        .or_else(|| Some(decimal(chance, 12)).filter(|text| !is_whole(text)))
        .unwrap_or_default()
}

/// A chance in so many decimals, rounded half up.
pub fn decimal(chance: &Chance, places: usize) -> String {
    let ten_to_the = BigUint::from(10_u32).pow(u32::try_from(places).unwrap_or(u32::MAX));
    let digits = format!("{:0>1$}", scaled(chance, ten_to_the), places + 1);
    let (whole, part) = digits.split_at(digits.len().saturating_sub(places));
    format!("{whole}.{part}")
}

/// A chance in at least so many decimals: as many as it takes so that one that is not nothing and not all never looks like it.
pub fn decimals(chance: &Chance, places: usize) -> String {
    let text = decimal(chance, places);
    if chance.is_zero() || chance.is_one() || !is_whole(&text) {
        text
    } else {
        decimals(chance, places.saturating_mul(2))
    }
}

/// Whether nothing but zeros stands behind the point.
fn is_whole(decimal: &str) -> bool {
    decimal
        .split_once('.')
        .is_none_or(|(_, part)| part.bytes().all(|digit| digit == b'0'))
}

/// A chance in percent with two decimals: `41.67 %`; one that is not nothing and not all never looks like it.
pub fn percent(chance: &Chance) -> String {
    match ten_thousandths(chance) {
        0 if !chance.is_zero() => "< 0.01 %".to_owned(),
        10_000 if !chance.is_one() => "> 99.99 %".to_owned(),
        number => format!("{}.{:02} %", number / 100, number % 100),
    }
}

/// A chance in ten-thousandths, rounded half up.
pub fn ten_thousandths(chance: &Chance) -> u32 {
    u32::try_from(scaled(chance, BigUint::from(10_000_u32))).unwrap_or(10_000)
}

fn scaled(chance: &Chance, scale: BigUint) -> BigUint {
    (chance.numer() * scale * 2_u32 + chance.denom()) / (chance.denom() * 2_u32)
}
