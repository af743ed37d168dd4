//! Where two rulebooks answer otherwise, as the page takes it.

use crate::analysis::diff::diff;
use crate::answer::Prose;
use crate::render::diff::{self as difference, Version};
use crate::render::told::json;
use crate::rulebook::Rulebook;
use serde_json::{Value, json};

/// The most regions of a question that are told one by one.
const REGIONS: usize = 12;

/// The questions of a game that answer otherwise, with the regions where they do.
pub fn effects(before: &Rulebook, now: &Rulebook, game: &str) -> Value {
    let of_game = |book: &'_ Rulebook| book.games.iter().position(|other| other.game == game);
    let [Some(old), Some(new)] =
        [before, now].map(|book| of_game(book).and_then(|place| book.games.get(place)))
    else {
        return Value::Null;
    };
    let versions = [before, now].map(|book| Version {
        name: "",
        games: &book.games,
        sources: &book.sources,
    });
    let view = difference::view(&[diff(old, new, REGIONS)], versions);
    let mut told = json(&view);
    let questions = told.pointer_mut("/games/0/questions").map(Value::take);
    let questions = questions.as_ref().and_then(Value::as_array);
    let told = questions.into_iter().flatten();
    let prose = Prose {
        model: new,
        texts: Some(&now.sources),
    };
    told.map(|question| changed(prose, question)).collect()
}

/// A question: its name, in how many situations of how many it changed, how many regions are not told, and those that are.
fn changed(prose: Prose<'_>, question: &Value) -> Value {
    let said = |value: &Value| value.as_str().map(|text| prose.model.sentence(text));
    let regions = question["regions"].as_array().into_iter().flatten();
    let regions = regions.map(|region| {
        let condition = region["condition"].as_str().unwrap_or_default();
        json!([
            prose.condition(condition),
            said(&region["before"]),
            said(&region["now"]),
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
}
