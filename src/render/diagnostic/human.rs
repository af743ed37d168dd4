//! For people: the lines concerned, each place underlined, and what to do.

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::render::fold;
use crate::source::{FileId, Sources};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use std::ops::Range;

/// All findings as a person reads them in so many columns, one after the other with a blank line between.
#[must_use]
pub fn human(diagnostics: &[Diagnostic], sources: &Sources, width: usize, color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(width);
    let one = |finding| format!("{}\n", renderer.render(&[group(finding, sources, width)]));
    let all: Vec<String> = diagnostics.iter().map(one).collect();
    fold(&all.join("\n"), width)
}

fn group<'a>(finding: &'a Diagnostic, sources: &'a Sources, width: usize) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let snippets = files(finding)
        .into_iter()
        .map(|file| snippet(finding, file, sources, width));
    let help = finding
        .help
        .iter()
        .map(|line| Level::HELP.message(normalize_untrusted_str(&line.to_string())));
    let cite = finding
        .cite
        .iter()
        .map(|cite| Level::NOTE.message(normalize_untrusted_str(&format!("see {cite}"))));
    let title = level
        .primary_title(&finding.message)
        .id(finding.code.name());
    Group::with_title(title)
        .elements(snippets)
        .elements(help)
        .elements(cite)
}

/// The files of the labels, each once, that of the primary one first.
fn files(finding: &Diagnostic) -> Vec<FileId> {
    let mut files = Vec::new();
    for label in &finding.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// The labels of one file, on the lines from the first to the last of them.
fn snippet<'a>(
    finding: &'a Diagnostic,
    file: FileId,
    sources: &'a Sources,
    width: usize,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let labels = || {
        finding
            .labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.span.file == file)
    };
    let text = sources.text(file);
    let places = labels().map(|(_, label)| first_line(text, label, width));
    let places: Vec<_> = places.collect();
    let lines = lines(text, &places);
    let annotations = labels().zip(&places).map(|((index, label), place)| {
        let kind = if index == 0 {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        let within = place.start.saturating_sub(lines.start)..place.end.saturating_sub(lines.start);
        let message = (!label.message.is_empty()).then(|| normalize_untrusted_str(&label.message));
        kind.span(within).label(message)
    });
    Snippet::source(text.get(lines.clone()).unwrap_or_default())
        .line_start(
            1 + text
                .bytes()
                .take(lines.start)
                .filter(|byte| *byte == b'\n')
                .count(),
        )
        .path(normalize_untrusted_str(sources.path(file)))
        .annotations(annotations)
}

/// The part of a label's place that lies on its first line, as far as it has room beside what is said of it: a whole rule
/// underlined would hide that.
fn first_line(text: &str, label: &Label, width: usize) -> Range<usize> {
    /// Columns for the number of the line, and for the dots where it is cut.
    const BESIDE: usize = 18;
    /// Columns that are underlined all the same.
    const LEAST: usize = 12;
    let room = width.saturating_sub(BESIDE + label.message.chars().count());
    let start = text.len().min(label.span.start as usize);
    let end = text.len().min(label.span.end as usize);
    let line = text
        .get(start..end)
        .and_then(|written| written.lines().next())
        .unwrap_or_default();
    let mut letters = line.char_indices();
    let shown = letters
        .nth(room.max(LEAST))
        .map_or(line.len(), |(at, _)| at);
    start..start + shown
}

/// The whole lines from the first place to the last.
fn lines(text: &str, places: &[Range<usize>]) -> Range<usize> {
    let first = places
        .iter()
        .map(|place| place.start)
        .min()
        .unwrap_or_default();
    let last = places
        .iter()
        .map(|place| place.end)
        .max()
        .unwrap_or_default();
    let start = text
        .get(..first)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let end = text
        .get(last..)
        .and_then(|after| after.find('\n'))
        .map_or(text.len(), |at| last + at);
    start..end.max(start)
}
