//! What packs claim of themselves: worked examples and laws.

use super::{Entry, Holdings};
use crate::analysis::example::in_words;
use crate::answer::Evaluator;
use crate::model::Model;
use serde_json::json;

pub(super) fn examples(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let made = model.examples.iter().map(|example| {
        let words = in_words(model, example);
        let cells = vec![
            example.cite.clone(),
            words.given.join(", "),
            words.told(true),
        ];
        let own = json!({
            "cite": example.cite,
            "given": words.given,
            "runs": words.runs,
            "expects": words.asked(true),
        });
        Entry::new(model, example.pack, cells, own).at(holdings.sources, example.span)
    });
    made.collect()
}

pub(super) fn laws(holdings: &Holdings<'_>, model: &Model) -> Vec<Entry> {
    let evaluator = Evaluator::with_texts(model, holdings.sources);
    let made = model.laws.iter().map(|law| {
        let (always, when) = (
            evaluator.words(&law.always),
            law.when.as_ref().map(|when| evaluator.words(when)),
        );
        let cells = vec![
            law.cite.clone(),
            law.says.clone(),
            always.clone(),
            when.clone().unwrap_or_default(),
        ];
        let own = json!({ "cite": law.cite, "says": law.says, "always": always, "when": when });
        Entry::new(model, law.pack, cells, own).at(holdings.sources, law.span)
    });
    made.collect()
}
