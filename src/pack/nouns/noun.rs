//! What a noun of the language is: how it is declared, and how what is written for it is read. Whatever is wrong with one of its
//! fields is told, and reading goes on with the others.

use super::called;
use super::leaf::{Key, kinds, wrong};
use crate::diagnostic::{Code, Diagnostic, did_you_mean, nearest};
use crate::pack::node::{Kind, Node, Problems};
use crate::pack::ron_text::ITEMS;
use crate::source::{Span, Text};
use serde_json::{Map, Value};

/// What the schema of a noun needs besides itself, by its name.
pub type Definitions = Map<String, Value>;

/// A part of a schema.
pub type Fragment = fn(&mut Definitions) -> Value;

/// What can be written, as a group of fields.
#[derive(Debug)]
pub struct Declaration {
    /// What its schema is called.
    pub name: &'static str,
    /// What it is, in words: `a rule`.
    pub what: &'static str,
    /// Its fields, in the order in which they are told.
    pub fields: &'static [Field],
}

/// A field.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// What it means, in a line.
    pub means: &'static str,
    pub shape: Shape,
}

/// What stands in a field.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A value.
    Value { need: Need, schema: Fragment },
    /// Nothing of its own: what it holds is said by these fields beside it.
    Inside(&'static [Field]),
    /// Fields of a short notation, which is turned into the others before anything is read.
    Short(&'static [Field]),
}

/// Whether a field must be there, however short the notation.
#[derive(Debug, Clone, Copy)]
pub enum Need {
    Always,
    Never,
    /// Where none of these stands beside it.
    Without(&'static [&'static str]),
}

impl Declaration {
    /// All fields that are written with a key.
    pub fn written(&self) -> Vec<&'static Field> {
        let mut written = Vec::new();
        gather(self.fields, true, &mut written);
        written
    }

    /// The keys that its reader knows.
    pub fn keys(&self) -> Vec<&'static str> {
        let mut read = Vec::new();
        gather(self.fields, false, &mut read);
        read.into_iter().map(|field| field.name).collect()
    }
}

fn gather(fields: &'static [Field], with_short: bool, written: &mut Vec<&'static Field>) {
    for field in fields {
        match field.shape {
            Shape::Value { .. } => written.push(field),
            Shape::Inside(inside) => gather(inside, with_short, written),
            Shape::Short(short) if with_short => gather(short, with_short, written),
            Shape::Short(_) => {}
        }
    }
}

impl Field {
    pub const fn is_needed(&self) -> bool {
        matches!(
            self.shape,
            Shape::Value {
                need: Need::Always,
                ..
            }
        )
    }
}

