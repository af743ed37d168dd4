//! What a text may not exceed, found before the grammar reads it: no input can exhaust the stack or the clock.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use std::num::NonZeroUsize;

/// The longest text of one expression, in bytes.
const BYTES: usize = 4_000;

/// How deep brackets, `not`, `if`, `with` and signs may lie within each other.
const NESTING: usize = 64;

/// How many operations one expression may hold.
const OPERATIONS: usize = 256;

/// How many rules the grammar may try for one text; many times what the longest one needs.
pub(super) const CALLS: Option<NonZeroUsize> = NonZeroUsize::new(4_000_000);

/// Refuses a text that is too long, nested too deep, or has too many operations.
pub(super) fn check(text: &str, span: Span) -> Result<(), Diagnostic> {
    if text.len() > BYTES {
        return Err(over(
            span,
            format!("this expression is longer than {BYTES} bytes"),
        ));
    }
    let mut nesting = Nesting::default();
    let mut operations = 0;
    for (start, token) in tokens(text) {
        nesting.meet(token);
        operations += usize::from(is_operation(token));
        let place = span.within(start, start + token.len());
        if nesting.depth() > NESTING {
            return Err(over(
                place,
                format!("this expression is nested more than {NESTING} deep"),
            ));
        }
        if operations > OPERATIONS {
            return Err(over(
                place,
                format!("this expression has more than {OPERATIONS} operations"),
            ));
        }
    }
    Ok(())
}

fn over(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(Code::OverLimit, span, message)
        .help("divide it: a question of its own can hold a part")
}

fn is_operation(token: &str) -> bool {
    matches!(token, "+" | "-" | "*" | "/" | "as" | "level" | "levels")
}

/// How deep the text is at one place. Within one pair of brackets every word that opens something counts to their end,
/// since its right side may run that far.
#[derive(Default)]
struct Nesting {
    /// What had been opened when each of the open brackets began.
    brackets: Vec<usize>,
    /// Openings so far within the innermost brackets.
    opened: usize,
    /// Signs and `not` directly before this place.
    prefixes: usize,
    /// The sum over all brackets that enclose this place.
    outside: usize,
}

impl Nesting {
    const fn depth(&self) -> usize {
        self.outside + self.opened + self.prefixes
    }

    fn meet(&mut self, token: &str) {
        let prefixes = std::mem::take(&mut self.prefixes);
        match token {
            "not" | "-" => self.prefixes = prefixes + 1,
            "if" | "with" | "least" | "greatest" => self.opened += 1,
            "(" | "{" => self.open(prefixes),
            ")" | "}" => self.close(),
            _ => {}
        }
    }

    fn open(&mut self, prefixes: usize) {
        let enclosing = self.opened;
        let added = enclosing + prefixes + 1;
        self.brackets.push(enclosing);
        self.brackets.push(added);
        self.outside += added;
        self.opened = 0;
    }

    fn close(&mut self) {
        if let (Some(added), Some(enclosing)) = (self.brackets.pop(), self.brackets.pop()) {
            self.outside -= added;
            self.opened = enclosing;
        }
    }
}

/// The words, numbers and signs of a text with their places; quoted text is one token.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut place = 0;
    std::iter::from_fn(move || {
        let rest = text.get(place..)?;
        let start = place + (rest.len() - rest.trim_start().len());
        let length = token_length(text.get(start..)?)?;
        place = start + length;
        text.get(start..place).map(|token| (start, token))
    })
}

fn token_length(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    let length = match first {
        '\'' => rest.get(1..)?.find('\'').map_or(rest.len(), |end| end + 2),
        letter if letter.is_ascii_alphabetic() => {
            run(rest, |c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        }
        digit if digit.is_ascii_digit() => run(rest, |c| c.is_ascii_alphanumeric() || c == '_'),
        sign if is_sign(sign) => run(rest, is_sign),
        other => other.len_utf8(),
    };
    Some(length)
}

/// Signs that are read together: `<=`, `..`, and slips such as `==`.
const fn is_sign(c: char) -> bool {
    matches!(c, '<' | '>' | '=' | '!' | '&' | '|' | '.')
}

fn run(rest: &str, belongs: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !belongs(c)).unwrap_or(rest.len())
}
