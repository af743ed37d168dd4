//! Errata, laid over the packs as written. What goes in is the trees of all files and the errata chosen; what comes out is the
//! same trees with the chosen changes made, and a table that tells which text comes from which erratum.
//!
//! Every erratum is about the packs as they are written, never about another erratum, so that the order in which errata are
//! loaded changes nothing.

mod address;
mod apply;
mod change;
mod conflict;
mod draft;
mod find;
mod fold;
mod origin;
mod plain;
mod set;
mod written;

pub use address::{Address, BrokenAddress, Part};
pub use draft::{Draft, Drafted, Refused, draft};
pub use fold::{Folded, fold};
pub use origin::{Grown, Named, Origins};
pub(super) use written::all_errata;

pub use set::{ErrataSet, Status, is_date};

pub(super) use fold::toml as as_toml;

use super::forest::Forest;
use super::node::{Node, Problems};
use crate::diagnostic::{Code, Command, Diagnostic};
use crate::source::{Sources, Span, Text};

/// `[erratum.clear-and-gusty]`
#[derive(Debug, Clone)]
pub struct Erratum {
    /// Its name, one of a kind in its game.
    pub id: Text,
    /// The game that it is for.
    pub game: String,
    /// The pack that holds it.
    pub pack: String,
    /// Who said so.
    pub source: String,
    /// When: year, month and day as `2024-05-31`.
    pub date: Text,
    /// What it is worth.
    pub status: Status,
    /// What it does, in words.
    pub says: String,
    /// The errata in whose place it stands.
    pub supersedes: Vec<Text>,
    /// The questions that it is meant to change; any, if none is named.
    pub scope: Vec<Text>,
    /// Within which condition it is meant to change them.
    pub scope_when: Option<Text>,
    /// What it changes.
    pub changes: Vec<Change>,
    /// Whether its changes are made in this rulebook.
    pub applied: bool,
    /// The whole erratum.
    pub span: Span,
    /// The index of its pack.
    pub(super) owner: usize,
    /// Whether all its changes could be read.
    pub(super) sound: bool,
}

/// `[[erratum.clear-and-gusty.change]]`
#[derive(Debug, Clone)]
pub struct Change {
    /// The address: of the thing to change, of the list to add to, or of the thing beside which to add.
    pub at: Text,
    /// What is done there.
    pub operation: Operation,
    /// The old value that it expects, as a TOML value.
    pub was: Option<String>,
    /// The new value, as a TOML value.
    pub now: Option<String>,
    /// The whole change.
    pub span: Span,
    /// The old value.
    pub(super) old: Option<Node>,
    /// The new value.
    pub(super) new: Option<Node>,
}

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Puts a new value in place of the old one.
    Replace,
    /// Adds something that was not there, last in its list.
    Add,
    /// Adds something before another.
    AddBefore,
    /// Adds something after another.
    AddAfter,
    /// Takes something away.
    Remove,
}

/// A change of one erratum of many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChangeId {
    /// The index of its erratum, by date and name.
    pub(super) erratum: usize,
    /// Its own index in it.
    pub(super) change: usize,
}

/// Lays errata over a rulebook. Those that do not fit, or that are in conflict, are told and left out.
pub(super) fn lay(
    forest: &mut Forest,
    errata: &mut [Erratum],
    set: &ErrataSet,
    problems: &Problems,
) -> Origins {
    refuse_unknown(errata, set, problems);
    let chosen = set::chosen(errata, set);
    tell_dropped(errata, &chosen, problems);
    let mut resolved = Vec::new();
    let mut unfit: Vec<bool> = errata.iter().map(|erratum| !erratum.sound).collect();
    for (index, erratum) in errata.iter().enumerate() {
        // What is in the book already, or held no longer, need not fit it.
        let is_past = erratum.status.is_past() || set::is_overtaken(errata, erratum);
        if is_past && !chosen.contains(&index) {
            continue;
        }
        let (mut fitting, fits) = change::resolve(forest, index, erratum, problems);
        if let Some(own) = unfit.get_mut(index) {
            *own |= !fits;
        }
        if chosen.contains(&index) {
            resolved.append(&mut fitting);
        }
    }
    for in_conflict in conflict::refuse(errata, &resolved, problems) {
        if let Some(own) = unfit.get_mut(in_conflict) {
            *own = true;
        }
    }
    resolved.retain(|change| !unfit.get(change.id.erratum).copied().unwrap_or(true));
    for index in chosen {
        if let Some(erratum) = errata.get_mut(index) {
            erratum.applied = !unfit.get(index).copied().unwrap_or(true);
        }
    }
    let origins = Origins::of(forest, errata, &resolved);
    apply::perform(
        forest,
        resolved
            .into_iter()
            .flat_map(|change| change.edits)
            .collect(),
    );
    origins
}

