//! What is told as it is written: packs, units and errata.

use super::{Entry, Holdings, text_or_null};
use crate::pack::Pack;
use crate::render::erratum::Erratum;
use crate::render::told;
use crate::source::Text;
use serde_json::{Value, json};

pub fn packs(holdings: &Holdings<'_>) -> Vec<Entry> {
    let packs = holdings.written.packs.iter().map(|pack| {
        let over = pack.over.iter();
        let over_words = over
            .clone()
            .map(|over| format!("{} ({})", over.pack.value, over.cite.value));
        let over_words: Vec<String> = over_words.collect();
        let over = over.map(|over| json!({ "pack": over.pack.value, "cite": over.cite.value }));
        let own = json!({
            "name": text(&pack.id),
            "title": pack.title,
            "edition": text_or_null(&pack.edition),
            "requires": texts(&pack.requires),
            "over": over.collect::<Vec<_>>(),
            "holds": holds(pack),
        });
        let entry = of(pack, own).saying("over", over_words.join(", "));
        match &pack.id {
            Some(id) => entry.at(holdings.sources, id.span),
            None => entry,
        }
    });
    packs.collect()
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

pub fn units(holdings: &Holdings<'_>) -> Vec<Entry> {
    let packs = holdings.written.packs.iter();
    let all = packs.flat_map(|pack| pack.units.iter().map(move |unit| (pack, unit)));
    let units = all.map(|(pack, unit)| {
        let any_of = texts(&unit.any_of);
        let is = [
            ("", text(&unit.dice)),
            ("modifies ", text(&unit.modifies)),
            ("one ", text(&unit.one)),
            ("any of ", &any_of.join(", ")),
        ];
        let is = is.iter().filter(|(_, value)| !value.is_empty());
        let is: Vec<String> = is.map(|(what, value)| format!("{what}{value}")).collect();
        let own = json!({
            "name": unit.name.value,
            "one": unit.one.as_ref().map(|written| &written.value),
            "dice": unit.dice.as_ref().map(|dice| &dice.value),
            "modifies": unit.modifies.as_ref().map(|roll| &roll.value),
            "any-of": any_of,
            "means": unit.means,
        });
        let entry = of(pack, own).at(holdings.sources, unit.name.span);
        entry.saying("is", is.join(", "))
    });
    units.collect()
}

pub fn errata(holdings: &Holdings<'_>) -> Vec<Entry> {
    let errata = holdings.written.errata.iter().map(|erratum| {
        let json = told::json(&Erratum::of(erratum, holdings.sources, None));
        let applies = if erratum.applied { "yes" } else { "no" };
        Entry::new(&erratum.game, &erratum.pack, json)
            .saying("erratum", &erratum.id.value)
            .saying("status", erratum.status.name())
            .saying("applies", applies)
    });
    errata.collect()
}

fn of(pack: &Pack, json: Value) -> Entry {
    Entry::new(text(&pack.game), text(&pack.id), json)
}

fn text(text: &Option<Text>) -> &str {
    text.as_ref().map_or("", |text| text.value.as_str())
}

fn texts(texts: &[Text]) -> Vec<&str> {
    texts.iter().map(|text| text.value.as_str()).collect()
}
