//! What is said of texts that cannot be read, and the limits.

use super::{NOWHERE, read, read_set, span_of, under};
use chartroom::diagnostic::{Code, Diagnostic};
use chartroom::syntax::{parse, parse_set};
use std::fmt::Write as _;

/// The text, the place and the words, as a reader would see them.
fn shown(text: &str, found: &Diagnostic) -> String {
    let place = found
        .labels
        .first()
        .map_or("", |label| under(label.span, text));
    let help: String = found.help.iter().map(|line| format!("; {line}")).collect();
    format!("{text} [{place}] {}{help}", found.message)
}

#[test]
fn what_cannot_be_read_is_said_in_plain_words() {
    let texts = [
        "",
        "   ",
        "range >=",
        "range >= and gusts",
        "a == b",
        "a && b",
        "a || b",
        "!a",
        "0.5",
        "range + 0.5",
        "+1 if gusts",
        "+1 if gusts else +2",
        "(a + b",
        "a + b)",
        "{a, b",
        "a b",
        "12 34",
        "1/0",
        "99999999999",
        "+1 per 0 hexes",
        "1 per 6 hexes",
        "7/2 FRU",
        "a_b",
        "a--b",
        "8-hex",
        "'A1",
        "a \u{2265} 3",
        "half",
        "least of a",
        "was dust",
        "a with",
        "a with b",
        "2 with a = b",
        "q with a =",
        "a is",
        "a in",
        "ec wetter dry",
        "dust one level",
        "dust 2 up",
        "a fru",
        "a AND b",
        "x up 3",
        "x as",
        "+1 per",
        "least of a, b = c",
        "dust one up",
        "x is 3 1/2 up",
        "a- b",
        "a-(b)",
        "a <= = 3",
        "=",
        "1..2",
        "a; b",
        "a if b, else",
        "\u{e9}",
        "a is at least",
        "a in {b,}",
        "(a",
        "a, b",
    ];
    let mut all = String::new();
    for text in texts {
        match parse(text, span_of(text)) {
            Ok(tree) => writeln!(all, "{text} => {tree}").unwrap(),
            Err(found) => writeln!(all, "{}", shown(text, &found)).unwrap(),
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn keys_that_cannot_be_read_are_refused() {
    for text in ["", "a,,b", "{a", "a b", "<", "1..", "any thing", "a & b"] {
        let found = parse_set(text, span_of(text)).unwrap_err();
        assert_eq!(
            found.code,
            Code::BrokenExpression,
            "{}",
            shown(text, &found)
        );
    }
}

#[test]
fn limits_are_refused_by_their_own_code() {
    let texts = [
        "a".repeat(4_001),
        format!("{}a{}", "(".repeat(65), ")".repeat(65)),
        format!("{}a{}", "was (".repeat(65), ")".repeat(65)),
        format!("{}a", "not ".repeat(65)),
        format!("{}a", "- ".repeat(65)),
        format!("{}a", "a if b, else ".repeat(65)),
        format!("{}a", "a with b = ".repeat(65)),
        format!("{}a", "least of ".repeat(65)),
        format!("{}a", "not (- ".repeat(22)),
        format!("a{}", " + a".repeat(257)),
        format!("a{}", " as b".repeat(257)),
        "(".repeat(4_000),
        "{".repeat(4_000),
        "not ".repeat(1_000),
    ];
    for text in texts {
        assert_eq!(
            parse(&text, NOWHERE).unwrap_err().code,
            Code::OverLimit,
            "{text}"
        );
        assert_eq!(
            parse_set(&text, NOWHERE).unwrap_err().code,
            Code::OverLimit,
            "{text}"
        );
    }
}

#[test]
fn what_stays_within_the_limits_is_read() {
    let texts = [
        format!("{}a{}", "(".repeat(64), ")".repeat(64)),
        format!("{}a{}", "was (".repeat(64), ")".repeat(64)),
        format!("{}a{}", "{".repeat(64), "}".repeat(64)),
        format!("{}a{}", "a is (".repeat(64), ")".repeat(64)),
        format!("{}a", "not ".repeat(64)),
        format!("{}a", "- ".repeat(64)),
        format!("{}a", "a if b, else ".repeat(64)),
        format!("{}a", "a with b = ".repeat(32)),
        format!("{}a{}", "least of a, ".repeat(32), ", a".repeat(32)),
        format!("a{}", " + a".repeat(256)),
        format!(
            "{}a{}",
            "(".repeat(63),
            ") * 2 as b one level up + 1".repeat(63)
        ),
        format!("a{}", " and a is not {b, c}".repeat(190)),
    ];
    for text in texts {
        let tree = read(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(read(&tree.to_string()).as_ref(), Ok(&tree), "{text}");
    }
}

#[test]
fn broken_texts_of_any_length_are_refused_quickly() {
    for part in [
        "(a ",
        "a if b, else ",
        "least of a, ",
        "half (",
        "a is above (",
        "{a, (",
        "a with b = (",
        "was (",
    ] {
        let text = format!("{}!", part.repeat(4_000 / part.len() - 1));
        let short = format!("{}!", part.repeat(60));
        assert!(read(&text).is_err() && read_set(&text).is_err());
        assert!(read(&short).is_err() && read_set(&short).is_err());
    }
}
