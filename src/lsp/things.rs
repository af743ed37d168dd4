//! What a thing is called, what kind it is, and what is told of it.

use super::index::Named;
use super::snapshot::Snapshot;
use crate::model::{Model, Role, Thing, Variable};
use crate::render::View as _;
use crate::render::about::View;
use crate::render::chart::Charts;
use gen_lsp_types::SymbolKind;
use itertools::Itertools;

/// The most things that are named of those that can have a value.
const MOST_OWNERS: usize = 6;

impl Snapshot {
    /// The name of a thing, as packs write it.
    pub fn name(&self, named: Named) -> String {
        let model = self.model(named);
        model.map_or_else(String::new, |model| name_of(model, named.thing))
    }

    /// What kind of thing it is, in a word.
    pub fn kind(&self, named: Named) -> &'static str {
        match named.thing {
            Thing::Pack(_) => "pack",
            Thing::Paragraph(..) => "paragraph",
            Thing::Unit(_) => "unit",
            Thing::Variable(id) => match self.model(named).map(|model| model.variables[id].role) {
                Some(Role::Reading(_)) => "reading",
                Some(Role::Keep) => "state",
                _ => "fact",
            },
            Thing::Value(..) => "value",
            Thing::Group(..) => "group",
            Thing::Question(_) => "question",
            Thing::Process(_) => "process",
            Thing::Procedure(_) => "procedure",
            Thing::Chart(_) => "chart",
            Thing::Card(_) => "card",
        }
    }

    /// What is told of a thing, as Markdown.
    pub fn told(&self, named: Named) -> Option<String> {
        let model = self.model(named)?;
        let name = self.name(named);
        match named.thing {
            Thing::Unit(id) => {
                let unit = &model.units[id];
                let dice = unit.dice.as_ref().map(|_| "a roll of dice");
                let modifies = unit
                    .modifies
                    .map(|of| format!("modifies {}", model.units.name(of)));
                let text = unit.one.as_ref().map(|text| format!("one is a {text}"));
                let said = [
                    dice.map(str::to_owned),
                    modifies,
                    text,
                    Some(unit.means.clone()),
                ];
                let said = said.into_iter().flatten().filter(|said| !said.is_empty());
                Some(format!("**{name}** · unit\n\n{}", said.format(", ")))
            }
            Thing::Value(_, word) => Some(value(model, named, model.words.text(word))),
            Thing::Group(fact, place) => {
                let (_, values) = model.variables[fact].groups.get(place as usize)?;
                let values = values.iter().map(|value| value.show(&model.words, false));
                let fact = model.variable_name(fact);
                Some(format!(
                    "**{name}** · values of `{fact}`\n\n{}",
                    values.format(", ")
                ))
            }
            Thing::Chart(id) => {
                let charts = [(model, &model.charts[id])];
                Some(
                    Charts::of(&charts, &self.book.sources, false)
                        .page()
                        .markdown(),
                )
            }
            _ => {
                let name = match named.thing {
                    Thing::Variable(id) => &model.variables[id].name,
                    _ => &name,
                };
                self.about(&model.game, name)
            }
        }
    }

    /// All that the rulebook holds about a name of a game.
    pub fn about(&self, game: &str, name: &str) -> Option<String> {
        let told = self.book.about(&format!("{game}/{name}"));
        let (model, about) = told.first()?;
        let charts = about.charts.iter().map(|id| (*model, &model.charts[*id]));
        let charts: Vec<_> = charts.collect();
        let mut text = View::of(about, &charts, true).page().markdown();
        if !charts.is_empty() {
            let shown = Charts::of(&charts, &self.book.sources, false);
            text = format!("{text}\n{}", shown.page().markdown());
        }
        Some(text)
    }
}

pub const fn symbol(thing: Thing) -> SymbolKind {
    match thing {
        Thing::Pack(_) => SymbolKind::Package,
        Thing::Paragraph(..) => SymbolKind::String,
        Thing::Unit(_) => SymbolKind::TypeParameter,
        Thing::Variable(_) => SymbolKind::Variable,
        Thing::Value(..) => SymbolKind::EnumMember,
        Thing::Group(..) => SymbolKind::Enum,
        Thing::Question(_) => SymbolKind::Function,
        Thing::Process(_) | Thing::Procedure(_) => SymbolKind::Event,
        Thing::Chart(_) => SymbolKind::Array,
        Thing::Card(_) => SymbolKind::Interface,
    }
}

/// The name of a thing, as packs write it.
pub fn name_of(model: &Model, thing: Thing) -> String {
    match thing {
        Thing::Pack(id) => model.pack_name(id).to_owned(),
        Thing::Paragraph(pack, place) => paragraph(model, pack, place).0.to_owned(),
        Thing::Unit(id) => model.units.name(id).to_owned(),
        Thing::Variable(id) => {
            let variable = &model.variables[id];
            let reading = variable.reading.as_ref();
            reading.map_or_else(|| variable.name.clone(), |reading| reading.name.clone())
        }
        Thing::Value(_, word) => model.words.text(word).to_owned(),
        Thing::Group(fact, place) => {
            let group = model.variables[fact].groups.get(place as usize);
            group.map(|(name, _)| name.clone()).unwrap_or_default()
        }
        Thing::Question(id) => model.questions[id].name.clone(),
        Thing::Process(id) => model.processes[id].name.clone(),
        Thing::Procedure(id) => model.procedures[id].name.clone(),
        Thing::Chart(id) => model.charts[id].id.clone(),
        Thing::Card(place) => {
            let card = model.cards.get(place as usize);
            card.map(|card| card.name.clone()).unwrap_or_default()
        }
    }
}

fn paragraph(model: &Model, pack: crate::model::PackId, place: u32) -> (&str, &str) {
    let paragraph = model.packs[pack].paragraphs.get(place as usize);
    paragraph.map_or(("", ""), |(number, title)| (number, title))
}

/// The name of a fact, or of a reading within its pack.
fn own_name(fact: &Variable) -> &String {
    fact.reading
        .as_ref()
        .map_or(&fact.name, |reading| &reading.name)
}

/// A value: whose it is, and what stands beside it.
fn value(model: &Model, named: Named, name: &str) -> String {
    let Thing::Value(scale, word) = named.thing else {
        return String::new();
    };
    let words = model.mentions.words(scale);
    let is_named = |role: Role| matches!(role, Role::Fact | Role::Reading(_));
    let owners = model
        .variables
        .enumerated()
        .filter(|(_, fact)| is_named(fact.role) && fact.domain.words() == words);
    let owners: Vec<_> = owners.collect();
    let label = owners.iter().find_map(|(id, fact)| {
        let index = fact.domain.read(name, &model.words)?;
        let label = model.label_of(*id, index);
        (label != name).then_some(label)
    });
    let names: Vec<&String> = match owners.as_slice() {
        [] => {
            let questions = model.questions.iter();
            let answering = questions.filter(|question| question.answer.words() == words);
            answering.map(|question| &question.name).collect()
        }
        owners => owners.iter().map(|(_, fact)| own_name(fact)).collect(),
    };
    let kind = if owners.is_empty() {
        "an answer to"
    } else {
        "a value of"
    };
    let names = names.iter().map(|name| format!("`{name}`"));
    let of = format!("{kind} {}", names.take(MOST_OWNERS).format(", "));
    let all = words.iter().map(|each| {
        let text = model.words.text(*each);
        if *each == word {
            format!("**{text}**")
        } else {
            text.to_owned()
        }
    });
    let label = label.map_or_else(String::new, |label| format!(" · {label}"));
    format!("**{name}**{label} · {of}\n\n{}", all.format(" · "))
}
