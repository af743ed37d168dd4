//! The odds that stand under a printed chart.

use super::{Odds, ShownOdds, human, json, tables};
use crate::dice;
use crate::model::{Chart, ChartId, Model};
use serde_json::{Value, json};

/// The odds of the questions that a chart answers.
#[derive(Debug)]
pub struct ChartOdds<'a> {
    shown: Vec<ShownOdds<'a>>,
}

impl<'a> ChartOdds<'a> {
    /// The odds of a chart; nothing where no die decides, or too many facts do besides.
    #[must_use]
    pub fn of(model: &'a Model, chart: &Chart) -> Option<Self> {
        let place = model.charts.iter().position(|own| own.id == chart.id)?;
        let odds = dice::of_chart(model, ChartId(u32::try_from(place).ok()?));
        let shown = odds.into_iter().filter_map(|(id, table)| {
            let question = model.question(id)?;
            Some(ShownOdds {
                model,
                name: String::new(),
                asks: question.asks.clone(),
                cite: question.cite.clone(),
                facts: Vec::new(),
                given: None,
                turns: None,
                odds: Odds::Exact(table),
            })
        });
        let shown: Vec<ShownOdds<'a>> = shown.collect();
        (!shown.is_empty()).then_some(Self { shown })
    }

    /// For a terminal.
    #[must_use]
    pub fn human(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        self.shown
            .iter()
            .for_each(|shown| human::tables(&mut text, shown, width));
        text
    }

    /// As Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = "\n".to_owned();
        self.shown
            .iter()
            .for_each(|shown| tables::exact(&mut text, shown));
        text
    }

    /// For a program.
    #[must_use]
    pub fn json(&self) -> Value {
        let parts = self.shown.iter().filter_map(|shown| match &shown.odds {
            Odds::Exact(table) => Some(
                table
                    .parts
                    .iter()
                    .map(|part| json::part(shown.model, part))
                    .collect::<Vec<_>>(),
            ),
            Odds::Estimated(..) => None,
        });
        json!(parts.flatten().collect::<Vec<_>>())
    }
}
