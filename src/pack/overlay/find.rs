//! From an address to the place in the trees that it names, or what stands nearest to it.

use super::super::forest::{Forest, Form, Path};
use super::super::node::{Kind, Node};
use super::super::nouns::{Line, Noun as _, Row};
use super::address::{Address, Part};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
use std::sync::LazyLock;
use walk::{Cursor, Shape};

mod chart;
mod walk;

/// What an address names.
#[derive(Debug, Clone)]
pub(in crate::pack) enum Place {
    /// Something that is there.
    Node(Found),
    /// A field that could be there, and is not.
    Missing(Found, String),
    /// A column of a chart.
    Column(Columns, usize),
    /// All columns of a chart.
    Columns(Columns),
    /// All rules of a question in a pack: where one more goes, and the question.
    Rules(Slot, String),
    /// All examples, or all laws, of a pack: where one more goes.
    All(Slot),
    /// A thing with a name that could be there, and is not: its pack, its kind and its name.
    Unnamed(usize, String, String),
}

/// Something that is there.
#[derive(Debug, Clone)]
pub(in crate::pack) struct Found {
    /// Its place.
    pub(in crate::pack) path: Path,
    /// The names of its fields, where it is a tuple.
    pub(in crate::pack) names: &'static [&'static str],
    /// Of a list element that stands without its list: the field.
    pub(in crate::pack) alone: bool,
    /// Of a rule: the question by which it was found.
    pub(in crate::pack) question: Option<String>,
}

/// The columns of a chart.
#[derive(Debug, Clone)]
pub(in crate::pack) struct Columns {
    /// The chart.
    pub(in crate::pack) chart: Path,
    /// The list of their headings.
    pub(in crate::pack) headings: Path,
    /// The cells of each row.
    pub(in crate::pack) cells: Vec<Path>,
    /// How many there are.
    pub(in crate::pack) count: usize,
}

/// Where one more element goes: after one that is there, or into a field of a file's root.
#[derive(Debug, Clone)]
pub(in crate::pack) enum Slot {
    /// After this element of a list.
    After(Path),
    /// Into this list of a file's root, which is not there yet.
    Root(usize, &'static str),
}

/// An address that names nothing: what is missing, in one phrase.
fn miss(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error_nowhere(Code::ErratumMatchesNothing, message)
}

/// The same with the nearest of the addresses that are there.
fn miss_near(message: String, wanted: &str, known: &[String]) -> Diagnostic {
    const MOST: usize = 12;
    miss(message).nearest_or(wanted, known.iter().map(String::as_str), || {
        if known.is_empty() {
            return "there is none".to_owned();
        }
        let shown: Vec<String> = known
            .iter()
            .take(MOST)
            .map(|known| format!("`{known}`"))
            .collect();
        let more = if known.len() > MOST { ", …" } else { "" };
        format!("there is: {}{more}", shown.join(", "))
    })
}

/// Finds the places that addresses name.
#[derive(Debug, Clone, Copy)]
pub(in crate::pack) struct Finder<'f> {
    forest: &'f Forest,
    /// The pack that asks: it sees those that it requires.
    owner: usize,
}

impl<'f> Finder<'f> {
    pub(in crate::pack) const fn new(forest: &'f Forest, owner: usize) -> Self {
        Self { forest, owner }
    }

    /// The place that an address names.
    pub(in crate::pack) fn place(&self, address: &Address) -> Result<Place, Diagnostic> {
        let pack = self.pack(&address.pack)?;
        let whole = |kind: Option<&str>| Address {
            pack: address.pack.clone(),
            kind: kind.map(str::to_owned),
            name: address.name.clone(),
            parts: Vec::new(),
        };
        match address.kind.as_deref() {
            None => self.thing(pack, address, &whole(None)),
            Some("chart") => self
                .chart(pack, address)
                .and_then(|cursor| self.walk(cursor, &address.parts)),
            Some("procedure") => self
                .procedure(pack, address)
                .and_then(|cursor| self.walk(cursor, &address.parts)),
            Some(kind @ ("example" | "impossible" | "law")) if address.name.is_empty() => {
                self.nameless(pack, kind, address)
            }
            Some("pack") if address.name.is_empty() => self.header(pack, address),
            Some(kind) if KINDS.contains(&kind) => {
                self.named(pack, kind, address, &whole(Some(kind)))
            }
            Some(kind) => {
                let known: Vec<String> = KINDS
                    .iter()
                    .chain(&["chart", "procedure"])
                    .map(|kind| format!("{}/{kind}:{}", address.pack, address.name))
                    .collect();
                Err(miss_near(
                    format!("there is no kind of thing `{kind}`"),
                    &whole(Some(kind)).to_string(),
                    &known,
                ))
            }
        }
    }

