//! Prose in a terminal.

use std::borrow::Cow;
use textwrap::{Options, WordSeparator, WordSplitter, fill};
use unicode_width::UnicodeWidthStr;

/// How many columns wide a page is where nobody says.
pub const PAGE_WIDTH: usize = 80;

/// A blank at which no line is broken, of which a text has none: one column wide, as the blank is, and three letters long.
const HELD: &str = "\u{e000}";

/// The least room, in columns, that is worth a fold.
const LEAST_ROOM: usize = 30;

/// Lines broken at spaces to fit into so many columns; what goes on below stands further in than its line does. Styles take no
/// room, what stands in backticks holds together, and a command can be pasted.
#[must_use]
pub fn fold(text: &str, width: usize) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let plain = line.trim_end_matches('\n');
        let indent = plain.len() - plain.trim_start_matches(' ').len();
        let Some(most) = width.checked_sub(LEAST_ROOM) else {
            folded.push_str(line);
            continue;
        };
        let below = " ".repeat(most.min(indent + 4));
        // A command can be pasted all the same.
        let is_command = plain.trim_start().starts_with("chartroom ");
        let quote = if is_command { '\'' } else { '`' };
        let held = held_together(plain, quote, width - below.len());
        let options = Options::new(if is_command { width - 2 } else { width })
            .subsequent_indent(&below)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        let lines = fill(&held, options).replace(HELD, " ");
        folded.push_str(&match is_command {
            true => lines.replace('\n', " \\\n"),
            false => lines,
        });
        folded.push_str(line.get(plain.len()..).unwrap_or_default());
    }
    folded
}

/// The line with what stands in quotes, and finds room in a line, held together.
fn held_together(line: &str, quote: char, room: usize) -> Cow<'_, str> {
    if line.width() <= room || !line.contains(quote) {
        return Cow::Borrowed(line);
    }
    let parts = line.split(quote).enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        1 if part.width() + 2 <= room => part.replace(' ', HELD),
        _ => part.to_owned(),
    });
    Cow::Owned(parts.collect::<Vec<_>>().join(&quote.to_string()))
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn what_does_not_fit_goes_on_below() {
        let text = "short\n  by \x1b[1mbold\x1b[0m words that are longer than forty columns   rules/a-file-name.toml:5\n";
        assert_eq!(
            fold(text, 40),
            "short\n  by \x1b[1mbold\x1b[0m words that are longer than\n      forty columns\n      rules/a-file-name.toml:5\n"
        );
        assert_eq!(
            fold(
                "  no fact `wether`; did you mean `the weather`?\n  chartroom ask attack-drm --rules mine\n",
                36
            ),
            "  no fact `wether`; did you mean\n      `the weather`?\n  chartroom ask attack-drm \\\n      --rules mine\n"
        );
        assert_eq!(fold(text, 200), text);
        assert_eq!(fold(text, 10), text);
    }
}
