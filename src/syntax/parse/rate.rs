//! Rates, `+1 per 6 hexes FRU beyond 12`, and the bounds of a value.

use super::build::{Built, boxed, expression, last, name, next, place};
use super::grammar::Rule;
use super::{Piece, number, value};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{Expr, ExprKind, Number, Rate};
use num_traits::{One as _, Zero as _};

/// `x at least 0 up to +3`
pub(super) fn bounded(piece: Piece<'_>, base: Span) -> Built {
    let span = place(&piece, base);
    let mut parts = piece.into_inner();
    let inner = boxed(next(&mut parts, span)?, base)?;
    let (mut least, mut most) = (None, None);
    for bound in next(&mut parts, span)?.into_inner() {
        let side = if bound.as_rule() == Rule::at_least {
            &mut least
        } else {
            &mut most
        };
        *side = Some(boxed(last(bound, base)?, base)?);
    }
    Ok(Expr {
        kind: ExprKind::Clamp(inner, least, most),
        span,
    })
}

/// `+1 per 6 hexes of range FRU beyond 12`
pub(super) fn rate(piece: Piece<'_>, base: Span) -> Result<Rate, Diagnostic> {
    let mut rate = Rate {
        amount: Number::zero(),
        step: Number::one(),
        unit: None,
        of: None,
        rounding: None,
        beyond: None,
    };
    for part in piece.into_inner() {
        match part.as_rule() {
            Rule::signed => rate.amount = number::number(&part, base)?,
            Rule::plain => rate.step = number::step(&part, base)?,
            Rule::unit => rate.unit = Some(name(&last(part, base)?, base)),
            Rule::counted => rate.of = Some(boxed(last(part, base)?, base)?),
            Rule::rounding => rate.rounding = Some(value::rounding(part, base)?),
            Rule::beyond => rate.beyond = Some(Box::new(expression(last(part, base)?, base)?)),
            _ => {}
        }
    }
    Ok(rate)
}
