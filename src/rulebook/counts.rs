//! Numbers as people write and say them.

use crate::search::said_number;
use crate::value::parse_number;

/// A number in digits, however it is written.
pub fn digits(word: &str) -> Option<String> {
    if parse_number(word).is_some() {
        return Some(word.to_owned());
    }
    Some(said_number(word)?.to_string())
}
