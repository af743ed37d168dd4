//! From an address to the place in the trees that it names, or what stands nearest to it: one walk, which the declarations of
//! the nouns drive.

use super::super::forest::{Forest, Path, Tree};
use super::super::node::{Form, Node, Step};
use super::address::{Address, Part};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
pub use chart::{heading_of, key_of as row_key};
pub use spot::{Spot, row_names};
pub use walk::handle;

mod chart;
mod spot;
mod walk;

/// What an address names.
#[derive(Debug)]
pub enum Place {
    /// Something that is there.
    There(Spot),
    /// A field that could be there and is not, nor may be what is around it.
    Missing(Spot),
    /// A list as a whole, and the index at which one more goes.
    Whole(Spot, usize),
    /// A column of a chart.
    Column(Columns, usize),
    /// All columns of a chart.
    Columns(Columns),
}

/// The columns of a chart.
#[derive(Debug)]
pub struct Columns {
    pub chart: Path,
    /// The list of their headings.
    pub headings: Path,
    /// The cells of each row.
    pub cells: Vec<Path>,
    pub count: usize,
}

/// Something with what it goes by: a paragraph, a mark, a number.
pub type Handled = (Path, String);

/// An address that names nothing: what is missing, in one phrase.
fn miss(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error_nowhere(Code::ErratumMatchesNothing, message)
}

/// The same with the nearest of the addresses that are there.
fn miss_near(message: String, wanted: &str, known: &[String]) -> Diagnostic {
    miss(message).nearest_or(wanted, known.iter().map(String::as_str), || {
        if known.is_empty() {
            "there is none".to_owned()
        } else {
            format!("there is: {}", some_of(known))
        }
    })
}

