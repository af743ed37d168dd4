//! The fields of a table. Whatever is wrong with one is reported, and reading goes on with the others.

use super::super::node::{Kind, Node, Problems};
use super::super::{Exception, Outcome};
use super::noun::Noun;
use super::{names, one_or_more, question, texts};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};

/// A table opened for reading.
#[derive(Clone, Copy)]
pub(super) struct Fields<'n> {
    entries: &'n [(Text, Node)],
    /// Where a missing key is reported.
    place: Span,
    /// The whole table.
    pub(super) span: Span,
    /// What the table is, in words: `a rule`.
    what: &'static str,
    pub(super) problems: &'n Problems,
}

impl<'n> Fields<'n> {
    /// Opens a table; reports another shape, keys that are not known, and keys written twice.
    pub(super) fn open(
        node: &'n Node,
        place: Span,
        noun: &'static Noun,
        problems: &'n Problems,
    ) -> Option<Self> {
        let (what, known) = (noun.what, noun.keys());
        let Kind::Table(fields) = &node.kind else {
            problems.report(texts::wrong(node, what, "named fields"));
            return None;
        };
        for (index, (key, _)) in fields.iter().enumerate() {
            if !known.contains(&key.value.as_str()) {
                problems.report(unknown(key, what, &known));
            } else if let Some((first, _)) = fields
                .iter()
                .take(index)
                .find(|(other, _)| other.value == key.value)
            {
                problems.report(twice(key, first));
            }
        }
        Some(Self {
            entries: fields,
            place,
            span: node.span,
            what,
            problems,
        })
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries
            .iter()
            .find(|(name, _)| name.value == key)
            .map(|(_, node)| node)
    }

    /// The value of a key that must be there.
    pub(super) fn need(&self, key: &str) -> Option<&'n Node> {
        let node = self.get(key);
        if node.is_none() {
            self.missing(key);
        }
        node
    }

    /// Reports that a key is missing.
    pub(super) fn missing(&self, key: &str) {
        let message = format!("`{key}` is missing in {}", self.what);
        self.problems
            .report(Diagnostic::error(Code::MissingKey, self.place, message));
    }

    /// A text, if it is there.
    pub(super) fn text(&self, key: &str) -> Option<Text> {
        texts::text(self.get(key)?, &quoted(key), self.problems)
    }

    /// A text that must be there.
    pub(super) fn need_text(&self, key: &str) -> Option<Text> {
        texts::text(self.need(key)?, &quoted(key), self.problems)
    }

    /// A text whose place nobody asks for; empty if it is not there.
    pub(super) fn prose(&self, key: &str) -> String {
        self.text(key).map(|text| text.value).unwrap_or_default()
    }

    /// Several texts; a single one may stand without its list.
    pub(super) fn texts(&self, key: &str) -> Vec<Text> {
        self.get(key)
            .map(|node| texts::texts(node, &quoted(key), self.problems))
            .unwrap_or_default()
    }

    /// Several texts, of which there must be one.
    pub(super) fn need_texts(&self, key: &str) -> Option<Vec<Text>> {
        let node = self.need(key)?;
        let texts = texts::texts(node, &quoted(key), self.problems);
        if one_or_more(node).is_empty() {
            self.problems.report(Diagnostic::error(
                Code::WrongShape,
                node.span,
                format!("`{key}` names nothing"),
            ));
        }
        (!texts.is_empty()).then_some(texts)
    }

    /// True or false; false if it is not there.
    pub(super) fn flag(&self, key: &str) -> bool {
        match self.get(key).map(|node| (&node.kind, node)) {
            None => false,
            Some((Kind::Bool(value), _)) => *value,
            Some((_, node)) => {
                self.problems
                    .report(texts::wrong(node, &quoted(key), "true or false"));
                false
            }
        }
    }

    /// A table of any names, each with what `read` makes of its value.
    pub(super) fn pairs<T>(
        &self,
        key: &str,
        read: impl Fn(&Node, &str, &Problems) -> Option<T>,
    ) -> Vec<(Text, T)> {
        let Some(node) = self.get(key) else {
            return Vec::new();
        };
        let Kind::Table(fields) = &node.kind else {
            self.problems
                .report(texts::wrong(node, &quoted(key), "named fields"));
            return Vec::new();
        };
        let pair = |(name, node): &(Text, Node)| {
            Some((
                name.clone(),
                read(node, &quoted(&name.value), self.problems)?,
            ))
        };
        fields.iter().filter_map(pair).collect()
    }

    /// A table of names, each with one or several values.
    pub(super) fn sets(&self, key: &str) -> Vec<(Text, Text)> {
        self.pairs(key, texts::set)
    }

    /// `[key.name]`: what `read` makes of each.
    pub(super) fn named<T>(
        &self,
        key: &str,
        read: impl Fn(&Text, &Node, &Problems) -> Option<T>,
    ) -> Vec<T> {
        let Some(node) = self.get(key) else {
            return Vec::new();
        };
        let Kind::Table(tables) = &node.kind else {
            let found = texts::wrong(node, &quoted(key), "a name");
            self.problems
                .report(found.help(format!("write `[{key}.some-name]`")));
            return Vec::new();
        };
        tables
            .iter()
            .filter_map(|(name, node)| read(name, node, self.problems))
            .collect()
    }

    /// `[[key]]`: what `read` makes of each; a single one may stand without its list.
    pub(super) fn each<T>(
        &self,
        key: &str,
        read: impl Fn(&Node, &Problems) -> Option<T>,
    ) -> Vec<T> {
        let nodes = self.get(key).map(one_or_more).unwrap_or_default();
        nodes
            .iter()
            .filter_map(|node| read(node, self.problems))
            .collect()
    }

    /// `gives` or `gap`, not both.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let (gives, gap) = (self.text("gives"), self.text("gap"));
        if let (Some(gives), Some(gap)) = (&gives, &gap) {
            let message = format!("{} has both `gives` and `gap`", self.what);
            let found = Diagnostic::error(Code::WrongShape, gap.span, message)
                .label(gives.span, "it gives this");
            self.problems.report(
                found.help("a gap says that the source lost the answer: keep one of the two"),
            );
        }
        gives.map(Outcome::Gives).or(gap.map(Outcome::Gap))
    }

    /// `except`: a list of exceptions.
    pub(super) fn exceptions(&self) -> Vec<Exception> {
        self.each("except", question::exception)
    }

    /// `alias`: other names.
    pub(super) fn aliases(&self) -> Vec<Text> {
        let aliases = self.texts("alias");
        names::check_all(&aliases, self.problems);
        aliases
    }
}

fn quoted(key: &str) -> String {
    format!("`{key}`")
}

pub(in crate::pack) fn unknown(key: &Text, what: &str, known: &[&str]) -> Diagnostic {
    let found = Diagnostic::error(
        Code::UnknownKey,
        key.span,
        format!("unknown key `{}` in {what}", key.value),
    );
    found.nearest_or(&key.value, known.iter().copied(), || {
        format!("known here: {}", known.join(", "))
    })
}

fn twice(key: &Text, first: &Text) -> Diagnostic {
    Diagnostic::error(
        Code::WrongShape,
        key.span,
        format!("`{}` is written twice", key.value),
    )
    .label(first.span, "the first is here")
}
