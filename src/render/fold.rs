//! Prose in a terminal.

use textwrap::{Options, WordSeparator, WordSplitter, fill};

/// The least room, in columns, that is worth a fold.
const LEAST_ROOM: usize = 30;

/// Lines broken at spaces to fit into so many columns; what goes on below stands further in than its line does. Styles take no
/// room.
#[must_use]
pub fn fold(text: &str, width: usize) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let plain = line.trim_end_matches('\n');
        let indent = plain.len() - plain.trim_start_matches(' ').len();
        let below = " ".repeat(indent + 4);
        if indent + LEAST_ROOM > width {
            folded.push_str(line);
            continue;
        }
        let options = Options::new(width)
            .subsequent_indent(&below)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        folded.push_str(&fill(plain, options));
        folded.push_str(line.get(plain.len()..).unwrap_or_default());
    }
    folded
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
        assert_eq!(fold(text, 200), text);
        assert_eq!(fold(text, 10), text);
    }
}
