//! All that is tried, by name.

use crate::{batch, edits, errata, games, packs, texts};

/// What tries one input.
pub type Try = fn(&[u8]);

/// What the variable FUZZ names.
pub fn chosen() -> Try {
    match std::env::var("FUZZ").unwrap_or_default().as_str() {
        "words" => texts::small,
        "sheets" => texts::sheet,
        "topics" => texts::topic,
        "packs" => packs::sound,
        "errata" => errata::folded,
        "batch" => batch::answered,
        "games" => games::played,
        "edits" => edits::written,
        _ => panic!("FUZZ is words, sheets, topics, packs, errata, batch, games or edits"),
    }
}
