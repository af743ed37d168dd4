//! Exceptions that are a condition alone.

use super::super::node::{Kind, Node};

/// Makes exceptions of the conditions that stand alone among the exceptions of something, at any depth. They have its
/// paragraph.
pub fn opened_in(thing: &mut Node, cite: Option<&Node>) {
    let node = thing.cite().cloned();
    let cite = node.as_ref().or(cite);
    let exceptions = thing.get_mut("except").map(Node::elements_mut);
    for exception in exceptions.into_iter().flatten() {
        open(exception, cite);
    }
}

/// An exception in full.
pub fn open(node: &mut Node, cite: Option<&Node>) {
    if !matches!(node.kind, Kind::Text(_)) {
        return opened_in(node, cite);
    }
    let when = node.clone();
    *node = Node::table(Vec::new(), when.span);
    if let Some(cite) = cite {
        node.fill(0, "cite", cite.clone());
    }
    node.fill(1, "when", when);
}

/// What an exception gives, and what those of its own do.
pub fn given(exception: &Node) -> Vec<&Node> {
    let own = exception.get("except").map(Node::elements);
    let own = own.unwrap_or_default().iter().flat_map(given);
    exception.get("gives").into_iter().chain(own).collect()
}
