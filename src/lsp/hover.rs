//! What is told of the place under the pointer.

use super::effect;
use super::scan;
use super::schema;
use super::snapshot::Caret;
use crate::diagnostic::Code;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Range};

/// The chart cell, the name or the key that stands here.
pub fn at(caret: Caret<'_>) -> Option<Hover> {
    let name = caret.entry();
    let mut parts = Vec::new();
    let mut range = None;
    if let Some((span, told)) = effect::of_cell(caret) {
        parts.push(told);
        range = Some(caret.page.range(span));
    }
    if let Some(entry) = name {
        parts.extend(caret.snapshot.told(entry.of));
        range = Some(caret.page.range(entry.span));
    }
    if parts.is_empty() {
        let (place, told) = key(caret)?;
        parts.push(told);
        range = Some(place);
    }
    Some(markdown(parts.join("\n---\n"), range))
}

pub fn markdown(value: String, range: Option<Range>) -> Hover {
    let kind = MarkupKind::Markdown;
    let content = MarkupContent { kind, value };
    Hover {
        contents: Contents::MarkupContent(content),
        range,
    }
}

/// The key under the pointer, and what it is for; of a code of a finding, what it means.
fn key(caret: Caret<'_>) -> Option<(Range, String)> {
    let text = &caret.page.now.text;
    let (start, end) = word(text, caret.now);
    let written = text.get(start..end).filter(|word| !word.is_empty())?;
    let place = caret.page.now.range(start, end);
    let around = scan::around(&caret.page.path, text, start);
    if around.is_key && around.text.is_none() && !around.is_comment {
        let told = schema::of_file(&caret.page.path).key(&around.path, written)?;
        return Some((place, format!("**{written}** · {told}")));
    }
    let code = Code::ALL.iter().find(|code| code.name() == written)?;
    around.is_comment.then(|| (place, code.means().to_owned()))
}

/// The word around an offset.
pub fn word(text: &str, at: usize) -> (usize, usize) {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let before = text.get(..at).unwrap_or_default();
    let after = text.get(at..).unwrap_or_default();
    let start = before.trim_end_matches(is_part).len();
    let end = at + after.find(|letter| !is_part(letter)).unwrap_or(after.len());
    (start, end)
}
