//! Values without their places, to be compared and shown: a row written as a tuple is the same as one with named fields.

use super::super::node::{Kind, Node};
use std::fmt::{Display, Formatter, Result as FormatResult};

/// A value without its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pack) enum Plain {
    /// A text, a number, yes or no: as written.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// Named fields.
    Table(Vec<(String, Self)>),
}

impl Plain {
    /// The value of a node; of a tuple, with the names of its fields.
    pub(in crate::pack) fn of(node: &Node, names: &[&str]) -> Self {
        match &node.kind {
            Kind::List(nodes) if !names.is_empty() => {
                let fields = names
                    .iter()
                    .zip(nodes)
                    .map(|(name, node)| ((*name).to_owned(), Self::of(node, &[])));
                Self::Table(fields.collect())
            }
            Kind::List(nodes) => Self::List(nodes.iter().map(|node| Self::of(node, &[])).collect()),
            Kind::Table(fields) => Self::Table(
                fields
                    .iter()
                    .map(|(name, node)| (name.value.clone(), Self::of(node, &[])))
                    .collect(),
            ),
            _ => Self::Text(node.written().unwrap_or_default().trim().to_owned()),
        }
    }

    /// Whether two values say the same: a list of one is its element, and the order of fields means nothing.
    pub(in crate::pack) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(one), Self::Text(other)) => one == other,
            (Self::List(one), Self::List(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is(other))
            }
            (Self::Table(one), Self::Table(other)) => {
                one.len() == other.len() && within(one, other)
            }
            (Self::List(list), other) | (other, Self::List(list)) => {
                matches!(list.as_slice(), [one] if one.is(other))
            }
            _ => false,
        }
    }

    /// The same value, said in one way: a list of one as its element, fields in the order of their names.
    #[must_use]
    pub(in crate::pack) fn in_one_way(self) -> Self {
        match self {
            Self::Text(text) => Self::Text(text),
            Self::List(list) => {
                let mut list: Vec<Self> = list.into_iter().map(Self::in_one_way).collect();
                if list.len() == 1 {
                    list.pop().unwrap_or(Self::List(Vec::new()))
                } else {
                    Self::List(list)
                }
            }
            Self::Table(fields) => {
                let mut fields: Vec<(String, Self)> = fields
                    .into_iter()
                    .map(|(name, value)| (name, value.in_one_way()))
                    .collect();
                fields.sort_by(|(one, _), (other, _)| one.cmp(other));
                Self::Table(fields)
            }
        }
    }

    /// The value without one of its fields.
    #[must_use]
    pub(in crate::pack) fn without(self, field: &str) -> Self {
        match self {
            Self::Table(fields) => Self::Table(
                fields
                    .into_iter()
                    .filter(|(name, _)| name != field)
                    .collect(),
            ),
            other => other,
        }
    }

    /// Whether it has a field of that name.
    pub(in crate::pack) fn has(&self, field: &str) -> bool {
        matches!(self, Self::Table(fields) if fields.iter().any(|(name, _)| name == field))
    }
}

fn within(one: &[(String, Plain)], other: &[(String, Plain)]) -> bool {
    one.iter().all(|(name, value)| {
        other
            .iter()
            .any(|(own, found)| own == name && found.is(value))
    })
}

/// As a TOML value on one line.
impl Display for Plain {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        match self {
            Self::Text(text) => write!(formatter, "{}", toml::Value::String(text.clone())),
            Self::List(list) => {
                let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                write!(formatter, "[{}]", list.join(", "))
            }
            Self::Table(fields) if fields.is_empty() => formatter.write_str("{}"),
            Self::Table(fields) => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(name, value)| format!("{} = {value}", key(name)))
                    .collect();
                write!(formatter, "{{ {} }}", fields.join(", "))
            }
        }
    }
}

/// A key of a TOML table, in quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    let is_bare = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_bare {
        name.to_owned()
    } else {
        toml::Value::String(name.to_owned()).to_string()
    }
}
