//! What a text may not exceed, found before the grammar reads it: no input can exhaust the stack or the clock.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use std::num::NonZeroUsize;

/// The longest text of one expression, in bytes.
const BYTES: usize = 4_000;

/// How deep brackets, `not`, `if`, `with` and signs may lie within each other.
const NESTING: usize = 64;

/// How many operations one expression may hold.
const OPERATIONS: usize = 256;

/// How many rules the grammar may try for one text; many times what the longest one needs.
pub const CALLS: Option<NonZeroUsize> = NonZeroUsize::new(4_000_000);

/// Refuses a text that is too long, nested too deep, or has too many operations. Within one pair of brackets every word that
/// opens something counts to their end, since its right side may run that far.
pub fn check(text: &str, span: Span) -> Result<(), Diagnostic> {
    if text.len() > BYTES {
        return Err(over(span, &format!("is longer than {BYTES} bytes")));
    }
    // How deep it is at this place, without the signs directly before it; and how deep it was before each open bracket.
    let (mut depth, mut prefixes, mut brackets) = (0, 0, Vec::new());
    let mut operations = 0;
    for (start, token) in tokens(text).flat_map(|(start, token)| parts(start, token)) {
        let before = std::mem::take(&mut prefixes);
        match token {
            "not" | "-" => prefixes = before + 1,
            "if" | "with" | "least" | "greatest" => depth += 1,
            "(" | "{" => {
                brackets.push(depth);
                depth += before + 1;
            }
            ")" | "}" => depth = brackets.pop().unwrap_or(depth),
            _ => {}
        }
        operations += usize::from(matches!(
            token,
            "+" | "-" | "*" | "/" | "as" | "level" | "levels"
        ));
        let place = span.within(start, start + token.len());
        if depth + prefixes > NESTING {
            return Err(over(place, &format!("is nested more than {NESTING} deep")));
        }
        if operations > OPERATIONS {
            return Err(over(
                place,
                &format!("has more than {OPERATIONS} operations"),
            ));
        }
    }
    Ok(())
}

fn over(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::OverLimit, span, format!("this expression {what}"))
        .help("divide it: a question of its own can hold a part")
}

/// The words, numbers and signs of a text with their places; quoted text is one token.
pub fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut place = 0;
    std::iter::from_fn(move || {
        let rest = text.get(place..)?;
        let start = place + (rest.len() - rest.trim_start().len());
        place = start + token_length(text.get(start..)?)?;
        text.get(start..place).map(|token| (start, token))
    })
}

fn token_length(rest: &str) -> Option<usize> {
    let run = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    Some(match rest.chars().next()? {
        '\'' => rest.get(1..)?.find('\'').map_or(rest.len(), |end| end + 2),
        letter if letter.is_alphabetic() => run(|c| c.is_alphanumeric() || c == '-' || c == '_'),
        '0'..='9' => run(|c| c.is_alphanumeric() || c == '_'),
        sign if is_sign(sign) => run(is_sign),
        other => other.len_utf8(),
    })
}

/// What the grammar reads a token as: `or--` is a word and two signs, since a word ends before a hyphen after which it does not go on.
fn parts(start: usize, token: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = token.starts_with(char::is_alphabetic);
    let mut place = 0;
    std::iter::from_fn(move || {
        let rest = token.get(place..).filter(|rest| !rest.is_empty())?;
        let length = match rest.starts_with('-') {
            true => 1,
            false if is_word => word_length(rest),
            false => rest.len(),
        };
        let part = (start + place, rest.get(..length)?);
        place += length;
        Some(part)
    })
}

fn word_length(rest: &str) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || c == '_';
    let goes_on = |place: usize| {
        rest.get(place..)
            .is_some_and(|rest| rest.starts_with(belongs))
    };
    let mut letters = rest.char_indices();
    let end = letters.find(|(place, c)| !(belongs(*c) || *c == '-' && goes_on(place + 1)));
    end.map_or(rest.len(), |(place, _)| place)
}

/// Signs that are read together: `<=`, `..`, and slips such as `==`.
const fn is_sign(c: char) -> bool {
    matches!(c, '<' | '>' | '=' | '!' | '&' | '|' | '.')
}
