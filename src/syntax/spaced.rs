//! The blanks of an expression as the reference sets them.

use super::parse::{parse, tokens};
use crate::source::{FileId, Span};

/// Words after which a plus or minus is the sign of what follows, and no sum.
const BEFORE_SIGN: &[&str] = &[
    "above", "and", "as", "at", "below", "beyond", "else", "greatest", "half", "if", "in",
    "includes", "is", "least", "most", "not", "of", "or", "per", "than", "to", "with",
];

/// An expression with one blank or none between two words or signs; what cannot be read, or would be read otherwise, as it is.
#[must_use]
pub fn spaced(text: &str) -> String {
    let spaced = with_blanks(text);
    let read = |text: &str| {
        let end = u32::try_from(text.len()).ok()?;
        let span = Span {
            file: FileId(0),
            start: 0,
            end,
        };
        Some(parse(text, span).ok()?.to_string())
    };
    let is_same = spaced == text || read(text).is_some_and(|said| read(&spaced) == Some(said));
    if is_same { spaced } else { text.to_owned() }
}

fn with_blanks(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    // Whether something ends here that a sign could add to; whether the next stands right behind it.
    let (mut is_operand, mut is_tight) = (false, true);
    for (start, token) in tokens(text) {
        let is_digit = |place: Option<usize>| {
            place
                .and_then(|place| text.as_bytes().get(place))
                .is_some_and(u8::is_ascii_digit)
        };
        let is_fraction =
            token == "/" && is_digit(start.checked_sub(1)) && is_digit(Some(start + 1));
        let is_sign = matches!(token, "+" | "-") && !is_operand;
        if !is_tight && !is_fraction && !matches!(token, ")" | "}" | "," | "..") {
            made.push(' ');
        }
        made.push_str(token);
        is_tight = is_fraction || is_sign || matches!(token, "(" | "{" | "..");
        is_operand = matches!(token, ")" | "}")
            || token.starts_with(|first: char| first == '\'' || first.is_alphanumeric())
                && !BEFORE_SIGN.contains(&token);
    }
    made
}
