//! Numbers as written: `12`, `1/2`, `3 1/2`, each with a sign or without.

use super::piece::{Built, Piece};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Number;
use num_traits::{Signed as _, Zero as _};

/// The greatest number that may be written, above or below the line.
const GREATEST: i64 = 1_000_000_000;

/// How much a written number is.
pub fn amount(piece: &Piece<'_>) -> Built<Number> {
    let unsigned = piece.text().trim_start_matches(['+', '-']);
    let mut size = Number::zero();
    for part in unsigned.split(' ').filter(|part| !part.is_empty()) {
        let (above, below) = part.split_once('/').unwrap_or((part, "1"));
        let (above, below) = (whole(above, piece)?, whole(below, piece)?);
        if below == 0 {
            return Err(broken(piece, "this number is divided by 0"));
        }
        size += Number::new(above, below);
    }
    if *size.numer() > GREATEST {
        return Err(too_large(piece));
    }
    let is_negative = piece.text().starts_with('-');
    Ok(if is_negative { -size } else { size })
}

/// The step of a rate: more than zero.
pub fn step(piece: &Piece<'_>) -> Built<Number> {
    let step = amount(piece)?;
    if step.is_positive() {
        return Ok(step);
    }
    Err(broken(piece, "a rate cannot count in steps of 0"))
}

fn whole(digits: &str, piece: &Piece<'_>) -> Built<i64> {
    let number = digits.parse().ok().filter(|number| *number <= GREATEST);
    number.ok_or_else(|| too_large(piece))
}

fn broken(piece: &Piece<'_>, message: &str) -> Diagnostic {
    Diagnostic::error(Code::BrokenExpression, piece.span(), message)
}

fn too_large(piece: &Piece<'_>) -> Diagnostic {
    Diagnostic::error(Code::OverLimit, piece.span(), "this number is too large")
        .help(format!("the greatest number is {GREATEST}"))
}
