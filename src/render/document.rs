//! A page of results: titles, lines, facts and tables, printed for a terminal, as Markdown and as HTML. What is on it is made
//! once, from a view; how it looks is decided here.

mod html;
mod markdown;
mod terminal;

#[cfg(feature = "book")]
pub use html::escaped;

use super::style::{BOLD, CITE, FAINT, Style, WARN};
use super::table::Table;

/// A page.
#[derive(Debug, Clone, Default)]
pub struct Document {
    blocks: Vec<Block>,
}

/// A line of text, each part in its style.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line(Vec<(Style, String)>);

#[derive(Debug, Clone)]
enum Block {
    /// The page's own title, or that of a part which could stand alone.
    Title(Line),
    /// The title of a part.
    Heading(Line),
    /// A line under the title.
    Text(Line),
    /// A word and what belongs to it.
    Head(&'static str, String),
    /// One of several lines, so many levels in.
    Item(usize, Line),
    Table(Table),
    /// Some room, in a terminal.
    Room,
}

impl Line {
    pub fn plain(text: impl Into<String>) -> Self {
        Self::default().then(Style::Plain, text)
    }

    pub fn name(text: impl Into<String>) -> Self {
        Self::default().then(BOLD, text)
    }

    /// The line with more text at its end.
    pub fn then(mut self, style: Style, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.0.push((style, text));
        }
        self
    }

    /// The line with more text, set off from what stands before it.
    pub fn and(self, style: Style, text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() {
            return self;
        }
        self.then(Style::Plain, "   ").then(style, text)
    }

    /// The line with paragraphs at its end.
    pub fn cite(self, cite: &[String]) -> Self {
        self.and(CITE, cite.join(", "))
    }
}

/// What is empty is not put on a page.
impl Document {
    pub fn title(&mut self, line: Line) {
        self.blocks.push(Block::Title(line));
    }

    /// The title of a part.
    pub fn heading(&mut self, line: Line) {
        self.blocks.push(Block::Heading(line));
    }

    pub fn line(&mut self, line: Line) {
        if !line.0.is_empty() {
            self.blocks.push(Block::Text(line));
        }
    }

    pub fn faint(&mut self, text: &str) {
        self.line(Line::default().then(FAINT, text));
    }

    /// A line to look at.
    pub fn warning(&mut self, text: &str) {
        self.line(Line::default().then(WARN, text));
    }

    /// A word and what belongs to it.
    pub fn head(&mut self, head: &'static str, text: String) {
        if !text.is_empty() {
            self.blocks.push(Block::Head(head, text));
        }
    }

    /// One of several lines, so many levels in.
    pub fn item(&mut self, level: usize, line: Line) {
        self.blocks.push(Block::Item(level, line));
    }

    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    /// Some room, in a terminal.
    pub fn room(&mut self) {
        self.blocks.push(Block::Room);
    }
}
