//! The odds that stand under a printed chart.

use super::panels::{Panel, panels};
use super::{Odds, Part, ShownOdds, page};
use crate::dice;
use crate::model::{Chart, ChartId, Model};
use crate::render::document::Document;
use schemars::JsonSchema;
use serde::Serialize;

/// The odds of the questions that a chart answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ChartOdds {
    parts: Vec<Part>,
    #[serde(skip)]
    panels: Vec<Panel>,
}

impl ChartOdds {
    /// The odds of a chart; nothing where no die decides, or too many facts do besides.
    #[must_use]
    pub fn of(model: &Model, chart: &Chart) -> Option<Self> {
        let place = model.charts.iter().position(|own| own.id == chart.id)?;
        let odds = dice::of_chart(model, ChartId(u32::try_from(place).ok()?));
        let mut own = Self {
            parts: Vec::new(),
            panels: Vec::new(),
        };
        for (id, table) in odds {
            let question = model.question(id)?;
            let shown = ShownOdds {
                model,
                name: question.name.clone(),
                title: String::new(),
                asks: String::new(),
                cite: Vec::new(),
                facts: Vec::new(),
                given: None,
                turns: None,
                sums: Vec::new(),
                odds: Odds::Exact(table),
            };
            own.panels
                .extend(panels(&shown).into_iter().map(|panel| Panel {
                    name: question.name.clone(),
                    ..panel
                }));
            if let Odds::Exact(table) = &shown.odds {
                own.parts
                    .extend(table.parts.iter().map(|part| shown.part(part)));
            }
        }
        (!own.parts.is_empty()).then_some(own)
    }

    /// Puts them on the page of their chart.
    pub fn put(&self, page: &mut Document) {
        page::put(page, &self.panels);
    }
}
