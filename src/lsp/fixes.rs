//! What a finding says to write, as an edit.

use super::replaced::replaced;
use super::scan;
use super::snapshot::Snapshot;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A fix: what it is called, where, and what is written there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    pub span: Span,
    pub text: String,
}

/// The findings of which the words after `write` stand for the whole place.
const WRITTEN_WHOLE: &[Code] = &[
    Code::BadDomain,
    Code::BadName,
    Code::WrongShape,
    Code::BrokenToml,
];

/// The fixes that the advice of a finding says.
pub fn of(snapshot: &Snapshot, finding: &Diagnostic) -> Vec<Fix> {
    let Some(first) = finding.labels.first() else {
        return Vec::new();
    };
    let text = snapshot.page(first.span.file);
    let text = text.map_or("", |page| page.now.text.as_str());
    let written = text.get(first.span.start as usize..first.span.end as usize);
    let written = written.unwrap_or_default();
    let mut fixes = Vec::new();
    for help in finding.help.iter().map(ToString::to_string) {
        if let Some(names) = help.strip_prefix("did you mean ") {
            for name in names.split('`').skip(1).step_by(2) {
                let unknown = finding.unknown.as_deref().unwrap_or(written);
                let (span, text) = within(written, unknown, first.span, name);
                fixes.push(Fix {
                    title: format!("write `{name}`"),
                    span,
                    text,
                });
            }
        } else if finding.code == Code::BrokenExpression {
            let fix = replaced(text, first.span, &help);
            fixes.extend(fix.map(|(span, text)| Fix {
                title: format!("write `{text}`"),
                span,
                text,
            }));
        } else if let Some(text) = help
            .strip_prefix("write `")
            .and_then(|rest| rest.split('`').next())
            && WRITTEN_WHOLE.contains(&finding.code)
            && !text.contains('…')
            && !(finding.code == Code::BadDomain && is_one_of_several(&help))
        {
            let is_line = finding.code == Code::BrokenToml && is_line(text);
            let line = line_of(snapshot, first.span).filter(|_| is_line);
            let (span, written) = line.unwrap_or((first.span, written));
            fixes.push(whole(written, span, text));
        } else if finding.code == Code::NotInFrom
            && let Some(text) = help.strip_prefix("a minus has spaces around it: `")
        {
            fixes.push(whole(written, first.span, text.trim_end_matches('`')));
        }
    }
    fixes
}

/// Whether advice says more to write than one thing: a domain, and its unit beside it.
fn is_one_of_several(help: &str) -> bool {
    help.matches('`').count() > 2
}

/// Whether it stands for all of a line: a header, or a key with its value.
fn is_line(text: &str) -> bool {
    text.starts_with('[') || !text.starts_with('"') && text.contains('=')
}

/// The line in which a place begins, without the blanks around it.
fn line_of(snapshot: &Snapshot, place: Span) -> Option<(Span, &str)> {
    let text = &snapshot.page(place.file)?.now.text;
    let at = place.start as usize;
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    let start = start + line.len() - line.trim_start().len();
    Some((scan::span_of(place.file, start, line.trim()), line.trim()))
}

fn whole(written: &str, span: Span, text: &str) -> Fix {
    let quoted = written.starts_with('"') && !text.starts_with('"');
    let text = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .filter(|_| !written.starts_with('"'))
        .unwrap_or(text);
    let text = if quoted {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    };
    Fix {
        title: format!("write `{text}`"),
        span,
        text,
    }
}

/// The part of a place that nothing bears, with what is meant in its place.
fn within(written: &str, unknown: &str, span: Span, name: &str) -> (Span, String) {
    match written.find(unknown).filter(|_| !unknown.is_empty()) {
        Some(at) => (span.within(at, at + unknown.len()), name.to_owned()),
        None => (span, name.to_owned()),
    }
}
