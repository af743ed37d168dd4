//! What each erratum says and changes, and where it changes which answers, compared with the book as printed.

use super::super::states::State;
use crate::analysis::diff::diff;
use crate::pack::ErrataSet;
use crate::pack::overlay::{self, Status};
use crate::render::diff::{self as difference, Version};
use crate::render::erratum::Erratum;
use crate::render::told::json;
use crate::rulebook::Rulebook;
use rayon::prelude::*;
use serde_json::{Value, json};

/// The most regions of a question that are told one by one.
const REGIONS: usize = 12;

/// All errata that can apply to the book as printed.
pub fn errata(printed: &State) -> Vec<Value> {
    let errata = printed.rulebook.written.errata.par_iter();
    let all = errata.filter(|own| own.status != Status::Incorporated);
    all.map(|own| erratum(&printed.rulebook, own)).collect()
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
fn effect(printed: &Rulebook, own: &overlay::Erratum) -> Value {
    let alone = ErrataSet::These(vec![own.id.value.clone()]);
    let with = Rulebook::from_sources(printed.sources.clone(), &alone);
    let of_game = |book: &Rulebook| book.games.iter().position(|game| game.game == own.game);
    let [Some(old), Some(new)] = [printed, &with].map(|book| {
        let place = of_game(book)?;
        book.games.get(place)
    }) else {
        return Value::Null;
    };
    let versions = [printed, &with].map(|book| Version {
        name: "",
        games: &book.games,
        sources: &book.sources,
    });
    let view = difference::view(&[diff(old, new, REGIONS)], versions);
    let mut told = json(&view);
    let game = told.pointer_mut("/games/0/questions").map(Value::take);
    let questions = game.as_ref().and_then(Value::as_array);
    let told = questions.into_iter().flatten().map(|question| {
        let regions = question["regions"].as_array().into_iter().flatten();
        let regions = regions.map(|region| {
            let condition = region["condition"].as_str().unwrap_or_default();
            json!([
                new.in_words(condition),
                region["before"],
                region["now"],
                region["situations"],
                [region.pointer("/chance/ways"), region.pointer("/chance/of")],
            ])
        });
        json!([
            question["question"],
            question["situations"],
            question["asked_in"],
            question["left_out_regions"],
            regions.collect::<Vec<_>>(),
        ])
    });
    told.collect()
}
