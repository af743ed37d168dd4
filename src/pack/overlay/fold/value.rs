//! Values as a person writes them into a file.

use super::super::super::node::{Kind, Node};
use super::super::find::row_names;
use super::super::plain::key;

/// A value on one line of a TOML file.
pub(in crate::pack) fn toml(node: &Node) -> String {
    match &node.kind {
        Kind::Text(text) => ::toml::Value::String(text.clone()).to_string(),
        Kind::Number(text) | Kind::Bare(text) => text.clone(),
        Kind::Bool(value) => value.to_string(),
        Kind::List(nodes) => format!(
            "[{}]",
            nodes.iter().map(toml).collect::<Vec<_>>().join(", ")
        ),
        Kind::Table(fields) if fields.is_empty() => "{}".to_owned(),
        Kind::Table(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, node)| format!("{} = {}", key(&name.value), toml(node)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}

/// The lines of a table under a header, the signs in a column.
pub(in crate::pack) fn toml_lines(node: &Node, newline: &str) -> Option<String> {
    let Kind::Table(fields) = &node.kind else {
        return None;
    };
    let width = fields
        .iter()
        .map(|(name, _)| key(&name.value).len())
        .max()
        .unwrap_or_default();
    let line = |name: &str, node: &Node| format!("{:width$} = {}", key(name), toml(node));
    let lines: Vec<String> = fields
        .iter()
        .map(|(name, node)| line(&name.value, node))
        .collect();
    Some(lines.join(newline))
}

/// A value in a RON file: every leaf a text in quotes.
pub(super) fn ron(node: &Node) -> String {
    match &node.kind {
        Kind::List(nodes) => format!("[{}]", nodes.iter().map(ron).collect::<Vec<_>>().join(", ")),
        Kind::Table(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, node)| format!("{}: {}", name.value, ron(node)))
                .collect();
            format!("({})", fields.join(", "))
        }
        _ => ron_text(node.written().unwrap_or_default()),
    }
}

pub(super) fn ron_text(text: &str) -> String {
    ::ron::to_string(text).unwrap_or_else(|_| format!("{text:?}"))
}

/// A row of a chart as a tuple, where it has no part left out before another.
pub(super) fn ron_row(node: &Node, list: bool) -> String {
    let Kind::Table(fields) = &node.kind else {
        return ron(node);
    };
    let names = row_names(list);
    let parts: Vec<&Node> = names
        .iter()
        .map_while(|name| node.field(name).map(|(_, node)| node))
        .collect();
    if parts.len() == fields.len() {
        format!(
            "({})",
            parts.into_iter().map(ron).collect::<Vec<_>>().join(", ")
        )
    } else {
        ron(node)
    }
}
