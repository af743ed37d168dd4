//! Findings as an editor shows them: each with its page, its other places, and what to do.

use super::snapshot::{Caret, Snapshot};
use crate::diagnostic::{Diagnostic, Label, Severity, made_visible};
use crate::rulebook::Carry;
use crate::source::{FileId, Span, code_page};
use gen_lsp_types::{
    Code, CodeDescription, Diagnostic as Told, DiagnosticRelatedInformation, DiagnosticSeverity,
    Location, Message, Uri,
};
use rustc_hash::FxHashMap;

/// The findings of each file that has any, each in the order of the text.
pub fn by_file(snapshot: &Snapshot, proved: &[Diagnostic]) -> FxHashMap<Uri, Vec<Told>> {
    let mut all: FxHashMap<Uri, Vec<Told>> = FxHashMap::default();
    for (_, uri, told) in each(snapshot, proved) {
        all.entry(uri).or_default().push(told);
    }
    for told in all.values_mut() {
        told.sort_by_key(|told| (told.range.start.line, told.range.start.character));
    }
    all
}

/// The findings whose first place is that of a caret.
pub fn at(caret: Caret<'_>, proved: &[Diagnostic]) -> Vec<(Diagnostic, Told)> {
    let line = caret.page.now.position(caret.now).line;
    let is_here = |own: &(Diagnostic, Uri, Told)| {
        let range = own.2.range;
        Some(&own.1) == caret.page.uri.as_ref()
            && range.start.line <= line
            && line <= range.end.line
    };
    let all = each(caret.snapshot, proved).into_iter().filter(is_here);
    all.map(|(finding, _, told)| (finding, told)).collect()
}

/// Every finding, that of no place at the beginning of a pack. Of a text that cannot be read, only what reading found is told.
fn each(snapshot: &Snapshot, proved: &[Diagnostic]) -> Vec<(Diagnostic, Uri, Told)> {
    let tell = |finding: &Diagnostic, is_unread: bool| {
        let (uri, told) = Of {
            snapshot,
            is_unread,
        }
        .told(finding)?;
        Some((finding.clone(), uri, told))
    };
    let meant = snapshot.book.diagnostics.iter().chain(proved);
    let meant = meant.chain(&snapshot.problems);
    let Some(unread) = &snapshot.unread else {
        return meant.filter_map(|finding| tell(finding, false)).collect();
    };
    let broken: Vec<FileId> = unread.iter().filter_map(file_of).collect();
    let is_other = |finding: &&Diagnostic| {
        file_of(finding).is_none_or(|file| !broken.contains(&file))
            && !unread.contains(finding)
            && !snapshot.book.is_unreadable()
    };
    let others = meant
        .filter(is_other)
        .filter_map(|finding| tell(finding, false));
    let own = unread.iter().filter_map(|finding| tell(finding, true));
    own.chain(others).collect()
}

/// What could not be proved of one snapshot, as far as it stands in another: nothing was written where it is.
pub fn carried(findings: &[Diagnostic], of: &Snapshot, now: &Snapshot) -> Vec<Diagnostic> {
    let mut carry = Carry::between(&of.book.sources, &now.book.sources);
    let carried = findings
        .iter()
        .cloned()
        .filter_map(|finding| carry.one(finding));
    carried.collect()
}

fn file_of(finding: &Diagnostic) -> Option<FileId> {
    Some(finding.labels.first()?.span.file)
}

/// Of which texts a finding is: those as they are written, or those of the rulebook.
struct Of<'s> {
    snapshot: &'s Snapshot,
    is_unread: bool,
}

impl Of<'_> {
    fn told(&self, finding: &Diagnostic) -> Option<(Uri, Told)> {
        let first = finding.labels.first();
        let others = finding.labels.get(1..).unwrap_or_default();
        let place = match first {
            Some(first) => self.location(first.span)?,
            None => self.snapshot.beginning()?,
        };
        let related = |label: &Label| {
            Some(DiagnosticRelatedInformation {
                location: self.location(label.span)?,
                message: match label.message.as_str() {
                    "" => "here too".to_owned(),
                    message => message.to_owned(),
                },
            })
        };
        let related: Vec<_> = others.iter().filter_map(related).collect();
        let href = code_page(finding.code);
        let told = Told {
            range: place.range,
            severity: Some(match finding.severity {
                Severity::Error => DiagnosticSeverity::Error,
                Severity::Warning => DiagnosticSeverity::Warning,
                Severity::Note => DiagnosticSeverity::Information,
            }),
            code: Some(Code::String(finding.code.name().to_owned())),
            code_description: href.map(|page| CodeDescription {
                href: super::place::uri_of(&page),
            }),
            source: Some("chartroom".to_owned()),
            message: Message::String(message(finding, first)),
            tags: None,
            related_information: (!related.is_empty()).then_some(related),
            data: None,
        };
        Some((place.uri, told))
    }

    fn location(&self, span: Span) -> Option<Location> {
        if !self.is_unread {
            return self.snapshot.location(span);
        }
        let page = self.snapshot.page(span.file)?;
        Some(Location {
            uri: page.uri.clone()?,
            range: page.now.range(span.start as usize, span.end as usize),
        })
    }
}

/// What is wrong, what is said at the place itself, and what to do, a line each.
fn message(finding: &Diagnostic, first: Option<&Label>) -> String {
    let mut lines = vec![finding.message.clone()];
    let first = first.map(|first| first.message.clone());
    lines.extend(first.filter(|message| !message.is_empty()));
    lines.extend(finding.help.iter().map(|help| format!("help: {help}")));
    lines.extend(finding.cite.iter().map(|cite| format!("see {cite}")));
    made_visible(&lines.join("\n")).into_owned()
}
