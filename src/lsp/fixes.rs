//! What a finding says to write, as an edit.

use super::replaced::{line_of, replaced, whole};
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
            fixes.extend(replaced(text, first.span, &help).map(written_so));
        } else if let Some(advice) = help
            .strip_prefix("write `")
            .and_then(|rest| rest.split('`').next())
            && WRITTEN_WHOLE.contains(&finding.code)
            && !advice.contains('…')
            && !(finding.code == Code::BadDomain && is_one_of_several(&help))
        {
            let is_line = finding.code == Code::BrokenToml && is_line(advice);
            let fix = match line_of(text, first.span).filter(|_| is_line) {
                Some(line) => Some((line, advice.to_owned())),
                None => whole(text, first.span, advice),
            };
            fixes.extend(fix.map(written_so));
        } else if finding.code == Code::NotInFrom
            && let Some(advice) = help.strip_prefix("a minus has spaces around it: `")
        {
            let fix = whole(text, first.span, advice.trim_end_matches('`'));
            fixes.extend(fix.map(written_so));
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

fn written_so((span, text): (Span, String)) -> Fix {
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
