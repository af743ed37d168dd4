//! A neutral tree of what a file says, with the place of every part: TOML and RON texts both become this.

use crate::diagnostic::{Code, Diagnostic, Severity, made_visible_in_pack};
use crate::source::{FileId, Span, Text};
use std::borrow::Cow;
use std::cell::RefCell;

/// How deep brackets may nest in a file.
pub const MAX_NESTING: usize = 32;

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub kind: Kind,
    /// Of a text, what is inside the quotes; of all others, the whole.
    pub span: Span,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `pack.toml`
    Header,
    /// Any other TOML file.
    Topic,
    /// A TOML file in the `errata` folder.
    Errata,
    /// A RON file: its root holds each item under the item's name.
    Grid,
}

/// The kinds of value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A text in quotes.
    Text(String),
    /// A number, as written.
    Number(String),
    Bool(bool),
    /// Something else without quotes, as written: a date, a bare word, a range.
    Bare(String),
    /// A list or a tuple.
    List(Vec<Node>),
    /// Named fields, in the order of the text.
    Table(Vec<(Text, Node)>),
}

impl Kind {
    /// What it is, in words that follow "not".
    pub const fn describe(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Bool(_) => "true or false",
            Self::Bare(_) => "words without quotes",
            Self::List(_) => "a list",
            Self::Table(_) => "a group of fields",
        }
    }
}

impl Node {
    pub fn text(text: &Text) -> Self {
        Self {
            kind: Kind::Text(text.value.clone()),
            span: text.span,
        }
    }

    pub const fn list(nodes: Vec<Self>, span: Span) -> Self {
        Self {
            kind: Kind::List(nodes),
            span,
        }
    }

    pub const fn table(fields: Vec<(Text, Self)>, span: Span) -> Self {
        Self {
            kind: Kind::Table(fields),
            span,
        }
    }

    pub const fn is_list(&self) -> bool {
        matches!(self.kind, Kind::List(_))
    }

    pub const fn is_table(&self) -> bool {
        matches!(self.kind, Kind::Table(_))
    }

    /// The named fields; none, if it is something else.
    pub fn fields(&self) -> &[(Text, Self)] {
        match &self.kind {
            Kind::Table(fields) => fields,
            _ => &[],
        }
    }

    pub fn fields_mut(&mut self) -> Option<&mut Vec<(Text, Self)>> {
        match &mut self.kind {
            Kind::Table(fields) => Some(fields),
            _ => None,
        }
    }

    /// The value of a field, with the field's index.
    pub fn field(&self, name: &str) -> Option<(usize, &Self)> {
        let mut fields = self.fields().iter().enumerate();
        fields
            .find(|(_, (written, _))| written.value == name)
            .map(|(place, (_, node))| (place, node))
    }

