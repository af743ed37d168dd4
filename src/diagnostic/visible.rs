//! Letters that a terminal would not show, but obey: whatever comes from a pack, a game or a person is rid of them.

use std::borrow::Cow;

/// The text with each letter that would not be seen written as `\u{202e}`.
#[must_use]
pub fn made_visible(text: &str) -> Cow<'_, str> {
    visible(text, escape)
}

/// The text of a pack, in which what stands in braces is a fact, with the same letters written as `\u202e`.
#[must_use]
pub fn made_visible_in_pack(text: &str) -> Cow<'_, str> {
    visible(text, escape_plainly)
}

fn visible(text: &str, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // The end of a line may be that of another system.
        let is_end = letter == '\r' && letters.peek() == Some(&'\n');
        if is_hidden(letter) && !is_end {
            shown.push_str(&escape(letter));
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// How a letter is written that would not be seen.
#[must_use]
pub fn escape(letter: char) -> String {
    format!("\\u{{{:x}}}", u32::from(letter))
}

/// The same as JSON writes it, without braces.
#[must_use]
pub fn escape_plainly(letter: char) -> String {
    format!("\\u{:04x}", u32::from(letter))
}

/// Whether a letter takes no room: it comes along where words are copied from a page, and means nothing.
#[must_use]
pub const fn takes_no_room(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// Whether a letter would not be seen, or would change how others are.
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    let is_turn = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_break = matches!(letter, '\u{2028}' | '\u{2029}');
    // Names that look alike are told apart.
    is_turn
        || is_break
        || takes_no_room(letter)
        || letter.is_control() && !matches!(letter, '\n' | '\t')
}
