//! What is read without the grammar is what the grammar makes of it.

use chartroom::source::{FileId, Span};
use chartroom::syntax::parse::plain::{expression, members};
use chartroom::syntax::parse::{by_grammar, set_by_grammar};
use proptest::prelude::*;

proptest! {
    #[test]
    fn the_short_way_makes_what_the_grammar_makes(text in "[a-c0-9+|, .-]{1,9}|(dry|level|any|half|is|-?[0-9]{1,3})((, | \\| |\\.\\.|,|-)(wet|of|most|[0-9]{1,2})){0,3}") {
        let length = u32::try_from(text.len()).unwrap_or(0);
        let span = Span { file: FileId(0), start: 100, end: 100 + length };
        if let Some(short) = expression(&text, span) {
            prop_assert_eq!(Ok(short), by_grammar(&text, span));
        }
        if let Some(short) = members(&text, span) {
            prop_assert_eq!(Ok(short), set_by_grammar(&text, span));
        }
    }
}
