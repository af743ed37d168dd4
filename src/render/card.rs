//! A card in a situation: a page for the table.

use super::answer::{Excluded, otherwise};
use super::document::{Document, Line as Words};
use super::style::{BOLD, CITE, FAINT, Style, VALUE};
use super::table::{Column, Table};
use super::told::{Facts, Told, Version};
use super::{View as Viewed, words};
use crate::analysis::card::{Line as Answered, Page};
use crate::answer::{Ruling, TakenFact};
use crate::diagram::Leaf;
use crate::model::{Card, Model, Type, VariableId};
use crate::value::Value;
use schemars::JsonSchema;
use serde::Serialize;

/// How many of the lines that wait for a fact are named.
const MOST_LABELS: usize = 2;

/// A page and what was given for it.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    pub page: &'a Page<'a>,
    pub given: &'a [(VariableId, u32)],
    /// What was given of facts of free text.
    pub texts: &'a [(VariableId, String)],
    /// The readings taken another way than their defaults.
    pub readings: &'a [(VariableId, u32)],
    /// The facts given that change nothing on the card.
    pub unused: &'a [VariableId],
}

/// What is in effect in a situation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "card")]
pub struct View {
    /// Its version.
    pub version: Version<1>,
    /// The game.
    pub game: String,
    /// The card's name.
    pub card: String,
    /// Its title.
    pub title: String,
    /// What a person sees of these and of what follows, in words.
    #[serde(skip)]
    heads: Vec<(&'static str, String)>,
    /// The facts given.
    pub given: Facts,
    /// The readings taken another way than their defaults.
    pub readings: Facts,
    /// The facts given that change nothing on the card.
    pub without_effect: Vec<String>,
    /// Why what is given cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible: Option<Excluded>,
    /// What is to be said of the facts given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The facts that follow from those given.
    pub found: Vec<Follows>,
    /// The facts that are taken as they usually are.
    #[serde(skip_serializing_if = "Facts::is_empty")]
    pub assumed: Facts,
    /// The sections that have a line.
    pub sections: Vec<Section>,
    /// What the source lost, and the lines that it leaves out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
    /// Facts that are not known and would add lines.
    pub open: Vec<Open>,
    /// Whether a person sees these too.
    #[serde(skip)]
    pub with_open: bool,
}

/// A fact that follows from those given.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Follows {
    /// The fact.
    pub fact: String,
    /// Its value.
    pub value: Told,
    /// The paragraphs it follows by.
    pub cite: String,
}

/// A part of the card.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// What is in effect.
    pub lines: Vec<Line>,
}

/// One thing that is in effect.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Line {
    /// What it is.
    pub label: String,
    /// The question that says so.
    pub question: String,
    /// Its answer.
    pub answer: Told,
    /// Of a gap: what is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// Of a gap: the paragraph in which it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_in: Option<String>,
    /// The unit of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The paragraphs of the rules that made it.
    pub cite: Vec<String>,
}

/// What the source lost.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Lost {
    /// What it is.
    pub says: String,
    /// Its paragraph.
    pub cite: String,
    /// The lines that it leaves out.
    pub lines: Vec<String>,
}

/// A fact that is not known.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Open {
    /// The fact.
    pub fact: String,
    /// Its values, in words.
    #[serde(skip)]
    pub values: String,
    /// The lines that wait for it.
    pub lines: Vec<String>,
}

