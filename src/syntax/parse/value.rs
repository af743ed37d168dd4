//! From what the grammar recognised to the tree: arithmetic, what follows a value, and the values themselves.

use super::build::{Built, boxed, expression, first, holds, last, name, next, place};
use super::grammar::Rule;
use super::{Piece, number, rate, report, set};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{Arithmetic, Binding, Expr, ExprKind, Number, Rounding};

/// A level below conditions that holds more than the next one, or a value.
pub(super) fn value(piece: Piece<'_>, base: Span) -> Built {
    match piece.as_rule() {
        Rule::bounded | Rule::capped_rate => rate::bounded(piece, base),
        Rule::sum => sum(piece, base),
        Rule::product => product(piece, base),
        Rule::postfixed => postfixed(piece, base),
        _ => {
            let span = place(&piece, base);
            kind(piece, base).map(|kind| Expr { kind, span })
        }
    }
}

fn kind(piece: Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    match piece.as_rule() {
        Rule::unary | Rule::bound => Ok(ExprKind::Negate(boxed(last(piece, base)?, base)?)),
        Rule::tight => with(piece, base),
        Rule::part => part(&piece, base),
        Rule::rate => rate::rate(piece, base).map(ExprKind::Rate),
        Rule::list => set::list(piece, base),
        Rule::was => Ok(ExprKind::Was(boxed(
            first(last(piece, base)?, base)?,
            base,
        )?)),
        Rule::braces => set::members(piece, base).map(ExprKind::Set),
        Rule::name => Ok(ExprKind::Name(piece.as_str().to_owned())),
        Rule::quoted => Ok(ExprKind::Quoted(
            piece.as_str().trim_matches('\'').to_owned(),
        )),
        Rule::signed | Rule::plain => number::kind(&piece, base),
        _ => Err(report::unreadable(place(&piece, base))),
    }
}

/// `a + b - c`, from the left.
fn sum(piece: Piece<'_>, base: Span) -> Built {
    let span = place(&piece, base);
    let mut parts = piece.into_inner();
    let mut left = expression(next(&mut parts, span)?, base)?;
    while let Some(operator) = parts.next() {
        let arithmetic = if operator.as_rule() == Rule::plus {
            Arithmetic::Add
        } else {
            Arithmetic::Subtract
        };
        left = joined(arithmetic, left, expression(next(&mut parts, span)?, base)?);
    }
    Ok(left)
}

fn joined(arithmetic: Arithmetic, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr {
        kind: ExprKind::Arithmetic(arithmetic, Box::new(left), Box::new(right)),
        span,
    }
}

/// `a * b / c FRU`, from the left.
fn product(piece: Piece<'_>, base: Span) -> Built {
    let span = place(&piece, base);
    let mut parts = piece.into_inner().peekable();
    let mut missing = || report::unreadable(span);
    let mut left = expression(parts.next().ok_or_else(&mut missing)?, base)?;
    while let Some(operator) = parts.next() {
        let right = expression(parts.next().ok_or_else(&mut missing)?, base)?;
        let rounded = parts.next_if(|part| part.as_rule() == Rule::rounding);
        left = match operator.as_rule() {
            Rule::times => joined(Arithmetic::Multiply, left, right),
            _ => divided(left, right, rounded, base)?,
        };
    }
    Ok(left)
}

fn divided(left: Expr, right: Expr, rounded: Option<Piece<'_>>, base: Span) -> Built {
    let end = rounded
        .as_ref()
        .map_or(right.span, |piece| place(piece, base));
    let rounding = rounded.map(|piece| rounding(piece, base)).transpose()?;
    let span = left.span.to(end);
    Ok(Expr {
        kind: ExprKind::Divide(Box::new(left), Box::new(right), rounding),
        span,
    })
}

/// `FRU`, `FRD`, `exact`
pub(super) fn rounding(piece: Piece<'_>, base: Span) -> Result<Rounding, Diagnostic> {
    Ok(match first(piece, base)?.as_rule() {
        Rule::kw_fru => Rounding::Fru,
        Rule::kw_frd => Rounding::Frd,
        _ => Rounding::Exact,
    })
}

/// `half x FRU`, `1/4 of x FRU`
fn part(piece: &Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let amount = match piece
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::plain)
    {
        Some(plain) => number::number(&plain, base)?,
        None => Number::new(1, 2),
    };
    let rounded = piece
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::rounding);
    let rounding = rounded.map(|piece| rounding(piece, base)).transpose()?;
    let of = piece
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::tight);
    let of = boxed(
        of.ok_or_else(|| report::unreadable(place(piece, base)))?,
        base,
    )?;
    Ok(ExprKind::Part(amount, of, rounding))
}

/// `x as DRM`, `x one level up`, one after the other.
fn postfixed(piece: Piece<'_>, base: Span) -> Built {
    let span = place(&piece, base);
    let mut parts = piece.into_inner();
    let start = expression(next(&mut parts, span)?, base)?;
    parts.try_fold(start, |left, suffix| {
        let span = left.span.to(place(&suffix, base));
        let kind = match suffix.as_rule() {
            Rule::crossing => ExprKind::As(Box::new(left), name(&last(suffix, base)?, base)),
            _ => ExprKind::Shift(Box::new(left), levels(&suffix, base)?),
        };
        Ok(Expr { kind, span })
    })
}

/// `one level up`, `2 levels down`
fn levels(suffix: &Piece<'_>, base: Span) -> Result<i32, Diagnostic> {
    let count = suffix
        .clone()
        .into_inner()
        .find(|part| part.as_rule() == Rule::count);
    let count = count.map_or(Ok(1), |count| number::count(&count, base))?;
    Ok(if holds(suffix, Rule::kw_down) {
        -count
    } else {
        count
    })
}

/// `q with fact = value, …`
fn with(piece: Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let question = boxed(first(piece.clone(), base)?, base)?;
    let bindings = last(piece, base)?
        .into_inner()
        .filter(|part| part.as_rule() == Rule::binding);
    bindings
        .map(|part| binding(part, base))
        .collect::<Result<_, _>>()
        .map(|all| ExprKind::With(question, all))
}

fn binding(piece: Piece<'_>, base: Span) -> Result<Binding, Diagnostic> {
    let fact = name(&first(piece.clone(), base)?, base);
    Ok(Binding {
        fact,
        value: expression(last(piece, base)?, base)?,
    })
}
