//! Charts and lists without their cells, and cards without their lines.

use super::{Entry, Holdings};
use crate::model::Model;
use serde_json::json;

pub(super) fn charts(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = model.charts.iter().map(|chart| {
        let answers: Vec<&str> = chart
            .answers
            .iter()
            .filter_map(|id| model.question(*id))
            .map(|question| question.name.as_str())
            .collect();
        let cells = vec![
            chart.id.clone(),
            chart.cite.clone(),
            chart.title.clone(),
            answers.join(", "),
        ];
        let own = json!({
            "name": chart.id,
            "title": chart.title,
            "cite": chart.cite,
            "kind": if chart.list { "list" } else { "chart" },
            "answers": answers,
            "down": chart.down,
            "across": chart.across,
            "rows": chart.rows.len(),
            "columns": if chart.list { 0 } else { chart.columns.len() },
        });
        Entry::new(model, chart.pack, cells, own).at(holdings.sources, chart.span)
    });
    made.collect()
}

pub(super) fn cards(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = model.cards.iter().map(|card| {
        let sections: Vec<&str> = card
            .sections
            .iter()
            .map(|section| section.title.as_str())
            .collect();
        let cells = vec![card.name.clone(), card.title.clone(), sections.join(", ")];
        let own = json!({ "name": card.name, "title": card.title, "sections": sections });
        Entry::new(model, card.pack, cells, own).at(holdings.sources, card.span)
    });
    made.collect()
}
