//! What each erratum says and changes, and where it changes which answers, compared with the book as printed.

use super::super::memo::Memo;
use super::super::states::State;
use super::effects::effects;
use crate::pack::ErrataSet;
use crate::pack::overlay::{self, Status};
use crate::render::erratum::Erratum;
use crate::rulebook::Rulebook;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// An erratum, as the page takes it.
pub type Errata = Value;

/// All errata that can apply to the book as printed.
pub fn errata(printed: &State, kept: &Memo<Errata>) -> Vec<Arc<Errata>> {
    let errata = printed.rulebook.written.errata.par_iter();
    let all = errata.filter(|other| other.status != Status::Incorporated);
    let one = |other: &overlay::Erratum| {
        let model = printed.model(&other.game).cloned();
        let name = format!("{}/{}", other.game, other.id.value);
        kept.of(&name, model.into_iter().collect(), || {
            erratum(&printed.rulebook, other)
        })
    };
    all.map(one).collect()
}

fn erratum(printed: &Rulebook, own: &overlay::Erratum) -> Value {
    let sources = &printed.sources;
    let shown = Erratum::of(own, sources, None);
    let changes = shown
        .changes
        .iter()
        .map(|change| json!([change.operation, change.at, change.was, change.now]));
    json!({
        "id": shown.id,
        "game": shown.game,
        "source": shown.source,
        "date": shown.date,
        "status": shown.status,
        "says": shown.says,
        "supersedes": shown.supersedes,
        "changes": changes.collect::<Vec<_>>(),
        "effect": effect(printed, own),
    })
}

/// The questions that an erratum alone makes answer otherwise, with the regions where they do.
fn effect(printed: &Rulebook, erratum: &overlay::Erratum) -> Value {
    let alone = ErrataSet::These(vec![erratum.id.value.clone()]);
    let with = printed.with_errata_in(&alone, &std::iter::once(erratum.game.as_str()).collect());
    effects(printed, &with, &erratum.game)
}
