//! Numbers as people write and say them.

use crate::search::{NUMBERS, TENS};
use crate::value::parse_number;

/// A number in digits, however it is written.
pub fn digits(word: &str) -> Option<String> {
    if parse_number(word).is_some() {
        return Some(word.to_owned());
    }
    let place = |all: &[&str]| all.iter().position(|text| *text == word);
    let number = place(&NUMBERS).map(|place| place + 1);
    let number = number.or_else(|| place(&TENS).map(|place| 10 * (place + 1)))?;
    Some(number.to_string())
}
