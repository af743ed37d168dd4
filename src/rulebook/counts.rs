//! Numbers as people write and say them.

use crate::value::parse_number;

/// Numbers as people say them, from one on.
const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// A number in digits, however it is written.
pub fn digits(word: &str) -> Option<String> {
    if parse_number(word).is_some() {
        return Some(word.to_owned());
    }
    let place = NUMBERS.iter().position(|own| *own == word)?;
    Some((place + 1).to_string())
}
