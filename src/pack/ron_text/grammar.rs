//! The recogniser that pest makes of the grammar file.
#![allow(
    missing_docs,
    unreachable_pub,
    reason = "what pest generates has neither docs nor our visibility"
)]

/// Recognises the tokens of RON.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/ron.pest"]
pub struct Grammar;
