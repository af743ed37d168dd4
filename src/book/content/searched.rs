//! What can be found, with the texts in which its words stand.

use crate::check::Outline;
use crate::model::{Model, Saying};
use crate::pack::Rulebook;
use crate::search::described;
use serde_json::{Map, Value, json};

/// For each thing its kind, name, game, what it says, its paragraphs, its texts with how much the words of each
/// weigh, how much it weighs itself, whether it is asked most, and the phrases with which players ask it.
pub fn things(written: &Rulebook) -> Value {
    let all = described(written).into_iter().map(|each| {
        let texts: Vec<Value> = each
            .texts
            .iter()
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, weight)| json!([text, weight]))
            .collect();
        let thing = each.thing;
        json!([
            thing.kind.name(),
            thing.name,
            thing.game,
            thing.says,
            thing.cite.join(", "),
            texts,
            thing.weight(),
            thing.is_asked_most,
            thing.asked_as,
        ])
    });
    all.collect()
}

/// What words can tell of facts, game by game: units, what players say, and what the texts of each question name.
pub fn heard(written: &Rulebook) -> Map<String, Value> {
    let outlines = Outline::all(written).into_iter();
    let heard = outlines.map(|outline| {
        let model = &outline.model;
        let takes = model.questions.iter().map(|question| {
            let (facts, questions) = outline.named_in(&question.name);
            (question.name.clone(), json!([facts, questions]))
        });
        let heard = json!({
            "units": units(model),
            "sayings": model.guide.sayings.iter().map(|each| saying(model, each)).collect::<Vec<_>>(),
            "takes": takes.collect::<Map<_, _>>(),
        });
        (model.game.clone(), heard)
    });
    heard.collect()
}

/// The units: their names, the singular, the fact that a rate counts, the units that one stands for.
fn units(model: &Model) -> Vec<Value> {
    let units = model.units.iter();
    let unit = units.map(|(_, unit)| {
        let any_of = unit.any_of.iter().map(|each| model.units.name(*each));
        json!([unit.name, unit.one, unit.counts, any_of.collect::<Vec<_>>()])
    });
    unit.collect()
}

fn saying(model: &Model, own: &Saying) -> Value {
    let meanings = own.meanings.iter().map(|meaning| {
        let told = meaning.iter();
        let told = told.map(|(fact, index)| json!([model.variable_name(*fact), index]));
        told.collect::<Value>()
    });
    let counted = own.counted.iter().map(|facts| {
        let names = facts.iter().map(|fact| model.variable_name(*fact));
        names.collect::<Vec<_>>()
    });
    let counted: Vec<Vec<&str>> = counted.collect();
    json!([own.words, meanings.collect::<Vec<_>>(), own.like, counted])
}
