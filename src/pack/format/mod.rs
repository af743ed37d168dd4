//! The form in which a pack is written: a text in, the same text out with its blanks, signs and columns in line; with `upgrade`,
//! in the shortest notation that says the same. Every comment stays beside what it is about.

mod charts;
mod chunks;
mod examples;
mod layout;
mod open;
mod played;
mod rules;
mod said;
mod table;
mod upgrade;

pub(super) use open::opened;

use super::node::{Form, Node, Problems};
use super::notation::in_one_form;
use super::parse::as_written;
use super::printed::said_by;
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use rustc_hash::FxHashSet;

/// How far a text is rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewrite<'s> {
    /// Its layout alone.
    Layout,
    /// Its notation too. These questions need not say which facts they take, as `chartroom::check::spare_lists` finds them.
    Notation(&'s FxHashSet<String>),
}

/// The text of a file in its form, with the ends of lines that it has.
///
/// # Errors
///
/// What is wrong with a text that cannot be read.
pub fn formatted(
    path: &str,
    text: &str,
    file: FileId,
    rewrite: Rewrite<'_>,
) -> Result<String, Vec<Diagnostic>> {
    let is_toml = path.ends_with(".toml");
    let form = if is_toml { Form::Topic } else { Form::Grid };
    let problems = Problems::default();
    let lines = text.replace("\r\n", "\n");
    as_written(text, file, form, &problems);
    let findings = problems.into_vec();
    if !findings.is_empty() {
        return Err(findings);
    }
    let told = if is_toml {
        let upgraded = match rewrite {
            Rewrite::Layout => None,
            Rewrite::Notation(spare) => upgraded(&lines, file, spare),
        };
        upgraded.unwrap_or_else(|| chunks::text_of(&chunks::chunks(&lines)))
    } else {
        charts::in_columns(&lines)
    };
    let is_same = lines.len() == text.len();
    Ok(if is_same {
        told
    } else {
        told.replace('\n', "\r\n")
    })
}

/// The text in the shortest notation, if that says the same as before, with every comment. Else it stays in its own.
fn upgraded(text: &str, file: FileId, spare: &FxHashSet<String>) -> Option<String> {
    let root = as_written(text, file, Form::Topic, &Problems::default())?;
    let mut chunks = chunks::chunks(text);
    upgrade::upgrade(&mut chunks, &root, spare);
    let told = chunks::text_of(&chunks);
    let [before, after] = [text, &told].map(|text| meaning(text, file, spare));
    let kept = comments(text).all(|comment| told.contains(comment));
    (kept && before.is_some() && before == after).then_some(told)
}

/// All that a text says, in the one form, with a question's one outcome as a rule and the one question of an example asked by
/// itself; which facts these questions take is not asked.
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
    problems.into_vec().is_empty().then_some(said)
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
