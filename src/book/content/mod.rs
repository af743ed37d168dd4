//! What there is to read: the paragraphs with all that the packs say of them, as data for the page's script.

use super::State;
use serde_json::{Value, json};

/// The content of the book.
pub(super) fn content(states: &[State]) -> Value {
    let states: Vec<&str> = states.iter().map(|state| state.label.as_str()).collect();
    json!({ "states": states })
}