/// Tells of names of errata that no pack holds: in what is asked for, and in `supersedes`.
fn refuse_unknown(errata: &[Erratum], set: &ErrataSet, problems: &Problems) {
    let known = |name: &str| errata.iter().any(|erratum| erratum.id.value == name);
    let ids = || errata.iter().map(|erratum| erratum.id.value.as_str());
    let list = || Command::new(["erratum", "list"]).then(" lists them");
    let help = |found: Diagnostic, name: &str| found.nearest_or(name, ids(), list);
    let message = |name: &str| format!("no pack holds an erratum `{name}`");
    for name in set.named().into_iter().filter(|name| !known(name)) {
        problems.report(help(
            Diagnostic::error_nowhere(Code::UnknownErratum, message(name)),
            name,
        ));
    }
    for name in errata.iter().flat_map(|erratum| &erratum.supersedes) {
        if !known(&name.value) {
            let found = Diagnostic::error(Code::UnknownErratum, name.span, message(&name.value));
            problems.report(help(found, &name.value));
        }
    }
    refuse_circles(errata, problems);
}

/// Tells of what a superseded erratum changes where the one in its place does not: nothing of it applies any more.
fn tell_dropped(errata: &[Erratum], chosen: &[usize], problems: &Problems) {
    for later in chosen.iter().filter_map(|index| errata.get(*index)) {
        let is_changed = |at: &Text| later.changes.iter().any(|own| own.at.value == at.value);
        for name in &later.supersedes {
            let earlier = errata.iter().find(|earlier| earlier.id.value == name.value);
            let changes = earlier.into_iter().flat_map(|earlier| &earlier.changes);
            for dropped in changes.filter(|change| !is_changed(&change.at)) {
                let message = format!(
                    "what `{}` changes at `{}` applies no longer",
                    name.value, dropped.at.value
                );
                let found = Diagnostic::warning(Code::BrokenErratum, name.span, message);
                let found = found.label(dropped.at.span, "changed here");
                problems.report(found.help("where it still holds, write that change here too"));
            }
        }
    }
}

/// Tells of errata that supersede each other.
fn refuse_circles(errata: &[Erratum], problems: &Problems) {
    for erratum in errata {
        let back = erratum
            .supersedes
            .iter()
            .find(|name| set::superseded_by(errata, &name.value, &erratum.id.value));
        if let Some(name) = back {
            let message = format!(
                "`{}` and `{}` supersede each other",
                erratum.id.value, name.value
            );
            let found = Diagnostic::error(Code::BrokenErratum, name.span, message);
            problems.report(
                found.help("the later one supersedes the earlier one, not the other way round"),
            );
        }
    }
}

/// The name nearest to some words: lower-case letters, digits and hyphens.
#[must_use]
pub fn name_from(words: &str) -> Option<String> {
    super::nouns::mended(words)
}

/// The address of the example in which a place is: `e3/example#E3 chart[dec..feb, 2]`.
#[must_use]
pub fn example_at(sources: &Sources, place: Span) -> Option<String> {
    find::Finder::new(&Forest::parse(sources, &Problems::default()), 0).trial_at(place, "example")
}

/// The address of what the example or law says in which a place is: `e3/law#E3.74.always`.
#[must_use]
pub fn says_at(sources: &Sources, place: Span) -> Option<String> {
    let forest = Forest::parse(sources, &Problems::default());
    let finder = find::Finder::new(&forest, 0);
    let of = |kind, field: &str| {
        finder
            .trial_at(place, kind)
            .map(|address| format!("{address}.{field}"))
    };
    of("example", "expect").or_else(|| of("law", "always"))
}
