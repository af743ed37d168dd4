//! Charts and lists, without their cells.

use super::{Entry, Holdings};
use crate::model::Model;
use serde_json::json;

pub(super) fn charts(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = model.charts.iter().map(|chart| {
        let answers: Vec<&str> =
            chart.answers.iter().filter_map(|id| model.question(*id)).map(|question| question.name.as_str()).collect();
        let cells = vec![chart.id.clone(), chart.cite.clone(), chart.title.clone(), answers.join(", ")];
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
