//! From a thing to its part, one step of an address at a time.

use super::super::super::forest::Path;
use super::super::super::node::{Kind, Node};
use super::super::address::{Address, Part};
use super::{Finder, Found, Place, first_cite, miss, miss_near, part, row_names};
use crate::diagnostic::Diagnostic;

/// What a node is, so far as its parts have addresses of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Other,
    Question,
    Process,
    /// A chart; a list of modifiers, if so.
    Chart(bool),
    /// A row of a chart; a line of a list, if so.
    Row(bool),
}

/// How far an address has been followed.
#[derive(Debug, Clone)]
pub(super) struct Cursor {
    pub(super) path: Path,
    pub(super) shape: Shape,
    /// The address so far.
    pub(super) shown: String,
    /// The paragraph of the thing, which its exceptions have where they name none.
    pub(super) cite: String,
    pub(super) question: Option<String>,
    pub(super) alone: bool,
    /// Whether it is the value of a field that lists things.
    pub(super) lists: bool,
}

/// The fields that list groups of fields, one of which may stand without its list.
const LISTS: [&str; 8] = [
    "except", "step", "steps", "notes", "over", "turns", "states", "rows",
];

impl Cursor {
    pub(super) fn new(path: Path, shape: Shape, shown: &Address) -> Self {
        let shown = shown.to_string();
        Self {
            path,
            shape,
            shown,
            cite: String::new(),
            question: None,
            alone: false,
            lists: false,
        }
    }

    fn found(self) -> Found {
        let names: &[&str] = match self.shape {
            Shape::Row(list) => row_names(list),
            _ => &[],
        };
        Found {
            path: self.path,
            names,
            alone: self.alone,
            question: self.question,
        }
    }

    fn deeper(&self, path: Path, shown: &Part) -> Self {
        Self {
            path,
            shape: Shape::Other,
            shown: format!("{}{shown}", self.shown),
            cite: self.cite.clone(),
            question: None,
            alone: false,
            lists: false,
        }
    }
}

