//! The short way for the texts that are most of a rulebook: a lone name or whole number, a few of them in a row, a range. It
//! makes what the grammar makes of them, sooner; anything else is the grammar's.

use super::is_name;
use crate::source::Span;
use crate::syntax::{Expr, ExprKind, Member, Number};

/// Words with which some form of the grammar begins or goes on: left to the grammar.
const FORMS: &[&str] = &[
    "and", "or", "not", "if", "else", "is", "includes", "in", "with", "as", "FRU", "FRD", "half",
    "least", "greatest", "was", "any", "one", "exact", "per", "beyond", "up", "at", "to", "of",
    "level", "levels", "down", "most",
];

/// What is longer is left to the grammar and its limits.
const LONGEST: usize = 100;

/// The expression of a text that is a lone name or whole number.
pub fn expression(text: &str, span: Span) -> Option<Expr> {
    item(text, 0, span)
}

/// The members of a text that is a range, or a few names and numbers with commas or bars between them.
pub fn members(text: &str, span: Span) -> Option<Vec<Member>> {
    if text.len() > 20 * LONGEST {
        return None;
    }
    if let Some((first, last)) = text.split_once("..") {
        let end = item(last, first.len() + 2, span)?;
        return Some(vec![Member::Range(item(first, 0, span)?, end)]);
    }
    let by = if text.contains('|') { " | " } else { ", " };
    let mut start = 0;
    let member = |part: &str| {
        let member = item(part, start, span).map(Member::One);
        start += part.len() + by.len();
        member
    };
    text.split(by).map(member).collect()
}

fn item(text: &str, start: usize, base: Span) -> Option<Expr> {
    if text.len() > LONGEST {
        return None;
    }
    let kind = if is_name(text) && !FORMS.contains(&text) {
        ExprKind::Name(text.to_owned())
    } else {
        number(text)?
    };
    let span = base.within(start, start + text.len());
    Some(Expr { kind, span })
}

fn number(text: &str) -> Option<ExprKind> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size: i64 = digits.parse().ok()?;
    let value = Number::from_integer(if text.starts_with('-') { -size } else { size });
    Some(ExprKind::Number {
        value,
        signed: digits.len() < text.len(),
    })
}