/// What may stand in the place of a group of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Short {
    /// Nothing.
    Never,
    /// A text, which is the value of this field.
    Text(&'static str),
    /// A text, a number, or true and false: the value of this field.
    Value(&'static str),
    /// A value or a list of them: the value of this field.
    List(&'static str),
    /// A list of the values of its fields, in their order.
    InOrder,
}

/// Something that is written as a group of fields.
pub trait Noun: Sized {
    const DECLARED: &'static Declaration;
    const SHORT: Short;
    /// What the fields say; all that is wrong with any of them is told.
    fn of(fields: &Fields<'_>) -> Option<Self>;
}

/// How a field of some type is written.
#[derive(Debug)]
pub struct How<T> {
    pub shape: Shape,
    pub read: Read<T>,
}

/// What a field says, by its key; nothing, if it must be there and is not, or is not what it must be, which is told.
pub type Read<T> = fn(&Fields<'_>, &'static str) -> Option<T>;

impl<T> How<T> {
    pub const fn optional(schema: Fragment, read: Read<T>) -> Self {
        Self::value(Need::Never, schema, read)
    }

    pub const fn needed(schema: Fragment, read: Read<T>) -> Self {
        Self::value(Need::Always, schema, read)
    }

    pub const fn value(need: Need, schema: Fragment, read: Read<T>) -> Self {
        let shape = Shape::Value { need, schema };
        Self { shape, read }
    }

    /// Said by other fields beside it, or by none.
    pub const fn inside(fields: &'static [Field], read: Read<T>) -> Self {
        let shape = Shape::Inside(fields);
        Self { shape, read }
    }
}

/// What is written in one way, wherever nothing else is said.
pub trait Held: Sized {
    const HOW: How<Self>;
}

/// A group of fields opened for reading.
pub struct Fields<'n> {
    entries: Vec<(&'n str, &'n Node)>,
    /// What the group is called, where it has a name: `[fact.NAME]`.
    pub name: Option<&'n Text>,
    /// Where a missing key is told.
    pub place: Span,
    /// The whole group.
    pub span: Span,
    pub declared: &'static Declaration,
    pub problems: &'n Problems,
}

/// A noun from what is written for it.
pub fn read<N: Noun>(node: &Node, name: Option<&Text>, problems: &Problems) -> Option<N> {
    let declared = N::DECLARED;
    let place = name.map_or(node.span, |name| name.span);
    let entries = match (N::SHORT, &node.kind) {
        (Short::Text(key), Kind::Text(_)) => vec![(key, node)],
        (Short::InOrder, Kind::List(nodes)) => in_order(node, nodes, declared, problems)?,
        (Short::Value(key) | Short::List(key), kind) if !matches!(kind, Kind::Table(_)) => {
            vec![(key, node)]
        }
        (Short::InOrder, Kind::Text(text)) if text.starts_with('(') => {
            let keys = declared.keys().into_iter().map(|key| format!("{key} = …"));
            let keys = keys.collect::<Vec<_>>().join(", ");
            let finding = wrong(node, declared.what, "named fields");
            problems
                .report(finding.help(format!("outside of a `.ron` file, write `{{ {keys} }}`")));
            return None;
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
        declared,
        problems,
    })
}

/// What stands where named fields are to stand; a text is meant for the one field that must be there.
fn unnamed(node: &Node, declared: &'static Declaration) -> Diagnostic {
    let finding = wrong(node, declared.what, "named fields");
    let written = declared.written();
    let mut needed = written.iter().filter(|field| field.is_needed());
    match (&node.kind, needed.next(), needed.next()) {
        (Kind::Text(text), Some(field), None) => {
            finding.help(format!("write `{{ {} = {text:?} }}`", field.name))
        }
        (Kind::List(_), Some(field), None) if field.name == "domain" => match kinds(node) {
            Some(kinds) => finding.help(format!("write `{{ {} = \"{kinds}\" }}`", field.name)),
            None => finding,
        },
        (Kind::Text(text), ..) if text.contains('|') => {
            finding.help("a table of rows stands under another key, such as `rules`")
        }
        _ => finding,
    }
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
        let finding = wrong(node, declared.what, &parts);
        problems.report(finding.help(format!("write `({})`", names.join(", "))));
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
            problems.report(unnamed(node, declared));
            return None;
        };
        let known = declared.keys();
        for (index, (key, _)) in fields.iter().enumerate() {
            let mut before = fields.iter().take(index);
            if !known.contains(&key.value.as_str()) {
                let written = declared.written().into_iter().map(|field| field.name);
                problems.report(unknown_key(
                    key,
                    declared.what,
                    &written.collect::<Vec<_>>(),
                ));
            } else if let Some((first, _)) = before.find(|(other, _)| other.value == key.value) {
                let message = format!("`{}` is written twice", key.value);
                let finding = Diagnostic::error(Code::WrongShape, key.span, message);
                problems.report(finding.label(first.span, "the first is here"));
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
            declared,
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
        if node.is_none() && !self.is_misspelt(key) {
            self.problems
                .report(missing(key, self.declared, self.place));
        }
        node
    }

    /// Whether a key that is not known is told to be this one.
    fn is_misspelt(&self, key: &str) -> bool {
        let known = self.declared.keys();
        let mut strays = self
            .entries
            .iter()
            .filter(|(text, _)| !known.contains(text));
        strays.any(|(text, _)| nearest(text, known.iter().copied()) == Some(key))
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
                let finding = wrong(node, Key(key), needed);
                let condition = match &node.kind {
                    Kind::Text(text) if key == "only" => as_values(text),
                    _ => None,
                };
                self.problems.report(match (needed, condition) {
                    (A_NAME, _) => finding.help(format!("write `[{key}.some-name]`")),
                    (_, Some(values)) => finding.help(format!("write `{key} = {{ {values} }}`")),
                    _ => finding,
                });
                &[]
            }
        }
    }
}