impl Finder<'_> {
    /// Follows the parts of an address.
    pub(super) fn walk(&self, cursor: Cursor, parts: &[Part]) -> Result<Place, Diagnostic> {
        let Some((part, rest)) = parts.split_first() else {
            return Ok(Place::Node(cursor.found()));
        };
        let Some(node) = self.forest.node(&cursor.path) else {
            return Err(miss("the address names nothing"));
        };
        match (part, cursor.shape) {
            (Part::Field(field), Shape::Chart(false)) if field == "columns" => {
                self.all_columns(&cursor, node, rest)
            }
            (Part::Field(field), _) => self.field(&cursor, node, field, rest),
            (Part::Keys(keys), Shape::Chart(list)) => {
                self.chart_place(&cursor, node, keys, list, rest)
            }
            (Part::Keys(_), _) => self.key(&cursor, node, parts),
            (Part::Cite(_), Shape::Process) => self.step(&cursor, node, parts),
            (Part::Cite(cite), _) => {
                let message = format!("`{}` has no rules", cursor.shown);
                Err(miss(message).help(format!("only a question or a process has `#{cite}`")))
            }
        }
    }

    fn field(
        &self,
        cursor: &Cursor,
        node: &Node,
        field: &str,
        rest: &[Part],
    ) -> Result<Place, Diagnostic> {
        let names: &[&str] = match cursor.shape {
            Shape::Row(list) => row_names(list),
            _ => &[],
        };
        if let Some((index, _)) = part(node, names, field) {
            let mut deeper = cursor.deeper(cursor.path.then(index), &Part::Field(field.to_owned()));
            deeper.lists = LISTS.contains(&field);
            deeper.cite = first_cite(node).unwrap_or_else(|| cursor.cite.clone());
            return self.walk(deeper, rest);
        }
        if rest.is_empty() && !matches!(node.kind, Kind::Text(_)) {
            return Ok(Place::Missing(cursor.clone().found(), field.to_owned()));
        }
        Err(self.no_field(cursor, node, names, field))
    }

    fn no_field(&self, cursor: &Cursor, node: &Node, names: &[&str], field: &str) -> Diagnostic {
        let message = format!("`{}` has no `{field}`", cursor.shown);
        let known: Vec<String> = match &node.kind {
            Kind::Table(fields) => fields.iter().map(|(name, _)| name.value.clone()).collect(),
            Kind::List(nodes) => names
                .iter()
                .take(nodes.len())
                .map(|name| (*name).to_owned())
                .collect(),
            _ => Vec::new(),
        };
        let shown = |field: &str| format!("{}{}", cursor.shown, Part::Field(field.to_owned()));
        let known: Vec<String> = known.iter().map(|field| shown(field)).collect();
        miss_near(message, &shown(field), &known)
    }

    /// One of a list, or a field whose name stands in brackets.
    fn key(&self, cursor: &Cursor, node: &Node, parts: &[Part]) -> Result<Place, Diagnostic> {
        match (&node.kind, parts.split_first()) {
            (Kind::Table(_), Some((Part::Keys(keys), rest))) if !cursor.lists => {
                match keys.as_slice() {
                    [field] => self.field(cursor, node, field, rest),
                    _ => Err(miss(format!("`{}` is no chart", cursor.shown)).help("name one key")),
                }
            }
            _ => {
                let is_list = matches!(node.kind, Kind::List(_));
                let elements: Vec<(Path, String)> = node
                    .elements()
                    .iter()
                    .enumerate()
                    .map(|(index, element)| {
                        let path = if is_list {
                            cursor.path.then(index)
                        } else {
                            cursor.path.clone()
                        };
                        (path, handle(element, index, &cursor.cite))
                    })
                    .collect();
                self.among(&elements, parts, &cursor.shown, None)
            }
        }
    }

    /// A step of a process, by its paragraph.
    fn step(&self, cursor: &Cursor, node: &Node, parts: &[Part]) -> Result<Place, Diagnostic> {
        let cite = first_cite(node).unwrap_or_default();
        let mut elements = Vec::new();
        if let Some((field, steps)) = node.field("step") {
            let place = cursor.path.then(field);
            for (index, step) in steps.elements().iter().enumerate() {
                elements.push((
                    place.then(index),
                    first_cite(step).unwrap_or_else(|| cite.clone()),
                ));
            }
        }
        self.among(&elements, parts, &cursor.shown, None)
    }

    /// One of several things by what each goes by; `[2]` after it means the second of those that go by the same.
    pub(super) fn among(
        &self,
        elements: &[(Path, String)],
        parts: &[Part],
        shown: &str,
        question: Option<&str>,
    ) -> Result<Place, Diagnostic> {
        let as_part = |text: &str, like: &Part| match like {
            Part::Cite(_) => Part::Cite(text.to_owned()),
            _ => Part::Keys(vec![text.to_owned()]),
        };
        let (first, mut rest) = match parts.split_first() {
            Some(split) => split,
            None => {
                return Err(miss(format!("`{shown}` names several things")));
            }
        };
        let wanted = match first {
            Part::Cite(cite) => cite.as_str(),
            Part::Keys(keys) if keys.len() == 1 => keys.first().map_or("", String::as_str),
            _ => "",
        };
        let mut matching: Vec<&(Path, String)> =
            elements.iter().filter(|(_, own)| own == wanted).collect();
        let mut own = format!("{shown}{first}");
        if let Some((next @ Part::Keys(keys), after)) = rest.split_first() {
            own = format!("{own}{next}");
            rest = after;
            matching = self.told_apart(matching, keys);
        }
        match matching.as_slice() {
            [(path, cite)] => {
                let cursor = Cursor {
                    path: path.clone(),
                    shape: Shape::Other,
                    shown: own,
                    cite: cite.clone(),
                    question: question.map(str::to_owned),
                    alone: !self.in_list(path),
                    lists: false,
                };
                self.walk(cursor, rest)
            }
            [] => {
                let mut known: Vec<String> = elements
                    .iter()
                    .map(|(_, own)| format!("{shown}{}", as_part(own, first)))
                    .collect();
                known.dedup();
                Err(miss_near(format!("there is no `{own}`"), &own, &known))
            }
            several => {
                let message = format!("`{own}` names {} things", several.len());
                let names = self.apart(several);
                let shown: Vec<String> = names
                    .iter()
                    .take(12)
                    .map(|name| format!("`{own}{name}`"))
                    .collect();
                let more = if names.len() > shown.len() {
                    ", …"
                } else {
                    ""
                };
                Err(miss(message).help(format!("say which: {}{more}", shown.join(", "))))
            }
        }
    }

    /// Of things that go by the same, the one of a number, or those in which these values are given.
    fn told_apart<'e>(
        &self,
        several: Vec<&'e (Path, String)>,
        keys: &[String],
    ) -> Vec<&'e (Path, String)> {
        if let [key] = keys
            && let Ok(number) = key.parse::<usize>()
        {
            return several
                .get(number.wrapping_sub(1))
                .into_iter()
                .copied()
                .collect();
        }
        let fits = |path: &Path| self.given(path).is_some_and(|given| given == keys);
        several.into_iter().filter(|(path, _)| fits(path)).collect()
    }

    /// What tells things apart that go by the same: the values that are given in each, or its number.
    pub(super) fn apart(&self, several: &[&(Path, String)]) -> Vec<Part> {
        let given: Vec<Option<Vec<String>>> =
            several.iter().map(|(path, _)| self.given(path)).collect();
        let is_alone =
            |own: &Option<Vec<String>>| given.iter().filter(|other| *other == own).count() == 1;
        let is_number = |keys: &[String]| matches!(keys, [key] if key.parse::<usize>().is_ok());
        let name = |(place, own): (usize, &Option<Vec<String>>)| match own {
            Some(keys) if is_alone(own) && !keys.is_empty() && !is_number(keys) => {
                Part::Keys(keys.clone())
            }
            _ => Part::Keys(vec![(place + 1).to_string()]),
        };
        given.iter().enumerate().map(name).collect()
    }

    /// The values that are given in an example.
    fn given(&self, path: &Path) -> Option<Vec<String>> {
        let node = self.forest.node(path)?;
        match &node.field("given").or_else(|| node.field("start"))?.1.kind {
            Kind::Table(facts) => Some(facts.iter().map(|(_, value)| written(value)).collect()),
            _ => None,
        }
    }

    fn in_list(&self, path: &Path) -> bool {
        let mut around = path.clone();
        around.steps.pop();
        self.forest
            .node(&around)
            .is_some_and(|node| matches!(node.kind, Kind::List(_)))
    }
}

/// What an element of a list goes by: its mark, what it does in a procedure, its paragraph, itself, or its number.
fn handle(element: &Node, index: usize, cite: &str) -> String {
    let named = ["mark", "roll", "as", "do"]
        .iter()
        .find_map(|field| element.field(field)?.1.written());
    let own = named
        .map(str::to_owned)
        .or_else(|| first_cite(element))
        .or_else(|| element.written().map(str::to_owned));
    let inherits = element.field("when").is_some() || element.field("gives").is_some();
    own.unwrap_or_else(|| {
        if inherits {
            cite.to_owned()
        } else {
            (index + 1).to_string()
        }
    })
}

/// A value or several, as one key.
fn written(value: &Node) -> String {
    value
        .elements()
        .iter()
        .filter_map(Node::written)
        .collect::<Vec<_>>()
        .join(", ")
}