    fn pack(&self, name: &str) -> Result<usize, Diagnostic> {
        let reach = self.forest.reach(self.owner);
        let id = |pack: &usize| self.forest.packs.get(*pack).map(|head| head.id.as_str());
        if let Some(found) = reach.iter().find(|pack| id(pack) == Some(name)) {
            return Ok(*found);
        }
        let owner = id(&self.owner).unwrap_or_default();
        if self.forest.packs.iter().any(|head| head.id == name) {
            let message = format!("the pack `{owner}` does not require `{name}`");
            return Err(
                miss(message).help(format!("add `{name}` to `requires` in its `pack.toml`"))
            );
        }
        let known: Vec<String> = reach.iter().filter_map(id).map(str::to_owned).collect();
        Err(miss_near(
            format!("there is no pack `{name}`"),
            name,
            &known,
        ))
    }

    /// Something without its kind: a question, its chart, or one of its rules.
    fn thing(&self, pack: usize, address: &Address, whole: &Address) -> Result<Place, Diagnostic> {
        let question = self
            .names(pack, "question")
            .into_iter()
            .find(|(name, _)| *name == address.name);
        let first = address.parts.first();
        let is_of_chart = match first {
            Some(Part::Keys(_)) => true,
            Some(Part::Field(field)) => {
                field != "rules" && (question.is_none() || CHART_FIELDS.contains(&field.as_str()))
            }
            Some(Part::Cite(_)) => false,
            None => question.is_none(),
        };
        if is_of_chart {
            return self
                .chart(pack, address)
                .and_then(|cursor| self.walk(cursor, &address.parts));
        }
        match (first, question) {
            (Some(Part::Cite(_)), _) => self.rule(pack, address, whole),
            (Some(Part::Field(field)), _) if field == "rules" => {
                self.rules(pack, &address.name, whole)
            }
            (_, Some((_, path))) => {
                self.walk(Cursor::new(path, Shape::Question, whole), &address.parts)
            }
            (_, None) => Err(self.unknown(pack, address)),
        }
    }

    /// Nothing of that name: the nearest question or chart.
    fn unknown(&self, pack: usize, address: &Address) -> Diagnostic {
        let message = format!(
            "`{}` has no question or chart `{}`",
            address.pack, address.name
        );
        let questions = self
            .names(pack, "question")
            .into_iter()
            .map(|(name, _)| name);
        let charts = self.charts(pack).into_iter().map(|(name, _)| name);
        let known: Vec<String> = questions
            .chain(charts)
            .map(|name| format!("{}/{name}", address.pack))
            .collect();
        if let Some(near) = nearest(
            &format!("{}/{}", address.pack, address.name),
            known.iter().map(String::as_str),
        ) {
            return miss(message).meant(Some(near));
        }
        let kinds = KINDS.iter().filter(|kind| **kind != "question");
        let other = kinds.clone().find(|kind| {
            self.names(pack, kind)
                .iter()
                .any(|(name, _)| *name == address.name)
        });
        if let Some(kind) = other {
            return miss(message).meant(Some(format!("{}/{kind}:{}", address.pack, address.name)));
        }
        let elsewhere = self.forest.reach(self.owner).into_iter().find(|pack| {
            self.names(*pack, "question")
                .iter()
                .any(|(name, _)| *name == address.name)
        });
        match elsewhere.and_then(|pack| self.forest.packs.get(pack)) {
            Some(head) => miss(message).meant(Some(format!("{}/{}", head.id, address.name))),
            None => miss_near(message, "", &known),
        }
    }

    fn named(
        &self,
        pack: usize,
        kind: &str,
        address: &Address,
        whole: &Address,
    ) -> Result<Place, Diagnostic> {
        let names = self.names(pack, kind);
        if let Some((_, path)) = names.iter().find(|(name, _)| *name == address.name) {
            let shape = match kind {
                "question" => Shape::Question,
                "process" => Shape::Process,
                _ => Shape::Other,
            };
            return self.walk(Cursor::new(path.clone(), shape, whole), &address.parts);
        }
        if kind == "question" && !address.parts.is_empty() {
            return self.thing(
                pack,
                &Address {
                    kind: None,
                    ..address.clone()
                },
                whole,
            );
        }
        if address.parts.is_empty() {
            return Ok(Place::Unnamed(pack, kind.to_owned(), address.name.clone()));
        }
        let known: Vec<String> = names
            .iter()
            .map(|(name, _)| format!("{}/{kind}:{name}", address.pack))
            .collect();
        let message = format!("`{}` has no {kind} `{}`", address.pack, address.name);
        Err(miss_near(message, &whole.to_string(), &known))
    }

