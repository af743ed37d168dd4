//! Errata: every operation, status and conflict, on a small pack; what is told of each; that their order means nothing; and
//! how they are written and folded.

#![allow(
    clippy::too_many_lines,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test fails by panicking"
)]

#[path = "../common/mod.rs"]
mod common;
mod conflicts;
mod desk;
mod folding;
mod operations;
mod orders;
mod refusals;
mod settles;
mod silent;
mod support;
