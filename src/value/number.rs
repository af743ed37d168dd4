//! Exact numbers: fractions of 64-bit integers, checked.

use crate::syntax::Rounding;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{Signed, Zero};
use std::borrow::Cow;

pub use crate::syntax::Number;

/// So many digits has a written number at most, and each side of a written fraction.
const MOST_DIGITS: u32 = 10;

/// The first number with more digits.
const MOST: i64 = 10_i64.pow(MOST_DIGITS);

/// How large the numerator and the denominator of what is calculated may become: what every reader of JSON takes exactly.
const GREATEST: i64 = (1 << 53) - 1;

/// A sum, exactly; nothing where it grows too large.
pub fn plus(one: Number, other: Number) -> Option<Number> {
    if one.is_integer() && other.is_integer() {
        return whole(one.numer().checked_add(*other.numer())?);
    }
    let ([a, b], [c, d]) = (parts(one), parts(other));
    fraction(
        a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?,
        b.checked_mul(d)?,
    )
}

/// A difference, exactly; nothing where it grows too large.
pub fn minus(one: Number, other: Number) -> Option<Number> {
    let ([a, b], [c, d]) = (parts(one), parts(other));
    fraction(
        a.checked_mul(d)?.checked_sub(c.checked_mul(b)?)?,
        b.checked_mul(d)?,
    )
}

/// A product, exactly; nothing where it grows too large.
pub fn times(one: Number, other: Number) -> Option<Number> {
    let ([a, b], [c, d]) = (parts(one), parts(other));
    fraction(a.checked_mul(c)?, b.checked_mul(d)?)
}

/// A quotient, exactly; nothing where it divides by zero or grows too large.
pub fn over(one: Number, other: Number) -> Option<Number> {
    let ([a, b], [c, d]) = (parts(one), parts(other));
    fraction(a.checked_mul(d)?, b.checked_mul(c)?)
}

fn parts(number: Number) -> [i128; 2] {
    [*number.numer(), *number.denom()].map(i128::from)
}

fn fraction(above: i128, below: i128) -> Option<Number> {
    if below == 1 {
        return whole(i64::try_from(above).ok()?);
    }
    let exact = (below != 0).then(|| Ratio::new(above, below))?;
    let [above, below] = [exact.numer(), exact.denom()].map(|part| i64::try_from(*part).ok());
    let (above, below) = (above?, below?);
    (above.abs() <= GREATEST && below <= GREATEST).then(|| Number::new_raw(above, below))
}

fn whole(number: i64) -> Option<Number> {
    (number.checked_abs()? <= GREATEST).then(|| Number::from_integer(number))
}

/// Whether the numbers from one to another can be written, and read again, with steps between them that can.
pub fn is_short_run(low: Number, high: Number, step: Number) -> bool {
    is_short_total(&[vec![low, high, step]])
}

/// Whether one number of each list, added up, can be written and read again.
pub(super) fn is_short_total(lists: &[Vec<Number>]) -> bool {
    let most = i128::from(MOST);
    let with = |below: i128, number: &Number| {
        let below = below.lcm(&(*number.denom()).into());
        (below < most).then_some(below)
    };
    let Some(below) = lists.iter().flatten().try_fold(1, with) else {
        return false;
    };
    let size = |number: &Number| {
        let [above, own] = parts(*number);
        above.abs().saturating_mul(below / own)
    };
    let greatest = lists.iter().filter_map(|list| list.iter().map(size).max());
    greatest.fold(0, i128::saturating_add) < most
}

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
    plus(whole, part).filter(|number| *number.numer() < MOST)
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

/// What stands behind a whole number, or alone, for a part of one, and its decimals.
const PARTS: [(&str, &str); 6] = [
    ("½", "5"),
    ("¼", "25"),
    ("¾", "75"),
    ("1/2", "5"),
    ("1/4", "25"),
    ("3/4", "75"),
];

/// A text in which mixed numbers are decimals, and so one word each: `2 1/2` and `2½` are `2.5`, and `½` is `0.5`; wide digits are
/// those of a keyboard. A stroke between two numbers that stand alone may be anything, and stays.
pub fn with_decimals(text: &str) -> Cow<'_, str> {
    let text = match text.contains(|letter| wide_digit(letter).is_some()) {
        true => Cow::Owned(
            text.chars()
                .map(|own| wide_digit(own).unwrap_or(own))
                .collect(),
        ),
        false => Cow::Borrowed(text),
    };
    PARTS
        .iter()
        .fold(text, |text, (part, decimals)| match text.contains(part) {
            true => Cow::Owned(in_decimals(&text, part, decimals)),
            false => text,
        })
}

fn wide_digit(letter: char) -> Option<char> {
    let digit = u32::from(letter).checked_sub(u32::from('０'))?;
    char::from_digit(digit, 10)
}

fn in_decimals(text: &str, part: &str, decimals: &str) -> String {
    let goes_on = |letter: char| letter.is_alphanumeric() || letter == '/';
    let is_sign = !part.contains('/');
    let mut pieces = text.split(part);
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for behind in pieces {
        let number = whole.trim_end_matches(' ');
        let before = number.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_after_more = before.ends_with(goes_on) || before.ends_with('.');
        let is_alone = number.len() < whole.len() && !behind.starts_with(goes_on);
        let is_counted = before.len() < number.len() && !is_after_more;
        if is_counted && (is_sign || is_alone) {
            whole.truncate(number.len());
            whole += &format!(".{decimals}");
        } else if is_sign {
            whole += &format!("0.{decimals}");
        } else {
            whole += part;
        }
        whole += behind;
    }
    whole
}

/// Reads a number as people type it: as [`parse_number`] does, and `2½` and `１２`.
pub fn read_number(text: &str) -> Option<Number> {
    parse_number(text).or_else(|| parse_number(&with_decimals(text)))
}

/// `00`, which dice of tens and ones show for 100.
pub(super) fn highest_of_zeros(text: &str) -> Option<String> {
    let is_so = text.len() > 1 && text.bytes().all(|digit| digit == b'0');
    is_so.then(|| format!("1{text}"))
}
