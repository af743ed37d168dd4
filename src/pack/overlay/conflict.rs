//! Errata that touch one thing. The report is the same in whatever order they are loaded.

use super::super::node::Problems;
use super::change::{Datum, Resolved, Step};
use super::{Change, ChangeId, Erratum, Operation};
use crate::diagnostic::{Code, Diagnostic};

/// Tells of all conflicts; gives the indices of the errata in them.
pub(super) fn refuse(errata: &[Erratum], resolved: &[Resolved], problems: &Problems) -> Vec<usize> {
    let mut in_conflict = Vec::new();
    let mut told: Vec<(usize, usize)> = Vec::new();
    let mut by_id: Vec<&Resolved> = resolved.iter().collect();
    by_id.sort_by_key(|change| change.id);
    for (place, later) in by_id.iter().enumerate() {
        for earlier in by_id.iter().take(place) {
            let Some(what) = conflict(earlier, later) else {
                continue;
            };
            in_conflict.extend([earlier.id.erratum, later.id.erratum]);
            // Two errata that differ about a whole row differ about it once, not for each cell.
            if !told.contains(&(earlier.id.erratum, later.id.erratum)) || what == What::Datum {
                told.push((earlier.id.erratum, later.id.erratum));
                problems.report(report(errata, earlier.id, later.id, what));
            }
        }
    }
    in_conflict
}

/// About what two changes differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// One datum.
    Datum,
    /// The rows and the columns of one chart.
    Shape,
}

fn conflict(one: &Resolved, other: &Resolved) -> Option<What> {
    let meets = |datum: &Datum| {
        other
            .touches
            .iter()
            .any(|touched| datum.meets(touched) && !both_new(datum, touched))
    };
    if one.touches.iter().any(meets) {
        return Some(What::Datum);
    }
    match (&one.shape, &other.shape) {
        (Some((chart, side)), Some((twin, facing))) if chart == twin && *side != *facing => {
            Some(What::Shape)
        }
        _ => None,
    }
}

/// Whether both are new things of which there can be many.
fn both_new(one: &Datum, other: &Datum) -> bool {
    matches!(
        (one.steps.last(), other.steps.last()),
        (Some(Step::Fresh(..)), Some(Step::Fresh(..)))
    ) && one != other
}

fn report(errata: &[Erratum], earlier: ChangeId, later: ChangeId, what: What) -> Diagnostic {
    let of = |id: ChangeId| {
        let erratum = errata.get(id.erratum)?;
        Some((erratum, erratum.changes.get(id.change)?))
    };
    let (Some((first, first_change)), Some((second, second_change))) = (of(earlier), of(later))
    else {
        return Diagnostic::error_nowhere(Code::ErratumConflict, "two errata change one thing");
    };
    let thing = named(first_change, second_change);
    if earlier.erratum == later.erratum {
        let message = format!("the erratum `{}` changes {thing} twice", first.id.value);
        return Diagnostic::error(Code::ErratumConflict, second_change.at.span, message)
            .here(does(second_change))
            .label(first_change.at.span, does(first_change))
            .help("make the two changes one");
    }
    let thing = if what == What::Shape {
        format!("the rows and the columns of one chart: {thing}")
    } else {
        thing
    };
    Diagnostic::error(
        Code::ErratumConflict,
        first_change.at.span,
        format!("the errata `{}` and `{}` both change {thing}", first.id.value, second.id.value),
    )
    .here(format!("`{}` {}", first.id.value, does(first_change)))
    .label(second_change.at.span, format!("`{}` {}", second.id.value, does(second_change)))
    .help(format!(
        "neither applies; if one stands in the place of the other, it says so: `supersedes = [\"{}\"]`",
        first.id.value
    ))
}

/// The datum, by the narrower of the two addresses where they are not the same.
fn named(one: &Change, other: &Change) -> String {
    let mut addresses = [one.at.value.trim(), other.at.value.trim()];
    addresses.sort_by_key(|address| {
        (
            address.contains("[*"),
            std::cmp::Reverse(address.len()),
            *address,
        )
    });
    match addresses {
        [first, second] if first == second => format!("`{first}`"),
        [first, second] => format!("`{first}` (`{second}`)"),
    }
}

fn does(change: &Change) -> String {
    let now = change.now.as_deref().unwrap_or_default();
    match change.operation {
        Operation::Replace => format!("makes it {now}"),
        Operation::Add | Operation::AddBefore | Operation::AddAfter => format!("adds {now}"),
        Operation::Remove => "takes it away".to_owned(),
    }
}