/// The view of a page; `with_open` has a person see the facts that would add lines.
pub fn view(shown: &Shown<'_>, with_open: bool) -> View {
    let (page, model) = (shown.page, shown.page.model);
    let name = |fact: &VariableId| model.variable_name(*fact).to_owned();
    let (usual, follow): (Vec<&TakenFact>, Vec<&TakenFact>) =
        page.taken.iter().partition(|taken| taken.is_assumed(model));
    let usual: Vec<_> = usual.iter().map(|own| (own.fact, own.index)).collect();
    let follows = follow.iter().map(|taken| Follows {
        fact: name(&taken.fact),
        value: Told::index(model, taken.fact, taken.index),
        cite: taken.cite(model).join(", "),
    });
    let followses: Vec<Follows> = follows.collect();
    let hence = follow.iter().zip(&followses);
    let hence = hence.filter(|(_, told)| !matches!(told.value.words.as_str(), "no" | "none" | "0"));
    let hence = hence.map(|(own, told)| {
        let cite = Some(&told.cite).filter(|cite| !cite.is_empty());
        let cite = cite.map_or_else(String::new, |cite| format!(" ({cite})"));
        words::said(model, own.fact, own.index) + &cite
    });
    let hence: Vec<String> = hence.collect();
    let readings = Told::facts(model, shown.readings.iter().copied());
    let unused = shown.unused.iter().map(|fact| model.title_of(*fact));
    let all = |facts: &[(VariableId, u32)]| {
        let said = facts.iter().map(|(fact, index)| {
            match shown.texts.iter().find(|(other, _)| other == fact) {
                Some((_, text)) => words::said_by_name(model, model.variable_name(*fact), text),
                None => words::said(model, *fact, *index),
            }
        });
        said.collect::<Vec<_>>().join(", ")
    };
    let sections = page.sections.iter().map(|section| Section {
        title: section.title.to_owned(),
        lines: section.lines.iter().map(|each| line(shown, each)).collect(),
    });
    let texts = |labels: &[&str]| labels.iter().map(|label| (*label).to_owned()).collect();
    let lost = page.lost.iter().filter_map(|(gap, labels)| {
        let lost = words::lost(model, *gap)?;
        Some(Lost {
            says: lost.lost.clone(),
            cite: lost.cite.clone(),
            lines: texts(labels),
        })
    });
    let open = page.open.iter().map(|(fact, labels)| Open {
        fact: name(fact),
        values: model.variables[*fact].domain.show(&model.words),
        lines: texts(labels),
    });
    View {
        version: Version,
        game: model.game.clone(),
        card: page.card.name.clone(),
        title: page.card.title.clone(),
        heads: vec![
            ("given", all(shown.given)),
            // What is not in effect is no news on a page of what is.
            ("hence", hence.join(", ")),
            ("as usual", all(&usual)),
            ("read as", words::equations(&readings)),
            ("without effect", unused.collect::<Vec<_>>().join(", ")),
        ],
        given: shown.given_told(),
        readings,
        impossible: page.impossible.map(Excluded::of),
        notes: otherwise(model, &page.otherwise),
        without_effect: shown.unused.iter().map(name).collect(),
        found: followses,
        assumed: Told::facts(model, usual),
        sections: sections.collect(),
        lost: lost.collect(),
        open: open.collect(),
        with_open,
    }
}

impl Shown<'_> {
    /// The facts given, those of free text as they were told.
    fn given_told(&self) -> Facts {
        let model = self.page.model;
        let mut given = Told::facts(model, self.given.iter().copied());
        for (fact, text) in self.texts {
            if let Some(told) = given.get_mut(model.variable_name(*fact)) {
                *told = Told::text(text.as_str());
            }
        }
        given
    }

    /// What is known of a fact in the words in which it was told.
    fn text(&self, fact: VariableId) -> Option<String> {
        let told = self.texts.iter().find(|(other, _)| *other == fact);
        let told = told.map(|(_, text)| text.as_str());
        let found = self.page.taken.iter().map(|own| (own.fact, own.index));
        let mut known = self.given.iter().copied().chain(found);
        let index = known.find(|(other, _)| *other == fact);
        let index = index.map(|(_, index)| index);
        self.page.model.in_words_told(fact, told, index)
    }
}

fn line(shown: &Shown<'_>, line: &Answered<'_>) -> Line {
    let model = shown.page.model;
    let question = &model.questions[line.question];
    let text = match &line.answer {
        Ruling::Value(Value::Word(word)) if question.answer == Type::Text => {
            let facts = question.from.iter().copied();
            model.text_told(*word, facts, &|fact| shown.text(fact))
        }
        _ => None,
    };
    let unit = line.unit;
    let (leaf, words, lost) = match &line.answer {
        Ruling::Value(value) => {
            let words = in_unit(model, model.answer_of(line.question, value), unit);
            let words = text.clone().unwrap_or(words);
            (Leaf::Value(value.clone()), words, None)
        }
        Ruling::Gap(id) => (
            Leaf::Gap(*id),
            words::gap(model, *id),
            words::lost(model, *id),
        ),
        _ => (Leaf::Nothing, String::new(), None),
    };
    let value = match text {
        Some(text) => Told::text(text).value,
        None => Told::leaf(model, &leaf, Some(&question.answer)).value,
    };
    Line {
        label: line.label.to_owned(),
        question: question.name.clone(),
        answer: Told { value, words },
        lost: lost.map(|gap| gap.lost.clone()),
        lost_in: lost.map(|gap| gap.cite.clone()),
        unit: (!unit.is_empty()).then(|| unit.to_owned()),
        cite: line.cite.clone(),
    }
}

