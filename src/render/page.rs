//! A page of explanation, as its Markdown says it, in a terminal. Pages have a title, paragraphs, fenced samples and words in
//! backticks; nothing else is read.

use super::style::{BOLD, CITE, FAINT, VALUE, WARN, styled};
use super::table::wrapped;

/// The widest a paragraph gets, in columns.
const WIDEST: usize = 100;

/// A page for a terminal so many columns wide.
pub fn human(page: &str, width: usize) -> String {
    let width = width.min(WIDEST);
    let mut text = String::new();
    let mut sample: Option<&str> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), sample) {
            (Some(info), None) => {
                sample = Some(info);
                text.push_str(&sample_title(info));
            }
            (Some(_), Some(_)) => sample = None,
            (None, Some(info)) => text.push_str(&sample_line(info, line)),
            (None, None) => text.push_str(&format!("{}\n", prose(line, width))),
        }
    }
    text
}

/// The file that a sample is; `wrong/` and `right/` are for the page's own test.
fn sample_title(info: &str) -> String {
    let Some((_, path)) = info.split_once(' ') else {
        return String::new();
    };
    let text = path.strip_prefix("wrong/").or(path.strip_prefix("right/"));
    format!("  {}\n", styled(FAINT, text.unwrap_or(path)))
}

fn sample_line(info: &str, line: &str) -> String {
    match line.strip_prefix("$ ").filter(|_| info == "console") {
        Some(command) => format!("    {} {}\n", styled(FAINT, "$"), styled(BOLD, command)),
        None => format!("    {line}").trim_end().to_owned() + "\n",
    }
}

fn prose(line: &str, width: usize) -> String {
    if let Some(title) = line.strip_prefix("# ") {
        return styled(WARN, title);
    }
    if line.ends_with(':') && line.len() < 30 {
        let is_mended = line.starts_with("Mended");
        return styled(if is_mended { VALUE } else { BOLD }, line);
    }
    // Words in backticks have a style of their own, the backticks kept: without color they are all there is to see.
    let lines = wrapped(line, width).join("\n");
    let parts = lines.split('`').enumerate();
    let parts = parts.map(|(place, part)| match place % 2 {
        1 => format!("{}`{part}`\u{1b}[0m", CITE.begins()),
        _ => part.to_owned(),
    });
    parts.collect()
}
