//! Quotes as a word processor sets them, where a file needs straight ones.

use std::ops::Range;

/// What is said of them.
pub const MESSAGE: &str = "this quote is a typographic one";
/// What to do.
pub const HELP: &str = "use straight quotes: `\"…\"`";

/// The typographic quotes.
const CURLY: [char; 10] = [
    '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}', '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}',
    '\u{ab}', '\u{bb}',
];

/// Whether a text begins with one.
pub fn is_curly(text: &str) -> bool {
    text.starts_with(CURLY)
}

/// The first typographic quote that stands in a line where a text begins.
pub fn curly(line: &str) -> Option<Range<usize>> {
    let begins = |(at, _): &(usize, &str)| {
        let before = line.get(..*at).unwrap_or_default().trim_end();
        before.is_empty() || before.ends_with(['=', '[', '(', '{', ',', ':'])
    };
    let mut quotes = line.match_indices(CURLY).filter(begins);
    quotes.next().map(|(at, quote)| at..at + quote.len())
}
