//! The odds that a game's guide draws, each under the name of what it is of.

use crate::model::Model;
use crate::rulebook::plots::drawn;
use indexmap::IndexMap;
use serde_json::{Value, json};

/// For each thing the figures of its odds; the first letter of its key says that they are that.
pub fn plots(model: &Model) -> IndexMap<String, Value> {
    let mut all: IndexMap<String, Vec<Value>> = IndexMap::new();
    for plot in &model.guide.plots {
        if let Ok(odds) = drawn(model, plot) {
            let figures = all.entry(format!("o{}", plot.of)).or_default();
            figures.push(json!(odds.view().figure()));
        }
    }
    let all = all.into_iter();
    all.map(|(key, figures)| (key, figures.into())).collect()
}
