//! Errata, laid over the packs as written. What goes in is the trees of all files and the errata chosen; what comes out is the
//! same trees with the chosen changes made, and a table that tells which text comes from which erratum.
//!
//! Every erratum is about the packs as they are written, never about another erratum, so that the order in which errata are
//! loaded changes nothing.

mod address;
#[cfg(feature = "lsp")]
mod between;
mod change;
mod conflict;
mod draft;
mod edit;
mod find;
mod fold;
mod meet;
mod origin;
mod resolved;
mod revise;
mod set;
mod written;

pub use address::{Address, Part};
#[cfg(feature = "lsp")]
pub use between::{Untold, deeds, gives};
pub use draft::{Deed, Draft, Drafted, Refused, draft};
pub use fold::{Folded, Joined, fold, without};
pub use origin::Origins;
pub use revise::{PLACES, Revision, revise};
pub use set::ErrataSet;

pub use written::all_errata;

use super::forest::Forest;
use super::node::{Node, Problems};
pub use super::nouns::{Change, Erratum, Operation, Status, is_date, mended as name_from};
use super::parse::parse;
use super::printed::{Way, printed};
use crate::diagnostic::{Code, Command, Diagnostic, nearest};
use crate::source::{FileId, Sources, Span, Text};

/// A change of one erratum of many: the index of the erratum, by date and name, and its own in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct ChangeId {
    erratum: usize,
    change: usize,
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
    let mut unfit: Vec<usize> = Vec::new();
    let mut lines = meet::Lines::default();
    for (index, erratum) in errata.iter().enumerate() {
        let is_chosen = chosen.contains(&index);
        // What is in the book already, or held no longer, need not fit it.
        let is_past = erratum.status.is_past() || set::is_overtaken(errata, erratum);
        if is_past && !is_chosen {
            continue;
        }
        let (mut fitting, fits) = change::resolve(forest, errata, index, problems);
        if !fits || !erratum.sound {
            unfit.push(index);
        }
        lines.note(forest, &fitting);
        if is_chosen {
            resolved.append(&mut fitting);
        }
    }
    unfit.extend(lines.refuse_strays(errata, problems));
    conflict::give_way(errata, &mut resolved);
    unfit.extend(conflict::refuse(errata, &resolved, problems));
    resolved.retain(|change| !unfit.contains(&change.id.erratum));
    unfit.extend(meet::meet(forest, errata, &mut resolved, problems));
    resolved.retain(|change| !unfit.contains(&change.id.erratum));
    for index in chosen {
        if let Some(erratum) = errata.get_mut(index) {
            erratum.applied = !unfit.contains(&index);
            erratum.unfit = !erratum.applied;
            erratum.why_not = if erratum.unfit { "it has an error" } else { "" }.to_owned();
        }
    }
    let origins = Origins::of(forest, errata, &resolved);
    conflict::once(errata, &mut resolved);
    for (_, edit) in edit::in_order(change::edits(resolved)) {
        edit::perform(forest, edit);
    }
    origins
}

/// Tells of names of errata that no pack holds, in what is asked for and in `supersedes`, and of errata that supersede each
/// other.
fn refuse_unknown(errata: &[Erratum], set: &ErrataSet, problems: &Problems) {
    for name in set.named() {
        problems.report_some(unknown(errata, &name));
    }
    for erratum in errata {
        let of_changes = erratum.changes.iter().flat_map(|change| &change.supersedes);
        for name in erratum.supersedes.iter().chain(of_changes) {
            problems.report_some(unknown(errata, &name.value).map(|finding| {
                let ids = errata.iter().map(|each| each.id.value.as_str());
                match nearest(&name.value, ids) {
                    Some(_) => {
                        let code = finding.code;
                        finding.of(code, name.span)
                    }
                    None => not_loaded(name),
                }
            }));
        }
        let id = &erratum.id.value;
        let mut names = erratum.supersedes.iter();
        if let Some(name) = names.find(|name| set::superseded_by(errata, &name.value, id)) {
            let message = format!("`{id}` and `{}` supersede each other", name.value);
            let finding = Diagnostic::error(Code::BrokenErratum, name.span, message);
            let help = "the later one supersedes the earlier one, not the other way round";
            problems.report(finding.help(help));
        }
    }
}

