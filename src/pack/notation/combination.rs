//! An answer that says how its rules are combined: `any`, `all`, `sum of DRM`.

use super::super::forest::unplaced;
use super::super::node::{Kind, Node};
use crate::source::Spanned;

/// The combinations that come before the unit or domain of an answer.
const OF: [&str; 3] = ["sum", "least", "greatest"];
/// Those whose answer is yes or no.
const TRUTHS: [&str; 2] = ["any", "all"];

/// Writes the answer of a question, and how it is combined, as two fields.
pub(super) fn opened(question: &mut Node) {
    let Kind::Table(fields) = &mut question.kind else {
        return;
    };
    if fields.iter().any(|(key, _)| key.value == "combine") {
        return;
    }
    let Some((_, answer)) = fields.iter_mut().find(|(key, _)| key.value == "answer") else {
        return;
    };
    let Kind::Text(text) = &answer.kind else {
        return;
    };
    let Some((combine, rest)) = taken_apart(text) else {
        return;
    };
    let (combine, from) = (combine.to_owned(), text.len() - rest.len());
    let whole = answer.span;
    let own = if rest.is_empty() {
        "bool".to_owned()
    } else {
        rest.to_owned()
    };
    let span = if rest.is_empty() {
        whole
    } else {
        whole.within(from, text.len())
    };
    *answer = Node {
        kind: Kind::Text(own),
        span,
    };
    let combine = Spanned::new(combine.clone(), whole.within(0, combine.len()));
    fields.push((unplaced("combine", whole), super::text(&combine)));
}

/// How an answer is combined, and what of it: nothing where it is yes or no.
fn taken_apart(answer: &str) -> Option<(&str, &str)> {
    if TRUTHS.contains(&answer) {
        return Some((answer, ""));
    }
    let (combine, rest) = answer.split_once(" of ")?;
    OF.contains(&combine).then_some((combine, rest))
}

/// The answer in one field of a question that is so combined.
pub(in crate::pack) fn in_one(answer: &str, combine: &str) -> Option<String> {
    let is_truth = TRUTHS.contains(&combine) && answer == "bool";
    if is_truth {
        return Some(combine.to_owned());
    }
    let is_plain = !answer.contains(" of ") && !TRUTHS.contains(&answer);
    (OF.contains(&combine) && is_plain).then(|| format!("{combine} of {answer}"))
}
