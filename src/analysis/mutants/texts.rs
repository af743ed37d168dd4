//! Small changes of one written text: a number one more or less, a sign, a rounding, a condition with a part left out.

use super::{Change, Kind};
use crate::source::{FileId, Span};
use crate::syntax::{Expr, ExprKind, parse};
use std::ops::Range;

/// The changes of a condition: each part left out, each number, each rounding. A condition of one part is left out whole, which
/// is told by an empty text.
pub fn of_condition(text: &str) -> Vec<Change> {
    let parts = parts_left_out(text).into_iter();
    let mut all: Vec<Change> = parts.map(|text| (Kind::Condition, text)).collect();
    all.extend(in_expression(text));
    all
}

/// The changes of what a rule gives: another word of the same kind, or the numbers, signs and roundings in it.
pub fn of_value(text: &str, words: &[String]) -> Vec<Change> {
    let Some(place) = words.iter().position(|word| word == text.trim()) else {
        return in_expression(text);
    };
    let before = || words.get(place.checked_sub(1)?);
    let next = words.get(place + 1).or_else(before);
    next.map(|next| (Kind::Value, next.clone()))
        .into_iter()
        .collect()
}

/// The numbers, signs and roundings anywhere in a text.
fn in_expression(text: &str) -> Vec<Change> {
    let mut all = Vec::new();
    for token in tokens(text) {
        let part = |range| text.get(range).unwrap_or_default();
        let before = part(0..token.start);
        let after = part(token.end..text.len());
        let mut put = |kind, before: &str, new: &str| {
            all.push((kind, format!("{before}{new}{after}")));
        };
        match part(token) {
            "FRU" => put(Kind::Rounding, before, "FRD"),
            "FRD" => put(Kind::Rounding, before, "FRU"),
            word => {
                // Parts of a fraction are left as they are.
                let is_part = before.ends_with('/') || after.starts_with('/');
                let Some(value) = word.parse::<i64>().ok().filter(|_| !is_part) else {
                    continue;
                };
                put(Kind::Number, before, &value.saturating_add(1).to_string());
                match signed(before) {
                    Some((before, turned)) if value != 0 => {
                        put(Kind::Sign, before, &format!("{turned}{value}"));
                    }
                    None if value > 0 => put(Kind::Number, before, &(value - 1).to_string()),
                    _ => {}
                }
            }
        }
    }
    all
}

/// What stands before the sign at the end of a text, and the other sign, where it belongs to the number after it: nothing, a
/// space, a bracket or a comma stands before it.
fn signed(text: &str) -> Option<(&str, char)> {
    let turned = match text.chars().next_back()? {
        '+' => '-',
        '-' => '+',
        _ => return None,
    };
    let before = text.get(..text.len() - 1)?;
    let is_sign = |last: char| last.is_whitespace() || "({,=<>".contains(last);
    let is_own = before.chars().next_back().is_none_or(is_sign);
    is_own.then_some((before, turned))
}

/// Where the words and numbers of a text stand; what is in single quotes is free text.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let (mut is_quoted, mut open, mut last) = (false, None, ' ');
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        is_quoted ^= character == '\'';
        // A hyphen within a word belongs to it; before a number it is a sign.
        let is_part = character.is_alphanumeric() || (character == '-' && last.is_alphabetic());
        if !is_quoted && is_part {
            open.get_or_insert(at);
        } else if let Some(start) = open.take() {
            tokens.push(start..at);
        }
        last = character;
    }
    tokens
}

/// A condition with each of its parts left out in turn; one of a single part is left out whole.
fn parts_left_out(text: &str) -> Vec<String> {
    let whole = Span {
        file: FileId(0),
        start: 0,
        end: u32::try_from(text.len()).unwrap_or(u32::MAX),
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
        let range = part.span.start as usize..part.span.end as usize;
        let own = text.get(range).unwrap_or_default().trim();
        let is_joined = matches!(
            part.kind,
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::If(..) | ExprKind::With(..)
        );
        // Brackets around a part are not in its span.
        if is_joined && !own.starts_with('(') {
            format!("({own})")
        } else {
            own.to_owned()
        }
    };
    let parts: Vec<String> = parts.iter().map(shown).collect();
    let without = |gone: usize| {
        let kept = parts.iter().enumerate().filter(|(place, _)| *place != gone);
        let kept: Vec<&str> = kept.map(|(_, part)| part.as_str()).collect();
        kept.join(word)
    };
    (0..parts.len()).map(without).collect()
}
