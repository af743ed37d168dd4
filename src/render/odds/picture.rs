//! Odds as a picture is drawn from them elsewhere: labels for people, and for each bar its chance.

use super::panels::{Kind, Panel, Row};
use super::{ChartOdds, Odds, View};
use crate::dice::{Chance, short_fraction, ten_thousandths};
use serde::Serialize;

/// One picture: bars beside each other, or a curve from turn to turn.
#[derive(Debug, Serialize)]
pub struct Picture {
    title: String,
    /// What the columns go by.
    #[serde(skip_serializing_if = "String::is_empty")]
    across: String,
    /// The other facts left open, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<String>,
    columns: Vec<String>,
    rows: Vec<Bars>,
    /// Of a condition of a process: its chance after each turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_turn: Vec<Bar>,
}

/// The bars of a result, one in each column; none where it cannot be.
#[derive(Debug, Serialize)]
struct Bars(String, &'static str, Vec<Option<Bar>>);

/// The chance as a fraction, and in hundredths of a percent.
#[derive(Debug, Serialize)]
struct Bar(String, u32);

impl Bar {
    fn of(chance: &Chance) -> Self {
        let fraction = short_fraction(chance).unwrap_or_default();
        Self(fraction, ten_thousandths(chance))
    }
}

impl Picture {
    fn of(panel: &Panel) -> Self {
        Self {
            title: panel.title.clone(),
            across: panel.across.clone().unwrap_or_default(),
            facts: panel.facts.clone(),
            columns: panel.columns.clone(),
            rows: panel.rows.iter().map(bars).collect(),
            by_turn: panel.by_turn.iter().map(Bar::of).collect(),
        }
    }
}

fn bars(row: &Row) -> Bars {
    let kind = match row.kind {
        Kind::Value => "",
        Kind::NoValue => "none",
        Kind::Sum => "sum",
    };
    let cells = row.cells.iter();
    let cells = cells.map(|cell| cell.as_ref().map(|cell| Bar::of(&cell.chance)));
    Bars(row.label.clone(), kind, cells.collect())
}

impl ChartOdds {
    pub fn pictures(&self) -> Vec<Picture> {
        self.panels().iter().map(Picture::of).collect()
    }
}

/// Odds as a figure: what is asked, for which facts, by which paragraphs, and its pictures.
#[derive(Debug, Serialize)]
pub struct Figure {
    title: String,
    asks: String,
    cite: Vec<String>,
    /// The facts and what else was given, in words.
    given: Vec<String>,
    pictures: Vec<Picture>,
    /// How a process ends that goes on until something holds: what is told of it, the fraction and the decimals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ending: Vec<[String; 3]>,
}

impl View {
    /// How it ends, where nothing else is left open.
    fn ending(&self) -> Vec<[String; 3]> {
        let Odds::Exact { odds, .. } = &self.odds else {
            return Vec::new();
        };
        let endings = odds.iter().filter_map(|part| part.ending.as_ref());
        endings.flat_map(|ending| ending.rows.clone()).collect()
    }

    pub fn figure(&self) -> Figure {
        Figure {
            title: self.title.clone(),
            asks: self.asks.clone(),
            cite: self.cite.clone(),
            given: self
                .terms
                .iter()
                .cloned()
                .chain(self.other_terms())
                .collect(),
            pictures: self.panels.iter().map(Picture::of).collect(),
            ending: self.ending(),
        }
    }
}
