//! What can be found, with the texts in which its words stand.

use crate::check::Outline;
use crate::model::{Model, Saying, Type, VariableId};
use crate::pack::Rulebook;
use crate::search::described;
use itertools::Itertools;
use serde_json::{Map, Value, json};

/// For each thing its kind, name, game, what it says, its paragraphs, its texts with how much the words of each
/// weigh, how much it weighs itself, whether it is asked most, the phrases with which players ask it, and its values.
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
            thing.values,
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
            let likely = likely(&outline, &question.name);
            (question.name.clone(), json!([facts, questions, likely]))
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

/// Of a question from whose facts dice decide some: those that dice decide and that stand in it, the same with the questions that it
/// asks, and the words that it can give.
fn likely(outline: &Outline, question: &str) -> Option<Value> {
    let model = &outline.model;
    let id = *model.question_names.get(question)?;
    let is_thrown = |fact: &VariableId| model.roll_of(*fact) == Some(*fact);
    let names = |facts: &mut dyn Iterator<Item = &VariableId>| -> Vec<&str> {
        let thrown = facts.filter(|fact| is_thrown(fact));
        thrown
            .map(|fact| model.variable_name(*fact))
            .sorted()
            .collect()
    };
    let here = names(&mut outline.facts_named_in(id).iter());
    let asked = names(&mut outline.facts_asked_by(question).iter());
    let words: Vec<&str> = match &model.questions[id].answer {
        Type::Words { words, .. } => words.iter().map(|word| model.words.text(*word)).collect(),
        _ => Vec::new(),
    };
    let is_any = outline.facts_of(question).iter().any(is_thrown);
    is_any.then(|| json!([here, asked, words]))
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
