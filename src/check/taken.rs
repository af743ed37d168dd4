//! Which facts an answer can come from.

use crate::model::{Model, QuestionId, VariableId};
use rustc_hash::FxHashSet;

/// The facts that an answer to a question can come from: those it takes, and those by which other questions find them.
#[must_use]
pub fn taken_by(model: &Model, question: QuestionId) -> FxHashSet<VariableId> {
    let mut taken = FxHashSet::default();
    let mut waiting = vec![question];
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        for fact in model
            .question(id)
            .map(|question| question.from.as_slice())
            .unwrap_or_default()
        {
            if taken.insert(*fact)
                && let Some(finder) = model.question_names.get(model.variable_name(*fact))
            {
                waiting.push(*finder);
            }
        }
    }
    taken
}
