//! What is told of the place under the pointer.

use super::scan;
use super::schema;
use super::snapshot::Caret;
use super::{moving, ruling};
use crate::diagnostic::Code;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Range};

/// The chart cell, the name or the key that stands here.
pub fn at(caret: Caret<'_>) -> Option<Hover> {
    let name = caret.entry();
    let mut parts = Vec::new();
    let mut range = None;
    let is_cell = ruling::is_cell(caret);
    if let Some((span, told)) = ruling::told(caret).filter(|_| is_cell) {
        parts.push(told);
        range = Some(caret.page.range(span));
    }
    if let Some(entry) = name {
        parts.extend(caret.snapshot.told(entry.of));
        range = Some(caret.page.range(entry.span));
    }
    if parts.is_empty()
        && let Some((place, told)) = key(caret)
    {
        parts.push(told);
        range = Some(place);
    }
    if parts.is_empty()
        && let Some((_, was)) = moving::changed(caret)
    {
        parts.push(format!("the pack says `{was}` there"));
    }
    if parts.is_empty() {
        let (span, told) = ruling::told(caret)?;
        parts.push(told);
        range = Some(caret.page.range(span));
    }
    Some(markdown(parts.join("\n---\n"), range))
}

/// The same for an editor that shows texts as they are.
pub fn plain(hover: Hover) -> Hover {
    let Contents::MarkupContent(content) = hover.contents else {
        return hover;
    };
    let lines = content.value.lines().map(|line| {
        let line = line.trim_start_matches('#').trim_start();
        let mut plain = line.replace("**", "").replace('\\', "");
        plain.retain(|letter| letter != '`');
        plain
    });
    let content = MarkupContent {
        kind: MarkupKind::PlainText,
        value: lines.collect::<Vec<_>>().join("\n"),
    };
    Hover {
        contents: Contents::MarkupContent(content),
        ..hover
    }
}

fn markdown(value: String, range: Option<Range>) -> Hover {
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