/// Addresses in a line of advice, no more of them than help.
fn some_of(addresses: &[String]) -> String {
    const MOST: usize = 12;
    let shown = addresses.iter().take(MOST);
    let shown: Vec<String> = shown.map(|text| format!("`{text}`")).collect();
    let more = if addresses.len() > MOST { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// What an erratum may change in `pack.toml`.
const HEADER: [&str; 5] = [
    "title",
    "edition",
    "over",
    "paragraphs",
    "nothing-to-compute",
];

/// Fields that, under the name of a question, are those of the chart which answers it.
pub const OF_CHART: [&str; 8] = [
    "rows", "columns", "notes", "title", "down", "across", "cells", "id",
];

/// Fields that a rule has, and a question with one answer has not.
const OF_RULE: [&str; 2] = ["when", "except"];

/// The kinds of thing that have a name, in TOML.
pub const KINDS: [&str; 8] = [
    "question", "fact", "unit", "reading", "switch", "process", "defect", "usually",
];

/// Finds the places that addresses name.
#[derive(Debug, Clone, Copy)]
pub struct Finder<'f> {
    pub forest: &'f Forest,
    /// The pack that asks: it sees those that it requires.
    pub owner: usize,
}

impl<'f> Finder<'f> {
    /// One that asks from no pack in particular.
    pub const fn of(forest: &'f Forest) -> Self {
        Self { forest, owner: 0 }
    }

    /// The place that an address names.
    pub fn place(&self, address: &Address) -> Result<Place, Diagnostic> {
        let pack = self.pack(&address.pack)?;
        match address.kind.as_deref() {
            None => self.thing(pack, address),
            Some("chart") => self.chart(pack, address),
            Some("procedure") => self.procedure(pack, address),
            Some("pack") if address.name.is_empty() => self.header(pack, address),
            Some(kind) if address.name.is_empty() => self.nameless(pack, kind, address),
            Some(kind) if KINDS.contains(&kind) => self.named(pack, kind, address),
            Some(kind) => {
                let kinds = KINDS.into_iter().chain(["chart", "procedure"]);
                let address_of = |kind: &str| format!("{}/{kind}:{}", address.pack, address.name);
                let known: Vec<String> = kinds.map(address_of).collect();
                let message = format!("there is no kind of thing `{kind}`");
                Err(miss_near(message, &address_of(kind), &known))
            }
        }
    }

    pub fn pack(&self, name: &str) -> Result<usize, Diagnostic> {
        let reach = self.forest.reach(self.owner);
        let id = |pack: &usize| self.forest.packs.get(*pack).map(|head| head.id.as_str());
        if let Some(pack) = reach.iter().find(|pack| id(pack) == Some(name)) {
            return Ok(*pack);
        }
        if self.forest.packs.iter().any(|head| head.id == name) {
            let owner = id(&self.owner).unwrap_or_default();
            let finding = miss(format!("the pack `{owner}` does not require `{name}`"));
            return Err(finding.help(format!("add `{name}` to `requires` in its `pack.toml`")));
        }
        let known: Vec<String> = reach.iter().filter_map(id).map(str::to_owned).collect();
        let message = format!("there is no pack `{name}`");
        Err(miss_near(message, name, &known))
    }

    /// Something without its kind: a question, its chart, or one of its rules.
    fn thing(&self, pack: usize, address: &Address) -> Result<Place, Diagnostic> {
        let question = self.name(pack, "question", &address.name);
        match (address.parts.first(), question) {
            (Some(Part::Cite(_)), question) => self.rule(pack, address, question),
            (Some(Part::Field(field)), _) if field == "rules" => self.rules(pack, address),
            (Some(Part::Field(field)), Some(_)) if field == "except" => {
                Err(self.except_of_rules(pack, address))
            }
            (Some(Part::Field(field)), Some(path)) if !OF_CHART.contains(&field.as_str()) => {
                self.walk(Spot::new(path, address), &address.parts)
            }
            (None, Some(path)) => self.walk(Spot::new(path, address), &[]),
            // Its chart has a title of its own, where it has a chart.
            (Some(Part::Field(field)), Some(path)) if field == "title" => {
                let chart = self.chart(pack, address);
                chart.or_else(|_| self.walk(Spot::new(path, address), &address.parts))
            }
            _ => self.chart(pack, address),
        }
    }

    /// Tells at which rules of a question an exception can stand.
    fn except_of_rules(&self, pack: usize, address: &Address) -> Diagnostic {
        let text = format!("{}/{}", address.pack, address.name);
        let rules = self.rules_of(pack, &address.name).into_iter();
        let mut rules: Vec<String> = rules
            .map(|(_, cite)| format!("{text}#{cite}.except"))
            .collect();
        rules.dedup();
        let finding = miss("an exception stands at a rule, not at a question");
        match rules.as_slice() {
            [] => finding.help("its answers are in a chart: `.except` of that chart takes it"),
            rules => finding.help(format!("say at which: {}", some_of(rules))),
        }
    }

    /// Nothing of that name: the nearest question or chart.
    fn unknown(&self, pack: usize, address: &Address) -> Diagnostic {
        let (owner, name) = (&address.pack, address.name.as_str());
        let finding = miss(format!("`{owner}` has no question or chart `{name}`"));
        let finding = finding.unknown(format!("{owner}/{name}"));
        let questions = self.names(pack, "question").map(|(name, _)| name);
        let charts = self.items(pack, &["Chart", "List"]).map(|(name, _)| name);
        let known = questions.chain(charts);
        let known: Vec<String> = known.map(|name| format!("{owner}/{name}")).collect();
        if let Some(near) = nearest(&format!("{owner}/{name}"), known.iter().map(String::as_str)) {
            return finding.meant(Some(near));
        }
        let mut kinds = KINDS.into_iter();
        if let Some(kind) = kinds.find(|kind| self.name(pack, kind, name).is_some()) {
            return finding.meant(Some(format!("{owner}/{kind}:{name}")));
        }
        match self.owner_of("question", name) {
            Some(owner) => finding.meant(Some(format!("{owner}/{name}"))),
            None => miss_near(finding.message, "", &known),
        }
    }

    /// The pack within reach in which something is written.
    fn owner_of(&self, kind: &str, name: &str) -> Option<&'f str> {
        let mut reach = self.forest.reach(self.owner).into_iter();
        let pack = reach.find(|pack| self.name(*pack, kind, name).is_some())?;
        self.forest.packs.get(pack).map(|head| head.id.as_str())
    }

    /// An address that lacks its pack, with the first one in which it names something.
    pub fn with_pack(&self, text: &str) -> Option<Address> {
        let reach = self.forest.reach(self.owner).into_iter();
        let packs = reach.filter_map(|pack| self.forest.packs.get(pack));
        let mut whole =
            packs.filter_map(|head| Address::parse(&format!("{}/{text}", head.id)).ok());
        whole.find(|address| matches!(self.place(address), Ok(place) if !matches!(place, Place::Missing(_))))
    }

    fn named(&self, pack: usize, kind: &str, address: &Address) -> Result<Place, Diagnostic> {
        if let Some(path) = self.name(pack, kind, &address.name) {
            return self.walk(Spot::new(path, address), &address.parts);
        }
        if kind == "question" && !address.parts.is_empty() {
            let kind = None;
            return self.thing(
                pack,
                &Address {
                    kind,
                    ..address.clone()
                },
            );
        }
        if address.parts.is_empty() {
            // One more goes to the last of its kind, otherwise into `pack.toml`.
            let mut trees = self.forest.of_pack(pack).rev();
            let home = trees.find(|(_, tree)| tree.form != Form::Errata && tree.root.has(kind));
            let root = self.root_of(home.map(|(tree, _)| tree), pack);
            let path = root.then(kind).then(address.name.as_str());
            return Ok(Place::Missing(Spot::new(path, address)));
        }
        let known = self.names(pack, kind);
        let known = known.map(|(name, _)| format!("{}/{kind}:{name}", address.pack));
        let message = format!("`{}` has no {kind} `{}`", address.pack, address.name);
        if let Some(owner) = self.owner_of(kind, &address.name) {
            return Err(miss(message).meant(Some(format!("{owner}/{kind}:{}", address.name))));
        }
        let wanted = address.whole().to_string();
        Err(miss_near(message, &wanted, &known.collect::<Vec<_>>()))
    }

    /// An example, a law, a guide or what is impossible, by its paragraph.
    fn nameless(&self, pack: usize, kind: &str, address: &Address) -> Result<Place, Diagnostic> {
        let elements = self.elements_of(pack, kind, |_| true, "");
        let list = Spot::new(Path::root(usize::MAX), address);
        match (address.parts.as_slice(), elements.as_slice()) {
            ([], _) => self.whole_list(pack, kind, list, &elements, |_| false),
            ([Part::Field(_), ..], [(path, cite)]) => {
                let only = list.one_of(path.clone(), list.shown.clone(), cite.clone());
                self.walk(only, &address.parts)
            }
            (parts, _) => self.among(&list, &elements, parts),
        }
    }

    /// All of a list at the root of files, to add one.
    fn whole_list(
        &self,
        pack: usize,
        kind: &str,
        list: Spot,
        elements: &[Handled],
        is_home: impl Fn(&Node) -> bool,
    ) -> Result<Place, Diagnostic> {
        let Some((last, _)) = elements.last() else {
            let mut trees = self.forest.of_pack(pack);
            let home = trees.find(|(_, tree)| tree.form != Form::Grid && is_home(&tree.root));
            let root = self.root_of(home.map(|(tree, _)| tree), pack);
            let path = root.then(kind);
            return Ok(Place::Missing(Spot { path, ..list }));
        };
        let (path, index) = match last.around() {
            Some((around, Step::At(index))) => (around, index + 1),
            _ => (last.clone(), 1),
        };
        Ok(Place::Whole(Spot { path, ..list }, index))
    }

    /// The file of a pack that declares what an example asks, or that a law speaks of first.
    pub fn topic_of(&self, tree: usize, kind: &str, trial: &Node) -> Option<usize> {
        let pack = self.forest.trees.get(tree)?.pack;
        let names = |field: &'static str| trial.texts(field).map(str::to_owned);
        let asked: Vec<String> = match kind {
            "example" => {
                let expected = trial.get("expect").map(Node::fields).unwrap_or_default();
                let expected = expected.iter().map(|(name, _)| name.value.clone());
                let played = names("process").chain(names("procedure"));
                names("ask").chain(expected).chain(played).collect()
            }
            "law" => {
                let always = trial.get("always").and_then(Node::written)?;
                let is_between = |letter: char| !letter.is_alphanumeric() && letter != '-';
                always.split(is_between).map(str::to_owned).collect()
            }
            _ => return None,
        };
        let declares = |name: &String| {
            let mut trees = self.forest.of_pack(pack);
            let has = |tree: &Tree| {
                let mut kinds = ["question", "process"].into_iter();
                kinds.any(|kind| tree.root.get(kind).is_some_and(|node| node.has(name)))
            };
            trees.find(|(_, tree)| has(tree)).map(|(index, _)| index)
        };
        asked.iter().find_map(declares)
    }

    /// The root of a file of a pack; that of its `pack.toml`, if none is given.
    fn root_of(&self, tree: Option<usize>, pack: usize) -> Path {
        let header = || self.forest.header(pack).map(|(tree, _)| tree);
        Path::root(tree.or_else(header).unwrap_or(usize::MAX))
    }

    fn header(&self, pack: usize, address: &Address) -> Result<Place, Diagnostic> {
        match address.parts.first() {
            Some(Part::Field(field)) if HEADER.contains(&field.as_str()) => {
                let root = self.root_of(None, pack);
                self.walk(Spot::new(root, address), &address.parts)
            }
            _ => {
                let shown = address.whole();
                let known = HEADER.map(|field| format!("{shown}.{field}"));
                let message = "an erratum changes no such part of a pack".to_owned();
                Err(miss_near(message, &address.to_string(), &known))
            }
        }
    }

    /// A rule of a question, by its paragraph; where the question holds its one answer itself, the question.
    fn rule(
        &self,
        pack: usize,
        address: &Address,
        question: Option<Path>,
    ) -> Result<Place, Diagnostic> {
        let mut elements = self.rules_of(pack, &address.name);
        let is_whole = elements.is_empty();
        if is_whole {
            let Some(path) = question else {
                return Err(self.unknown(pack, address));
            };
            let node = self.forest.node(&path);
            let cite = node.filter(|node| node.has("gives") || node.has("gap"));
            let cite = cite.and_then(|node| node.cite()?.written());
            elements.extend(cite.map(|cite| (path, cite.to_owned())));
        }
        if elements.is_empty() {
            let message = format!("`{}` has no rule of `{}`", address.pack, address.name);
            return Err(miss(message)
                .help("its answers are in a chart, in the question itself, or in another pack"));
        }
        let of_rule =
            |part: &Part| matches!(part, Part::Field(field) if OF_RULE.contains(&field.as_str()));
        if let (true, Some(Part::Field(field))) =
            (is_whole, address.parts.iter().find(|part| of_rule(part)))
        {
            let text = format!("{}/{}", address.pack, address.name);
            let message = format!("`{text}` holds its one answer itself, which has no `{field}`");
            return Err(miss(message).help(format!("change the answer: `{text}.gives`")));
        }
        let list = Spot {
            question: Some(address.name.clone()).filter(|_| !is_whole),
            ..Spot::new(Path::root(usize::MAX), address)
        };
        self.among(&list, &elements, &address.parts)
    }

    /// The rules of a question, to add one.
    fn rules(&self, pack: usize, address: &Address) -> Result<Place, Diagnostic> {
        let name = address.name.as_str();
        let rules = self.rules_of(pack, name);
        let mut reach = self.forest.reach(pack).into_iter();
        let is_known = reach.any(|pack| self.name(pack, "question", name).is_some());
        if rules.is_empty() && !is_known {
            return Err(self.unknown(pack, address));
        }
        let list = Spot {
            question: Some(name.to_owned()),
            ..Spot::new(Path::root(usize::MAX), address)
        };
        let declares = |root: &Node| root.get("question").is_some_and(|node| node.has(name));
        self.whole_list(pack, "rule", list, &rules, declares)
    }

    pub fn rules_of(&self, pack: usize, question: &str) -> Vec<Handled> {
        let answers = |node: &Node| node.texts("answers").any(|name| name == question);
        // A rule that names no paragraph has the first of its question.
        let mut reach = self.forest.reach(self.owner).into_iter();
        let place = reach.find_map(|pack| self.name(pack, "question", question));
        let node = place.and_then(|path| self.forest.node(&path));
        let cite = node.and_then(|node| node.cite()?.written());
        self.elements_of(pack, "rule", answers, cite.unwrap_or_default())
    }

    /// The elements of a list at the root of a pack's files, each with its paragraph.
    pub fn elements_of(
        &self,
        pack: usize,
        list: &str,
        is_wanted: impl Fn(&Node) -> bool,
        cite: &str,
    ) -> Vec<Handled> {
        let mut elements = Vec::new();
        for (tree, own) in self.forest.of_pack(pack) {
            let Some(node) = own.root.get(list) else {
                continue;
            };
            let path = Path::root(tree).then(list);
            let all = node.elements().iter().enumerate();
            for (index, element) in all.filter(|(_, element)| is_wanted(element)) {
                let cite = element.cite().and_then(Node::written).unwrap_or(cite);
                elements.push((self.element(&path, index), cite.to_owned()));
            }
        }
        elements
    }

    /// The things of a kind in a pack, by name.
    fn names<'k>(
        &self,
        pack: usize,
        kind: &'k str,
    ) -> impl Iterator<Item = (&'f str, Path)> + use<'f, 'k> {
        let trees = self.forest.of_pack(pack);
        let tables = trees.filter_map(move |(tree, other)| Some((tree, other.root.get(kind)?)));
        tables.flat_map(move |(tree, node)| {
            let names = node.fields().iter().map(|(name, _)| name.value.as_str());
            names.map(move |name| (name, Path::root(tree).then(kind).then(name)))
        })
    }

    pub fn name(&self, pack: usize, kind: &str, name: &str) -> Option<Path> {
        let mut names = self.names(pack, kind);
        names.find(|(text, _)| *text == name).map(|(_, path)| path)
    }

    /// The address of the example or law in which a place is, and it itself.
    pub fn trial_at(&self, place: Span, kind: &'static str) -> Option<(String, &Node)> {
        let mut trees = self.forest.trees.iter().enumerate();
        let (tree, own) = trees.find(|(_, tree)| tree.file == place.file)?;
        let mut elements = own.root.get(kind)?.elements().iter();
        let index = elements.position(|node| node.span.holds(place))?;
        let node = own.root.get(kind)?.elements().get(index)?;
        let path = self.element(&Path::root(tree).then(kind), index);
        let elements = self.elements_of(own.pack, kind, |_| true, "");
        let parts = self.named_among(Part::Cite, &elements, &path)?;
        let address = Address {
            pack: self.forest.packs.get(own.pack)?.id.clone(),
            kind: Some(kind.to_owned()),
            name: String::new(),
            parts,
        };
        Some((address.to_string(), node))
    }
}
