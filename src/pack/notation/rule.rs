//! Rules that stand in their question, and exceptions that are a condition alone.

use super::super::forest::unplaced;
use super::super::node::{Kind, Node, Problems};
use super::super::nouns::unknown_key;
use super::{first_cite, grid, table, take_from, text};
use crate::source::{Span, Text};

/// The columns of a question's `rules`.
const COLUMNS: &[&str] = &["when", "gives", "gap", "except", "cite"];

/// What the rules of a question have from it.
struct Shared<'q> {
    question: &'q Text,
    cite: Option<Node>,
    except: Vec<Node>,
}

/// Takes the rules out of a question: those of its `when`, of its `rules`, and each `[[question.NAME.rule]]`.
pub(super) fn taken_from(
    name: &Text,
    question: &mut Node,
    file: &str,
    problems: &Problems,
) -> Vec<Node> {
    let (when, except) = (take_from(question, "when"), take_from(question, "except"));
    let (rows, blocks) = (take_from(question, "rules"), take_from(question, "rule"));
    let shared = Shared {
        question: name,
        cite: first_cite(question),
        except: except
            .iter()
            .flat_map(|(_, node)| node.elements().to_vec())
            .collect(),
    };
    let mut rules = Vec::new();
    let is_alone = except.is_some() && rows.is_none() && blocks.is_none();
    if when.is_some() || is_alone {
        let gives = take_from(question, "gives").or_else(|| take_from(question, "gap"));
        let place = when
            .as_ref()
            .or(except.as_ref())
            .map_or(name.span, |(key, _)| key.span);
        let unconditional = || vec![(None, place)];
        let conditions = when.as_ref().map_or_else(unconditional, |(key, node)| {
            let one = |node: &Node| (Some((key.clone(), node.clone())), node.span);
            node.elements().iter().map(one).collect()
        });
        rules.extend(conditions.into_iter().map(|(when, span)| {
            let fields = when.into_iter().chain(gives.clone()).collect();
            shared.rule(table(fields, span))
        }));
    }
    if let Some((_, rows)) = rows {
        rules.extend(
            of_rows(&rows, file, problems)
                .into_iter()
                .map(|rule| shared.rule(rule)),
        );
    }
    let blocks = blocks.iter().flat_map(|(_, node)| node.elements());
    rules.extend(blocks.map(|block| shared.rule(block.clone())));
    rules
}

impl Shared<'_> {
    /// A rule with what its question says already.
    fn rule(&self, mut rule: Node) -> Node {
        let span = rule.span;
        let Kind::Table(fields) = &mut rule.kind else {
            return rule;
        };
        let has =
            |fields: &[(Text, Node)], key: &str| fields.iter().any(|(own, _)| own.value == key);
        if !has(fields, "answers") {
            fields.insert(0, (unplaced("answers", span), text(self.question)));
        }
        if let Some(cite) = self.cite.clone().filter(|_| !has(fields, "cite")) {
            fields.insert(1, (unplaced("cite", span), cite));
        }
        conditions_alone(&mut rule, None);
        if self.except.is_empty() {
            return rule;
        }
        let cite = first_cite(&rule);
        let shared = self
            .except
            .iter()
            .cloned()
            .map(|node| opened(node, cite.as_ref()));
        let mut all: Vec<Node> = take_from(&mut rule, "except")
            .map(|(_, own)| own.elements().to_vec())
            .unwrap_or_default();
        all.extend(shared);
        if let Kind::Table(fields) = &mut rule.kind {
            fields.push((
                unplaced("except", span),
                Node {
                    kind: Kind::List(all),
                    span,
                },
            ));
        }
        rule
    }
}

fn of_rows(rows: &Node, file: &str, problems: &Problems) -> Vec<Node> {
    let Some(grid) = grid::grid(rows, file, problems) else {
        return Vec::new();
    };
    for head in grid
        .heads
        .iter()
        .filter(|head| !COLUMNS.contains(&head.value.as_str()))
    {
        problems.report(unknown_key(head, "the heads of `rules`", COLUMNS));
    }
    let rule = |row: &grid::GridRow| {
        let note = row
            .note
            .as_ref()
            .map(|note| (unplaced("note", note.span), text(note)));
        let known = row
            .filled(&grid.heads)
            .filter(|(head, _)| COLUMNS.contains(&head.value.as_str()));
        let fields = known
            .map(|(head, cell)| (head.clone(), text(cell)))
            .chain(note);
        table(fields.collect(), row.span)
    };
    grid.rows.iter().map(rule).collect()
}

/// Makes exceptions of the conditions that stand alone among the exceptions of something, at any depth. They have its
/// paragraph.
pub(super) fn conditions_alone(thing: &mut Node, cite: Option<&Node>) {
    let own = first_cite(thing);
    let cite = own.as_ref().or(cite).cloned();
    if let Some(list) = super::field_mut(thing, "except") {
        match &mut list.kind {
            Kind::List(nodes) => {
                for node in nodes {
                    *node = opened(node.clone(), cite.as_ref());
                }
            }
            _ => *list = opened(list.clone(), cite.as_ref()),
        }
    }
}

/// An exception in full.
fn opened(mut node: Node, cite: Option<&Node>) -> Node {
    if let Kind::Text(_) = node.kind {
        let span: Span = node.span;
        let cite = cite.map(|cite| (unplaced("cite", span), cite.clone()));
        let when = (unplaced("when", span), node);
        return table(cite.into_iter().chain([when]).collect(), span);
    }
    conditions_alone(&mut node, cite);
    node
}
