//! What nobody would think of writing: `FUZZ=packs chartroom-fuzz` tries one of these without end. `.ci/fuzz` builds it so that it
//! sees which parts of the program its input reaches, and runs all of them.

#![no_main]
#![allow(clippy::expect_used, reason = "what fails here is a finding")]

mod batch;
mod edits;
mod errata;
mod games;
mod packs;
mod texts;

#[path = "../../suite/agreement/exact.rs"]
mod exact;
#[path = "../../suite/agreement/random_pack.rs"]
mod random_pack;

use std::sync::LazyLock;

/// What tries one input.
type Try = fn(&[u8]);

static CHOSEN: LazyLock<Try> = LazyLock::new(|| {
    let name = std::env::var("FUZZ").unwrap_or_default();
    match name.as_str() {
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
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| CHOSEN(data));
