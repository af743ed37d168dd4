//! A page of explanation, as its Markdown says it, in a terminal. Pages have a title, paragraphs, fenced samples and words in
//! backticks; nothing else is read.

use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::wrapped;

/// The widest a paragraph gets, in columns.
const WIDEST: usize = 100;

/// A page for a terminal so many columns wide.
#[must_use]
pub fn human(page: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDEST).clamp(40, WIDEST);
    let mut text = String::new();
    let mut fence: Option<&str> = None;
    for line in page.lines() {
        let shown = match (fence, line.strip_prefix("```")) {
            (None, Some(info)) => {
                fence = Some(info);
                sample_title(info)
            }
            (Some(_), Some(_)) => {
                fence = None;
                continue;
            }
            (Some(info), None) => sample_line(info, line),
            (None, None) => prose(line, width),
        };
        text.push_str(&shown);
    }
    text
}

/// The file that a sample is; `wrong/` and `right/` are for the page's own test.
fn sample_title(info: &str) -> String {
    match info.split_once(' ') {
        Some((_, path)) => {
            let path = path
                .strip_prefix("wrong/")
                .or_else(|| path.strip_prefix("right/"))
                .unwrap_or(path);
            format!("  {}\n", styled(FAINT, path))
        }
        None => String::new(),
    }
}

fn sample_line(info: &str, line: &str) -> String {
    if line.is_empty() {
        return "\n".to_owned();
    }
    if info != "console" {
        return format!("    {line}\n");
    }
    match line.strip_prefix("$ ") {
        Some(command) => format!("    {} {}\n", styled(FAINT, "$"), styled(BOLD, command)),
        None => format!("    {line}\n"),
    }
}

fn prose(line: &str, width: usize) -> String {
    if let Some(title) = line.strip_prefix("# ") {
        return format!("{}\n", styled(WARN, title));
    }
    if line.ends_with(':') && line.len() < 30 {
        let style = if line.starts_with("Mended") {
            VALUE
        } else {
            BOLD
        };
        return format!("{}\n", styled(style, line));
    }
    let mut open = false;
    let lines = wrapped(line, width)
        .into_iter()
        .map(|line| coded(&line, &mut open));
    let text = lines.collect::<Vec<_>>().join("\n");
    format!("{text}\n")
}

/// Words in backticks in a style of their own, the backticks kept: without color they are all there is to see.
fn coded(line: &str, open: &mut bool) -> String {
    let mut text = String::new();
    for (place, part) in line.split('`').enumerate() {
        if place > 0 {
            text.push_str(if *open { "`\u{1b}[0m" } else { CITE.begins() });
            text.push_str(if *open { "" } else { "`" });
            *open = !*open;
        }
        text.push_str(part);
    }
    text
}
