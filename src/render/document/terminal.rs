//! A page in a terminal, or as plain text.

use super::super::fold;
use super::super::style::{FAINT, styled};
use super::super::table::{Table, wrapped};
use super::{Block, Document, Line};
use std::fmt::Write;

impl Document {
    /// The page so many columns wide; where no width is given, lines are as long as they are.
    #[must_use]
    pub fn human(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            match block {
                Block::Title(line) => put(&mut text, "", line, width),
                Block::Heading(line) => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    put(&mut text, "", line, width);
                }
                Block::Text(line) => put(&mut text, "  ", line, width),
                Block::Item(level, line) => put(&mut text, &"  ".repeat(level + 1), line, width),
                Block::Head(head, words) => hanging(&mut text, head, words, width),
                Block::Table(table) => {
                    let width = table.width.or(width);
                    text.push_str(
                        &Table {
                            width,
                            ..(**table).clone()
                        }
                        .human(),
                    );
                }
                Block::Room => text.push('\n'),
            }
        }
        text
    }
}

/// A line; what is too long goes on below, further in.
fn put(text: &mut String, indent: &str, line: &Line, width: Option<usize>) {
    let mut shown = indent.to_owned();
    for (style, part) in &line.0 {
        shown.push_str(&styled(*style, part));
    }
    shown.push('\n');
    text.push_str(&width.map_or_else(|| shown.clone(), |width| fold(&shown, width)));
}

/// A word, and beside it what belongs to it.
fn hanging(text: &mut String, head: &str, words: &str, width: Option<usize>) {
    let pad = " ".repeat(head.len() + 4);
    let room = width.map_or(usize::MAX, |width| width.max(40).saturating_sub(pad.len()));
    let lines = wrapped(words, room).join(&format!("\n{pad}"));
    let _ = writeln!(text, "  {}  {lines}", styled(FAINT, head));
}