    /// An example, a law or what is impossible, by its paragraph.
    fn nameless(&self, pack: usize, kind: &str, address: &Address) -> Result<Place, Diagnostic> {
        let list: &'static str = match kind {
            "law" => "law",
            "impossible" => "impossible",
            _ => "example",
        };
        let elements = self.elements(pack, list, |_| true, "");
        let shown = format!("{}/{kind}", address.pack);
        if address.parts.is_empty() {
            let slot = match elements.last() {
                Some((path, _)) => Slot::After(path.clone()),
                None => Slot::Root(self.home(pack, |_| false), list),
            };
            return Ok(Place::All(slot));
        }
        self.among(&elements, &address.parts, &shown, None)
    }

    /// The address of the example or law in which a place is.
    pub(in crate::pack) fn trial_at(&self, place: Span, kind: &'static str) -> Option<String> {
        let (tree, own) = self
            .forest
            .trees
            .iter()
            .enumerate()
            .find(|(_, tree)| tree.file == place.file)?;
        let (field, list) = own.root.field(kind)?;
        let is_in = |node: &Node| node.span.start <= place.start && place.end <= node.span.end;
        let index = list.elements().iter().position(is_in)?;
        let elements = self.elements(own.pack, kind, |_| true, "");
        let path = Path::root(tree).then(field).then(index);
        let (_, cite) = elements.iter().find(|(own, _)| *own == path)?;
        let same: Vec<&(Path, String)> =
            elements.iter().filter(|(_, other)| other == cite).collect();
        let mut parts = vec![Part::Cite(cite.clone())];
        if same.len() > 1 {
            let at = same.iter().position(|(own, _)| *own == path)?;
            parts.extend(self.apart(&same).into_iter().nth(at));
        }
        let pack = self.forest.packs.get(own.pack)?.id.clone();
        Some(
            Address {
                pack,
                kind: Some(kind.to_owned()),
                name: String::new(),
                parts,
            }
            .to_string(),
        )
    }

    fn header(&self, pack: usize, address: &Address) -> Result<Place, Diagnostic> {
        let shown = format!("{}/pack", address.pack);
        let known: Vec<String> = HEADER
            .iter()
            .map(|field| format!("{shown}.{field}"))
            .collect();
        match address.parts.first() {
            Some(Part::Field(field)) if HEADER.contains(&field.as_str()) => {
                let whole = Address {
                    parts: Vec::new(),
                    ..address.clone()
                };
                self.walk(
                    Cursor::new(Path::root(self.home(pack, |_| false)), Shape::Other, &whole),
                    &address.parts,
                )
            }
            _ => Err(miss_near(
                "an erratum changes no such part of a pack".to_owned(),
                &address.to_string(),
                &known,
            )),
        }
    }

    /// A rule of a question, by its paragraph.
    fn rule(&self, pack: usize, address: &Address, whole: &Address) -> Result<Place, Diagnostic> {
        let mut elements = self.rules_of(pack, &address.name);
        if elements.is_empty() {
            elements.extend(self.outcome_of(pack, &address.name));
        }
        if elements.is_empty() {
            let is_known = self
                .names(pack, "question")
                .iter()
                .any(|(name, _)| *name == address.name);
            if !is_known {
                return Err(self.unknown(pack, address));
            }
            let message = format!("`{}` has no rule of `{}`", address.pack, address.name);
            return Err(miss(message)
                .help("its answers are in a chart, in the question itself, or in another pack"));
        }
        self.among(
            &elements,
            &address.parts,
            &whole.to_string(),
            Some(&address.name),
        )
    }

    /// A question that holds its one unconditional answer itself, as the rule that it stands for.
    fn outcome_of(&self, pack: usize, question: &str) -> Option<(Path, String)> {
        let mut names = self.names(pack, "question").into_iter();
        let (_, path) = names.find(|(name, _)| name == question)?;
        let node = self.forest.node(&path)?;
        let has = |field| node.field(field).is_some();
        (has("gives") || has("gap")).then(|| Some((path, first_cite(node)?)))?
    }

    /// The rules of a question, to add one.
    fn rules(&self, pack: usize, question: &str, whole: &Address) -> Result<Place, Diagnostic> {
        if let Some((last, _)) = self.rules_of(pack, question).last() {
            return Ok(Place::Rules(Slot::After(last.clone()), question.to_owned()));
        }
        let reach = self.forest.reach(pack);
        let known = |pack: &usize| {
            self.names(*pack, "question")
                .iter()
                .any(|(name, _)| name == question)
        };
        if !reach.iter().any(known) {
            return Err(self.unknown(pack, whole));
        }
        let declares = |root: &Node| {
            root.field("question")
                .is_some_and(|(_, node)| node.field(question).is_some())
        };
        Ok(Place::Rules(
            Slot::Root(self.home(pack, declares), "rule"),
            question.to_owned(),
        ))
    }

    fn rules_of(&self, pack: usize, question: &str) -> Vec<(Path, String)> {
        let answers = |node: &Node| {
            node.field("answers").is_some_and(|(_, node)| {
                node.elements()
                    .iter()
                    .any(|name| name.written() == Some(question))
            })
        };
        self.elements(pack, "rule", answers, &self.cite_of(question))
    }

    /// The first paragraph of a question, which its rules have where they name none.
    fn cite_of(&self, question: &str) -> String {
        let packs = self.forest.reach(self.owner);
        let place = packs.iter().find_map(|pack| {
            self.names(*pack, "question")
                .into_iter()
                .find(|(name, _)| name == question)
        });
        place
            .and_then(|(_, path)| self.forest.node(&path).and_then(first_cite))
            .unwrap_or_default()
    }

    /// The elements of a list at the root of a pack's files, each with its paragraph.
    fn elements(
        &self,
        pack: usize,
        list: &str,
        wanted: impl Fn(&Node) -> bool,
        cite: &str,
    ) -> Vec<(Path, String)> {
        let mut found = Vec::new();
        for (tree, own) in self.forest.of_pack(pack) {
            let Some((field, node)) = own.root.field(list) else {
                continue;
            };
            let place = Path::root(tree).then(field);
            for (index, element) in node
                .elements()
                .iter()
                .enumerate()
                .filter(|(_, element)| wanted(element))
            {
                let path = if matches!(node.kind, Kind::List(_)) {
                    place.then(index)
                } else {
                    place.clone()
                };
                found.push((path, first_cite(element).unwrap_or_else(|| cite.to_owned())));
            }
        }
        found
    }

    /// The file of a pack that a test picks, otherwise its `pack.toml`.
    fn home(&self, pack: usize, wanted: impl Fn(&Node) -> bool) -> usize {
        let wanted = self
            .forest
            .of_pack(pack)
            .find(|(_, tree)| tree.form != Form::Grid && wanted(&tree.root));
        let header = || {
            self.forest
                .of_pack(pack)
                .find(|(_, tree)| tree.form == Form::Header)
        };
        wanted
            .or_else(header)
            .map_or(usize::MAX, |(index, _)| index)
    }

    /// The names of a kind in a pack, with their places.
    fn names(&self, pack: usize, kind: &str) -> Vec<(String, Path)> {
        let mut names = Vec::new();
        for (tree, own) in self.forest.of_pack(pack) {
            if let Some((
                field,
                Node {
                    kind: Kind::Table(fields),
                    ..
                },
            )) = own.root.field(kind)
            {
                let place = Path::root(tree).then(field);
                names.extend(
                    fields
                        .iter()
                        .enumerate()
                        .map(|(index, (name, _))| (name.value.clone(), place.then(index))),
                );
            }
        }
        names
    }
}

