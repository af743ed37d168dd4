//! Packs named on the command line.

use crate::diagnostic::nearest;
use crate::model::{Model, PackId};
use crate::rulebook::Rulebook;
use std::collections::BTreeSet;

/// Whether each named pack is in the rulebook; the error is a phrase for a person.
pub(super) fn known(rulebook: &Rulebook, packs: &[String]) -> Result<(), String> {
    let packs_of_all = rulebook.games.iter().flat_map(|game| &game.packs);
    let known: BTreeSet<&str> = packs_of_all.map(|pack| pack.id.as_str()).collect();
    let Some(unknown) = packs.iter().find(|pack| !known.contains(pack.as_str())) else {
        return Ok(());
    };
    let near = nearest(unknown, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
    let all = || format!("; there are {}", Vec::from_iter(known.iter().copied()).join(", "));
    Err(format!("there is no pack `{unknown}`{}", near.unwrap_or_else(all)))
}

/// Whether a pack is among those named; every one is, where none is named.
pub(super) fn is_wanted(model: &Model, pack: PackId, named: &[String]) -> bool {
    named.is_empty() || named.iter().any(|name| name == model.pack_name(pack))
}
