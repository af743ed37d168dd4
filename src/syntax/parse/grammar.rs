//! The recogniser that pest makes of the grammar file.
#![allow(
    missing_docs,
    unreachable_pub,
    reason = "what pest generates has neither docs nor our visibility"
)]

/// Recognises expressions.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/expression.pest"]
pub struct Grammar;