/// An erratum that is superseded and not at hand: it may be in a pack that is not loaded.
fn not_loaded(name: &Text) -> Diagnostic {
    let message = format!("no pack at hand holds the erratum `{}`", name.value);
    Diagnostic::note(Code::UnknownErratum, name.span, message).here("nothing is superseded here")
}

/// The finding for the name of an erratum that no pack holds.
#[must_use]
pub fn unknown(errata: &[Erratum], name: &str) -> Option<Diagnostic> {
    let ids = || errata.iter().map(|erratum| erratum.id.value.as_str());
    let message = format!("no pack holds an erratum `{name}`");
    let list = || Command::new(["erratum", "list"]).then(" lists them");
    let finding = Diagnostic::error_nowhere(Code::UnknownErratum, message);
    let is_known = ids().any(|id| id == name);
    (!is_known).then(|| finding.nearest_or(name, ids(), list))
}

/// Tells of what a superseded erratum changes where the one in its place does not: nothing of it applies any more.
fn tell_dropped(errata: &[Erratum], chosen: &[usize], problems: &Problems) {
    for later in chosen.iter().filter_map(|index| errata.get(*index)) {
        let is_changed = |at: &Text| later.changes.iter().any(|other| other.at.value == at.value);
        for name in &later.supersedes {
            let mut named = errata
                .iter()
                .filter(|erratum| erratum.id.value == name.value);
            let changes = named
                .next()
                .into_iter()
                .flat_map(|erratum| &erratum.changes);
            for dropped in changes.filter(|change| !is_changed(&change.at)) {
                let (id, at) = (&name.value, &dropped.at);
                let message = format!("what `{id}` changes at `{}` applies no longer", at.value);
                let finding = Diagnostic::warning(Code::BrokenErratum, name.span, message);
                let finding = finding.label(at.span, "changed here");
                problems.report(finding.help("where it still holds, write that change here too"));
            }
        }
    }
}

/// What the address of a change in a file names, as the packs are written: where, and what stands there.
#[cfg(feature = "lsp")]
#[must_use]
pub fn stands_at(sources: &Sources, file: FileId, at: &str) -> Option<(Span, String)> {
    let forest = parse(sources, &Problems::default());
    let mut trees = forest.trees.iter();
    let owner = trees.find(|tree| tree.file == file)?.pack;
    let forest = &forest;
    let place = find::Finder { forest, owner }.place(&Address::parse(at).ok()?);
    let find::Place::There(spot) = place.ok()? else {
        return None;
    };
    let node = forest.node(&spot.path)?;
    let said = node.written().map(str::to_owned);
    let said = said.unwrap_or_else(|| printed(node, Way::Plain));
    Some((node.span, said))
}

/// The addresses of an example or law: `e3/example#E3.74`, and of the answer in it that is meant, `e3/example#E3.74.expect`.
#[derive(Debug, Clone)]
pub struct Trial {
    pub at: String,
    pub says: String,
}

/// The example or law in which a place is.
#[must_use]
pub fn trial_at(sources: &Sources, place: Span) -> Option<Trial> {
    let forest = parse(sources, &Problems::default());
    let finder = find::Finder::of(&forest);
    let says = [("example", "expect"), ("law", "always")];
    says.into_iter().find_map(|(kind, field)| {
        let (at, node) = finder.trial_at(place, kind)?;
        let answers = node.get(field).map(Node::fields).unwrap_or_default();
        let mut answers = answers.iter();
        let one = answers.find(|(_, answer)| answer.span.holds(place));
        let states = node.get("states").map(Node::elements).unwrap_or_default();
        let mut states = (1..).zip(states).flat_map(|(turn, state)| {
            let shown = state.fields().iter();
            shown.map(move |(name, answer)| (turn, name, answer))
        });
        let says = match (one, states.find(|(.., answer)| answer.span.holds(place))) {
            (Some((question, _)), _) => format!("{at}.{field}.{}", question.value),
            (None, Some((turn, state, _))) => format!("{at}.states[{turn}].{}", state.value),
            (None, None) => format!("{at}.{field}"),
        };
        Some(Trial { at, says })
    })
}
