//! Exceptions that are written once and stand on several rules: each rule has it as if it stood there alone.

use super::super::forest::{Forest, unplaced};
use super::super::node::{Kind, Node, Problems};
use super::super::nouns::{SHARED_EXCEPTION, unknown_key};
use super::{elements_mut, field_mut, first_cite, table, take_from};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;

/// The combinations in which an answer that is given twice counts twice.
const COUNTED: &[&str] = &["sum"];

/// One `[[exception]]`.
struct Shared {
    pack: usize,
    of: Vec<Text>,
    exception: Node,
}

/// Puts each `[[exception]]` on the rules, charts and lists that it names.
pub(in crate::pack) fn spread(forest: &mut Forest, problems: &Problems) {
    for shared in taken(forest, problems) {
        let reach = forest.reach(shared.pack);
        for of in &shared.of {
            let (question, cite) = match of.value.split_once('#') {
                Some((question, cite)) => (question.trim(), Some(cite.trim())),
                None => (of.value.as_str(), None),
            };
            let counts = counts_each(forest, &reach, question);
            let trees = forest
                .trees
                .iter_mut()
                .filter(|tree| reach.contains(&tree.pack));
            let mut placed = 0;
            for thing in trees.flat_map(|tree| things(&mut tree.root)) {
                if !answers(thing, question) || cite.is_some_and(|cite| !cites(thing, cite)) {
                    continue;
                }
                if let Some(found) = unnamed(thing, &shared, of) {
                    problems.report(found);
                }
                put(thing, &shared.exception);
                placed += 1;
            }
            let gives = shared.exception.field("gives").is_some();
            if placed == 0 {
                problems.report(nowhere(forest, &reach, of, question));
            } else if placed > 1 && gives && counts {
                problems.report(counted_twice(of, question, placed));
            }
        }
    }
}

fn taken(forest: &mut Forest, problems: &Problems) -> Vec<Shared> {
    let mut all = Vec::new();
    let known = SHARED_EXCEPTION.keys();
    for tree in &mut forest.trees {
        let Some((_, mut list)) = take_from(&mut tree.root, "exception") else {
            continue;
        };
        for node in elements_mut(&mut list) {
            let Kind::Table(fields) = &node.kind else {
                let found = Diagnostic::error(
                    Code::WrongShape,
                    node.span,
                    "`exception` needs named fields",
                );
                problems.report(found.help("write `[[exception]]`"));
                continue;
            };
            for (key, _) in fields
                .iter()
                .filter(|(key, _)| !known.contains(&key.value.as_str()))
            {
                problems.report(unknown_key(key, SHARED_EXCEPTION.what, &known));
            }
            let mut exception = node.clone();
            let of = take_from(&mut exception, "of").map(|(_, of)| of);
            let named = of.iter().flat_map(|of| of.elements());
            let of: Vec<Text> = named
                .filter_map(|of| Some(Text::new(of.written()?.to_owned(), of.span)))
                .collect();
            if of.is_empty() {
                let found = Diagnostic::error(
                    Code::MissingKey,
                    node.span,
                    "`of` is missing in an exception",
                );
                problems.report(found.help("name the questions on whose rules it stands, or single rules: `question#paragraph`"));
            }
            super::rule::conditions_alone(&mut exception, None);
            all.push(Shared {
                pack: tree.pack,
                of,
                exception,
            });
        }
    }
    all
}

/// What of a file has exceptions: its rules, or its charts and lists.
fn things(root: &mut Node) -> Vec<&mut Node> {
    let Kind::Table(fields) = &mut root.kind else {
        return Vec::new();
    };
    let mut things = Vec::new();
    for (name, node) in fields {
        match name.value.as_str() {
            "rule" => things.extend(elements_mut(node)),
            "Chart" | "List" => things.push(node),
            _ => {}
        }
    }
    things
}

fn answered(thing: &Node) -> Vec<&str> {
    let names = thing
        .field("answers")
        .map(|(_, node)| node.elements())
        .unwrap_or_default();
    names.iter().filter_map(Node::written).collect()
}

fn answers(thing: &Node, question: &str) -> bool {
    answered(thing).contains(&question)
}

fn cites(thing: &Node, cite: &str) -> bool {
    first_cite(thing).is_some_and(|own| own.written() == Some(cite))
}

fn put(thing: &mut Node, exception: &Node) {
    let own = first_cite(thing);
    let mut exception = exception.clone();
    let span = exception.span;
    if let (Some(cite), Kind::Table(fields)) = (own, &mut exception.kind)
        && !fields.iter().any(|(key, _)| key.value == "cite")
    {
        fields.insert(0, (unplaced("cite", span), cite));
    }
    match field_mut(thing, "except") {
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list.push(exception),
        Some(one) => {
            let first = std::mem::replace(one, table(Vec::new(), span));
            *one = Node {
                kind: Kind::List(vec![first, exception]),
                span,
            };
        }
        None => {
            if let Kind::Table(fields) = &mut thing.kind {
                let list = Node {
                    kind: Kind::List(vec![exception]),
                    span,
                };
                fields.push((unplaced("except", span), list));
            }
        }
    }
}

/// The finding for a rule that answers other questions as well, which the exception does not name.
fn unnamed(thing: &Node, shared: &Shared, of: &Text) -> Option<Diagnostic> {
    let named = |question: &&str| {
        shared
            .of
            .iter()
            .any(|of| of.value.split('#').next().map(str::trim) == Some(*question))
    };
    let other = answered(thing)
        .into_iter()
        .find(|question| !named(question))?;
    let message = format!("the rule that this names answers `{other}` too");
    let found =
        Diagnostic::error(Code::WrongShape, of.span, message).label(thing.span, "this rule");
    Some(found.help(format!("name `{other}` too, or write two rules")))
}

fn nowhere(forest: &Forest, reach: &[usize], of: &Text, question: &str) -> Diagnostic {
    let message = format!("no rule or chart in reach answers `{}`", of.value);
    let trees = forest
        .trees
        .iter()
        .filter(|tree| reach.contains(&tree.pack));
    let names = trees.filter_map(|tree| match &tree.root.field("question")?.1.kind {
        Kind::Table(things) => Some(things.iter().map(|(name, _)| name.value.as_str())),
        _ => None,
    });
    let others = names.flatten().filter(|name| *name != question);
    Diagnostic::error(Code::UnknownQuestion, of.span, message).nearest(question, others)
}

fn counted_twice(of: &Text, question: &str, placed: usize) -> Diagnostic {
    let message = format!(
        "this exception stands on {placed} rules of `{question}`, whose answers are added up"
    );
    Diagnostic::error(Code::WrongShape, of.span, message).help(format!(
        "what it gives counts once: name the one rule, `{question}#paragraph`"
    ))
}

/// Whether each answer to a question counts.
fn counts_each(forest: &Forest, reach: &[usize], question: &str) -> bool {
    let trees = forest
        .trees
        .iter()
        .filter(|tree| reach.contains(&tree.pack));
    let mut declared = trees.filter_map(|tree| tree.root.field("question")?.1.field(question));
    let combine = declared
        .next()
        .and_then(|(_, node)| node.field("combine")?.1.written());
    combine.is_some_and(|combine| COUNTED.contains(&combine))
}
