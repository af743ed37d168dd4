//! What the nodes of a file say, and how it is written.

use super::super::node::{Kind, Node};
use super::super::printed::toml;
use super::chunks::{Chunk, Entry};

/// A question that stands in the file.
pub struct Question<'n> {
    pub name: &'n str,
    pub node: &'n Node,
    /// Its chunk.
    pub at: usize,
}

/// The header of a rule in a question.
pub fn rule_header(question: &str) -> String {
    format!("[[question.{question}.rule]]")
}

/// The text of a field.
pub fn written<'n>(node: &'n Node, field: &str) -> Option<&'n str> {
    node.field(field)?.1.written()
}

/// The elements of a list in a field.
pub fn elements<'n>(node: &'n Node, field: &str) -> &'n [Node] {
    node.field(field)
        .map(|(_, node)| node.elements())
        .unwrap_or_default()
}

/// Whether a group has none but these fields.
pub fn has_only(node: &Node, known: &[&str]) -> bool {
    match &node.kind {
        Kind::Table(fields) => fields
            .iter()
            .all(|(name, _)| known.contains(&name.value.as_str())),
        _ => true,
    }
}

/// The first paragraph that a thing cites.
pub fn cite(node: &Node) -> Option<&str> {
    elements(node, "cite").first()?.written()
}

/// A list: on one line where that is short enough, otherwise a line for each element.
pub fn list(elements: &[String]) -> String {
    let line = format!("[{}]", elements.join(", "));
    if line.len() <= 100 || elements.len() == 1 {
        return line;
    }
    format!("[\n  {},\n]", elements.join(",\n  "))
}

/// The fields of a group as entries.
pub fn entries(node: &Node) -> Vec<Entry> {
    match &node.kind {
        Kind::Table(fields) => {
            let entry =
                |(name, node): &(crate::source::Text, Node)| Entry::new(&name.value, toml(node));
            fields.iter().map(entry).collect()
        }
        _ => Vec::new(),
    }
}

/// The chunk whose header a node stands under.
pub fn chunk_of(chunks: &[Chunk], node: &Node) -> Option<usize> {
    let start = node.span.start as usize;
    chunks
        .iter()
        .position(|chunk| chunk.start == start && !chunk.header.is_empty())
}

/// The elements of a list at the root of the file that have headers of their own.
pub fn headed<'n>(chunks: &[Chunk], root: &'n Node, list: &str) -> Vec<(usize, &'n Node)> {
    let headed = |node: &'n Node| Some((chunk_of(chunks, node)?, node));
    elements(root, list).iter().filter_map(headed).collect()
}
