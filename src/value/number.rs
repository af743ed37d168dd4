//! Exact numbers: fractions of 64-bit integers, checked.

use crate::syntax::Rounding;

pub use crate::syntax::Number;

/// Rounds as a rule says: fractions up (towards plus infinity), down, or not at all.
#[must_use]
pub fn round(number: Number, rounding: Rounding) -> Number {
    match rounding {
        Rounding::Fru => number.ceil(),
        Rounding::Frd => number.floor(),
        Rounding::Exact => number,
    }
}

/// A number as a person writes it: `12`, `-3`, `1/2`, `2 1/2`; with its sign where it is a modifier.
#[must_use]
pub fn show_number(number: Number, signed: bool) -> String {
    let negative = number < Number::from_integer(0);
    let sign = if negative {
        "-"
    } else if signed {
        "+"
    } else {
        ""
    };
    let size = if negative { -number } else { number };
    let (whole, part) = (size.trunc(), size.fract());
    if part == Number::from_integer(0) {
        format!("{sign}{}", whole.numer())
    } else if whole == Number::from_integer(0) {
        format!("{sign}{}/{}", part.numer(), part.denom())
    } else {
        format!("{sign}{} {}/{}", whole.numer(), part.numer(), part.denom())
    }
}

/// Reads `12`, `-3`, `+1`, `1/2`, `2 1/2` and the decimal `0.5` exactly; nothing else, and nothing too large.
#[must_use]
pub fn parse_number(text: &str) -> Option<Number> {
    let text = text.trim();
    let (negative, size) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let number = parse_size(size)?;
    Some(if negative { -number } else { number })
}

fn parse_size(text: &str) -> Option<Number> {
    if let Some((whole, part)) = text.split_once(' ') {
        return Some(digits(whole).map(Number::from_integer)? + parse_fraction(part.trim())?);
    }
    if let Some((whole, decimals)) = text.split_once('.') {
        return parse_decimal(whole, decimals);
    }
    parse_fraction(text).or_else(|| digits(text).map(Number::from_integer))
}

fn parse_fraction(text: &str) -> Option<Number> {
    let (above, below) = text.split_once('/')?;
    let below = digits(below).filter(|below| *below != 0)?;
    Some(Number::new(digits(above)?, below))
}

fn parse_decimal(whole: &str, decimals: &str) -> Option<Number> {
    if decimals.len() > 9 {
        return None;
    }
    let scale = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let whole = Number::from_integer(digits(whole)?);
    Some(whole + Number::new(digits(decimals)?, scale))
}

fn digits(text: &str) -> Option<i64> {
    let fits =
        !text.is_empty() && text.len() <= 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}
