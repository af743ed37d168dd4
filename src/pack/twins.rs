//! Packs that are there twice: in two places, or twice in one. That is told once for each pair of places, and the second of
//! each two is left out, so that not all that it defines is told as defined twice.

use super::forest::{Forest, Head};
use super::node::{Problems, span};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Place, Sources, Span};
use indexmap::IndexMap;

/// Two packs of one name in one game.
struct Twins<'f> {
    head: &'f Head,
    /// Where each of the two says its name.
    names: Option<(Span, Span)>,
    second: usize,
}

/// Tells of packs that are there twice, and takes the second of each two out of the forest.
pub fn refuse(forest: &mut Forest, sources: &Sources, problems: &Problems) {
    let all = twins(forest);
    if all.is_empty() {
        return;
    }
    let mut groups: IndexMap<_, Vec<&Twins<'_>>> = IndexMap::new();
    for twins in &all {
        let places = twins.names.map(|(first, second)| {
            let place = |name: Span| sources.place_index(name.file);
            (place(first), place(second))
        });
        groups.entry(places).or_default().push(twins);
    }
    groups
        .values()
        .filter_map(|group| report(sources, group))
        .for_each(|finding| problems.report(finding));
    let seconds: Vec<usize> = all.iter().map(|twins| twins.second).collect();
    forest.without(&seconds);
}

fn twins(forest: &Forest) -> Vec<Twins<'_>> {
    let mut all = Vec::new();
    for (second, head) in forest.packs.iter().enumerate() {
        let is_same = |other: &Head| other.id == head.id && other.game == head.game;
        let mut before = forest.packs.iter().take(second);
        if let Some(first) = before.position(is_same) {
            all.push(Twins {
                head,
                names: name_of(forest, first).zip(name_of(forest, second)),
                second,
            });
        }
    }
    all
}

fn name_of(forest: &Forest, pack: usize) -> Option<Span> {
    let (_, header) = forest.header(pack)?;
    let id = header.root.get("id").map(|node| node.span);
    Some(id.unwrap_or(span(header.file, 0, 0)))
}

fn report(sources: &Sources, group: &[&Twins<'_>]) -> Option<Diagnostic> {
    let (first, second) = group.first()?.names?;
    let heads = group.iter().map(|twins| twins.head);
    let ids: Vec<String> = heads
        .map(|head| format!("`{}/{}`", head.game, head.id))
        .collect();
    let message = match ids.as_slice() {
        [text] => format!("the pack {text} is there twice"),
        several => format!(
            "{} packs are there twice: {}",
            several.len(),
            several.join(", ")
        ),
    };
    let is_embedded = |name: Span| sources.place(name.file) == Some(&Place::Embedded);
    let finding = Diagnostic::error(Code::PackTwice, second, message)
        .here(said(sources, second.file))
        .label(first, said(sources, first.file));
    Some(finding.help(if is_embedded(first) || is_embedded(second) {
        "take the copy away, or do without `--rules embedded`"
    } else {
        "take one of them away, or give one another `id`"
    }))
}

/// What is said of a place.
fn said(sources: &Sources, file: FileId) -> String {
    match sources.place(file) {
        Some(Place::Embedded) => "in the shipped rulebook".to_owned(),
        Some(place) => format!("in `{place}`"),
        None => "here".to_owned(),
    }
}
