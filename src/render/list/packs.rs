//! Packs, their tables of contents and their units: told as written.

use super::{Entry, Holdings, text_or_null};
use crate::model::{Model, PackId};
use crate::pack::{Pack, Unit};
use crate::source::Text;
use serde_json::{Value, json};

pub(super) fn packs(holdings: &Holdings<'_>) -> Vec<Entry> {
    let made = holdings.written.packs.iter().map(|pack| {
        let requires = texts(&pack.requires);
        let over: Vec<Value> = pack
            .over
            .iter()
            .map(|over| json!({ "pack": over.pack.value, "cite": over.cite.value }))
            .collect();
        let over_words: Vec<String> = pack
            .over
            .iter()
            .map(|over| format!("{} ({})", over.pack.value, over.cite.value))
            .collect();
        let (id, game) = (text(&pack.id), text(&pack.game));
        let cells = vec![
            id.to_owned(),
            pack.title.clone(),
            pack.edition.clone(),
            requires.join(", "),
            over_words.join(", "),
        ];
        let own = json!({
            "name": id,
            "title": pack.title,
            "edition": text_or_null(&pack.edition),
            "requires": requires,
            "over": over,
            "holds": holds(pack),
        });
        let entry = Entry::of(game, id, cells, own);
        match &pack.id {
            Some(id) => entry.at(holdings.sources, id.span),
            None => entry,
        }
    });
    made.collect()
}

/// How much of each kind a pack holds.
fn holds(pack: &Pack) -> Value {
    json!({
        "paragraphs": pack.paragraphs.len(),
        "units": pack.units.len(),
        "facts": pack.facts.len(),
        "questions": pack.questions.len(),
        "rules": pack.rules.len(),
        "charts": pack.charts.len(),
        "processes": pack.processes.len(),
        "procedures": pack.procedures.len(),
        "cards": pack.cards.len(),
        "readings": pack.readings.len(),
        "examples": pack.examples.len(),
        "laws": pack.laws.len(),
        "defects": pack.defects.len(),
    })
}

fn text(text: &Option<Text>) -> &str {
    text.as_ref().map_or("", |text| text.value.as_str())
}

fn texts(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(|text| text.value.as_str()).collect()
}

pub(super) fn units(holdings: &Holdings<'_>) -> Vec<Entry> {
    let of_pack = |pack: &Pack| {
        let units = pack
            .units
            .iter()
            .map(|unit| one(pack, unit).at(holdings.sources, unit.name.span));
        units.collect::<Vec<_>>()
    };
    holdings.written.packs.iter().flat_map(of_pack).collect()
}

fn one(pack: &Pack, unit: &Unit) -> Entry {
    let is = [
        unit.dice.as_ref().map(|dice| dice.value.clone()),
        unit.modifies
            .as_ref()
            .map(|roll| format!("modifies {}", roll.value)),
        unit.one.as_ref().map(|one| format!("one {}", one.value)),
        (!unit.any_of.is_empty()).then(|| format!("any of {}", texts(&unit.any_of).join(", "))),
    ];
    let is: Vec<String> = is.into_iter().flatten().collect();
    let cells = vec![unit.name.value.clone(), is.join(", "), unit.means.clone()];
    let own = json!({
        "name": unit.name.value,
        "one": unit.one.as_ref().map(|one| &one.value),
        "dice": unit.dice.as_ref().map(|dice| &dice.value),
        "modifies": unit.modifies.as_ref().map(|roll| &roll.value),
        "any-of": texts(&unit.any_of),
        "means": unit.means,
    });
    Entry::of(text(&pack.game), text(&pack.id), cells, own)
}

pub(super) fn paragraphs(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let packs = (0..).map(PackId).zip(&model.packs);
    let made = packs.flat_map(|(id, pack)| {
        let numbered = pack.paragraphs.iter().zip(&pack.paragraph_spans);
        numbered.map(move |((number, title), span)| {
            let reason = pack
                .nothing_to_compute
                .iter()
                .find(|(own, _)| own == number)
                .map(|(_, reason)| reason);
            let cells = vec![
                number.clone(),
                title.clone(),
                reason.cloned().unwrap_or_default(),
            ];
            let own = json!({ "name": number, "title": title, "nothing-to-compute": reason });
            Entry::new(model, id, cells, own).at(holdings.sources, *span)
        })
    });
    made.collect()
}
