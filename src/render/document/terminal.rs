//! A page in a terminal, or as plain text.

use super::super::fold;
use super::super::style::{FAINT, styled};
use super::super::table::wrapped;
use super::{Block, Document, Line};

impl Document {
    /// The page so many columns wide.
    pub fn human(&self, width: usize) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            let shown = match block {
                Block::Title(title) => line("", title, width),
                Block::Heading(title) => {
                    let room = if text.is_empty() { "" } else { "\n" };
                    format!("{room}{}", line("", title, width))
                }
                Block::Text(words) => line("  ", words, width),
                Block::Item(level, words) => line(&"  ".repeat(level + 1), words, width),
                Block::Head(head, words) => hanging(head, words, width),
                Block::Table(table) => table.human(width),
                Block::Room => "\n".to_owned(),
            };
            text.push_str(&shown);
        }
        text
    }
}

/// A line; what is too long goes on below, further in.
fn line(indent: &str, line: &Line, width: usize) -> String {
    let parts = line.0.iter().map(|(style, part)| styled(*style, part));
    let shown = format!("{indent}{}\n", parts.collect::<String>());
    fold(&shown, width)
}

/// A word, and beside it what belongs to it.
fn hanging(head: &str, words: &str, width: usize) -> String {
    let pad = " ".repeat(head.len() + 4);
    let room = width.saturating_sub(pad.len()).max(16);
    let lines = wrapped(words, room).join(&format!("\n{pad}"));
    format!("  {}  {lines}\n", styled(FAINT, head))
}
