//! The odds that stand under a printed chart.

use super::panels::{Panel, panels};
use super::{Part, ShownOdds, page};
use crate::dice;
use crate::model::{Chart, Model};
use crate::render::document::Document;
use schemars::JsonSchema;
use serde::Serialize;

/// The odds of the questions that a chart answers.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ChartOdds {
    parts: Vec<Part>,
    #[serde(skip)]
    panels: Vec<Panel>,
}

impl ChartOdds {
    /// The odds of a chart; nothing where no die decides, or too many facts do besides.
    pub fn of(model: &Model, chart: &Chart) -> Option<Self> {
        let mut odds = Self::default();
        for table in dice::of_chart(model, chart) {
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
        page::put(page, &self.panels);
    }
}
