//! Errata that touch one thing. The report is the same in whatever order they are loaded.

use super::super::node::Problems;
use super::resolved::Resolved;
use super::{Change, ChangeId, Erratum, Operation};
use crate::diagnostic::{Code, Diagnostic};
use std::cmp::Reverse;

/// How many conflicts are told one by one; of more, each erratum's first alone.
const MOST_TOLD: usize = 100;

/// Tells of all conflicts; gives the indices of the errata in them.
pub fn refuse(errata: &[Erratum], resolved: &[Resolved], problems: &Problems) -> Vec<usize> {
    let mut in_conflict = Vec::new();
    let mut told: Vec<(usize, usize)> = Vec::new();
    let mut by_id: Vec<&Resolved> = resolved.iter().collect();
    by_id.sort_by_key(|change| change.id);
    for (place, later) in by_id.iter().enumerate() {
        for earlier in by_id.iter().take(place) {
            if are_equal(errata, earlier, later) {
                continue;
            }
            let is_same = touch_one(earlier, later);
            if !is_same && !shape_one(earlier, later) {
                continue;
            }
            let pair = (earlier.id.erratum, later.id.erratum);
            in_conflict.extend([pair.0, pair.1]);
            if told.len() >= MOST_TOLD && told.last().is_some_and(|(_, last)| *last == pair.1) {
                continue;
            }
            // Two errata that differ about a whole row differ about it once, not for each cell.
            if is_same || !told.contains(&pair) {
                told.push(pair);
                problems.report(report(errata, earlier.id, later.id, is_same));
            }
        }
    }
    in_conflict.sort_unstable();
    in_conflict.dedup();
    in_conflict
}

/// Leaves out the changes in the place of which a change of another erratum stands.
pub fn give_way(errata: &[Erratum], resolved: &mut Vec<Resolved>) {
    let gives_way = |earlier: &Resolved| {
        let id = errata
            .get(earlier.id.erratum)
            .map(|erratum| &erratum.id.value);
        resolved.iter().any(|later| {
            let erratum = errata.get(later.id.erratum);
            let change = erratum.and_then(|erratum| erratum.changes.get(later.id.change));
            let mut names = change.iter().flat_map(|change| &change.supersedes);
            names.any(|name| Some(&name.value) == id) && touch_one(earlier, later)
        })
    };
    let gone: Vec<ChangeId> = resolved
        .iter()
        .filter(|other| gives_way(other))
        .map(|each| each.id)
        .collect();
    resolved.retain(|other| !gone.contains(&other.id));
}

/// Whether two errata say the same in these changes, which are one then.
fn are_equal(errata: &[Erratum], resolved: &Resolved, other: &Resolved) -> bool {
    let of = |id: ChangeId| errata.get(id.erratum)?.changes.get(id.change);
    let says = |id| of(id).map(|change| (change.at.value.trim(), change.operation, change.now()));
    resolved.id.erratum != other.id.erratum && says(resolved.id) == says(other.id)
}

/// Leaves out the changes that an earlier erratum makes as well.
pub fn once(errata: &[Erratum], resolved: &mut Vec<Resolved>) {
    let mut kept: Vec<Resolved> = Vec::new();
    for change in resolved.drain(..) {
        if !kept.iter().any(|other| are_equal(errata, other, &change)) {
            kept.push(change);
        }
    }
    *resolved = kept;
}

fn touch_one(resolved: &Resolved, other: &Resolved) -> bool {
    let mut touches = resolved.touches.iter();
    touches.any(|datum| other.touches.iter().any(|other| datum.meets(other)))
}

/// Whether one changes the rows and the other the columns of one chart. Where both only add, their cells meet.
fn shape_one(resolved: &Resolved, other: &Resolved) -> bool {
    if resolved.only_adds() && other.only_adds() {
        return false;
    }
    match (&resolved.shape, &other.shape) {
        (Some((chart, side)), Some((twin, facing))) => chart == twin && side != facing,
        _ => false,
    }
}

fn report(errata: &[Erratum], earlier: ChangeId, later: ChangeId, is_same: bool) -> Diagnostic {
    let of = |id: ChangeId| {
        let erratum = errata.get(id.erratum)?;
        Some((&erratum.id.value, erratum.changes.get(id.change)?))
    };
    let (Some((first, change)), Some((second, other))) = (of(earlier), of(later)) else {
        return Diagnostic::error_nowhere(Code::ErratumConflict, "two errata change one thing");
    };
    let thing = named(change, other);
    if earlier.erratum == later.erratum {
        let message = format!("the erratum `{first}` changes {thing} twice");
        return Diagnostic::error(Code::ErratumConflict, other.at.span, message)
            .here(does(other))
            .label(change.at.span, does(change))
            .help("make the two changes one");
    }
    let lead = if is_same {
        ""
    } else {
        "the rows and the columns of one chart: "
    };
    let message = format!("the errata `{first}` and `{second}` both change {lead}{thing}");
    Diagnostic::error(Code::ErratumConflict, change.at.span, message)
        .here(format!("`{first}` {}", does(change)))
        .label(other.at.span, format!("`{second}` {}", does(other)))
        .help(format!(
            "neither applies; if one stands in the place of the other, it says so: `supersedes = [\"{first}\"]`"
        ))
}

/// The datum, by the narrower of the two addresses where they are not the same.
fn named(change: &Change, other: &Change) -> String {
    let mut addresses = [change.at.value.trim(), other.at.value.trim()];
    addresses.sort_by_key(|text| (text.contains("[*"), Reverse(text.len()), *text));
    match addresses {
        [first, second] if first == second => format!("`{first}`"),
        [first, second] => format!("`{first}` (`{second}`)"),
    }
}

fn does(change: &Change) -> String {
    let now = change.now().unwrap_or_default();
    match change.operation {
        Operation::Replace => format!("makes it {now}"),
        Operation::Remove => "takes it away".to_owned(),
        _ => format!("adds {now}"),
    }
}
