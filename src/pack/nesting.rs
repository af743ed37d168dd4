//! The depth of the brackets in a text, found before it is parsed, so that no text can exhaust a parser's stack.

use super::node::MAX_NESTING;

/// Where strings and comments begin and end, in so far as brackets within them do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `"…"`, `'…'`, the same tripled, and `#` to the end of the line.
    Toml,
    /// `"…"`, `//` to the end of the line and `/* … */`.
    Ron,
}

/// The offset of the first bracket that nests deeper than [`MAX_NESTING`].
pub(super) fn too_deep(text: &str, dialect: Dialect) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' | b'\'' | b'#' | b'/' | b'r' => {
                if let Some(length) = passage(text.get(at..)?, dialect) {
                    at += length;
                    continue;
                }
            }
            _ => {}
        }
        if depth > MAX_NESTING {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The length of the string or comment with which a text begins, if it begins with one.
fn passage(rest: &str, dialect: Dialect) -> Option<usize> {
    let pairs: &[(&str, &str)] = match dialect {
        Dialect::Toml => &[
            ("\"\"\"", "\"\"\""),
            ("'''", "'''"),
            ("\"", "\""),
            ("'", "'"),
            ("#", "\n"),
        ],
        Dialect::Ron => &[("r#\"", "\"#"), ("\"", "\""), ("//", "\n"), ("/*", "*/")],
    };
    let (open, close) = pairs.iter().find(|(open, _)| rest.starts_with(open))?;
    let escapes = open.ends_with('"') && !open.starts_with('r');
    Some(open.len() + length_to(rest.get(open.len()..)?, close, escapes))
}

/// The length up to and with the closing mark; an unclosed line ends with its line, anything else with the text.
fn length_to(rest: &str, close: &str, escapes: bool) -> usize {
    let (bytes, close) = (rest.as_bytes(), close.as_bytes());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if close.first() == Some(byte)
            && bytes.get(at..).is_some_and(|rest| rest.starts_with(close))
        {
            return at + close.len();
        }
        at += if escapes && *byte == b'\\' { 2 } else { 1 };
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::{Dialect, too_deep};

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        let brackets = "[".repeat(100);
        for quoted in [
            format!("a = \"{brackets}\""),
            format!("a = '{brackets}'"),
            format!("# {brackets}"),
        ] {
            assert_eq!(too_deep(&quoted, Dialect::Toml), None, "{quoted}");
        }
        for quoted in [
            format!("(\"\\\"{brackets}\")"),
            format!("// {brackets}\n"),
            format!("/* {brackets} */"),
        ] {
            assert_eq!(too_deep(&quoted, Dialect::Ron), None, "{quoted}");
        }
    }

    #[test]
    fn the_offset_is_that_of_the_first_bracket_too_deep() {
        assert_eq!(too_deep(&"[".repeat(1000), Dialect::Toml), Some(32));
        assert_eq!(too_deep(&"([".repeat(1000), Dialect::Ron), Some(32));
        assert_eq!(too_deep(&"[]".repeat(1000), Dialect::Ron), None);
    }
}
