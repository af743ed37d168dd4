//! An answer that says how its rules are combined: `any`, `all`, `sum of DRM`.

use super::super::node::{Kind, Node, unplaced};
use super::super::nouns::RULED;
use crate::source::Text;

/// The combinations that come before the unit or domain of an answer.
const OF: [&str; 3] = ["sum", "least", "greatest"];
/// Those whose answer is yes or no.
const TRUTHS: [&str; 2] = ["any", "all"];

/// Writes the answer of a question, and how it is combined, as two fields. One that says neither is answered with yes or no.
pub fn opened(name: &Text, question: &mut Node) {
    if question.has("combine") {
        return;
    }
    let Some(answer) = question.get_mut("answer") else {
        return unsaid(name, question);
    };
    let (Kind::Text(text), whole) = (&answer.kind, answer.span) else {
        return;
    };
    let Some((combine, of)) = taken_apart(text) else {
        return;
    };
    let combine = Text::new(combine.to_owned(), whole.within(0, combine.len()));
    let of = match of {
        "" => Text::new("bool".to_owned(), whole),
        of => Text::new(
            of.to_owned(),
            whole.within(text.len() - of.len(), text.len()),
        ),
    };
    *answer = Node::text(&of);
    if let Some(fields) = question.fields_mut() {
        fields.push((unplaced("combine", whole), Node::text(&combine)));
    }
}

/// Says the answer of a question that does not say it, in the place of its name: by this the place is known.
fn unsaid(name: &Text, question: &mut Node) {
    let Some(answer) = answer_unsaid(|key| question.has(key)) else {
        return;
    };
    let said = |text: &str| Node::text(&Text::new(text.to_owned(), name.span));
    question.fill(usize::MAX, "answer", said("bool"));
    if answer == "any" {
        question.fill(usize::MAX, "combine", said("any"));
    }
}

/// The answer that a question with these fields has without saying it: yes or no, where its rules stand in it. One that has
/// nothing but them is no question: its name is misspelt.
pub fn answer_unsaid(has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let is_one = ["cite", "asks", "title"].into_iter().any(&has);
    let mut ruled = RULED.iter().filter(|key| has(key));
    let first = ruled.next().filter(|_| is_one && !has("combine"))?;
    let is_alone = ["gives", "gap"].contains(first) && ruled.next().is_none();
    Some(if is_alone { "bool" } else { "any" })
}

/// How an answer is combined, and what of it: nothing where it is yes or no.
fn taken_apart(answer: &str) -> Option<(&str, &str)> {
    if TRUTHS.contains(&answer) {
        return Some((answer, ""));
    }
    answer
        .split_once(" of ")
        .filter(|(combine, _)| OF.contains(combine))
}

/// The answer in one field of a question that is so combined.
pub fn in_one(answer: &str, combine: &str) -> Option<String> {
    if TRUTHS.contains(&combine) && answer == "bool" {
        return Some(combine.to_owned());
    }
    let is_plain = !answer.contains(" of ") && !TRUTHS.contains(&answer);
    (OF.contains(&combine) && is_plain).then(|| format!("{combine} of {answer}"))
}
