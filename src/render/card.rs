//! A card in a situation: a page for a person, as Markdown, and for a program.

use super::answer::unit_name;
use super::answer_json;
use super::markdown::escaped;
use super::style::{BOLD, CITE, FAINT, VALUE, styled};
use super::table::{Column, Table, wrapped};
use crate::analysis::card::{Line, Page};
use crate::answer::Answer;
use crate::model::{Card, Model, VariableId};
use serde_json::{Map, Value, json as object};
use std::fmt::Write;

/// The widest that the facts of a page run, in columns.
const WIDEST: usize = 100;

/// How many of the lines that wait for a fact are named.
const MOST_LABELS: usize = 2;

/// A page and what was given for it.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The page.
    pub page: &'a Page<'a>,
    /// The facts given.
    pub given: &'a [(VariableId, u32)],
    /// The readings taken another way than their defaults.
    pub readings: &'a [(VariableId, u32)],
    /// The facts given that change nothing on the card.
    pub unused: &'a [VariableId],
}

impl Shown<'_> {
    fn model(&self) -> &Model {
        self.page.model
    }

    fn fact(&self, fact: VariableId, index: u32) -> String {
        format!(
            "{} = {}",
            self.model().variable_name(fact),
            self.model().show_index(fact, index)
        )
    }

    fn title(&self) -> &str {
        let card = self.page.card;
        if card.title.is_empty() {
            &card.name
        } else {
            &card.title
        }
    }

    /// The facts given, those that follow from them, and the readings, in words.
    fn heads(&self) -> Vec<(&'static str, String)> {
        let given: Vec<String> = self
            .given
            .iter()
            .map(|(fact, index)| self.fact(*fact, *index))
            .collect();
        let follows = self.page.found.iter().map(|(fact, index, cite)| {
            let cite = if cite.is_empty() {
                String::new()
            } else {
                format!(" ({cite})")
            };
            format!("{}{cite}", self.fact(*fact, *index))
        });
        let follows: Vec<String> = follows.collect();
        let readings: Vec<String> = self
            .readings
            .iter()
            .map(|(reading, index)| self.fact(*reading, *index))
            .collect();
        let unused: Vec<&str> = self
            .unused
            .iter()
            .map(|fact| self.model().variable_name(*fact))
            .collect();
        let heads = [
            ("given", given.join(", ")),
            ("hence", follows.join(", ")),
            ("read as", readings.join(", ")),
            ("without effect", unused.join(", ")),
        ];
        heads
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .collect()
    }
}

/// The answer of a line in words, with its unit.
fn answer(model: &Model, line: &Line<'_>) -> String {
    let of = model
        .question(line.question)
        .map(|question| &question.answer);
    match &line.answer {
        Answer::Value(value) => {
            let shown = value.show(&model.words, of.is_some_and(|of| model.is_signed(of)));
            match of.map_or("", |of| unit_name(model, of)) {
                unit if !unit.is_empty() && shown.ends_with(|last: char| last.is_ascii_digit()) => {
                    let one = model
                        .units
                        .find(unit)
                        .and_then(|unit| model.units.get(unit)?.one.as_deref());
                    format!(
                        "{shown} {}",
                        one.filter(|_| shown.trim_start_matches(['+', '-']) == "1")
                            .unwrap_or(unit)
                    )
                }
                _ => shown,
            }
        }
        Answer::Gap(gap) => model
            .gaps
            .get(gap.index())
            .map_or_else(String::new, |gap| format!("gap: {}", gap.lost)),
        _ => String::new(),
    }
}

/// A page for a terminal so many columns wide.
#[must_use]
pub fn human(shown: &Shown<'_>, width: Option<usize>) -> String {
    let (page, model) = (shown.page, shown.model());
    let mut text = format!(
        "{}   {}\n",
        styled(BOLD, shown.title()),
        styled(FAINT, &model.game)
    );
    for (head, words) in shown.heads() {
        let room = width
            .unwrap_or(WIDEST)
            .clamp(40, WIDEST)
            .saturating_sub(head.len() + 4);
        let pad = " ".repeat(head.len() + 4);
        let lines = wrapped(&words, room).join(&format!("\n{pad}"));
        let _ = writeln!(text, "  {}  {lines}", styled(FAINT, head));
    }
    let mut table = Table::new(vec![
        Column::words(""),
        Column::words("").styled(VALUE),
        Column::words("").styled(CITE),
    ]);
    table.width = width;
    for section in &page.sections {
        let _ = writeln!(text, "\n{}", styled(BOLD, section.title));
        table.rows = section
            .lines
            .iter()
            .map(|line| {
                vec![
                    line.label.to_owned(),
                    answer(model, line),
                    line.cite.join(", "),
                ]
            })
            .collect();
        text.push_str(&table.human());
    }
    if page.sections.is_empty() {
        text.push_str("\nnothing on this card is in effect\n");
    }
    if !page.open.is_empty() {
        let _ = writeln!(text, "\n{}", styled(BOLD, "More facts would add lines"));
        let mut table = Table::new(vec![
            Column::words("").styled(BOLD),
            Column::words(""),
            Column::words("").styled(FAINT),
        ]);
        table.width = width;
        table.rows = page
            .open
            .iter()
            .map(|(fact, labels)| open_row(model, *fact, labels))
            .collect();
        text.push_str(&table.human());
    }
    text
}

