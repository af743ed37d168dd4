//! Quotes as a word processor sets them, where a file needs straight ones.

use std::ops::Range;

/// What is said of them.
pub(super) const MESSAGE: &str = "this quote is a typographic one";
/// What to do.
pub(super) const HELP: &str = "use straight quotes: `\"…\"`";

/// The first typographic quote that stands in a line where a text begins.
pub(super) fn curly(line: &str) -> Option<Range<usize>> {
    let begins = |before: &str| {
        let before = before.trim_end();
        before.is_empty() || before.ends_with(['=', '[', '(', '{', ',', ':'])
    };
    let is_curly = |c: char| matches!(c, '\u{201c}'..='\u{201f}' | '\u{2018}'..='\u{201b}' | '\u{ab}' | '\u{bb}');
    let mut quotes = line
        .match_indices(is_curly)
        .filter(|(at, _)| line.get(..*at).is_some_and(begins));
    quotes.next().map(|(at, quote)| at..at + quote.len())
}
