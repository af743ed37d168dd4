//! Numbers as written: `12`, `1/2`, `3 1/2`, each with a sign or without.

use super::Piece;
use super::build::place;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::{ExprKind, Number};
use num_traits::{Signed as _, Zero as _};

/// The greatest number that may be written, above or below the line.
const GREATEST: i64 = 1_000_000_000;

/// A number in its role as a value: a sign makes it a modifier.
pub(super) fn kind(piece: &Piece<'_>, base: Span) -> Result<ExprKind, Diagnostic> {
    let signed = piece.as_str().starts_with(['+', '-']);
    Ok(ExprKind::Number {
        value: number(piece, base)?,
        signed,
    })
}

/// How much a written number is.
pub(super) fn number(piece: &Piece<'_>, base: Span) -> Result<Number, Diagnostic> {
    let text = piece.as_str();
    let unsigned = text.trim_start_matches(['+', '-']);
    let size = unsigned
        .split(' ')
        .filter(|part| !part.is_empty())
        .try_fold(Number::zero(), |sum, part| {
            Ok(sum + fraction(part, piece, base)?)
        })?;
    if *size.numer() > GREATEST {
        return Err(too_large(piece, base));
    }
    Ok(if text.starts_with('-') { -size } else { size })
}

/// The step of a rate: more than zero.
pub(super) fn step(piece: &Piece<'_>, base: Span) -> Result<Number, Diagnostic> {
    let step = number(piece, base)?;
    if step.is_positive() {
        return Ok(step);
    }
    Err(Diagnostic::error(
        Code::BrokenExpression,
        place(piece, base),
        "a rate cannot count in steps of 0",
    ))
}

/// How many levels a step along a scale goes.
pub(super) fn count(piece: &Piece<'_>, base: Span) -> Result<i32, Diagnostic> {
    let count = number(piece, base)?.to_integer();
    i32::try_from(count).map_err(|_| too_large(piece, base))
}

fn fraction(text: &str, piece: &Piece<'_>, base: Span) -> Result<Number, Diagnostic> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let whole = |digits| whole(digits).ok_or_else(|| too_large(piece, base));
    let (above, below) = (whole(above)?, whole(below)?);
    if below == 0 {
        let message = "this number is divided by 0";
        Err(Diagnostic::error(
            Code::BrokenExpression,
            place(piece, base),
            message,
        ))
    } else {
        Ok(Number::new(above, below))
    }
}

fn whole(digits: &str) -> Option<i64> {
    digits.parse().ok().filter(|number| *number <= GREATEST)
}

fn too_large(piece: &Piece<'_>, base: Span) -> Diagnostic {
    Diagnostic::error(
        Code::OverLimit,
        place(piece, base),
        "this number is too large",
    )
    .help("the greatest number is 1000000000")
}