/// A number with its unit: `1 hex`, `2 hexes`.
fn in_unit(model: &Model, number: String, unit: &str) -> String {
    if unit.is_empty() || !number.ends_with(|last: char| last.is_ascii_digit()) {
        return number;
    }
    let one = model.units.find(unit);
    let text = one.and_then(|unit| model.units[unit].one.as_deref());
    let is_one = number.trim_start_matches(['+', '-']) == "1";
    format!("{number} {}", text.filter(|_| is_one).unwrap_or(unit))
}

/// A column without a heading.
fn column(style: Style) -> Column {
    Column::words("").styled(style)
}

impl Viewed for View {
    fn page(&self) -> Document {
        let mut page = Document::default();
        let title = if self.title.is_empty() {
            &self.card
        } else {
            &self.title
        };
        if let Some(excluded) = &self.impossible {
            page.line(excluded.line());
        }
        page.title(Words::name(title.as_str()).and(FAINT, self.game.as_str()));
        for (head, words) in &self.heads {
            page.head(head, words.clone());
        }
        for note in &self.notes {
            page.head("note", note.clone());
        }
        for section in &self.sections {
            page.heading(Words::name(section.title.as_str()));
            let columns = [Column::words(""), column(VALUE), column(CITE)];
            page.table(Table {
                rows: section.lines.iter().map(Line::row).collect(),
                ..Table::new(columns.into())
            });
        }
        if self.sections.is_empty() {
            page.room();
            page.line(Words::plain(match (&*self.lost, &*self.open) {
                ([], []) => "nothing on this card is in effect",
                _ => "nothing on this card is known to be in effect",
            }));
        }
        if !self.lost.is_empty() {
            page.heading(Words::name("Not known, for the source lost it"));
            page.table(Table {
                rows: self.lost.iter().map(Lost::row).collect(),
                ..Table::new([Style::Plain, FAINT, CITE].map(column).into())
            });
        }
        if !self.with_open && !self.open.is_empty() {
            page.room();
            page.faint("--open names the facts that would add lines");
        }
        if self.with_open && !self.open.is_empty() {
            page.heading(Words::name("More facts would add lines"));
            page.table(Table {
                rows: self.open.iter().map(Open::row).collect(),
                ..Table::new([BOLD, CITE, FAINT].map(column).into())
            });
        }
        page
    }
}

impl Line {
    fn row(&self) -> Vec<String> {
        let (label, answer) = (self.label.clone(), self.answer.words.clone());
        vec![label, answer, self.cite.join(", ")]
    }
}

impl Open {
    fn row(&self) -> Vec<String> {
        vec![
            self.fact.clone(),
            first_of(&self.lines),
            self.values.clone(),
        ]
    }
}

impl Lost {
    fn row(&self) -> Vec<String> {
        vec![first_of(&self.lines), self.says.clone(), self.cite.clone()]
    }
}

/// The first of some labels, and how many more there are.
fn first_of(labels: &[String]) -> String {
    let told = labels.get(..MOST_LABELS).unwrap_or(labels).join("; ");
    match labels.len().saturating_sub(MOST_LABELS) {
        0 => told,
        more => format!("{told}; and {more} more"),
    }
}

/// The names of all cards.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "cards")]
pub struct Cards {
    /// Its version.
    pub version: Version<1>,
    /// The cards, in the order of the games and packs.
    pub cards: Vec<CardName>,
}

/// A card's name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CardName {
    /// Its name.
    pub card: String,
    /// Its game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// Its pack.
    pub pack: String,
}

/// The view of all cards.
pub fn cards(cards: &[(&Model, &Card)]) -> Cards {
    let cards = cards.iter().map(|(model, card)| CardName {
        card: card.name.clone(),
        game: model.game.clone(),
        title: card.title.clone(),
        pack: model.pack_name(card.pack).to_owned(),
    });
    Cards {
        version: Version,
        cards: cards.collect(),
    }
}

impl Viewed for Cards {
    fn page(&self) -> Document {
        let cards = self.cards.iter();
        let rows = cards.map(|card_name| {
            vec![
                card_name.card.clone(),
                card_name.game.clone(),
                card_name.title.clone(),
            ]
        });
        let mut page = Document::default();
        page.table(Table {
            rows: rows.collect(),
            ..Table::new(["card", "game", "title"].map(Column::words).into())
        });
        page
    }
}
