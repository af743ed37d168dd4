//! The difference for a program. Every object has `"version": 1`; keys are only ever added.

use super::{Shown, Version, condition, remark, sides, situation};
use crate::analysis::diff::{Change, Changed, ChangedRegion, Diff, Fate, Flip, Listed, Reason};
use crate::analysis::space::Space;
use crate::model::VariableId;
use crate::render::answers::count;
use serde_json::{Map, Value, json};

/// The whole difference.
#[must_use]
pub fn json(shown: &Shown<'_>) -> Value {
    let games: Vec<Value> = shown.diffs.iter().map(|diff| game(shown, diff)).collect();
    json!({
        "version": 1,
        "old": shown.old.name,
        "new": shown.new.name,
        "changed": shown.diffs.iter().any(|diff| !diff.is_empty()),
        "games": games,
    })
}

fn game(shown: &Shown<'_>, diff: &Diff) -> Value {
    let uncompared = diff
        .uncompared
        .iter()
        .map(|(name, why)| json!({"question": name, "why": why}));
    json!({
        "game": diff.game,
        "compared": diff.compared,
        "questions": diff.questions.iter().map(|changed| question(shown, diff, changed)).collect::<Vec<_>>(),
        "declared": diff.listed.iter().map(listed).collect::<Vec<_>>(),
        "flipped": diff.flips.iter().map(flip).collect::<Vec<_>>(),
        "not_compared": uncompared.collect::<Vec<_>>(),
    })
}

fn question(shown: &Shown<'_>, diff: &Diff, changed: &Changed) -> Value {
    let regions: Vec<Value> = changed
        .regions
        .iter()
        .map(|own| region(shown, diff, changed, own))
        .collect();
    json!({
        "question": changed.name,
        "process": changed.process,
        "cite": changed.cite,
        "situations": count(changed.situations),
        "asked_in": count(changed.asked),
        "by_itself": changed.by_itself,
        "through": changed.uses,
        "regions": regions,
        "left_out": count(changed.untold.situations),
        "left_out_regions": changed.untold.regions,
        "left_out_uncounted": changed.untold.or_more,
        "witness": facts(&diff.space, &changed.witness),
    })
}

fn region(shown: &Shown<'_>, diff: &Diff, changed: &Changed, region: &ChangedRegion) -> Value {
    let (before, now) = sides(&diff.space, changed, region);
    json!({
        "when": when(&diff.space, &region.tests),
        "condition": condition(&diff.space, &changed.facts, &region.tests),
        "before": before,
        "now": now,
        "only_at_witness": !matches!(region.change, Change::To(..)),
        "remark": remark(region),
        "situations": count(region.situations),
        "chance": region.chance.map(|(ways, of)| json!({"ways": count(ways), "of": count(of)})),
        "witness": facts(&diff.space, &region.witness),
        "before_by": reasons(shown.old, &diff.game, &region.reasons.0),
        "now_by": reasons(shown.new, &diff.game, &region.reasons.1),
    })
}

fn when(space: &Space, tests: &[(VariableId, Vec<u32>)]) -> Value {
    let mut when = Map::new();
    for (variable, indices) in tests {
        if let Some(shared) = space.variable(*variable) {
            let values = indices
                .iter()
                .map(|index| Value::from(shared.domain.value(*index).show(&space.words, false)));
            when.insert(shared.name.clone(), values.collect());
        }
    }
    Value::Object(when)
}

fn facts(space: &Space, witness: &[(VariableId, u32)]) -> Value {
    Value::Object(
        situation(space, witness)
            .into_iter()
            .map(|(name, value)| (name, Value::from(value)))
            .collect(),
    )
}

fn reasons(version: Version<'_>, game: &str, reasons: &[Reason]) -> Value {
    version
        .reasons(game, reasons)
        .into_iter()
        .map(|(cite, place)| json!({"cite": cite, "place": place}))
        .collect()
}

fn listed(listed: &Listed) -> Value {
    let mut object = Map::new();
    object.insert("kind".to_owned(), json!(listed.thing.name()));
    object.insert("name".to_owned(), json!(listed.name));
    match &listed.fate {
        Fate::Added => drop(object.insert("fate".to_owned(), json!("added"))),
        Fate::Removed => drop(object.insert("fate".to_owned(), json!("removed"))),
        Fate::Changed(what, before, now) => {
            object.insert("fate".to_owned(), json!("changed"));
            object.insert("what".to_owned(), json!(what));
            object.insert("before".to_owned(), json!(before));
            object.insert("now".to_owned(), json!(now));
        }
    }
    Value::Object(object)
}

fn flip(flip: &Flip) -> Value {
    json!({
        "kind": flip.thing.name(),
        "cite": flip.cite,
        "says": flip.says,
        "holds_now": flip.holds_now,
        "why": flip.why,
    })
}
