//! What is printed reads back as the same tree; samples of each form; what is said of texts that cannot be read.
mod messages;
mod samples;
mod short_way;
mod trees;

use chartroom::diagnostic::Diagnostic;
use chartroom::source::{FileId, Span};
use chartroom::syntax::{Expr, Member, parse, parse_set};

/// A span without extent: all places within it are the same, so trees can be compared without their places.
const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

fn read(text: &str) -> Result<Expr, Diagnostic> {
    parse(text, NOWHERE)
}

fn read_set(text: &str) -> Result<Vec<Member>, Diagnostic> {
    parse_set(text, NOWHERE)
}

/// The place of a whole text that begins at an offset of 100.
fn span_of(text: &str) -> Span {
    Span {
        file: FileId(0),
        start: 100,
        end: 100 + u32::try_from(text.len()).unwrap(),
    }
}

/// The text under a span of [`span_of`].
fn under(span: Span, text: &str) -> &str {
    text.get(span.start as usize - 100..span.end as usize - 100)
        .unwrap()
}
