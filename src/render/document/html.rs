//! A page as HTML, to be printed: one A5 page where there is not too much on it.

use super::super::style::Style;
use super::super::table::{Align, Column, Table};
use super::{Block, Document, Line};

/// How the page looks: paper, ink and rules, set for A5.
const LOOK: &str = include_str!("page.css");

impl Document {
    /// The page as a whole HTML document.
    pub fn html(&self) -> String {
        let title = self.blocks.iter().find_map(|block| match block {
            Block::Title(line) => line.0.first().map(|(_, text)| escaped(text)),
            _ => None,
        });
        let title = title.unwrap_or_default();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{LOOK}</style>\n<main>\n{}</main>\n</html>\n",
            self.body()
        )
    }

    /// The blocks, all from the first heading on in a box of their own.
    fn body(&self) -> String {
        let mut text = String::new();
        let mut is_open = false;
        for block in &self.blocks {
            if matches!(block, Block::Heading(_)) && !is_open {
                text.push_str("<div class=\"body\">\n");
                is_open = true;
            }
            text.push_str(&match block {
                Block::Title(line) => format!("<h1>{}</h1>\n", written(line)),
                Block::Heading(line) => format!("<h2>{}</h2>\n", written(line)),
                Block::Text(line) => format!("<p>{}</p>\n", written(line)),
                Block::Head(head, words) => {
                    format!("<p class=\"head\"><b>{head}</b> {}</p>\n", escaped(words))
                }
                Block::Item(level, line) => {
                    format!("<p class=\"item{level}\">{}</p>\n", written(line))
                }
                Block::Table(table) => table.html(),
                Block::Room => String::new(),
            });
        }
        if is_open {
            text.push_str("</div>\n");
        }
        text
    }
}

fn written(line: &Line) -> String {
    let parts = line.0.iter();
    parts.map(|(style, text)| in_style(*style, text)).collect()
}

fn in_style(style: Style, text: &str) -> String {
    match style.class() {
        "" => escaped(text),
        class => format!("<span class=\"{class}\">{}</span>", escaped(text)),
    }
}

/// A text as HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

impl Table {
    fn html(&self) -> String {
        let headings = (0..self.depth()).map(|level| self.headings(level));
        let headings = headings.filter(|level| level.iter().any(|heading| !heading.is_empty()));
        let headings = headings.map(|level| self.row("th", &level, |_| Style::Plain));
        let rows = self.rows.iter();
        let rows = rows.map(|row| self.row("td", row, |column| column.style));
        let lines: String = headings.chain(rows).collect();
        format!("<table>\n{lines}</table>\n")
    }

    fn row(&self, tag: &str, cells: &[String], style: impl Fn(&Column) -> Style) -> String {
        let columns = self.columns.iter().zip(cells);
        let shown = columns.filter(|(column, _)| !column.is_drawing);
        let cells = shown.map(|(column, cell)| {
            let side = match column.align {
                Align::Left => "",
                Align::Right => " class=\"number\"",
            };
            format!("<{tag}{side}>{}</{tag}>", in_style(style(column), cell))
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    }
}
