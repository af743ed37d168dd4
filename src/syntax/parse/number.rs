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
            Ok(sum + fraction(part).map_err(|problem| problem.at(piece, base))?)
        })?;
    if *size.numer() > GREATEST {
        return Err(Problem::TooLarge.at(piece, base));
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
    i32::try_from(count).map_err(|_| Problem::TooLarge.at(piece, base))
}

fn fraction(text: &str) -> Result<Number, Problem> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (above, below) = (whole(above)?, whole(below)?);
    if below == 0 {
        Err(Problem::ZeroBelow)
    } else {
        Ok(Number::new(above, below))
    }
}

fn whole(digits: &str) -> Result<i64, Problem> {
    digits
        .parse()
        .ok()
        .filter(|number| *number <= GREATEST)
        .ok_or(Problem::TooLarge)
}

enum Problem {
    TooLarge,
    ZeroBelow,
}

impl Problem {
    fn at(&self, piece: &Piece<'_>, base: Span) -> Diagnostic {
        let (code, message) = match self {
            Self::TooLarge => (Code::OverLimit, "this number is too large"),
            Self::ZeroBelow => (Code::BrokenExpression, "this number is divided by 0"),
        };
        let found = Diagnostic::error(code, place(piece, base), message);
        if matches!(self, Self::TooLarge) {
            found.help("the greatest number is 1000000000")
        } else {
            found
        }
    }
}
