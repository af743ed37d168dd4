//! Small changes of one written text: a number one more or less, a sign, a rounding, a condition with a part left out.

use super::Kind;
use crate::source::{FileId, Span};
use crate::syntax::{Expr, ExprKind, parse};
use std::ops::Range;

/// A text changed, and how.
pub(super) type Changed = (Kind, String);

/// The changes of a condition: each number, each rounding, and each part left out. A condition of one part is left out whole,
/// which is told by an empty text.
pub(super) fn of_condition(text: &str) -> Vec<Changed> {
    let mut all: Vec<Changed> = parts_left_out(text)
        .into_iter()
        .map(|text| (Kind::Condition, text))
        .collect();
    all.extend(in_expression(text));
    all
}

/// The changes of what a rule gives: another word of the same kind, or the numbers, signs and roundings in it.
pub(super) fn of_value(text: &str, words: &[String]) -> Vec<Changed> {
    let own = text.trim();
    if let Some(place) = words.iter().position(|word| word == own) {
        let next = words
            .get(place + 1)
            .or_else(|| place.checked_sub(1).and_then(|before| words.get(before)));
        return next
            .map(|next| (Kind::Value, next.clone()))
            .into_iter()
            .collect();
    }
    in_expression(text)
}

/// The numbers, signs and roundings anywhere in a text.
fn in_expression(text: &str) -> Vec<Changed> {
    let mut all = Vec::new();
    for token in tokens(text) {
        let own = text.get(token.clone()).unwrap_or_default();
        let mut put = |kind, new: String| all.push((kind, replaced(text, token.clone(), &new)));
        match own {
            "FRU" => put(Kind::Rounding, "FRD".to_owned()),
            "FRD" => put(Kind::Rounding, "FRU".to_owned()),
            _ => number(text, &token, own, &mut put),
        }
    }
    all
}

fn number(text: &str, token: &Range<usize>, own: &str, put: &mut dyn FnMut(Kind, String)) {
    let Ok(value) = own.parse::<i64>() else {
        return;
    };
    let before = text.get(..token.start).unwrap_or_default();
    let sign = match before.chars().next_back() {
        Some(sign @ ('+' | '-')) if is_sign(before) => Some(sign),
        // Parts of a fraction are left as they are.
        Some('/') => return,
        _ => None,
    };
    if text
        .get(token.end..)
        .is_some_and(|after| after.starts_with('/'))
    {
        return;
    }
    put(Kind::Number, (value + 1).to_string());
    match sign {
        Some(_) if value == 0 => {}
        Some(_) => put(Kind::Sign, format!("\u{8}{value}")),
        None if value > 0 => put(Kind::Number, (value - 1).to_string()),
        None => {}
    }
}

/// Whether the sign at the end of a text belongs to the number after it: nothing, a space, a bracket or a comma stands before.
fn is_sign(before: &str) -> bool {
    before
        .chars()
        .rev()
        .nth(1)
        .is_none_or(|previous| previous.is_whitespace() || "({,=<>".contains(previous))
}

/// The text with a part replaced. A new part that begins with a backspace turns the sign before it round.
fn replaced(text: &str, part: Range<usize>, new: &str) -> String {
    let (before, after) = (
        text.get(..part.start).unwrap_or_default(),
        text.get(part.end..).unwrap_or_default(),
    );
    match new.strip_prefix('\u{8}') {
        None => format!("{before}{new}{after}"),
        Some(new) => {
            let sign = if before.ends_with('-') { '+' } else { '-' };
            let before = before
                .get(..before.len().saturating_sub(1))
                .unwrap_or_default();
            format!("{before}{sign}{new}{after}")
        }
    }
}

/// Where the words and numbers of a text stand; what is in single quotes is free text.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let (mut quoted, mut open) = (false, None);
    let is_part = |at: usize, character: char| {
        // A hyphen within a word belongs to it; before a number it is a sign.
        character.is_alphanumeric()
            || (character == '-'
                && text
                    .get(..at)
                    .and_then(|before| before.chars().next_back())
                    .is_some_and(char::is_alphabetic))
    };
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        quoted ^= character == '\'';
        if !quoted && is_part(at, character) {
            open.get_or_insert(at);
        } else if let Some(start) = open.take() {
            tokens.push(start..at);
        }
    }
    tokens
}

/// A condition with each of its parts left out in turn; one of a single part is left out whole.
fn parts_left_out(text: &str) -> Vec<String> {
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let whole = Span {
        file: FileId(0),
        start: 0,
        end,
    };
    let Ok(parsed) = parse(text, whole) else {
        return Vec::new();
    };
    let (parts, word): (&[Expr], &str) = match &parsed.kind {
        ExprKind::And(parts) => (parts, " and "),
        ExprKind::Or(parts) => (parts, " or "),
        _ => return vec![String::new()],
    };
    let shown = |part: &Expr| {
        let own = text
            .get(part.span.start as usize..part.span.end as usize)
            .unwrap_or_default()
            .trim();
        // Brackets around a part are not in its span.
        if matches!(
            part.kind,
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::If(..) | ExprKind::With(..)
        ) && !own.starts_with('(')
        {
            format!("({own})")
        } else {
            own.to_owned()
        }
    };
    (0..parts.len())
        .map(|left_out| {
            let rest = parts
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != left_out)
                .map(|(_, part)| shown(part));
            rest.collect::<Vec<_>>().join(word)
        })
        .collect()
}
