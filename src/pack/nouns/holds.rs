//! The ways in which a field is written.

use super::leaf::{Key, kinds, set, text, texts, wrong};
use super::names;
use super::noun::{A_NAME, Fields, read};
use super::noun::{Held, How, Noun, Short};
use super::schema;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::node::{Kind, Node, Problems};
use crate::source::{Span, Text};
use itertools::Itertools;

impl Held for Text {
    const HOW: How<Self> = How::needed(schema::text, |fields, key| {
        text(fields.need(key)?, Key(key), fields.problems)
    });
}

impl Held for Option<Text> {
    const HOW: How<Self> = How::optional(schema::text, |fields, key| {
        let node = fields.get(key);
        Some(node.and_then(|node| text(node, Key(key), fields.problems)))
    });
}

/// A text whose place nobody asks for; empty if it is not there.
impl Held for String {
    const HOW: How<Self> = How::optional(schema::text, |fields, key| {
        let text = fields.read::<Option<Text>>(key)?;
        Some(text.map(|text| on_one_line(text.value)).unwrap_or_default())
    });
}

/// A text that must be there, whose place nobody asks for.
pub const WORDS: How<String> = How::needed(schema::text, |fields, key| {
    Some(on_one_line(fields.read::<Text>(key)?.value))
});

/// What people call something, where it is said.
pub const TITLE: How<Option<Text>> = How::optional(schema::text, |fields, key| {
    let title = fields.read::<Option<Text>>(key)?;
    Some(title.map(|title| Text::new(on_one_line(title.value), title.span)))
});

/// What people read, without the line breaks and tabs with which it is written: it is broken where it is shown.
fn on_one_line(text: String) -> String {
    match text.contains(['\n', '\r', '\t']) {
        true => text.split_whitespace().join(" "),
        false => text,
    }
}

/// Several texts; a single one may stand without its list.
impl Held for Vec<Text> {
    const HOW: How<Self> = How::optional(schema::texts, |fields, key| {
        Some(fields.read::<Option<Self>>(key)?.unwrap_or_default())
    });
}

impl Held for Option<Vec<Text>> {
    const HOW: How<Self> = How::optional(schema::texts, |fields, key| {
        let node = fields.get(key);
        Some(node.map(|node| texts(node, Key(key), fields.problems)))
    });
}

impl Held for bool {
    const HOW: How<Self> = How::optional(schema::flag, |fields, key| {
        let node = fields.get(key);
        Some(node.is_some_and(|node| match node.kind {
            Kind::Bool(value) => value,
            _ => {
                let found = wrong(node, Key(key), "true or false");
                fields.problems.report(found);
                false
            }
        }))
    });
}

/// Any value.
impl Held for Option<Node> {
    const HOW: How<Self> = How::optional(schema::anything, |fields, key| {
        Some(fields.get(key).cloned())
    });
}

impl Held for Node {
    const HOW: How<Self> = How::needed(schema::anything, |fields, key| fields.need(key).cloned());
}

/// The whole group, which no field says.
impl Held for Span {
    const HOW: How<Self> = How::inside(&[], |fields, _| Some(fields.span));
}

/// The name of the group, `[fact.NAME]`, which no field says.
pub const HEADER: How<Text> = How::inside(&[], |fields, _| fields.name.cloned());

/// What no field says.
pub const fn later<T: Default>() -> How<T> {
    How::inside(&[], |_, _| Some(T::default()))
}

/// A name in kebab-case.
pub const NAME: How<Text> = How::needed(schema::text, |fields, key| {
    let name = fields.read::<Text>(key)?;
    names::check([&name], fields.problems);
    Some(name)
});

/// Names in kebab-case.
pub const NAMES: How<Vec<Text>> = How::optional(schema::texts, |fields, key| {
    let all = fields.read::<Vec<Text>>(key)?;
    names::check(&all, fields.problems);
    Some(all)
});

/// Texts, of which there must be one.
pub const FILLED: How<Vec<Text>> = How::needed(schema::texts, |fields, key| {
    let node = fields.need(key)?;
    let texts = texts(node, Key(key), fields.problems);
    if node.elements().is_empty() {
        let message = format!("{} names nothing", Key(key));
        fields
            .problems
            .report(Diagnostic::error(Code::WrongShape, node.span, message));
    }
    (!texts.is_empty()).then_some(texts)
});

