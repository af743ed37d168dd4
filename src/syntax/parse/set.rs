//! Sets as written: members, ranges, and the tests for membership.

use super::build::{boxed, expression, first, holds, last, next, place};
use super::grammar::Rule;
use super::{Piece, report};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{Expr, ExprKind, Member};

/// `is x`, `is not {…}`, `in x..y`, `not in {…}`
pub(super) fn member_test(
    left: Box<Expr>,
    test: Piece<'_>,
    base: Span,
) -> Result<ExprKind, Diagnostic> {
    let negated = holds(&test, Rule::kw_not);
    let written = last(test, base)?;
    let set = if written.as_rule() == Rule::member {
        vec![member(written, base)?]
    } else {
        members(written, base)?
    };
    Ok(ExprKind::In { left, set, negated })
}

/// The members within braces, or of a key.
pub(super) fn members(piece: Piece<'_>, base: Span) -> Result<Vec<Member>, Diagnostic> {
    let parts = piece
        .into_inner()
        .filter(|part| part.as_rule() == Rule::member);
    parts.map(|part| member(part, base)).collect()
}

fn member(piece: Piece<'_>, base: Span) -> Result<Member, Diagnostic> {
    let span = place(&piece, base);
    let mut parts = piece.into_inner();
    let start = next(&mut parts, span)?;
    let end = parts.find(|part| part.as_rule() == Rule::sum);
    match (start.as_rule(), end) {
        (Rule::anything, _) => Ok(Member::Any(span)),
        (Rule::up_from, _) => Ok(Member::AtLeast(expression(last(start, base)?, base)?)),
        (Rule::down_from, _) => Ok(Member::AtMost(expression(last(start, base)?, base)?)),
        (Rule::sum, None) => expression(start, base).map(Member::One),
        (Rule::sum, Some(end)) => Ok(Member::Range(
            expression(start, base)?,
            expression(end, base)?,
        )),
        _ => Err(report::unreadable(span)),
    }
}

/// `least of a, b`
pub(super) fn list(piece: Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let kind = match first(piece.clone(), base)?.as_rule() {
        Rule::kw_least => ExprKind::Least,
        _ => ExprKind::Greatest,
    };
    let items = piece
        .into_inner()
        .filter(|part| part.as_rule() == Rule::sum);
    items
        .map(|item| boxed(item, base).map(|item| *item))
        .collect::<Result<_, _>>()
        .map(kind)
}
