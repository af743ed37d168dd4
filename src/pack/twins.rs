//! Packs that are there twice: in two places, or twice in one. That is told once for each pair of places, and the second of
//! each two is left out, so that not all that it defines is told as defined twice.

use super::forest::{Forest, Form};
use super::node::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Place, Sources, Span};

/// Two packs of one name in one game.
struct Twins {
    first: usize,
    second: usize,
}

/// Tells of packs that are there twice, and takes the second of each two out of the forest.
pub(super) fn refuse(forest: &mut Forest, sources: &Sources, problems: &Problems) {
    let all = twins(forest);
    if all.is_empty() {
        return;
    }
    let places = |twins: &Twins| {
        (
            place_of(forest, sources, twins.first),
            place_of(forest, sources, twins.second),
        )
    };
    let mut groups: Vec<(_, Vec<&Twins>)> = Vec::new();
    for twins in &all {
        let places = places(twins);
        match groups.iter_mut().find(|(own, _)| *own == places) {
            Some((_, group)) => group.push(twins),
            None => groups.push((places, vec![twins])),
        }
    }
    groups
        .iter()
        .filter_map(|(_, group)| report(forest, sources, group))
        .for_each(|found| problems.report(found));
    let seconds: Vec<usize> = all.iter().map(|twins| twins.second).collect();
    forest.without(&seconds);
}

fn twins(forest: &Forest) -> Vec<Twins> {
    let packs = forest.packs.iter().enumerate();
    let twin = |(second, head): (usize, &super::forest::Head)| {
        let mut earlier = forest.packs.iter().take(second);
        let first = earlier.position(|other| other.id == head.id && other.game == head.game)?;
        Some(Twins { first, second })
    };
    packs.filter_map(twin).collect()
}

fn place_of(forest: &Forest, sources: &Sources, pack: usize) -> Option<usize> {
    sources.place_index(name_of(forest, pack)?.file)
}

/// Where a pack says its name.
fn name_of(forest: &Forest, pack: usize) -> Option<Span> {
    let head = forest
        .of_pack(pack)
        .map(|(_, tree)| tree)
        .find(|tree| tree.form == Form::Header)?;
    let id = head.root.field("id").map(|(_, node)| node.span);
    Some(id.unwrap_or(Span {
        file: head.file,
        start: 0,
        end: 0,
    }))
}

fn report(forest: &Forest, sources: &Sources, group: &[&Twins]) -> Option<Diagnostic> {
    let twins = group.first()?;
    let (first, second) = (
        name_of(forest, twins.first)?,
        name_of(forest, twins.second)?,
    );
    let ids = group
        .iter()
        .filter_map(|twins| forest.packs.get(twins.second))
        .map(|head| format!("`{}/{}`", head.game, head.id));
    let ids: Vec<String> = ids.collect();
    let message = match ids.as_slice() {
        [one] => format!("the pack {one} is there twice"),
        several => format!(
            "{} packs are there twice: {}",
            several.len(),
            several.join(", ")
        ),
    };
    let found =
        Diagnostic::error(Code::PackTwice, second, message).here(said(sources, second.file));
    let found = found.label(first, said(sources, first.file));
    Some(found.help(
        if is_embedded(sources, first.file) || is_embedded(sources, second.file) {
            "take the copy away, or do without `--rules embedded`"
        } else {
            "take one of them away, or give one another `id`"
        },
    ))
}

fn is_embedded(sources: &Sources, file: FileId) -> bool {
    sources.place(file) == Some(&Place::Embedded)
}

/// What is said of a place.
fn said(sources: &Sources, file: FileId) -> String {
    match sources.place(file) {
        Some(Place::Embedded) => "in the shipped rulebook".to_owned(),
        Some(place) => format!("in `{place}`"),
        None => "here".to_owned(),
    }
}
