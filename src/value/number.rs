//! Exact numbers: fractions of 64-bit integers, checked.

use crate::syntax::Rounding;
use num_traits::{CheckedAdd, Signed, Zero};

pub use crate::syntax::Number;

/// So many digits has a number at most, and each side of a fraction.
const MOST_DIGITS: u32 = 10;

/// Rounds as a rule says: fractions up (towards plus infinity), down, or not at all.
pub fn round(number: Number, rounding: Rounding) -> Number {
    match rounding {
        Rounding::Fru => number.ceil(),
        Rounding::Frd => number.floor(),
        Rounding::Exact => number,
    }
}

/// A number as a person writes it: `12`, `-3`, `1/2`, `2 1/2`; with its sign where it is a modifier.
pub fn show_number(number: Number, signed: bool) -> String {
    let sign = match (number.is_negative(), signed) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    let size = number.abs();
    let (whole, part) = (size.trunc(), size.fract());
    match (whole.is_zero(), part.is_zero()) {
        (_, true) => format!("{sign}{whole}"),
        (true, false) => format!("{sign}{part}"),
        (false, false) => format!("{sign}{whole} {part}"),
    }
}

/// Reads `12`, `-3`, `+1`, `1/2`, `2 1/2` and the decimal `0.5` exactly; nothing else, and nothing too large.
pub fn parse_number(text: &str) -> Option<Number> {
    let text = text.trim();
    match text.strip_prefix('-') {
        Some(size) => parse_size(size).map(|number| -number),
        None => parse_size(text.strip_prefix('+').unwrap_or(text)),
    }
}

fn parse_size(text: &str) -> Option<Number> {
    if let Some((whole, part)) = text.split_once(' ') {
        return sum(parse_whole(whole)?, parse_fraction(part.trim())?);
    }
    if let Some((whole, decimals)) = text.split_once('.') {
        let places = u32::try_from(decimals.len())
            .ok()
            .filter(|places| *places <= 9)?;
        let scale = 10_i64.checked_pow(places)?;
        return sum(parse_whole(whole)?, Number::new(digits(decimals)?, scale));
    }
    parse_fraction(text).or_else(|| parse_whole(text))
}

/// A sum that can be written as one fraction, and read again.
fn sum(whole: Number, part: Number) -> Option<Number> {
    let is_short = |number: &Number| *number.numer() < 10_i64.pow(MOST_DIGITS);
    whole.checked_add(&part).filter(is_short)
}

fn parse_fraction(text: &str) -> Option<Number> {
    let (above, below) = text.split_once('/')?;
    let below = digits(below).filter(|below| *below != 0)?;
    Some(Number::new(digits(above)?, below))
}

fn parse_whole(text: &str) -> Option<Number> {
    digits(text).map(Number::from_integer)
}

fn digits(text: &str) -> Option<i64> {
    let fits = text.len() <= MOST_DIGITS as usize && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok()).flatten()
}
