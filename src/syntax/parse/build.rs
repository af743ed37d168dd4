//! From what the grammar recognised to the tree: conditions, and the way down to values.

use super::grammar::Rule;
use super::{Piece, report, set, value};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{Comparison, Expr, ExprKind, Name};
use pest::iterators::Pairs;

/// The result of building a part of the tree.
pub(super) type Built = Result<Expr, Diagnostic>;

/// An expression of any level. A level that holds nothing but the next is passed by.
pub(super) fn expression(piece: Piece<'_>, base: Span) -> Built {
    let piece = innermost(piece);
    let span = place(&piece, base);
    match piece.as_rule() {
        Rule::choice => choice(piece, base),
        Rule::disjunction => alternatives(piece, base, ExprKind::Or),
        Rule::conjunction => alternatives(piece, base, ExprKind::And),
        Rule::negation => Ok(Expr {
            kind: ExprKind::Not(boxed(last(piece, base)?, base)?),
            span,
        }),
        Rule::comparison => comparison(piece, base),
        Rule::paren => Ok(Expr {
            span,
            ..expression(first(piece, base)?, base)?
        }),
        _ => value::value(piece, base),
    }
}

/// Goes down through levels that hold one piece, which is itself an expression.
fn innermost(mut piece: Piece<'_>) -> Piece<'_> {
    while is_level(piece.as_rule()) {
        let mut inner = piece.clone().into_inner();
        match (inner.next(), inner.next()) {
            (Some(only), None) => piece = only,
            _ => break,
        }
    }
    piece
}

/// Whether a rule of the grammar is a level of precedence, which passes on what is below it where nothing is added.
pub(super) const fn is_level(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::choice
            | Rule::disjunction
            | Rule::conjunction
            | Rule::negation
            | Rule::comparison
            | Rule::bounded
            | Rule::sum
            | Rule::product
            | Rule::unary
            | Rule::postfixed
            | Rule::capped_rate
            | Rule::bound
            | Rule::tight
    )
}

/// `a if c, else b`
fn choice(piece: Piece<'_>, base: Span) -> Built {
    let span = place(&piece, base);
    let mut parts = piece
        .into_inner()
        .filter(|part| matches!(part.as_rule(), Rule::disjunction | Rule::choice));
    let mut next = || boxed(parts.next().ok_or_else(|| report::unreadable(span))?, base);
    Ok(Expr {
        kind: ExprKind::If(next()?, next()?, next()?),
        span,
    })
}

fn alternatives(piece: Piece<'_>, base: Span, kind: fn(Vec<Expr>) -> ExprKind) -> Built {
    let span = place(&piece, base);
    let parts = piece
        .into_inner()
        .filter(|part| matches!(part.as_rule(), Rule::conjunction | Rule::negation));
    let parts = parts
        .map(|part| expression(part, base))
        .collect::<Result<_, _>>()?;
    Ok(Expr {
        kind: kind(parts),
        span,
    })
}

fn comparison(piece: Piece<'_>, base: Span) -> Built {
    let span = place(&piece, base);
    let mut parts = piece.into_inner();
    let left = boxed(next(&mut parts, span)?, base)?;
    let test = next(&mut parts, span)?;
    let kind = match test.as_rule() {
        Rule::scale_test => scale_test(left, test, base)?,
        Rule::word_test => word_test(left, test, base)?,
        Rule::member_test => set::member_test(left, test, base)?,
        Rule::sign_test => sign_test(left, test, base)?,
        Rule::includes_test => ExprKind::Includes(left, boxed(last(test, base)?, base)?),
        _ => return Err(report::unreadable(span)),
    };
    Ok(Expr { kind, span })
}

/// `is at least x`, `is not above x`
fn scale_test(left: Box<Expr>, test: Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let negated = holds(&test, Rule::kw_not);
    let comparison = if holds(&test, Rule::least_word) {
        Comparison::AtLeast
    } else if holds(&test, Rule::most_word) {
        Comparison::AtMost
    } else if holds(&test, Rule::above_word) {
        Comparison::Above
    } else {
        Comparison::Below
    };
    let comparison = if negated {
        opposite(comparison)
    } else {
        comparison
    };
    Ok(ExprKind::Compare(
        comparison,
        left,
        boxed(last(test, base)?, base)?,
    ))
}

const fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Below => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Above,
        Comparison::Above => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Below,
    }
}

/// `wetter than x`
fn word_test(left: Box<Expr>, test: Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let span = place(&test, base);
    let word = test
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::name);
    let word = name(&word.ok_or_else(|| report::unreadable(span))?, base);
    Ok(ExprKind::Word(left, word, boxed(last(test, base)?, base)?))
}

/// `<= x`
fn sign_test(left: Box<Expr>, test: Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let comparison = match first(test.clone(), base)?.as_rule() {
        Rule::sign_at_most => Comparison::AtMost,
        Rule::sign_at_least => Comparison::AtLeast,
        Rule::sign_not_equal => Comparison::NotEqual,
        Rule::sign_below => Comparison::Below,
        Rule::sign_above => Comparison::Above,
        _ => Comparison::Equal,
    };
    Ok(ExprKind::Compare(
        comparison,
        left,
        boxed(last(test, base)?, base)?,
    ))
}

/// An expression in a box of its own.
pub(super) fn boxed(piece: Piece<'_>, base: Span) -> Result<Box<Expr>, Diagnostic> {
    expression(piece, base).map(Box::new)
}

/// A name, or a quoted text that stands for one, and its place.
pub(super) fn name(piece: &Piece<'_>, base: Span) -> Name {
    Name {
        text: piece.as_str().trim_matches('\'').to_owned(),
        span: place(piece, base),
    }
}

/// Where a piece is written, without the space after it.
pub(super) fn place(piece: &Piece<'_>, base: Span) -> Span {
    let start = piece.as_span().start();
    base.within(start, start + piece.as_str().trim_end().len())
}

/// Whether a piece has a part of this kind directly within it.
pub(super) fn holds(piece: &Piece<'_>, rule: Rule) -> bool {
    piece
        .clone()
        .into_inner()
        .any(|part| part.as_rule() == rule)
}

/// The first part of a piece.
pub(super) fn first(piece: Piece<'_>, base: Span) -> Result<Piece<'_>, Diagnostic> {
    let span = place(&piece, base);
    next(&mut piece.into_inner(), span)
}

/// The last part of a piece.
pub(super) fn last(piece: Piece<'_>, base: Span) -> Result<Piece<'_>, Diagnostic> {
    let span = place(&piece, base);
    piece
        .into_inner()
        .next_back()
        .ok_or_else(|| report::unreadable(span))
}

/// The next of the parts.
pub(super) fn next<'a>(parts: &mut Pairs<'a, Rule>, span: Span) -> Result<Piece<'a>, Diagnostic> {
    parts.next().ok_or_else(|| report::unreadable(span))
}
