//! From a text to the tree: the limits first, then the grammar, then the tree with its places.

mod books;
mod build;
mod grammar;
mod limits;
mod number;
mod piece;
mod place;
pub mod plain;
mod report;
mod slips;
mod speech;

use super::{Expr, Member};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use grammar::{Grammar, Rule};
use pest::Parser as _;
use piece::{Piece, unreadable};

/// Reads one expression. The span is that of the whole text in its file.
///
/// # Errors
///
/// `broken-expression` at the first place that cannot be read, `over-limit` where a limit is passed.
pub fn parse(text: &str, span: Span) -> Result<Expr, Diagnostic> {
    plain::expression(text, span).map_or_else(|| by_grammar(text, span), Ok)
}

/// Reads the values that a chart key, an `only` or a `given` names: `2..5`, `<= 5`, `jan, feb`, `a | b`, `any`.
///
/// # Errors
///
/// As for [`parse`].
pub fn parse_set(text: &str, span: Span) -> Result<Vec<Member>, Diagnostic> {
    plain::members(text, span).map_or_else(|| set_by_grammar(text, span), Ok)
}

pub use limits::tokens;
pub use slips::{is_absent, plain_dice, unmarked};

/// Whether a text is written as a name is: letters and digits of any script, a letter first, with single hyphens between them.
pub fn is_name(text: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(char::is_alphanumeric);
    text.starts_with(char::is_alphabetic) && text.split('-').all(is_part)
}

/// Whether a word is one of the language, and never a name.
pub fn is_reserved(word: &str) -> bool {
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word && Grammar::parse(Rule::reserved, word).is_ok()
}

/// The words, numbers and signs of a text, whether or not it can be read.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    limits::tokens(text).map(|(_, word)| word)
}

/// Reads a condition or calculation by the grammar alone.
///
/// # Errors
///
/// As [`parse`].
pub fn by_grammar(text: &str, span: Span) -> Result<Expr, Diagnostic> {
    if slips::is_absent(text) {
        let message = format!("`{text}` is no value");
        let error = Diagnostic::error(Code::BrokenExpression, span, message);
        return Err(error.help(slips::ABSENT));
    }
    build::expression(&recognise(Rule::whole, text, span)?)
}

/// Reads a set of values by the grammar alone.
///
/// # Errors
///
/// As [`parse_set`].
pub fn set_by_grammar(text: &str, span: Span) -> Result<Vec<Member>, Diagnostic> {
    build::members(&recognise(Rule::whole_set, text, span)?)
}

/// What stands within the whole text.
fn recognise(rule: Rule, text: &str, base: Span) -> Result<Piece<'_>, Diagnostic> {
    limits::check(text, base)?;
    pest::set_call_limit(limits::CALLS);
    let mut pieces =
        Grammar::parse(rule, text).map_err(|error| report::diagnostic(&error, text, base))?;
    let pair = pieces.next().ok_or_else(|| unreadable(base))?;
    Piece { pair, base }.first()
}
