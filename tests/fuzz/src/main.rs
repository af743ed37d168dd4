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
mod tries;

#[path = "../../suite/agreement/exact.rs"]
mod exact;
#[path = "../../suite/agreement/random_pack.rs"]
mod random_pack;

use std::sync::LazyLock;

static CHOSEN: LazyLock<tries::Try> = LazyLock::new(tries::chosen);

libfuzzer_sys::fuzz_target!(|data: &[u8]| CHOSEN(data));