/// The kinds of thing that have a name, in TOML.
const KINDS: [&str; 6] = ["question", "fact", "unit", "reading", "process", "defect"];

/// What an erratum may change in `pack.toml`.
const HEADER: [&str; 5] = [
    "title",
    "edition",
    "over",
    "paragraphs",
    "nothing-to-compute",
];

/// Fields that only a chart has.
const CHART_FIELDS: [&str; 7] = ["rows", "columns", "notes", "title", "down", "across", "id"];

/// The first paragraph of something.
fn first_cite(node: &Node) -> Option<String> {
    node.field("cite")
        .and_then(|(_, cite)| cite.elements().first()?.written())
        .map(str::to_owned)
}

/// A part of a group of fields, or of a tuple whose fields have these names.
pub(in crate::pack) fn part<'n>(
    node: &'n Node,
    names: &[&str],
    name: &str,
) -> Option<(usize, &'n Node)> {
    match &node.kind {
        Kind::List(nodes) => {
            let place = names.iter().position(|own| *own == name)?;
            nodes.get(place).map(|node| (place, node))
        }
        _ => node.field(name),
    }
}

/// The names of the fields of a chart's rows.
pub(in crate::pack) fn row_names(list: bool) -> &'static [&'static str] {
    static NAMES: LazyLock<[Vec<&str>; 2]> =
        LazyLock::new(|| [Row::DECLARED.keys(), Line::DECLARED.keys()]);
    let [row, line] = &*NAMES;
    if list { line } else { row }
}
