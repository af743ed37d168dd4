//! The short notations, turned into the one form that everything above reads, before errata are laid over it: a rule that
//! stands in its question becomes a `[[rule]]`, a row of a table an `[[example]]`, a condition alone an exception. Every part
//! keeps the place at which it is written.

pub(super) mod combination;
mod example;
mod grid;
mod rule;
mod shared;

pub(super) use grid::is_cell;
pub(super) use shared::spread;

use super::forest::{Form, unplaced};
use super::node::{Kind, Node, Problems};
use crate::source::{Span, Text};

/// Turns what a file says into the one form.
pub(super) fn in_one_form(root: &mut Node, form: Form, file: &str, problems: &Problems) {
    let Kind::Table(fields) = &mut root.kind else {
        return;
    };
    if form == Form::Grid {
        fields
            .iter_mut()
            .for_each(|(_, item)| rule::conditions_alone(item, None));
        return;
    }
    let (mut rules, mut examples) = (Vec::new(), Vec::new());
    for (name, node) in fields_of(fields, "question") {
        combination::opened(node);
        rules.append(&mut rule::taken_from(name, node, file, problems));
        examples.append(&mut example::taken_from(name, node, file, problems));
    }
    for (_, process) in fields_of(fields, "process") {
        let steps = field_mut(process, "step").map(elements_mut);
        steps
            .into_iter()
            .flatten()
            .for_each(|step| rule::conditions_alone(step, None));
    }
    if let Some((_, tables)) = take(fields, "examples") {
        examples.append(&mut example::tables(tables, file, problems));
    }
    let written = fields.iter_mut().find(|(name, _)| name.value == "example");
    for example in written.into_iter().flat_map(|(_, node)| elements_mut(node)) {
        example::open_turns(example, file, problems);
    }
    let written = fields.iter_mut().find(|(name, _)| name.value == "rule");
    for rule in written.into_iter().flat_map(|(_, node)| elements_mut(node)) {
        rule::conditions_alone(rule, None);
    }
    join(fields, "rule", rules, root.span);
    join(fields, "example", examples, root.span);
}

/// Puts elements into the list of a file's root, in the order of the text.
fn join(fields: &mut Vec<(Text, Node)>, list: &str, elements: Vec<Node>, near: Span) {
    if elements.is_empty() {
        return;
    }
    let (name, written) = take(fields, list).unwrap_or_else(|| {
        let none = Node {
            kind: Kind::List(Vec::new()),
            span: near,
        };
        (unplaced(list, near), none)
    });
    let mut all = match written.kind {
        Kind::List(nodes) => nodes,
        kind => vec![Node {
            kind,
            span: written.span,
        }],
    };
    all.extend(elements);
    all.sort_by_key(|node| node.span.start);
    fields.push((
        name,
        Node {
            kind: Kind::List(all),
            span: written.span,
        },
    ));
}

/// The named things of a kind, as `[question.NAME]` has them.
fn fields_of<'n>(
    fields: &'n mut [(Text, Node)],
    kind: &str,
) -> impl Iterator<Item = (&'n Text, &'n mut Node)> {
    let things = fields.iter_mut().find(|(name, _)| name.value == kind);
    let things = things
        .into_iter()
        .flat_map(|(_, node)| match &mut node.kind {
            Kind::Table(things) => things.as_mut_slice(),
            _ => &mut [],
        });
    things.map(|(name, node)| (&*name, node))
}

fn field_mut<'n>(node: &'n mut Node, name: &str) -> Option<&'n mut Node> {
    let Kind::Table(fields) = &mut node.kind else {
        return None;
    };
    fields
        .iter_mut()
        .find(|(own, _)| own.value == name)
        .map(|(_, node)| node)
}

/// The elements of a list; a single node is a list of one.
fn elements_mut(node: &mut Node) -> &mut [Node] {
    if matches!(node.kind, Kind::List(_)) {
        match &mut node.kind {
            Kind::List(nodes) => nodes,
            _ => &mut [],
        }
    } else {
        std::slice::from_mut(node)
    }
}

/// Takes a field out.
fn take(fields: &mut Vec<(Text, Node)>, name: &str) -> Option<(Text, Node)> {
    let place = fields.iter().position(|(own, _)| own.value == name)?;
    Some(fields.remove(place))
}

fn take_from(node: &mut Node, name: &str) -> Option<(Text, Node)> {
    match &mut node.kind {
        Kind::Table(fields) => take(fields, name),
        _ => None,
    }
}

/// A text of a table as a value.
fn text(cell: &Text) -> Node {
    Node {
        kind: Kind::Text(cell.value.clone()),
        span: cell.span,
    }
}

/// A group of fields.
fn table(fields: Vec<(Text, Node)>, span: Span) -> Node {
    Node {
        kind: Kind::Table(fields),
        span,
    }
}

/// The first paragraph that a thing cites.
fn first_cite(node: &Node) -> Option<Node> {
    node.field("cite")?.1.elements().first().cloned()
}
