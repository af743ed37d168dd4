//! What was found by words: each thing with what to type next.

use super::fold;
use super::style::{BOLD, CITE, FAINT, styled};
use crate::search::{Found, Thing};
use serde_json::{Value, json};
use std::fmt::Write;

/// The things for a person, at most so many; `command` makes a command of words that can be pasted.
#[must_use]
pub fn human(
    found: &Found<'_>,
    most: usize,
    width: usize,
    command: &dyn Fn(&[&str]) -> String,
) -> String {
    let mut text = String::new();
    for thing in found.things.iter().take(most) {
        let name = styled(BOLD, &thing.name);
        let kind = styled(FAINT, thing.kind.name());
        let cite = match thing.cite.as_slice() {
            [] => String::new(),
            cite => format!("   {}", styled(CITE, &cite.join(", "))),
        };
        let _ = writeln!(text, "{name}  {kind}{cite}");
        let says = format!("    {}\n", short(&thing.says, width.saturating_mul(2)));
        text.push_str(&fold(&says, width));
        let _ = writeln!(text, "    {}", command(&thing.next()));
    }
    text
}

/// A text cut at a space where it is longer than so many letters.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most).collect();
    let whole = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(whole, _)| whole);
    format!("{whole} …")
}

/// The things for a program, all of them.
#[must_use]
pub fn json(words: &str, found: &Found<'_>) -> Value {
    let thing = |(place, thing): (usize, &&Thing<'_>)| {
        let mut object = json!(thing);
        if let Some(fields) = object.as_object_mut() {
            fields.insert("next".to_owned(), json!(thing.next()));
            fields.insert("whole".to_owned(), json!(place < found.whole));
        }
        object
    };
    let things: Vec<Value> = found.things.iter().enumerate().map(thing).collect();
    let unknown: Vec<Value> = found
        .unknown
        .iter()
        .map(|(word, near)| json!({ "word": word, "nearest": near }))
        .collect();
    json!({ "version": 1, "words": words, "found": things, "unknown": unknown })
}
