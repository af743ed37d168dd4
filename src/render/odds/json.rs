//! Odds for a program: `"version": 1`; keys are only ever added. Fractions and decimals are texts, so that nothing is lost.

use super::{Odds, ShownOdds};
use crate::dice::simulate::{Counted, Estimate};
use crate::dice::{Chance, Part, Results, Table, decimals, fraction, interval};
use crate::model::Model;
use crate::render::answer_json;
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

/// The odds as JSON.
#[must_use]
pub fn json(shown: &ShownOdds<'_>) -> Value {
    let facts: Map<String, Value> = shown
        .facts
        .iter()
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    let mut object = json!({
        "version": 1,
        "game": shown.model.game,
        "of": shown.name,
        "asks": shown.asks,
        "cite": shown.cite,
        "facts": facts,
    });
    if let Some(fields) = object.as_object_mut() {
        if let Some(given) = &shown.given {
            fields.insert("given".to_owned(), json!(given));
        }
        if let Some((turns, each)) = &shown.turns {
            fields.insert("turns".to_owned(), json!(turns));
            fields.insert("each".to_owned(), json!(each));
        }
        match &shown.odds {
            Odds::Exact(table) => exact(fields, shown.model, table),
            Odds::Estimated(estimate, seed) => estimated(fields, shown.model, estimate, *seed),
        }
    }
    object
}

fn exact(fields: &mut Map<String, Value>, model: &Model, table: &Table) {
    let open: Value = table
        .open
        .iter()
        .map(|fact| model.variable_name(*fact))
        .collect();
    fields.insert("open".to_owned(), open);
    let parts = table
        .parts
        .iter()
        .map(|part| self::part(model, part))
        .collect();
    fields.insert("odds".to_owned(), Value::Array(parts));
}

pub(super) fn part(model: &Model, part: &Part) -> Value {
    let facts: Map<String, Value> = part
        .facts
        .iter()
        .map(|(fact, indices)| {
            let values: Value = indices
                .iter()
                .filter_map(|index| {
                    Some(answer_json::value(
                        model,
                        &model.variable(*fact)?.domain.value(*index),
                    ))
                })
                .collect();
            (model.variable_name(*fact).to_owned(), values)
        })
        .collect();
    let results: Vec<Value> = part
        .results
        .iter()
        .map(|results| self::results(model, results))
        .collect();
    json!({"facts": facts, "results": results})
}

fn results(model: &Model, results: &Results) -> Value {
    let chances: Vec<Value> = results
        .chances
        .iter()
        .map(|(leaf, chance)| {
            json!({
                "result": answer_json::leaf(model, leaf),
                "fraction": fraction(chance),
                "decimal": decimals(chance, 12),
            })
        })
        .collect();
    let mut object = json!({"of": results.name, "chances": chances});
    if !results.by_turn.is_empty()
        && let Some(fields) = object.as_object_mut()
    {
        let by_turn: Vec<Value> = results
            .by_turn
            .iter()
            .map(|chance| json!({"fraction": fraction(chance), "decimal": decimals(chance, 12)}))
            .collect();
        fields.insert("by_turn".to_owned(), Value::Array(by_turn));
    }
    object
}

fn estimated(fields: &mut Map<String, Value>, model: &Model, estimate: &Estimate, seed: u64) {
    fields.insert("trials".to_owned(), json!(estimate.trials));
    fields.insert("counted".to_owned(), json!(estimate.counted));
    fields.insert("seed".to_owned(), json!(seed));
    fields.insert("confidence".to_owned(), json!("0.999"));
    let results: Vec<Value> = estimate
        .results
        .iter()
        .map(|Counted { name, counts, .. }| {
            let counts: Vec<Value> = counts
                .iter()
                .map(|(leaf, count)| {
                    let share = Chance::new(
                        BigUint::from(*count),
                        BigUint::from(estimate.counted.max(1)),
                    );
                    let (low, high) = interval(*count, estimate.counted);
                    json!({
                        "result": answer_json::leaf(model, leaf),
                        "count": count,
                        "decimal": decimals(&share, 6),
                        "low": decimals(&low, 6),
                        "high": decimals(&high, 6),
                    })
                })
                .collect();
            json!({"of": name, "counts": counts})
        })
        .collect();
    fields.insert("estimates".to_owned(), Value::Array(results));
}
