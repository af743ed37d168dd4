//! From a text to the tree: the limits first, then the grammar, then the tree with its places.

mod build;
mod grammar;
mod limits;
mod number;
mod plain;
mod rate;
mod report;
mod set;
mod slips;
mod value;

use super::{Expr, Member};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use grammar::{Grammar, Rule};
use pest::Parser as _;
use pest::iterators::Pair;

/// A piece of the text that the grammar has recognised.
type Piece<'a> = Pair<'a, Rule>;

/// Reads one expression. The span is that of the whole text in its file.
///
/// # Errors
///
/// `broken-expression` at the first place that cannot be read, `over-limit` where a limit is passed.
pub fn parse(text: &str, span: Span) -> Result<Expr, Diagnostic> {
    if let Some(plain) = plain::expression(text, span) {
        return Ok(plain);
    }
    let whole = recognise(Rule::whole, text, span)?;
    build::expression(build::first(whole, span)?, span)
}

/// Reads the values that a chart key, an `only` or a `given` names: `2..5`, `<= 5`, `jan, feb`, `a | b`, `any`.
///
/// # Errors
///
/// `broken-expression` at the first place that cannot be read, `over-limit` where a limit is passed.
pub fn parse_set(text: &str, span: Span) -> Result<Vec<Member>, Diagnostic> {
    if let Some(plain) = plain::members(text, span) {
        return Ok(plain);
    }
    let whole = recognise(Rule::whole_set, text, span)?;
    set::members(build::first(whole, span)?, span)
}

/// The words, numbers and signs of a text, whether or not it can be read.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    limits::tokens(text).map(|(_, word)| word)
}

fn recognise(rule: Rule, text: &str, span: Span) -> Result<Piece<'_>, Diagnostic> {
    limits::check(text, span)?;
    pest::set_call_limit(limits::CALLS);
    let mut pieces =
        Grammar::parse(rule, text).map_err(|error| report::diagnostic(&error, text, span))?;
    pieces.next().ok_or_else(|| report::unreadable(span))
}
