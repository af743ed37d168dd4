//! A page as Markdown, to be pasted.

use super::super::style::Style;
use super::super::table::{Align, Column, Table};
use super::{Block, Document, Line};

impl Document {
    /// The page as Markdown, its title a heading of the second level.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        let mut was_item = false;
        for block in &self.blocks {
            let is_item = matches!(block, Block::Item(..) | Block::Head(..));
            let goes_on = text.is_empty() || is_item && was_item;
            if !goes_on && !matches!(block, Block::Room) {
                text.push('\n');
            }
            text.push_str(&match block {
                Block::Title(line) => format!("## {}\n", written(line, true)),
                Block::Heading(line) => format!("### {}\n", written(line, true)),
                Block::Text(line) => format!("{}\n", written(line, false)),
                Block::Head(head, words) => format!("- {head}: {}\n", escaped(words)),
                Block::Item(level, line) => {
                    format!("{}- {}\n", "  ".repeat(*level), written(line, false))
                }
                Block::Table(table) => table.markdown(),
                Block::Room => String::new(),
            });
            was_item = is_item;
        }
        text
    }
}

/// A text in which nothing is taken for Markdown's own signs.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if "|*_`<>[]\\".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A line, each run of blanks in it one; paragraphs at the end of a title stand in brackets.
fn written(line: &Line, is_title: bool) -> String {
    let parts = line.0.iter().map(|(style, part)| {
        let part = escaped(part);
        match style {
            _ if part.trim().is_empty() && part.len() > 1 && !is_title => " · ".to_owned(),
            Style::Cite if is_title => format!("({part})"),
            Style::Faint if is_title => format!("*{part}*"),
            Style::Bold | Style::Value | Style::Warn if !is_title => format!("**{part}**"),
            Style::Before => format!("~~{part}~~"),
            _ => part,
        }
    });
    let text: String = parts.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Table {
    /// The table as Markdown; headings that stand one above the other are one.
    fn markdown(&self) -> String {
        let row = |cell: &dyn Fn(usize, &Column) -> String| {
            let columns = self.columns.iter().enumerate();
            let shown = columns.filter(|(_, column)| !column.is_drawing);
            let cells = shown.map(|(place, column)| match cell(place, column) {
                cell if cell.is_empty() => "| ".to_owned(),
                cell => format!("| {cell} "),
            });
            format!("{}|\n", cells.collect::<String>())
        };
        let headings = row(&|_, column| {
            let parts = column.headings.iter().filter(|part| !part.is_empty());
            escaped(&parts.map(String::as_str).collect::<Vec<_>>().join(" / "))
        });
        let rule = row(&|_, column| match column.align {
            Align::Left => "---".to_owned(),
            Align::Right => "---:".to_owned(),
        });
        let rows = self.rows.iter().map(|cells| {
            row(&|place, column| {
                let cell = escaped(cells.get(place).map_or("", |cell| cell.trim()));
                match column.style_of(&cell) {
                    Style::Value | Style::Warn if !cell.is_empty() => format!("**{cell}**"),
                    _ => cell,
                }
            })
        });
        format!("{headings}{rule}{}", rows.collect::<String>())
    }
}
