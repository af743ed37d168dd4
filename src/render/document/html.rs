//! A page as HTML, to be printed: one A5 page where there is not too much on it.

use super::super::style::Style;
use super::super::table::{Align, Table};
use super::{Block, Document, Line};
use std::fmt::Write;

/// How the page looks: paper, ink and rules, set for A5.
const LOOK: &str = include_str!("page.css");

impl Document {
    /// The page as a whole HTML document.
    #[must_use]
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

    fn body(&self) -> String {
        let mut text = String::new();
        let mut open = false;
        for block in &self.blocks {
            let _ = match block {
                Block::Title(line) => writeln!(text, "<h1>{}</h1>", written(line)),
                Block::Heading(line) => {
                    let before = if open { "" } else { "<div class=\"body\">\n" };
                    open = true;
                    writeln!(text, "{before}<h2>{}</h2>", written(line))
                }
                Block::Text(line) => writeln!(text, "<p>{}</p>", written(line)),
                Block::Head(head, words) => {
                    writeln!(
                        text,
                        "<p class=\"head\"><b>{head}</b> {}</p>",
                        escaped(words)
                    )
                }
                Block::Item(level, line) => {
                    writeln!(text, "<p class=\"item{level}\">{}</p>", written(line))
                }
                Block::Table(table) => write!(text, "{}", table.html()),
                Block::Room => Ok(()),
            };
        }
        if open {
            text.push_str("</div>\n");
        }
        text
    }
}

fn written(line: &Line) -> String {
    line.0
        .iter()
        .map(|(style, text)| in_style(*style, text))
        .collect()
}

fn in_style(style: Style, text: &str) -> String {
    match style.class() {
        "" => escaped(text),
        class => format!("<span class=\"{class}\">{}</span>", escaped(text)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

impl Table {
    /// The table as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let mut text = "<table>\n".to_owned();
        let depth = self
            .columns
            .iter()
            .map(|column| column.headings.len())
            .max()
            .unwrap_or(0);
        for level in 0..depth {
            let headings = self.headings(level);
            if headings.iter().any(|heading| !heading.is_empty()) {
                self.row(&mut text, "th", &headings);
            }
        }
        for row in &self.rows {
            self.row(&mut text, "td", row);
        }
        text.push_str("</table>\n");
        text
    }

    fn row(&self, text: &mut String, tag: &str, cells: &[String]) {
        text.push_str("<tr>");
        for (column, cell) in self
            .columns
            .iter()
            .zip(cells)
            .filter(|(own, _)| !own.is_drawing)
        {
            let side = if column.align == Align::Right {
                " class=\"number\""
            } else {
                ""
            };
            let style = if tag == "th" {
                Style::Plain
            } else {
                column.style
            };
            let _ = write!(text, "<{tag}{side}>{}</{tag}>", in_style(style, cell));
        }
        text.push_str("</tr>\n");
    }
}
