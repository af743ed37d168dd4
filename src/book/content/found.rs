//! What can be found, with the texts in which its words stand.

use crate::pack::Rulebook;
use crate::search::described;
use serde_json::{Value, json};

/// For each thing its kind, name, game, what it says, its paragraphs, its texts with how much the words of each
/// weigh, and how much it weighs itself.
pub fn found(written: &Rulebook) -> Value {
    let all = described(written).into_iter().map(|own| {
        let texts: Vec<Value> = own
            .texts
            .iter()
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, weight)| json!([text, weight]))
            .collect();
        let thing = own.thing;
        json!([
            thing.kind.name(),
            thing.name,
            thing.game,
            thing.says,
            thing.cite.join(", "),
            texts,
            thing.weight()
        ])
    });
    all.collect()
}
