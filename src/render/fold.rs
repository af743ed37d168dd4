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
/// room, what stands in backticks holds together, and a command or a line of a pack can be pasted.
#[must_use]
pub fn fold(text: &str, width: usize) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let plain = line.trim_end_matches('\n');
        let indent = plain.len() - plain.trim_start_matches(' ').len();
        let most = width.checked_sub(LEAST_ROOM);
        // A line of a command that goes on below is folded already.
        let is_folded = plain.ends_with(" \\") && plain.width() <= width;
        let Some(most) = most.filter(|_| !is_data(plain) && !is_folded) else {
            folded.push_str(line);
            continue;
        };
        let below = " ".repeat(most.min(indent + 4));
        // A command can be pasted all the same: a word in quotes is one.
        let lead = plain.trim_start().split_once(": ");
        let lead = lead.filter(|(lead, _)| !lead.contains(' '));
        let command = lead.map_or(plain.trim_start(), |(_, command)| command);
        let is_command = command.starts_with("chartroom ");
        let held = match is_command {
            true => one_word_each(plain),
            false => held_together(plain, width - below.len()),
        };
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

/// Whether a line is one of a pack, to be pasted as it stands: `key = "…"`, `key = { … }` or `key = ["…"]`.
fn is_data(line: &str) -> bool {
    line.trim_start()
        .split_once(" = ")
        .is_some_and(|(key, value)| {
            let is_key = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
            key.trim_end().chars().all(is_key)
                && ["\"", "{ ", "[\""]
                    .iter()
                    .any(|start| value.starts_with(start))
        })
}

/// The line with what stands in backticks, and finds room in a line, held together.
fn held_together(line: &str, room: usize) -> Cow<'_, str> {
    if line.width() <= room || !line.contains('`') {
        return Cow::Borrowed(line);
    }
    let parts = line.split('`').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        1 if part.width() + 2 <= room => part.replace(' ', HELD),
        _ => part.to_owned(),
    });
    Cow::Owned(parts.collect::<Vec<_>>().join("`"))
}

/// The command with each word that a shell would read as one held together: within quotes, and after a backslash.
fn one_word_each(command: &str) -> Cow<'_, str> {
    if !command.contains('\'') {
        return Cow::Borrowed(command);
    }
    let mut held = String::with_capacity(command.len());
    let (mut is_quoted, mut is_escaped) = (false, false);
    for letter in command.chars() {
        match letter {
            ' ' if is_quoted || is_escaped => held.push_str(HELD),
            _ => held.push(letter),
        }
        is_quoted ^= letter == '\'' && !is_escaped;
        is_escaped = letter == '\\' && !is_quoted && !is_escaped;
    }
    Cow::Owned(held)
}