/// The same, where what stands around may say it.
pub const FILLED_FROM_AROUND: How<Vec<Text>> = How::optional(schema::texts, FILLED.read);

/// A list of nouns; a single one may stand without its list.
impl<N: Noun> Held for Vec<N> {
    const HOW: How<Self> = How::optional(schema::list::<N>, |fields, key| Some(each(fields, key)));
}

/// The same, where the list must be there.
pub const fn needed<N: Noun>() -> How<Vec<N>> {
    How::needed(schema::list::<N>, |fields, key| {
        fields.need(key);
        Some(each(fields, key))
    })
}

fn each<N: Noun>(fields: &Fields<'_>, key: &str) -> Vec<N> {
    let nodes = fields.elements(key).iter();
    nodes
        .filter_map(|node| read(node, None, fields.problems))
        .collect()
}

/// `[key.name]`: nouns under their names, in kebab-case.
pub const fn named<N: Noun>() -> How<Vec<N>> {
    How::optional(schema::named_list::<N>, |fields, key| {
        let kebab = |name: &Text| names::check([name], fields.problems);
        Some(under_names(fields, key, kebab))
    })
}

/// The same for what expressions name.
pub const fn spoken<N: Noun>() -> How<Vec<N>> {
    How::optional(schema::named_list::<N>, |fields, key| {
        let kebab = |name: &Text| names::check_spoken(name, fields.problems);
        Some(under_names(fields, key, kebab))
    })
}

/// The same, whatever letters their names have.
pub const fn named_freely<N: Noun>() -> How<Vec<N>> {
    How::optional(schema::named_list::<N>, |fields, key| {
        Some(under_names(fields, key, |_| {}))
    })
}

fn under_names<N: Noun>(fields: &Fields<'_>, key: &str, check: impl Fn(&Text)) -> Vec<N> {
    let group = fields.group(key, A_NAME);
    let own = N::DECLARED.written();
    let is_field = |(name, node): &&(Text, Node)| {
        let is_own = own.iter().any(|field| field.name == name.value);
        is_own && !node.is_table() && N::SHORT == Short::Never
    };
    let mut nameless = group.iter().filter(is_field);
    if let Some((first, _)) = nameless.next() {
        let message = format!("{} has no name here", N::DECLARED.what);
        let finding = Diagnostic::error(Code::WrongShape, first.span, message);
        fields.problems.report(finding.help(format!(
            "its name stands in the header above: `[{key}.some-name]`"
        )));
    }
    let noun = |(name, node): &(Text, Node)| {
        check(name);
        read(node, Some(name), fields.problems)
    };
    let named = group.iter().filter(|pair| !is_field(pair));
    named.filter_map(noun).collect()
}

/// Names, each with what `read` makes of its value.
pub fn pairs<'n, T>(
    fields: &Fields<'n>,
    key: &str,
    read: impl Fn(&Node, Key<'n>, &Problems) -> Option<T>,
) -> Vec<(Text, T)> {
    let pair = |(name, node): &'n (Text, Node)| {
        Some((name.clone(), read(node, Key(&name.value), fields.problems)?))
    };
    fields
        .group(key, "named fields")
        .iter()
        .filter_map(pair)
        .collect()
}

/// Names, each with a text.
impl Held for Vec<(Text, Text)> {
    const HOW: How<Self> =
        How::optional(schema::pairs, |fields, key| Some(pairs(fields, key, text)));
}

/// Names, each with one or several values as one text.
pub const SETS: How<Vec<(Text, Text)>> =
    How::optional(schema::sets, |fields, key| Some(pairs(fields, key, set)));

/// The same, where they must be there.
pub const SETS_NEEDED: How<Vec<(Text, Text)>> = How::needed(schema::sets, |fields, key| {
    fields.need(key);
    (SETS.read)(fields, key)
});

/// A domain: one text, where a list is told as the kinds that it has.
pub fn domain(fields: &Fields<'_>, key: &'static str) -> Option<Text> {
    let node = fields.get(key);
    let Some((node, kinds)) = node.and_then(|node| Some((node, kinds(node)?))) else {
        return fields.read(key);
    };
    let found = wrong(node, Key(key), "a text");
    fields
        .problems
        .report(found.help(format!("write `\"{kinds}\"`")));
    None
}