    pub fn get(&self, name: &str) -> Option<&Self> {
        self.field(name).map(|(_, node)| node)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        let mut fields = self.fields_mut()?.iter_mut();
        fields
            .find(|(written, _)| written.value == name)
            .map(|(_, node)| node)
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether an item of a RON file is a chart with columns, not a list.
    pub fn is_grid(&self) -> bool {
        self.has("down") || self.has("cells")
    }

    /// Takes a field out.
    pub fn take(&mut self, name: &str) -> Option<(Text, Self)> {
        let (place, _) = self.field(name)?;
        Some(self.fields_mut()?.remove(place))
    }

    /// Adds a field that stands nowhere in the text, before that of an index; nothing, where it has one of that name.
    pub fn fill(&mut self, at: usize, name: &str, value: Self) {
        let key = unplaced(name, self.span);
        if !self.has(name)
            && let Some(fields) = self.fields_mut()
        {
            fields.insert(at.min(fields.len()), (key, value));
        }
    }

    /// The elements of a list; a single node is a list of one.
    pub fn elements(&self) -> &[Self] {
        match &self.kind {
            Kind::List(nodes) => nodes,
            _ => std::slice::from_ref(self),
        }
    }

    pub fn elements_mut(&mut self) -> &mut [Self] {
        match self {
            Self {
                kind: Kind::List(nodes),
                ..
            } => nodes,
            single => std::slice::from_mut(single),
        }
    }

    pub fn into_elements(self) -> Vec<Self> {
        match self.kind {
            Kind::List(nodes) => nodes,
            _ => vec![self],
        }
    }

    /// Changes a node as a list; a single thing becomes a list of one first.
    pub fn as_list(&mut self, change: impl FnOnce(&mut Vec<Self>)) {
        if !self.is_list() {
            self.kind = Kind::List(vec![self.clone()]);
        }
        if let Kind::List(nodes) = &mut self.kind {
            change(nodes);
        }
    }

    /// The text of a leaf as written.
    pub fn written(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) | Kind::Number(text) | Kind::Bare(text) => Some(text),
            Kind::Bool(value) => Some(if *value { "yes" } else { "no" }),
            Kind::List(_) | Kind::Table(_) => None,
        }
    }

    /// What a field that holds one text or several says.
    pub fn texts(&self, field: &str) -> impl Iterator<Item = &str> {
        let elements = self.get(field).map(Self::elements).unwrap_or_default();
        elements.iter().filter_map(Self::written)
    }

    /// The first paragraph that a thing cites.
    pub fn cite(&self) -> Option<&Self> {
        self.get("cite")?.elements().first()
    }

    /// Rids its texts of what a terminal would obey: from here on they are shown as they are.
    pub fn make_visible(&mut self) {
        match &mut self.kind {
            Kind::Text(text) | Kind::Bare(text) => make_visible(text),
            Kind::List(nodes) => nodes.iter_mut().for_each(Self::make_visible),
            Kind::Table(fields) => fields.iter_mut().for_each(|(key, node)| {
                make_visible(&mut key.value);
                node.make_visible();
            }),
            Kind::Number(_) | Kind::Bool(_) => {}
        }
    }

    pub fn child(&self, step: &Step) -> Option<&Self> {
        match (step, &self.kind) {
            (Step::Field(name), _) => self.get(name),
            (Step::At(index), Kind::List(nodes)) => nodes.get(*index),
            (Step::At(index), _) => self.fields().get(*index).map(|(_, node)| node),
        }
    }

    pub fn child_mut(&mut self, step: &Step) -> Option<&mut Self> {
        match (step, &mut self.kind) {
            (Step::At(index), Kind::List(nodes)) => nodes.get_mut(*index),
            (Step::At(index), Kind::Table(fields)) => fields.get_mut(*index).map(|(_, node)| node),
            (Step::Field(name), Kind::Table(fields)) => {
                let mut fields = fields.iter_mut();
                fields
                    .find(|(written, _)| written.value == *name)
                    .map(|(_, node)| node)
            }
            _ => None,
        }
    }
}

fn make_visible(text: &mut String) {
    if let Cow::Owned(shown) = made_visible_in_pack(text) {
        *text = shown;
    }
}

/// One level of a place: an element of a list, or an item of a RON file, by its number; a field by its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    At(usize),
    Field(String),
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::At(index)
    }
}

impl From<&str> for Step {
    fn from(name: &str) -> Self {
        Self::Field(name.to_owned())
    }
}

/// A name that stands nowhere in a text.
pub fn unplaced(name: &str, near: Span) -> Text {
    let start = Span {
        end: near.start,
        ..near
    };
    Text::new(name.to_owned(), start)
}

/// A named item of a RON file: `Chart(…)`.
#[derive(Debug, Clone)]
pub struct Item {
    pub name: Text,
    pub body: Node,
}

/// The findings of a reading, gathered as they turn up.
#[derive(Debug, Default)]
pub struct Problems(RefCell<Vec<Diagnostic>>);

impl Problems {
    pub fn report(&self, diagnostic: Diagnostic) {
        self.0.borrow_mut().push(diagnostic);
    }

    pub fn report_some(&self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.0.borrow_mut().extend(diagnostics);
    }

    /// Whether something is wrong, be it that more is noted.
    pub fn has_errors(&self) -> bool {
        let findings = self.0.borrow();
        let mut severities = findings.iter().map(|finding| finding.severity);
        severities.any(|severity| severity == Severity::Error)
    }

    /// All findings, in the order in which they turned up.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0.into_inner()
    }
}

/// A span from byte offsets; a text is never so long that they do not fit.
pub fn span(file: FileId, start: usize, end: usize) -> Span {
    let fit = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span {
        file,
        start: fit(start),
        end: fit(end.max(start)),
    }
}

/// The finding for brackets that nest too deep.
pub fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::OverLimit, span, "brackets nest too deep")
        .here(format!("this is more than {MAX_NESTING} deep"))
}
