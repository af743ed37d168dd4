//! What comes nearest to the headings of a sheet where no fact has just these values.

use super::key::meant;
use crate::model::{Model, Role, VariableId};

/// So many facts at most are named.
const MOST_NAMED: usize = 3;

/// Of how many headings at least one may be wrong, and the others tell what is meant.
const FEW: usize = 3;

/// What keeps the nearest facts from having just these values, the nearest first.
pub fn nearly(model: &Model, headings: &[&str]) -> Vec<String> {
    let facts = model.variables.enumerated();
    let facts = facts.filter(|(_, variable)| variable.role == Role::Fact);
    let mut near: Vec<_> = facts
        .filter_map(|(fact, _)| lack(model, fact, headings))
        .collect();
    near.sort_by_key(|(far, _)| *far);
    let near = near.into_iter().take(MOST_NAMED);
    near.map(|(_, says)| says).collect()
}

/// How far headings are from the values of a fact, and what keeps them from being these, where they nearly are.
fn lack(model: &Model, fact: VariableId, headings: &[&str]) -> Option<(usize, String)> {
    let variable = &model.variables[fact];
    let name = &variable.name;
    if variable.domain.is_text() {
        return None;
    }
    let meant = headings.iter().map(|heading| meant(model, fact, heading));
    let meant: Vec<_> = meant.collect();
    let unmeant = headings.iter().zip(&meant);
    let mut unmeant = unmeant.filter(|(_, meant)| meant.is_none());
    if let Some((wrong, _)) = unmeant.next() {
        let is_near = unmeant.next().is_none() && headings.len() >= FEW;
        return is_near.then(|| (usize::MAX, format!("for `{name}`, `{wrong}` is no value")));
    }
    let size = variable.domain.size() as usize;
    let mut times = vec![0_u32; size];
    for index in meant.into_iter().flatten().flat_map(|meant| meant.values) {
        if let Some(times) = times.get_mut(index as usize) {
            *times += 1;
        }
    }
    let which = |is_so: fn(u32) -> bool| {
        let all = (0_u32..).zip(&times).filter(|(_, times)| is_so(**times));
        all.map(|(index, _)| index).collect::<Vec<u32>>()
    };
    let (missing, double) = (which(|times| times == 0), which(|times| times > 1));
    let far = missing.len() + double.len();
    let told = |says: &str, indices: &[u32]| {
        let shown = variable.domain.show_some(indices, &model.words);
        (!indices.is_empty()).then(|| format!("{shown} {says}"))
    };
    let told = [told("missing", &missing), told("twice", &double)];
    let told: Vec<String> = told.into_iter().flatten().collect();
    (2 * far <= size).then(|| (far, format!("for `{name}`, {}", told.join(" and "))))
}
