//! Values as texts: as a person writes them into a file, and as they are shown and compared.

use super::node::{Kind, Node};

/// In which way a value is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As it is written, on one line of TOML.
    Toml,
    /// In a RON file: every leaf a text in quotes.
    Ron,
    /// As TOML, whatever it is written in: every leaf a text.
    Plain,
    /// What it says, whichever way that is written: a list of one is its element, and the order of fields and blanks mean
    /// nothing.
    Meaning,
    /// The same, but blanks part words.
    Words,
}

/// A value on one line of a TOML file.
pub fn toml(node: &Node) -> String {
    printed(node, Way::Toml)
}

/// What each field of a file says that is in its one form. Rules, examples and laws may stand in questions and tables, or under
/// headers of their own: their order means nothing.
pub fn said_by(root: &Node) -> Vec<String> {
    // A list or group of which the last is gone is not written any more.
    let is_filled = |node: &Node| match &node.kind {
        Kind::List(nodes) => !nodes.is_empty(),
        Kind::Table(fields) => !fields.is_empty(),
        _ => true,
    };
    let fields = root.fields().iter().filter(|(_, node)| is_filled(node));
    let said = fields.map(|(name, node)| {
        let elements = node.elements().iter();
        let mut says: Vec<String> = elements.map(|each| printed(each, Way::Meaning)).collect();
        if ["rule", "example", "law"].contains(&name.value.as_str()) {
            says.sort_unstable();
        }
        format!("{}: {}", name.value, says.join(", "))
    });
    said.collect()
}

pub fn printed(node: &Node, way: Way) -> String {
    match &node.kind {
        Kind::List(nodes) => match nodes.as_slice() {
            [only] if matches!(way, Way::Meaning | Way::Words) => printed(only, way),
            nodes => {
                let nodes = nodes.iter().map(|node| printed(node, way));
                format!("[{}]", nodes.collect::<Vec<_>>().join(", "))
            }
        },
        Kind::Table(fields) if way == Way::Ron => {
            let fields = fields.iter();
            let fields =
                fields.map(|(name, node)| format!("{}: {}", name.value, printed(node, way)));
            format!("({})", fields.collect::<Vec<_>>().join(", "))
        }
        Kind::Table(fields) if fields.is_empty() => "{}".to_owned(),
        Kind::Table(fields) => {
            let field = |(name, node): &(_, _)| line(name, node, 0, way);
            let mut fields: Vec<String> = fields.iter().map(field).collect();
            if matches!(way, Way::Meaning | Way::Words) {
                fields.sort_unstable();
            }
            format!("{{ {} }}", fields.join(", "))
        }
        Kind::Text(text) if way == Way::Toml => quoted(text),
        Kind::Bool(value) if way == Way::Toml => value.to_string(),
        Kind::Number(text) | Kind::Bare(text) if way == Way::Toml => text.clone(),
        _ if way == Way::Ron => ron_text(node.written().unwrap_or_default()),
        _ if way == Way::Meaning => {
            let words = node.written().unwrap_or_default().split_whitespace();
            quoted(&words.collect::<String>())
        }
        _ if way == Way::Words => {
            let words = node.written().unwrap_or_default().split_whitespace();
            quoted(&words.collect::<Vec<_>>().join(" "))
        }
        _ => quoted(node.written().unwrap_or_default().trim()),
    }
}

fn line(name: &crate::source::Text, node: &Node, width: usize, way: Way) -> String {
    format!("{:width$} = {}", key(&name.value), printed(node, way))
}

/// The lines of a table under a header, the signs in a column.
pub fn toml_lines(node: &Node, newline: &str) -> Option<String> {
    let names = node.fields().iter().map(|(name, _)| key(&name.value).len());
    let width = names.max().unwrap_or_default();
    let lines = node.fields().iter();
    let lines = lines.map(|(name, node)| line(name, node, width, Way::Toml));
    node.is_table()
        .then(|| lines.collect::<Vec<_>>().join(newline))
}

/// A text in quotes, in TOML.
pub fn quoted(text: &str) -> String {
    ::toml::Value::String(text.to_owned()).to_string()
}

/// A text in quotes, in RON.
pub fn ron_text(text: &str) -> String {
    ::ron::to_string(text).unwrap_or_else(|_| format!("{text:?}"))
}

/// A row of a chart as a tuple, where it has no part left out before another.
pub fn ron_row(row: &Node, names: &[&str]) -> String {
    let parts = names.iter().map_while(|name| row.get(name));
    let parts: Vec<String> = parts.map(|node| printed(node, Way::Ron)).collect();
    if parts.len() == row.fields().len() {
        format!("({})", parts.join(", "))
    } else {
        printed(row, Way::Ron)
    }
}

/// A key of a TOML table, in quotes where it needs them.
pub fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}
