//! A page as Markdown, to be pasted.

use super::super::markdown::escaped;
use super::super::style::Style;
use super::super::table::{Align, Table};
use super::{Block, Document, Line};
use std::fmt::Write;

impl Document {
    /// The page as Markdown, its title a heading of the second level.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        let mut was_item = false;
        for block in &self.blocks {
            let is_item = matches!(block, Block::Item(..) | Block::Head(..));
            let goes_on = text.is_empty() || is_item && was_item;
            if !goes_on && !matches!(block, Block::Room) {
                text.push('\n');
            }
            let _ = match block {
                Block::Title(line) => writeln!(text, "## {}", written(line, true)),
                Block::Heading(line) => writeln!(text, "### {}", written(line, true)),
                Block::Text(line) => writeln!(text, "{}", written(line, false)),
                Block::Head(head, words) => writeln!(text, "- {head}: {}", escaped(words)),
                Block::Item(level, line) => {
                    writeln!(text, "{}- {}", "  ".repeat(*level), written(line, false))
                }
                Block::Table(table) => write!(text, "{}", table.markdown()),
                Block::Room => Ok(()),
            };
            was_item = is_item;
        }
        text
    }
}

/// A line, each run of blanks in it one; paragraphs at the end of a title stand in brackets.
fn written(line: &Line, is_title: bool) -> String {
    let mut text = String::new();
    for (style, part) in &line.0 {
        let part = escaped(part);
        let _ = match style {
            _ if part.trim().is_empty() && part.len() > 1 && !is_title => write!(text, " · "),
            Style::Cite if is_title => write!(text, "({part})"),
            Style::Faint if is_title => write!(text, "*{part}*"),
            Style::Bold | Style::Value | Style::Warn if !is_title => write!(text, "**{part}**"),
            Style::Before => write!(text, "~~{part}~~"),
            _ => write!(text, "{part}"),
        };
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Table {
    /// The table as Markdown; headings that stand one above the other are one.
    #[must_use]
    pub fn markdown(&self) -> String {
        let columns: Vec<_> = self
            .columns
            .iter()
            .filter(|column| !column.is_drawing)
            .collect();
        let mut text = String::new();
        let headings = columns.iter().map(|column| {
            let parts = column.headings.iter().filter(|part| !part.is_empty());
            escaped(&parts.map(String::as_str).collect::<Vec<_>>().join(" / "))
        });
        line(&mut text, headings);
        let rules = columns.iter().map(|column| match column.align {
            Align::Left => "---".to_owned(),
            Align::Right => "---:".to_owned(),
        });
        line(&mut text, rules);
        for row in &self.rows {
            let cells = self
                .columns
                .iter()
                .enumerate()
                .filter(|(_, column)| !column.is_drawing);
            let cells = cells.map(|(place, column)| {
                let cell = escaped(row.get(place).map_or("", String::as_str).trim());
                match column.style_of(&cell) {
                    Style::Value | Style::Warn if !cell.is_empty() => format!("**{cell}**"),
                    _ => cell,
                }
            });
            line(&mut text, cells);
        }
        text
    }
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push_str(if cell.is_empty() { "" } else { " " });
    }
    text.push_str("|\n");
}
