//! All that a rulebook holds about one thing, in words: a paragraph, a question, a fact or a reading.

mod fact;
mod paragraph;
mod question;
mod rules;

use crate::model::{ChartId, Model, QuestionId, VariableId};
use crate::pack;
use crate::source::{Sources, Span};
use schemars::JsonSchema;
use serde::Serialize;

/// What is told of one thing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct About {
    /// What it is: `paragraph`, `question`, `fact`, `reading`.
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
    /// Leaves out a paragraph that is said above.
    fn take_as_said(&mut self, cite: &str) {
        if self.cite == cite {
            self.cite.clear();
        }
        self.within
            .iter_mut()
            .for_each(|item| item.take_as_said(cite));
    }
}

/// A game and the texts that it was made from.
#[derive(Debug, Clone, Copy)]
pub struct Shelf<'a> {
    /// The game.
    pub model: &'a Model,
    /// The packs as written.
    pub written: &'a pack::Rulebook,
    /// Their texts.
    pub sources: &'a Sources,
}

/// A thing of which something can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Topic {
    /// A paragraph, by its number.
    Paragraph(String),
    /// A question.
    Question(QuestionId),
    /// A fact or reading.
    Variable(VariableId),
}

impl Topic {
    /// The thing that a name stands for in a game, in any case; a paragraph by its digits alone, too.
    #[must_use]
    pub fn named(model: &Model, name: &str) -> Option<Self> {
        let is_same = |number: &str| {
            let digits = number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
            number.eq_ignore_ascii_case(name) || (name.contains('.') && digits == name)
        };
        let mut paragraphs = model.packs.iter().flat_map(|pack| &pack.paragraphs);
        let paragraph = paragraphs.find(|(number, _)| is_same(number));
        let paragraph = paragraph.map(|(number, _)| Self::Paragraph(number.clone()));
        let reading = || {
            let found = model.variable_names.get(&name.to_lowercase()).copied();
            found.map(Self::Variable)
        };
        paragraph
            .or_else(|| model.question_named(name).map(Self::Question))
            .or_else(|| model.fact_named(name).map(Self::Variable))
            .or_else(reading)
    }
}

impl Shelf<'_> {
    /// All that is told of a thing.
    #[must_use]
    pub fn about(&self, topic: &Topic) -> Option<About> {
        match topic {
            Topic::Paragraph(number) => self.paragraph(number),
            Topic::Question(id) => self.question(*id),
            Topic::Variable(id) => self.variable(*id),
        }
    }

    /// The worked examples for which something holds.
    fn examples(&self, is_wanted: impl Fn(&crate::model::Example) -> bool) -> Section {
        let wanted = self.model.examples.iter().filter(|own| is_wanted(own));
        let items = wanted.map(|example| {
            let words = super::example::in_words(self.model, example);
            let given = self.model.in_words(&words.given.join(", "));
            let told = self.model.in_words(&words.told(true));
            Item {
                says: if given.is_empty() {
                    told
                } else {
                    format!("{given} → {told}")
                },
                cite: example.cite.clone(),
                ..Item::default()
            }
        });
        section("Examples", items)
    }

    /// The errata from which something at some places comes, or for which something else holds.
    fn errata(
        &self,
        places: &[Span],
        is_meant: impl Fn(&pack::overlay::Erratum) -> bool,
    ) -> Section {
        let origins = &self.model.origins;
        let touching = origins.of_places(places).into_iter();
        let touching: Vec<&str> = touching
            .filter_map(|number| origins.errata.get(number))
            .map(|named| named.id.as_str())
            .collect();
        let is_wanted = |own: &&pack::overlay::Erratum| {
            own.game == self.model.game
                && (touching.contains(&own.id.value.as_str()) || is_meant(own))
        };
        let all = self.written.errata.iter().filter(is_wanted);
        section(
            "Errata",
            all.map(|own| Item {
                name: own.id.value.clone(),
                says: in_one_line(&own.says),
                cite: if own.applied {
                    "applies"
                } else {
                    "does not apply"
                }
                .to_owned(),
                ..Item::default()
            }),
        )
    }

    /// Questions with what they ask.
    fn questions(
        &self,
        title: &'static str,
        questions: impl IntoIterator<Item = QuestionId>,
    ) -> Section {
        let named = questions
            .into_iter()
            .filter_map(|id| self.model.question(id));
        section(
            title,
            named
                .filter(|question| question.process.is_none())
                .map(|question| Item {
                    name: question.name.clone(),
                    says: in_one_line(&question.asks),
                    cite: question.cite.join(", "),
                    ..Item::default()
                }),
        )
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
    let filled = |section: &Section| !section.items.is_empty();
    sections.into_iter().filter(filled).collect()
}

/// The paragraph of a citation: its first word.
fn paragraph_of(cite: &str) -> &str {
    cite.split(' ').next().unwrap_or_default()
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