fn open_row(model: &Model, fact: VariableId, labels: &[&str]) -> Vec<String> {
    let values = model
        .variable(fact)
        .map_or_else(String::new, |found| found.domain.show(&model.words));
    let more = labels.len().saturating_sub(MOST_LABELS);
    let more = if more == 0 {
        String::new()
    } else {
        format!("; and {more} more")
    };
    let labels = labels
        .iter()
        .take(MOST_LABELS)
        .copied()
        .collect::<Vec<_>>()
        .join("; ");
    vec![
        model.variable_name(fact).to_owned(),
        format!("{labels}{more}"),
        values,
    ]
}

/// A page as Markdown.
#[must_use]
pub fn markdown(shown: &Shown<'_>) -> String {
    let (page, model) = (shown.page, shown.model());
    let mut text = format!("## {}\n\n", escaped(shown.title()));
    for (head, words) in shown.heads() {
        let _ = writeln!(text, "- {head}: {}", escaped(&words));
    }
    for section in &page.sections {
        let _ = writeln!(
            text,
            "\n### {}\n\n| | | |\n| --- | --- | --- |",
            escaped(section.title)
        );
        for line in &section.lines {
            let (answer, cite) = (
                escaped(&answer(model, line)),
                escaped(&line.cite.join(", ")),
            );
            let _ = writeln!(text, "| {} | {answer} | {cite} |", escaped(line.label));
        }
    }
    if !page.open.is_empty() {
        text.push_str("\n### More facts would add lines\n\n");
        for (fact, labels) in &page.open {
            let _ = writeln!(
                text,
                "- {}: {}",
                escaped(model.variable_name(*fact)),
                escaped(&labels.join("; "))
            );
        }
    }
    text
}

/// A page for a program.
#[must_use]
pub fn json(shown: &Shown<'_>) -> Value {
    let (page, model) = (shown.page, shown.model());
    let value = |fact: VariableId, index: u32| {
        model
            .variable(fact)
            .map(|found| answer_json::value(model, &found.domain.value(index)))
    };
    let named = |facts: &[(VariableId, u32)]| -> Map<String, Value> {
        let named = facts.iter().map(|(fact, index)| {
            (
                model.variable_name(*fact).to_owned(),
                object!(value(*fact, *index)),
            )
        });
        named.collect()
    };
    let found = page.found.iter().map(|(fact, index, cite)| {
        object!({ "fact": model.variable_name(*fact), "value": value(*fact, *index), "cite": cite })
    });
    let sections = page.sections.iter().map(|section| {
        let lines: Vec<Value> = section
            .lines
            .iter()
            .map(|line| line_json(model, line))
            .collect();
        object!({ "title": section.title, "lines": lines })
    });
    let open = page
        .open
        .iter()
        .map(|(fact, labels)| object!({ "fact": model.variable_name(*fact), "lines": labels }));
    object!({
        "version": 1,
        "game": model.game,
        "card": page.card.name,
        "title": page.card.title,
        "given": named(shown.given),
        "readings": named(shown.readings),
        "without_effect": shown.unused.iter().map(|fact| model.variable_name(*fact)).collect::<Vec<_>>(),
        "found": found.collect::<Vec<_>>(),
        "sections": sections.collect::<Vec<_>>(),
        "open": open.collect::<Vec<_>>(),
    })
}

fn line_json(model: &Model, line: &Line<'_>) -> Value {
    let question = model.question(line.question);
    let mut fields = Map::new();
    fields.insert("label".to_owned(), object!(line.label));
    fields.insert(
        "question".to_owned(),
        object!(question.map(|question| question.name.as_str())),
    );
    fields.extend(answer_json::answer(model, &line.answer, None));
    let unit = question.map_or("", |question| unit_name(model, &question.answer));
    if !unit.is_empty() {
        fields.insert("unit".to_owned(), object!(unit));
    }
    fields.insert("cite".to_owned(), object!(line.cite));
    Value::Object(fields)
}

/// The names of all cards, for a terminal so many columns wide.
#[must_use]
pub fn list(cards: &[(&Model, &Card)], width: Option<usize>) -> String {
    let mut table = Table::new(vec![
        Column::words("card"),
        Column::words("game"),
        Column::words("title"),
    ]);
    table.width = width;
    table.rows = cards
        .iter()
        .map(|(model, card)| vec![card.name.clone(), model.game.clone(), card.title.clone()])
        .collect();
    table.human()
}

/// The names of all cards, for a program.
#[must_use]
pub fn list_json(cards: &[(&Model, &Card)]) -> Value {
    let cards = cards.iter().map(|(model, card)| {
        object!({ "card": card.name, "game": model.game, "title": card.title, "pack": model.pack_name(card.pack) })
    });
    object!({ "version": 1, "cards": cards.collect::<Vec<_>>() })
}
