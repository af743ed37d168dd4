//! Whether a text that was rewritten says what it said before, with every comment.

use super::super::node::{Form, Node, Problems};
use super::super::notation::in_one_form;
use super::super::parse::as_written;
use super::super::printed::said_by;
use crate::source::FileId;
use rustc_hash::FxHashSet;

/// Whether nothing was lost; which facts these questions take is not asked.
pub fn is_kept(text: &str, told: &str, file: FileId, spare: &FxHashSet<String>) -> bool {
    let [before, after] = [text, told].map(|text| meaning(text, file, spare));
    let mut comments = comments(text);
    before.is_some() && before == after && comments.all(|comment| told.contains(comment))
}

/// All that a text says, in the one form, with a question's one outcome as a rule and the one question of an example asked by
/// itself. None, where something is wrong with its shape.
fn meaning(text: &str, file: FileId, spare: &FxHashSet<String>) -> Option<Vec<String>> {
    let problems = Problems::default();
    let mut root = as_written(text, file, Form::Topic, &problems)?;
    in_one_form(&mut root, Form::Topic, text, &problems);
    let mut rules = Vec::new();
    let questions = root.get_mut("question").and_then(Node::fields_mut);
    for (name, question) in questions.into_iter().flatten() {
        if spare.contains(&name.value) {
            question.take("from");
        }
        let outcomes = ["gives", "gap"].map(|key| question.take(key));
        for outcome in outcomes.into_iter().flatten() {
            let mut rule = Node::table(vec![outcome], question.span);
            rule.fill(0, "answers", Node::text(name));
            rule.fill(
                1,
                "cite",
                question.cite().cloned().unwrap_or_else(|| Node::text(name)),
            );
            rules.push(rule);
        }
    }
    let written = root.take("rule").map(|(_, rules)| rules.into_elements());
    rules.extend(written.into_iter().flatten());
    rules.iter_mut().for_each(cite_exceptions);
    root.fill(0, "rule", Node::list(rules, root.span));
    let examples = root.get_mut("example").map(Node::elements_mut);
    examples.into_iter().flatten().for_each(ask_alone);
    let mut said = said_by(&root);
    said.sort_unstable();
    (!problems.has_errors()).then_some(said)
}

/// Asks a question by itself that an example asks alone.
fn ask_alone(example: &mut Node) {
    let Some([(name, value)]) = example.get("expect").map(Node::fields) else {
        return;
    };
    let (name, value) = (Node::text(name), value.clone());
    if let Some(expect) = example.get_mut("expect") {
        *expect = value;
        example.fill(0, "ask", name);
    }
}

/// Says of each exception the paragraph that it has from what is around it.
fn cite_exceptions(around: &mut Node) {
    let cite = around.cite().cloned();
    let exceptions = around.get_mut("except").map(Node::elements_mut);
    for exception in exceptions
        .into_iter()
        .flatten()
        .filter(|own| own.is_table())
    {
        if let Some(cite) = &cite {
            exception.fill(0, "cite", cite.clone());
        }
        cite_exceptions(exception);
    }
}

/// The comments of a text, those of its tables too, from their sign on. What only looks like one is in the text as well.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let mut signs = line.match_indices('#').map(|(at, _)| at);
        let is_comment = |at: &usize| {
            let before = line.get(..*at);
            before.is_some_and(|before| before.is_empty() || before.ends_with([' ', '\t']))
        };
        line.get(signs.find(is_comment)?..).map(str::trim_end)
    })
}
