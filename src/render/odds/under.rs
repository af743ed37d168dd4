//! The odds that stand under a printed chart.

use super::panels::{Panel, panels};
use super::{Part, ShownOdds, page};
use crate::dice;
use crate::model::{Chart, Model};
use crate::render::document::Document;
use crate::render::words;
use schemars::JsonSchema;
use serde::Serialize;

/// The odds of the questions that a chart answers.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ChartOdds {
    parts: Vec<Part>,
    #[serde(skip)]
    panels: Vec<Panel>,
    /// The switches and readings with which the chart holds, and without which it does not.
    #[serde(skip)]
    played: Vec<String>,
}

impl ChartOdds {
    /// The odds of a chart; nothing where no die decides, or too many facts do besides.
    pub fn of(model: &Model, chart: &Chart) -> Option<Self> {
        let (tables, played) = dice::of_chart(model, chart);
        let mut odds = Self {
            played: words::played(model, &played).collect(),
            ..Self::default()
        };
        for table in tables {
            let shown = ShownOdds::of(model, table);
            odds.panels.extend(panels(&shown));
            odds.parts
                .extend(shown.odds.parts.iter().map(|part| shown.part(part)));
        }
        (!odds.parts.is_empty()).then_some(odds)
    }

    #[cfg(feature = "book")]
    pub(super) fn panels(&self) -> &[Panel] {
        &self.panels
    }

    pub fn put(&self, page: &mut Document) {
        if !self.played.is_empty() {
            page.room();
            self.played.iter().for_each(|played| page.faint(played));
        }
        page::put(page, &self.panels);
    }
}
