//! The fields of a group, opened for reading. Whatever is wrong with one is told, and reading goes on with the others.

use super::leaf::{Key, wrong};
use super::noun::{Declaration, Held, Noun, Short};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::{Kind, Node, Problems};
use crate::source::{Span, Text};

/// A group of fields opened for reading.
pub struct Fields<'n> {
    entries: Vec<(&'n str, &'n Node)>,
    /// What the group is called, where it has a name: `[fact.NAME]`.
    pub name: Option<&'n Text>,
    /// Where a missing key is told.
    pub place: Span,
    /// The whole group.
    pub span: Span,
    /// What it is, in words: `a rule`.
    pub what: &'static str,
    pub problems: &'n Problems,
}

/// A noun from what is written for it.
pub fn noun<N: Noun>(node: &Node, name: Option<&Text>, problems: &Problems) -> Option<N> {
    let declared = N::DECLARED;
    let place = name.map_or(node.span, |name| name.span);
    let entries = match (N::SHORT, &node.kind) {
        (Short::Text(key), Kind::Text(_)) => vec![(key, node)],
        (Short::InOrder, Kind::List(nodes)) => in_order(node, nodes, declared, problems)?,
        (Short::Value(key) | Short::List(key), kind) if !matches!(kind, Kind::Table(_)) => {
            vec![(key, node)]
        }
        _ => {
            let fields = Fields::open(node, place, declared, problems)?;
            return N::of(&Fields { name, ..fields });
        }
    };
    N::of(&Fields {
        entries,
        name,
        place,
        span: node.span,
        what: declared.what,
        problems,
    })
}

/// The values of fields that stand in their order, without their names.
fn in_order<'n>(
    node: &Node,
    nodes: &'n [Node],
    declared: &'static Declaration,
    problems: &Problems,
) -> Option<Vec<(&'n str, &'n Node)>> {
    let names = declared.keys();
    let needed = declared
        .written()
        .iter()
        .filter(|field| field.is_needed())
        .count();
    if nodes.len() < needed || nodes.len() > names.len() {
        let parts = if needed == names.len() {
            format!("{needed} parts")
        } else {
            format!("{needed} to {} parts", names.len())
        };
        let found = wrong(node, declared.what, &parts);
        problems.report(found.help(format!("write `({})`", names.join(", "))));
        return None;
    }
    Some(names.into_iter().zip(nodes).collect())
}

impl<'n> Fields<'n> {
    /// Opens a group; tells of another shape, of keys that are not known, and of keys written twice.
    pub fn open(
        node: &'n Node,
        place: Span,
        declared: &'static Declaration,
        problems: &'n Problems,
    ) -> Option<Self> {
        let Kind::Table(fields) = &node.kind else {
            problems.report(wrong(node, declared.what, "named fields"));
            return None;
        };
        let known = declared.keys();
        for (index, (key, _)) in fields.iter().enumerate() {
            let mut before = fields.iter().take(index);
            if !known.contains(&key.value.as_str()) {
                problems.report(unknown_key(key, declared.what, &known));
            } else if let Some((first, _)) = before.find(|(other, _)| other.value == key.value) {
                let message = format!("`{}` is written twice", key.value);
                let found = Diagnostic::error(Code::WrongShape, key.span, message);
                problems.report(found.label(first.span, "the first is here"));
            }
        }
        Some(Self {
            entries: fields
                .iter()
                .map(|(key, node)| (key.value.as_str(), node))
                .collect(),
            name: None,
            place,
            span: node.span,
            what: declared.what,
            problems,
        })
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        let mut entries = self.entries.iter();
        entries
            .find(|(name, _)| *name == key)
            .map(|(_, node)| *node)
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &str) -> Option<&'n Node> {
        let node = self.get(key);
        if node.is_none() {
            self.problems.report(missing(key, self.what, self.place));
        }
        node
    }

    /// What a key says, written as its type is.
    pub fn read<T: Held>(&self, key: &'static str) -> Option<T> {
        (T::HOW.read)(self, key)
    }

    /// The elements of a list; a single one may stand without it.
    pub fn elements(&self, key: &str) -> &'n [Node] {
        self.get(key).map(Node::elements).unwrap_or_default()
    }

    /// The group of names that a key holds; another shape is told.
    pub fn group(&self, key: &str, needed: &str) -> &'n [(Text, Node)] {
        match self.get(key).map(|node| (&node.kind, node)) {
            None => &[],
            Some((Kind::Table(fields), _)) => fields,
            Some((_, node)) => {
                let found = wrong(node, Key(key), needed);
                self.problems.report(match needed {
                    A_NAME => found.help(format!("write `[{key}.some-name]`")),
                    _ => found,
                });
                &[]
            }
        }
    }
}

/// The finding for a key that is not there.
pub fn missing(key: &str, what: &str, place: Span) -> Diagnostic {
    let message = format!("`{key}` is missing in {what}");
    Diagnostic::error(Code::MissingKey, place, message)
}

/// What a group needs in which each field is a thing of its own.
pub const A_NAME: &str = "a name";

/// The finding for a key that is none of those that are known.
pub fn unknown_key(key: &Text, what: &str, known: &[&str]) -> Diagnostic {
    let message = format!("unknown key `{}` in {what}", key.value);
    let found = Diagnostic::error(Code::UnknownKey, key.span, message);
    found.nearest_or(&key.value, known.iter().copied(), || {
        format!("known here: {}", known.join(", "))
    })
}