/// A condition, as the facts with their values that it names: `night and sky is clear` is `night = "yes", sky = "clear"`.
fn as_values(condition: &str) -> Option<String> {
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let value = |part: &str| {
        let denied = part.strip_prefix("not ");
        let (fact, value) = match [" is ", " = ", " in "]
            .iter()
            .find_map(|by| part.split_once(by))
        {
            Some((fact, values)) => (fact, values.trim_matches(['{', '}']).replace(", ", " | ")),
            None if denied.is_some() => (denied?, "no".to_owned()),
            None => (part, "yes".to_owned()),
        };
        let is_plain = is_name(fact) && !value.starts_with("not ");
        is_plain.then(|| format!("{fact} = {value:?}"))
    };
    let values = condition.split(" and ").map(str::trim).map(value);
    Some(values.collect::<Option<Vec<_>>>()?.join(", "))
}

/// The finding for a key that is not there.
pub fn missing(key: &str, declared: &Declaration, place: Span) -> Diagnostic {
    let message = format!("`{key}` is missing in {}", declared.what);
    let finding = Diagnostic::error(Code::MissingKey, place, message);
    let written = declared.written();
    match written.iter().find(|field| field.name == key) {
        Some(field) if !field.means.is_empty() => {
            finding.help(format!("add `{key}`: {}", field.means.trim()))
        }
        _ => finding,
    }
}

/// What a group needs in which each field is a thing of its own.
pub const A_NAME: &str = "a name";

/// The finding for a key that is none of those that are known.
pub fn unknown_key(key: &Text, what: &str, known: &[&str]) -> Diagnostic {
    unknown_key_or(key, what, known, || known_here(known))
}

/// The keys that can stand in a place.
pub fn known_here(known: &[&str]) -> String {
    format!("known here: {}", known.join(", "))
}

/// The same, with what to say where no known one is near.
pub fn unknown_key_or(
    key: &Text,
    what: &str,
    known: &[&str],
    otherwise: impl FnOnce() -> String,
) -> Diagnostic {
    let message = format!("unknown key `{}` in {what}", key.value);
    let finding = Diagnostic::error(Code::UnknownKey, key.span, message);
    let mut items = ITEMS.into_iter();
    if let Some(item) = items.find(|item| item.eq_ignore_ascii_case(&key.value)) {
        let kind = item.to_lowercase();
        return finding.help(format!(
            "a {kind} stands in a `.ron` file: `{item}(id: \"…\", …)`"
        ));
    }
    if known.contains(&key.value.as_str()) {
        // What a short notation says is opened where files are read, and stands in none there any more.
        let message = format!("an erratum cannot bring `{}` with {what}", key.value);
        let help = "write the answer in `gives`; rules, examples and conditions of a new question stand in a file of a pack";
        return Diagnostic::error(Code::UnknownKey, key.span, message).help(help);
    }
    if let Some(how) = called::said_otherwise(&key.value, known) {
        return finding.help(how);
    }
    if let Some(meant) = called::meant(&key.value, known) {
        return finding.help(did_you_mean(meant));
    }
    finding.nearest_or(&key.value, known.iter().copied(), otherwise)
}
