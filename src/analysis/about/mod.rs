//! All that a rulebook holds about one thing, in words: a paragraph, a question, a fact, or whatever else has a name.

mod examples;
mod fact;
mod paragraph;
mod played;
mod question;
mod rules;

use crate::answer::Prose;
use crate::check::used_by;
use crate::model::{ChartId, Model, Pack, QuestionId};
use crate::pack::{self, overlay::Erratum};
use crate::source::{Sources, Span};
use crate::value::Ids;
use schemars::JsonSchema;
use serde::Serialize;

/// What is told of one thing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct About {
    /// What it is: `paragraph`, `question`, `fact`, `reading`, `process`, `procedure`, `card`, `pack`, `erratum`.
    pub kind: &'static str,
    /// Its name; a paragraph's number.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Its game.
    pub game: String,
    /// Its pack.
    pub pack: String,
    /// What it asks or means, in words.
    pub says: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// All that belongs to it, part by part.
    pub sections: Vec<Section>,
    /// The charts that belong to it.
    #[serde(skip)]
    pub charts: Vec<ChartId>,
}

/// A part of what is told.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Section {
    /// Its title.
    pub title: &'static str,
    /// What stands in it.
    pub items: Vec<Item>,
}

/// A line of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Item {
    /// The name of what it is about.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What is said of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The paragraph by which it stands.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cite: String,
    /// What belongs to it: how far in, and what it says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Item>,
}

impl Item {
    fn new(name: &str, says: &str) -> Self {
        Self {
            name: name.to_owned(),
            says: says.split_whitespace().collect::<Vec<_>>().join(" "),
            ..Self::default()
        }
    }

    fn says(says: &str) -> Self {
        Self::new("", says)
    }

    fn cite(self, cite: impl Into<String>) -> Self {
        let cite = cite.into();
        Self { cite, ..self }
    }

    fn within(self, within: Vec<Self>) -> Self {
        Self { within, ..self }
    }

    /// Leaves out a paragraph that is said above.
    fn take_as_said(&mut self, cite: &str) {
        if self.cite == cite {
            self.cite.clear();
        }
        for item in &mut self.within {
            item.take_as_said(cite);
        }
    }
}

/// A game and the texts that it was made from.
#[derive(Debug)]
pub struct Shelf<'a> {
    pub model: &'a Model,
    pub written: &'a pack::Rulebook,
    pub sources: &'a Sources,
    /// The questions that each question uses.
    uses: Ids<QuestionId, Vec<QuestionId>>,
}

impl<'a> Shelf<'a> {
    pub fn new(model: &'a Model, written: &'a pack::Rulebook, sources: &'a Sources) -> Self {
        let uses = model.questions.ids().map(|id| used_by(model, id));
        Self {
            model,
            written,
            sources,
            uses: uses.collect(),
        }
    }
}

impl Shelf<'_> {
    /// What speaks of the game's rules.
    pub const fn prose(&self) -> Prose<'_> {
        Prose {
            model: self.model,
            texts: Some(self.sources),
        }
    }

    /// The questions, but for the named ones, that use one of these.
    fn using<'s>(&'s self, used: &'s [QuestionId]) -> impl Iterator<Item = QuestionId> + 's {
        let uses_one = |uses: &[QuestionId]| uses.iter().any(|question| used.contains(question));
        let all = self.uses.enumerated();
        all.filter(move |(id, uses)| !used.contains(id) && uses_one(uses))
            .map(|(id, _)| id)
    }

    /// The questions, but for the named ones, that these use.
    fn used(&self, by: &[QuestionId]) -> Vec<QuestionId> {
        let all = by.iter().flat_map(|id| &self.uses[*id]);
        let mut used: Vec<QuestionId> = all.filter(|id| !by.contains(id)).copied().collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// All that is told of the thing that a name stands for in the game, in any case; a paragraph by its digits alone, too.
    pub fn about(&self, name: &str) -> Option<About> {
        let model = self.model;
        if let Some((pack, number, title)) = paragraph_named(model, name) {
            return Some(self.paragraph(pack, number, title));
        }
        if let Some(question) = model.question_named(name) {
            return Some(self.question(question));
        }
        let reading = || model.variable_names.get(&name.to_lowercase()).copied();
        let variable = model.fact_named(name).or_else(reading);
        let variable = variable.map(|variable| self.variable(variable));
        variable.or_else(|| self.played(name))
    }

    /// What is told of a thing of a name; where a title is wanted, or paragraphs, these are put to it.
    fn thing(&self, kind: &'static str, name: &str, pack: &str, says: &str) -> About {
        About {
            kind,
            name: name.to_owned(),
            title: String::new(),
            game: self.model.game.clone(),
            pack: pack.to_owned(),
            says: Item::says(says).says,
            cite: Vec::new(),
            sections: Vec::new(),
            charts: Vec::new(),
        }
    }

    /// The errata from which something at some places comes, or for which something else holds.
    fn errata(&self, places: &[Span], is_meant: impl Fn(&Erratum) -> bool) -> Section {
        let origins = &self.model.origins;
        let touching = origins.of_places(places).into_iter();
        let touching = touching.filter_map(|number| origins.errata.get(number));
        let touching: Vec<&str> = touching.map(|named| named.id.as_str()).collect();
        let is_wanted = |erratum: &&Erratum| {
            erratum.game == self.model.game
                && (touching.contains(&erratum.id.value.as_str()) || is_meant(erratum))
        };
        let wanted = self.written.errata.iter().filter(is_wanted);
        let items = wanted.map(|erratum| {
            let applies = match erratum.applied {
                true => "applies",
                false => "does not apply",
            };
            Item::new(&erratum.id.value, &erratum.says).cite(applies)
        });
        section("Errata", items)
    }

    /// Questions with what they ask.
    fn questions(&self, title: &'static str, ids: impl IntoIterator<Item = QuestionId>) -> Section {
        let questions = ids.into_iter().map(|id| &self.model.questions[id]);
        let asked = questions.filter(|question| question.process.is_none());
        let items = asked.map(|question| {
            Item::new(&question.name, &question.asks).cite(question.cite.join(", "))
        });
        section(title, items)
    }
}

fn section(title: &'static str, items: impl IntoIterator<Item = Item>) -> Section {
    Section {
        title,
        items: items.into_iter().collect(),
    }
}

/// The sections that hold something.
fn filled(sections: impl IntoIterator<Item = Section>) -> Vec<Section> {
    let sections = sections.into_iter();
    sections
        .filter(|section| !section.items.is_empty())
        .collect()
}

/// The paragraph of a name, its number or its digits alone: its pack, its number and its title.
pub fn paragraph_named<'m>(model: &'m Model, name: &str) -> Option<(&'m Pack, &'m str, &'m str)> {
    let is_same = |number: &str, name: &str| {
        let digits = number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        number.eq_ignore_ascii_case(name) || (name.contains('.') && digits == name)
    };
    // What follows a paragraph's number is a part of it: `F11.62 EX1`.
    let whole = name.split_once(' ').map_or(name, |(number, _)| number);
    let all = || {
        let packs = model.packs.iter();
        packs.flat_map(|pack| pack.paragraphs.iter().map(move |own| (pack, own)))
    };
    let of = |name| all().find(|(_, (number, _))| is_same(number, name));
    let (pack, (number, title)) = of(name).or_else(|| of(whole))?;
    Some((pack, number, title))
}
